package audit

import (
	"math"
	"strings"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// ball returns a scene with one ball of 1 kg and a radius of 1 cm at rest above a floor.
func ball() *Scene {
	b, s := new(body.Set), new(body.Shapes)
	s.Bind(b, nil)
	add := func(t *body.Template, d body.Def) {
		d.Orientation = vec.Identity
		b.Add(t, &d)
		s.Add(int32(b.Len()-1), t)
	}
	add(&body.Template{Axes: vec.Identity, Shapes: []body.Part{
		{Def: &body.ShapeDef{Kind: shape.KindWall, Wall: body.WallDef{Axis: 2, Sense: 1}}},
	}}, body.Def{Name: "floor"})
	add(&body.Template{Mass: 1, Inertia: vec.New(1, 1, 1), Axes: vec.Identity, Shapes: []body.Part{
		{Radius: 0.01, Def: &body.ShapeDef{Kind: shape.KindSphere}},
	}}, body.Def{Name: "ball", Position: vec.New(0, 0, 1)})
	return &Scene{
		Bodies: b, Shapes: s, Gravity: vec.New(0, 0, -10), Step: 10, Last: 1e-4,
		TimeStep: 1e-4, Safety: 0.5, Sound: 1e-3, Critical: math.Inf(1),
		Sources: vec.EmptyBox(), Sinks: vec.EmptyBox(),
	}
}

// Contract: each thing that makes results wrong is told once, and nothing else is.
func TestWhatIsTold(t *testing.T) {
	for _, c := range []struct {
		name, told string // empty: nothing
		change     func(s *Scene)
	}{
		{"all is well", "", func(*Scene) {}},
		{"a step beyond that of the speed of sound", "of the first contact of a ball", func(s *Scene) { s.TimeStep = 2e-3 }},
		{"a step beyond that of contacts", "of the contacts there are", func(s *Scene) { s.Critical = 5e-5 }},
		{"... that was chosen from them", "", func(s *Scene) { s.Critical, s.Chosen = 5e-5, true }},
		{"a ball as fast as two radii in a step", "body 1 (ball) moves by 2 radii", func(s *Scene) {
			s.Bodies.Vel[1] = vec.New(200, 0, 0)
		}},
		{"a ball that turns by 2 rad in a step", "body 1 (ball) turns by 2 rad", func(s *Scene) {
			s.Bodies.Spin[1] = vec.New(0, 20000, 0)
		}},
		{"energy from nowhere", "20 % of the energy, 2 of 10 J", func(s *Scene) {
			s.Energy = ledger.Energy{Kinetic: 10, ClosureError: 2}
		}},
		{"nothing but energy from nowhere", "nothing is left to believe", func(s *Scene) {
			s.Energy = ledger.Energy{Kinetic: 10, ClosureError: 10}
		}},
		{"a ball far away", "(ball) begins 1e+08 m from the origin, where numbers are 1.5e-06 radii apart", func(s *Scene) {
			s.Bodies.Pos[1], s.Step = vec.New(0, 0, 1e8), 0
		}},
		{"... not so far", "", func(s *Scene) { s.Bodies.Pos[1], s.Step = vec.New(0, 0, 1e7), 0 }},
		{"an inlet far away", "an inlet is 1e+12 m from the origin", func(s *Scene) {
			s.Sources, s.Largest, s.Step = vec.Box{Lo: vec.New(1e12, 0, 0), Hi: vec.New(1e12, 1, 1)}, 0.02, 0
		}},
		{"a ball below its floor", "body 1 (ball) falls for ever", func(s *Scene) {
			s.Bodies.Pos[1], s.Sources = vec.New(0, 0, -100), vec.Box{Hi: vec.New(1, 1, 1)}
		}},
		{"... above an outlet without end", "", func(s *Scene) {
			s.Bodies.Pos[1], s.Sources, s.Endless = vec.New(0, 0, -100), vec.Box{Hi: vec.New(1, 1, 1)}, true
		}},
	} {
		var a Auditor
		var log notice.Log
		s := ball()
		c.change(s)
		a.Check(s, &log)
		a.Check(s, &log) // says nothing again
		switch n := log.All(); {
		case c.told == "" && len(n) > 0, c.told != "" && len(n) != 1:
			t.Errorf("%s: %d notices: %+v", c.name, len(n), n)
		case c.told != "" && !strings.Contains(n[0].Text, c.told):
			t.Errorf("%s: %q, want %q", c.name, n[0].Text, c.told)
		}
	}
}

// Contract: an overlap is told from a tenth of the radius on, and again when it is deeper by half.
func TestOverlapIsTold(t *testing.T) {
	var a Auditor
	var log notice.Log
	for _, ratio := range []float64{0.09, 0.1, 0.11, 0.16, 0.17} {
		a.CheckOverlap(1, ratio, func() string { return "two balls" }, &log)
	}
	if n := log.All(); len(n) != 2 || !strings.Contains(n[1].Text, "two balls overlap by 17 %") {
		t.Errorf("%+v", n)
	}
}

// Contract: audits are due soon after the beginning and then every thousand steps.
func TestWhenAuditsAreDue(t *testing.T) {
	var due []int64
	for step := int64(1); step <= 2000; step++ {
		if Due(step) {
			due = append(due, step)
		}
	}
	if want := [...]int64{1, 10, 100, 1000, 2000}; len(due) != 5 || [5]int64(due) != want {
		t.Errorf("due after %v steps, want %v", due, want)
	}
}
