package sim

import (
	"fmt"
	"math"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/measure/collisions"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// collide steps a world to a time, and returns the collisions that ended.
func collide(w *World, until float64) (list []collisions.Collision) {
	s := collisions.Sensor{Ended: func(c *collisions.Collision) { list = append(list, *c) }}
	w.Contacts().Collide(&s)
	for w.Clock().Time < until && w.Log().Fault() == "" {
		w.Step()
		w.Contacts().Collide(&s)
	}
	return list
}

// Contract: two balls that meet head on lose ½ m* v² (1 - e²), within the time step; met at an angle they lose what the
// bodies lost in motion and spin. The speeds at first touch, the duration π √(m*/k) of a spring, whose dashpot makes it
// longer by 1/√(1 - ζ²), and the largest overlap are those of the closed forms.
func TestCollisionsOfTwoBalls(t *testing.T) {
	const r, v = 0.01, 1.0
	for _, c := range []struct{ e, slip, mu float64 }{{1, 0, 0}, {0.6, 0, 0}, {0.6, 0.7, 0.3}, {0.8, 0.2, 5}} {
		m := law.Default
		m.Restitution, m.TanPhi = c.e, c.mu
		w := newWorld(t, 1e-6, m)
		w.params.Gravity = vec.Vec3{}
		for k := range 2 {
			side := float64(2*k - 1)
			add(t, w, body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindSphere, Radius: r}},
				Position: vec.New(side*(r+1e-4), 0, 0), Velocity: vec.New(-side*v/2, side*c.slip/2, 0)})
		}
		motion := func() (e float64) {
			for i := range 2 {
				move, spin := w.bodies.Kinetic(i)
				e += move + spin
			}
			return e
		}
		before := motion()
		list := collide(w, 0.01)
		if len(list) != 1 {
			t.Fatalf("%+v: %d collisions", c, len(list))
		}
		got, mass := list[0], w.bodies.Mass(0).Mass/2
		lost := before - motion()
		if math.Abs(got.Lost()-lost) > 1e-9*before {
			t.Errorf("%+v: %.12g J are lost, want %.12g", c, got.Lost(), lost)
		}
		if want := mass * v * v / 2 * (1 - c.e*c.e); math.Abs(got.LostNormal-want) > 0.01*mass*v*v {
			t.Errorf("%+v: %g J are lost along the normal, want %g", c, got.LostNormal, want)
		}
		if c.slip == 0 && got.LostTangential != 0 || c.slip > 0 && got.LostTangential <= 0 {
			t.Errorf("%+v: %g J are lost by friction", c, got.LostTangential)
		}
		if math.Abs(got.Normal-v) > 0.01*v || math.Abs(got.Tangential-c.slip) > 0.01*v { // they turn before
			t.Errorf("%+v: the balls met at %g and %g m/s", c, got.Normal, got.Tangential)
		}
		zeta := -math.Log(c.e) / math.Sqrt(math.Pi*math.Pi+math.Log(c.e)*math.Log(c.e))
		stiff := got.Force / got.Overlap // of the spring, where there is no dashpot
		if want := math.Pi * math.Sqrt(mass/stiff) / math.Sqrt(1-zeta*zeta); c.e == 1 &&
			math.Abs(got.Duration-want) > 0.02*want {
			t.Errorf("%+v: they touched for %g s, want %g", c, got.Duration, want)
		}
	}
}

