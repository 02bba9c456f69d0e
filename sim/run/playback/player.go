package playback

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/controls"
	"example.org/tumble/sim/vec"
)

// Player shows a run on a feed, as a Runner shows a world: it plays, pauses, steps from moment to moment
// and jumps to any. It refuses commands that would change the past.
type Player struct {
	run      *Run
	feed     *bridge.Feed
	commands <-chan bridge.Command
	controls controls.Controls

	moment *Moment
	at     float64 // present simulated time; the shown moment is the last one before it [s]
	fault  string  // why a moment cannot be read

	next    *bridge.LoadScene // to be opened instead of the run
	notices []bridge.Notice
	played  time.Time // wall time up to which simulated time has advanced
	factor  float64   // simulated seconds per second of wall time
}

// NewPlayer returns a player that starts at the first moment. Its snapshots continue the counters counts.
func NewPlayer(r *Run, feed *bridge.Feed, commands <-chan bridge.Command, counts bridge.Counts) *Player {
	counts.Revision++
	p := &Player{run: r, feed: feed, commands: commands, at: r.Times[0],
		controls: controls.Controls{Counts: counts, Speed: 1}}
	if r.Note != "" {
		p.notify(bridge.Warning, "", r.Note)
	}
	return p
}

// Counts returns its counters after Run.
func (p *Player) Counts() bridge.Counts { return p.controls.Counts }

// showEvery is the time between two pictures during play.
const showEvery = time.Second / 60

// Run plays until the context ends or the command channel is closed, or until another scene is to be
// opened, which it returns; nil otherwise. It may be called again.
func (p *Player) Run(ctx context.Context) *bridge.LoadScene {
	p.goTo(p.at)
	p.publish()
	for {
		wait := time.Hour
		switch {
		case p.controls.Recording != nil && !p.controls.Paused:
			if !p.deliver(ctx) {
				return nil
			}
			if p.next != nil {
				return p.leave()
			}
			continue
		case !p.controls.Paused:
			wait = showEvery
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil
		case c, ok := <-p.commands:
			timer.Stop()
			if !ok {
				return nil
			}
			p.apply(c)
			if p.next != nil {
				return p.leave()
			}
			p.publish()
		case <-timer.C:
			if p.advance() {
				p.publish()
			}
		}
	}
}

// leave returns the scene that is to be opened instead of the run.
func (p *Player) leave() *bridge.LoadScene {
	next := p.next
	p.next = nil
	return next
}

// Refuse tells the person why something could not be opened, in the next Run.
func (p *Player) Refuse(err error) { p.notify(bridge.Refused, "scene", err.Error()) }

// deliver hands over the next frame of a video, and handles commands while it waits.
func (p *Player) deliver(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case c, ok := <-p.commands:
		if !ok {
			return false
		}
		p.apply(c)
		p.publish()
	case s := <-p.feed.Spare():
		p.goTo(p.controls.Recording.Next())
		p.controls.Recording.Delivered(p.at)
		p.stopAtEnd()
		p.fill(s)
		p.feed.Frames <- s // the channel has room for all buffers
		p.publish()
	}
	return true
}

// advance advances the simulated time with the wall clock, and reports whether there is a new moment.
func (p *Player) advance() bool {
	now := time.Now()
	gone := now.Sub(p.played).Seconds()
	p.played = now
	if p.controls.Paused || p.fault != "" {
		return false
	}
	to := p.at + gone*p.controls.Speed
	if p.controls.Speed == 0 { // as fast as pictures can be drawn
		to = p.run.Times[min(p.moment.Index+1, p.run.Len()-1)]
	}
	if p.controls.Loops(p.at, to) {
		to = p.controls.Loop.Begin
	}
	was := p.moment
	if p.factor = (to - p.at) / gone; gone <= 0 {
		p.factor = p.controls.Speed
	}
	p.goTo(to)
	return p.stopAtEnd() || p.moment != was
}

