"""Granular matter from Python: runs of the program Tumble as numpy arrays.

    import tumble
    run = tumble.load("bottle", seed=3, set={"materials.pill.tanPhi": 0.4})
    run.until(0.5)
    print(run.bodies.position.mean(axis=0), run.energy.kinetic)
    run["materials.pill.tanPhi"] = 0.2
    run.save("run.tumble")

All numbers are SI units and radians, orientations are w, x, y, z. A run has the bits of "tumble run", however it is
stepped and whatever is read. The program is found inside the wheel, on PATH, or by the environment variable TUMBLE.
"""

from ._arrays import Bodies, Contacts, Page, Picture, Series, Table
from ._batch import batch
from ._live import Camera, Live, attach
from ._run import Clock, Energy, Key, Mesh, Notice, Run, load, scenes
from ._server import Error, ProgramError, Server, ServerError, find_program
from ._sweep import Sweep, sweep

__all__ = [
    "attach", "batch", "find_program", "load", "scenes", "sweep", "Bodies", "Camera", "Clock", "Contacts", "Energy",
    "Error", "Key", "Live", "Mesh", "Notice", "Page", "Picture", "ProgramError", "Run", "Series", "Server",
    "ServerError", "Sweep", "Table",
]
