"""Shows the series beside this file in ParaView: File > Load State..., or

    paraview --script=open-in-paraview.py                  shows and plays
    pvpython open-in-paraview.py [PICTURE.png [TIME]]      one picture, without a window
"""
import os
import sys

from paraview.simple import *

FOLDER = None  # where this file was written

try:
    FOLDER = os.path.dirname(os.path.abspath(__file__))
except NameError:  # ParaView's window does not say which file it runs
    if not os.path.isdir(FOLDER):
        raise RuntimeError('the series were moved: put the name of their folder in place of %r' % FOLDER)


def series(name):
    """The series of a part, or None if it was not exported."""
    path = os.path.join(FOLDER, name + '.pvd')
    return PVDReader(registrationName=name, FileName=path) if os.path.exists(path) else None


def times(source):
    """The moments of a series."""
    values = source.TimestepValues
    return list(values) if hasattr(values, '__len__') else [values]


def show(source, view, opacity=1.0):
    """Shows a part in the colours of the scene."""
    if source is None:
        return None
    display = Show(source, view)
    display.Opacity = opacity
    display.ColorArrayName = ['CELLS', 'color']
    display.MapScalars = 0
    return display


def color_by(display, view, array, title, top):
    """Colours a part by the size of an array of its cells, from nothing to top."""
    colors = GetColorTransferFunction(array)
    colors.ApplyPreset('Viridis (matplotlib)', True)
    colors.RescaleTransferFunction(0.0, top if top > 0 else 1.0)
    colors.VectorMode = 'Magnitude'
    display.ColorArrayName = ['CELLS', array]
    display.LookupTable = colors
    display.MapScalars = 1
    bar = GetScalarBar(colors, view)
    bar.Title, bar.ComponentTitle = title, ''
    bar.TitleFontSize = bar.LabelFontSize = 12
    display.SetScalarBarVisibility(view, True)


def largest(source, array):
    """The largest size of an array of cells, over ten moments of the series, the last one
    last: what is shown next is coloured by what is there then."""
    top = 0.0
    moments = times(source)
    for t in reversed(moments[::-max(1, len(moments) // 10)]):
        source.UpdatePipeline(t)
        info = source.GetCellDataInformation().GetArray(array)
        if info and source.GetDataInformation().GetNumberOfCells() > 0:
            top = max(top, info.GetRange(-1 if info.GetNumberOfComponents() > 1 else 0)[1])
    return top


view = GetActiveViewOrCreate('RenderView')
view.OrientationAxesVisibility = 1

# Particles carry every field, for filters and the spreadsheet; surfaces are what is seen
# of them. Choose "color" instead of "velocity" for the colours of the scene.
particles, surfaces, meshes, walls, contacts = [
    series(name) for name in ('particles', 'surfaces', 'meshes', 'walls', 'contacts')]

# At the end everything is there, so that ranges and the camera fit.
animation = GetAnimationScene()
animation.UpdateAnimationUsingDataTimeSteps()
animation.PlayMode = 'Snap To TimeSteps'
animation.GoToLast()

if surfaces is not None:
    top = largest(surfaces, 'velocity')
    color_by(show(surfaces, view), view, 'velocity', 'speed [m/s]', top)
elif particles is not None:
    Show(particles, view).PointSize = 6
show(meshes, view, opacity=0.3)

# The camera is before and a little above what moves; walls reach beyond the picture. The
# first picture of a view frames it anew, so it is made before.
Render(view)
camera = GetActiveCamera()
camera.SetPosition(0.4, -1.0, 0.3)
camera.SetFocalPoint(0, 0, 0)
camera.SetViewUp(0, 0, 1)
view.ResetCamera()
show(walls, view)

# The forces between bodies are there to be switched on: the eye in the pipeline browser.
if contacts is not None:
    top = largest(contacts, 'fn')
    network = show(contacts, view)
    color_by(network, view, 'fn', 'normal force [N]', top)
    network.LineWidth = 3.0
    Hide(contacts, view)
    HideUnusedScalarBars(view)

if len(sys.argv) > 1 and sys.argv[1].endswith('.png'):
    if len(sys.argv) > 2:
        animation.AnimationTime = float(sys.argv[2])
    Render(view)
    SaveScreenshot(sys.argv[1], view, ImageResolution=[1280, 720])
else:
    animation.GoToFirst()
    Render(view)
    animation.Play()
