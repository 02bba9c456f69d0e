"""Prints as JSON what HOOMD-blue's reader finds in the last frame of the GSD file that is named."""
import json
import sys

import gsd.hoomd

frames = gsd.hoomd.open(sys.argv[1], 'rb')
last = frames[-1]
last.validate()
p = last.particles
print(json.dumps({
    'Frames': len(frames), 'Step': int(last.configuration.step), 'Box': last.configuration.box.tolist(),
    'Types': p.types, 'Shapes': p.type_shapes, 'TypeID': p.typeid.tolist(), 'Position': p.position.tolist(),
    'Orientation': p.orientation.tolist(), 'Velocity': p.velocity.tolist(), 'Mass': p.mass.tolist(),
    'Body': p.body.tolist(), 'Logs': sorted(last.log),
}))