// Contract: among balls that meet and part all energy that contacts lose is that of collisions: it is what the ledger
// books, with the same bits for any number of workers. Spectra have all of it. Observing changes nothing.
func TestCollisionsAddUp(t *testing.T) {
	var want string
	for _, workers := range []int{1, 3} {
		m := law.Default
		m.Restitution, m.TanPhi = 0.7, 0.4
		make := func() *World {
			w := newWorld(t, 1e-5, m)
			w.params.Gravity, w.params.Workers = vec.Vec3{}, workers
			for i := range 64 {
				d := body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindSphere, Radius: 0.01}},
					Position: vec.New(float64(i%4), float64(i/4%4), float64(i/16)).Scale(0.03)}
				d.Velocity = d.Position.Sub(vec.New(0.045, 0.046, 0.047)).Scale(-10) // all to one point
				d.Spin = vec.New(float64(i%5), 7, float64(i%3)).Scale(10)
				add(t, w, d)
			}
			return w
		}
		w, alone := make(), make()
		list := collide(w, 0.3)
		for alone.Clock().Step < w.Clock().Step {
			alone.Step()
		}
		if w.Hash() != alone.Hash() {
			t.Error("observing changed the run")
		}
		if w.contacts.Count > 0 || len(list) < 60 {
			t.Fatalf("%d collisions ended, and %d contacts are left", len(list), w.contacts.Count)
		}
		var spectra collisions.Spectra
		sum, counted, binned := 0.0, int64(0), 0.0
		for i := range list {
			sum += list[i].Lost()
			spectra.Add(&list[i])
		}
		for _, b := range spectra.Bins() {
			counted, binned = counted+b.Count, binned+b.LostNormal+b.LostTangential
			if mean := (b.LostNormal + b.LostTangential) / float64(b.Count); mean < b.From || mean >= b.To {
				t.Errorf("the mean of %g to %g J is %g", b.From, b.To, mean)
			}
		}
		e := w.Energy()
		lost := e.Dissipated - e.Work
		if math.Abs(sum-lost) > 1e-9*lost || counted != int64(len(list)) ||
			math.Abs(binned-sum) > 1e-12*sum || e.Friction == 0 {
			t.Errorf("%d collisions lost %.12g J, %d in spectra %.12g; the ledger has %.12g", len(list), sum, counted, binned,
				lost)
		}
		if text := fmt.Sprint(list); want == "" {
			want = text
		} else if text != want {
			t.Errorf("with %d workers the collisions are others", workers)
		}
	}
}

// Contract: a world that follows its collisions counts those that a sensor of the same run sees, with the same bits for
// any number of workers and for a world that was restored, also after edits that no step has followed; the run has the
// same bits as without.
func TestCollisionsOfWorld(t *testing.T) {
	var want string
	for _, workers := range []int{1, 3} {
		plain, w := pile(t, workers, 7, 60), pile(t, workers, 7, 60)
		w.Build().FollowCollisions()
		if list := plain.Collisions(); list.Followed || plain.FollowsCollisions() {
			t.Error("collisions are followed that nobody wants")
		}
		seen := make([]collisions.Spectra, len(collisions.Numbers))
		sensor := collisions.Sensor{Ended: func(c *collisions.Collision) {
			for i := range seen {
				seen[i].By = i
				seen[i].Add(c)
			}
		}}
		w.Contacts().Collide(&sensor)
		var restored *World
		for w.Clock().Time < 0.25 {
			plain.Step()
			w.Step()
			w.Contacts().Collide(&sensor)
			if restored != nil {
				restored.Step()
			} else if w.Clock().Time > 0.1 {
				for id := range int64(60) { // above floor, cup and bar
					for _, one := range []*World{plain, w} {
						bridge.MakeEdit(one, bridge.SetVelocity{Body: id + 3, Velocity: vec.New(0, 0.1, -0.1)})
					}
				}
				var err error
				if restored, err = Restore(w.Checkpoint(), 2); err != nil {
					t.Fatal(err)
				}
				defer restored.Close()
			}
		}
		if plain.Hash() != w.Hash() || restored.Hash() != w.Hash() {
			t.Error("to follow collisions changed the run")
		}
		list := w.Collisions()
		for i := range seen {
			if got := fmt.Sprint(list.Spectra[i]); got != fmt.Sprint(seen[i].Bins()) {
				t.Errorf("by %s: %s, want %v", collisions.Numbers[i].Name, got, seen[i].Bins())
			}
		}
		sum := list.Sum(bridge.AllMaterials)
		if sum.Count < 100 || !(sum.MaxNormal > sum.Normal/float64(sum.Count)) || list.Until != w.Clock().Time {
			t.Errorf("until %g s: %+v", list.Until, sum)
		}
		if got := fmt.Sprint(restored.Collisions()); got != fmt.Sprint(list) {
			t.Errorf("a restored world has %s, want %v", got, list)
		}
		if want == "" {
			want = fmt.Sprint(list)
		} else if fmt.Sprint(list) != want {
			t.Errorf("with %d workers the collisions are others", workers)
		}
	}
}
