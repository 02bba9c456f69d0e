package woo

import (
	"math"

	"example.org/tumble/sim/vec"
)

// The classes of bodies and their parts. Their tables list all attributes that scripts can use.
var (
	materialClass, demDataClass, clumpDataClass, nodeClass, particleClass *class

	sphereClass, capsuleClass, wallClass, cylinderClass, meshClass *class
)

// Masks of Woo with which particles collide as they always do in this program: everything with everything, except
// walls and meshes with each other.
const (
	movableMask  = 0b0101
	boundaryMask = 0b0011
)

var mask converter = func(in *interp, what string, v value) value {
	n := in.integer(what, v)
	if n != 1 && n != movableMask && n != boundaryMask {
		in.noteMissing("%s=%d is not supported: everything collides with everything, but for walls and meshes among "+
			"themselves", what, n)
	}
	return n
}

// notNegative and positive read numbers with a bound.
var (
	notNegative converter = bounded(func(x float64) bool { return x >= 0 }, "≥ 0")
	positive    converter = bounded(func(x float64) bool { return x > 0 }, "> 0")
)

func bounded(ok func(float64) bool, bound string) converter {
	return func(in *interp, what string, v value) value {
		x := in.float(what, v)
		if !ok(x) || math.IsInf(x, 0) {
			in.fail("%s must be %s, got %s", what, bound, formatFloat(x))
		}
		return x
	}
}

// initBodies makes the classes of bodies.
func initBodies() {
	materialClass = &class{name: "FrictMat", fields: []field{
		{name: "young", conv: positive, init: 1e9},
		{name: "density", conv: positive, init: 1e3},
		{name: "tanPhi", conv: notNegative, init: 0.5},
		{name: "ktDivKn", conv: notNegative, init: 0.2},
		{name: "label", conv: words},
		{name: "id", conv: whole, init: int64(-1), mute: "materials are told apart by their name"},
	}}
	initShapes()
	initNodes()
	particleClass = &class{name: "Particle", fields: []field{
		{name: "shape", conv: anyShape}, {name: "mat", conv: of(materialClass)}, {name: "material", conv: of(materialClass)},
		{name: "mask", conv: mask, init: int64(movableMask)},
		{name: "id", get: func(in *interp, o *object) value { return int64(particleOf(o).id) }},
		{name: "nodes", get: func(in *interp, o *object) value {
			if f := particleOf(o).facet; f != nil {
				return f.list()
			}
			return &list{[]value{particleOf(o).node}}
		}},
		{name: "mass", get: func(in *interp, o *object) value { return massOf(o) }},
		{name: "f", get: func(in *interp, o *object) value { force, _ := in.session.forceOn(in, o); return force }},
		{name: "t", get: func(in *interp, o *object) value { _, torque := in.session.forceOn(in, o); return torque }},
		throughNode("pos", space), throughNode("ori", turned), throughNode("vel", space), throughNode("angVel", space),
		throughNode("blocked", words), throughNode("impose", anything), throughNode("inertia", nil),
	}}
}

