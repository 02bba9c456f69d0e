"""Prints as JSON what Blender makes of the glTF or PLY file that is named last."""
import json
import sys

import bpy
import mathutils
import numpy

if not hasattr(numpy, 'bool'):
    numpy.bool = bool  # a name that the importer of Blender 3.4 still uses
path = sys.argv[-1]
bpy.ops.wm.read_factory_settings(use_empty=True)
if path.endswith('.ply'):
    bpy.ops.import_mesh.ply(filepath=path)
else:
    bpy.ops.import_scene.gltf(filepath=path)
found = {'Objects': [], 'Triangles': 0, 'Materials': [m.blend_method for m in bpy.data.materials], 'Alphas': []}
corners = []
for o in bpy.context.scene.objects:
    if o.type != 'MESH':
        continue
    found['Objects'].append(o.name)
    found['Triangles'] += len(o.data.polygons)
    corners += [tuple(o.matrix_world @ v.co) for v in o.data.vertices]
    for layer in o.data.color_attributes:
        found['Alphas'] = sorted({round(c.color[3], 2) for c in layer.data})
found['Low'] = [min(c[k] for c in corners) for k in range(3)]
found['High'] = [max(c[k] for c in corners) for k in range(3)]
print('FOUND ' + json.dumps(found))
