"""A hand on an open window."""

import os
from collections import namedtuple

import numpy as np

from ._run import Run, _plain
from ._server import Error, Window, windows

Camera = namedtuple("Camera", "pivot distance azimuth elevation roll ortho")
Camera.__doc__ = "Where a window looks: pivot (3,) [m], distance of the eye [m], angles [rad], orthographic or not."

_SHOWN = 1  # number of the world of a window


def attach(path=None):
    """Hold an open window, and return its run.

    The window must be waiting: it was started with --listen, or Connect a notebook was chosen in it (Ctrl+K).

    path -- socket of the window; the newest window of this user without it

    Raises Error if no window waits, or another program holds it.
    """
    if path is None:
        for path in windows():
            try:
                return Live(Window(path))
            except Error as e:
                refused = e
        if "refused" in locals():
            raise refused
        raise Error("no window waits for a notebook: start one with --listen, or choose Connect a notebook in it "
                    "(Ctrl+K)")
    return Live(Window(os.fspath(path)))


class Live(Run):
    """The run of an open window. Make one with attach().

    The person of the window can do everything meanwhile, so that nothing that was read is kept: each number is that
    of the moment in which it is asked for. step(), until() and at() leave the run paused; edits, undo() and redo() are
    those of the window. A breakpoint of the window, its scene or its person may end steps early: stopped says so.
    """

    _lives = True

    def __init__(self, window):
        super().__init__(window, window.call("status", world=_SHOWN))
        self._forget()

    def _begin(self, window, status):
        """Have nothing to end: the run belongs to the window."""

    def __repr__(self):
        return "<tumble window: %.6g s, step %d, %d bodies>" % (self.time, self.steps, len(self.bodies))

    def close(self):
        """Let the window go; it stays open."""
        self._server.close()

    title = property(lambda self: self._now()["title"], doc="The title of the scene that the window shows.")
    scene = property(lambda self: self._now()["scene"], doc="Its name or file.")
    seed = property(lambda self: self._now()["seed"], doc="The seed of its random streams.")
    end = property(lambda self: self._now()["end"], doc="Its own end [s]; 0 without one.")

    @property
    def paused(self):
        """Whether the run is paused."""
        return self._now()["paused"]

    @property
    def speed(self):
        """The speed that is asked for [simulated s / s]; 0 is as fast as possible."""
        return self._now()["speed"]

    def play(self, speed=None):
        """Let the run go on, at another speed if one is given [simulated s / s]; 0 is as fast as possible."""
        self._call("play", **({} if speed is None else {"speed": float(speed)}))

    def pause(self):
        """Pause the run."""
        self._call("pause")

    def shot(self):
        """Return a picture of what the window shows, without its panels, which notebooks show."""
        return self._picture()

    @property
    def selection(self):
        """The numbers of the selected bodies: (n,) int64. It can be set, to a mask or to numbers."""
        return np.array(self._call("sight")["bodies"], dtype=np.int64)

    @selection.setter
    def selection(self, bodies):
        self._call("select", numbers=[int(x) for x in self._chosen(bodies)])

    @property
    def selected_contacts(self):
        """The selected contacts, as the numbers of their two bodies: (n, 2) int64."""
        return np.array(self._call("sight")["contacts"], dtype=np.int64).reshape(-1, 2)

    @property
    def camera(self):
        """Where the window looks: a Camera."""
        k = self._call("sight")["camera"]
        return Camera(np.array(k["pivot"]), *[k[name] for name in Camera._fields[1:]])

    def look(self, **to):
        """Move the camera: look(azimuth=0.5, pivot=[0, 0, 0.1]). What is not given stays; see Camera."""
        self._call("look", **{k: _plain(v) if hasattr(v, "tolist") else v for k, v in to.items()})