// initShapes makes the classes of shapes.
func initShapes() {
	looks := []field{
		{name: "color", conv: anyNumber, init: math.NaN()},
		{name: "wire", conv: yesNo, init: false},
		{name: "visible", conv: yesNo, init: true, mute: "everything is drawn"},
		{name: "highlight", conv: yesNo, init: false, mute: "nothing is highlighted"},
	}
	with := func(fields ...field) []field { return append(fields, looks...) }
	box := orNone(pair(flat))
	sphereClass = &class{name: "Sphere", fields: with(field{name: "radius", conv: positive})}
	capsuleClass = &class{name: "Capsule", fields: with(field{name: "radius", conv: positive},
		field{name: "shaft", conv: notNegative})}
	wallClass = &class{name: "Wall", fields: with(
		field{name: "axis", conv: axis}, field{name: "sense", conv: side, init: int64(0)}, field{name: "glAB", conv: box})}
	cylinderClass = &class{name: "InfCylinder", fields: with(
		field{name: "radius", conv: positive}, field{name: "axis", conv: axis}, field{name: "glAB", conv: orNone(flat)})}
	meshClass = &class{name: "Facet", fields: with(
		field{name: "halfThick", get: func(in *interp, o *object) value { return facetsOf(in, o).halfThick }},
		field{name: "nodes", get: func(in *interp, o *object) value { return facetsOf(in, o).list() }})}
	meshClass.statics = map[string]value{"make": builtin{"Facet.make", makeFacet}}
	sphereClass.statics = map[string]value{"make": builtin{"Sphere.make", makeSphere}}
	capsuleClass.statics = map[string]value{"make": builtin{"Capsule.make", makeCapsule}}
	wallClass.statics = map[string]value{"make": builtin{"Wall.make", makeWall}}
	cylinderClass.statics = map[string]value{"make": builtin{"InfCylinder.make", makeCylinder}}
}

var anyShape converter = func(in *interp, what string, v value) value {
	if o, ok := v.(*object); ok {
		switch o.class {
		case sphereClass, capsuleClass, wallClass, cylinderClass, meshClass:
			return o
		}
	}
	in.fail("%s must be a Sphere, Capsule, Wall or InfCylinder, got %s", what, in.brief(v))
	return nil
}

var axis converter = func(in *interp, what string, v value) value {
	n := in.integer(what, v)
	if n < 0 || n > 2 {
		in.fail("%s must be 0, 1 or 2, got %d", what, n)
	}
	return n
}

var side converter = func(in *interp, what string, v value) value {
	n := in.integer(what, v)
	if n < -1 || n > 1 {
		in.fail("%s must be -1, 0 or 1, got %d", what, n)
	}
	return n
}

// freedom reads the letters of blocked degrees of freedom.
var freedom converter = func(in *interp, what string, v value) value {
	s := in.text(what, v)
	for _, c := range s {
		switch c {
		case 'x', 'y', 'z', 'X', 'Y', 'Z':
		default:
			in.fail("%s must be letters of xyzXYZ, got '%s'", what, s)
		}
	}
	return s
}

// initNodes makes the classes of nodes and of the data that nodes carry.
func initNodes() {
	fields := []field{
		{name: "vel", conv: space, init: vec.Vec3{}, get: func(in *interp,
			o *object) value {
			return in.session.velocity(in, o, "vel")
		}},
		{name: "angVel", conv: space, init: vec.Vec3{}, get: func(in *interp,
			o *object) value {
			return in.session.velocity(in, o, "angVel")
		}},
		{name: "blocked", conv: freedom, init: ""},
		{name: "impose", conv: orNone(ofMotion)},
		{name: "mass", get: func(in *interp, o *object) value { return in.session.bodyOf(in, o).Mass }},
		{name: "inertia", get: func(in *interp, o *object) value { return vec3(in.session.bodyOf(in, o).Inertia) }},
		{name: "parRef", get: func(in *interp, o *object) value {
			in.fail("%s.parRef is not supported",
				o.class.name)
			return nil
		}},
	}
	demDataClass = &class{name: "DemData", fields: fields}
	clumpDataClass = &class{name: "ClumpData", fields: fields, statics: map[string]value{
		"forceTorqueFromMembers": builtin{"ClumpData.forceTorqueFromMembers", forceTorqueFromMembers},
	}}
	nodeClass = &class{name: "Node", fields: []field{
		{name: "pos", conv: space, init: vec.Vec3{}, get: func(in *interp,
			o *object) value {
			return in.session.position(in, o)
		}},
		{name: "ori", conv: turned, init: vec.Identity, get: func(in *interp,
			o *object) value {
			return in.session.orientation(in, o)
		}},
		{name: "dem", conv: ofDemData, get: func(in *interp, o *object) value { return demOf(in, o) }, set: attachDem},
	}}
}

