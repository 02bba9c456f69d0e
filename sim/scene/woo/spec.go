package woo

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/vec"
)

// specBuilder turns the objects that a script made into a scene.
type specBuilder struct {
	in        *interp
	spec      scene.Spec
	used      map[string]int // names given so far, and how often
	materials []*object
	inlets    map[*object]string // their names
	bodies    map[*entry]body.ID
	table     *table // nil: none
}

// spec returns the scene, and the numbers that its bodies will have.
func (s *session) spec(in *interp, top *object) (scene.Spec, map[*entry]body.ID) {
	b := &specBuilder{in: in, used: map[string]int{}, inlets: map[*object]string{}, bodies: map[*entry]body.ID{}}
	dem := demFieldOf(in, top).(*object)
	b.spec.Title = s.title(top)
	b.spec.Gravity = vector(dem.vec("gravity"))
	entries := parOf(in, dem).extra.(*particles).entries
	b.engines(top)
	for i := 0; i < len(entries); {
		in.line = entries[i].line
		n := facetRun(entries[i:])
		in.part(func() {
			if n > 0 {
				b.surface(entries[i : i+n])
			} else {
				b.body(entries[i])
			}
		})
		i += max(n, 1)
	}
	in.depend(missing{})
	in.line = 0
	for _, e := range entries {
		b.motions(e)
	}
	b.fill(b.table)
	if len(b.spec.Materials) == 0 {
		b.material(s.defaultMaterial(in))
	}
	b.firstStep()
	b.spec.End = top.float("stopAtTime")
	return b.spec, b.bodies
}

func (s *session) title(top *object) string {
	if t, ok := top.get("title").(string); ok && t != "" {
		return t
	}
	return s.options.Title
}

// unique returns the name, with a number if it was given before.
func (b *specBuilder) unique(name string) string {
	b.used[name]++
	if n := b.used[name]; n > 1 {
		return b.unique(name + strconv.Itoa(n))
	}
	return name
}

// material returns the name of a material, which it adds when it is first met.
func (b *specBuilder) material(m *object) string {
	for i, known := range b.materials {
		if known == m {
			return b.spec.Materials[i].Name
		}
	}
	name := b.in.session.labelled(m)
	if name == "" {
		name = "material"
		if m == b.in.session.material {
			name = "default"
		}
	}
	number := func(attr string) *float64 { x := m.float(attr); return &x }
	b.materials = append(b.materials, m)
	b.spec.Materials = append(b.spec.Materials, scene.Material{
		Name: b.unique(name), Young: number("young"), KtDivKn: number("ktDivKn"), TanPhi: number("tanPhi"),
		Density: number("density"),
	})
	return b.spec.Materials[len(b.spec.Materials)-1].Name
}

// body adds one body.
func (b *specBuilder) body(e *entry) {
	in, s := b.in, b.in.session
	first := e.members[0]
	data := demOf(in, e.node)
	d := scene.Body{
		Velocity: vector(data.get("vel").(vec.Vec3)), Spin: vector(data.get("angVel").(vec.Vec3)),
	}
	if text := data.get("blocked").(string); text != "" {
		d.Blocked = &text
	}
	kind := first.object("shape").class
	name := s.labelled(e.node)
	if name == "" && len(e.members) == 1 {
		name = s.labelled(first)
	}
	switch {
	case kind == meshClass:
		b.checkBlocked(data, "mesh")
		b.mesh(e, &d)
	case e.clump:
		b.clump(e, &d)
	default:
		b.single(first, &d)
	}
	if name == "" {
		name = map[*class]string{sphereClass: "sphere", capsuleClass: "capsule", wallClass: "wall", cylinderClass: "cylinder",
			meshClass: "mesh"}[kind]
		if d.Clump != nil {
			name = "clump"
		}
	}
	d.Name = b.unique(name)
	b.bodies[e] = body.ID(len(b.spec.Bodies))
	b.spec.Bodies = append(b.spec.Bodies, d)
}

// checkBlocked fails if a script wants a body without mass to be free.
func (b *specBuilder) checkBlocked(data *object, kind string) {
	if !data.given("blocked") {
		return
	}
	text := data.get("blocked").(string)
	if !blocksAll(text) {
		if line := data.lines["blocked"]; line > 0 {
			b.in.line = line
		}
		b.in.fail("blocked='%s': a %s has no mass, and forces cannot move it: blocked='xyzXYZ' with vel, angVel or "+
			"impose moves it, and addClumped() of spheres and capsules makes a body that forces move", text, kind)
	}
}

