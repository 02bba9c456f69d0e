package woo

import (
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/vec"
)

// The classes of engines, and of the generators of inlets.
var (
	leapfrogClass, colliderClass, contactLoopClass, dynDtClass *class

	cylinderInletClass, boxInletClass, boxOutletClass, vtkExportClass *class

	pharmaClass, minMaxClass, psdSphereClass, psdCapsuleClass, psdClumpClass, clumpGeomClass *class
)

// periodic returns the attributes of engines that run periodically, with the attributes that only one of these
// engines has.
func periodic(own ...field) []field {
	list := []field{
		{name: "stepPeriod", conv: bounded(func(x float64) bool { return x >= 1 && x < 1<<31 && x == math.Trunc(x) },
			"a whole number ≥ 1"), init: 1.0},
		{name: "label", conv: words},
		{name: "initRun", conv: only(true, "the first activation is in the first step"), init: true},
		{name: "dead", conv: only(false, "an engine that does not run can be left out")},
	}
	for _, f := range own {
		if i := slices.IndexFunc(list, func(g field) bool { return g.name == f.name }); i >= 0 {
			list[i] = f
		} else {
			list = append(list, f)
		}
	}
	return list
}

// The bits of VtkExport.what. Their values are our own, since scripts use the names.
const (
	exportSpheres = 1 << iota
	exportMesh
	exportTri
	exportContacts
	exportAll = exportSpheres | exportMesh | exportTri // as in Woo, contacts are extra
)

var exported converter = func(in *interp, what string, v value) value {
	n := in.integer(what, v)
	if n < 1 || n > exportAll|exportContacts {
		in.fail("%s must be made of VtkExport.spheres, mesh, tri, con and all, got %d", what, n)
	}
	return n
}

// initEngines makes the classes of engines.
func initEngines() {
	leapfrogClass = &class{name: "Leapfrog", fields: []field{
		{name: "damping", conv: bounded(func(x float64) bool { return x >= 0 && x < 1 }, "in [0, 1)"), init: 0.2},
		{name: "reset", conv: only(true, "forces are always those of the step")}, {name: "label", conv: words},
	}}
	colliderClass = &class{name: "InsertionSortCollider", fields: []field{
		{name: "verletDist", conv: number, init: -0.05, mute: "the skin of the contact search is chosen here as it is best"},
		{name: "label", conv: words},
	}}
	contactLoopClass = &class{name: "ContactLoop", fields: []field{{name: "label", conv: words}}}
	dynDtClass = &class{name: "DynDt", fields: periodic()}
	vtkExportClass = &class{name: "VtkExport", fields: periodic(
		field{name: "initRun", conv: yesNo, init: false, mute: "the first moment is always written"},
		field{name: "out", conv: words, init: "export."}, field{name: "ascii", conv: yesNo, init: false},
		field{name: "what", conv: exported, init: int64(exportAll)}, field{name: "virtPeriod", conv: notNegative, init: 0.0},
		field{name: "compress", conv: yesNo, init: true, mute: "bytes are always compressed, text never"},
		field{name: "subdiv", conv: whole, init: int64(16),
			mute: "capsules are exported as they are drawn"}), statics: map[string]value{
		"spheres": int64(exportSpheres), "mesh": int64(exportMesh), "static": int64(exportMesh), "tri": int64(exportTri),
		"con": int64(exportContacts),
		"all": int64(exportAll),
	}}
	initMotions()
	initGenerators()
	initInlets()
}

func initGenerators() {
	points := several(flat)
	clumps := several(func(in *interp, what string, v value) value { return of(clumpGeomClass)(in, what, v) })
	dist := []field{
		{name: "psdPts", conv: points}, {name: "discrete", conv: only(false, "sizes between the points are drawn too")},
		{name: "mass", conv: yesNo, init: true},
	}
	pharmaClass = &class{name: "PharmaCapsuleGenerator", fields: []field{
		{name: "len", conv: positive, init: 19.4e-3}, {name: "capLen", conv: positive, init: 9.78e-3},
		{name: "extDiam", conv: flat, init: vector2{6.91e-3, 6.63e-3}}, {name: "cutCorr", conv: number, init: 0.5},
		{name: "colors", conv: flat, init: vector2{0.5, 0.99}},
	}}
	minMaxClass = &class{name: "MinMaxSphereGenerator", fields: []field{{name: "dRange", conv: flat}}}
	psdSphereClass = &class{name: "PsdSphereGenerator", fields: dist}
	psdCapsuleClass = &class{name: "PsdCapsuleGenerator", fields: append([]field{{name: "shaftRadiusRatio", conv: flat,
		init: vector2{1, 1}}}, dist...)}
	clumpGeomClass = &class{name: "SphereClumpGeom", fields: []field{
		{name: "centers", conv: several(space)}, {name: "radii", conv: several(positive)},
		{name: "div", conv: whole, init: int64(5)},
	}}
	psdClumpClass = &class{name: "PsdClumpGenerator", fields: append([]field{{name: "clumps", conv: clumps}}, dist...)}
}

var anyGenerator converter = func(in *interp, what string, v value) value {
	if o, ok := v.(*object); ok {
		switch o.class {
		case pharmaClass, minMaxClass, psdSphereClass, psdCapsuleClass, psdClumpClass:
			return o
		}
	}
	in.fail("%s must be a generator, got %s", what, in.brief(v))
	return nil
}

