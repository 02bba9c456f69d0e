"""Runs: worlds that are stepped, read and changed."""

import html
import json
import os
import subprocess
import tempfile
import weakref
from collections import namedtuple

import numpy as np

from ._server import Error, Window, shared, windows

Camera = namedtuple("Camera", "pivot distance azimuth elevation roll ortho")
Camera.__doc__ = "Where a window looks: pivot (3,) [m], distance of the eye [m], angles [rad], orthographic or not."

Clock = namedtuple("Clock", "time step dt")
Clock.__doc__ = "The simulated time [s], the number of steps, and the length of the last step [s]."

Energy = namedtuple("Energy", "kinetic elastic potential dissipated work closure_error")
Energy.__doc__ = "The energy balance of a run [J]."

Notice = namedtuple("Notice", "step level field text")
Notice.__doc__ = "A message of a run: level is info, warning, refused or fault."

Mesh = namedtuple("Mesh", "body name vertices triangles")
Mesh.__doc__ = "A mesh where it is now: vertices (n, 3) [m], triangles (n, 3) of indices of vertices."

Key = namedtuple("Key", "time position orientation")
Key.__doc__ = "A key frame of a motion: time [s], position (3,) [m], orientation (4,), w first."


def load(scene, *, seed=0, set=None, at=None, workers=0, allow_read=(), regions=(), surfaces=(),
         server=None):
    """Return a run of a scene.

    scene -- name of a built-in scene; path of a scene file, Woo script, mesh, saved state or run file;
        or a scene as a dict, or as text of a scene file (of several lines)
    seed -- of the random streams
    set -- settings by path, as {"materials.pill.tanPhi": 0.4}
    at -- moment of a run file [s], in the place of its end
    workers -- cores to use, all if 0; no bit of a result depends on it
    allow_read -- folders in which the scene may read meshes and tables, besides its own
    regions -- to measure besides those of the scene, as ["core=box/0,0,0/0.1,0.1,0.04"]; their numbers are in the
        series, as run.series["in core pressure"], and in conditions: run.until("region(core, pressure) > 5e3")
    surfaces -- of bodies, to measure besides those of the scene, as ["blade=@mixer"]; the means of their forces since
        the sample before are in the series, as run.series["on blade power"], with sums, as run.series["on blade work"]
    """
    server = server or shared()
    asked = {
        "seed": seed,
        "set": _settings(set or {}),
        "workers": workers,
        "allowRead": [os.path.abspath(p) for p in allow_read],
        "regions": list(regions),
        "surfaces": list(surfaces),
    }
    if at is not None:
        asked["at"] = float(at)
    if isinstance(scene, dict):
        asked["text"] = json.dumps(scene, default=_plain)
    else:
        scene = os.fspath(scene)
        if "\n" in scene:
            asked["text"] = scene
        else:
            asked["scene"] = os.path.abspath(scene) if os.path.splitext(scene)[1] else scene
    return Run(server, server.call("load", **asked))


def scenes():
    """Return the built-in scenes: what each is about, by name."""
    return {s["name"]: s["about"] for s in shared().call("scenes")}


_TOGETHER = 500  # requests that are sent at once; fewer than a world lets wait

_SHOWN = 1  # number of the world of a window


