package contact_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/neighbour"
	"example.org/tumble/sim/internal/parallel"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/widthtest"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// heap is bodies, their contacts and the search for pairs, without the rest of a world: nothing moves but by the test.
type heap struct {
	bodies body.Set
	shapes body.Shapes
	clock  contact.Clock
	set    contact.Set
	search neighbour.Search
	lost   ledger.Loss
}

func newHeap(t *testing.T, workers int, m law.Material) *heap {
	t.Helper()
	team := parallel.New(workers)
	team.InlineBelow = 0 // small loops are shared, too
	t.Cleanup(team.Close)
	h := &heap{clock: contact.Clock{Dt: 1e-5}}
	h.shapes.Bind(&h.bodies, team)
	h.set.Bind(&h.bodies, &h.shapes, &h.clock, team)
	h.set.SetRule(contact.CapsuleRules[0].Name)
	h.search.Bind(&h.set)
	if _, err := h.set.AddMaterial("glass", m); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *heap) add(t *testing.T, d body.Def) int {
	t.Helper()
	template, err := body.NewTemplate(d.Shapes, h.set.Density, vec.Vec3{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	h.bodies.Insert(&h.shapes, template, &d, 0)
	return h.bodies.Len() - 1
}

// ball is a sphere of radius 10 mm.
func ball(x, y, z float64) body.Def {
	return body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindSphere, Radius: 0.01}}, Position: vec.New(x, y, z)}
}

// update finds the contacts of the present positions, as a step does.
func (h *heap) update(t *testing.T) {
	t.Helper()
	h.shapes.PlaceAll(h.set.Partition.Bodies)
	if err := h.search.Update(); err != nil {
		t.Fatal(err)
	}
	h.set.Update(&h.lost)
	h.clock.Advance()
}

// all returns copies of the contacts, in contact order.
func (h *heap) all() (list []contact.Contact) {
	for c := range h.set.All {
		list = append(list, *c)
	}
	return list
}

// random fills a heap with bodies in a box: spheres and capsules, on a floor that does not move.
func (h *heap) random(t *testing.T, n int) {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 5))
	h.add(t, body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindWall, Wall: body.WallDef{Axis: 2}}}})
	side := 0.022 * math.Cbrt(float64(n))
	for i := range n {
		d := ball(side*r.Float64(), side*r.Float64(), side*r.Float64())
		d.Velocity = vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64())
		d.Spin = vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Scale(100)
		d.Orientation = vec.FromAxisAngle(vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Unit(), r.Float64())
		if i%3 == 0 {
			d.Shapes = []body.ShapeDef{{Kind: shape.KindCapsule, Radius: 0.008, Shaft: 0.01}}
		}
		h.add(t, d)
	}
}

var rough = law.Material{Young: 1e7, KtDivKn: 0.2, TanPhi: 0.5, Density: 2500, Restitution: 0.7, RollingFriction: 0.1}

// Contract: a contact is what overlaps, and nothing else: of spheres each two that are nearer than their radii
// together, with the normal from the first to the second and the overlap along it, in the order of the shapes. What
// comes apart has none any more.
func TestContactsAreWhatOverlaps(t *testing.T) {
	h := newHeap(t, 1, law.Default)
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		h.add(t, ball(0.16*r.Float64(), 0.16*r.Float64(), 0.16*r.Float64()))
	}
	for round := range 3 {
		h.search.Stale = true
		h.update(t)
		got := h.all()
		if len(got) != h.set.Count {
			t.Errorf("%d contacts are listed, %d counted", len(got), h.set.Count)
		}
		n := 0
		for a := range h.bodies.Len() {
			for b := a + 1; b < h.bodies.Len(); b++ {
				way := h.bodies.Pos[b].Sub(h.bodies.Pos[a])
				overlap := 0.02 - way.Norm()
				if overlap <= 0 {
					continue
				}
				if n == len(got) {
					t.Fatalf("round %d: bodies %d and %d overlap, and have no contact", round, a, b)
				}
				c := &got[n]
				if n++; c.A != int32(a) || c.B != int32(b) || c.BodyA != c.A || c.BodyB != c.B {
					t.Fatalf("round %d: contact %d is of %d and %d, want %d and %d", round, n-1, c.A, c.B, a, b)
				}
				if math.Abs(c.Overlap-overlap) > 1e-15 || c.Normal.Sub(way.Unit()).Norm() > 1e-12 {
					t.Errorf("bodies %d and %d: overlap %g along %v, want %g along %v", a, b, c.Overlap, c.Normal, overlap,
						way.Unit())
				}
			}
		}
		if n != len(got) || round < 2 && n < 100 || round == 2 && n != 0 {
			t.Errorf("round %d: %d contacts, of which %d overlap", round, len(got), n)
		}
		for i := range h.bodies.Pos { // nearer, then far apart
			h.bodies.Pos[i] = h.bodies.Pos[i].Scale([]float64{0.97, 1000, 1}[round])
		}
	}
}