var ofDemData converter = func(in *interp, what string, v value) value {
	if o, ok := v.(*object); ok && (o.class == demDataClass || o.class == clumpDataClass) {
		return o
	}
	in.fail("%s must be a DemData or ClumpData, got %s", what, in.brief(v))
	return nil
}

// attachDem records in the data of a node which node they belong to.
func attachDem(in *interp, node *object, v value) { v.(*object).extra = node }

// demOf returns the data of a node, made when it is first asked for.
func demOf(in *interp, node *object) *object {
	if d := node.object("dem"); d != nil {
		return d
	}
	d := demDataClass.object(in)
	d.extra = node
	node.vals["dem"] = d
	return d
}

// particle is the data of a Particle besides its attributes.
type particle struct {
	node  *object
	id    int // -1: not in a scene
	mesh  *meshFile
	facet *facet
}

func particleOf(o *object) *particle { return o.extra.(*particle) }

// throughNode is an attribute that a particle shares with its node.
func throughNode(name string, conv converter) field {
	at := func(in *interp, o *object) *object {
		node := particleOf(o).node
		if particleOf(o).facet != nil {
			in.fail("a Facet has no %s of its own: its corners are nodes[0], nodes[1] and nodes[2]", name)
		}
		if name == "pos" || name == "ori" {
			return node
		}
		return demOf(in, node)
	}
	f := field{name: name, get: func(in *interp, o *object) value { return at(in, o).attr(in, name) }}
	if conv != nil {
		f.conv = conv
		f.set = func(in *interp, o *object, v value) { at(in, o).setAttr(in, name, v) }
	}
	return f
}

// commonParameters are the parameters that all particles share.
func commonParameters(in *interp, mask int64) []parameter {
	return []parameter{
		{"mat", orNone(of(materialClass)), none{}}, {"fixed", yesNo, nil}, {"wire", yesNo, false},
		{"color", orNone(anyNumber), none{}}, {"highlight", yesNo, false}, {"mask", maskParameter, mask},
		{"visible", yesNo, true},
	}
}

var maskParameter converter = mask

// newParticle makes a particle with its node.
func newParticle(in *interp, shape *object, b bound, pos vec.Vec3, ori vec.Quat) *object {
	node := nodeClass.object(in)
	node.vals["pos"], node.vals["ori"] = pos, ori
	p := particleClass.object(in)
	p.extra = &particle{node: node, id: -1}
	p.vals["shape"], p.vals["mask"] = shape, b["mask"]
	if m, ok := b["mat"].(*object); ok {
		p.vals["mat"] = m
	} else {
		p.vals["mat"] = in.session.defaultMaterial(in)
	}
	if c, ok := b["color"].(float64); ok {
		shape.vals["color"] = c
	}
	shape.vals["wire"] = b["wire"]
	if b["fixed"].(bool) {
		demOf(in, node).vals["blocked"] = "xyzXYZ"
	}
	return p
}

func fixedIs(p []parameter, fixed bool) []parameter {
	for i := range p {
		if p[i].name == "fixed" {
			p[i].init = fixed
		}
	}
	return p
}

func makeSphere(in *interp, a *args) value {
	b := a.bind(in, "Sphere.make", append([]parameter{{"center", space, nil}, {"radius", positive, nil}},
		fixedIs(commonParameters(in, movableMask), false)...))
	s := sphereClass.object(in)
	s.vals["radius"] = b["radius"]
	return newParticle(in, s, b, b["center"].(vec.Vec3), vec.Identity)
}

func makeCapsule(in *interp, a *args) value {
	b := a.bind(in, "Capsule.make", append([]parameter{
		{"center", space, nil}, {"radius", positive, nil}, {"shaft", notNegative, nil}, {"ori", turned, vec.Identity},
	}, fixedIs(commonParameters(in, movableMask), false)...))
	s := capsuleClass.object(in)
	s.vals["radius"], s.vals["shaft"] = b["radius"], b["shaft"]
	return newParticle(in, s, b, b["center"].(vec.Vec3), b["ori"].(vec.Quat))
}

