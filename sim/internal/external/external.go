// Package external adds forces from outside to those of gravity and contacts: constant ones, ones that vary over time,
// expressions of place and time, and the drag and buoyancy of a fluid.
package external

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/internal/parallel"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/vec"
)

// Def describes a force from outside on bodies that forces move.
type Def struct {
	Name     string
	Bodies   string // which bodies it acts on, as a person chooses them; empty: all
	When     schedule.When
	Duration float64 // after which it ends [s]; 0: without end

	Times, Factors []float64 // it is multiplied by the factor of the time since it began [s], linear between two
	Acts           setting.Force
}

// Force is a force from outside and where it stands.
type Force struct {
	Def     Def
	Started bool
	At      float64 // when it began [s]
	done    bool    // the duration is over

	changes bool     // its choice of bodies changes as the world runs
	chosen  []chosen // by the index of the body; empty for a choice that changes, and for all bodies
}

// chosen says whether a force acts on a body.
type chosen uint8

const (
	unknown chosen = iota
	no
	yes
)

// Site is what forces work on.
type Site struct {
	Bodies *body.Set
	Times  schedule.Timetable
	Log    *notice.Log
	// Formula compiles the expressions of a force for one goroutine: they are computed for body i.
	Formula func(list setting.Formula) (func(i int, into *[6]float64), error)
	// Choice compiles a choice of bodies for one goroutine, and says whether the choice of a body may change.
	Choice func(text string) (is func(i int) (bool, error), changes bool, err error)
}

// Forces are all forces from outside of a world.
type Forces struct {
	List    []Force
	site    Site
	spaces  []space // of the workers
	acting  []acting
	half    float64           // half of this step [s]
	gravity vec.Vec3          // [m/s²]
	works   []ledger.External // of each chunk of bodies in this step
	bad     []error           // for each chunk: why it could not be computed; nil if it could
}

// acting is a force that acts in this step.
type acting struct {
	number int     // in the list
	factor float64 // of this moment
}

// space is the memory of a worker.
type space struct {
	compiled []compiled // of each force
	streams  []stream
	loads    [parallel.Chunk]load
}

// compiled holds the texts of a force, compiled for a worker.
type compiled struct {
	values func(i int, into *[6]float64)
	is     func(i int) (bool, error)
}

// load is what acts on a body from outside.
type load struct {
	force, torque vec.Vec3 // all of it, with the drag [N], [N·m]
	drag, couple  vec.Vec3 // of fluids [N], [N·m]
	carried       float64  // power of the drag at the velocities of the fluids [W]
}

// Bind says what the forces work on, before anything else.
func (f *Forces) Bind(s Site, workers int) { f.site, f.spaces = s, make([]space, workers) }

// Add adds a force.
//
// Errors: numbers out of their range, a text that is no formula or no choice of bodies.
func (f *Forces) Add(d Def) error {
	if err := limit.Forces.Check(len(f.List) + 1); err != nil {
		return err
	}
	if err := d.check(); err != nil {
		return err
	}
	f.List = append(f.List, Force{Def: d})
	err := f.compile(len(f.List) - 1)
	if err != nil {
		f.List = f.List[:len(f.List)-1]
	}
	return err
}

// Put is Add, but the force takes the place of one with its name, if there is one.
//
// Errors: those of Add.
func (f *Forces) Put(d Def) error {
	k := slices.IndexFunc(f.List, func(one Force) bool { return one.Def.Name == d.Name })
	if k < 0 {
		return f.Add(d)
	}
	if err := d.check(); err != nil {
		return err
	}
	was := f.List[k]
	f.List[k] = Force{Def: d}
	err := f.compile(k)
	if err != nil {
		f.List[k] = was
	}
	return err
}

// check returns an error for the first number that is out of its range.
func (d *Def) check() error {
	if !(d.Duration >= 0) {
		return fmt.Errorf("duration must be ≥ 0 s, got %g", d.Duration)
	}
	if len(d.Times) > 0 && kindOf(&d.Acts) == Fluid {
		return fmt.Errorf("times and factors are for a force or a formula, and this is a fluid")
	}
	return cmp.Or(limit.CheckName(d.Name), limit.Time.Check("duration", d.Duration), d.When.Check(),
		motion.CheckFactors(d.Times, d.Factors), Check(&d.Acts))
}

