package export

import (
	"fmt"
	"slices"
	"strings"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// part is one kind of objects in a VTK export, such as particles. Each part has its own files and its own series.
type part struct {
	name string
	what string // a description for people
	make func(*state.State) *polyData

	// How ParaView shows the part at first.
	opacity float64
	colored int  // the quantity that the colours show
	aside   bool // hidden if the part surfaces is exported too
	usual   bool // written if the caller names no parts
}

// parts lists all parts of a VTK export, in the order in which ParaView lists them.
var parts = []part{
	{"particles", "a point for each sphere and capsule", particles, 1, ownColors, true, true},
	{"surfaces", "spheres and capsules as triangles", surfaces, 1, bySpeed, false, false},
	{"meshes", "triangle meshes where they are", meshes, 0.3, ownColors, false, true},
	{"walls", "walls over their drawn rectangle, cylinders over their drawn length", walls, 0.3, ownColors, false, true},
	{"contacts", "a line for each contact, from body to body", contacts, 1, byNormalForce, true, false},
}

// PartNames returns the names of all parts of a VTK export.
func PartNames() (names []string) {
	for _, p := range parts {
		names = append(names, p.name)
	}
	return names
}

// UsualParts returns the names of the parts that are written if the caller names none: all
// parts but surfaces and contacts, which take most of the disk space.
func UsualParts() (names []string) {
	for _, p := range parts {
		if p.usual {
			names = append(names, p.name)
		}
	}
	return names
}

// chosen returns the parts with the given names, or the usual parts if no name is given.
func chosen(names []string) ([]part, error) {
	if len(names) == 0 {
		names = UsualParts()
	}
	var out []part
	for _, p := range parts {
		for _, n := range names {
			if n == p.name {
				out = append(out, p)
				break
			}
		}
	}
	for _, n := range names {
		if !strings.Contains(" "+strings.Join(PartNames(), " ")+" ", " "+n+" ") {
			return nil, fmt.Errorf("parts: must be of %s, got %q", strings.Join(PartNames(), ", "), n)
		}
	}
	return out, nil
}

// Names of components, as ParaView shows them.
var (
	xyz  = []string{"X", "Y", "Z"}
	wxyz = []string{"W", "X", "Y", "Z"}
	rgb  = []string{"R", "G", "B"}
)

// plain is the colour of shapes to which the scene gives no colour.
var plain = bridge.RGBA{200, 204, 210, 255}

func orPlain(c bridge.RGBA) bridge.RGBA {
	if c[3] == 0 {
		return plain
	}
	return c
}

// bodyFields holds, for each point or cell, the values of the body that it belongs to.
type bodyFields struct {
	id, body        list[int64]
	shape, material list[int32]
	mass, age       list[float64]
	velocity, spin  list[float64]
	force, torque   list[float64]
	color           list[uint8]
}

// add adds the fields of shape k of a body n times.
func (f *bodyFields) add(b *state.Body, k int, c bridge.RGBA, n int) {
	for range n {
		f.id = append(f.id, b.Shapes[k].ID)
		f.body = append(f.body, int64(b.ID))
		f.shape = append(f.shape, int32(k))
		f.material = append(f.material, int32(b.Shapes[k].Def.Material))
		f.mass, f.age = append(f.mass, b.Mass), append(f.age, b.Age)
		f.velocity = append(f.velocity, b.Velocity[:]...)
		f.spin = append(f.spin, b.Spin[:]...)
		f.force = append(f.force, b.Force[:]...)
		f.torque = append(f.torque, b.Torque[:]...)
		f.color = append(f.color, c[:3]...)
	}
}

func (f *bodyFields) arrays() []array {
	return []array{
		{"id", nil, f.id}, {"body", nil, f.body}, {"shape", nil, f.shape}, {"material", nil, f.material},
		{"mass", nil, f.mass}, {"age", nil, f.age}, {"velocity", xyz, f.velocity}, {"spin", xyz, f.spin},
		{"force", xyz, f.force}, {"torque", xyz, f.torque}, {"color", rgb, f.color},
	}
}

// otherColor names the colour of the half of a particle toward +x; "color" is the colour of the other half.
const otherColor = "color2"

// particles makes a point for each sphere and capsule, at its centre. The segment of a
// capsule, of length shaft, lies along the local x axis, which orientation turns. Each point
// has its own id; mass, velocity, spin, force and torque belong to the body, so that all
// shapes of a clump have the same values.
func particles(s *state.State) *polyData {
	p := &polyData{}
	var f bodyFields
	var points, radius, shaft, orientation list[float64]
	var other list[uint8]
	for i := range s.Bodies {
		b := &s.Bodies[i]
		for k := range b.Shapes {
			h := &b.Shapes[k]
			if !isRound(h) {
				continue
			}
			f.add(b, k, orPlain(h.Def.Colors[0]), 1)
			p.verts.add(int32(radius.len()))
			points = append(points, h.Position[:]...)
			radius, shaft = append(radius, h.Radius), append(shaft, h.Shaft)
			far := orPlain(h.Def.Colors[1])
			other = append(other, far[:3]...)
			orientation = append(orientation, h.Orientation[:]...)
		}
	}
	p.points = points
	p.pointData = append([]array{
		{"radius", nil, radius}, {"shaft", nil, shaft}, {"orientation", wxyz, orientation},
	}, append(f.arrays(), array{otherColor, rgb, other})...)
	return p
}

// meshes makes the triangles of all meshes, and of all other shapes that have an outline, in the global frame.
func meshes(s *state.State) *polyData {
	p := &polyData{}
	var f bodyFields
	var rubbed triangleFields
	var points list[float32]
	for i := range s.Bodies {
		b := &s.Bodies[i]
		for k := range b.Shapes {
			h := &b.Shapes[k]
			m := h.Def.Outline()
			if m == nil {
				continue
			}
			first := int32(points.len() / 3)
			at, q := point(h), rotation(h)
			for _, v := range m.Vertices {
				points = appendPoint(points, at.Add(q.Rotate(v)))
			}
			for _, t := range m.Triangles {
				p.polys.add(first+t[0], first+t[1], first+t[2])
			}
			f.add(b, k, orPlain(h.Def.Colors[0]), len(m.Triangles))
			rubbed.add(m, h.Rubbed, s.Time)
		}
	}
	p.points, p.cellData = points, append(f.arrays(), rubbed.arrays()...)
	return p
}

// triangleFields holds the numbers of triangles, in the order of bridge.TriangleNumbers.
type triangleFields struct {
	measured bool // some are
	numbers  []list[float64]
}

// add adds the numbers of the triangles of a mesh at a time [s], 0 if they are not measured.
func (f *triangleFields) add(m *mesh.Mesh, r *bridge.Rubbed, time float64) {
	f.measured = f.measured || r != nil
	f.numbers = slices.Grow(f.numbers, len(bridge.TriangleNumbers))[:len(bridge.TriangleNumbers)]
	for n := range bridge.TriangleNumbers {
		for i := range m.Triangles {
			x := 0.0
			if r != nil {
				a, b, c := m.Corners(int32(i))
				x = bridge.TriangleNumbers[n].Of(r, i, b.Sub(a).Cross(c.Sub(a)).Norm()/2, time)
			}
			f.numbers[n] = append(f.numbers[n], x)
		}
	}
}

// arrays returns the numbers, none if no triangle is measured.
func (f *triangleFields) arrays() (list []array) {
	for n := range bridge.TriangleNumbers {
		if f.measured {
			list = append(list, array{bridge.TriangleNumbers[n].Name, nil, f.numbers[n]})
		}
	}
	return list
}

// contacts makes a line for each contact, between the centres of its two bodies. If forces do
// not move a body (a wall, a mesh), the line ends at the contact point instead of the centre
// of that body. Forces act on body a, normals point from a to b.
func contacts(s *state.State) *polyData {
	p := &polyData{}
	var bodyA, bodyB list[int64]
	var shapeA, shapeB list[int32]
	var points, at, normal, force, torque, normalForce, shearForce, overlap list[float64]
	var sliding list[uint8]
	index := make(map[body.ID]int, len(s.Bodies))
	for i := range s.Bodies {
		index[s.Bodies[i].ID] = i
	}
	for i := range s.Contacts {
		c := &s.Contacts[i]
		for _, id := range []body.ID{c.BodyA, c.BodyB} {
			end := c.Point
			if body := &s.Bodies[index[id]]; body.Mass > 0 {
				end = body.Position
			}
			points = append(points, end[:]...)
		}
		p.lines.add(int32(2*i), int32(2*i+1))
		bodyA, bodyB = append(bodyA, int64(c.BodyA)), append(bodyB, int64(c.BodyB))
		shapeA, shapeB = append(shapeA, int32(c.ShapeA)), append(shapeB, int32(c.ShapeB))
		at, normal, force = append(at, c.Point[:]...), append(normal, c.Normal[:]...), append(force, c.Force[:]...)
		torque, overlap = append(torque, c.Torque[:]...), append(overlap, c.Overlap)
		normalForce, shearForce = append(normalForce, c.NormalForce), append(shearForce, c.TangentialForce)
		slides := uint8(0)
		if c.Sliding {
			slides = 1
		}
		sliding = append(sliding, slides)
	}
	p.points = points
	p.cellData = []array{
		{"normalForce", nil, normalForce}, {"shearForce", nil, shearForce}, {"force", xyz, force}, {"torque", xyz, torque},
		{"normal", xyz, normal}, {"point", xyz, at}, {"overlap", nil, overlap}, {"sliding", nil, sliding},
		{"bodyA", nil, bodyA}, {"shapeA", nil, shapeA}, {"bodyB", nil, bodyB}, {"shapeB", nil, shapeB},
	}
	return p
}

// isRound reports whether a shape is a sphere or a capsule: all points within a radius of a point or a segment.
func isRound(h *state.Shape) bool { return h.Def.Kind.Solid() && h.Def.Outline() == nil }

func point(h *state.Shape) vec.Vec3 { return vec.New(h.Position[0], h.Position[1], h.Position[2]) }

func rotation(h *state.Shape) vec.Quat {
	o := h.Orientation
	return vec.Quat{W: o[0], X: o[1], Y: o[2], Z: o[3]}
}

func appendPoint(l list[float32], v vec.Vec3) list[float32] {
	return append(l, float32(v.X), float32(v.Y), float32(v.Z))
}
