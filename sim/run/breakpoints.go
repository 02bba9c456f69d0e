package run

import (
	"fmt"
	"slices"
	"strings"

	"example.org/tumble/sim"
	"example.org/tumble/sim/measure/inspect"
	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/run/bridge"
)

// Breakpoint is a condition that is tried after each step. Trying it changes nothing in the world.
type Breakpoint struct {
	condition *query.Condition
	text      string
}

// NewBreakpoint reads a condition; see query.ParseCondition.
func NewBreakpoint(text string) (*Breakpoint, error) {
	c, err := query.ParseCondition(text)
	if err != nil {
		return nil, err
	}
	return &Breakpoint{c, strings.TrimSpace(text)}, nil
}

// Check returns an error if the condition asks for bodies that are not in a world and cannot come, for regions that are
// not in the list, or for quantities that the bodies do not have which it chooses.
func (b *Breakpoint) Check(w *sim.World, regions []bridge.Region) error {
	if err := w.CheckBodyNames(b.condition.Bodies()); err != nil {
		return err
	}
	m := momentOf(w, regions)
	return m.CheckSense(b.condition)
}

// momentOf returns what conditions see of a world with regions.
func momentOf(w *sim.World, regions []bridge.Region) inspect.Moment {
	return inspect.Moment{Site: w.Inspect(), Clock: w.Clock(), Energy: w.Energy, Regions: regions,
		Counts: w.FillCounts}
}

// Evaluate reports whether the condition has become true in the last step of a world, and what made it
// true. The world is measured in the regions only where the condition asks for them.
func (b *Breakpoint) Evaluate(w *sim.World, regions []bridge.Region) (hit bridge.Hit, became bool, err error) {
	m := momentOf(w, regions)
	culprit, became, err := b.condition.Check(&m)
	if err != nil || !became {
		return hit, false, err
	}
	hit = bridge.Hit{Line: b.text, At: bridge.Moment{Step: m.Clock.Step, Time: m.Clock.Time}, Culprit: culprit}
	hit.Text = fmt.Sprintf("%s in step %d, at %.4g s%s", b.text, m.Clock.Step, m.Clock.Time, named(culprit, &m.Site))
	return hit, true, nil
}

// named describes in words the body or contact that a condition found.
func named(t bridge.Thing, s *inspect.Site) string {
	switch t.Kind {
	case bridge.ThingBody:
		return ": body " + s.Called(t.Body)
	case bridge.ThingContact:
		return fmt.Sprintf(": contact of bodies %s and %s", s.Called(t.Body), s.Called(t.Other))
	}
	return ""
}

// breakpoints are the conditions at which the run pauses.
type breakpoints struct {
	list []breakpoint
	hit  bridge.Hit
}

type breakpoint struct {
	bridge.Breakpoint
	on *Breakpoint // nil if it is not evaluated
}

// setBreakpoints replaces the conditions. A condition that is true already must first become false.
func (r *Runner) setBreakpoints(c bridge.SetBreakpoints) {
	k := &r.breakpoints
	before := k.list
	k.list = nil
	for line := range strings.Lines(c.Lines) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		p := newBreakpoint(line)
		for i := range before {
			if before[i].Line == line {
				p.Hits = before[i].Hits
			}
		}
		k.list = append(k.list, p)
	}
	k.check(&r.scene)
	r.rearm()
}

// check says of each condition why it can never become true. It is evaluated all the same: a jump back may restore the
// bodies that it asks for.
func (k *breakpoints) check(s *Scene) {
	for i := range k.list {
		if p := &k.list[i]; p.on != nil {
			p.Why = reason(p.on.Check(s.World, s.Regions))
		}
	}
}

// reason returns the text of an error, or nothing without an error.
func reason(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// newBreakpoint reads a line; a # at its beginning switches the breakpoint off.
func newBreakpoint(line string) breakpoint {
	p := breakpoint{Breakpoint: bridge.Breakpoint{Line: line}}
	if !strings.HasPrefix(line, "#") {
		var err error
		if p.on, err = NewBreakpoint(line); err != nil {
			p.Why = err.Error()
		}
	}
	return p
}

// stopsOf adds the conditions of a new scene to the person's own, and removes the conditions of the old
// scene.
func (r *Runner) stopsOf(s *Scene) {
	k := &r.breakpoints
	if s.Name != r.scene.Name {
		k.list = nil
	}
	for _, line := range s.StopWhen {
		same := func(p breakpoint) bool { return strings.TrimSpace(strings.TrimPrefix(p.Line, "#")) == line }
		if !slices.ContainsFunc(k.list, same) {
			k.list = append(k.list, newBreakpoint(line))
		}
	}
}

// rearm evaluates all conditions without pausing, because the world is at another moment or the
// conditions are new.
func (r *Runner) rearm() {
	for i := range r.breakpoints.list {
		r.breakpoints.list[i].try(&r.scene)
	}
}

// try evaluates a condition, unless it is switched off or cannot be computed, which it reports once.
func (p *breakpoint) try(s *Scene) (hit bridge.Hit, became bool) {
	if p.on == nil {
		return hit, false
	}
	hit, became, err := p.on.Evaluate(s.World, s.Regions)
	if err != nil {
		p.Why, p.on = err.Error(), nil
	}
	return hit, became
}

// atBreakpoint pauses the run if a condition has become true in the last step, and reports whether one
// has. It records an event if the step was done for the first time. The recording of a video continues.
func (r *Runner) atBreakpoint(first bool) bool {
	k, found := &r.breakpoints, false
	for i := range k.list {
		hit, became := k.list[i].try(&r.scene)
		if became && first {
			r.keepEvent(bridge.Warning, hit.Text)
		}
		if !became || r.controls.Recording != nil {
			continue
		}
		k.list[i].Hits++
		if hit.Number = k.hit.Number + 1; !found {
			k.hit = hit
		}
		found, r.controls.Paused, r.toEvent = true, true, false
	}
	return found
}

// fill adds the conditions to a snapshot.
func (k *breakpoints) fill(s *bridge.Snapshot) {
	s.Breakpoints, s.Hit = s.Breakpoints[:0], k.hit
	for i := range k.list {
		s.Breakpoints = append(s.Breakpoints, k.list[i].Breakpoint)
	}
}
