package deck

import (
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/vec"
)

// stage is an interval of the run in which each mesh keeps its velocity and spin.
type stage struct {
	steps int64 // length of the interval
	moves []move
}

// move is the velocity and spin of a mesh in a stage. The point about which the mesh turns moves with it.
type move struct {
	mesh     int // index in Deck.meshes
	name     string
	velocity vec.Vec3 // [m/s]
	spin     vec.Vec3 // [rad/s]
	about    vec.Vec3 // [m]
}

// waits returns the name of the inlet that motions wait for; empty if all motions begin at given times.
func (d *Deck) waits() string {
	for i := range d.plan.Motions {
		if a := d.plan.Motions[i].Def.When.After; a != "" && slices.ContainsFunc(d.feeds, func(f feed) bool {
			return f.in.Def.Name == a
		}) {
			return a
		}
	}
	return ""
}

// addMotions makes the stages of the motions.
func (d *Deck) addMotions(s *state.State) {
	var list []*kinematic.Motion
	for i := range d.plan.Motions {
		m := &d.plan.Motions[i]
		d.refuse("motion "+m.Def.Name, d.checkMotion(m, s))
		list = append(list, m)
	}
	if len(list) == 0 || len(d.reasons) > 0 {
		return
	}
	offset := 0. // time of the first step, in the scene or since the inlet was done [s]
	if d.waits() == "" {
		offset = d.start
	}
	at := []int64{0, d.steps}
	for _, m := range list {
		for _, t := range d.cuts(m) {
			if n := int64(math.Round((t - offset) / d.dt)); n > 0 && n < d.steps {
				at = append(at, n)
			}
		}
	}
	slices.Sort(at)
	at = slices.Compact(at)
	for k := 1; k < len(at); k++ {
		from, to := offset+float64(at[k-1])*d.dt, offset+float64(at[k])*d.dt
		st := stage{steps: at[k] - at[k-1]}
		for _, m := range list {
			if v, moves := d.moveOf(m, from, to); moves {
				st.moves = append(st.moves, v)
			}
		}
		d.stages = append(d.stages, st)
	}
}

// checkMotion refuses a motion that cannot be written, and otherwise adds its row to the mapping.
func (d *Deck) checkMotion(m *kinematic.Motion, s *state.State) error {
	def := &m.Def
	mesh := d.meshOf(def.Body)
	if mesh < 0 {
		return fmt.Errorf("body %s is no mesh: only meshes move there", def.Body)
	}
	if m.Started {
		return fmt.Errorf("it has begun: export the scene from its start")
	}
	if def.When.After != "" && def.When.After != d.waits() {
		return fmt.Errorf("after: %s: it can wait only for an inlet, and all motions for the same", def.When.After)
	}
	if def.When.After == "" && d.waits() != "" {
		return fmt.Errorf("start: others wait for inlet %s: all motions must begin by the same", d.waits())
	}
	for i := range d.plan.Motions {
		if o := &d.plan.Motions[i]; o != m && o.Def.Body == def.Body {
			return fmt.Errorf("body %s has another motion, %s: make one of them", def.Body, o.Def.Name)
		}
	}
	here := &d.meshes[mesh]
	switch path := def.Path.(type) {
	case motion.Interpolated:
		first := path.Poses[0]
		if first.Position.Sub(here.center).Norm() > 1e-9 || math.Abs(first.Orientation.Dot(here.pose)) < 1-1e-12 {
			return fmt.Errorf("keys: it begins with a jump: the first must be where the body is")
		}
		for _, p := range path.Poses {
			d.includePose(here, p.Position, p.Orientation)
		}
		d.row("motion "+def.Name, Exact, "move/mesh from key to key, whose times are rounded to whole steps")
	case motion.Constant:
		if def.Duration > 0 || path.Velocity == (vec.Vec3{}) {
			d.row("motion "+def.Name, Exact, "move/mesh linear and rotate")
		} else {
			d.row("motion "+def.Name, Approximated, "move/mesh linear and rotate; what leaves the box stays out of reckoning")
		}
		for k := range 13 {
			p := path.At(math.Min(def.Duration, d.Until-d.start)*float64(k)/12, motion.Pose{Position: here.center,
				Orientation: here.pose})
			d.includePose(here, p.Position, p.Orientation)
		}
		if path.Spin != (vec.Vec3{}) {
			d.includeTurns(here, path)
		}
	case motion.Servo:
		return fmt.Errorf("servo: it has to be written by hand, as fix mesh/surface/stress/servo with gains of its own")
	default:
		return fmt.Errorf("only keys and constant motions are told; write it as keys")
	}
	return nil
}

// includeTurns enlarges the box to contain a mesh at every angle to which it can turn.
func (d *Deck) includeTurns(m *surface, c motion.Constant) {
	about := m.center
	if c.About != nil {
		about = *c.About
	}
	for _, v := range m.mesh.Vertices {
		d.include(about, v.Sub(about).Norm())
	}
}

// meshOf returns the index of the mesh of a body, -1 if the body has none.
func (d *Deck) meshOf(name string) int {
	return slices.IndexFunc(d.meshes, func(m surface) bool { return m.name == name })
}

// begins returns the time at which a motion begins [s]. For a motion that waits for an inlet, this is the delay
// after the inlet is done.
func begins(w *schedule.When) float64 {
	if w.After != "" {
		return w.Delay
	}
	return w.Start
}

// cuts returns the times at which the velocity of a motion changes: its beginning, its keys and its end.
func (d *Deck) cuts(m *kinematic.Motion) []float64 {
	t := begins(&m.Def.When)
	list := []float64{t}
	if path, ok := m.Def.Path.(motion.Interpolated); ok {
		for _, k := range path.Times {
			list = append(list, t+k)
		}
	}
	if m.Def.Duration > 0 {
		list = append(list, t+m.Def.Duration)
	}
	return list
}

// moveOf returns the velocity and spin that a motion gives its mesh between two times, between which the motion
// must not change; false if the mesh does not move.
func (d *Deck) moveOf(m *kinematic.Motion, from, to float64) (v move, moves bool) {
	begin := begins(&m.Def.When)
	last := math.Inf(1)
	if m.Def.Duration > 0 {
		last = m.Def.Duration
	}
	i := d.meshOf(m.Def.Body)
	start := motion.Pose{Position: d.meshes[i].center, Orientation: d.meshes[i].pose}
	round := func(t float64) float64 { return math.Round(t/d.dt) * d.dt }
	near := func(t float64) float64 { // time in the motion of the key whose step is at t
		for _, c := range d.cuts(m) {
			if math.Abs(round(c)-t) < d.dt/2 {
				t = c
			}
		}
		return math.Min(t-begin, last)
	}
	a, b := near(from), near(to)
	if a < 0 || !(b > a) {
		return move{}, false
	}
	v = move{mesh: i, name: m.Def.Name}
	if c, ok := m.Def.Path.(motion.Constant); ok {
		v.velocity, v.spin, v.about = c.Velocity, c.Spin, start.Position.AddScaled(a, c.Velocity)
		if c.About != nil {
			v.about = c.About.AddScaled(a, c.Velocity)
		}
		return v, true
	}
	p, q := m.Def.Path.At(a, start), m.Def.Path.At(b, start)
	v.velocity = q.Position.Sub(p.Position).Scale(1 / (to - from))
	v.spin = q.Orientation.Mul(p.Orientation.Conj()).RotationVector().Scale(1 / (to - from))
	v.about = p.Position
	return v, v.velocity != (vec.Vec3{}) || v.spin != (vec.Vec3{})
}
