package inspect

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/measure/bulk"
	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
)

// Moment is a world between two steps, for conditions.
type Moment struct {
	Site
	Clock   contact.Clock
	Energy  func() bridge.Energy
	Regions []bridge.Region          // that conditions may ask for
	Counts  func(s *bridge.Snapshot) // fills in inlets, outlets and planes; see World.FillCounts

	touching []bool            // see bulk.Touching; nil: not yet known
	measured []bridge.Measured // regions that were asked for
}

var _ query.Moment = (*Moment)(nil)

// World returns the quantities of the whole world that conditions use, except the closure error.
func (m *Moment) World() query.World {
	return query.World{Time: m.Clock.Time, Step: m.Clock.Step, Bodies: m.Bodies.Len(), Touches: m.Contacts.Count,
		Overlap: m.Contacts.Deepest}
}

// Closure returns the absolute closure error of the energies over the dissipated energy, 0 if none was dissipated
// [1].
func (m *Moment) Closure() float64 {
	e := m.Energy()
	if !(e.Dissipated > 0) {
		return 0
	}
	return math.Abs(e.ClosureError) / e.Dissipated
}

// Each calls yield for each body that forces move and, with the group Identity, for every other body. row then
// holds the number of the body and its values for the requested groups.
func (m *Moment) Each(groups query.GroupSet, row *query.Body, yield func() bool) {
	b := m.Bodies
	var touching []int
	var fixed []contact.Acting
	if groups&query.Force != 0 && groups&query.Identity != 0 {
		fixed = m.Contacts.ActingOnFixed(contact.AnyBody)
	}
	if groups&query.Contacts != 0 {
		touching = make([]int, b.Len())
		for c := range m.Contacts.All {
			touching[c.BodyA]++
			touching[c.BodyB]++
		}
	}
	for i, kind := range b.Kind {
		if kind != body.Dynamic && groups&query.Identity == 0 {
			continue
		}
		row.ID = int64(b.ID(i))
		m.fillMotion(groups, i, row)
		if groups&query.Contacts != 0 {
			row.Contacts = touching[i]
		}
		if groups&query.Force != 0 {
			row.Force = b.Wrench[i].Force.Norm()
			if b.IsFixed(i) {
				row.Force, fixed = nextForce(fixed, int32(i))
			}
		}
		if groups&(query.Mass|query.Size|query.Radius|query.Words) != 0 {
			m.fillMake(groups, i, row)
		}
		if !yield() {
			return
		}
	}
}

// nextForce returns the size of the force on body i [N] and the rest of the list. The list is in the order of
// bodies, so the force on body i, if there is one, is its first entry.
func nextForce(list []contact.Acting, i int32) (float64, []contact.Acting) {
	if len(list) == 0 || list[0].Body != i {
		return 0, list
	}
	return list[0].Force.Norm(), list[1:]
}

// fillMotion fills in the requested values that change with time: place, velocity, spin, energy and age.
func (m *Moment) fillMotion(groups query.GroupSet, i int, row *query.Body) {
	b := m.Bodies
	if groups&query.Velocity != 0 {
		v := b.Vel[i]
		row.Speed, row.VX, row.VY, row.VZ = v.Norm(), v.X, v.Y, v.Z
	}
	if groups&query.Spin != 0 {
		w := b.Spin[i]
		row.Spin, row.WX, row.WY, row.WZ = w.Norm(), w.X, w.Y, w.Z
	}
	if groups&query.Place != 0 {
		at := b.Place(i)
		row.X, row.Y, row.Z = at.X, at.Y, at.Z
	}
	if groups&query.Kinetic != 0 {
		translation, rotation := b.Kinetic(i)
		row.Kinetic = translation + rotation
	}
	if groups&query.Age != 0 {
		row.Age = m.Clock.Time - b.Born(i)
	}
}

// fillMake fills in the requested values that follow from the template of a body: mass, names and sizes.
func (m *Moment) fillMake(groups query.GroupSet, i int, row *query.Body) {
	t := m.Bodies.Template(i)
	row.Mass = m.Bodies.Mass(i).Mass
	if groups&query.Words != 0 {
		row.Name, row.Material = m.Bodies.Name(i), m.Contacts.Materials[t.Shapes[0].Def.Material].Name
	}
	if groups&(query.Radius|query.Size) == 0 {
		return
	}
	row.Radius, row.Size, row.Members = 0, 0, 0
	for k := range t.Shapes {
		if p := &t.Shapes[k]; p.Def.Kind.Solid() {
			row.Radius, row.Members = max(row.Radius, p.Radius), row.Members+1
			row.Size = max(row.Size, 2*(p.Local.Norm()+p.Shaft/2+p.Radius))
		}
	}
}

