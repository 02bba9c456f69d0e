"""Runs: worlds that are stepped, read and changed."""

import json
import os
import shutil
import subprocess
import tempfile
import threading
import weakref
from collections import namedtuple

import numpy as np

from ._arrays import Bodies, Contacts, Memory, Page, Picture, Series, Table
from ._server import Error, carry_out, shared

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


def load(scene, *, seed=0, set=None, at=None, workers=0, allow_read=(), regions=(), planes=(),
         surfaces=(), server=None):
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
    planes -- to count crossings at, besides those of the scene, as ["mouth=disc/0,0,0.05/0,0,-1/0.02"]; their numbers
        are in the series, as run.series["through mouth mass"]
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
        "planes": list(planes),
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


_BODIES = 2000  # bodies in a request: it may have 100,000 values
_TOGETHER = 500  # requests that are sent at once; fewer than a world lets wait


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
        self._memories = Memory(), Memory()  # of the arrays of bodies and contacts
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
            bodies, contacts = self._memories
            params.update(bodies=sorted(bodies.kept), contacts=sorted(contacts.kept))
        read = self._change(method, **params).pop("read", None)
        if read:
            for memory, name in zip(self._memories, ("bodies", "contacts")):
                memory.brought = read[name]
        return self._status

    def _forget(self):
        self._status = None
        for memory in self._memories:
            memory.forget()

    def _now(self):
        if self._status is None or self._lives:
            self._status = self._call("status")
        return self._status

    @property
    def bodies(self):
        """All bodies, as arrays."""
        return Bodies(self, self._memories[0])

    @property
    def contacts(self):
        """All contacts of the last step, as arrays."""
        return Contacts(self, self._memories[1])

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
    def times(self):
        """How long each body was in each region with #time [s]: arrays by the name of the region.

        They are in the order of run.bodies; NaN for bodies that forces do not move.
        """
        return self._call("times")

    def follow_collisions(self, on=True):
        """Follow collisions from now on, in every step, or no longer: see collisions."""
        self._call("followCollisions", off=not on)

    @property
    def collisions(self):
        """The collisions that have ended since follow_collisions(): a table of arrays, as --collisions writes it.

        run.collisions["normal energy lost"] is a column; run.collisions.pandas() a table of pandas. Going back begins
        anew.
        """
        return Table(self._call("collisions"))

    def field(self, field):
        """Return fields of this moment by coarse-graining, a dict of arrays: density, velocity, stress and others.

        field -- name of a field of the scene, or a box with its cells, a kernel and its width:
            "bed=box/0,0,0/0.1,0.1,0.04#20x20x8#gaussian/0.005"

        The arrays x, y and z have the centres of the cells along each axis [m]; numbers are (z, y, x), vectors and
        tensors (xx, yy, zz, yz, xz, xy) have their components last.
        """
        return self._call("field", field=field)

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
        with self._server.interrupts:
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
        chosen = self._chosen(bodies)
        unknown = chosen[~np.isin(chosen, read["id"])]
        if len(unknown):
            raise Error("there is no body %s" % unknown[0])
        where = np.searchsorted(read["id"], chosen)
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

    def _chosen(self, bodies):
        """Return the numbers of bodies, given as a number, numbers, or a mask of all bodies."""
        chosen = np.atleast_1d(np.asarray(bodies))
        if chosen.dtype == bool:
            return self.bodies.id[chosen]
        if chosen.size and not np.issubdtype(chosen.dtype, np.integer):
            raise TypeError("bodies must be whole numbers or a mask, got %s" % chosen.dtype)
        return chosen.astype(np.int64)

    def add(
        self, position, radius, *, shaft=0.0, orientation=(1, 0, 0, 0), velocity=0.0, spin=0.0, material="", name=""
    ):
        """Add spheres and capsules that forces move, as an edit for each 2,000 of them, and return their numbers (n,).

        position -- of their centres, (3,) or (n, 3) [m]; radius -- a number or (n,) [m]
        shaft -- length of the segments of capsules, a number or (n,) [m]; 0 makes spheres
        orientation -- (4,) or (n, 4), w first; the segment of a capsule lies along its x
        velocity -- (3,) or (n, 3), half a step older than the position [m/s]; spin -- likewise [rad/s]
        material -- name of a material or (n,) names; the first material if empty; name -- of the bodies

        A body that would overlap another one by more than a tenth of the smaller radius is refused, with all of its
        edit. Undo removes them again.
        """
        position = np.atleast_2d(np.asarray(position, float))
        n = len(position)
        columns = {"position": (position, (n, 3)), "velocity": (velocity, (n, 3)), "spin": (spin, (n, 3)),
                   "orientation": (orientation, (n, 4)), "radius": (radius, (n,)), "shaft": (shaft, (n,))}
        for column, (values, shape) in columns.items():
            columns[column] = np.broadcast_to(np.asarray(values, float), shape)
            if not np.isfinite(columns[column]).all():
                raise ValueError("%s must be finite numbers" % column)
        words = [np.broadcast_to(np.asarray(values, str), (n,)) for values in (material, name)]
        bodies = [_body(*row) for row in zip(*columns.values(), *words)]
        numbers = []
        for i in range(0, n, _BODIES):
            numbers += self._change("add", bodies=bodies[i : i + _BODIES]).pop("numbers")
        return np.array(numbers, dtype=np.int64)

    def remove(self, bodies):
        """Remove bodies that forces move, with their contacts, as an edit for each 10,000 of them.

        bodies -- number, numbers, or a mask of all bodies

        Undo adds spheres, capsules and clumps again, with their numbers; their contacts and ages begin anew.
        """
        chosen = [int(x) for x in self._chosen(bodies)]
        for i in range(0, len(chosen), 5 * _BODIES):
            self.edit("RemoveBodies", Bodies=chosen[i : i + 5 * _BODIES])

    def impose(self, body, velocity=(0, 0, 0), spin=(0, 0, 0), *, about=None):
        """Let a body that forces do not move go on with a constant velocity, in the place of the motion that it has.

        body -- its number or name: a mesh, a wall, or a body whose degrees of freedom are all blocked
        velocity -- (3,) [m/s]; spin -- (3,), about the global axes [rad/s]
        about -- point about which it turns, (3,) [m], which moves with the velocity; its centre without it

        It holds until the next impose() or free(); zeros hold the body where it is.
        """
        number, at = self._number(body), np.zeros(3)
        if about is not None:
            at = np.asarray(about, float) - self.bodies.position[self.bodies.id == number][0]
        self.edit("Impose", Body=number, Velocity=_xyz(velocity), Spin=_xyz(spin), At=_xyz(at))

    def free(self, body):
        """End what impose() began: the body goes on along its own motion from where it is, or stays there."""
        self.edit("Impose", Body=self._number(body), Off=True)

    def push(self, body, force=(0, 0, 0), torque=(0, 0, 0), *, duration=None):
        """Put a force and a torque on a body that forces move, beside all others.

        body -- its number or name
        force -- (3,) [N]; torque -- (3,), about its centre of mass [N·m]
        duration -- how long [s]; until the next push() without it. Zeros end it
        """
        given = {"Force": _xyz(force), "Torque": _xyz(torque), "Duration": float(duration or 0)}
        self.edit("Push", Body=self._number(body), **given)

    def _number(self, body):
        """Return the number of a body, given as a number or a name."""
        if not isinstance(body, str):
            return int(body)
        found = self.bodies.id[self.bodies.name == body]
        if len(found) != 1:
            raise KeyError("there are %d bodies called %r: give the number of one" % (len(found), body))
        return int(found[0])

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
        """Return a copy of the run with its past, which goes on by itself."""
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
        return self._picture(width=int(width), height=int(height))

    def _picture(self, **size):
        with self._server.folder() as folder:
            path = os.path.join(folder, "shot.png")
            self._call("shot", path=path, **size)
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
        with self._server.folder() as folder:
            path = os.path.join(folder, "replay.html")
            self._with_program("replay", path, arguments)
            with open(path, encoding="utf-8") as f:
                return Page(f.read())

    def _with_program(self, command, path, arguments):
        """Have a command of the program write a file of the run."""
        with self._server.folder() as folder:
            saved = os.path.join(folder, "run.tumble")
            self.save(saved)
            line = [self._server.program, command, saved, "-o", os.path.abspath(os.fspath(path))]
            carry_out(line + ["--quiet", "--while-input"] + list(arguments))

    def show(self):
        """Open the run in a window, paused where it is; this run goes on by itself.

        Return the process of the window, which may outlive this one.
        """
        folder = tempfile.mkdtemp(prefix="tumble-")
        path = os.path.join(folder, "run.tumble")
        self.save(path)
        window = subprocess.Popen([self._server.program, path], stdin=subprocess.DEVNULL, start_new_session=True)
        threading.Thread(target=_tidy, args=(window, folder), daemon=True).start()
        return window