// compile compiles the texts of a force for each worker. On an error nothing has changed.
func (f *Forces) compile(number int) error {
	one := &f.List[number]
	all := make([]compiled, len(f.spaces))
	changes := false
	for w := range all {
		var err error
		if kindOf(&one.Def.Acts) == Formula {
			if all[w].values, err = f.site.Formula(one.Def.Acts.Formula); err != nil {
				return err
			}
		}
		if one.Def.Bodies != "" {
			if all[w].is, changes, err = f.site.Choice(one.Def.Bodies); err != nil {
				return fmt.Errorf("bodies: %w", err)
			}
		}
	}
	one.changes = changes
	for w := range f.spaces {
		list := slices.Grow(f.spaces[w].compiled, 1)[:max(number+1, len(f.spaces[w].compiled))]
		list[number], f.spaces[w].compiled = all[w], list
	}
	return nil
}

// Begin prepares a step of the given length [s] in gravity [m/s²]: it begins the forces whose time has come.
func (f *Forces) Begin(now schedule.Now, step float64, gravity vec.Vec3) {
	f.acting = f.acting[:0]
	if len(f.List) == 0 {
		return
	}
	f.half, f.gravity = step/2, gravity
	for len(f.works)*parallel.Chunk < f.site.Bodies.Len() {
		f.works, f.bad = append(f.works, ledger.External{}), append(f.bad, nil)
	}
	for k := range f.List {
		one := &f.List[k]
		if !one.Started {
			begins := one.Def.When.Begins(f.site.Times)
			if !(now.Time >= begins) {
				continue
			}
			one.Started, one.At = true, begins
		}
		t := now.Time - one.At
		one.done = one.Def.Duration > 0 && t >= one.Def.Duration
		if !one.done && !one.Def.Acts.Off {
			f.acting = append(f.acting, acting{k, motion.FactorAt(one.Def.Times, one.Def.Factors, t)})
			f.choose(k)
		}
	}
}

// choose finds out on which of the bodies that came since a force acts.
func (f *Forces) choose(number int) {
	one, is := &f.List[number], f.spaces[0].compiled[number].is
	if is == nil || one.changes {
		return
	}
	for i := len(one.chosen); i < f.site.Bodies.Len(); i++ {
		mark := no
		if found, err := is(i); err != nil {
			f.site.Log.Stop("%v", f.blame(number, i, err))
		} else if found {
			mark = yes
		}
		one.chosen = append(one.chosen, mark)
	}
}

// Forget lets forces choose their bodies anew: these have come, gone or moved in memory, or have other masses.
func (f *Forces) Forget() {
	for k := range f.List {
		f.List[k].chosen = f.List[k].chosen[:0]
	}
}

// Acts reports whether something acts from outside in this step.
func (f *Forces) Acts() bool { return len(f.acting) > 0 }

// AddForces adds what acts from outside on the bodies [first, last) of a chunk to the forces on them, which are known
// by now. If a force is not a finite number, AddForces returns false, and adds nothing.
func (f *Forces) AddForces(worker, first, last int) bool {
	s, b, w := &f.spaces[worker], f.site.Bodies, &f.works[first/parallel.Chunk]
	*w = ledger.External{}
	for i := first; i < last; i++ {
		if b.Kind[i] != body.Dynamic {
			continue
		}
		l := &s.loads[i-first]
		if err := f.sum(s, i, l); err != nil {
			f.bad[first/parallel.Chunk] = err
			return false
		}
	}
	for i := first; i < last; i++ {
		if b.Kind[i] == body.Dynamic {
			l := &s.loads[i-first]
			on := &b.Wrench[i]
			on.Force, on.Torque = on.Force.Add(l.force), on.Torque.Add(l.torque)
			w.Done.Add(l.power(b.Vel[i], b.Spin[i]), f.half)
		}
	}
	return true
}

// power returns the power of a load at a velocity [m/s] and a spin [rad/s]: all of it, and the part that a fluid takes.
func (l *load) power(v, spin vec.Vec3) ledger.ExternalWork {
	drag := l.carried - l.drag.Dot(v) - l.couple.Dot(spin)
	return ledger.ExternalWork{Work: l.force.Dot(v) + l.torque.Dot(spin) + drag, Drag: drag}
}