// CheckSense returns an error for a condition that could never become true: it names a servo, a region or a surface
// that is not there, or it selects bodies by a name or number, and none of these bodies has a quantity that the
// condition uses. A name or number that no body has yet is no error, because an inlet may still make such a body.
func (m *Moment) CheckSense(c *query.Condition) error {
	if err := m.checkJoints(c.Joints()); err != nil {
		return err
	}
	if err := m.Motions.CheckServos(c.Servos()); err != nil {
		return err
	}
	for _, name := range c.Regions() {
		if _, err := bridge.FindRegion(m.Regions, name); err != nil {
			return err
		}
	}
	for _, name := range c.Outlets() {
		if _, err := bridge.FindOutlet(m.counts().Outlets, name); err != nil {
			return err
		}
	}
	for _, name := range c.Planes() {
		if _, err := bridge.FindPlane(m.Tally.AppendTo(nil), name); err != nil {
			return err
		}
	}
	for _, name := range c.Surfaces() {
		if _, err := bridge.FindSurface(m.Surfaces.AppendTo(nil), name); err != nil {
			return err
		}
	}
	for _, name := range c.Pairs() {
		if !m.Collisions.Follows() {
			return errors.New("collisions are not followed: a scene with collisions: true follows them " +
				"(--set collisions=true)")
		}
		if _, err := m.pair(name); err != nil {
			return err
		}
	}
	for _, quantity := range c.Uses() {
		for _, of := range c.Chosen() {
			if why := m.missingFromAll(calledBy(of), quantity); why != "" {
				return fmt.Errorf("%s makes no sense of body %s: %s", quantity, of, why)
			}
		}
	}
	return nil
}

// missingFromAll says why all bodies with a name or number lack a quantity; empty if there is no such body
// or one of them has the quantity.
func (m *Moment) missingFromAll(by caller, quantity string) (why string) {
	for i := range m.Bodies.Len() {
		if by.is(m.Bodies, int32(i)) {
			if why = m.missing(i, quantity); why == "" {
				return ""
			}
		}
	}
	return why
}

// missing says why body i lacks a quantity; empty if the body has the quantity.
func (m *Moment) missing(i int, quantity string) string {
	switch quantity {
	case "kinetic":
		if m.Bodies.Kind[i] != body.Dynamic {
			return "forces do not move it"
		}
	case "radius", "size", "members":
		solid := func(p body.Part) bool { return p.Def.Kind.Solid() }
		if !slices.ContainsFunc(m.Bodies.Template(i).Shapes, solid) {
			return "it has no sphere or capsule"
		}
	}
	return ""
}

// Deepest names the contact with the largest overlap over the smaller radius.
func (m *Moment) Deepest() bridge.Thing {
	if m.Contacts.Count == 0 {
		return bridge.Thing{}
	}
	t, _ := m.first(m.Contacts.IsDeepest())
	return t
}

// Touch names the first contact between two bodies, each given by number or name, or by an empty text for any
// body. With sliding, only sliding contacts count.
func (m *Moment) Touch(a, b string, sliding bool) (bridge.Thing, bool) {
	one, other := calledBy(a), calledBy(b)
	return m.first(func(c *contact.Contact) bool {
		if sliding && !c.Sliding {
			return false
		}
		return one.is(m.Bodies, c.BodyA) && other.is(m.Bodies, c.BodyB) ||
			one.is(m.Bodies, c.BodyB) && other.is(m.Bodies, c.BodyA)
	})
}

// checkJoints returns an error unless each name is that of a body on a hinge or a slider.
func (m *Moment) checkJoints(names []string) error {
	var all []string
	for k := range m.Bodies.Joints {
		all = append(all, m.Bodies.Name(int(m.Bodies.Joints[k].Body)))
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return fmt.Errorf("no body on a hinge or a slider is called %s%s", spell.Quote(name), spell.DidYouMean(name, all))
		}
	}
	return nil
}

