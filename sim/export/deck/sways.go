package deck

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/tumble/sim/kinematic"
	"example.org/tumble/sim/motion"
	"example.org/tumble/sim/state"
	"example.org/tumble/sim/vec"
)

// sway is how a wall is shifted, as formulas of the time step that LAMMPS reckons.
type sway struct {
	body    string
	shift   [3]string // along the global axes [m]; empty: not at all
	written bool
}

// addSways takes in the motions of walls and cylinders.
func (d *Deck) addSways(s *state.State) error {
	for i := range d.plan.Motions {
		m := &d.plan.Motions[i]
		if err := d.addSway(m, s); err != nil {
			return fmt.Errorf("motion %s: %w", m.Def.Name, err)
		}
	}
	for i := range d.planes {
		if w := &d.planes[i]; w.velocity != (vec.Vec3{}) {
			d.sways = append(d.sways, sway{body: w.name, shift: formulas(func(k int) string {
				return fmt.Sprintf("%.10g*step", w.velocity.Component(k)*d.dt)
			}, w.velocity)})
		}
	}
	return nil
}

// formulas returns a formula for each axis along which a vector is not zero.
func formulas(of func(axis int) string, v vec.Vec3) (out [3]string) {
	for k := range 3 {
		if v.Component(k) != 0 {
			out[k] = of(k)
		}
	}
	return out
}

// since returns when a motion begins [s].
//
// Errors: it waits for what is not yet done.
func (d *Deck) since(m *kinematic.Motion) (float64, error) {
	w := &m.Def.When
	switch {
	case m.Begun:
		return 0, fmt.Errorf("it has begun: export the scene from its start")
	case w.After == "":
		return math.Max(w.Start, d.start), nil
	}
	for i := range d.plan.Inlets {
		if in := &d.plan.Inlets[i]; in.Def.Name == w.After && in.Done {
			return math.Max(in.DoneAt+w.Delay, d.start), nil
		}
	}
	return 0, fmt.Errorf("after: %s: it must begin at a time there: give it a start", w.After)
}

// addSway takes in a motion.
func (d *Deck) addSway(m *kinematic.Motion, s *state.State) error {
	def := &m.Def
	body := slices.IndexFunc(s.Bodies, func(b state.Body) bool { return b.Name == def.Body })
	at := vector(s.Bodies[body].Position)
	begin, err := d.since(m)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(d.sways, func(w sway) bool { return w.body == def.Body }) {
		return fmt.Errorf("body %s has another motion: make one of them", def.Body)
	}
	one := sway{body: def.Body}
	last := math.Inf(1)
	if def.Duration > 0 {
		last = def.Duration
	}
	for k := range 3 {
		if one.shift[k], err = d.shift(def.Path, k, at.Component(k), begin-d.start, last); err != nil {
			return err
		}
	}
	d.sways = append(d.sways, one)
	d.row("motion "+def.Name, Exact, "move of a region by a formula of the step")
	return nil
}

// shift returns the formula of a motion along an axis, from so many seconds after the start on and for so long.
//
// Errors: what turns.
func (d *Deck) shift(p motion.Motion, axis int, at, begin, last float64) (string, error) {
	from := begin / d.dt // in steps
	switch p := p.(type) {
	case motion.Constant:
		if p.Spin != (vec.Vec3{}) {
			return "", fmt.Errorf("spin: walls and cylinders do not turn there")
		}
		return ramp(from, from+last/d.dt, p.Velocity.Component(axis)*d.dt), nil
	case motion.Harmonic:
		if p.Turn != (vec.Vec3{}) {
			return "", fmt.Errorf("turn: walls and cylinders do not turn there")
		}
		return d.swing(&p, p.Shift.Component(axis), from, last), nil
	case motion.Interpolated:
		return d.keys(&p, axis, at, from, last)
	case motion.Sum:
		return d.sum(p, axis, at, begin, last)
	}
	return "", fmt.Errorf("it is not told there: write it as keys")
}

// sum is several motions at once.
func (d *Deck) sum(list motion.Sum, axis int, at, begin, last float64) (string, error) {
	var parts []string
	for _, p := range list {
		f, err := d.shift(p, axis, at, begin, last)
		if err != nil {
			return "", err
		}
		if f != "" {
			parts = append(parts, f)
		}
	}
	return strings.Join(parts, "+"), nil
}

// within returns a formula that is 1 from one step on and before another, and else 0.
func within(from, to float64) string {
	if math.IsInf(to, 1) {
		return fmt.Sprintf("(step>=%.10g)", from)
	}
	return fmt.Sprintf("(step>=%.10g)*(step<%.10g)", from, to)
}

// ramp grows from one step to another by so much in each [m], and then stays.
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

// swing is a harmonic motion of an amplitude [m] from a step on, for some seconds.
func (d *Deck) swing(p *motion.Harmonic, amplitude, from, last float64) string {
	if amplitude == 0 {
		return ""
	}
	w := 2 * math.Pi * p.Frequency
	to := from + last/d.dt
	f := fmt.Sprintf("%s*%.10g*(sin(%.12g*(step-%.10g)+%.12g)-%.12g)", within(from, to), amplitude, w*d.dt, from, p.Phase,
		math.Sin(p.Phase))
	if !math.IsInf(to, 1) {
		f += fmt.Sprintf("+%s*%.10g", within(to, math.Inf(1)), amplitude*(math.Sin(w*last+p.Phase)-math.Sin(p.Phase)))
	}
	return f
}

// keys goes from key to key, and stays at the last, or where it is when the time is over.
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

// lammpsMove returns how a region moves, and writes what that needs.
func (d *Deck) lammpsMove(s *script, body string) string {
	i := slices.IndexFunc(d.sways, func(w sway) bool { return w.body == body })
	if i < 0 || d.sways[i].shift == [3]string{} {
		return ""
	}
	out := " move"
	for k, f := range d.sways[i].shift {
		if f == "" {
			out += " NULL"
			continue
		}
		name := fmt.Sprintf("move%d%s", i+1, axes[k])
		if !d.sways[i].written {
			s.line("variable %s equal %s", name, f)
		}
		out += " v_" + name
	}
	d.sways[i].written = true
	return out
}
