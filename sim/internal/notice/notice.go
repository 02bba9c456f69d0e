// Package notice keeps what a world has to say to the person who watches it, and why it stopped.
package notice

import (
	"fmt"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
)

// Log is the notices of a world, oldest first, and its fault.
type Log struct {
	step  *int64 // of the world
	list  []bridge.Notice
	last  uint64 // number of the newest
	fault string
}

// Bind says where the number of the present step is found, before anything is added.
func (l *Log) Bind(step *int64) { l.step = step }

// Add adds a notice, with a text as of fmt.Sprintf. Field names the parameter or command that it is
// about, if there is one.
func (l *Log) Add(level bridge.Level, field, format string, args ...any) {
	l.last++
	n := bridge.Notice{ID: l.last, Level: level, Field: field, Text: spell.Plain(fmt.Sprintf(format, args...))}
	if l.step != nil {
		n.Step = *l.step
	}
	l.list = append(l.list, n)
}

// Refuse says that an edit was not possible, unless err is nil. Field is as for Add.
func (l *Log) Refuse(field string, err error) {
	if err != nil {
		l.Add(bridge.Refused, field, "%v", err)
	}
}

// Stop keeps why the world stops for good, and adds a notice that says so. Only the first reason counts.
func (l *Log) Stop(format string, args ...any) {
	if l.fault != "" {
		return
	}
	l.fault = fmt.Sprintf(format, args...)
	l.Add(bridge.Fault, "", "%s", l.fault)
}

// Fault returns why the world stopped for good, or the empty string.
func (l *Log) Fault() string { return l.fault }

// All returns all notices so far, oldest first.
func (l *Log) All() []bridge.Notice { return l.list }

// Latest returns the newest notices, at most so many, oldest first.
func (l *Log) Latest(n int) []bridge.Notice { return l.list[max(0, len(l.list)-n):] }

// Archive takes all notices and the fault. Of these only the fault decides how a run goes on.
func (l *Log) Archive(a *archive.Archive) {
	if a.Deciding() {
		a.Text(&l.fault)
		return
	}
	archive.List(a, &l.list, func(n *bridge.Notice) {
		archive.Whole(a, &n.ID)
		archive.Whole(a, &n.Step)
		archive.Whole(a, &n.Level)
		a.Text(&n.Field)
		a.Text(&n.Text)
		n.Text = spell.Plain(n.Text)
	})
	archive.Whole(a, &l.last)
	a.Text(&l.fault)
}