// Joint returns the body of a name that is on a hinge or a slider, and its numbers there; no body and NaN if there is
// no such body.
func (m *Moment) Joint(name string) (body bridge.Thing, at bridge.JointNumbers) {
	j := m.Bodies.JointOf(name)
	if j == nil {
		none := math.NaN()
		return body, bridge.JointNumbers{Way: none, Pace: none, Motor: none, Spring: none}
	}
	return bridge.Thing{Kind: bridge.ThingBody, Body: int64(m.Bodies.ID(int(j.Body)))}, Joint(j, m.Bodies)
}

// Servo returns the body that a servo moves now, the load of its contacts [N, Pa or N·m] and whether it has settled;
// no body if no servo of this name moves one now.
func (m *Moment) Servo(name string) (body bridge.Thing, load float64, settled bool) {
	i, load, settled := m.Motions.Load(name)
	if i < 0 {
		return bridge.Thing{}, 0, false
	}
	return bridge.Thing{Kind: bridge.ThingBody, Body: int64(m.Bodies.ID(i))}, load, settled
}

// Region returns a number of what is in the region of a name; NaN if there is no such region.
func (m *Moment) Region(name string, number *bridge.RegionNumber) float64 {
	i := slices.IndexFunc(m.measured, func(r bridge.Measured) bool { return r.Region.Name == name })
	if i < 0 {
		r, err := bridge.FindRegion(m.Regions, name)
		if err != nil {
			return math.NaN()
		}
		at := []bulk.Placed{bulk.Place(*r, m.Contacts)}
		i, m.measured = len(m.measured), append(m.measured, bulk.Measure(at, m.Contacts, false)...)
	}
	if number.Part != bridge.Sums {
		at, in := bulk.Place(m.measured[i].Region, m.Contacts), []bool(nil)
		if number.Part == bridge.Groups {
			in = m.group(&at.Region)
		}
		m.add(number.Part, &at, in, &m.measured[i])
	}
	return number.Of(&m.measured[i])
}

// Surface returns a number of the surface of a name: its sum, or its rate in the last step; NaN if there is no such
// surface.
func (m *Moment) Surface(name string, number *bridge.SurfaceNumber, sum bool) float64 {
	p, err := bridge.FindSurface(m.Surfaces.AppendTo(nil), name)
	switch {
	case err != nil:
		return math.NaN()
	case sum:
		return number.Of(p, &p.Sum)
	}
	return number.Of(p, &p.Now)
}

// counts returns what inlets and outlets did, and the flow through planes.
func (m *Moment) counts(planes ...bridge.Plane) *bridge.Snapshot {
	s := &bridge.Snapshot{}
	for _, p := range planes {
		s.Planes = append(s.Planes, bridge.Passed{Plane: p})
	}
	m.Counts(s)
	return s
}

// Outlet returns a number of what the outlet of a name took; NaN if there is no such outlet.
func (m *Moment) Outlet(name string, number func(*bridge.Outlet) float64) float64 {
	o, err := bridge.FindOutlet(m.counts().Outlets, name)
	if err != nil {
		return math.NaN()
	}
	return number(o)
}

// Through returns a number of the flow through a plane, which is written as bridge.ParsePlane reads it or is the name
// of one; NaN if there is no such plane.
func (m *Moment) Through(plane string, number *bridge.PassedNumber) float64 {
	if p, err := bridge.ParsePlane(plane); err == nil {
		return number.Of(&m.counts(p).Planes[0])
	}
	p, err := bridge.FindPlane(m.Tally.AppendTo(nil), plane)
	if err != nil {
		return math.NaN()
	}
	return number.Of(p)
}

// pair returns the pair of materials of a name.
func (m *Moment) pair(name string) (bridge.MaterialPair, error) {
	var names []string
	for i := range m.Contacts.Materials {
		names = append(names, m.Contacts.Materials[i].Name)
	}
	return bridge.FindMaterialPair(names, name)
}

// Between returns a number of the collisions of two materials, named A+B, or of all; NaN if there are no such materials
// or the world does not follow collisions.
func (m *Moment) Between(pair string, number *bridge.CollisionNumber) float64 {
	of, err := m.pair(pair)
	if err != nil || !m.Collisions.Follows() {
		return math.NaN()
	}
	return m.Collisions.Number(m.Contacts, of, number)
}

// perRegion is the work to measure a region [ns]; see parallel.Team.Run.
const perRegion = 1e6

