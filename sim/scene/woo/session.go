package woo

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/vec"
)

// session is the scene a script makes, and its world, which is built when the script asks for a value that only a
// world has.
type session struct {
	options  Options
	scene    *object // woo.master.scene
	last     *object // scene made last
	labels   *object // S.lab
	material *object // material of particles for which none is given
	view     *viewSettings
	globals  *scope
	world    *sim.World
	bodies   map[*entry]body.ID
	later    []hookChange
	state    *state.State // of the world, nil if it moved since
	ran      bool
	facets   int             // how many were made so far
	plotted  map[string]bool // names of S.plot that the table of the run has

	commanded bool // the command of a PyRunner runs
	stopped   bool // the command has ended S.run
}

// close ends the worker goroutines of the world.
func (s *session) close() {
	if s.world != nil {
		s.world.Close()
		s.world = nil
	}
}

// theScene returns the scene the script is about.
func (s *session) theScene() *object {
	if s.scene != nil {
		return s.scene
	}
	return s.last
}

// mayChange fails where the scene cannot be changed: after S.run, and by a doneHook,
// which can start motions only.
func (in *interp) mayChange(class, name string) {
	s := in.session
	if s.view != nil && s.view.has(class) || class == plotClass.name {
		return
	}
	if s.commanded {
		in.fail("%s.%s: a PyRunner can look, print and stop the run, but not change the scene "+
			"(an inlet adds bodies during a run, an outlet takes them, impose=... moves them)", class, name)
	}
	if s.ran {
		in.fail("%s.%s: after S.run() the scene can be looked at, but not changed", class, name)
	}
	if in.hook != nil && !startsMotion(class, name) {
		in.fail("%s.%s: a doneHook can start a motion (node.dem.impose=InterpolatedMotion(...), node.dem.angVel=...) and "+
			"nothing else", class, name)
	}
	s.close() // it is no longer the world of the script's scene
	s.state = nil
}

// startsMotion reports whether an attribute is one that a doneHook can set.
func startsMotion(class, name string) bool {
	switch class {
	case motionClass.name, harmonicClass.name, alignedClass.name:
		return true
	}
	return name == "impose" || name == "vel" || name == "angVel"
}

// defaultMaterial returns the material that Woo takes where a script gives none.
func (s *session) defaultMaterial(in *interp) *object {
	if s.material == nil {
		s.material = materialClass.object(in)
		s.material.vals["young"], s.material.vals["density"] = 1e7, 1e3
		s.material.vals["ktDivKn"], s.material.vals["tanPhi"] = 0.2, tanHalf
	}
	return s.material
}

// tanHalf is tan(0.5), the friction of that material.
const tanHalf = 0.54630248984379051325517946578

// meshFile returns the name under which the mesh will be found. A script names files
// beside it; the bottle of the Woo documentation is replaced by ours where it is missing.
func (s *session) meshFile(in *interp, file string) string {
	if s.options.open == nil || strings.ContainsRune(file, 0) {
		in.fail("file '%s' cannot be read", file)
	}
	if !mesh.IsName(file) {
		in.fail("importSTL(): '%s' is no mesh (%s)", file, mesh.Names)
	}
	data, err := s.options.open(file)
	if err == nil {
		in.allocate(len(data))
		return file
	}
	base := strings.ToLower(filepath.Base(file))
	if strings.HasPrefix(base, "pill-bottle") && strings.HasSuffix(base, ".stl") {
		in.notice("there is no file %s beside the script: the bottle of this program takes its place", file)
		return bottleFile
	}
	if errors.Is(err, fs.ErrNotExist) {
		in.noteMissing("importSTL(): there is no file '%s' beside the script", file)
		return file
	}
	in.fail("importSTL(): %v", err)
	return ""
}

// bottleFile is the bottle among the shipped files.
const bottleFile = "pill-bottle.stl"

// built returns the world of the scene.
func (s *session) built(in *interp) *sim.World {
	if s.world != nil {
		return s.world
	}
	top := s.theScene()
	if top == nil {
		in.fail("there is no scene yet")
	}
	in.depend(missing{})
	in.clock()
	kept := len(in.notices) // notices are kept only for the finished scene
	spec, bodies := s.spec(in, top)
	in.dropNotices(kept)
	w, err := scene.Build(s.options.Name, spec, s.options.open, scene.Options{Workers: 1})
	if err != nil {
		in.fail("%v", err)
	}
	s.world, s.bodies = w.World, bodies
	return s.world
}

// now returns the state of the world.
func (s *session) now(in *interp) *state.State {
	w := s.built(in)
	if s.state == nil {
		state := w.State()
		s.state = &state
	}
	return s.state
}

// run does steps, and the commands of PyRunners between them.
func (s *session) run(in *interp, top *object, steps int) {
	if in.hook != nil || s.commanded {
		in.fail("a doneHook or PyRunner cannot run the scene")
	}
	line := in.line
	w := s.built(in)
	in.line = line
	runners := in.runners(top)
	first := !s.ran
	s.ran, s.state, s.stopped = true, nil, false
	if first {
		in.runDue(runners, w)
	}
	for i := 0; i < steps && !s.stopped; i++ {
		in.clock()
		w.Step()
		s.state = nil
		if f := w.Log().Fault(); f != "" {
			in.failAt(line, "S.run(): %s", f)
		}
		in.runDue(runners, w)
	}
	in.line = line
}

