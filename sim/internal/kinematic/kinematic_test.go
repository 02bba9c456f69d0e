package kinematic

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// stage is a plate that motions move, and what they say.
type stage struct {
	bodies  body.Set
	log     notice.Log
	motions Motions
	moved   float64 // farthest in a step [m]
	steps   int64   // done
}

func newStage(t *testing.T) *stage {
	t.Helper()
	s := new(stage)
	s.motions.Bind(Site{
		Bodies: &s.bodies, Log: &s.log, Times: schedule.Timetable{&s.motions},
		Moved: func(_ int, way float64) { s.moved = math.Max(s.moved, way) },
	})
	wall := []body.ShapeDef{{Kind: shape.KindWall, Wall: body.WallDef{Axis: 2, Sense: 1}}}
	tpl, err := body.NewTemplate(wall, func(int) float64 { return 1000 }, vec.Vec3{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.bodies.Add(tpl, &body.Def{Name: "plate", Shapes: wall, Blocked: body.BlockAll})
	return s
}

// run moves the plate up to so many steps of 1/64 s, which is exact.
func (s *stage) run(steps int64) {
	const dt = 1. / 64
	for ; s.steps < steps; s.steps++ {
		now := schedule.Now{Step: s.steps, Time: float64(s.steps) * dt}
		if s.steps > 0 {
			now.Last = dt
		}
		s.motions.Move(now)
	}
}

// Contract: a motion begins when what it waits for is done, takes the body over from where it is, and has
// the mean velocity of the last step; when its time is over the body stays.
func TestMotionsTakeOver(t *testing.T) {
	s := newStage(t)
	up := Def{Name: "up", Body: "plate", Path: motion.Constant{Velocity: vec.New(0, 0, 2)}, Duration: 0.5}
	aside := Def{
		Name: "aside", Body: "plate", Path: motion.Constant{Velocity: vec.New(1, 0, 0)},
		When: schedule.When{After: "up", Delay: 0.25}, Duration: 1,
	}
	for _, d := range []Def{aside, up} {
		if err := s.motions.Add(d); err != nil {
			t.Fatal(err)
		}
	}
	if s.bodies.Kind[0] != body.Kinematic {
		t.Error("the plate is not kinematic")
	}
	for _, c := range []struct {
		steps         int64 // up to now
		place, moving vec.Vec3
	}{
		{17, vec.New(0, 0, 0.5), vec.New(0, 0, 2)},
		{40, vec.New(0, 0, 1), vec.Vec3{}}, // 0.609 s: one is over, the other has not begun
		{65, vec.New(0.25, 0, 1), vec.New(1, 0, 0)},
		{200, vec.New(1, 0, 1), vec.Vec3{}},
	} {
		s.run(c.steps)
		if s.bodies.Pos[0] != c.place || s.bodies.Vel[0] != c.moving {
			t.Errorf("after %d steps at %v with %v m/s, want %v with %v",
				c.steps, s.bodies.Pos[0], s.bodies.Vel[0], c.place, c.moving)
		}
	}
	if s.moved != 2./64 {
		t.Errorf("moved by up to %g m in a step, want %g", s.moved, 2./64)
	}
	if n := s.log.All(); len(n) != 1 || n[0].Text != "motion aside starts at t = 0.750 s" {
		t.Errorf("told %+v", n)
	}
}

// Contract: key frames are put in where their time has its place and taken away by their time; the body goes on
// from where it is; two at one time, one that is not there and the last one are refused.
func TestKeysComeAndGo(t *testing.T) {
	at := func(x float64) motion.Pose { return motion.Pose{Position: vec.New(x, 0, 0), Orientation: vec.Identity} }
	s := newStage(t)
	path := motion.Interpolated{Times: []float64{0, 2}, Poses: []motion.Pose{at(0), at(2)}}
	if err := s.motions.Add(Def{Name: "m", Body: "plate", Path: path}); err != nil {
		t.Fatal(err)
	}
	now := func() schedule.Now {
		return schedule.Now{Step: s.steps, Time: float64(s.steps) / 64, Last: 1. / 64}
	}
	add := func(time, x float64) error {
		to := motion.Key{Time: time, Position: vec.New(x, 0, 0), Orientation: vec.Identity}
		return s.motions.AddKey(0, to, now())
	}
	remove := func(time float64) error { return s.motions.RemoveKey(0, time, now()) }
	check := func(steps int64, want float64) {
		t.Helper()
		if s.run(steps); math.Abs(s.bodies.Pos[0].X-want) > 1e-12 {
			t.Errorf("after %d steps at %g, want %g", steps, s.bodies.Pos[0].X, want)
		}
	}
	check(33, 0.5)
	if err := add(1, 1.5); err != nil {
		t.Fatal(err)
	}
	check(49, 1)
	check(65, 1.5)
	if err := remove(1); err != nil {
		t.Fatal(err)
	}
	check(97, 1.75)
	for want, err := range map[string]error{
		"times must ascend, got 2 s after 2 s": add(2, 0), "no key frame at 1 s": remove(1), "finite": add(math.NaN(), 0),
		"±1e+15 m": add(3, 1e16), "no motion 1": s.motions.RemoveKey(1, 0, now()),
		"a rotation": s.motions.AddKey(0, motion.Key{}, now()),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if err := remove(0); err != nil {
		t.Fatal(err)
	}
	if err := remove(2); err == nil || !strings.Contains(err.Error(), "the last") {
		t.Errorf("the last key frame goes: %v", err)
	}
	if check(129, 2); path.Times[1] != 2 || len(path.Times) != 2 {
		t.Error("the path that was given was changed: worlds may share it")
	}
}

// Contract: a key frame that is changed while the body is on its way changes nothing of what was: the
// body goes on from where it is, without a jump, to the first pose that is still ahead. What cannot be is
// refused, with the value, and changes nothing.
func TestKeysAreChangedOnTheWay(t *testing.T) {
	at := func(x float64) motion.Pose { return motion.Pose{Position: vec.New(x, 0, 0), Orientation: vec.Identity} }
	s := newStage(t)
	path := motion.Interpolated{Times: []float64{0, 1, 2}, Poses: []motion.Pose{at(0), at(1), at(2)}}
	if err := s.motions.Add(Def{Name: "m", Body: "plate", Path: path, Duration: 3}); err != nil {
		t.Fatal(err)
	}
	now := func() schedule.Now {
		return schedule.Now{Step: s.steps, Time: float64(s.steps) / 64, Last: 1. / 64}
	}
	set := func(key int, time, x float64) error {
		to := motion.Key{Time: time, Position: vec.New(x, 0, 0), Orientation: vec.Identity}
		return s.motions.SetKey(0, key, to, now())
	}
	check := func(steps int64, want float64) {
		t.Helper()
		if s.run(steps); math.Abs(s.bodies.Pos[0].X-want) > 1e-12 {
			t.Errorf("after %d steps at %g, want %g", steps, s.bodies.Pos[0].X, want)
		}
	}
	if err := s.motions.SetKey(0, 2, motion.Key{Time: 2, Position: vec.New(4, 0, 0),
		Orientation: vec.Identity}, schedule.Now{}); err != nil || s.motions.List[0].Started {
		t.Fatal(err) // before it has begun
	}
	check(33, 0.5)
	for _, err := range []error{set(0, 0, 7), set(1, 1, 3)} { // one that is past, and the next
		if err != nil {
			t.Fatal(err)
		}
	}
	check(33, 0.5)
	check(49, 0.5+2.5/2) // half a second later it would have been at 3
	check(65, 3)
	for want, err := range map[string]error{
		"times must ascend, got 2 s after 3 s": set(1, 3, 0), "finite": set(1, math.NaN(), 0),
		"no key frame 3 (there are 3)": set(3, 4, 0), "±1e+15 m": set(2, 2, 1e16),
		"no motion 1": s.motions.SetKey(1, 0, motion.Key{}, now()),
		"a rotation":  s.motions.SetKey(0, 1, motion.Key{Time: 1}, now()),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	check(97, 3.5)
	check(129, 4)
	if err := set(2, 2, 9); err != nil { // it is past too: the body rests where it came to
		t.Fatal(err)
	}
	if check(200, 4); s.moved > 6./64 {
		t.Errorf("the body jumped by %g m", s.moved)
	}
	if path.Poses[1] != at(1) {
		t.Error("the motion that was given has changed")
	}
}

// counted counts how often events are asked for.
type counted struct {
	schedule.Source
	asked int
}

func (c *counted) Event(i int) schedule.Event {
	c.asked++
	return c.Source.Event(i)
}

// Contract: many motions that wait for the same, as those of copies do, look it up once a step, also for the
// fingerprint; and those that wait for one that ends in this step begin in it.
func TestManyMotionsWaitForOne(t *testing.T) {
	const n = 1000
	s := newStage(t)
	events := &counted{Source: &s.motions}
	s.motions.site.Times = schedule.Timetable{events}
	up := motion.Constant{Velocity: vec.New(0, 0, 1)}
	first := Def{Name: "first", Body: "plate", Path: up, Duration: 2. / 64}
	for k := range n {
		d := Def{Name: "next", Body: "plate", Path: up, When: schedule.When{After: "first"}}
		if k == n/2 {
			d = first
		}
		if err := s.motions.Add(d); err != nil {
			t.Fatal(err)
		}
	}
	s.run(1)
	if events.asked > 2*n { // before and after the one that waits for nothing
		t.Errorf("%d motions ask for %d events in a step", n, events.asked)
	}
	events.asked = 0
	s.motions.Archive(archive.NewDigest())
	if events.asked > n {
		t.Errorf("%d motions ask for %d events for the fingerprint", n, events.asked)
	}
	s.run(3)
	begun, lead := 0, 0
	for i := range s.motions.List {
		if one := &s.motions.List[i]; one.Started {
			if begun++; !one.Retired {
				lead = i
			}
		}
	}
	if begun != n/2 || lead != n-1 {
		t.Errorf("%d motions have begun and %d leads, want %d and the last, %d", begun, lead, n/2, n-1)
	}
	if s.run(4); !s.motions.List[0].Started || !s.motions.List[n/2].Retired {
		t.Error("those before it do not begin in the next step")
	}
}

// Contract: motions of all kinds come back whole from an archive, at any moment, and go on the same way.
func TestMotionsComeBack(t *testing.T) {
	about := vec.New(1, 2, 3)
	turned := motion.Pose{Position: vec.New(0, 1, 0), Orientation: vec.FromAxisAngle(vec.AxisX, 0.4)}
	for _, path := range []motion.Motion{
		motion.Harmonic{Shift: vec.New(0, 0, 0.1), Turn: vec.New(0.1, 0, 0), Frequency: 3, Phase: 0.5},
		motion.Constant{Velocity: vec.New(1, 0, 0), Spin: vec.New(0, 1, 0), About: &about},
		motion.Interpolated{Times: []float64{0, 1}, Poses: []motion.Pose{{Orientation: vec.Identity}, turned}},
		motion.Rerouted{Interpolated: motion.Interpolated{Times: []float64{0, 1}, Poses: []motion.Pose{turned, turned}},
			Since: 0.1, From: motion.Pose{Position: vec.New(0, 0, 1), Orientation: vec.Identity}},
		motion.Sum{motion.Constant{Velocity: vec.New(0, 1, 0)}, motion.Harmonic{Shift: vec.New(1, 0, 0), Frequency: 1}},
	} {
		s, back := newStage(t), newStage(t)
		d := Def{Name: "m", Body: "plate", Path: path, When: schedule.When{Start: 0.125}, Duration: 2}
		if err := s.motions.Add(d); err != nil {
			t.Fatal(err)
		}
		s.run(20)
		back.bodies, back.steps = s.bodies, s.steps
		back.bodies.Pos, back.bodies.Ori = []vec.Vec3{s.bodies.Pos[0]}, []vec.Quat{s.bodies.Ori[0]}
		w := archive.NewWriter(nil)
		s.motions.Archive(w)
		r := archive.NewReader(w.Bytes(), 0)
		back.motions.Archive(r)
		if r.Err() != nil || r.Left() != 0 || !reflect.DeepEqual(back.motions.List, s.motions.List) {
			t.Fatalf("%T: %v, %d bytes left\n%+v\n%+v", path, r.Err(), r.Left(), back.motions.List, s.motions.List)
		}
		s.run(60)
		back.run(60)
		if back.bodies.Pos[0] != s.bodies.Pos[0] || back.bodies.Ori[0] != s.bodies.Ori[0] {
			t.Errorf("%T goes on at %v, want %v", path, back.bodies.Pos[0], s.bodies.Pos[0])
		}
	}
}

// Contract: what cannot be moved is refused with the reason, and a position that is no number stops the
// world before the body moves.
func TestMotionsAreRefused(t *testing.T) {
	path := motion.Constant{Velocity: vec.New(1, 0, 0)}
	for want, d := range map[string]Def{
		`no body "lid"`:             {Body: "lid", Path: path},
		"no path":                   {Body: "plate"},
		"duration must be ≥ 0 s":    {Body: "plate", Path: path, Duration: -1},
		"start and delay must be ≥": {Body: "plate", Path: path, When: schedule.When{Start: -1}},
	} {
		if err := newStage(t).motions.Add(d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", d, err, want)
		}
	}
	s := newStage(t)
	s.bodies.Spin[0] = vec.New(0, 1, 0)
	err := s.motions.Add(Def{Body: "plate", Path: path})
	if err == nil || !strings.Contains(err.Error(), "a velocity of its own") {
		t.Errorf("a body that spins: %v", err)
	}
	s = newStage(t)
	if err := s.motions.Add(Def{Name: "lost", Body: "plate", Path: nowhere{}}); err != nil {
		t.Fatal(err)
	}
	s.run(1)
	if !strings.Contains(s.log.Fault(), "not a finite number") || !s.bodies.Pos[0].IsFinite() {
		t.Errorf("fault %q, at %v", s.log.Fault(), s.bodies.Pos[0])
	}
}

// nowhere is a motion that leads to no place.
type nowhere struct{}

func (nowhere) Check() error { return nil }

func (nowhere) At(float64, motion.Pose) motion.Pose {
	return motion.Pose{Position: vec.New(math.NaN(), 0, 0), Orientation: vec.Identity}
}
