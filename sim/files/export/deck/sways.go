package deck

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/vec"
)

// sway is the motion of a wall or cylinder: a shift, or a rotation about its own axis. Both are formulas of the
// step number that LAMMPS evaluates; an empty formula is 0.
type sway struct {
	body    string
	shift   [3]string // along the global axes [m]
	turn    string    // [rad]
	about   vec.Vec3
	axis    int
	motion  string // name of the motion; empty: a velocity that the body has from the start to the end
	begin   int64  // step at which the motion begins
	written bool   // the variables with the formulas are in the script
}

// addSways adds the motions of walls and cylinders.
func (d *Deck) addSways(s *state.State) {
	for i := range d.plan.Motions {
		m := &d.plan.Motions[i]
		d.refuse("motion "+m.Def.Name, d.addSway(m, s))
	}
	for i := range d.planes {
		d.addDrive(d.planes[i].name, d.planes[i].axis, &d.planes[i].drive)
	}
	for i := range d.tubes {
		d.addDrive(d.tubes[i].name, d.tubes[i].axis, &d.tubes[i].drive)
	}
}

// addDrive adds the motion of a body that drags along the bodies that touch it. The shift has no other effect,
// since the surface of such a body is the same everywhere along the shift (see checkDrive).
func (d *Deck) addDrive(body string, axis int, w *drive) {
	if w.velocity == (vec.Vec3{}) && w.spin == (vec.Vec3{}) {
		return
	}
	one := sway{body: body, about: w.center, axis: axis, turn: ramp(0, math.Inf(1), w.spin.Component(axis)*d.dt)}
	for k := range 3 {
		one.shift[k] = ramp(0, math.Inf(1), w.velocity.Component(k)*d.dt)
	}
	d.sways = append(d.sways, one)
}

// keepRadius is why a servo of the side of a cylinder cannot be told.
const keepRadius = "the side of a cylinder holds no load there: cylinders keep their radius"

// holdsSide reports whether a servo moves the side of a body.
func (d *Deck) holdsSide(body string) bool {
	return slices.ContainsFunc(d.plan.Motions, func(m kinematic.Motion) bool {
		s, ok := m.Def.Path.(motion.Servo)
		return ok && m.Def.Body == body && s.Radial()
	})
}

// axisOf returns the normal axis of a wall or the axis of a cylinder; -1 if the body is neither.
func (d *Deck) axisOf(body string) int {
	for i := range d.planes {
		if d.planes[i].name == body {
			return d.planes[i].axis
		}
	}
	for i := range d.tubes {
		if d.tubes[i].name == body {
			return d.tubes[i].axis
		}
	}
	return -1
}

// since returns the time at which a motion begins [s]. Motions can wait for each other: others counts the motions
// in such a chain so far, so that a cycle ends with an error.
//
// Errors: the motion has begun; it waits for an event whose time is not known in the other program.
func (d *Deck) since(m *kinematic.Motion, others int) (float64, error) {
	w := &m.Def.When
	if m.Started {
		return 0, fmt.Errorf("it has begun: export the scene from its start")
	}
	if w.After == "" {
		return math.Max(w.Start, d.start), nil
	}
	for i := range d.plan.Inlets {
		if in := &d.plan.Inlets[i]; in.Def.Name == w.After && in.Done {
			return math.Max(in.DoneAt+w.Delay, d.start), nil
		}
	}
	for i := range d.feeds {
		if f := &d.feeds[i]; f.in.Def.Name == w.After && f.in.Def.MassRate > 0 && f.most(0) > 0 {
			return d.doneAt(f) + w.Delay, nil
		}
	}
	for i := range d.plan.Motions {
		if o := &d.plan.Motions[i]; o.Def.Name == w.After && o.Def.Duration > 0 && others < len(d.plan.Motions) {
			t, err := d.since(o, others+1)
			return t + o.Def.Duration + w.Delay, err
		}
	}
	return 0, fmt.Errorf("after: %s: when that is done is not known there: give a start", w.After)
}

// span is the interval of a motion: its beginning after the start of the run, and its length [s].
type span struct{ begin, last float64 }