// Contract: bodies touch in the first step in which they overlap, although most steps do not measure how far apart the
// shapes of a pair are: here one passes by before it comes nearer.
func TestContactsBeginInTime(t *testing.T) {
	widthtest.Each(t, testContactsBeginInTime)
	t.Run("scalar", func(t *testing.T) {
		widthtest.Use(t, wide.Scalar)
		testContactsBeginInTime(t)
	})
}

func testContactsBeginInTime(t *testing.T) {
	h := newHeap(t, 1, law.Default)
	h.add(t, ball(0, 0, 0))
	b := h.add(t, ball(0.0202, 0, 0))
	const way = 1e-5 // in a step [m]
	for step := range 60 {
		h.update(t)
		p := &h.bodies.Pos[b]
		if touch := p.Norm() < 0.02; touch != (h.set.Count == 1) || touch != (step > 50) {
			t.Fatalf("step %d: %d contacts at a distance of the centres of %g m", step, h.set.Count, p.Norm())
		}
		if step < 30 {
			p.Y += way
		} else {
			p.X -= way
		}
		h.search.Carry(b, way)
	}
	if h.search.Rebuilds != 1 {
		t.Errorf("%d searches: the test sees nothing", h.search.Rebuilds)
	}
}

// Contract: a contact goes on as long as its shapes touch, with the tangential force that it had, through rebuilds of
// the lists and new numbers of the bodies. One that ended begins anew.
func TestContactsGoOn(t *testing.T) {
	h := newHeap(t, 1, rough)
	lower, upper := h.add(t, ball(0, 0, 0)), h.add(t, ball(0.0199, 0, 0))
	h.add(t, ball(0.2, 0, 0))
	h.bodies.Vel[upper] = vec.New(0, 0.01, 0)
	one := func(when string, fresh bool) contact.Contact {
		t.Helper()
		h.update(t)
		all := h.all()
		if len(all) != 1 || all[0].Fresh != fresh {
			t.Fatalf("%s: contacts %+v, want one, fresh: %v", when, all, fresh)
		}
		return all[0]
	}
	first := one("first step", true)
	second := one("second step", false)
	force := second.Tangential().Norm()
	perStep := force - first.Tangential().Norm()
	if !(perStep > 0) {
		t.Errorf("sliding bodies: the tangential force is %g N, and was %g N", force, first.Tangential().Norm())
	}
	grows := func(when string, c contact.Contact) {
		t.Helper()
		f := c.Tangential().Norm()
		if more := f - force; math.Abs(more-perStep) > 0.01*perStep {
			t.Errorf("%s: the tangential force grows by %g N from %g N, want %g N", when, more, force, perStep)
		}
		force = f
	}
	h.search.Stale = true
	grows("rebuilt", one("rebuilt", false))

	before := h.all()[0]
	r := &body.Renumbering{Bodies: []int32{1, 0, 2}, Stay: 3}
	h.bodies.Renumber(r)
	h.shapes.Renumber(r)
	h.set.Renumber(r)
	h.search.Stale = true
	c := one("renumbered", false)
	grows("renumbered", c)
	if c.BodyA != int32(lower) || c.Normal.Add(before.Normal).Norm() > 1e-12 ||
		c.Tangential().Dot(before.Tangential()) >= 0 {
		t.Errorf("with the bodies exchanged the contact is %+v, and was %+v", c, before)
	}

	far := h.bodies.Pos[1]
	h.bodies.Pos[1] = vec.New(0, 0, 1)
	h.search.Stale = true
	if h.update(t); h.set.Count != 0 {
		t.Fatalf("%d contacts of bodies that are apart", h.set.Count)
	}
	h.bodies.Pos[1], h.search.Stale = far, true
	if c := one("back again", true); c.Tangential().Norm() > first.Tangential().Norm()*(1+1e-9) {
		t.Errorf("a contact that ended begins with a tangential force of %g N", c.Tangential().Norm())
	}
}