// Book books the work on the bodies [first, last) of a chunk after they have moved.
func (f *Forces) Book(worker, first, last int) {
	s, b, w := &f.spaces[worker], f.site.Bodies, &f.works[first/parallel.Chunk]
	for i := first; i < last; i++ {
		if b.Kind[i] == body.Dynamic {
			p := s.loads[i-first].power(b.Vel[i], b.Spin[i])
			w.Done.Add(p, f.half)
			w.Ahead.Add(p, f.half)
		}
	}
}

// Works returns the work on each chunk of bodies in this step.
func (f *Forces) Works() []ledger.External {
	if len(f.acting) == 0 {
		return nil
	}
	return f.works[:(f.site.Bodies.Len()+parallel.Chunk-1)/parallel.Chunk]
}

// StopIfBad stops the world if a force could not be computed, and reports whether it did.
func (f *Forces) StopIfBad() bool {
	for _, err := range f.bad {
		if err != nil {
			f.site.Log.Stop("%v; stopped before it moves", err)
			return true
		}
	}
	return false
}

// blame names the force and the body that an error is about.
func (f *Forces) blame(number, i int, err error) error {
	b := f.site.Bodies
	return fmt.Errorf("force %s on body %d (%s): %w", f.List[number].Def.Name, b.ID(i), b.Name(i), err)
}

// sum finds what acts on body i from outside, beside the forces on it that are known.
func (f *Forces) sum(s *space, i int, l *load) error {
	*l, s.streams = load{}, s.streams[:0]
	for _, a := range f.acting {
		if is, err := f.actsOn(s, a.number, i); !is || err != nil {
			if err != nil {
				return f.blame(a.number, i, err)
			}
			continue
		}
		force, torque, err := f.add(s, a, i)
		if err != nil {
			return f.blame(a.number, i, err)
		}
		l.force, l.torque = l.force.Add(force), l.torque.Add(torque)
	}
	if len(s.streams) > 0 {
		f.resist(s, i, l)
	}
	return nil
}

// actsOn reports whether a force acts on body i.
func (f *Forces) actsOn(s *space, number, i int) (bool, error) {
	one, c := &f.List[number], &s.compiled[number]
	switch {
	case c.is == nil:
		return true, nil
	case one.changes || i >= len(one.chosen):
		return c.is(i)
	}
	return one.chosen[i] == yes, nil
}

// add returns a force and a torque on body i at this moment. Of a fluid it returns the buoyancy, and leaves the drag to
// resist.
func (f *Forces) add(s *space, a acting, i int) (force, torque vec.Vec3, err error) {
	acts := &f.List[a.number].Def.Acts
	switch kindOf(acts) {
	case Formula:
		var v [6]float64
		s.compiled[a.number].values(i, &v)
		force, torque = vec.New(v[0], v[1], v[2]).Scale(a.factor), vec.New(v[3], v[4], v[5]).Scale(a.factor)
		if !limit.Bounded(force) || !limit.Bounded(torque) {
			err = f.wrong(acts, &v)
		}
	case Fluid:
		fluid, t := &acts.Fluid, f.site.Bodies.Template(i)
		r := sphereOf(t)
		s.streams = append(s.streams, stream{factor: 6 * math.Pi * fluid.Viscosity * r,
			reynolds: 2 * r * fluid.Density / fluid.Viscosity, law: dragOf(fluid.Drag), velocity: vector(fluid.Velocity),
			couple: 8 * math.Pi * fluid.Viscosity * r * r * r})
		if fluid.Buoyancy {
			force = f.gravity.Scale(-fluid.Density * t.Volume)
		}
	default:
		force, torque = vector(acts.Force).Scale(a.factor), vector(acts.Torque).Scale(a.factor)
	}
	return force, torque, err
}

// wrong says which formula gives no force.
func (f *Forces) wrong(acts *setting.Force, v *[6]float64) error {
	for k, x := range v {
		if x-x != 0 {
			return fmt.Errorf("%s: %s is not a finite number", setting.FormulaKeys[k], acts.Formula[k])
		}
	}
	return fmt.Errorf("the formulas %q give a force beyond 1e100", acts.Formula)
}