// stopAtEnd pauses at the last moment, and reports whether it did.
func (p *Player) stopAtEnd() bool {
	if p.moment == nil || p.moment.Index < p.run.Len()-1 || p.at < p.moment.Time || p.controls.Paused {
		return false
	}
	p.controls.Paused, p.controls.Ended, p.at = true, true, p.moment.Time
	return true
}

// goTo shows the last moment at or before a time.
func (p *Player) goTo(at float64) {
	p.at = max(at, p.run.Times[0])
	p.show(p.run.Nearest(p.at))
}

// show shows the moment at an index.
func (p *Player) show(k int) {
	if p.moment != nil && p.moment.Index == k {
		return
	}
	m, err := p.run.Read(k)
	if err != nil {
		p.fault, p.controls.Paused = err.Error(), true
		return
	}
	p.moment, p.fault = m, ""
}

// jump pauses at the moment with an index.
func (p *Player) jump(k int) {
	p.controls.Paused, p.controls.Ended, p.controls.Recording = true, false, nil
	k = max(0, min(k, p.run.Len()-1))
	p.at = p.run.Times[k]
	p.show(k)
}

// here returns the index of the shown moment.
func (p *Player) here() int {
	if p.moment == nil {
		return 0
	}
	return p.moment.Index
}

// apply carries out a command.
func (p *Player) apply(c bridge.Command) {
	known := p.controls.Handle(c, played{p})
	switch c := c.(type) {
	case bridge.LoadScene:
		p.next = &c
	case bridge.Reset:
		p.jump(0)
	case bridge.GiveRun:
		p.feed.Answer(c.Ticket, bridge.Answer{Err: errors.New(bridge.WhyNoEdits)})
	case bridge.SetBreakpoints, bridge.SaveView, bridge.SetHistoryBudget, bridge.DropTried, bridge.Release,
		bridge.AllowExport, bridge.StopExport, bridge.SetDivergenceBound, bridge.SetPlane,
		bridge.SetRegions, bridge.SetSlice:
		// A window sends these commands by itself.
	default:
		if !known {
			p.notify(bridge.Refused, "", bridge.WhyNoEdits)
		}
	}
}

// played adapts the moments of a run to the controls.
type played struct{ *Player }

// Play continues, or pauses.
func (p played) Play(on bool) {
	if on {
		p.resume()
	} else {
		p.controls.Paused = true
	}
}

// Move goes n moments forward, or back.
func (p played) Move(n int) { p.jump(p.here() + n) }

// Seek shows the first moment with a number of steps, or the last one at or before a time.
func (p played) Seek(to bridge.Moment) {
	if to.Step < controls.End.Step {
		p.jump(p.run.After(to.Step))
	} else {
		p.jump(p.run.Nearest(to.Time))
	}
}

// ToEvent shows the last moment, because dumps have no events.
func (p played) ToEvent() { p.jump(p.run.Len() - 1) }

// Record begins a video at the present time.
func (p played) Record(fps, speed float64) {
	p.controls.Recording = controls.NewFrameTimes(p.at, fps, speed, &bridge.SetSlow{})
}

// EndRecording ends the video; time advances from now on.
func (p played) EndRecording() { p.controls.Recording, p.Player.played = nil, time.Now() }

// Refuse tells the person why a command is not carried out.
func (p played) Refuse(field, format string, args ...any) {
	p.notify(bridge.Refused, field, fmt.Sprintf(format, args...))
}

// resume plays; at the end it starts again.
func (p *Player) resume() {
	if p.here() == p.run.Len()-1 {
		p.goTo(p.run.Times[0])
	}
	p.controls.Paused, p.controls.Ended, p.played = false, false, time.Now()
}

// mostNotices is the number of latest notices in a snapshot.
const mostNotices = 8

// notify shows a notice to the person.
func (p *Player) notify(level bridge.Level, field, text string) {
	id := uint64(1)
	if n := len(p.notices); n > 0 {
		id = p.notices[n-1].ID + 1
	}
	p.notices = append(p.notices, bridge.Notice{ID: id, Step: p.run.Step(p.here()), Level: level, Field: field,
		Text: text})
	p.notices = p.notices[max(0, len(p.notices)-mostNotices):]
}

