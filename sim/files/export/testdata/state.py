"""Prints as JSON what ParaView makes of the state file that is named."""
import json
import sys

from paraview.simple import *

LoadState(sys.argv[1])
found = {'PlayMode': str(GetAnimationScene().PlayMode), 'Series': {}, 'Shown': {}}
found['Forms'] = {}
for (name, _), source in GetSources().items():
    if not hasattr(source, 'TimestepValues'):
        # A filter that says where particles end; the forms that it is drawn by are its display.
        if name.startswith('ends'):
            source.UpdatePipeline()
            display = GetDisplayProperties(source)
            found['Forms'][name] = {
                'Points': source.GetDataInformation().GetNumberOfPoints(),
                'Drawn': str(display.Representation).strip("'")}
        continue
    values = source.TimestepValues
    found['Series'][name] = list(values) if hasattr(values, '__len__') else [values]
    display = GetDisplayProperties(source)
    table = display.LookupTable
    found['Shown'][name] = {
        'Visible': display.Visibility == 1, 'By': list(display.ColorArrayName), 'Mapped': display.MapScalars == 1,
        'Top': table.RGBPoints[-4] if table else 0, 'Opacity': display.Opacity,
    }
camera = GetActiveCamera()
found['Eye'], found['Center'] = camera.GetPosition(), camera.GetFocalPoint()
print(json.dumps(found))