// Contract: vector kernels and scalar code, which carry contacts over in different ways, give the same contacts in the
// same order and with the same history, where in each step many of a chunk begin and end.
func TestContactsFindTheirPlaces(t *testing.T) {
	const steps, n = 200, 150
	var want [steps][]contact.Contact
	began, ended := 0, 0
	for i, width := range append([]wide.Width{wide.Scalar}, widthtest.Vectors...) {
		t.Run(width.String(), func(t *testing.T) {
			widthtest.Use(t, width)
			h := newHeap(t, 1, law.Material{Young: 1e7, KtDivKn: 0.2, TanPhi: 0.5, Density: 2500})
			r := rand.New(rand.NewPCG(8, 1))
			var home [n]vec.Vec3
			for i := range home {
				home[i] = vec.New(0.05*r.Float64(), 0.05*r.Float64(), 0.05*r.Float64())
				h.add(t, ball(home[i].X, home[i].Y, home[i].Z))
			}
			for step := range want {
				h.update(t)
				all, goOn := h.all(), 0
				for k := range all {
					if !all[k].Fresh {
						goOn++
					}
				}
				if i > 0 && !slices.Equal(all, want[step]) {
					t.Fatalf("step %d: other contacts than those of scalar code", step)
				} else if want[step] = all; i == 0 && step > 0 {
					began, ended = began+len(all)-goOn, ended+len(want[step-1])-goOn
				}
				for i := range home {
					if r.IntN(20) > 0 { // so that some chunks have one change, or none
						continue
					}
					to := home[i].AddScaled(3e-3, vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()))
					h.search.Carry(i, to.Sub(h.bodies.Pos[i]).Norm())
					h.bodies.Pos[i] = to
				}
			}
		})
	}
	if began < 10*steps || ended < 10*steps {
		t.Errorf("%d contacts began and %d ended: the test sees little", began, ended)
	}
}

// Contract: bodies that leave take their contacts along, and no others.
func TestContactsLeaveWithTheirBodies(t *testing.T) {
	h := newHeap(t, 1, rough)
	for i := range 5 {
		h.add(t, ball(0.0199*float64(i), 0, 0))
	}
	h.update(t)
	kept := h.all()[3] // of the last two
	h.bodies.Leave(1)
	r := h.bodies.Departure()
	h.bodies.Renumber(r)
	h.shapes.Renumber(r)
	h.set.Renumber(r)
	if all := h.all(); len(all) != 2 || h.set.Count != 2 || all[1].BodyA != 2 || all[1].BodyB != 3 ||
		all[1].Point != kept.Point || all[1].Force != kept.Force {
		t.Errorf("contacts %+v are left, want two, the last as %+v", all, kept)
	}
	h.search.Stale = true
	if h.update(t); h.set.Count != 2 {
		t.Errorf("%d contacts after the next search, want 2", h.set.Count)
	}
}

// Contract: any number of workers gives the same bits: contacts, their order, what is lost, and what acts on each body.
func TestWorkersGiveTheSameBits(t *testing.T) {
	var want string
	for _, workers := range []int{1, 2, 3, 8} {
		h := newHeap(t, workers, rough)
		h.random(t, 3000)
		for range 3 {
			h.search.Stale = true
			h.update(t)
			h.set.BeginSums(vec.New(0, 0, -10))
			h.set.SumAll()
			for i := range h.bodies.Pos {
				h.bodies.Pos[i] = h.bodies.Pos[i].AddScaled(1e-4, h.bodies.Vel[i])
			}
		}
		var sum uint64
		for k := range h.set.Listed {
			sum = sum*31 + k.Print(&h.set)
		}
		got := fmt.Sprintf("%d contacts %x, lost %x, acting %x", h.set.Count, sum, h.lost, h.bodies.Wrench[:h.bodies.Len()])
		if h.set.Count < 1000 || !h.set.Resists {
			t.Fatalf("%d contacts: the test sees nothing", h.set.Count)
		}
		if want == "" {
			want = got
		} else if got != want {
			t.Errorf("%d workers give other bits than one", workers)
		}
	}
}