def _tidy(window, folder):
    """Remove a folder once a window is closed that was opened on what is in it."""
    window.wait()
    shutil.rmtree(folder, ignore_errors=True)


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


def _body(position, velocity, spin, orientation, radius, shaft, material, name):
    """Return a body as run files hold it."""
    shape = {"Radius": float(radius)}
    if shaft:
        shape["Shaft"] = float(shaft)
    if material:
        shape["Material"] = str(material)
    body = {"Position": _xyz(position), "Shapes": [shape]}
    if name:
        body["Name"] = str(name)
    for key, vector in (("Velocity", velocity), ("Spin", spin)):
        if vector.any():
            body[key] = _xyz(vector)
    if (orientation != (1, 0, 0, 0)).any():
        body["Orientation"] = _wxyz(orientation)
    return body


def _wxyz(q):
    """Return a rotation as run files hold it."""
    return {"W": float(q[0]), "X": float(q[1]), "Y": float(q[2]), "Z": float(q[3])}


def _written(key):
    """Return a key frame as run files hold it."""
    return {"Time": float(key.time), "Position": _xyz(key.position), "Orientation": _wxyz(key.orientation)}


def _bar(span):
    """Return a progress bar over simulated time, or None without tqdm."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=span, unit="s", bar_format="{l_bar}{bar}| {n:.4g}/{total:.4g} s [{elapsed}<{remaining}]")