func (p *Player) publish() {
	s := p.feed.Writer()
	p.fill(s)
	p.feed.Publish(s)
}

// fill fills a snapshot with the shown moment and its place in the run.
func (p *Player) fill(s *bridge.Snapshot) {
	s.Wanted = p.controls.Wanted
	if p.moment != nil {
		p.moment.Fill(s)
		p.inspect(&s.Inspected, p.controls.Wanted.Inspect)
	} else {
		*s = bridge.Snapshot{Wanted: p.controls.Wanted, Scene: p.run.Name, Title: p.run.Title,
			Missing: bridge.Missing{Edits: true}}
	}
	s.Fault = p.fault
	s.Notices = append(s.Notices[:0], p.notices...)
	if !p.controls.Paused {
		s.Stats.RealTimeFactor = p.factor
	}
	first, last := p.edge(0), p.edge(p.run.Len()-1)
	s.Timeline = bridge.Timeline{Kept: append(s.Timeline.Kept[:0], p.run.Times...),
		Tracks: append(s.Timeline.Tracks[:0],
			bridge.Track{Name: "dumps", Parent: -1, Begin: first, From: first, Until: last})}
	p.controls.Fill(s)
}

func (p *Player) edge(k int) bridge.Moment {
	return bridge.Moment{Step: p.run.Step(k), Time: p.run.Times[k]}
}

// inspect fills in the numbers of an inspected body.
func (p *Player) inspect(to *bridge.Inspected, things [2]bridge.Thing) {
	*to = bridge.Inspected{Things: things}
	for k, t := range things {
		if t.Kind == bridge.NoThing {
			continue
		}
		numbers, known := p.moment.numbersOf(t)
		to.Missing[k] = !known
		if k == 0 && known {
			to.Body = numbers
		}
	}
}

// numbersOf returns the numbers of a body; ok is false if it is not in this moment.
func (m *Moment) numbersOf(t bridge.Thing) (bridge.BodyNumbers, bool) {
	if t.Kind != bridge.ThingBody {
		return bridge.BodyNumbers{}, false
	}
	if b := m.find(t.Body); b != nil {
		return m.numbers(b, t.Shape), true
	}
	if s := m.run.stage; s != nil && t.Body >= numberFrom {
		return s.numbers(t, m.Time)
	}
	return bridge.BodyNumbers{}, false
}

// find returns the body with a number, or nil.
func (m *Moment) find(number int64) *Body {
	for i := range m.Bodies {
		if m.Bodies[i].Number == number {
			return &m.Bodies[i]
		}
	}
	return nil
}

// numbers returns the numbers of a body; values that dumps do not have are NaN.
func (m *Moment) numbers(b *Body, shape int32) bridge.BodyNumbers {
	nan := math.NaN()
	none := vec.New(nan, nan, nan)
	t := 0.5 * b.Mass * b.Velocity.Norm2()
	materials := m.fillMaterials(nil)
	n := bridge.BodyNumbers{Number: b.Number, Name: b.name, Shape: shape, Mass: b.Mass, Inertia: none,
		Material: materials[m.solids(b)[0].material].Name, Position: b.Center, Orientation: b.Orientation,
		Velocity: b.Velocity, Spin: b.Spin, Force: b.Force, Torque: b.Torque, ContactForce: none, Translation: t,
		Rotation: b.Kinetic - t, Potential: nan}
	if m.Missing.Force {
		n.Force, n.Torque = none, none
	}
	for i, a := range m.solids(b) {
		if i == maxMembers {
			break
		}
		kind := "sphere"
		if a.Shaft > 0 {
			kind = "capsule"
		}
		n.Members = append(n.Members, bridge.Member{Kind: kind, Material: materials[a.material].Name, Radius: a.Radius,
			Shaft: a.Shaft, Position: a.Position, Orientation: frameOf(b, &a), Force: a.Force, Torque: a.Torque})
	}
	return n
}

// maxMembers is the largest number of members of an inspected body.
const maxMembers = 1000