// along reads a position along an axis, or a point.
var along converter = func(in *interp, what string, v value) value {
	if x, _, _, ok := asNumber(v); ok {
		return x
	}
	return in.vector(what, v)
}

func makeWall(in *interp, a *args) value {
	b := a.bind(in, "Wall.make", append([]parameter{
		{"position", along, nil}, {"axis", axis, nil}, {"sense", side, int64(0)}, {"glAB", orNone(pair(flat)), none{}},
	}, fixedIs(commonParameters(in, boundaryMask), true)...))
	s := wallClass.object(in)
	s.vals["axis"], s.vals["sense"], s.vals["glAB"] = b["axis"], b["sense"], b["glAB"]
	pos, ok := b["position"].(vec.Vec3)
	if x, isNumber := b["position"].(float64); !ok && isNumber {
		pos = vec.Axis(int(b["axis"].(int64))).Scale(x)
	}
	return newParticle(in, s, b, pos, vec.Identity)
}

func makeCylinder(in *interp, a *args) value {
	b := a.bind(in, "InfCylinder.make", append([]parameter{
		{"position", space, nil}, {"radius", positive, nil}, {"axis", axis, nil}, {"glAB", orNone(flat), none{}},
	}, fixedIs(commonParameters(in, boundaryMask), true)...))
	s := cylinderClass.object(in)
	s.vals["axis"], s.vals["radius"], s.vals["glAB"] = b["axis"], b["radius"], b["glAB"]
	return newParticle(in, s, b, b["position"].(vec.Vec3), vec.Identity)
}

// meshFile is a mesh a script imports.
type meshFile struct {
	file                        string
	scale, threshold, thickness float64
	shift                       vec.Vec3
	ori                         vec.Quat
}

// importSTL makes one particle of all facets of a file: here a mesh is one shape.
func importSTL(in *interp, a *args) value {
	b := a.bind(in, "importSTL", []parameter{
		{"file", words, nil}, {"mat", orNone(of(materialClass)), none{}}, {"mask", mask, int64(boundaryMask)},
		{"color", orNone(anyNumber), none{}}, {"scale", positive, 1.0}, {"shift", space, vec.Vec3{}},
		{"ori", turned, vec.Identity},
		{"threshold", number, -1e-6}, {"thickness", notNegative, 0.0},
		{"maxBox", only(int64(0), "facets are not split: they need not be small here"), int64(0)},
		{"fixed", yesNo, false}, {"wire", yesNo, false},
	})
	p := newParticle(in, meshClass.object(in), b, vec.Vec3{}, vec.Identity)
	particleOf(p).mesh = &meshFile{
		file: in.session.meshFile(in, b["file"].(string)), scale: b["scale"].(float64), threshold: b["threshold"].(float64),
		thickness: b["thickness"].(float64), shift: b["shift"].(vec.Vec3), ori: b["ori"].(vec.Quat),
	}
	return &list{[]value{p}}
}

// massOf returns the mass of a particle [kg].
func massOf(o *object) float64 {
	s, m := o.object("shape"), materialOf(o)
	density := m.float("density")
	switch s.class {
	case sphereClass:
		return density * sphereVolume(s.float("radius"))
	case capsuleClass:
		r := s.float("radius")
		return density * (sphereVolume(r) + math.Pi*r*r*s.float("shaft"))
	}
	return 0
}

func sphereVolume(r float64) float64 { return 4. / 3 * math.Pi * r * r * r }

// materialOf returns the material of a particle, whichever of its two names was used.
func materialOf(o *object) *object {
	if m := o.object("material"); m != nil {
		return m
	}
	return o.object("mat")
}

func vec3(a [3]float64) vec.Vec3 { return vec.New(a[0], a[1], a[2]) }
