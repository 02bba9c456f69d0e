package inspect

import (
	"math"
	"strconv"

	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/contact"
	"example.org/tumble/sim/query"
)

// Moment is a world between two steps, for conditions.
type Moment struct {
	Site
	Clock  contact.Clock
	Energy func() bridge.Energy
}

var _ query.Moment = (*Moment)(nil)

// Whole returns what conditions ask of the whole world.
func (m *Moment) Whole() query.Whole {
	return query.Whole{Time: m.Clock.Time, Step: m.Clock.Step, Bodies: m.Bodies.Len(), Touches: m.Contacts.Count,
		Overlap: m.Contacts.Deepest}
}

// Closure returns the closure error of the energies over what was dissipated, without its sign.
func (m *Moment) Closure() float64 {
	e := m.Energy()
	if !(e.Dissipated > 0) {
		return 0
	}
	return math.Abs(e.ClosureError) / e.Dissipated
}

// Movable calls yield for each body that forces move.
func (m *Moment) Movable(yield func(*query.Body) bool) {
	b := m.Bodies
	touching := make([]int, b.Len())
	for c := range m.Contacts.All {
		touching[c.BodyA]++
		touching[c.BodyB]++
	}
	var row query.Body
	for i := range b.Len() {
		if b.Kind[i] != bridge.Dynamic {
			continue
		}
		t, info, translation, rotation := b.Template(i), &b.Info[i], 0.0, 0.0
		translation, rotation = b.Kinetic(i)
		v, w, at := b.Vel[i], b.Spin[i], b.Pos[i]
		row = query.Body{
			ID: int64(info.ID), Name: info.Name, Material: m.Contacts.Materials[t.Shapes[0].Def.Material].Name,
			Speed: v.Norm(), VX: v.X, VY: v.Y, VZ: v.Z, Spin: w.Norm(), WX: w.X, WY: w.Y, WZ: w.Z,
			Force: b.Wrench[i].Force.Norm(), Mass: b.Mass[i].Mass, Kinetic: translation + rotation,
			Contacts: touching[i], Members: len(t.Shapes), X: at.X, Y: at.Y, Z: at.Z,
			Size: 2 * b.Mass[i].Reach, Age: m.Clock.Time - info.Born,
		}
		for k := range t.Shapes {
			row.Radius = max(row.Radius, t.Shapes[k].Radius)
		}
		if !yield(&row) {
			return
		}
	}
}

// Deepest names the contact with the largest overlap over the smaller radius.
func (m *Moment) Deepest() bridge.Thing {
	if m.Contacts.Count == 0 {
		return bridge.Thing{}
	}
	t, _ := m.first(func(c *contact.Contact) bool { return c.Overlap/c.Smaller >= m.Contacts.Deepest })
	return t
}

// Touch names the first contact between two bodies, each given by number or name, or by nothing for any; only
// one that slides, if asked.
func (m *Moment) Touch(a, b string, sliding bool) (bridge.Thing, bool) {
	return m.first(func(c *contact.Contact) bool {
		return (c.Sliding || !sliding) && (m.called(c.BodyA, a) && m.called(c.BodyB, b) ||
			m.called(c.BodyB, a) && m.called(c.BodyA, b))
	})
}

// called reports whether a body has a number or name.
func (m *Moment) called(i int32, text string) bool {
	info := &m.Bodies.Info[i]
	return text == "" || info.Name == text || strconv.FormatInt(int64(info.ID), 10) == text
}

// first names the first contact that is one of those that are looked for.
func (m *Moment) first(is func(*contact.Contact) bool) (bridge.Thing, bool) {
	var last bridge.Thing
	for c := range m.Contacts.All {
		t := bridge.Thing{Kind: bridge.ThingContact}
		t.Body, t.Shape = m.shapeThing(c.BodyA, c.KindA, c.A)
		t.Other, t.OtherShape = m.shapeThing(c.BodyB, c.KindB, c.B)
		if before := last; before.Body == t.Body && before.Shape == t.Shape && before.Other == t.Other &&
			before.OtherShape == t.OtherShape && before.Kind == t.Kind {
			t.Nth = before.Nth + 1
		}
		if last = t; is(c) {
			return t, true
		}
	}
	return bridge.Thing{}, false
}

// Critical returns the time step at which contacts as they are now become unstable [s], without the safety that
// steps are chosen with; 0 if nothing limits it.
func (m *Moment) Critical() float64 {
	limit := math.Sqrt(2 * m.Contacts.Critical())
	if math.IsInf(limit, 1) {
		return 0
	}
	return limit
}