// Measure returns what is in regions, which the workers share. Where a group cannot be computed, nothing is known of
// its mixing.
func (m *Moment) Measure(list []bridge.Region) []bridge.Measured {
	places, groups := make([]bulk.Placed, len(list)), make([][]bool, len(list))
	for i := range list { // what looks up names or queries comes first
		places[i], groups[i] = bulk.Place(list[i], m.Contacts), m.group(&list[i])
	}
	m.findTouching() // before workers ask for it
	to := bulk.Measure(places, m.Contacts, true)
	m.Contacts.Team.Run(len(list), 1, perRegion, nil, func(_, first, last int) {
		for i := first; i < last; i++ {
			for part := bridge.Sums + 1; part < bridge.NumParts; part++ {
				m.add(part, &places[i], groups[i], &to[i])
			}
		}
	})
	return to
}

// findTouching finds which bodies have contacts.
func (m *Moment) findTouching() {
	if m.touching == nil {
		m.touching = bulk.Touching(m.Contacts)
	}
}

// add adds a part to the sums of what is in a region; in says which bodies are of its group, nil if that is not known.
func (m *Moment) add(part bridge.RegionPart, at *bulk.Placed, in []bool, to *bridge.Measured) {
	switch part {
	case bridge.Solids:
		to.Solid = bulk.Solid(at, m.Contacts)
	case bridge.Sensed:
		to.Added = m.Tally.Added(&at.Region)
	case bridge.Heaps:
		m.findTouching()
		to.Heap = bulk.Heap(at, m.Contacts, m.touching, m.Gravity)
	case bridge.Groups:
		if in != nil {
			to.Mixing, to.Segregation = bulk.Mixing(at, m.Contacts, in)
		}
	}
}

// group returns of each body whether it is of the group of a region; nil if there is none or it cannot be computed.
func (m *Moment) group(r *bridge.Region) []bool {
	if r.Group == "" {
		return nil
	}
	in, err := m.members(r.Group)
	if err != nil {
		return nil
	}
	return in
}

// members returns of each body whether a query finds it.
//
// Errors: a text that is no query, a value that cannot be computed.
func (m *Moment) members(text string) ([]bool, error) {
	q, err := query.Parse(text)
	if err != nil {
		return nil, err
	}
	in, row := make([]bool, m.Bodies.Len()), query.Body{}
	m.Each(q.Groups(), &row, func() bool {
		var is bool
		is, err = q.Match(&row)
		in[m.Bodies.Index(body.ID(row.ID))] = is
		return err == nil
	})
	return in, err
}

// caller is the name or number by which a person calls a body.
type caller struct {
	text   string  // name or number as written, or empty for any body
	number body.ID // -1 if the text is no number
}

func calledBy(text string) caller {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		n = -1
	}
	return caller{text, body.ID(n)}
}

func (c *caller) is(b *body.Set, i int32) bool {
	return c.text == "" || b.ID(int(i)) == c.number || b.Name(int(i)) == c.text
}

// first names the first contact for which is returns true. Contacts between the same two shapes follow each other;
// Nth counts them from 0.
func (m *Moment) first(is func(*contact.Contact) bool) (bridge.Thing, bool) {
	var last contact.Contact
	nth := int32(-1)
	for c := range m.Contacts.All {
		if nth >= 0 && last.BodyA == c.BodyA && last.KindA == c.KindA && last.A == c.A &&
			last.BodyB == c.BodyB && last.KindB == c.KindB && last.B == c.B {
			nth++
		} else {
			nth = 0
		}
		last.BodyA, last.KindA, last.A, last.BodyB, last.KindB, last.B = c.BodyA, c.KindA, c.A, c.BodyB, c.KindB, c.B
		if !is(c) {
			continue
		}
		t := bridge.Thing{Kind: bridge.ThingContact, Nth: nth}
		t.Body, t.Shape = m.shapeThing(c.BodyA, c.KindA, c.A)
		t.Other, t.OtherShape = m.shapeThing(c.BodyB, c.KindB, c.B)
		return t, true
	}
	return bridge.Thing{}, false
}

// Critical returns the critical time step of the present contacts [s], without the safety factor, and the body
// whose mass or inertia and contact stiffness determine it; 0 if nothing limits the step. Longer steps are
// unstable.
func (m *Moment) Critical() (limit float64, by bridge.Thing) {
	s := m.Contacts.Critical()
	if s.Index < 0 {
		return 0, by
	}
	return math.Sqrt(2 * s.Crit2), bridge.Thing{Kind: bridge.ThingBody, Body: int64(m.Bodies.ID(s.Index))}
}
