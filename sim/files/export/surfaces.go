package export

import (
	"math"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/vec"
)

// normals is the name that VTK gives to normals of surfaces.
const normals = "Normals"

// Resolution of round surfaces: corners per ring of a sphere or capsule, rings per half sphere (the pole not
// counted), and corners per ring of a cylinder.
const (
	around    = 16
	capRings  = around / 4
	tubeSides = 48
)

// surface is a triangulated surface in the making, with smooth normals.
type surface struct {
	polyData
	corners, normals list[float32]
	fields           bodyFields
}

// finish completes the data set.
func (s *surface) finish() *polyData {
	s.points = s.corners
	s.pointData = []array{{normals, xyz, s.normals}}
	s.cellData = s.fields.arrays()
	return &s.polyData
}

// add adds a corner and returns its number.
func (s *surface) add(at, normal vec.Vec3) int32 {
	s.corners, s.normals = appendPoint(s.corners, at), appendPoint(s.normals, normal)
	return int32(s.corners.len()/3 - 1)
}

// ring adds the corners of the circle at a latitude [rad] of a sphere whose equator is spanned by u and v, and
// returns the number of the first corner. Latitude 0 gives a ring of the full radius.
func (s *surface) ring(center, axis, u, v vec.Vec3, radius, latitude float64, corners int) int32 {
	first := int32(s.corners.len() / 3)
	c, n := math.Cos(latitude), axis.Scale(math.Sin(latitude))
	for i := range corners {
		y, x := math.Sincos(2 * math.Pi * float64(i) / float64(corners))
		normal := n.AddScaled(c*x, u).AddScaled(c*y, v)
		s.add(center.AddScaled(radius, normal), normal)
	}
	return first
}

// strip joins two rings by triangles; ring b lies farther along the axis.
func (s *surface) strip(a, b int32, corners int) {
	n := int32(corners)
	for i := range n {
		j := (i + 1) % n
		s.polys.add(a+i, a+j, b+j)
		s.polys.add(a+i, b+j, b+i)
	}
}

// fan joins a ring to a pole, which lies farther along the axis.
func (s *surface) fan(ring, pole int32) {
	for i := range int32(around) {
		s.polys.add(ring+i, ring+(i+1)%around, pole)
	}
}

// surfaces makes the triangles of all spheres and capsules. The corners lie on the exact
// surface. The two halves of a capsule have colours of their own.
func surfaces(s *state.State) *polyData {
	out := &surface{}
	for i := range s.Bodies {
		b := &s.Bodies[i]
		for k := range b.Shapes {
			if !isRound(&b.Shapes[k]) {
				continue
			}
			for half := range 2 {
				before := len(out.polys.ends)
				out.half(&b.Shapes[k], half)
				out.fields.add(b, k, orPlain(b.Shapes[k].Def.Colors[half]), len(out.polys.ends)-before)
			}
		}
	}
	return out.finish()
}

// half adds one half of a capsule or sphere: toward -x for half = 0, toward +x for half = 1.
func (s *surface) half(h *state.Shape, half int) {
	q := rotation(h)
	side := float64(2*half - 1)
	axis, u, v := q.Rotate(vec.AxisX).Scale(side), q.Rotate(vec.AxisY), q.Rotate(vec.AxisZ).Scale(side)
	center := point(h)
	end := center.AddScaled(h.Shaft/2, axis)
	last := s.ring(center, axis, u, v, h.Radius, 0, around)
	if h.Shaft > 0 {
		next := s.ring(end, axis, u, v, h.Radius, 0, around)
		s.strip(last, next, around)
		last = next
	}
	for k := 1; k < capRings; k++ {
		next := s.ring(end, axis, u, v, h.Radius, float64(k)/capRings*math.Pi/2, around)
		s.strip(last, next, around)
		last = next
	}
	s.fan(last, s.add(end.AddScaled(h.Radius, axis), axis))
}

// endless holds, for each kind of infinite shape, the function that adds its drawn part.
var endless = [len(shape.Kinds)]func(out *surface, h *state.Shape, contents vec.Box){
	shape.KindWall:     (*surface).wall,
	shape.KindCylinder: (*surface).cylinder,
}

// walls makes the drawn parts of walls and cylinders. A wall or cylinder without a drawn part
// extends over the box of all spheres, capsules and meshes, as in pictures. If that box is
// empty, the shape is left out.
func walls(s *state.State) *polyData {
	out := &surface{}
	box := contents(s)
	for i := range s.Bodies {
		b := &s.Bodies[i]
		for k := range b.Shapes {
			h := &b.Shapes[k]
			before := len(out.polys.ends)
			if add := endless[h.Def.Kind]; add != nil {
				add(out, h, box)
			}
			out.fields.add(b, k, orPlain(h.Def.Colors[0]), len(out.polys.ends)-before)
		}
	}
	return out.finish()
}

// wall adds the rectangle of a wall. Its front faces the side toward which the wall pushes.
func (s *surface) wall(h *state.Shape, box vec.Box) {
	w := &h.Def.Wall
	i, j := (w.Axis+1)%3, (w.Axis+2)%3
	lo, hi := w.Lo, w.Hi
	if !(hi[0] > lo[0]) {
		if box.IsEmpty() {
			return
		}
		lo = [2]float64{box.Lo.Component(i), box.Lo.Component(j)}
		hi = [2]float64{box.Hi.Component(i), box.Hi.Component(j)}
	}
	normal := vec.Axis(w.Axis)
	corners := [4][2]float64{lo, {hi[0], lo[1]}, hi, {lo[0], hi[1]}}
	if w.Sense < 0 {
		normal = normal.Neg()
		corners[1], corners[3] = corners[3], corners[1]
	}
	var ids [4]int32
	for k, c := range corners {
		ids[k] = s.add(point(h).WithComponent(i, c[0]).WithComponent(j, c[1]), normal)
	}
	s.polys.add(ids[:]...)
}

// cylinder adds a tube without ends.
func (s *surface) cylinder(h *state.Shape, box vec.Box) {
	q := rotation(h)
	axis := q.Rotate(vec.AxisX)
	center, half := point(h), h.Def.Cylinder.Drawn/2
	if half == 0 {
		if box.IsEmpty() {
			return
		}
		half = box.Size().Norm() / 2
		center = center.AddScaled(box.Center().Sub(center).Dot(axis), axis)
	}
	u, v := q.Rotate(vec.AxisY), q.Rotate(vec.AxisZ)
	a := s.ring(center.AddScaled(-half, axis), axis, u, v, h.Radius, 0, tubeSides)
	b := s.ring(center.AddScaled(half, axis), axis, u, v, h.Radius, 0, tubeSides)
	s.strip(a, b, tubeSides)
}

// contents returns the box of all spheres, capsules and meshes.
func contents(s *state.State) vec.Box {
	box := vec.EmptyBox()
	for i := range s.Bodies {
		for k := range s.Bodies[i].Shapes {
			h := &s.Bodies[i].Shapes[k]
			at, q := point(h), rotation(h)
			if isRound(h) {
				box = box.Union(shape.Capsule{Center: at, Axis: q.Rotate(vec.AxisX), Half: h.Shaft / 2, Radius: h.Radius}.Bounds())
			} else if m := h.Def.Outline(); m != nil {
				for _, v := range m.Vertices {
					box = box.Include(at.Add(q.Rotate(v)))
				}
			}
		}
	}
	return box
}
