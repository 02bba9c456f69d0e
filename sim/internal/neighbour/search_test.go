package neighbour_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/neighbour"
	"example.org/tumble/sim/internal/parallel"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// cloud is spheres and capsules that fly straight on, with the search for pairs that may touch.
type cloud struct {
	bodies body.Set
	shapes body.Shapes
	clock  contact.Clock
	set    contact.Set
	search neighbour.Search
}

func newCloud(t *testing.T, workers, n int, side, speed float64) *cloud {
	t.Helper()
	team := parallel.New(workers)
	team.InlineBelow = 0 // small loops are shared, too
	t.Cleanup(team.Close)
	c := &cloud{clock: contact.Clock{Dt: 1e-4, Last: 1e-4}}
	c.shapes.Bind(&c.bodies, team)
	c.set.Bind(&c.bodies, &c.shapes, &c.clock, team)
	c.set.SetRule(contact.CapsuleRules[0].Name)
	c.search.Bind(&c.set)
	if _, err := c.set.AddMaterial("glass", law.Default); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(11, 13))
	for i := range n {
		shapes := []body.ShapeDef{{Kind: shape.KindSphere, Radius: 0.01}}
		if i%2 == 1 {
			shapes[0] = body.ShapeDef{Kind: shape.KindCapsule, Radius: 0.008, Shaft: 0.02}
		}
		template, err := body.NewTemplate(shapes, c.set.Density, vec.Vec3{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		c.bodies.Insert(&c.shapes, template, &body.Def{Shapes: shapes,
			Position: vec.New(r.Float64(), r.Float64(), r.Float64()).Scale(side),
			Velocity: vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Scale(speed),
		}, 0)
	}
	return c
}

// step moves all bodies, books their ways, and finds the contacts.
func (c *cloud) step(t *testing.T) {
	t.Helper()
	for i := range c.bodies.Pos {
		way := c.bodies.Vel[i].Scale(c.clock.Dt)
		c.bodies.Pos[i] = c.bodies.Pos[i].Add(way)
		c.search.Carry(i, way.Norm())
	}
	c.shapes.PlaceAll(c.set.Partition.Bodies)
	if err := c.search.Update(); err != nil {
		t.Fatal(err)
	}
	var lost ledger.Loss
	c.set.Update(&lost)
	c.clock.Advance()
}

// touching returns the pairs that touch, in contact order.
func (c *cloud) touching() string {
	var text strings.Builder
	for one := range c.set.All {
		fmt.Fprintln(&text, one.KindA, one.A, one.KindB, one.B, one.Overlap)
	}
	return text.String()
}

// Contract: between two searches nothing is missed: what a search that is made in each step finds to touch, one that is
// made only when a body has used up its margin finds, too, with the same bits, for any number of workers.
func TestNothingIsMissedBetweenSearches(t *testing.T) {
	const n, side, speed, steps = 600, 0.22, 1, 50
	var want []string
	often := newCloud(t, 1, n, side, speed)
	for range steps {
		often.search.Stale = true
		often.step(t)
		want = append(want, often.touching())
	}
	for _, workers := range []int{1, 3} {
		seldom := newCloud(t, workers, n, side, speed)
		for i := range steps {
			seldom.step(t)
			if seldom.touching() != want[i] {
				t.Fatalf("%d workers, step %d: other pairs touch than a search in this step finds", workers, i)
			}
		}
		if searches := seldom.search.Rebuilds; searches < 2 || searches > steps/3 {
			t.Errorf("%d searches in %d steps: the test sees nothing", searches, steps)
		}
	}
	if len(want[0]) < 500 || want[0] == want[steps-1] {
		t.Error("nothing changes: the test sees nothing")
	}
}

// Contract: bodies at rest are searched once.
func TestRestIsSearchedOnce(t *testing.T) {
	c := newCloud(t, 1, 200, 0.2, 0)
	for range 50 {
		c.step(t)
	}
	if c.search.Rebuilds != 1 || c.search.Exhausted.Load() {
		t.Errorf("%d searches, one more due: %t", c.search.Rebuilds, c.search.Exhausted.Load())
	}
	c.search.Carry(3, math.Inf(1))
	if !c.search.Exhausted.Load() {
		t.Error("the lists hold although a body went far")
	}
}

// Contract: bodies that all lie in each other are refused with what is too much, and nothing is left of the lists: they
// do not fill the memory, and no body has a force that nobody summed.
func TestTooManyPairsAreRefused(t *testing.T) {
	c := newCloud(t, 2, 2000, 0, 0)
	c.shapes.PlaceAll(c.set.Partition.Bodies)
	err := c.search.Update()
	if err == nil || !strings.Contains(err.Error(), "too many bodies lie in each other: 2000 spheres and capsules") {
		t.Errorf("got %v", err)
	}
	for k := range c.set.Listed {
		t.Fatalf("a chunk of %d pairs is left", len(k.Pairs))
	}
	if i := slices.IndexFunc(c.bodies.Wrench, func(w body.Wrench) bool { return w != body.Wrench{} }); i >= 0 {
		t.Errorf("body %d has a force of %v, though none was summed", i, c.bodies.Wrench[i])
	}
}
