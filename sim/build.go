package sim

import (
	"cmp"
	"fmt"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/external"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
)

// Builder adds materials, bodies, inlets, outlets, motions and forces to a world, before its first step or between two
// steps. The types of its definitions are in sim/internal, which other programs cannot import: they build worlds
// with package scene, which makes these definitions from the scenes that it reads.
type Builder struct{ w *World }

// Build returns the builder of the world.
func (w *World) Build() Builder { return Builder{w} }

// AddMaterial adds a material and returns its index, by which shapes refer to it. A Restitution
// of 0 counts as 1.
//
// Errors: a number out of its range.
func (b Builder) AddMaterial(name string, m law.Material) (int, error) {
	i, err := b.w.contacts.AddMaterial(name, m)
	if err != nil {
		return 0, fmt.Errorf("sim: add material %q: %w", name, err)
	}
	return i, nil
}

// AddPair gives a pair of materials numbers of its own, in the place of those that follow from both materials. Of
// two definitions for the same pair the later counts.
//
// Errors: an unknown material, a number out of its range.
func (b Builder) AddPair(d contact.PairDef) error {
	if err := b.w.contacts.AddPair(d); err != nil {
		return fmt.Errorf("sim: add pair: %w", err)
	}
	return nil
}

// AddBody adds a body and returns its number.
//
// Errors: no shape, a size that is not positive, an unknown material, a body that mixes
// walls or cylinders with anything else.
func (b Builder) AddBody(d body.Def) (body.ID, error) {
	t, err := b.w.bodies.Recent.Template(&d, b.w.contacts.Density, b.w.contacts.Revision)
	if err == nil {
		err = cmp.Or(d.Check(len(b.w.contacts.Materials)), d.CheckJoint(t))
	}
	if err == nil {
		err = cmp.Or(b.w.bodies.CheckRoom(&b.w.shapes, t), b.w.shapes.CheckPairs(t))
	}
	if err != nil {
		return 0, fmt.Errorf("sim: add body %q: %w", d.Name, err)
	}
	if t.Shared == nil { // report the sampling of a template once, not for each of its bodies
		t.ReportSampling(d.Name, &b.w.log)
	}
	var id body.ID
	b.w.edit(func() { id = b.w.bodies.Insert(&b.w.shapes, t, &d, b.w.clock.Time) })
	b.w.neighbours.Stale = true
	return id, nil
}

// Expect makes room for n more bodies, spheres or capsules: else the memory of many is copied again and again.
func (b Builder) Expect(n int, kind shape.Kind) {
	b.w.bodies.Expect(n)
	b.w.shapes.Expect(n, kind)
}

// AddInlet adds an inlet. Its random stream depends only on the seed of the world and on how many inlets
// were added before.
//
// Errors: numbers out of their range, products that make no body with a mass.
func (b Builder) AddInlet(d insertion.InletDef) error {
	if err := b.w.flow.AddInlet(d); err != nil {
		return fmt.Errorf("sim: add inlet %q: %w", d.Name, err)
	}
	return nil
}

// AddOutlet adds an outlet.
//
// Errors: numbers out of their range.
func (b Builder) AddOutlet(d insertion.OutletDef) error {
	if err := b.w.flow.AddOutlet(d); err != nil {
		return fmt.Errorf("sim: add outlet %q: %w", d.Name, err)
	}
	return nil
}

// AddMotion prescribes the motion of a body that was added before. Ready checks the events for which motions wait.
//
// Errors: no such body, a body that forces move or that has a velocity of its own, numbers out of their range.
func (b Builder) AddMotion(d kinematic.Def) (err error) {
	b.w.edit(func() { err = b.w.motions.Add(d) })
	if err != nil {
		return fmt.Errorf("sim: add motion %q: %w", d.Name, err)
	}
	return nil
}

// PutMotion is AddMotion, but the motion takes the place of one with its name, if there is one. The body of that one
// rests until another motion begins.
//
// Errors: those of AddMotion.
func (b Builder) PutMotion(d kinematic.Def) (err error) {
	b.w.edit(func() { err = b.w.motions.Put(d) })
	if err != nil {
		return fmt.Errorf("sim: add motion %q: %w", d.Name, err)
	}
	return nil
}

// AddForce adds a force from outside.
//
// Errors: numbers out of their range, a text that is no formula or no choice of bodies.
func (b Builder) AddForce(d external.Def) error {
	if err := b.w.forces.Add(d); err != nil {
		return fmt.Errorf("sim: add force %q: %w", d.Name, err)
	}
	return nil
}

// PutForce is AddForce, but the force takes the place of one with its name, if there is one.
//
// Errors: those of AddForce.
func (b Builder) PutForce(d external.Def) error {
	if err := b.w.forces.Put(d); err != nil {
		return fmt.Errorf("sim: add force %q: %w", d.Name, err)
	}
	return nil
}

// DoneAt returns the time when the inlet, outlet, motion or force of a name was done [s]; false if it is not done.
func (b Builder) DoneAt(name string) (float64, bool) { return b.w.timetable().DoneAt(name) }

// AddSurface measures, from now on, what contacts do to a surface of a body that was added before.
//
// Errors: too many surfaces, two of one name, no such body, a part without triangles.
func (b Builder) AddSurface(at bridge.Surface) error { return b.w.surfaces.Add(at) }

// SetSurfaces measures these surfaces in the place of those that were added before.
//
// Errors: those of AddSurface; the surfaces before then stay.
func (b Builder) SetSurfaces(list []bridge.Surface) error { return b.w.surfaces.Set(list) }

// AddPlanes counts, from now on, what goes through named planes.
//
// Errors: too many, two of one name, one that is not possible, or moves with a body that is not there.
func (b Builder) AddPlanes(list []bridge.Plane) error {
	if err := b.checkCarried(list); err != nil {
		return err
	}
	return b.w.tally.AddPlanes(list)
}

// SetPlanes is AddPlanes in the place of those that were added before.
func (b Builder) SetPlanes(list []bridge.Plane) error {
	if err := b.checkCarried(list); err != nil {
		return err
	}
	return b.w.tally.SetPlanes(list)
}

// checkCarried returns an error if a plane moves with a body that is not there.
func (b Builder) checkCarried(list []bridge.Plane) error {
	for i := range list {
		if of := list[i].Body; of != "" {
			if err := b.w.CheckFollowed([]string{of}); err != nil {
				return fmt.Errorf("plane %s: @%s: %w", list[i].Name, of, err)
			}
		}
	}
	return nil
}

// SetRegions adds up, in those of the regions that ask for it, the times of bodies and what contacts lose. A region
// that was there before goes on; the others begin now.
func (b Builder) SetRegions(list []bridge.Region) { b.w.tally.SetRegions(list) }

// FollowCollisions follows, from now on, the collisions of the world, unless it does so already.
func (b Builder) FollowCollisions() { b.w.collisions.Follow(&b.w.contacts) }

// Ready ends the building of a world; it is called once, after everything was added. Inlets that fill their volume
// at once and wait for no event fill it now, so that their bodies exist before the first step, and the world is
// audited. Without a call of Ready, these inlets fill their volume in the first step.
//
// Errors: a *schedule.Error if an inlet, outlet, motion or force waits for another one that was not added or is never
// done. This is checked here and not before, because each may wait for one that is added later.
func (b Builder) Ready() error {
	if err := b.w.motions.CheckEvents(); err != nil {
		return err
	}
	b.w.flow.Fill(b.w.clock.Now())
	b.w.Audit()
	return nil
}
