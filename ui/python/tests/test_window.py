"""Tests of windows that are held. The Go test TestPythonHoldsWindow shows one, and runs them in this order."""

import os
import subprocess
import sys
import time
import unittest

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import tumble  # noqa: E402

WANT = os.environ.get("TUMBLE_WINDOW_HASH")  # of the bottle at 0.05 s

PACKAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


@unittest.skipUnless(WANT, "TestPythonHoldsWindow runs these, with a window")
class HeldWindow(unittest.TestCase):
    """A window is held by its person and a program, who see the same run."""

    def test_1_same_bits(self):
        with tumble.attach() as live:
            self.assertEqual((live.title, live.scene, live.end, live.paused), ("Pill bottle", "bottle", 4.1, True))
            while live.time < 0.03:
                live.step(50)
                self.assertEqual(live.bodies.position.shape, (len(live.bodies), 3))
            live.until(0.05)
            self.assertEqual(live.hash, WANT)
            live.at(0.02)
            self.assertLess(live.time, 0.021)
            live.until(0.05)
            self.assertEqual(live.hash, WANT)
            self.assertEqual((live.stopped, live.paused), ("", True))

    def test_2_what_is_read_is_the_present(self):
        with tumble.attach() as live:
            live.play(1)
            self.assertEqual((live.paused, live.speed), (False, 1))
            before = live.bodies.position
            until = live.time + 0.001
            while live.time < until:
                time.sleep(0.01)
            self.assertFalse(np.array_equal(live.bodies.position, before))
            live.pause()
            n = len(live.contacts)
            self.assertEqual(live.contacts.force.shape, (n, 3))

    def test_3_edits_and_sight(self):
        with tumble.attach() as live:
            live["materials.pill.tanPhi"] = 0.3
            self.assertEqual(live["materials.pill.tanPhi"], 0.3)
            self.assertIn("0.3", live.undo())
            with self.assertRaisesRegex(tumble.Error, r"damping must be in \[0, 1\)"):
                live["damping"] = 7
            live.selection = [3, 4]
            np.testing.assert_array_equal(live.selection, [3, 4])
            live.selection = live.bodies.id == 2
            np.testing.assert_array_equal(live.selection, [2])
            live.selection = []
            self.assertEqual(len(live.selection), 0)
            was = live.camera
            live.look(azimuth=0.5, pivot=np.array([0, 0, 0.1]))
            self.assertEqual((live.camera.azimuth, live.camera.distance), (0.5, was.distance))
            np.testing.assert_allclose(live.camera.pivot, [0, 0, 0.1])
            self.assertEqual(live.shot()._repr_png_(), b"step %d" % live.steps)
            ball = live.add([0, 0, 0.5], 0.01)
            live.push(ball[0], [0, 0, 1], duration=0.01)
            live.impose("bottle", [0, 0, 0.1])
            live.step(10)
            live.free("bottle")
            self.assertIn("motion of body", live.undo())
            live.remove(ball)
            self.assertIn("add body %d" % ball[0], live.undo())
            self.assertIn(ball[0], live.bodies.id)
            with self.assertRaisesRegex(tumble.Error, "fork: a window that is held"):
                live.fork()

    def test_4_one_holder(self):
        code = (
            "import tumble; live = tumble.attach(); live.play(); print('held', flush=True); live.until('bodies > 1e6')"
        )
        other = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, env=dict(os.environ, PYTHONPATH=PACKAGE))
        self.assertEqual(other.stdout.readline(), b"held\n")
        with self.assertRaisesRegex(tumble.Error, "is held already by .*"):
            tumble.attach()
        other.kill()
        other.wait()
        other.stdout.close()
        for _ in range(100):
            try:
                with tumble.attach() as live:
                    for _ in range(100):
                        if live.paused:
                            return
                        time.sleep(0.05)
                    self.fail("what the killed program asked for goes on")
            except tumble.Error:
                time.sleep(0.05)
        self.fail("the window is held by a program that was killed")

    def test_5_the_window_closes(self):
        live = tumble.attach()
        began = time.monotonic()
        with self.assertRaises(tumble.Error):
            live.play(0.5)  # at this speed the test closes it, sometimes before it answers
            while True:
                live.step(100)
        with self.assertRaisesRegex(tumble.ServerError, "the window has ended"):
            while time.monotonic() - began < 20:
                try:
                    live.step()
                except tumble.ServerError:
                    raise
                except tumble.Error:  # between the end of the run and that of the window
                    time.sleep(0.01)
        self.assertLess(time.monotonic() - began, 20)
        with self.assertRaisesRegex(tumble.Error, "no window waits for a notebook"):
            tumble.attach()


class NoWindow(unittest.TestCase):
    """Without a window there is an error that says what to do."""

    @unittest.skipIf(WANT, "there is a window")
    def test_attach(self):
        before = os.environ.pop("XDG_RUNTIME_DIR", None)
        try:
            with self.assertRaisesRegex(tumble.Error, "XDG_RUNTIME_DIR is not set"):
                tumble.attach()
        finally:
            if before is not None:
                os.environ["XDG_RUNTIME_DIR"] = before
        with self.assertRaisesRegex(tumble.Error, "/nowhere cannot be reached: No such file"):
            tumble.attach("/nowhere")


if __name__ == "__main__":
    unittest.main()
