package ledger

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/archive"
)

// oscillator is a mass on a spring in gravity, moved by the leapfrog scheme and booked as bodies are.
type oscillator struct {
	mass, stiffness, gravity, friction float64
	x, v, dt                           float64 // position of whole steps, velocity of half steps
	ledger                             Ledger
}

func (o *oscillator) step(lane int) {
	if !o.ledger.Opened() {
		o.ledger.Open(o.mass * o.gravity * o.x) // at rest
	}
	spring := -o.stiffness * o.x
	weight, half, was := -o.mass*o.gravity, o.dt/2, o.v
	f := spring - math.Copysign(o.friction, was)
	o.v += (f + weight) / o.mass * o.dt
	var t Tally
	t.Done.Contact[lane] = half * f * (was + o.v)
	t.Ahead.Contact[lane] = half * f * o.v
	t.Ahead.Translation[lane] = half * f * o.v
	o.ledger.Lost.Friction += -half * (f - spring) * (was + o.v)
	o.ledger.BookStep([]StepWork{t.Sum()})
	o.x += o.dt * o.v
	if !o.ledger.Started() {
		o.ledger.Begin(o.energy().Elastic)
	}
}

// energy returns the entries at the moment that the forces of the last step belong to.
func (o *oscillator) energy() (e Energy) {
	x, weight := o.x-o.dt*o.v, o.mass*o.gravity
	e.Potential, e.ElasticNormal = weight*x, 0.5*o.stiffness*x*x
	e.Translation = 0.5*o.mass*o.v*o.v - e.Potential + weight*(o.x-o.dt/2*o.v)
	o.ledger.Entries(&e)
	return e
}

// Contract: kinetic, elastic and potential energy of a spring in gravity add up at every step, not only
// to the order of the time step, and nothing is left to explain.
func TestSpringInGravityAddsUp(t *testing.T) {
	o := oscillator{mass: 2, stiffness: 300, gravity: 10, x: 0.1, dt: 0.02}
	start := o.mass*o.gravity*o.x + 0.5*o.stiffness*o.x*o.x
	for i := range 500 {
		o.step(i % Lanes)
		e := o.energy()
		if d := e.Kinetic + e.Elastic + e.Potential - start; math.Abs(d) > 1e-12*start*float64(i+10) {
			t.Fatalf("step %d: %g J of %g are made", i, d, start)
		}
		if math.Max(math.Abs(e.ContactRule), math.Abs(e.ClosureError)) > 1e-12*start*float64(i+10) {
			t.Fatalf("step %d: contact rule %g J, closure error %g J", i, e.ContactRule, e.ClosureError)
		}
	}
}

// Contract: kinetic energy is never less than nothing, also where a mass on a spring turns round within a step, or
// comes to rest; all adds up as before.
func TestKineticEnergyIsNeverNegative(t *testing.T) {
	o := oscillator{mass: 2, stiffness: 300, gravity: 10, x: 0.1, dt: 0.02}
	start := o.mass*o.gravity*o.x + 0.5*o.stiffness*o.x*o.x
	turned := 0
	for i := range 500 {
		was := o.v
		o.step(i % Lanes)
		e := o.energy()
		if was*o.v < 0 {
			turned++
		}
		if e.Kinetic < 0 || e.Translation < 0 || e.Elastic < 0 {
			t.Fatalf("step %d: %+v", i, e)
		}
		if d := e.Kinetic + e.Elastic + e.Potential - start; math.Abs(d) > 1e-12*start*float64(i+10) {
			t.Fatalf("step %d: %g J of %g are made", i, d, start)
		}
	}
	if turned < 10 {
		t.Errorf("it turned %d times", turned)
	}
}

