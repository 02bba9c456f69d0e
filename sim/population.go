package sim

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// NextBody returns the number of the body that comes next.
func (w *World) NextBody() int64 { return int64(w.bodies.Next) }

// Body returns what AddBodies takes to make a body like the one with a number, and whether there is such a body that
// forces move and that is made of spheres and capsules.
func (w *World) Body(number int64) (b bridge.NewBody, ok bool) {
	i := w.bodies.Index(body.ID(number))
	if i < 0 || w.bodies.Kind[i] != body.Dynamic {
		return b, false
	}
	t := w.bodies.Template(i)
	b = bridge.NewBody{
		Number: number, Name: w.bodies.Name(i), Position: w.bodies.Pos[i], Orientation: w.bodies.Ori[i],
		Velocity: w.bodies.Vel[i], Spin: w.bodies.Spin[i], Blocked: w.bodies.Block[i].String(), Sampling: t.Sampling,
	}
	for k := range t.Shapes {
		d := t.Shapes[k].Full()
		if !body.IsHull(d.Kind) {
			return b, false
		}
		s := bridge.NewShape{Radius: d.Radius, Shaft: d.Shaft, Capsule: d.Kind == shape.KindCapsule && d.Shaft == 0,
			Position: d.Position, Material: w.contacts.Materials[d.Material].Name,
			Colors: [2][4]uint8{d.Colors[0], d.Colors[1]}}
		if d.Orientation != vec.Identity {
			s.Orientation = d.Orientation
		}
		b.Shapes = append(b.Shapes, s)
	}
	return b, true
}

// AddBodies adds bodies. If one of them may need shorter steps, the next step is shorter.
//
// Errors: no bodies or too many, also of all that have come, a number that another body has or had, an unknown
// material, numbers out of their range, a body whose degrees of freedom are all blocked, one that would overlap another
// or one that is there by more than contact laws are meant for.
func (w *World) AddBodies(list []bridge.NewBody) error {
	if len(list) == 0 {
		return fmt.Errorf("there must be at least one body to add, got none")
	}
	defs, comers, shapes := make([]body.Def, len(list)), make([]insertion.Newcomer, len(list)), 0
	for kind := range shape.Kinds {
		shapes += w.shapes.Count(shape.Kind(kind))
	}
	for i := range list {
		d, t, err := w.newBody(&list[i])
		if err != nil {
			return fmt.Errorf("body %d: %w", list[i].Number, err)
		}
		shapes += len(d.Shapes)
		defs[i] = d
		comers[i] = insertion.Newcomer{ID: body.ID(list[i].Number), Name: d.Name, Template: t, Position: d.Position,
			Turn: d.Orientation}
	}
	err := cmp.Or(w.checkNumbers(list), limit.CheckWorld(w.bodies.Len()+len(list), shapes))
	if err == nil {
		err = w.flow.CheckRoom(comers)
	}
	if err != nil {
		return err
	}
	w.edit(func() {
		for i := range comers {
			w.bodies.Insert(&w.shapes, comers[i].Template, &defs[i], w.clock.Time)
			w.bodies.Return(comers[i].ID)
		}
	})
	w.neighbours.Stale = true
	w.shorten(comers)
	return nil
}

// newBody returns the definition and the template of a body.
func (w *World) newBody(b *bridge.NewBody) (d body.Def, t *body.Template, err error) {
	d = body.Def{Name: cmp.Or(b.Name, "body"), Position: b.Position, Orientation: b.Orientation, Velocity: b.Velocity,
		Spin: b.Spin, Sampling: b.Sampling}
	if d.Blocked, err = body.ParseBlocked(b.Blocked); err != nil {
		return d, nil, err
	}
	if d.Blocked == body.BlockAll {
		return d, nil, fmt.Errorf("all its degrees of freedom are blocked, so that forces would not move it")
	}
	d.Orientation, err = turnOf(b.Orientation)
	for i := 0; i < len(b.Shapes) && err == nil; i++ {
		var s body.ShapeDef
		if s, err = w.newShape(&b.Shapes[i]); err == nil {
			d.Shapes = append(d.Shapes, s)
		}
	}
	if err == nil {
		err = d.Check(len(w.contacts.Materials))
	}
	if err == nil {
		t, err = w.bodies.Recent.Template(&d, w.contacts.Density, w.contacts.Revision)
	}
	return d, t, err
}

