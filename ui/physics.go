package ui

import (
	"fmt"
	"math"

	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// The edits of the physics that panels make. Each checks the value, sends one command and
// shows the value until a snapshot has it; a value that cannot be is refused with its
// reason and sends nothing.

// materialKey names a number of a material as --set does.
func materialKey(material, field string) string { return "materials." + material + "." + field }

// material returns material i as the panel shows it: what the snapshot says, with the
// edits that are on their way.
func (m *model) material(i int) law.Material {
	have := m.snap.Materials[i]
	for _, f := range law.Fields {
		v := f.Of(&have.Law)
		*v = shown(&m.edits, materialKey(have.Name, f.Name), *v)
	}
	return have.Law
}

// doubt does what a person asks for, or asks first whether it is meant.
func (m *model) doubt(about string, usual bool, text, yes string, do func()) {
	m.withdraw(about)
	if usual {
		do()
		return
	}
	m.ask(question{about: about, text: text, yes: yes, do: do})
}

// wantMaterial changes one number of material i, after a question if it is unusual.
func (m *model) wantMaterial(i int, f law.Field, v float64) {
	w, name := wordOf(f), m.snap.Materials[i].Name
	usual := v >= w.usual[0] && v <= w.usual[1] || f.Check(v) != nil // what cannot be is refused, not asked about
	m.doubt(materialKey(name, f.Name), usual, fmt.Sprintf("%s of %s for %s: usual are %s to %s. The step may become "+
		"very short, or bodies may pass through one another.", w.name, quantity(v, f.Unit, 4), name,
		quantity(w.usual[0], f.Unit, 3), quantity(w.usual[1], f.Unit, 3)),
		"Set it", func() { m.setMaterial(i, f, v) })
}

// unusualDamping is the damping above which a person is asked: bodies then hardly move.
const unusualDamping = 0.9

// wantDamping changes the Cundall damping, after a question if it is unusual.
func (m *model) wantDamping(v float64) {
	m.doubt("damping", !(v > unusualDamping && v < 1), fmt.Sprintf("Damping of %s takes %s of each force that does "+
		"work: bodies hardly fall any more.", number(v, 4), percent(v)), "Set damping", func() { m.setDamping(v) })
}

// setMaterial changes one number of material i.
func (m *model) setMaterial(i int, f law.Field, v float64) {
	key := materialKey(m.snap.Materials[i].Name, f.Name)
	if err := f.Check(v); err != nil {
		m.refuse.set(key, err.Error())
		return
	}
	next := m.material(i)
	if *f.Of(&next) == v {
		m.refuse.forget(key)
		return
	}
	*f.Of(&next) = v
	m.refuse.forget("materials." + m.snap.Materials[i].Name) // of the material as a whole
	m.set(key, v, bridge.SetMaterial{Index: i, Material: next})
}

// gravityKeys name the components of gravity; the engine knows them as one field.
var gravityKeys = [3]string{"gravity.x", "gravity.y", "gravity.z"}

// gravity returns gravity as the panel shows it [m/s²].
func (m *model) gravity() vec.Vec3 {
	g := m.snap.Params.Gravity
	g.X = shown(&m.edits, gravityKeys[0], g.X)
	g.Y = shown(&m.edits, gravityKeys[1], g.Y)
	g.Z = shown(&m.edits, gravityKeys[2], g.Z)
	return g
}

// unusualGravity is the size from which a component of gravity is asked about [m/s²]: some fifty
// times that of the Earth. A digit or two too many get there.
const unusualGravity = 500

// wantGravity changes one component of gravity [m/s²], after a question if it is unusual.
func (m *model) wantGravity(axis int, v float64) {
	usual := !(math.Abs(v) > unusualGravity) || math.IsInf(v, 0)
	m.doubt("gravity", usual, fmt.Sprintf("Gravity of %s m/s² along %c is %s times that of the Earth. Bodies may fall "+
		"through one another and through walls in a few steps.", number(v, 6), "xyz"[axis],
		number(math.Abs(v)/9.80665, 2)), "Set gravity", func() { m.setGravity(axis, v) })
}

// setGravity changes one component of gravity [m/s²].
func (m *model) setGravity(axis int, v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		m.refuse.set("gravity", fmt.Sprintf("gravity must be finite, got %g m/s²", v))
		return
	}
	g := m.gravity()
	c := [3]*float64{&g.X, &g.Y, &g.Z}[axis]
	m.refuse.forget("gravity")
	if *c == v {
		return
	}
	*c = v
	m.set(gravityKeys[axis], v, bridge.SetGravity{Gravity: g})
}

// setDamping changes the Cundall damping.
func (m *model) setDamping(v float64) {
	if !(v >= 0 && v < 1) {
		m.refuse.set("damping", fmt.Sprintf("damping must be ≥ 0 and < 1, got %g", v))
		return
	}
	if v != shown(&m.edits, "damping", m.snap.Params.Damping) || m.refuse.of("damping") != "" {
		m.set("damping", v, bridge.SetDamping{Damping: v})
	}
}

// setSafety changes the fraction of the critical time step.
func (m *model) setSafety(v float64) {
	const key = "timeStep.safety"
	if !(v > 0 && v <= 1) {
		m.refuse.set(key, fmt.Sprintf("safety must be > 0 and ≤ 1, got %g", v))
		return
	}
	if v != shown(&m.edits, key, m.snap.Params.TimeStepSafety) || m.refuse.of(key) != "" {
		m.set(key, v, bridge.SetTimeStepSafety{Safety: v})
	}
}

// setLaw chooses the contact law.
func (m *model) setLaw(name string) {
	if name != shown(&m.edits, "law", m.snap.Params.Law) {
		m.set("law", name, bridge.SetLaw{Law: name})
	}
}

// setRule chooses the capsule contact rule.
func (m *model) setRule(rule string) {
	if rule != shown(&m.edits, "capsuleRule", m.snap.Params.CapsuleRule) {
		m.set("capsuleRule", rule, bridge.SetCapsuleRule{Rule: rule})
	}
}
