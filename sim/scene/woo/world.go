package woo

import (
	"example.org/tumble/sim/vec"
)

// The classes of a scene as a whole.
var sceneClass, demFieldClass, particlesClass, labelsClass, masterClass *class

// Classes refer to each other, so they are made in this order and not where their variables are declared.
func init() {
	initBodies()
	initEngines()
	initRunners()
	initScene()
	initView()
	initModules()
}

// stepLimit is how many steps S.run may do while the scene is made.
const stepLimit = 1_000_000

func initScene() {
	particlesClass = &class{name: "ParticleContainer", items: func(in *interp, o *object) []value {
		list := o.extra.(*particles).list
		in.spend(len(list))
		return list
	}, methods: map[string]func(*interp, *object, *args) value{
		"add": addParticles, "append": addParticles, "addClumped": addClumped, "appendClumped": addClumped,
	}}
	demFieldClass = &class{name: "DemField", fields: []field{
		{name: "gravity", conv: space, init: vec.Vec3{}},
		{name: "par", get: func(in *interp, o *object) value { return parOf(in, o) }, conv: atOnce,
			set:  func(in *interp, o *object, v value) { parOf(in, o).extra.(*particles).add(in, v) },
			made: "S.dem.par.add() adds particles"},
		{name: "parNodes", conv: nodesToo, made: "all bodies are integrated"},
		{name: "loneMask", conv: only(int64(0b0010), "walls and meshes never collide among themselves"), init: int64(0b0010)},
	}, statics: map[string]value{
		"minimalEngines":     builtin{"DemField.minimalEngines", minimalEngines},
		"defaultEngines":     builtin{"DemField.defaultEngines", minimalEngines},
		"defaultMovableMask": int64(movableMask), "defaultBoundaryMask": int64(boundaryMask),
		"defaultStaticMask": int64(boundaryMask),
		"defaultInletMask":  int64(movableMask),
	}, methods: map[string]func(*interp, *object, *args) value{
		"collectNodes": func(in *interp, o *object, a *args) value { return none{} }, // all bodies are integrated here
	}}
	labelsClass = &class{name: "LabelMapper", free: &freely{getLabel, setLabel}}
	sceneClass = &class{name: "Scene", made: func(in *interp, o *object) { in.session.last = o },
		fields: append(sceneFields(),
			field{name: "dem", get: demFieldOf},
			field{name: "time", get: func(in *interp, o *object) value { return in.session.time(in) }},
			field{name: "step", get: func(in *interp, o *object) value { return in.session.stepCount(in) }},
			field{name: "lab", get: func(in *interp, o *object) value { return labelsOf(in) }},
			field{name: "energy", get: func(in *interp, o *object) value { return in.session.energy(in) }},
			field{name: "plot", get: func(in *interp, o *object) value { return in.session.plot(in) }},
			field{name: "gl", get: func(in *interp, o *object) value { return viewOptions(in) }, conv: anything},
		), methods: map[string]func(*interp, *object, *args) value{
			"saveTmp": saveTmp, "run": runSteps, "one": runOne, "stop": runStop,
			"wait": func(in *interp, o *object, a *args) value { return none{} },
		}}
	masterClass = &class{name: "Master", single: true, fields: []field{
		{name: "scene", conv: func(in *interp, what string, v value) value { return of(sceneClass)(in, what, v) },
			set: func(in *interp, o *object, v value) { in.session.scene = v.(*object) }},
		{name: "usesApi", conv: whole, init: int64(0), mute: "both spellings work here"},
		{name: "releaseInternalPythonObjects", conv: yesNo},
	}}
}

func sceneFields() []field {
	engines := func(in *interp, what string, v value) value { return &list{in.elements(v)} }
	return []field{
		{name: "fields", conv: several(func(in *interp, what string,
			v value) value {
			return of(demFieldClass)(in, what, v)
		})},
		{name: "engines", conv: engines, init: &list{}},
		{name: "dt", conv: anyNumber}, {name: "dtSafety", conv: bounded(func(x float64) bool { return x > 0 && x <= 1 },
			"in (0, 1]"), init: 0.9},
		{name: "throttle", conv: number, init: 0.0, mute: "the pace of a run is chosen in the window"},
		{name: "title", conv: words}, {name: "stopAtTime", conv: number, init: 0.0},
		{name: "stopAtStep", conv: only(int64(0), "use S.stopAtTime, or tumble run --steps"), init: int64(0)},
		{name: "trackEnergy", conv: yesNo, init: false, mute: "the energies are always tracked"},
		{name: "deterministic", conv: yesNo, init: true, mute: "every run is deterministic"},
		{name: "selfTestEvery", conv: whole, init: int64(0), mute: "scenes are checked when they are built"},
		{name: "periodic", conv: only(false, "there are no periodic scenes"), init: false},
		{name: "tags", conv: anything, init: &dict{}, mute: "tags are not kept"},
		{name: "lastSave", conv: words, init: ""},
	}
}