// Contract: what contacts put on one body they take from the other: forces and torques about the origin add up to those
// of gravity and of what holds the bodies that do not move.
func TestForcesAreOpposite(t *testing.T) {
	h := newHeap(t, 2, rough)
	h.random(t, 500)
	h.update(t)
	h.update(t) // tangential forces and couples have grown
	gravity := vec.New(1, 2, -10)
	h.set.BeginSums(gravity)
	h.set.SumAll()
	var force, torque vec.Vec3
	size := 0.0
	for i := range h.bodies.Len() {
		if h.bodies.Kind[i] != body.Dynamic {
			continue
		}
		w := h.bodies.Wrench[i]
		w.Force = w.Force.AddScaled(-h.bodies.Mass(i).Mass, gravity)
		force, torque = force.Add(w.Force), torque.Add(w.Torque).Add(h.bodies.Pos[i].Cross(w.Force))
		size += w.Force.Norm()
	}
	still := h.set.ActingOnFixed(contact.AnyBody)
	if len(still) != 1 || still[0].Body != 0 || still[0].Force.Norm() == 0 {
		t.Fatalf("the floor feels %+v", still)
	}
	force = force.Add(still[0].Force)
	torque = torque.Add(still[0].Torque).Add(h.bodies.Pos[0].Cross(still[0].Force))
	if size < 1 || force.Norm() > 1e-12*size || torque.Norm() > 1e-13*size {
		t.Errorf("of forces of %g N in all %v N and %v N·m are left over", size, force, torque)
	}
}

// Contract: what is asked of one body or of two shapes is what stands in the list of all.
func TestContactsOfBodiesAndBetweenShapes(t *testing.T) {
	h := newHeap(t, 1, rough)
	h.random(t, 300)
	h.update(t)
	h.update(t)
	of := make([]int, h.bodies.Len())
	for _, c := range h.all() {
		of[c.BodyA]++
		of[c.BodyB]++
		a, b := body.ShapeRef{Kind: c.KindA, Index: c.A}, body.ShapeRef{Kind: c.KindB, Index: c.B}
		got, torque, ok := h.set.Between(a, b, 0)
		if !ok || got != c || torque != c.Couple {
			t.Errorf("between %v and %v is %+v, %v: want %+v", a, b, got, ok, c)
		}
		if _, _, ok := h.set.Between(a, b, 1); ok {
			t.Errorf("%v and %v have a second contact", a, b)
		}
	}
	for i, n := range of {
		for c := range h.set.Of(int32(i)) {
			if n--; c.BodyA != int32(i) && c.BodyB != int32(i) {
				t.Errorf("body %d has a contact of %d and %d", i, c.BodyA, c.BodyB)
			}
		}
		if n != 0 {
			t.Errorf("body %d has %d contacts fewer than it is in", i, n)
		}
	}
}

// Contract: means are of the bodies that forces move: how many contacts they have, how many those that carry something
// (two or more), and how fast they are.
func TestMeans(t *testing.T) {
	h := newHeap(t, 1, law.Default)
	fixed := ball(0, 0, 0)
	fixed.Blocked = body.BlockAll
	h.add(t, fixed)
	for i, x := range []float64{0.0199, 0.0398, 0.0597, 1} {
		d := ball(x, 0, 0)
		d.Velocity = vec.New(0, float64(i), 0) // 0, 1, 2 and 3 m/s
		h.add(t, d)
	}
	h.update(t)
	m := h.set.Means()
	// Contacts: fixed-1, 1-2, 2-3. Ends on moving bodies: 2, 2, 1 and 0.
	if m.Coordination != 5./4 || m.Mechanical != 2 || m.Speed != 1.5 || m.MaxSpeed != 3 {
		t.Errorf("got %+v", m)
	}
}