// blocksAll reports whether letters name all degrees of freedom.
func blocksAll(letters string) bool {
	blocked, err := body.ParseBlocked(letters)
	return err == nil && blocked == body.BlockAll
}

// single describes a body of one particle.
func (b *specBuilder) single(p *object, d *scene.Body) {
	in, s, node := b.in, p.object("shape"), particleOf(p).node
	pos, ori := node.vec("pos"), node.quat("ori")
	d.Material, d.Color, d.Position = b.material(materialOf(p)), b.color(s), vector(pos)
	switch s.class {
	case sphereClass:
		d.Sphere, d.Orientation = &scene.Sphere{Radius: s.float("radius")}, rotation(ori)
	case capsuleClass:
		d.Capsule, d.Orientation = &scene.Capsule{Radius: s.float("radius"), Shaft: s.float("shaft")}, rotation(ori)
	case wallClass:
		b.checkBlocked(demOf(in, node), "wall")
		d.Blocked = nil // it has no mass
		axis := int(s.int("axis"))
		d.Position = scene.Vector{}
		d.Wall = &scene.Wall{Axis: "xyz"[axis : axis+1], Position: pos.Component(axis), Sense: int(s.int("sense"))}
		if t := s.tuple("glAB"); t != nil {
			d.Wall.Rectangle = rectangle(t, pos, axis)
		}
		if b.moves(node) {
			d.Center = vector(pos)
		}
	case cylinderClass:
		b.checkBlocked(demOf(in, node), "cylinder")
		d.Blocked = nil
		axis := vec.Axis(int(s.int("axis")))
		d.Cylinder = &scene.Cylinder{Axis: vector(axis), Radius: s.float("radius")}
		if ab, ok := s.get("glAB").(vector2); ok {
			d.Cylinder.Drawn = math.Abs(ab[1] - ab[0])
			d.Position = vector(pos.AddScaled((ab[0]+ab[1])/2, axis))
		}
	case meshClass:
		in.fail("facets cannot be mixed with other particles of one body")
	}
}

// rectangle places the part of a wall that is drawn, which is given relative to its node.
func rectangle(t tuple, pos vec.Vec3, axis int) *[2][2]float64 {
	var out [2][2]float64
	for i := range out {
		corner := t[i].(vector2)
		out[i] = [2]float64{corner[0] + pos.Component((axis+1)%3), corner[1] + pos.Component((axis+2)%3)}
	}
	return &out
}

// mesh describes a body of the facets of one file, or of facets that a script made.
func (b *specBuilder) mesh(e *entry, d *scene.Body) {
	if m := particleOf(e.members[0]).mesh; m == nil {
		b.facets(e.members, d)
	} else if len(e.members) == 1 {
		b.file(e.members[0], m, d)
	} else {
		b.in.fail(mixedBody)
	}
	if e.clump {
		if e.node.quat("ori") != vec.Identity {
			b.in.fail("the central node of a mesh must not be turned")
		}
		d.Center = vector(e.node.vec("pos"))
	}
}

// file describes an imported mesh.
func (b *specBuilder) file(p *object, m *meshFile, d *scene.Body) {
	d.Material, d.Color = b.material(materialOf(p)), b.color(p.object("shape"))
	d.Mesh, d.Shift, d.Rotate, d.Thickness = m.file, vector(m.shift), rotation(m.ori), m.thickness
	if m.scale != 1 {
		d.Scale = m.scale
	}
	if m.threshold != -1e-6 {
		d.Threshold = m.threshold
	}
}

// surface adds one body of facets that a script added one after another.
func (b *specBuilder) surface(entries []*entry) {
	var members []*object
	id := body.ID(len(b.spec.Bodies))
	for _, e := range entries {
		members = append(members, e.members...)
		b.bodies[e] = id
	}
	name := b.in.session.labelled(members[0])
	if name == "" {
		name = "facets"
	}
	d := scene.Body{Name: b.unique(name)}
	b.facets(members, &d)
	b.spec.Bodies = append(b.spec.Bodies, d)
}