// addSway adds a motion.
func (d *Deck) addSway(m *kinematic.Motion, s *state.State) error {
	def := &m.Def
	body := slices.IndexFunc(s.Bodies, func(b state.Body) bool { return b.Name == def.Body })
	at := vector(s.Bodies[body].Position)
	begin, err := d.since(m, 0)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(d.sways, func(w sway) bool { return w.body == def.Body }) {
		return fmt.Errorf("body %s has another motion: make one of them", def.Body)
	}
	one := sway{body: def.Body, about: at, axis: d.axisOf(def.Body)}
	when := span{begin - d.start, math.Inf(1)}
	if def.Duration > 0 {
		when.last = def.Duration
	}
	if err := d.setFormulas(&one, def.Path, when); err != nil {
		return err
	}
	one.motion, one.begin = def.Name, int64(math.Round(when.begin/d.dt))
	d.sways = append(d.sways, one)
	if def.When.After == "" {
		d.row("motion "+def.Name, Exact, "move or rotate of a region by a formula of the step")
	} else {
		d.row("motion "+def.Name, Approximated, "move or rotate of a region by a formula of the step, from %.6g s "+
			"on, when %s is done if nothing delays it", begin, def.When.After)
	}
	return nil
}

// setFormulas makes the formulas of a motion. w.about must be the present position of the body.
func (d *Deck) setFormulas(w *sway, p motion.Motion, when span) (err error) {
	for k := range 3 {
		if w.shift[k], err = d.shift(p, k, w.about.Component(k), when); err != nil {
			return err
		}
	}
	if w.turn, err = d.turn(p, w.axis, when); err == nil && w.turn != "" && w.shift != [3]string{} {
		err = fmt.Errorf("it shifts and turns: only one of them can be told there")
	}
	return err
}

// shift returns the formula of the displacement along a global axis. at is the initial coordinate of the body [m].
//
// Errors: a kind of motion that cannot be written.
func (d *Deck) shift(p motion.Motion, axis int, at float64, when span) (string, error) {
	from := when.begin / d.dt // beginning of the motion [steps]
	switch p := p.(type) {
	case motion.Constant:
		return ramp(from, from+when.last/d.dt, p.Velocity.Component(axis)*d.dt), nil
	case motion.Harmonic:
		return d.swing(&p, p.Shift.Component(axis), when), nil
	case motion.Interpolated:
		return d.keys(&p, axis, at, from, when.last)
	case motion.Sum:
		return sum(p, func(q motion.Motion) (string, error) { return d.shift(q, axis, at, when) })
	case motion.Servo:
		if p.Radial() {
			return "", fmt.Errorf("servo: %s", keepRadius)
		}
		return "", fmt.Errorf("servo: walls and cylinders hold no load there")
	}
	return "", fmt.Errorf("it is not told there: write it as keys")
}

// turn returns the formula of the angle by which a motion turns a body about its own axis.
//
// Errors: a motion that turns the body about another axis.
func (d *Deck) turn(p motion.Motion, axis int, when span) (string, error) {
	var spin, turn vec.Vec3
	switch p := p.(type) {
	case motion.Constant:
		if spin = p.Spin; spin != (vec.Vec3{}) && p.About != nil {
			return "", fmt.Errorf("about: walls and cylinders turn only about their own axis there: leave it away")
		}
	case motion.Harmonic:
		turn = p.Turn
	case motion.Sum:
		return sum(p, func(q motion.Motion) (string, error) { return d.turn(q, axis, when) })
	}
	if spin.WithComponent(axis, 0) != (vec.Vec3{}) || turn.WithComponent(axis, 0) != (vec.Vec3{}) {
		return "", fmt.Errorf("spin or turn: walls and cylinders turn only about their own axis there")
	}
	from := when.begin / d.dt
	if h, swings := p.(motion.Harmonic); swings {
		return d.swing(&h, turn.Component(axis), when), nil
	}
	return ramp(from, from+when.last/d.dt, spin.Component(axis)*d.dt), nil
}

// sum returns the formula of several simultaneous motions.
func sum(list motion.Sum, of func(motion.Motion) (string, error)) (string, error) {
	var parts []string
	for _, p := range list {
		f, err := of(p)
		if err != nil {
			return "", err
		}
		if f != "" {
			parts = append(parts, f)
		}
	}
	return strings.Join(parts, "+"), nil
}