// time is S.time: inside a doneHook, a moment that is not known yet.
func (s *session) time(in *interp) value {
	if in.hook != nil {
		return hookTime{}
	}
	if s.ran {
		return s.world.Clock().Time
	}
	return 0.0
}

// energy is S.energy: the energies of the scene [J], under the names that Woo gives them.
func (s *session) energy(in *interp) value {
	e := s.built(in).Energy()
	d := &dict{}
	for _, entry := range []struct {
		name  string
		value float64
	}{
		{"kinetic", e.Kinetic}, {"elast", e.Elastic}, {"grav", e.Potential}, {"nonviscDamp", e.Damping},
		{"plast", e.Friction},
	} {
		d.put(in, entry.name, entry.value)
	}
	return d
}

func (s *session) stepCount(in *interp) value {
	if s.ran {
		return s.world.Clock().Step
	}
	return int64(0)
}

// entryOf returns the body a node belongs to, nil if it was not added.
func entryOf(node *object) *entry {
	e, _ := node.extra.(*entry)
	return e
}

// bodyOf returns the state of the body that a node or its data belong to.
func (s *session) bodyOf(in *interp, o *object) *state.Body {
	if o.class != nodeClass {
		node, ok := o.extra.(*object)
		if !ok {
			in.fail("%s belongs to no node yet", o.class.name)
		}
		o = node
	}
	e := entryOf(o)
	if e == nil {
		in.fail("the node belongs to no body of the scene yet")
	}
	return s.stateOf(in, e)
}

// stateOf returns the state of a body.
func (s *session) stateOf(in *interp, e *entry) *state.Body {
	state := s.now(in)
	for i := range state.Bodies {
		if state.Bodies[i].ID == s.bodies[e] {
			return &state.Bodies[i]
		}
	}
	in.fail("the body has left the scene")
	return nil
}

// hasMass reports whether a body has a mass, so that its state is in the world: bodies without mass stay where the
// script put them, and move only as the script prescribes.
func hasMass(e *entry) bool {
	for _, m := range e.members {
		if massOf(m) > 0 {
			return true
		}
	}
	return false
}

// moved reports whether the pose of a node must be read from the world and not from the script.
func (s *session) moved(in *interp, node *object) (*entry, bool) {
	e := entryOf(node)
	if e == nil || !(e.clump && hasMass(e) && node == e.node) && !s.ran {
		return e, false
	}
	if in.hook != nil && hasMass(e) {
		in.fail("where a body will be when the doneHook runs is not known yet")
	}
	return e, hasMass(e)
}

// position returns where a node is.
func (s *session) position(in *interp, node *object) value {
	e, moved := s.moved(in, node)
	if !moved {
		return node.get("pos")
	}
	b := s.stateOf(in, e)
	if node == e.node {
		return vec3(b.Position)
	}
	return vec3(b.Shapes[e.part(node)].Position)
}

// orientation returns how a node is turned.
func (s *session) orientation(in *interp, node *object) value {
	e, moved := s.moved(in, node)
	if !moved {
		return node.get("ori")
	}
	b := s.stateOf(in, e)
	q := b.Orientation
	if node != e.node {
		q = b.Shapes[e.part(node)].Orientation
	}
	return vec.Quat{W: q[0], X: q[1], Y: q[2], Z: q[3]}
}

// part returns which member of a body a node belongs to.
func (e *entry) part(node *object) int {
	for i, m := range e.members {
		if particleOf(m).node == node {
			return i
		}
	}
	return 0
}

// velocity returns the velocity or spin of the body that some data belong to.
func (s *session) velocity(in *interp, data *object, name string) value {
	node, ok := data.extra.(*object)
	if !ok || !s.ran {
		return data.get(name)
	}
	b := s.bodyOf(in, node)
	if name == "vel" {
		return vec3(b.Velocity)
	}
	return vec3(b.Spin)
}

// forceOn returns force and torque that contacts put on one particle, about its centre.
func (s *session) forceOn(in *interp, p *object) (force, torque vec.Vec3) {
	if particleOf(p).facet != nil {
		in.fail("the force on one facet is not known: ClumpData.forceTorqueFromMembers has that on a clump of them")
	}
	e := entryOf(particleOf(p).node)
	if e == nil || !s.ran {
		return vec.Vec3{}, vec.Vec3{}
	}
	id := s.stateOf(in, e).ID
	return s.world.Contacts().ForceOnShape(id, e.part(particleOf(p).node))
}

// forceOnBody returns force and torque that contacts put on a body, about its centre.
func (s *session) forceOnBody(in *interp, node *object) (force, torque vec.Vec3) {
	b := s.bodyOf(in, node)
	if !s.ran {
		return vec.Vec3{}, vec.Vec3{}
	}
	return s.world.Contacts().ForceOn(b.ID)
}

// checkFilled fails if a scene has neither bodies nor inlets: then lines of the script seem to be missing.
func (s *session) checkFilled(in *interp, top *object) {
	dem := demFieldOf(in, top).(*object)
	if len(in.unsupported) > 0 || len(parOf(in, dem).extra.(*particles).entries) > 0 {
		return
	}
	for _, e := range in.elements(top.get("engines")) {
		if o, ok := e.(*object); ok && (o.class == cylinderInletClass || o.class == boxInletClass) {
			return
		}
	}
	unused := ""
	for _, name := range s.globals.names {
		if m, ok := s.globals.vals[name].(*object); ok && m.class == materialClass {
			unused = " (nothing is made of material " + name + ")"
		}
	}
	in.fail("the scene has no particles and no inlet: lines of the script seem to be missing%s", unused)
}
