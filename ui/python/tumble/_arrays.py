"""What is read of a run: arrays, series, pictures and pages."""

import html

import numpy as np


class Memory:
    """Arrays of a run that need not be asked for."""

    def __init__(self):
        self.kept = {}  # that were read since the last steps
        self.brought = {}  # that came with the last steps, and were not read yet

    def forget(self):
        self.kept.clear()
        self.brought = {}


class _Arrays:
    """Arrays of a run, read when they are asked for first and kept until the run changes."""

    _method = ""

    def __init__(self, run, memory):
        self._run, self._memory = run, memory

    def __getitem__(self, name):
        """Return an array by its name in the tables of the manual."""
        return self.read(name)[name]

    def read(self, *names):
        """Return several arrays of the same moment in one request, by name; all without names."""
        kept, brought = self._memory.kept, self._memory.brought
        if self._run._lives:
            kept.clear()
        for name in names:
            if name in brought:
                self._keep(name, brought.pop(name))
        missing = [n for n in names if n not in kept]
        if missing or not names:
            got = self._run._call(self._method, **({"arrays": missing} if names else {}))
            for name, value in got.items():
                self._keep(name, value)
            names = names or list(got)
        return {n: kept[n] for n in names}

    def _keep(self, name, value):
        self._memory.kept[name] = np.array(value, dtype=str) if isinstance(value, list) else value

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
    age = _array("age", "Time since the body came, by an inlet or with the scene [s]: (n,).")
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


class Table(dict):
    """Arrays of the same length, by name."""

    def __init__(self, got):
        super().__init__({n: np.array(v, dtype=str) if isinstance(v, list) else v for n, v in got.items()})

    def pandas(self):
        """Return the arrays as a table of pandas."""
        import pandas

        return pandas.DataFrame(self)


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