// within returns a formula that is 1 for from ≤ step < to, and 0 otherwise.
func within(from, to float64) string {
	if math.IsInf(to, 1) {
		return fmt.Sprintf("(step>=%.10g)", from)
	}
	return fmt.Sprintf("(step>=%.10g)*(step<%.10g)", from, to)
}

// ramp returns a formula that grows by pace in each step [m or rad] between two steps, and then stays constant.
func ramp(from, to, pace float64) string {
	if pace == 0 {
		return ""
	}
	f := fmt.Sprintf("%s*%.10g*(step-%.10g)", within(from, to), pace, from)
	if !math.IsInf(to, 1) {
		f += fmt.Sprintf("+%s*%.10g", within(to, math.Inf(1)), pace*(to-from))
	}
	return f
}

// swing returns the formula of a harmonic motion with an amplitude [m or rad]. After its end the formula stays
// constant.
func (d *Deck) swing(p *motion.Harmonic, amplitude float64, when span) string {
	if amplitude == 0 {
		return ""
	}
	w := 2 * math.Pi * p.Frequency
	from, to := when.begin/d.dt, (when.begin+when.last)/d.dt
	f := fmt.Sprintf("%s*%.10g*(sin(%.12g*(step-%.10g)+%.12g)-%.12g)", within(from, to), amplitude, w*d.dt, from, p.Phase,
		math.Sin(p.Phase))
	if !math.IsInf(to, 1) {
		f += fmt.Sprintf("+%s*%.10g", within(to, math.Inf(1)), amplitude*(math.Sin(w*when.last+p.Phase)-math.Sin(p.Phase)))
	}
	return f
}

// keys returns the formula of the displacement from key to key along an axis. The formula stays constant after the
// last key, or at the position that is reached when the time of the motion is over.
func (d *Deck) keys(p *motion.Interpolated, axis int, at, from, last float64) (string, error) {
	for _, q := range p.Poses[1:] {
		if q.Orientation != p.Poses[0].Orientation {
			return "", fmt.Errorf("keys: walls and cylinders do not turn there")
		}
	}
	x := func(t float64) float64 { return p.At(math.Min(t, last), motion.Pose{}).Position.Component(axis) }
	if math.Abs(x(0)-at) > 1e-9 {
		return "", fmt.Errorf("keys: it begins with a jump: the first must be where the body is")
	}
	var parts []string
	end := len(p.Times) - 1
	for i := range end {
		a, b := p.Times[i], math.Min(p.Times[i+1], last)
		if b > a && (x(b) != at || x(a) != at) {
			parts = append(parts, fmt.Sprintf("%s*(%.10g+%.10g*(step-%.10g))", within(from+a/d.dt, from+b/d.dt), x(a)-at,
				(x(b)-x(a))/(b-a)*d.dt, from+a/d.dt))
		}
	}
	over := math.Min(p.Times[end], last)
	if x(over) != at {
		parts = append(parts, fmt.Sprintf("%s*%.10g", within(from+over/d.dt, math.Inf(1)), x(over)-at))
	}
	return strings.Join(parts, "+"), nil
}

// lammpsMove returns the arguments with which the region of a body moves, and writes the variables in these
// arguments.
func (d *Deck) lammpsMove(s *script, body string) string {
	i := slices.IndexFunc(d.sways, func(w sway) bool { return w.body == body })
	if i < 0 {
		return ""
	}
	w := &d.sways[i]
	out := ""
	if w.shift != [3]string{} {
		out = " move"
		for k, f := range w.shift {
			out += w.variable(s, fmt.Sprintf("move%d%s", i+1, axes[k]), f)
		}
	}
	if w.turn != "" {
		turn := w.variable(s, fmt.Sprintf("turn%d", i+1), w.turn)
		out += fmt.Sprintf(" rotate%s %s %s", turn, xyz(w.about), xyz(vec.Vec3{}.WithComponent(w.axis, 1)))
	}
	w.written = true
	return out
}

// variable returns the argument of a region for a formula: a reference to a variable, or NULL. It writes the
// definition of the variable only once, although a wall that pushes both ways has two regions.
func (w *sway) variable(s *script, name, formula string) string {
	if formula == "" {
		return " NULL"
	}
	if !w.written {
		s.line("variable %s equal %s", name, formula)
	}
	return " v_" + name
}
