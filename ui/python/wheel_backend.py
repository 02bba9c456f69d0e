"""Builds the wheel of the package, with the standard library alone, so that no network is needed.

It is the build backend of pyproject.toml, and a command: python3 wheel_backend.py FOLDER [VERSION [PROGRAM]]
writes a wheel into a folder; with a program the wheel holds it, and is for this system only.
"""

import base64
import hashlib
import os
import re
import sys
import sysconfig
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))


def _metadata(version):
    """Return the METADATA of the package, from pyproject.toml."""
    with open(os.path.join(HERE, "pyproject.toml"), encoding="utf-8") as f:
        text = f.read()
    given = dict(re.findall(r'^([a-z-]+) = "(.*)"$', text, re.M))
    return (
        "Metadata-Version: 2.1\nName: {}\nVersion: {}\nSummary: {}\nRequires-Python: {}\nRequires-Dist: numpy\n"
        "License: {}\n"
    ).format(given["name"], version, given["description"], given["requires-python"], given["license"])


def _version():
    """Return the version of the package, of the changelog beside the source or of a parent folder."""
    path = os.path.join(HERE, "..", "..", "CHANGELOG.md")
    try:
        with open(path, encoding="utf-8") as f:
            return re.search(r"^## ([0-9.]+) \(", f.read(), re.M).group(1) + "+dev"
    except (OSError, AttributeError):
        return "0+unknown"


def make(folder, version=None, program=None):
    """Write a wheel into a folder and return its name."""
    version = version or _version()
    tag = "py3-none-any"
    if program:
        tag = "py3-none-" + re.sub(r"[.-]", "_", sysconfig.get_platform())
    info = "tumble-{}.dist-info".format(version)
    name = "tumble-{}-{}.whl".format(version, tag)
    files = []  # name, content, mode
    for file in sorted(os.listdir(os.path.join(HERE, "tumble"))):
        if file.endswith((".py", ".typed")):
            with open(os.path.join(HERE, "tumble", file), "rb") as f:
                files.append(("tumble/" + file, f.read(), 0o644))
    if program:
        with open(program, "rb") as f:
            files.append(("tumble/bin/" + os.path.basename(program), f.read(), 0o755))
        command = "[console_scripts]\ntumble = tumble._server:run_program\n"
        files.append((info + "/entry_points.txt", command.encode(), 0o644))
    wheel = "Wheel-Version: 1.0\nGenerator: tumble\nRoot-Is-Purelib: {}\nTag: {}\n".format(
        "false" if program else "true", tag
    )
    files.append((info + "/METADATA", _metadata(version).encode(), 0o644))
    files.append((info + "/WHEEL", wheel.encode(), 0o644))
    record = ""
    for path, content, _ in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += "{},sha256={},{}\n".format(path, digest, len(content))
    record += info + "/RECORD,,\n"
    files.append((info + "/RECORD", record.encode(), 0o644))
    os.makedirs(folder, exist_ok=True)
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as z:
        for path, content, mode in files:
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))  # the same bytes at each time
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            z.writestr(entry, content)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Build the wheel, for pip; with TUMBLE_PROGRAM in the environment it holds that program."""
    return make(wheel_directory, program=os.environ.get("TUMBLE_PROGRAM"))


if __name__ == "__main__":
    print(make(*sys.argv[1:]))