// atOnce reads the particles that a DemField begins with.
var atOnce converter = func(in *interp, what string, v value) value {
	switch v.(type) {
	case tuple, *list:
		return v
	}
	in.fail("%s must be a list of particles, got %s", what, in.brief(v))
	return nil
}

// particles is the data of a ParticleContainer.
type particles struct {
	list    []value  // particles, by id
	entries []*entry // bodies, in the order they were added
}

// entry is one body of the scene.
type entry struct {
	members []*object // particles
	node    *object
	clump   bool
	line    int
}

func parOf(in *interp, dem *object) *object {
	if p, ok := dem.extra.(*object); ok {
		return p
	}
	p := particlesClass.object(in)
	p.extra = &particles{}
	dem.extra = p
	return p
}

// demFieldOf returns the field of the scene, made if there is none.
func demFieldOf(in *interp, scene *object) value {
	if f := scene.tuple("fields"); len(f) > 0 {
		return f[0]
	}
	in.fail("the scene has no DemField: Scene(fields=[DemField(gravity=...)])")
	return nil
}

// enlist gives a particle its id.
func (p *particles) enlist(in *interp, v value) *object {
	o, ok := v.(*object)
	if !ok || o.class != particleClass {
		in.fail("only particles can be added, got %s", in.brief(v))
	}
	if particleOf(o).id >= 0 {
		in.fail("the particle was added before, as number %d", particleOf(o).id)
	}
	particleOf(o).id = len(p.list)
	p.list = append(p.list, o)
	return o
}

// nodesToo reads whether the nodes of particles are to be integrated, which Woo decides itself if the value is -1.
var nodesToo converter = func(in *interp, what string, v value) value {
	if n, _, _, ok := asNumber(v); ok && n == 0 {
		in.fail("%s=%s is not supported (all bodies are integrated: blocked='xyzXYZ' holds one)", what, in.brief(v))
	}
	return v
}

// addParticles adds one particle or several and returns their ids.
func addParticles(in *interp, o *object, a *args) value {
	in.mayChange("S.dem.par", "add")
	p := o.extra.(*particles)
	b := a.bind(in, "par.add", []parameter{{"par", anything, nil}, {"nodes", nodesToo, none{}}})
	return p.add(in, b["par"])
}

// add adds one particle or several, each as a body of its own, and returns their ids.
func (p *particles) add(in *interp, v value) value {
	add := func(v value) value {
		part := p.enlist(in, v)
		node := particleOf(part).node
		e := &entry{members: []*object{part}, node: node, line: in.line}
		node.extra = e
		p.entries = append(p.entries, e)
		return int64(particleOf(part).id)
	}
	switch v.(type) {
	case tuple, *list:
	default:
		return add(v)
	}
	out := &list{}
	for _, v := range in.elements(v) {
		out.items = append(out.items, add(v))
	}
	return out
}

// addClumped adds particles joined into one rigid body and returns its node.
func addClumped(in *interp, o *object, a *args) value {
	in.mayChange("S.dem.par", "addClumped")
	p := o.extra.(*particles)
	b := a.bind(in, "par.addClumped", []parameter{{"par", anything, nil}, {"centralNode", orNone(of(nodeClass)), none{}},
		{"nodes", nodesToo, none{}}})
	e := &entry{clump: true, line: in.line}
	mass := 0.0
	for _, v := range in.elements(b["par"]) {
		part := p.enlist(in, v)
		particleOf(part).node.extra = e
		mass += massOf(part)
		e.members = append(e.members, part)
	}
	node, given := b["centralNode"].(*object)
	switch {
	case len(e.members) == 0:
		in.fail("a clump must have at least one particle")
	case !given && mass == 0:
		in.fail("a clump without mass needs a centralNode, which says what it turns about")
	case !given:
		node = nodeClass.object(in)
	}
	e.node, node.extra = node, e
	p.entries = append(p.entries, e)
	return node
}

// saveTmp is the call with which a script says that its scene is complete.
func saveTmp(in *interp, o *object, a *args) value {
	a.positional(in, "saveTmp", 0, 1)
	in.session.checkFilled(in, o)
	return none{}
}

// runSteps does steps while the scene is made, so that the script can look at the result.
func runSteps(in *interp, o *object, a *args) value {
	b := a.bind(in, "S.run", []parameter{{"steps", whole, int64(-1)}, {"wait", yesNo, false}})
	n := b["steps"].(int64)
	if n > stepLimit {
		in.fail("S.run(%d): a script may run %d steps; tumble run --steps %d runs more", n, stepLimit, n)
	}
	if n < 0 {
		in.notice("S.run() does nothing here: the scene runs when it is opened, or by tumble run")
		return none{}
	}
	in.session.run(in, o, int(n))
	return none{}
}

func runOne(in *interp, o *object, a *args) value {
	a.positional(in, "S.one", 0, 0)
	in.session.run(in, o, 1)
	return none{}
}

func runStop(in *interp, o *object, a *args) value {
	if !in.session.commanded {
		in.fail("S.stop() ends S.run() from a PyRunner and nothing else: S.stopAtTime ends a run, or tumble run --until")
	}
	in.session.stopped = true
	return none{}
}