// newShape returns the definition of a sphere or capsule.
func (w *World) newShape(n *bridge.NewShape) (d body.ShapeDef, err error) {
	d = body.ShapeDef{Kind: shape.KindSphere, Radius: n.Radius, Shaft: n.Shaft, Position: n.Position,
		Colors: [2]shape.RGBA{n.Colors[0], n.Colors[1]}}
	if n.Shaft != 0 || n.Capsule {
		d.Kind = shape.KindCapsule
	}
	if d.Orientation, err = turnOf(n.Orientation); n.Material == "" || err != nil {
		return d, err
	}
	var known []string
	for i := range w.contacts.Materials {
		name := w.contacts.Materials[i].Name
		if name == n.Material {
			d.Material = i
			return d, nil
		}
		known = append(known, name)
	}
	return d, fmt.Errorf("there is no material %s%s", spell.Quote(n.Material), spell.DidYouMean(n.Material, known))
}

// turnOf returns a rotation of length 1; none for 0.
//
// Errors: numbers that are no rotation.
func turnOf(q vec.Quat) (vec.Quat, error) {
	if n := q.Dot(q); q != (vec.Quat{}) && !(n > 0 && !math.IsInf(n, 1)) {
		return q, fmt.Errorf("orientation must be a rotation, got %v", q)
	}
	return q.Unit(), nil
}

// checkNumbers returns an error unless new bodies have the numbers that come next, or those of bodies that have left.
func (w *World) checkNumbers(list []bridge.NewBody) error {
	next, taken := int64(w.bodies.Next), map[int64]bool{}
	for i := range list {
		switch n := list[i].Number; {
		case n < 0 || n > next:
			return fmt.Errorf("the number of a new body must be %d or that of a body which has left, got %d", next, n)
		case taken[n] || w.bodies.Index(body.ID(n)) >= 0:
			return fmt.Errorf("there is a body %d already", n)
		case n == next:
			next++
			fallthrough
		default:
			taken[n] = true
		}
	}
	return limit.Created.Check(int(next))
}

// shorten makes the time step one that new bodies can begin with, unless it is fixed.
func (w *World) shorten(comers []insertion.Newcomer) {
	r := rule(&w.params)
	if r.Fixed > 0 || !(w.clock.Dt > 0) {
		return
	}
	for i := range comers {
		for k := range comers[i].Template.Shapes {
			p := &comers[i].Template.Shapes[k]
			w.clock.Dt = math.Min(w.clock.Dt, r.Safety*w.contacts.SoundStep(p.Radius, p.Def.Material))
		}
	}
}

// RemoveBodies takes away bodies that forces move, with their contacts.
//
// Errors: no bodies, a body that is not there, is named twice or is not moved by forces.
func (w *World) RemoveBodies(numbers []int64) error {
	if len(numbers) == 0 {
		return fmt.Errorf("there must be at least one body to remove, got none")
	}
	sorted := slices.Sorted(slices.Values(numbers))
	indices := make([]int, len(sorted))
	for k, number := range sorted {
		i := w.bodies.Index(body.ID(number))
		switch {
		case i < 0:
			return fmt.Errorf("there is no body %d", number)
		case k > 0 && sorted[k-1] == number:
			return fmt.Errorf("body %d is named twice", number)
		case w.bodies.Kind[i] != body.Dynamic:
			return fmt.Errorf("body %d (%s) is not moved by forces, so it cannot be removed", number, w.bodies.Name(i))
		}
		indices[k] = i
	}
	var left ledger.Flow
	for _, i := range indices {
		w.bodies.Leave(i)
		left.Bodies += w.bodies.Energy(i, w.params.Gravity, w.clock.HalfStep())
	}
	w.contacts.BookLeaving(&left)
	if w.ledger.Opened() {
		w.ledger.Edits.Bodies -= left.Bodies
		w.ledger.Edits.Contacts -= left.Contacts
	}
	w.renumber(w.bodies.Departure())
	return nil
}