// clump describes a body of several particles.
func (b *specBuilder) clump(e *entry, d *scene.Body) {
	for i, p := range e.members {
		s, node := p.object("shape"), particleOf(p).node
		m := scene.Member{Position: vector(node.vec("pos")), Orientation: rotation(node.quat("ori")), Color: b.color(s)}
		switch s.class {
		case sphereClass:
			m.Sphere, m.Orientation = &scene.Sphere{Radius: s.float("radius")}, nil
		case capsuleClass:
			m.Capsule = &scene.Capsule{Radius: s.float("radius"), Shaft: s.float("shaft")}
		default:
			b.in.fail(mixedBody+"; member %d is a %s", i, s.class.name)
		}
		if name := b.material(materialOf(p)); i == 0 {
			d.Material = name
		} else if name != d.Material {
			m.Material = name
		}
		d.Clump = append(d.Clump, m)
	}
}

// moves reports whether a node is given a motion.
func (b *specBuilder) moves(node *object) bool {
	data := demOf(b.in, node)
	later := slices.ContainsFunc(b.in.session.later, func(c hookChange) bool { return c.data == data })
	return later || data.object("impose") != nil
}

// color returns the colour of a shape as a scene file has it: Woo has a number from 0 to
// 1, a place on a colour map, whose sign asks for wire.
func (b *specBuilder) color(s *object) string {
	c := s.float("color")
	if math.Abs(c) > 2 {
		b.in.notice("color=%s has no effect: bodies cannot be hidden", formatFloat(c))
		return ""
	}
	return mapColor(math.Abs(c))
}

// coolwarm are colours at equal distances along the diverging map of that name (Moreland,
// Advances in Visual Computing, 2009, 92).
var coolwarm = [5][3]float64{{59, 76, 192}, {141, 176, 254}, {221, 221, 221}, {244, 154, 123}, {180, 4, 38}}

// mapColor returns the colour at a place of the map, nothing for NaN.
func mapColor(c float64) string {
	if math.IsNaN(c) {
		return ""
	}
	if c > 1 {
		c -= math.Floor(c)
	}
	i := int(c * 4)
	if i > 3 {
		i = 3
	}
	var rgb [3]int
	for k := range rgb {
		rgb[k] = int(math.Round(coolwarm[i][k] + (c*4-float64(i))*(coolwarm[i+1][k]-coolwarm[i][k])))
	}
	return fmt.Sprintf("#%02X%02X%02X", rgb[0], rgb[1], rgb[2])
}

func vector(v vec.Vec3) scene.Vector { return scene.Vector{v.X, v.Y, v.Z} }

// rotation returns a rotation as a scene file has it, nil for none. Numbers are rounded
// to what a person would have written, where that is the same rotation.
func rotation(q vec.Quat) *scene.Rotation {
	r := q.RotationVector()
	if r.Norm() == 0 {
		return nil
	}
	u := r.Unit()
	axis, degrees := vector(vec.New(neat(u.X), neat(u.Y), neat(u.Z))), neat(r.Norm()*180/math.Pi)
	return &scene.Rotation{Axis: &axis, Degrees: &degrees}
}

// neat rounds to 13 digits after the point: angles and directions that are computed from a quaternion are not more
// exact.
func neat(x float64) float64 {
	const digits = 1e13
	if y := math.Round(x*digits) / digits; math.Abs(x) < 1000 {
		return y + 0 // no negative zero
	}
	return x
}

// frameOf returns the box round the important parts of a world, with its inlets and the walls near them, in round
// numbers.
func frameOf(w *sim.World) (out scene.Frame) {
	var s bridge.Snapshot
	w.Fill(&s)
	lo, hi := s.Stage(1)
	box := vec.Box{Lo: vec.New(float64(lo[0]), float64(lo[1]), float64(lo[2])),
		Hi: vec.New(float64(hi[0]), float64(hi[1]), float64(hi[2]))}
	if box.IsEmpty() {
		return out
	}
	step := box.Size().Norm() / 1000
	for i, corner := range [2]vec.Vec3{box.Lo, box.Hi} {
		for k := range out[i] {
			out[i][k] = roundTo(corner.Component(k), step)
		}
	}
	return out
}

// roundTo rounds to a multiple of a power of ten that is not larger than step.
func roundTo(x, step float64) float64 {
	if !(step > 0) {
		return x
	}
	digits := int(math.Max(0, math.Ceil(-math.Log10(step))))
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', digits, 64), 64)
	if err != nil {
		return x
	}
	return y + 0
}
