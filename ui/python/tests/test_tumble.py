"""Tests of the package tumble, with the program that TUMBLE names: python3 -m pytest ui/python/tests."""

import csv
import json
import os
import random
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from unittest import mock

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

PACKAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")

import tumble  # noqa: E402
import tumble.gym  # noqa: E402

BALL = {
    "title": "a ball",
    "gravity": [0, 0, -10],
    "end": 1,
    "materials": [{"name": "m"}],
    "bodies": [{"name": "ball", "position": [1, 2, 3], "velocity": [4, 5, 6], "sphere": {"radius": 0.5}}],
}


def tumble_run(*args):
    """Return what the command line says of a run."""
    done = subprocess.run([tumble.find_program(), "run", *args, "--json"], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


class SameBits(unittest.TestCase):
    """A run has the bits of tumble run, however it is stepped and whatever is read."""

    END = 0.1

    @classmethod
    def setUpClass(cls):
        cls.want = tumble_run("bottle", "--until", "0.1s")["hash"]

    def test_by_one(self):
        with tumble.load("bottle") as run:
            while run.time < self.END - 1e-9:
                run.step()
                if run.steps % 50 == 0:
                    self.assertEqual(run.bodies.position.shape, (len(run.bodies), 3))
                    self.assertTrue(np.isfinite(run.energy.kinetic))
            self.assertEqual(run.hash, self.want)
            last = run.steps
            run.at(0.04)
            self.assertLess(run.time, 0.041)
            run.until(self.END)
            self.assertEqual((run.hash, run.steps), (self.want, last))
            self.assertEqual(run.fork().hash, self.want)
        with tumble.load("bottle") as run:
            run.step(last // 1000 * 1000, every=1000, call=lambda r: r.bodies.read("force", "torque"))
            run.step(last - run.steps)
            self.assertEqual(run.hash, self.want)

    def test_batch(self):
        jobs = [{"scene": "bottle", "seed": seed} for seed in (0, 1, 0, 1)]
        got = dict(tumble.batch(jobs, until=0.02, workers=2))
        self.assertEqual((got[0], got[1]), (got[2], got[3]))
        self.assertEqual(got[0], tumble_run("bottle", "--until", "0.02s")["hash"])
        broken = dict(tumble.batch(["none", "box"], until=0.001))
        self.assertIsInstance(broken[0], tumble.Error)
        self.assertIsInstance(broken[1], str)


class Sweeps(unittest.TestCase):
    """A sweep is that of the command, with the bits of the runs one by one, and goes on where it was."""

    def test_sweep(self):
        mu = [0.1, 0.4]
        with tempfile.TemporaryDirectory() as folder:
            table = {"materials.pill.tanPhi": np.array(mu), "seed": [3, 4]}
            got = tumble.sweep("bottle", table, folder=folder, until=0.02, arguments=["--every", "5ms"])
            self.assertEqual((len(got), got.units["kinetic energy"]), (2, "J"))
            np.testing.assert_array_equal(got["materials.pill.tanPhi"], mu)
            for i, seed in enumerate((3, 4)):
                alone = tumble_run(
                    "bottle", "--until", "20ms", "--seed", str(seed), "--set", "materials.pill.tanPhi=%r" % mu[i])
                self.assertEqual(got["hash"][i], alone["hash"])
            series = got.series(2)
            self.assertEqual(len(series), 5)
            self.assertEqual(series["kinetic energy"][-1], got["kinetic energy"][1])
            done = os.stat(os.path.join(folder, "row-0001", "result.json")).st_mtime_ns
            again = tumble.sweep("bottle", table, folder=folder, until=0.02, arguments=["--every", "5ms"])
            np.testing.assert_array_equal(again["hash"], got["hash"])
            self.assertEqual(os.stat(os.path.join(folder, "row-0001", "result.json")).st_mtime_ns, done)

    def test_sample(self):
        with tempfile.TemporaryDirectory() as folder:
            got = tumble.sweep(BALL, folder=folder, sample="lhs", n=3, ranges={"damping": (0, 0.5)}, until=0.01, seed=1)
            self.assertEqual(len(got), 3)
            self.assertTrue(((got["damping"] >= 0) & (got["damping"] <= 0.5)).all())
            self.assertEqual(len(set(got["hash"])), 3)

    def test_errors(self):
        with tempfile.TemporaryDirectory() as folder:
            for text, given in (
                ("either a table or a sample", {}),
                ("equally long", {"table": {"damping": [0], "seed": [1, 2]}}),
                ('"dampin"', {"table": {"dampin": [0]}}),
                ("--colour", {"table": {"damping": [0]}, "arguments": ["--colour"]}),
            ):
                with self.assertRaisesRegex(tumble.Error, text):
                    tumble.sweep("bottle", folder=folder, until=0.001, **given)

    def test_interrupt(self):
        with tempfile.TemporaryDirectory() as folder:
            threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
            began = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                tumble.sweep("drum", {"seed": [1]}, folder=folder)
            self.assertLess(time.monotonic() - began, 30)

    def test_python_is_killed(self):
        code = (
            "import sys, tumble; "
            "tumble.sweep('drum', {'seed': [1]}, folder=sys.argv[1])"
        )
        with tempfile.TemporaryDirectory() as folder:
            client = subprocess.Popen([sys.executable, "-c", code, folder], env=dict(os.environ, PYTHONPATH=PACKAGE))
            for _ in range(100):
                if _processes(folder) > 1:
                    break
                time.sleep(0.1)
            client.kill()
            client.wait()
            for _ in range(200):
                if _processes(folder) == 0:
                    return
                time.sleep(0.1)
            self.fail("the sweep outlives its client")


class Tables(unittest.TestCase):
    """What is read goes into tables of pandas."""

    def test_pandas(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("there is no pandas (Debian: python3-pandas)")
        with tumble.load("bottle") as run, tempfile.TemporaryDirectory() as folder:
            run.until("contacts > 2", when="time > 1")
            bodies, contacts, series = run.bodies.pandas(), run.contacts.pandas(), run.series.pandas()
            self.assertEqual((len(bodies), len(contacts)), (len(run.bodies), len(run.contacts)))
            self.assertEqual(len(series), len(run.series))
            np.testing.assert_array_equal(bodies["position.z"], run.bodies.position[:, 2])
            np.testing.assert_array_equal(bodies["orientation.w"], run.bodies.orientation[:, 0])
            np.testing.assert_array_equal(bodies["name"], run.bodies.name)
            np.testing.assert_array_equal(contacts["force.x"], run.contacts.force[:, 0])
            np.testing.assert_array_equal(series["kinetic energy"], run.series["kinetic energy"])
            swept = tumble.sweep("bottle", bodies.iloc[:2][["mass"]].rename(columns={"mass": "damping"}),
                                 folder=folder, until=0.001).pandas()
            self.assertEqual((len(swept), swept["hash"].map(len).tolist()), (2, [16, 16]))


class Runs(unittest.TestCase):
    """What is read is the state, and what is changed is in the journal."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_arrays(self):
        with tumble.load("bottle") as run:
            run.until("contacts > 2", when="time > 1")
            run.save(self.path("state.json"))
            with open(self.path("state.json"), encoding="utf-8") as f:
                state = json.load(f)
            for name in ("id", "position", "orientation", "velocity", "spin", "force", "torque", "mass", "age", "name"):
                np.testing.assert_array_equal(run.bodies[name], [b[name] for b in state["bodies"]], name)
            for name in ("bodyA", "point", "normal", "overlap", "force", "normalForce"):
                np.testing.assert_array_equal(run.contacts[name], [c[name] for c in state["contacts"]], name)
            self.assertEqual(state["hash"], run.hash)
            z = run.bodies.position[:, 2]
            np.testing.assert_array_equal(run.bodies.where("z > 0.1"), z > 0.1)
            with self.assertRaises(ValueError):
                run.bodies.position[0] = 0
            mesh = run.meshes[0]
            self.assertEqual((mesh.name, mesh.vertices.shape[1], mesh.triangles.shape[1]), ("bottle", 3, 3))
            self.assertTrue((mesh.triangles < len(mesh.vertices)).all())
            self.assertEqual(len(run.series["time"]), len(run.series))

    def test_regions(self):
        with tumble.load(BALL, regions=["all=sphere/0,0,0/100", "none=box/50,50,50/51,51,51"]) as run:
            run.until("region(all, velocity_z) < 5.8")
            self.assertLess(abs(run.time - 0.02), 1e-3)
            run.until(0.1)
            mass = 4 / 3 * np.pi * 0.5**3 * 2600
            density = run.bodies.mass[0] / mass  # over that of the default material
            np.testing.assert_allclose(run.series["in all mass"], mass * density, rtol=1e-12)
            self.assertTrue(np.isnan(run.series["in none velocity x"]).all())
            with self.assertRaisesRegex(tumble.Error, "there is no region \"nowhere\""):
                run.until("region(nowhere, mass) > 1")
        with self.assertRaisesRegex(tumble.Error, "regions: region a: its volume must be > 0"):
            tumble.load(BALL, regions=["a=sphere/0,0,0/0"])

    def test_fields(self):
        text = "a=box/-9,-9,-9/9,9,9#8x9x10#lucy/1"
        with tumble.load(dict(BALL, fields=[text])) as run:
            field = run.field("a")
            self.assertEqual((field["density"].shape, field["stress"].shape), ((10, 9, 8), (10, 9, 8, 6)))
            cell = np.prod([field[k][1] - field[k][0] for k in "xyz"])
            mass, velocity = run.bodies.mass, run.bodies.velocity
            np.testing.assert_allclose(field["density"].sum() * cell, mass.sum(), rtol=1e-12)
            momentum = field["momentum"].sum(axis=(0, 1, 2)) * cell
            np.testing.assert_allclose(momentum, mass @ velocity, rtol=1e-12, atol=1e-9)
            np.testing.assert_array_equal(run.field(text)["density"], field["density"])
            with self.assertRaisesRegex(tumble.Error, "must be NAME=box"):
                run.field("b")

    def test_tallies(self):
        regions = ["all=box/-99,-99,-99/99,99,99#time#power", "low=box/-1,-1,-1/1,1,0.04#time"]
        planes = ["mouth=disc/0,0,0.04/0,0,-1/0.2"]
        with tumble.load("box", regions=regions, planes=planes) as run:
            run.until(0.15, when="through(mouth, forward_bodies) >= 3")
            free = run.bodies.kind == "dynamic"
            np.testing.assert_array_equal(np.isnan(run.times["low"]), ~free)
            np.testing.assert_allclose(run.times["all"][free].max(), run.time, rtol=1e-12)
            low = run.times["low"][free]
            self.assertTrue(0 <= low.min() < low.max() <= run.time * (1 + 1e-12))
            self.assertGreaterEqual(run.series["through mouth forward bodies"][-1], 1)
            lost, s = run.series["in all dissipated energy"], run.series
            heat = s["friction"] + s["viscous"] + s["rolling"] + s["adhesion"]
            np.testing.assert_allclose(lost, heat, rtol=1e-12, atol=1e-15)

    def test_collisions(self):
        with tumble.load("box") as run:
            with self.assertRaisesRegex(tumble.Error, "are not followed"):
                run.collisions
            run.follow_collisions()
            run.until(0.1)
            hits = run.collisions
            n = len(hits["time"])
            self.assertGreater(n, 5)
            self.assertTrue((hits["duration"] > 0).all() and (hits["time"] + hits["duration"] <= run.time).all())
            self.assertEqual(len(hits.pandas()), n)
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "hits.csv")
                tumble_run("box", "--until", "0.1s", "--collisions", path)
                with open(path) as table:
                    lines = list(csv.DictReader(table))
            self.assertEqual(len(lines), n)
            np.testing.assert_array_equal(
                [float(k["normal energy lost [J]"]) for k in lines], hits["normal energy lost"])
            self.assertEqual([k["material A"] for k in lines], list(hits["material A"]))

    def test_surfaces(self):
        floor = {"name": "floor", "wall": {"axis": "z", "position": 2.4, "sense": 1}}
        bounces = dict(BALL, bodies=[*BALL["bodies"], floor])
        with tumble.load(bounces, surfaces=["floor=@floor", "ball=@ball"]) as run:
            run.until("surface(floor, hits) > 0.5 && touches == 0")
            push, time = run.series["on ball force z"], run.series["time"]
            self.assertTrue(np.isnan(push[0]))  # there is no sample before
            impulse = run.series["on ball impulse z"][-1]
            np.testing.assert_allclose(np.sum(push[1:] * np.diff(time)), impulse, rtol=1e-12)
            np.testing.assert_array_equal(run.series["on ball impulse z"], -run.series["on floor impulse z"])
        with self.assertRaisesRegex(tumble.Error, "surfaces: surface a: @nobody: must be names or numbers of bodies"):
            tumble.load(BALL, surfaces=["a=@nobody"])

    def test_edits(self):
        with tumble.load("bottle", seed=3, set={"materials.pill.tanPhi": 0.4}) as run:
            run.until(0.02)
            self.assertEqual(run["materials.pill.tanPhi"], 0.4)
            run["gravity"] = np.array([0, 1, -9])
            run["materials.pill.tanPhi"] = 0.1
            np.testing.assert_array_equal(run["gravity"], [0, 1, -9])
            self.assertIn("0.1", run.undo())
            self.assertEqual(run["materials.pill.tanPhi"], 0.4)
            self.assertIn("0.1", run.redo())
            run.add_key("pour", 0.1, [0, 0, 0.05])
            self.assertEqual(run.motions["pour"][1].time, 0.1)
            run.until(0.04)
            run.save(self.path("run.tumble"))
            check = subprocess.run([tumble.find_program(), "check", self.path("run.tumble")], stdout=subprocess.PIPE)
            self.assertIn(b"reproduced", check.stdout)
            self.assertIn(run.hash.encode(), check.stdout)
            with tumble.load(self.path("run.tumble")) as again:
                self.assertEqual(again.hash, run.hash)
                self.assertIsNotNone(again.undo())

    def test_velocities(self):
        with tumble.load("bottle") as run:
            run.until(0.02)
            moved = run.bodies.mass > 0
            before = run.bodies.velocity
            run.set_velocity(moved, velocity=[0, 0, 0.5])
            run.set_velocity(run.bodies.id[moved][0], spin=[0, 0, 9])
            np.testing.assert_array_equal(run.bodies.velocity[moved], np.tile([0, 0, 0.5], (moved.sum(), 1)))
            np.testing.assert_array_equal(run.bodies.spin[moved][0], [0, 0, 9])
            np.testing.assert_array_equal(run.bodies.velocity[~moved], before[~moved])
            self.assertIn("spin [0 0 9] \u2192 [0 0 0]", run.undo())
            np.testing.assert_array_equal(run.bodies.spin[moved][0], [0, 0, 0])
            run.redo()
            run.until(0.03)
            run.save(self.path("thrown.tumble"))
            check = subprocess.run([tumble.find_program(), "check", self.path("thrown.tumble")], stdout=subprocess.PIPE)
            self.assertIn(b"reproduced", check.stdout)
            self.assertIn(run.hash.encode(), check.stdout)
            for wrong, text in ((99, "there is no body 99"), (0, "is not moved by forces")):
                with self.assertRaisesRegex(tumble.Error, text):
                    run.set_velocity(wrong, velocity=[0, 0, 1])
            with self.assertRaises(ValueError):
                run.set_velocity(moved, velocity=[0, 1])

    def test_bodies_come_and_go(self):
        def checked(run, name):
            run.save(self.path(name))
            check = subprocess.run([tumble.find_program(), "check", self.path(name)], stdout=subprocess.PIPE)
            self.assertIn(b"reproduced", check.stdout)
            self.assertIn(run.hash.encode(), check.stdout)

        with tumble.load("bottle") as run:
            run.until(0.02)
            before, hashed = run.bodies.id, run.hash
            place = np.array([[0.3 + 0.01 * i, 0, 0.1] for i in range(5)])
            balls = run.add(place, 0.004, velocity=[0, 0, 1], material="pill", name="ball")
            rods = run.add(place + [0, 0.1, 0], [0.002] * 5, shaft=0.005, orientation=[0.6, 0, 0.8, 0], spin=[0, 0, 3])
            np.testing.assert_array_equal(run.bodies.id, [*before, *balls, *rods])
            new = run.bodies.name == "ball"
            np.testing.assert_array_equal(run.bodies.id[new], balls)
            np.testing.assert_array_equal(run.bodies.position[new], place)
            np.testing.assert_array_equal(run.bodies.velocity[new], np.tile([0, 0, 1], (5, 1)))
            np.testing.assert_array_equal(run.bodies.material[new], ["pill"] * 5)
            np.testing.assert_array_equal(run.bodies.shaft[-5:], [0.005] * 5)
            np.testing.assert_allclose(run.bodies.orientation[-5:], np.tile([0.6, 0, 0.8, 0], (5, 1)), atol=1e-15)
            np.testing.assert_array_equal(run.bodies.spin[-5:], np.tile([0, 0, 3], (5, 1)))
            run.until(0.04)
            n = len(run.bodies)
            run.remove((run.bodies.kind == "dynamic") & ~np.isin(run.bodies.id, [*balls, *rods]))
            self.assertEqual((run.bodies.mass > 0).sum(), 10)
            self.assertIn("undo: add", run.undo())
            self.assertEqual(len(run.bodies), n)
            self.assertIn("redo: remove", run.redo())
            run.remove(rods[0])
            run.until(0.05)
            here = run.hash
            checked(run, "come.tumble")
            self.assertEqual(run.at(0.02).hash, hashed)
            self.assertEqual((run.at(0.05).hash, len(run.fork().bodies)), (here, len(run.bodies)))
            with tumble.load(self.path("come.tumble")) as again:
                self.assertEqual(again.hash, here)
                self.assertIn("add body %d" % rods[0], again.undo())
            for call, text in (
                (lambda: run.add([0.3, 0, 0.5], 0.01, material="lead"), 'there is no material "lead"'),
                (lambda: run.add([[0.3, 0, 0.5]] * 2, 0.01), r"body \d+ \(body\) would overlap body \d+ \(body\)"),
                (lambda: run.add([0.3, 0, 0.5], -1), "radius must be > 0 m, got -1"),
                (lambda: run.add([1e300, 0, 0.5], 0.1), "position"),
                (lambda: run.remove(run.bodies.id[0]), "is not moved by forces, so it cannot be removed"),
                (lambda: run.remove(rods[0]), "there is no body %d" % rods[0]),
                (lambda: run.remove([balls[0]] * 2), "is named twice"),
            ):
                with self.assertRaisesRegex(tumble.Error, text):
                    call()
            for call in (lambda: run.add([0, np.nan, 0], 0.1), lambda: run.add([[0, 0, 0]], [0.1, 0.2])):
                self.assertRaises(ValueError, call)
            self.assertRaises(TypeError, lambda: run.remove(1.5))
            run.remove(run.bodies.id < 0)
            self.assertEqual(len(run.add(np.zeros((0, 3)), 0.1)), 0)
            self.assertEqual(run.hash, here)

        grid = np.stack(np.meshgrid(*[np.arange(17)] * 3), -1).reshape(-1, 3) * 0.02 + [5, 5, 5]
        with tumble.load(BALL) as run:
            self.assertEqual(len(run.add(grid, 0.01)), 17**3)
            run.step(20)
            checked(run, "grid.tumble")
            with tumble.load(BALL, workers=1) as other:
                other.add(grid, 0.01)
                other.step(20)
                self.assertEqual(other.hash, run.hash)

    @staticmethod
    def bottle(run):
        return run.bodies.position[run.bodies.name == "bottle"][0]

    def test_forks_have_a_past(self):
        with tumble.load("bottle") as run:
            run.until(0.02)
            then = run.hash
            run["damping"] = 0.1
            run.until(0.05)
            here, steps = run.hash, run.steps
            fork = run.fork()
            self.assertEqual((fork.hash, fork.steps, len(fork.series)), (here, steps, len(run.series)))
            self.assertEqual(fork.at(0.02).hash, then)
            self.assertEqual(fork.at(step=steps).hash, here)
            self.assertIn("damping", fork.undo())
            fork.until(0.06)
            fork.save(self.path("fork.tumble"))
            said = subprocess.check_output([tumble.find_program(), "check", self.path("fork.tumble")])
            self.assertIn(b"reproduced", said)
            self.assertIn(fork.hash.encode(), said)
            again = run.at(0.03).fork()  # of a moment of the past
            again["damping"] = 0.2
            again.until(0.05)
            self.assertNotEqual(again.hash, here)
            self.assertEqual(again.at(0.02).hash, then)
            self.assertEqual(run.at(step=steps).hash, here)

    def test_imposed(self):
        with tumble.load("bottle") as run:
            run.until(0.02)
            place = self.bottle(run)
            run.impose("bottle", velocity=[0, 0, 0.5])
            at = run.time
            run.until(0.06)
            risen = self.bottle(run) - place
            np.testing.assert_allclose(risen, [0, 0, 0.5 * (run.time - at)], atol=1e-6)  # the step's length changes
            run.impose("bottle", spin=[4, 0, 0], about=place)
            run.until(0.1)
            self.assertAlmostEqual(np.linalg.norm(self.bottle(run) - place), risen[2], places=12)
            self.assertIn("motion of body 1", run.undo())
            self.assertIn("motion of body 1", run.redo())
            pill = run.bodies.id[run.bodies.mass > 0][0]
            run.push(pill, force=[0, 0, 0.05], torque=[0, 1e-6, 0], duration=0.005)
            run.free("bottle")
            run.until(0.11)
            here = run.hash
            run.save(self.path("imposed.tumble"))
            said = subprocess.check_output([tumble.find_program(), "check", self.path("imposed.tumble")])
            self.assertIn(b"reproduced", said)
            self.assertIn(here.encode(), said)
            run.at(0.03)
            self.assertEqual(run.at(0.11).hash, here)
            run.save(self.path("scene.yaml"))
            for call, text in (
                (lambda: run.impose(pill, [0, 0, 1]), "is moved by forces, so no motion can be imposed on it"),
                (lambda: run.push("bottle", [0, 0, 1]), "is not moved by forces, so it cannot be pushed"),
                (lambda: run.push(99, [0, 0, 1]), "there is no body 99"),
            ):
                with self.assertRaisesRegex(tumble.Error, text):
                    call()
            self.assertRaises(KeyError, lambda: run.impose("pill", [0, 0, 1]))

    def test_replay(self):
        with tumble.load("bottle") as run:
            run.until(0.02)
            page = run.replay("--every", "0.01s")
            page.save(self.path("replay.html"))
            self.assertIn("<iframe", page._repr_html_())
            self.assertIn("<html", page.html)
            with self.assertRaisesRegex(tumble.Error, "--colour"):
                run.record(self.path("a.mp4"), "--colour")

    def test_scene_of_a_dict(self):
        with tumble.load(BALL) as run:
            np.testing.assert_array_equal(run.bodies.position, [[1, 2, 3]])
            np.testing.assert_array_equal(run.bodies.velocity, [[4, 5, 6]])
            run.until()
            self.assertAlmostEqual(run.time, 1, places=2)
            self.assertLess(run.bodies.position[0, 2], 5)

    def test_errors(self):
        wrong = (("botle", "did you mean bottle"), ("title: t\nend: x\n", "[2:6] end"), ("no.yaml", "no such"))
        for scene, text in wrong:
            with self.assertRaisesRegex(tumble.Error, text.replace("[", r"\[")):
                tumble.load(scene)
        with tumble.load(BALL) as run:
            for wrong in (
                lambda: run.until("zz > 1"),
                lambda: run.bodies["colour"],
                lambda: run.bodies.where("z >"),
                lambda: run.at(7),
                lambda: run.edit("Explode"),
                lambda: run.save(self.path("none/a.tumble")),
                lambda: run.__setitem__("damping", 7),
            ):
                self.assertRaises(tumble.Error, wrong)
            with self.assertRaises(KeyError):
                run["materials.m.colour"]
            run.step()
        with self.assertRaisesRegex(tumble.Error, "there is no world"):
            run.step()


class Learning(unittest.TestCase):
    """The same seeds and actions give the same observations and rewards, alone and among others."""

    def test_pour(self):
        given = {"fill": 0.003, "target": 0.002, "interval": 0.05}
        actions = [[[1.0], [0.5]], [[-0.5], [2.0]], [[1.0], [1.0]]]
        many = tumble.gym.PourVector(2, **given)
        first, info = many.reset(seed=5)
        self.assertEqual(list(info["seed"]), [5, 6])
        got = [many.step(a) for a in actions]
        self.assertEqual(many._server.call("status", world=many._all[0]._run._world)["step"], many._all[0]._run.steps)
        many.close()
        for i in range(2):
            env = tumble.gym.Pour(**given)
            observation, _ = env.reset(seed=5 + i)
            np.testing.assert_array_equal(observation, first[i])
            self.assertIn(observation, env.observation_space)
            self.assertIn(env.action_space.sample(), env.action_space)
            for a, (observations, rewards, done, late, _) in zip(actions, got):
                observation, reward, terminated, truncated, _ = env.step(a[i])
                np.testing.assert_array_equal(observation, observations[i])
                self.assertEqual((reward, terminated, truncated), (rewards[i], done[i], late[i]))
                self.assertIn(observation, env.observation_space)
                self.assertEqual([type(x) for x in (reward, terminated, truncated)], [float, bool, bool])
            _, drawn = env.reset()
            env.reset(seed=5 + i)
            self.assertEqual(env.reset()[1], drawn)  # the seeds of later episodes follow from the first
            env.close()


    def test_many_worlds(self):
        """64 worlds of one process have the same returns to the bit, also where episodes end and begin anew."""

        def returns():
            many = tumble.gym.PourVector(64, fill=0.001, target=0.0008, interval=0.1, limit=0.5)
            r = np.random.default_rng(4)
            first, _ = many.reset(seed=[i % 4 for i in range(64)])
            self.assertIn(first, many.observation_space)
            got, ends = [first], 0
            for _ in range(6):
                actions = r.uniform(0, 1, (64, 1))
                observations, rewards, done, late, info = many.step(actions)
                ends += np.sum(done | late)
                if (done | late).any():
                    np.testing.assert_array_equal(info["_final_obs"], done | late)
                    self.assertEqual([x is None for x in info["final_obs"]], list(~(done | late)))
                got += [observations, rewards]
            many.close()
            self.assertGreater(ends, 0)
            return got

        for a, b in zip(returns(), returns()):
            np.testing.assert_array_equal(a, b)


class Endings(unittest.TestCase):
    """Whatever ends or breaks off, nothing hangs and nothing stays behind."""

    def test_interrupt(self):
        with tumble.load("box") as run:
            timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                run.until("bodies > 1e6")
            at = run.steps
            run.step(3)
            self.assertEqual(run.steps, at + 3)
            handler = signal.getsignal(signal.SIGINT)
            with self.assertRaises(KeyboardInterrupt):  # between two requests
                run.step(9, call=lambda run: os.kill(os.getpid(), signal.SIGINT))
            self.assertEqual(signal.getsignal(signal.SIGINT), handler)
            self.assertEqual(run.steps, at + 4)

    def test_window_is_closed(self):
        nowhere = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}  # nobody sees it
        with tempfile.TemporaryDirectory() as folder:
            with mock.patch("tempfile.tempdir", folder), mock.patch.dict(os.environ, nowhere):
                with tumble.load(BALL) as run:
                    window = run.show()
            window.kill()
            self.assertIsNotNone(window.wait(10))
            end = time.monotonic() + 10
            while os.listdir(folder) and time.monotonic() < end:
                time.sleep(0.01)
            self.assertEqual(os.listdir(folder), [])

    def test_server_is_killed(self):
        server = tumble.Server()
        run = tumble.load("box", server=server)
        threading.Timer(0.3, server._process.kill).start()
        with self.assertRaises(tumble.ServerError):
            run.until("bodies > 1e6")
        began = time.monotonic()
        with self.assertRaisesRegex(tumble.ServerError, "killed by signal 9"):
            run.step()
        self.assertLess(time.monotonic() - began, 1)
        run.close()
        tumble.load(BALL).close()  # the shared server is another one

    def test_server_does_not_answer(self):
        server = tumble.Server()
        server.patience = 0.3
        run = tumble.load(BALL, server=server)
        os.kill(server._process.pid, signal.SIGSTOP)
        while _state(server._process.pid) != "T":
            time.sleep(0.01)
        with self.assertRaisesRegex(tumble.ServerError, "did not answer"):
            run.step()

    def test_client_is_killed(self):
        code = (
            "import tumble; s = tumble.Server(); print(s._process.pid, flush=True); "
            "tumble.load('box', server=s).until('bodies > 1e6')"
        )
        env = dict(os.environ, PYTHONPATH=os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
        client = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=env)
        pid = int(client.stdout.readline())
        time.sleep(0.5)
        client.kill()
        client.wait()
        client.stdout.close()
        for _ in range(100):
            if _state(pid) == "Z":
                return
            time.sleep(0.1)
        os.kill(pid, signal.SIGKILL)
        self.fail("the server outlives its client")

    def test_client_is_killed_while_a_command_works(self):
        code = "import tumble; run = tumble.load('drum'); run.step(10); run.replay('--until', '60s')"
        with tempfile.TemporaryDirectory() as folder:
            env = dict(os.environ, PYTHONPATH=PACKAGE, TMPDIR=folder)
            client = subprocess.Popen([sys.executable, "-c", code], env=env)
            for _ in range(100):
                if _processes(folder) > 0:
                    break
                time.sleep(0.1)
            self.assertGreater(_processes(folder), 0, "the command has not begun")
            client.kill()
            client.wait()
            for _ in range(200):
                if _processes(folder) == 0 and not os.listdir(folder):
                    return
                time.sleep(0.1)
            self.fail("%d processes are left, and %s" % (_processes(folder), os.listdir(folder)))

    def test_programs_that_do_not_fit(self):
        fake = "#!%s\nimport sys\n%%s\n" % sys.executable
        answer = (
            "sys.stdin.readline()\na = '%s'\n"
            "sys.stdout.write('Content-Length: %%d\\r\\n\\r\\n%%s' %% (len(a), a))\n"
            "sys.stdout.flush()\nsys.stdin.read()"
        )
        cases = [
            ("sys.exit('tumble: open: no built-in scene \"serve\"')", tumble.ProgramError, "too old"),
            (answer % '{"id":1,"result":{"protocol":99,"version":"9"}}', tumble.ProgramError, "speaks protocol 99"),
            (answer % '{"id":null,"error":{"message":"what?"}}', tumble.ProgramError, "what"),
            ("print('hello')", tumble.ProgramError, "no server"),
            ("print('Content-Length: 99\\r\\n\\r\\n{')", tumble.ProgramError, "no server"),
            ("print('Content-Length: x\\r\\n\\r\\n')", tumble.ProgramError, "no server"),
        ]
        for code, error, text in cases:
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "tumble")
                with open(path, "w", encoding="utf-8") as f:
                    f.write(fake % code)
                os.chmod(path, stat.S_IRWXU)
                with self.assertRaisesRegex(error, text):
                    tumble.Server(path)
        with _environment(TUMBLE="/nowhere"), self.assertRaisesRegex(tumble.ProgramError, "is no file"):
            tumble.find_program()
        with _environment(TUMBLE="", PATH=""), self.assertRaisesRegex(tumble.ProgramError, "not on PATH"):
            tumble.find_program()

    def test_hostile_answers(self):
        """Whatever answers in the place of the program, there is an exception at once."""
        begin = (
            "import os, sys\n"
            "def say(b, more=b''): os.write(1, b'Content-Length: %d\\r\\n%s\\r\\n' % (len(b), more) + b)\n"
            "def ask():\n"
            "    n = int(sys.stdin.buffer.readline().split()[1]); sys.stdin.buffer.readline()\n"
            "    return sys.stdin.buffer.read(n)\n"
            "ask(); say(b'{\"id\":1,\"result\":{\"protocol\":1}}'); ask()\n"
        )
        array = '{"id":2,"result":{"a":{"block":%s,"type":"%s","shape":%s}}}'
        block = "say(b'x' * 24, b'Block: 7\\r\\n'); say(b'%s')"
        cases = [
            "os.write(1, b'Content-Length: 99\\r\\n\\r\\n{')",
            "os.write(1, b'Content-Length: -9\\r\\n\\r\\n')",
            "os.write(1, b'Content-Le')",
            "say(b'[]')", "say(b'7')", "say(b'{}')", "say(b'null')", "say(b'{\"id\":2')", "say(b'\\xff\\xfe')",
            "say(b'{\"id\":99,\"result\":{}}')", "say(b'{\"id\":\"x\",\"result\":{}}')",
            "say(b'{\"id\":[2],\"result\":{}}')", "say(b'{\"id\":1,\"result\":{}}')",
            "say(b'{\"id\":2,\"error\":7}')", "say(b'{\"id\":2,\"error\":{}}')",
            "say(b'[' * 100000)",
            block % (array % (8, "<f8", "[3]")), block % (array % (7, "<f8", "[4]")),
            block % (array % (7, "<q9", "[3]")),
            block % (array % (7, "<f8", '"x"')), block % (array % ("[7]", "<f8", "[3]")),
        ]
        for code in cases:
            with self.subTest(code=code), tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "tumble")
                with open(path, "w", encoding="utf-8") as f:
                    f.write("#!%s\n%s%s\n" % (sys.executable, begin, code))
                os.chmod(path, stat.S_IRWXU)
                server = tumble.Server(path)
                server.patience = 0.5
                with self.assertRaises((tumble.ServerError, RecursionError)):
                    server.call("load")
                self.assertTrue(server.closed)
                self.assertEqual(_state(server._process.pid), "Z")

    def test_random_calls(self):
        r = random.Random(7)
        runs = [tumble.load("bottle") for _ in range(2)]
        number = lambda: r.choice([0, 0.01, -1, 1e300, "x", None])  # noqa: E731
        word = lambda: r.choice(["", "z > 0.1", "damping", "(", "é", "materials.pill.tanPhi"])  # noqa: E731
        calls = [
            lambda run: run.step(r.choice([0, 1, 5])),
            lambda run: run.until(run.time + r.choice([0, 1e-3])),
            lambda run: run.until(word(), when="time > %r" % run.time),
            lambda run: run.at(number()),
            lambda run: run.undo(),
            lambda run: run.redo(),
            lambda run: run.fork(),
            lambda run: run.__setitem__(word(), number()),
            lambda run: run[word()],
            lambda run: run.bodies.where(word()),
            lambda run: run.bodies.read(),
            lambda run: run.contacts.read(),
            lambda run: run.add(r.choice([[0.3, 0, r.random()], [0, 0], "x"]), r.choice([1e-3, 0, -1, np.nan, [1, 2]])),
            lambda run: run.remove(r.choice([1, [2, 3], run.bodies.mass > 0, "x", [[1]], 1 << 70])),
            lambda run: run.set_velocity(r.choice([1, 9, -1]), r.choice([0, [1, 2, 3], np.inf])),
            lambda run: run.impose(r.choice(["bottle", 0, 5, "x"]), r.choice([[0, 0, 1], [0], 0])),
            lambda run: (run.free("bottle"), run.push(r.choice([3, 0]), r.choice([[0, 0, 0.1], [np.nan] * 3]))),
            lambda run: run.edit(r.choice(["Grab", "SetSeed", "SetInlet", "x"]), **r.choice([{}, {"Seed": 3}])),
            lambda run: (run.energy, run.notices, run.series, run.settings, run.motions),
        ]
        for _ in range(1000):
            try:
                r.choice(calls)(r.choice(runs))
            except (tumble.Error, LookupError, ValueError, TypeError, OverflowError):
                pass
        for run in runs:
            self.assertEqual(len(run.hash), 16)
            run.close()


class _environment:
    """Changes the environment for a while."""

    def __init__(self, **values):
        self.values = values

    def __enter__(self):
        self.before = dict(os.environ)
        os.environ.update(self.values)

    def __exit__(self, *_):
        os.environ.clear()
        os.environ.update(self.before)


def _processes(word):
    """Return how many processes have a word in their command line."""
    count = 0
    for name in os.listdir("/proc"):
        try:
            with open("/proc/%d/cmdline" % int(name), encoding="utf-8", errors="replace") as f:
                count += word in f.read()
        except (OSError, ValueError):
            pass
    return count


def _state(pid):
    """Return the state of a process as a letter; Z, as of one that has ended, if there is none."""
    try:
        with open("/proc/%d/stat" % pid, encoding="utf-8") as f:
            return f.read().rsplit(")", 1)[1].split()[0]
    except OSError:
        return "Z"


if __name__ == "__main__":
    unittest.main()
