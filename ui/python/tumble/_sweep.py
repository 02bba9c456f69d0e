"""Sweeps: a scene once for each row of a table of settings, by the command tumble sweep."""

import csv
import json
import os

import numpy as np

from ._arrays import Series
from ._run import _plain, _settings
from ._server import Error, carry_out, find_program

_WORDS = ("hash", "fault")  # columns that are words even where they could be numbers


def sweep(
    scene, table=None, *, folder, sample=None, n=None, ranges=None, until=None, seed=0, set=None, workers=0,
    arguments=(),
):
    """Carry out a scene once for each row of a table, as the command tumble sweep, and return the results: a Sweep.

    scene -- name of a built-in scene, path of a scene file or script, or a scene as a dict or as text
    table -- settings by path, a list of values each: {"materials.pill.tanPhi": [0.1, 0.3]}; a table of pandas; or the
        path of a CSV file. A column named seed is the seed
    folder -- for the results. A sweep that was ended goes on where it was: rows that are done stay
    sample -- makes the table in its place: "grid", "lhs" or "halton", of n rows (of a grid: n values along each range)
        within ranges, {"materials.pill.tanPhi": (0.1, 0.6)}
    until -- simulated time to stop at [s]; the scene's own end without it
    seed, set, workers -- as load() takes them
    arguments -- others of tumble sweep: "--every", "1ms", ...

    The hashes are those of the runs one by one. Ctrl+C ends it, as does the end of this process; what is done stays. A
    scene or a table that is in no file is written into the folder.
    """
    folder = os.path.abspath(os.fspath(folder))
    if (table is None) == (sample is None):
        raise Error("sweep: give either a table or a sample")
    line = [find_program(), "sweep", _scene(scene, folder), "-o", folder, "--seed", str(int(seed)), "--while-input"]
    if table is not None:
        line += ["--table", _table(table, folder)]
    else:
        line += ["--sample", sample]
        line += ["--n", str(int(n))] if n is not None else []
        for path, (least, greatest) in (ranges or {}).items():
            line += ["--range", "%s=%r..%r" % (path, float(least), float(greatest))]
    line += ["--until", "%r" % float(until) + "s"] if until is not None else []
    line += ["--workers", str(int(workers))] if workers else []
    for setting in _settings(set or {}):
        line += ["--set", setting]
    carry_out(line + list(arguments))
    return Sweep(folder)


def _scene(scene, folder):
    """Return a scene as the command takes it."""
    text = json.dumps(scene, default=_plain) if isinstance(scene, dict) else os.fspath(scene)
    if isinstance(scene, dict) or "\n" in text:
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, "scene.yaml")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        return path
    scene = text
    return os.path.abspath(scene) if os.path.splitext(scene)[1] else scene


def _table(table, folder):
    """Return the path of a table as CSV."""
    if isinstance(table, (str, os.PathLike)):
        return os.path.abspath(os.fspath(table))
    columns = {name: list(table[name]) for name in table}
    lengths = {len(c) for c in columns.values()}
    if len(lengths) != 1:
        raise Error("sweep: the columns of a table must be equally long, got %s" % sorted(lengths))
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "table.csv")
    with open(path, "w", newline="", encoding="utf-8") as f:
        out = csv.writer(f)
        out.writerow(columns)
        out.writerows(zip(*columns.values()))
    return path


class Sweep:
    """The results of a sweep: sweep["kinetic energy"] is an array with a value for each row that is done."""

    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "summary.csv"), newline="", encoding="utf-8") as f:
            rows = list(csv.reader(f))
        self.names, self.units, self._columns = [], {}, {}
        for i, head in enumerate(rows[0]):
            name, unit = _named(head)
            self.names.append(name)
            self.units[name] = unit
            self._columns[name] = _column(name, [row[i] for row in rows[1:]])

    def __len__(self):
        return len(self._columns[self.names[0]])

    def __getitem__(self, name):
        if name not in self._columns:
            raise KeyError("there is no column %r (there are %s)" % (name, ", ".join(self.names)))
        return self._columns[name]

    def series(self, row):
        """Return the samples of a row, counted from 1 as in the column row: a Series."""
        path = os.path.join(self.folder, "row-%04d" % row, "series.csv")
        with open(path, newline="", encoding="utf-8") as f:
            rows = list(csv.reader(f))
        columns = [dict(zip(("name", "unit"), _named(head))) for head in rows[0]]
        values = [[float(x) if x else np.nan for x in row] for row in rows[1:]]
        return Series({"columns": columns, "values": np.array(values).reshape(-1, len(columns))})

    def pandas(self):
        """Return the results as a table of pandas."""
        import pandas

        return pandas.DataFrame(self._columns)


def _named(head):
    """Return the name and the unit of a column: "time [s]"."""
    name, _, unit = head.partition(" [")
    return name, unit.rstrip("]")


def _column(name, texts):
    """Return a column as numbers, with nan for what is empty, or as words."""
    if name not in _WORDS:
        try:
            return np.array([float(t) if t else np.nan for t in texts])
        except ValueError:
            pass
    return np.array(texts, dtype=str)