// Contract: heat, flows, imposed motion and edits each come to stand in the entry of their own, with the sign
// that their name says, and close the ledger.
func TestEntriesCloseTheLedger(t *testing.T) {
	// A constant friction force turns energy into heat.
	o := oscillator{mass: 2, stiffness: 300, gravity: 10, friction: 0.5, x: 0.1, dt: 1e-5}
	for range 1000 {
		o.step(0)
	}
	before := o.energy()
	if !(before.Friction > 0) || before.Dissipated != before.Friction {
		t.Fatalf("%+v", before)
	}
	if math.Abs(before.ClosureError) > 1e-9*before.Friction {
		t.Errorf("closure error %g J", before.ClosureError)
	}
	l := &o.ledger
	l.Inlets.Bodies += 3
	l.Outlets.Bodies += 2
	l.Edits.Bodies += 0.5
	l.BookImposed(-0.25)
	l.Lost.Viscous += 0.125
	after := o.energy()
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"inlets", after.Inlets, 3}, {"outlets", after.Outlets, 2}, {"edits", after.Edits, 0.5},
		{"imposed", after.Imposed, 0.25}, {"viscous", after.Viscous, 0.125},
		{"contact rule", after.ContactRule - before.ContactRule, 0.125 - 0.25},
		{"work", after.Work - before.Work, 3 - 2 + 0.5 + 0.25 - 0.125},
		{"closure", after.ClosureError - before.ClosureError, -(3 - 2 + 0.5 + 0.25 - 0.125) + 0.125},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%s: %g J, want %g", c.name, c.got, c.want)
		}
	}
}

// Contract: a tally gives each entry the sum of its lanes.
func TestTallySumsItsLanes(t *testing.T) {
	var y Tally
	var want float64
	for l := range Lanes {
		x := math.Exp2(float64(l))
		y.Done.Contact[l], y.Done.Held[l], y.Ahead.Rotation[l] = x, -x, 3*x
		want += x
	}
	if s := y.Sum(); s != (StepWork{Done: Work{Contact: want, Held: -want}, Ahead: Work{Rotation: 3 * want}}) {
		t.Errorf("%+v", s)
	}
}

// Contract: an archive takes every entry.
func TestArchiveTakesAll(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2)).Float64
	work := func() Work { return Work{r(), r(), r(), r(), r()} }
	l := Ledger{work(), work(), Loss{r(), r(), r(), r()},
		External{ExternalWork{r(), r()}, ExternalWork{r(), r()}}, Flow{r(), r()}, Flow{r(), r()}, Flow{r(), r()}, r(), r(),
		true, true}
	w := archive.NewWriter(nil)
	l.Archive(w)
	l.ArchiveLater(w, true)
	l.ArchiveExternal(w)
	var got Ledger
	back := archive.NewReader(w.Bytes(), 0)
	got.Archive(back)
	got.ArchiveLater(back, true)
	if got.ArchiveExternal(back); got != l {
		t.Errorf("read %+v, want %+v", got, l)
	}
}

// Contract: what contacts turned into heat adds up to the same bits in whatever portions and order, since a restored
// world has others. A plain sum of these numbers does not.
func TestHeatIsTheSameInAnyPortions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parts := make([]float64, 5000)
	for i := range parts {
		parts[i] = math.Exp(20*r.Float64() - 30)
	}
	inPortions := func() (exact, plain float64) {
		r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		var all Heat
		for begin, end := 0, 0; begin < len(parts); begin = end {
			end = min(begin+1+r.IntN(700), len(parts))
			var portion Heat
			sum := 0.0
			for _, x := range parts[begin:end] {
				portion.Friction.Add(x)
				sum += x
			}
			all.Join(&portion)
			plain += sum
		}
		return all.Loss().Friction, plain
	}
	want, first := inPortions()
	differ := 0
	for range 200 {
		exact, plain := inPortions()
		if exact != want {
			t.Fatalf("%v in some portions and %v in others", exact, want)
		}
		if plain != first {
			differ++
		}
	}
	if differ == 0 {
		t.Error("plain sums are all the same: these numbers show nothing")
	}
}
