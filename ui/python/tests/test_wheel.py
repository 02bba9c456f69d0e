"""What a wheel holds, and that the command of one with a program inside is that program."""

import os
import subprocess
import sys
import tempfile
import unittest
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import tumble  # noqa: E402
import wheel_backend  # noqa: E402


class Wheel(unittest.TestCase):
    def unpacked(self, program):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        with zipfile.ZipFile(os.path.join(folder.name, wheel_backend.make(folder.name, "1.0", program))) as z:
            z.extractall(folder.name)
            return folder.name, z.namelist()

    def test_command(self):
        program = tumble.find_program()
        folder, files = self.unpacked(program)
        self.assertIn("tumble-1.0.dist-info/entry_points.txt", files)
        inside = os.path.join(folder, "tumble", "bin", os.path.basename(program))
        os.chmod(inside, 0o755)  # as pip does
        run = [sys.executable, "-B", "-c", "import tumble._server as s; s.run_program()", "version"]
        env = dict(os.environ, PYTHONPATH=folder, TUMBLE=inside)
        done = subprocess.run(run, env=env, stdout=subprocess.PIPE, timeout=60)
        direct = subprocess.run([program, "version"], stdout=subprocess.PIPE, check=True)
        self.assertEqual((done.returncode, done.stdout), (0, direct.stdout))

    def test_without_program(self):
        _, files = self.unpacked(None)
        self.assertIn("tumble/gym.py", files)
        self.assertEqual([f for f in files if "entry_points" in f or "/bin/" in f], [])


if __name__ == "__main__":
    unittest.main()
