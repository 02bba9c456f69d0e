package sim

import (
	"bytes"
	"cmp"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// shuffle gives the bodies of a world places at random, as long mixing would.
func shuffle(w *World, seed uint64) {
	r := body.Renumbering{Stay: int32(w.NumBodies())}
	for _, i := range rand.New(rand.NewPCG(seed, 7)).Perm(w.NumBodies()) {
		r.Bodies = append(r.Bodies, int32(i))
	}
	w.renumber(&r)
}

// contactsOf returns the contacts of a state in an order that does not depend on where bodies
// lie in memory. Of two shapes of one kind either may be the first. Torques of contacts that
// spread along shafts are left out: bodies that are sorted lose them until the next step.
func contactsOf(s state.State) []state.Contact {
	out := slices.Clone(s.Contacts)
	for i := range out {
		c := &out[i]
		c.Torque = [3]float64{}
		if a, b, _ := strings.Cut(c.Pair, "-"); a == b && c.BodyA > c.BodyB {
			c.BodyA, c.BodyB, c.ShapeA, c.ShapeB = c.BodyB, c.BodyA, c.ShapeB, c.ShapeA
			for k := range 3 {
				c.Normal[k], c.Force[k] = -c.Normal[k], -c.Force[k]
			}
		}
	}
	slices.SortFunc(out, func(c, d state.Contact) int {
		return cmp.Or(cmp.Compare(c.BodyA, d.BodyA), cmp.Compare(c.BodyB, d.BodyB), slices.Compare(c.Point[:], d.Point[:]))
	})
	return out
}

// wayThrough returns how far it is through all bodies that forces move, as they lie in memory [m].
func wayThrough(w *World) (way float64) {
	b := &w.bodies
	for i := 1; i < b.Len(); i++ {
		if b.Kind[i-1] == body.Dynamic && b.Kind[i] == body.Dynamic {
			way += b.Pos[i].Sub(b.Pos[i-1]).Norm()
		}
	}
	return way
}

// Contract: where bodies lie in memory is nobody's business. With other places a world says
// the same of every body and every contact, to the last digit, and the same of its energy and
// of the forces on bodies but for rounding; it goes on in the same way, with all motions,
// inlets, outlets and histories, but for rounding. Sorted, bodies that are near lie near.
func TestSortingIsNotSeenFromOutside(t *testing.T) {
	t.Parallel()
	settled := busy(t, 1)
	for range 4500 {
		settled.Step()
	}
	for _, rule := range []string{documented, integral} {
		w, err := Restore(settled.Checkpoint(), 1)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(w.Close)
		bridge.MakeEdit(w, bridge.Word("capsuleRule", rule))
		for range 500 {
			w.Step()
		}
		alone, err := Restore(w.Checkpoint(), 1)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(alone.Close)
		before := w.State()
		if len(before.Contacts) < 100 {
			t.Fatalf("%d contacts: the test sees nothing", len(before.Contacts))
		}
		shuffle(w, 3)
		sameOutside(t, rule+", shuffled", w, alone, 0)
		shuffled := wayThrough(w)
		sortBodies(w)
		sameOutside(t, rule+", sorted", w, alone, 0)
		if w.Hash() != alone.Hash() {
			t.Errorf("%s: sorted, the world has another hash", rule)
		}
		if sorted := wayThrough(w); sorted > shuffled/2 {
			t.Errorf("%s: through the sorted bodies it is %g m, through those at random %g m", rule, sorted, shuffled)
		}
		few := insertion.OutletDef{Name: "few", Every: 10, MaxBodies: 20,
			Volume: insertion.Volume{Kind: insertion.VolumeHalfSpace, Axis: vec.New(0, 0, -1)}}
		for i := range 300 {
			if i%50 == 0 {
				shuffle(w, uint64(i))
			}
			if i == 250 { // it takes those that came first
				if err := cmp.Or(w.Build().AddOutlet(few), alone.Build().AddOutlet(few)); err != nil {
					t.Fatal(err)
				}
			}
			w.Step()
			alone.Step()
		}
		if len(w.State().Bodies) == len(before.Bodies) {
			t.Errorf("%s: nobody came or went: the test sees less than it should", rule)
		}
		sameOutside(t, rule+", later", w, alone, 1e-8)
	}
}

// block returns spheres that touch, so many along each axis, in no order.
func block(t testing.TB, sides [3]int) *World {
	t.Helper()
	w := grounded(t, 1, 1)
	for i := range sides[0] * sides[1] * sides[2] {
		at := vec.New(float64(i%sides[0]), float64(i/sides[0]%sides[1]), float64(i/sides[0]/sides[1]))
		add(t, w, body.Def{Shapes: sphereDef(0.01), Position: at.Scale(0.0199)})
	}
	shuffle(w, 3)
	return w
}

// Contract: sorting makes no second copy of the candidates and contacts, and gives back what it needs beside them.
func TestSortingTakesLittleMemory(t *testing.T) {
	w := block(t, [3]int{20, 20, 40})
	w.Step()
	chunks := 0
	for k := range w.contacts.Listed {
		chunks += cap(k.Pairs)*int(unsafe.Sizeof(contact.Pair{})) + len(k.Contacts.Blocks)*int(unsafe.Sizeof(contact.Block{}))
	}
	heap := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	before := heap()
	var begin, end runtime.MemStats
	runtime.ReadMemStats(&begin)
	sortBodies(w)
	runtime.ReadMemStats(&end)
	if taken := int(end.TotalAlloc - begin.TotalAlloc); taken > chunks*2/3 {
		t.Errorf("it takes %d bytes, all candidates and contacts take %d", taken, chunks)
	}
	w.Step()
	if more := heap() - before; more > chunks/4 {
		t.Errorf("it has %d bytes more than before, all candidates and contacts take %d", more, chunks)
	}
	runtime.KeepAlive(w)
}

// Contract: wherever a sorted heap is cut in two, few contacts are between its halves: hardly more than
// a layer across its longest side has, whichever that is, also while one body is far away.
func TestSortedHeapsAreCutAcross(t *testing.T) {
	for long := range 3 {
		sides := [3]int{10, 5, 10}
		sides[long] *= 4
		w := block(t, sides)
		w.bodies.Pos[w.bodies.Len()-1] = vec.New(0, 1000, 0)
		w.Step()
		if !w.contacts.Scattered() {
			t.Fatal("not scattered though they were shuffled")
		}
		sortBodies(w)
		if w.contacts.Scattered() {
			t.Error("scattered though they were sorted")
		}
		n := w.bodies.Len()
		layer := n / sides[long]
		for cut := n / 10; cut < n*9/10; cut += 7 {
			between := 0
			for k := range w.contacts.Listed {
				for i := range k.Contacts.N {
					c, l := k.Contacts.Row(i)
					if (int(c.BodyA[l]) < cut) != (int(c.BodyB[l]) < cut) && k.List.Round() {
						between++
					}
				}
			}
			if between < layer/2 || between > layer*3/2 {
				t.Errorf("axis %d: %d contacts are between the first %d bodies and others, a layer has %d", long, between, cut,
					layer)
			}
		}
	}
}

// sameOutside compares what two worlds say of themselves, lengths and velocities to within a
// tolerance [m, m/s].
func sameOutside(t *testing.T, when string, got, want *World, tolerance float64) {
	t.Helper()
	a, b := got.State(), want.State()
	ca, cb := contactsOf(a), contactsOf(b)
	if len(a.Bodies) != len(b.Bodies) || len(ca) != len(cb) || got.contacts.Count != want.contacts.Count {
		t.Errorf("%s: %d bodies and %d contacts (%d counted), want %d and %d", when, len(a.Bodies), len(ca),
			got.contacts.Count, len(b.Bodies), len(cb))
		return
	}
	for i := range a.Bodies {
		x, y := a.Bodies[i], b.Bodies[i]
		if x.ID != y.ID || got.bodies.ID(got.bodies.Index(x.ID)) != x.ID {
			t.Fatalf("%s: body %d in place of %d", when, x.ID, y.ID)
		}
		if got.params.CapsuleRule == integral {
			x.Torque, y.Torque = [3]float64{}, [3]float64{} // see below
		}
		if tolerance == 0 && !reflect.DeepEqual(x, y) {
			t.Errorf("%s: body %d is\n%+v, want\n%+v", when, x.ID, x, y)
		}
		for k := range 3 {
			if math.Abs(x.Position[k]-y.Position[k]) > tolerance || math.Abs(x.Velocity[k]-y.Velocity[k]) > 1e4*tolerance {
				t.Fatalf("%s: body %d is at %v with %v, want %v with %v", when, x.ID, x.Position, x.Velocity, y.Position,
					y.Velocity)
			}
		}
		fa, ta := got.Contacts().ForceOn(x.ID)
		fb, tb := want.Contacts().ForceOn(x.ID)
		if got.params.CapsuleRule == integral {
			ta, tb = fa, fb // which couples spread contacts have is found anew in each step
		}
		if tolerance == 0 && (fa.Sub(fb).Norm() > 1e-12 || ta.Sub(tb).Norm() > 1e-12) {
			t.Errorf("%s: contacts put %v, %v on body %d, want %v, %v", when, fa, ta, x.ID, fb, tb)
		}
	}
	var s bridge.Snapshot
	got.Fill(&s)
	for i := range s.Bodies {
		if j := got.bodies.Index(body.ID(s.Bodies[i].Number)); j != i || s.Bodies[i].Center != got.bodies.Pos[i].Float32() {
			t.Fatalf("%s: the snapshot gives body %d the number %d, which is that of body %d", when, i, s.Bodies[i].Number, j)
		}
	}
	for i := range ca {
		if ca[i].BodyA != cb[i].BodyA || ca[i].BodyB != cb[i].BodyB || tolerance == 0 && ca[i] != cb[i] {
			t.Errorf("%s: contact\n%+v, want\n%+v", when, ca[i], cb[i])
		}
	}
	ea, eb := got.Energy(), want.Energy()
	if most := 1e-12 + tolerance; !close64(ea.Kinetic, eb.Kinetic, most) || !close64(ea.Elastic, eb.Elastic, most) ||
		math.Abs(ea.ClosureError-eb.ClosureError) > most*eb.Kinetic {
		t.Errorf("%s: energy %+v, want %+v", when, ea, eb)
	}
}

// Contract: a world with many bodies sorts them as it runs, with the same bits for any number
// of workers, also after a restore in the step in which it is due or in another.
func TestSortingIsDeterministic(t *testing.T) {
	t.Parallel()
	const due, end = 4*contact.SortEvery + 1, 4*contact.SortEvery + 8
	w := pile(t, 1, 7, contact.SortLeast)
	for range due - 3 {
		w.Step()
	}
	shuffle(w, 5)
	if !w.contacts.Scattered() {
		t.Fatal("not scattered though they were shuffled")
	}
	saved := map[int64][]byte{}
	for w.Clock().Step < end {
		saved[w.Clock().Step] = w.Checkpoint()
		w.Step()
		places := w.bodies.Order(w.contacts.SortLayer()).Bodies[:9]
		if slices.IsSorted(places) != (w.Clock().Step > due) {
			t.Errorf("after step %d bodies belong at %v", w.Clock().Step, places)
		}
	}
	if w.contacts.Scattered() {
		t.Error("scattered though they were sorted")
	}
	if w.contacts.Count < 300 {
		t.Fatalf("%d contacts: the test sees nothing", w.contacts.Count)
	}
	for step, numbers := range map[int64][]int{due - 2: {1, 3}, due: {2, 7}, due + 1: {1, 7}} {
		for _, workers := range numbers {
			r, err := Restore(saved[step], workers)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(r.Close)
			r.contacts.Team.InlineBelow = 0
			if !bytes.Equal(r.Checkpoint(), saved[step]) {
				t.Errorf("restored after %d steps it gives another checkpoint", step)
			}
			for r.Clock().Step < end {
				r.Step()
			}
			if got, want := r.State(), w.State(); !reflect.DeepEqual(got, want) {
				t.Errorf("%d workers, restored after %d steps: hash %s, want %s", workers, step, got.Hash, want.Hash)
			}
		}
	}
}

// Contract: very many bodies in no order are sorted before their first step, those that lie row by row are not.
func TestSortingBeforeTheFirstStep(t *testing.T) {
	t.Parallel()
	for _, ordered := range []bool{true, false} {
		w := grounded(t, 2, 1)
		const side = 37
		places := make([]int, side*side*side)
		for i := range places {
			places[i] = i
		}
		if !ordered {
			places = rand.New(rand.NewPCG(3, 7)).Perm(len(places))
		}
		for _, i := range places {
			add(t, w, body.Def{Shapes: sphereDef(0.01), Position: vec.New(
				float64(i%side), float64(i/side%side), 1+float64(i/side/side)).Scale(0.0199)})
		}
		first := w.bodies.ID(1)
		w.Step()
		if way := wayThrough(w) / float64(len(places)); way > 0.08 || (w.bodies.ID(1) == first) != ordered {
			t.Errorf("in rows %v: from one body to the next it is %g m, and the first was %d and is %d",
				ordered, way, first, w.bodies.ID(1))
		}
		all := contact.Span{Last: int32(w.bodies.Len())}
		want := w.contacts.Softest(all, w.contacts.SumStiffness(all, nil))
		if got := w.contacts.Critical(); got != want || want.Index < 0 {
			t.Errorf("two workers find %+v in pieces, one of all finds %+v", got, want)
		}
	}
}

// sortBodies sorts the bodies as a step does now and then.
func sortBodies(w *World) {
	r := w.bodies.Order(w.contacts.SortLayer())
	w.renumber(&r)
}