class Run:
    """A run: a world, its clock and its past. Make one with load().

    Settings that can be changed as it runs are its items: run["materials.pill.tanPhi"] = 0.2.
    """

    _lives = False  # it may change by itself, so that nothing that was read is kept

    def __init__(self, server, status):
        self._server = server
        self._world = status["world"]
        self._status = status
        self.stopped = ""
        """What ended the last until() before its goal; empty if nothing did."""
        self._indices = None  # of motions by name
        self.bodies = Bodies(self)
        self.contacts = Contacts(self)
        self._begin(server, status)

    def _begin(self, server, status):
        self.title = status.get("title", "")
        self.scene = status.get("scene", "")
        self.seed = status.get("seed", 0)
        self.end = status.get("end", 0.0)
        """The scene's own end [s]; 0 without one."""
        self._drop = weakref.finalize(self, server.drop, self._world)
        self._drop.atexit = False  # the server ends then

    def __repr__(self):
        s = self._now()
        return "<tumble run %d of %s: %.6g s, step %d, %d bodies>" % (
            self._world, self.scene, s["time"], s["step"], s["bodies"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """End the run and free its memory."""
        if self._drop.detach() and not self._server.closed:
            self._call("close")

    def _call(self, method, **params):
        return self._server.call(method, world=self._world, **params)

    def _change(self, method, **params):
        """Carry out a method that changes the world; its status is asked for again if that fails."""
        self._forget()
        self._status = self._call(method, **params)
        return self._status

    def _march(self, method, **params):
        """Carry out a method that makes steps. Arrays that were read since the last steps come along with it, so that
        a controller needs one request a step."""
        if not self._lives:
            params.update(bodies=sorted(self.bodies._kept), contacts=sorted(self.contacts._kept))
        read = self._change(method, **params).pop("read", None)
        if read:
            self.bodies._brought = read["bodies"]
            self.contacts._brought = read["contacts"]
        return self._status

    def _forget(self):
        self._status = None
        for arrays in (self.bodies, self.contacts):
            arrays._kept.clear()
            arrays._brought = {}

    def _now(self):
        if self._status is None or self._lives:
            self._status = self._call("status")
        return self._status

    @property
    def time(self):
        """The simulated time [s]."""
        return self._now()["time"]

    @property
    def steps(self):
        """The number of steps since the scene began."""
        return self._now()["step"]

    @property
    def clock(self):
        """Time [s], step, and length of the last step [s]."""
        s = self._now()
        return Clock(s["time"], s["step"], s["dt"])

    @property
    def hash(self):
        """The hash of the state, 16 hex digits: equal hashes, equal bits."""
        return self._call("hash")["hash"]

    @property
    def energy(self):
        """The energy balance [J]."""
        e = self._call("energy")
        return Energy(e["kinetic"], e["elastic"], e["potential"], e["dissipated"], e["work"], e["closureError"])

    @property
    def notices(self):
        """The messages of the run, oldest first."""
        return [Notice(n["step"], n["level"], n["field"], n["text"]) for n in self._call("notices")]

    @property
    def meshes(self):
        """All meshes where they are now."""
        return [Mesh(m["body"], m["name"], m["vertices"], m["triangles"]) for m in self._call("meshes")]

    @property
    def series(self):
        """The samples of the run, as charts show them."""
        return Series(self._call("series"))

    def step(self, n=1, *, every=None, call=None):
        """Make n steps, whatever the scene says of its end.

        With call, call(run) is called after each so many steps (every, 1 if left out) and after the last.
        """
        if call is None:
            if n > 0:
                self._march("step", steps=int(n))
            return
        done, every = 0, int(every or 1)
        while done < n:
            part = min(every, n - done)
            self._march("step", steps=part)
            done += part
            call(self)

    def until(self, goal=None, *, when=None, progress=False):
        """Make steps until a time [s], a condition, or the scene's own end.

        goal -- a time, or a condition such as "contacts == 0 && time > 1"; without it the scene's end
        when -- a condition that ends the steps before the time is reached
        progress -- show a bar, if tqdm is installed

        A condition that holds already ends it at once. run.stopped says what ended the steps before the
        goal. Ctrl+C stops them: the run stays where it is then, and can go on.
        """
        if isinstance(goal, str):
            goal, when = None, goal if when is None else "(%s) || (%s)" % (goal, when)
        asked = {"when": when} if when else {}
        if goal is None and not when:
            goal = self.end or None
        if goal is not None:
            asked["time"] = float(goal)
        bar = _bar(goal - self.time) if progress and goal is not None else None
        if bar is None:
            self.stopped = self._march("until", **asked).get("stopped", "")
            return
        with bar:
            begin, parts = self.time, 100
            for i in range(1, parts + 1):
                before = self.time
                asked["time"] = goal if i == parts else begin + (goal - begin) * i / parts
                if asked["time"] > before:
                    self.stopped = self._march("until", **asked).get("stopped", "")
                bar.update(self.time - before)
                if self.stopped:
                    return

    def __getitem__(self, path):
        """Return a setting: a number, a word, or an array of three numbers."""
        try:
            value = self._call("get", path=path)["value"]
        except Error as e:
            raise KeyError(str(e)) from None
        return np.array(value) if isinstance(value, list) else value

    def __setitem__(self, path, value):
        """Change a setting from the next step on, as an edit that undo() takes back."""
        self._change("set", set=_settings({path: value}))

    @property
    def settings(self):
        """All settings that can be changed as it runs, by path."""
        return self._call("get")["values"]

    def edit(self, kind, **values):
        """Make any edit that run files can hold, with its values as there: edit("SetSeed", Seed=3)."""
        self._change("edit", kind=kind, **{"with": values})

    def set_velocity(self, bodies, velocity=None, spin=None):
        """Give bodies that forces move another velocity, as edits: one for each body.

        bodies -- number, numbers, or a mask of all bodies
        velocity -- (3,) or (n, 3) [m/s], half a step older than the position; spin -- (3,) or (n, 3), about the global
            axes [rad/s]. What is left out stays
        """
        read = self.bodies.read("id", "velocity", "spin")
        chosen = np.atleast_1d(np.asarray(bodies))
        if chosen.dtype != bool:
            unknown = chosen[~np.isin(chosen, read["id"])]
            if len(unknown):
                raise Error("there is no body %s" % unknown[0])
        where = np.flatnonzero(chosen) if chosen.dtype == bool else np.searchsorted(read["id"], chosen)
        new = {}
        for name, given in (("velocity", velocity), ("spin", spin)):
            now = read[name][where]
            new[name] = now if given is None else np.broadcast_to(np.asarray(given, float), now.shape)
        edits = [
            ("edit", {"world": self._world, "kind": "SetVelocity",
                      "with": {"Body": int(number), "Velocity": _xyz(v), "Spin": _xyz(s)}})
            for number, v, s in zip(read["id"][where], new["velocity"], new["spin"])
        ]
        self._forget()
        for i in range(0, len(edits), _TOGETHER):
            self._status = self._server.calls(edits[i : i + _TOGETHER])[-1]

    @property
    def motions(self):
        """The key frames of motions, by name: lists of Key. Times count from the beginning of the motion [s]."""
        return {m["name"]: [_key(k) for k in m["keys"]] for m in self._call("motions")}

    def add_key(self, motion, time, position, orientation=(1, 0, 0, 0)):
        """Add a key frame to a motion, or replace the one at that time.

        motion -- its name; time -- since the motion began [s]
        position -- (3,) [m]; orientation -- (4,), w first
        """
        self.edit("AddMotionKey", Motion=self._motion(motion), To=_written(Key(time, position, orientation)))

    def remove_key(self, motion, time):
        """Remove the key frame of a motion at a time [s]; the last one stays."""
        self.edit("RemoveMotionKey", Motion=self._motion(motion), Time=float(time))

    def _motion(self, name):
        if self._indices is None:
            self._indices = {m["name"]: m["index"] for m in self._call("motions")}
        if name not in self._indices:
            raise KeyError("there is no motion %r with key frames" % name)
        return self._indices[name]

    def undo(self):
        """Take the last edit back, and return what that was; None if there is none."""
        return self._change("undo")["text"] or None

    def redo(self):
        """Make the edit again that was taken back last, and return what that was; None if there is none."""
        return self._change("redo")["text"] or None

    def at(self, time=None, *, step=None):
        """Go to a moment of the run that was computed already, by time [s] or by step, with the bits it had.

        What is changed there begins another track of the run; the old one stays in the run file.
        """
        self._change("at", **({"time": float(time)} if step is None else {"step": int(step)}))
        return self

    def fork(self):
        """Return a copy of the run, which goes on by itself; its past begins here."""
        status = self._call("fork")
        status.update(title=self.title, scene=self.scene, seed=self.seed, end=self.end)
        return Run(self._server, status)

    def save(self, path, *, moment=False):
        """Write a file, by the ending of its name.

        .tumble -- the run with its past and its edits, which the window opens and tumble check repeats;
            with moment the present moment alone
        .yaml -- the scene with its edits
        others -- the present state: .json, .vtp and what else tumble run --state writes
        """
        path = os.path.abspath(os.fspath(path))
        end = os.path.splitext(path)[1].lower()
        what = {".tumble": "moment" if moment else "run", ".yaml": "scene", ".yml": "scene"}.get(end, "state")
        self._call("save", what=what, path=path)

    def shot(self, width=1280, height=720):
        """Return a picture of the present state, which notebooks show."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "shot.png")
            self._call("shot", path=path, width=int(width), height=int(height))
            with open(path, "rb") as f:
                return Picture(f.read())

    def record(self, path, *arguments):
        """Write a video of the run since its beginning, as tumble record does with these arguments.

        path -- .mp4, .webm, .gif, .avi or .png with a number such as %04d; arguments -- "--speed", "0.5", ...
        """
        self._with_program("record", path, arguments)

    def replay(self, *arguments):
        """Return the run since its beginning as a page that plays it in 3D, which notebooks show.

        arguments -- as tumble replay takes them: "--every", "0.01s", ...
        """
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "replay.html")
            self._with_program("replay", path, arguments)
            with open(path, encoding="utf-8") as f:
                return Page(f.read())

    def _with_program(self, command, path, arguments):
        """Have a command of the program write a file of the run."""
        with tempfile.TemporaryDirectory() as folder:
            saved = os.path.join(folder, "run.tumble")
            self.save(saved)
            done = subprocess.run(
                [self._server.program, command, saved, "-o", os.path.abspath(os.fspath(path)), "--quiet", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
        if done.returncode:
            raise Error(done.stderr.decode("utf-8", "replace").strip())

    def show(self):
        """Open the run in a window, paused where it is; this run goes on by itself."""
        folder = tempfile.mkdtemp(prefix="tumble-")
        path = os.path.join(folder, "run.tumble")
        self.save(path)
        return subprocess.Popen([self._server.program, path], stdin=subprocess.DEVNULL, start_new_session=True)


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
        raise Error("no window waits for a notebook: start one with --listen, or choose Connect a notebook in it (Ctrl+K)")
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

    @property
    def selection(self):
        """The numbers of the selected bodies: (n,) int64. It can be set, to a mask or to numbers."""
        return np.array(self._call("sight")["bodies"], dtype=np.int64)

    @selection.setter
    def selection(self, bodies):
        chosen = np.atleast_1d(np.asarray(bodies))
        if chosen.dtype == bool:
            chosen = self.bodies.id[chosen]
        self._call("select", numbers=[int(x) for x in chosen])

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


class _Arrays:
    """Arrays of a run, read when they are asked for first and kept until the run changes."""

    _method = ""

    def __init__(self, run):
        self._run = weakref.proxy(run)
        self._kept = {}  # arrays that were read since the last steps
        self._brought = {}  # arrays that came with the last steps, and were not read yet

    def __getitem__(self, name):
        """Return an array by its name in the tables of the manual."""
        return self.read(name)[name]

    def read(self, *names):
        """Return several arrays of the same moment in one request, by name; all without names."""
        if self._run._lives:
            self._kept.clear()
        for name in names:
            if name in self._brought:
                self._keep(name, self._brought.pop(name))
        missing = [n for n in names if n not in self._kept]
        if missing or not names:
            got = self._run._call(self._method, **({"arrays": missing} if names else {}))
            for name, value in got.items():
                self._keep(name, value)
            names = names or list(got)
        return {n: self._kept[n] for n in names}

    def _keep(self, name, value):
        self._kept[name] = np.array(value, dtype=str) if isinstance(value, list) else value

    def pandas(self):
        """Return all arrays as a table of pandas, with a column for each component: position.x."""
        import pandas

        columns = {}
        for name, array in self.read().items():
            if array.ndim == 1:
                columns[name] = array
            else:
                for i, part in enumerate("xyz" if array.shape[1] == 3 else "wxyz"):
                    columns[name + "." + part] = array[:, i]
        return pandas.DataFrame(columns)


def _array(name, text):
    return property(lambda self: self[name], doc=text)


class Bodies(_Arrays):
    """All bodies of a run, in the order of their numbers. Arrays cannot be written to."""

    _method = "bodies"

    def __len__(self):
        return self._run._now()["bodies"]

    id = _array("id", "Number of each body, unique in the run: (n,) int64.")
    position = _array("position", "Centre of mass or, without mass, the pivot [m]: (n, 3).")
    orientation = _array("orientation", "Quaternion w, x, y, z of the principal axes: (n, 4).")
    velocity = _array("velocity", "Velocity, half a step older than the position [m/s]: (n, 3).")
    spin = _array("spin", "Angular velocity about the global axes [rad/s]: (n, 3).")
    force = _array("force", "Force of gravity and contacts, with which the last step began [N]: (n, 3).")
    torque = _array("torque", "Torque about the centre of mass, like force [N·m]: (n, 3).")
    mass = _array("mass", "Mass, 0 for walls and meshes [kg]: (n,).")
    inertia = _array("inertia", "Moments of inertia about the principal axes [kg·m²]: (n, 3).")
    radius = _array("radius", "Radius of the first shape, 0 for flat ones [m]: (n,).")
    shaft = _array("shaft", "Length of the segment of a capsule [m]: (n,).")
    name = _array("name", "Name in the scene; may be empty: (n,) str.")
    kind = _array("kind", "dynamic, kinematic or static: (n,) str.")
    material = _array("material", "Name of the material of the first shape: (n,) str.")

    def where(self, expression):
        """Return which bodies an expression finds, as a mask (n,) bool: "z > 0.1 && contacts == 0"."""
        return np.isin(self.id, self._run._call("find", where=expression)["id"])


class Contacts(_Arrays):
    """All contacts of the last step. Arrays cannot be written to."""

    _method = "contacts"

    def __len__(self):
        return self._run._now()["contacts"]

    body_a = _array("bodyA", "Number of the first body: (n,) int64.")
    body_b = _array("bodyB", "Number of the second body: (n,) int64.")
    shape_a = _array("shapeA", "Number of the shape in the first body: (n,) int64.")
    shape_b = _array("shapeB", "Number of the shape in the second body: (n,) int64.")
    point = _array("point", "Contact point [m]: (n, 3).")
    normal = _array("normal", "Unit vector from the first to the second body: (n, 3).")
    overlap = _array("overlap", "Overlap, positive [m]: (n,).")
    force = _array("force", "Force on the first body [N]: (n, 3).")
    torque = _array("torque", "Torque on the first body, about the point [N·m]: (n, 3).")
    normal_force = _array("normalForce", "Normal force, positive in compression [N]: (n,).")
    shear_force = _array("shearForce", "Size of the tangential force [N]: (n,).")

    @property
    def sliding(self):
        """Whether each contact slides: (n,) bool."""
        return self["sliding"].astype(bool)


class Series:
    """The samples of a run: series["time"] is an array with a number for each sample."""

    def __init__(self, got):
        self.names = [c["name"] for c in got["columns"]]
        self.units = {c["name"]: c.get("unit", "") for c in got["columns"]}
        self.values = got["values"]
        """(samples, columns)"""

    def __getitem__(self, name):
        if name not in self.names:
            raise KeyError("there is no column %r (there are %s)" % (name, ", ".join(self.names)))
        return self.values[:, self.names.index(name)]

    def __len__(self):
        return len(self.values)

    def pandas(self):
        """Return the samples as a table of pandas."""
        import pandas

        return pandas.DataFrame(self.values, columns=self.names)


class Picture:
    """A picture as PNG, which notebooks show."""

    def __init__(self, png):
        self.png = png

    def _repr_png_(self):
        return self.png

    def save(self, path):
        """Write the picture into a file."""
        with open(path, "wb") as f:
            f.write(self.png)


class Page:
    """A page as HTML, which notebooks show."""

    def __init__(self, html):
        self.html = html

    def _repr_html_(self):
        return '<iframe style="width:100%%;height:500px;border:0" srcdoc="%s"></iframe>' % html.escape(self.html)

    def save(self, path):
        """Write the page into a file."""
        with open(path, "w", encoding="utf-8") as f:
            f.write(self.html)


def _plain(value):
    """Return a value of numpy as JSON can hold it."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError("a setting must be a number, a word or a list, got %r" % type(value).__name__)


def _settings(values):
    """Return settings as PATH=VALUE."""
    return [
        "%s=%s" % (path, value if isinstance(value, str) else json.dumps(value, default=_plain))
        for path, value in values.items()
    ]


def _key(k):
    p, q = k["Position"], k["Orientation"]
    return Key(k["Time"], np.array([p["X"], p["Y"], p["Z"]]), np.array([q["W"], q["X"], q["Y"], q["Z"]]))


def _xyz(v):
    """Return three numbers as run files hold them."""
    return {"X": float(v[0]), "Y": float(v[1]), "Z": float(v[2])}


def _written(key):
    """Return a key frame as run files hold it."""
    q = [float(x) for x in key.orientation]
    return {
        "Time": float(key.time),
        "Position": _xyz(key.position),
        "Orientation": {"W": q[0], "X": q[1], "Y": q[2], "Z": q[3]},
    }


def _bar(span):
    """Return a progress bar over simulated time, or None without tqdm."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=span, unit="s", bar_format="{l_bar}{bar}| {n:.4g}/{total:.4g} s [{elapsed}<{remaining}]")