// The values of RandomInlet.atMaxAttempts: what an inlet does when its attempts are used up. Woo takes names or
// numbers.
const (
	attemptsError int64 = iota
	attemptsDead
	attemptsWarn
	attemptsSilent
	attemptsDone
)

var attemptsNames = map[string]int64{
	"error": attemptsError, "dead": attemptsDead, "warn": attemptsWarn, "silent": attemptsSilent,
	"nothing": attemptsSilent, "ignore": attemptsSilent, "": attemptsSilent, "done": attemptsDone,
	"doneHook": attemptsDone,
}

var outOfAttempts converter = func(in *interp, what string, v value) value {
	n, known := v.(int64)
	if s, ok := v.(string); ok {
		n, known = attemptsNames[s]
	}
	if !known || n < attemptsError || n > attemptsDone {
		in.fail("%s must be 'error', 'dead', 'warn', 'silent' or 'done', got %s", what, in.brief(v))
	}
	return n
}

var attempts converter = bounded(func(x float64) bool {
	return x >= 1 && x <= insertion.MostAttempts && x == math.Trunc(x)
}, fmt.Sprintf("a whole number from 1 to %d", insertion.MostAttempts))

func initInlets() {
	materials := several(of(materialClass))
	inlet := periodic(
		field{name: "generator", conv: anyGenerator}, field{name: "materials", conv: materials},
		field{name: "massRate", conv: anyNumber, init: math.NaN()}, field{name: "maxMass", conv: number, init: -1.0},
		field{name: "maxNum", conv: whole, init: int64(-1)}, field{name: "doneHook", conv: words, init: ""},
		field{name: "attemptPar", conv: attempts, init: 5.0}, field{name: "maxAttempts", conv: attempts, init: 5000.0},
		field{name: "color", conv: anyNumber, init: math.NaN()},
		field{name: "atMaxAttempts", conv: outOfAttempts, init: attemptsError},
		field{name: "shooter", conv: only(none{}, "bodies enter at rest")},
		field{name: "mask", conv: mask, init: int64(movableMask)},
		field{name: "glColor", conv: anyNumber, mute: "inlets have one colour"})
	inlet[0].init = 1.0
	inletConstants := map[string]value{"maxAttError": attemptsError, "maxAttDead": attemptsDead,
		"maxAttWarn": attemptsWarn, "maxAttSilent": attemptsSilent}
	cylinderInletClass = &class{name: "CylinderInlet", statics: inletConstants, fields: append([]field{
		{name: "node", conv: func(in *interp, what string, v value) value { return of(nodeClass)(in, what, v) }},
		{name: "radius", conv: positive}, {name: "height", conv: positive},
	}, inlet...)}
	boxInletClass = &class{name: "BoxInlet", statics: inletConstants, fields: append([]field{
		{name: "box", conv: pair(space)}, {name: "node", conv: orNone(func(in *interp, what string,
			v value) value {
			return of(nodeClass)(in, what, v)
		})},
	}, inlet...)}
	boxOutletClass = &class{name: "BoxOutlet", fields: append([]field{
		{name: "box", conv: pair(space)}, {name: "node", conv: orNone(func(in *interp, what string,
			v value) value {
			return of(nodeClass)(in, what, v)
		})},
		{name: "inside", conv: yesNo, init: false}, {name: "glColor", conv: anyNumber, mute: "outlets have one colour"},
		{name: "save", conv: yesNo, init: false, mute: "what an outlet took is always counted"},
	}, periodic()...)}
}

// minimalEngines returns the engines of an ordinary run.
func minimalEngines(in *interp, a *args) value {
	b := a.bind(in, "minimalEngines", []parameter{
		{"damping", bounded(func(x float64) bool { return x >= 0 && x < 1 }, "in [0, 1)"), 0.0},
		{"verletDist", number, -0.05}, {"dynDtPeriod", whole, int64(100)}, {"label", anything, none{}},
		{"model", orNone(only(none{}, "the contact model is that of the materials")), none{}},
		{"lawKw", anything, none{}}, {"cp2Kw", anything, none{}}, {"cpKw", anything, none{}},
	})
	for _, name := range []string{"lawKw", "cp2Kw", "cpKw"} {
		if d, ok := b[name].(*dict); ok && len(d.keys) > 0 {
			in.fail("minimalEngines(): %s is not supported", name)
		}
	}
	frog := leapfrogClass.object(in)
	frog.vals["damping"] = b["damping"]
	out := &list{[]value{frog, colliderClass.object(in), contactLoopClass.object(in)}}
	if n := b["dynDtPeriod"].(int64); n > 0 {
		dyn := dynDtClass.object(in)
		dyn.vals["stepPeriod"] = float64(n)
		out.items = append(out.items, dyn)
	}
	return out
}

// forceTorqueFromMembers returns the force and torque of the contacts of a clump.
func forceTorqueFromMembers(in *interp, a *args) value {
	b := a.bind(in, "ClumpData.forceTorqueFromMembers", []parameter{{"node", of(nodeClass), nil}})
	force, torque := in.session.forceOnBody(in, b["node"].(*object))
	return tuple{force, torque}
}

// turnOf returns the rotation of a node, none for no node.
func turnOf(node *object) vec.Quat {
	if node == nil {
		return vec.Identity
	}
	return node.quat("ori")
}