// resist adds the drag of the fluids round body i to what acts on it.
func (f *Forces) resist(s *space, i int, l *load) {
	b := f.site.Bodies
	couple := 0.0
	v := drag(b, i, f.half, b.Wrench[i].Force.Add(l.force), s.streams)
	for k := range s.streams {
		one := &s.streams[k]
		pull := one.velocity.Sub(v).Scale(one.coefficient)
		l.drag, l.carried = l.drag.Add(pull), l.carried+pull.Dot(one.velocity)
		couple += one.couple
	}
	l.couple = turning(b, i, f.half, b.Wrench[i].Torque.Add(l.torque), couple).Scale(-couple)
	l.force, l.torque = l.force.Add(l.drag), l.torque.Add(l.couple)
}

// Acting is what a force from outside puts on a body.
type Acting struct {
	Name          string
	Force, Torque vec.Vec3 // [N], [N·m]
}

// On returns what acts from outside on body i, between two steps: at its position and its velocity.
func (f *Forces) On(i int) (all []Acting) {
	if f.site.Bodies.Kind[i] != body.Dynamic {
		return nil
	}
	s, present := &f.spaces[0], f.acting
	f.half = 0
	for _, a := range present {
		f.acting = []acting{a}
		var l load
		if is, err := f.actsOn(s, a.number, i); is && err == nil && f.sum(s, i, &l) == nil {
			all = append(all, Acting{f.List[a.number].Def.Name, l.force, l.torque})
		}
	}
	f.acting = present
	return all
}

// NumEvents returns how many forces there are.
func (f *Forces) NumEvents() int { return len(f.List) }

// Event returns force i as others see it that wait for its end.
func (f *Forces) Event(i int) schedule.Event {
	one := &f.List[i]
	d := &one.Def
	return schedule.Event{Kind: "force", Name: d.Name, After: d.When.After, Ends: d.Duration > 0, Cure: "a duration",
		Done: one.done, At: one.At + d.Duration}
}

// Set changes how force i acts.
//
// Errors: no such force, a force of another kind, numbers out of their range, a text that is no formula.
func (f *Forces) Set(i int, to setting.Force) error {
	if i < 0 || i >= len(f.List) {
		return fmt.Errorf("there is no force %d (there are %d)", i, len(f.List))
	}
	acts := &f.List[i].Def.Acts
	if kindOf(acts) != kindOf(&to) {
		return fmt.Errorf("force %s is a %s and cannot become a %s", f.List[i].Def.Name, kindOf(acts), kindOf(&to))
	}
	if err := Check(&to); err != nil {
		return err
	}
	was := *acts
	*acts = to
	err := f.compile(i)
	if err != nil {
		*acts = was
	}
	return err
}

// Of returns the name of force i and how it acts, and whether there is such a force.
func (f *Forces) Of(i int) (name string, acts setting.Force, ok bool) {
	if i < 0 || i >= len(f.List) {
		return "", acts, false
	}
	return f.List[i].Def.Name, f.List[i].Def.Acts, true
}

// Archive takes all forces. What they wait for is there already when they are read.
func (f *Forces) Archive(a *archive.Archive) {
	archive.List(a, &f.List, func(one *Force) { one.archive(a, &f.site) })
	if !a.Good() {
		return
	}
	for k := range f.List {
		err := f.List[k].Def.check()
		if err == nil {
			err = f.compile(k)
		}
		if err != nil {
			a.Fail("force %q: %w", f.List[k].Def.Name, err)
			return
		}
	}
}

func (one *Force) archive(a *archive.Archive, s *Site) {
	d := &one.Def
	a.Name(&d.Name)
	a.Text(&d.Bodies)
	d.When.Archive(a, s.Times.Number)
	a.Number(&d.Duration)
	archive.List(a, &d.Times, a.Number)
	archive.List(a, &d.Factors, a.Number)
	acts := &d.Acts
	a.Flag(&acts.Off)
	a.Numbers(slices.Concat(pointers(&acts.Force), pointers(&acts.Torque), pointers(&acts.Fluid.Velocity))...)
	for k := range acts.Formula {
		a.Text(&acts.Formula[k])
	}
	a.Text(&acts.Fluid.Drag)
	a.Numbers(&acts.Fluid.Viscosity, &acts.Fluid.Density)
	a.Flag(&acts.Fluid.Buoyancy)
	a.Flag(&one.Started)
	a.Number(&one.At)
	a.Flag(&one.done)
}

func pointers(v *[3]float64) []*float64 { return []*float64{&v[0], &v[1], &v[2]} }

func vector(v [3]float64) vec.Vec3 { return vec.New(v[0], v[1], v[2]) }