// Contract: a saved state has all of the contacts that the next step needs: read again, they go on with the same bits.
// Pairs out of order, and of shapes that are not there, are refused.
func TestSavedContactsGoOn(t *testing.T) {
	make := func() *heap {
		h := newHeap(t, 1, rough)
		h.random(t, 300)
		return h
	}
	saved := make()
	saved.update(t)
	saved.update(t)
	w := archive.NewWriter(nil)
	saved.set.Archive(w)

	restored := make()
	restored.clock = saved.clock
	restored.shapes.PlaceAll(restored.set.Partition.Bodies)
	r := archive.NewReader(w.Bytes(), 0)
	if restored.set.Archive(r); r.Err() != nil || r.Left() != 0 {
		t.Fatalf("%v, %d bytes are left", r.Err(), r.Left())
	}
	same := func(when string) {
		t.Helper()
		got, want := restored.all(), saved.all()
		if len(got) != len(want) || len(got) < 100 || restored.set.Count != saved.set.Count {
			t.Fatalf("%s: %d contacts, want %d", when, len(got), len(want))
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%s: contact %d is %+v, want %+v", when, i, got[i], want[i])
			}
		}
	}
	same("restored")
	saved.search.Stale = true
	saved.update(t)
	restored.update(t)
	same("after a step")

	for what, change := range map[string]func(h *heap){
		"fewer bodies": func(h *heap) { h.shapes.Infos[shape.KindSphere] = h.shapes.Infos[shape.KindSphere][:5] },
		"a fixed pair": func(h *heap) {
			for i := range h.bodies.Kind {
				h.bodies.Kind[i] = body.Static
			}
		},
	} {
		h := make()
		change(h)
		r := archive.NewReader(w.Bytes(), 0)
		h.set.Archive(r)
		if r.Err() == nil || !strings.Contains(r.Err().Error(), "contact") {
			t.Errorf("%s: %v", what, r.Err())
		}
	}
	cut := archive.NewReader(w.Bytes()[:len(w.Bytes())/2], 0)
	if h := make(); true {
		h.set.Archive(cut)
	}
	if cut.Err() == nil {
		t.Error("half of a saved state is read without an error")
	}
}

// Contract: an edit of materials changes the springs of contacts that go on, and keeps their forces until the law is
// applied again, also while they are sorted: with dashpots, and where the normal force is that of the spring alone.
func TestEditedMaterialsKeepContacts(t *testing.T) {
	smooth := rough
	smooth.Restitution, smooth.RollingFriction = 1, 0
	for _, m := range []law.Material{rough, smooth} {
		h := newHeap(t, 1, m)
		for i := range 300 { // more than a chunk has
			h.bodies.Vel[h.add(t, ball(0.0199*float64(i), 0, 0))] = vec.New(0, 0.01*float64(i%7), 0)
		}
		h.update(t)
		h.update(t)
		before := h.all()
		h.set.Materials[0].Law.Young *= 2
		h.set.MixProperties()
		h.set.Reconsider()
		turned := body.Renumbering{Bodies: make([]int32, 300), Stay: 300}
		for i := range turned.Bodies {
			turned.Bodies[i] = int32(299 - i)
		}
		h.bodies.Renumber(&turned)
		h.shapes.Renumber(&turned)
		h.set.Renumber(&turned)
		after := h.all()
		if len(before) != 299 || len(after) != len(before) {
			t.Fatalf("%d contacts, then %d, want 299", len(before), len(after))
		}
		for i, a := range after {
			if b := before[298-i]; math.Abs(a.Kn-2*b.Kn) > 1e-9*b.Kn || a.Force != b.Force.Neg() || a.Fresh ||
				a.NormalForce() != b.NormalForce() || !(b.NormalForce() > 0) {
				t.Fatalf("twice as stiff, contact %d: %+v, was %+v", i, a, b)
			}
		}
		h.search.Stale = true
		h.update(t)
		for i, c := range h.all() {
			spring := c.Kn * c.Overlap
			if alone := math.Abs(c.NormalForce()-spring) < 1e-14*spring; alone != (m == smooth) { // but for rounding
				t.Fatalf("contact %d: normal force %g, that of the spring %g", i, c.NormalForce(), spring)
			}
		}
	}
}
