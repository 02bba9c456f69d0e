// Package notice keeps the messages of a world to the person who watches it, and the reason why it stopped.
package notice

import (
	"fmt"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/spell"
)

// Notice is a message from the simulation to the person.
type Notice struct {
	ID    uint64 // counts notices of a run
	Step  int64
	Level Level
	Field string // the edited field it is about, as in --set: "materials.pill.tanPhi"; may be empty
	Text  string
}

// IsEvent reports whether a notice is about something that happened in the simulation, and no answer to an edit.
func (n *Notice) IsEvent() bool { return n.Field == "" && n.Level != Refused }

// Level is how much a notice matters.
type Level uint8

// Info is information, Warning a likely mistake, Refused an edit that was not made, Fault the error that ended the
// run.
const (
	Info Level = iota
	Warning
	Refused
	Fault
)

// Log is the notices of a world, oldest first, and its fault.
type Log struct {
	step  *int64 // of the world
	list  []Notice
	last  uint64 // number of the newest notice
	fault string
}

// Bind sets where the number of the present step is found; it is called before any notice is added.
func (l *Log) Bind(step *int64) { l.step = step }

// Add adds a notice, with a text formatted as by fmt.Sprintf. Field names the parameter or command that the notice
// is about, if there is one.
func (l *Log) Add(level Level, field, format string, args ...any) {
	l.last++
	n := Notice{ID: l.last, Level: level, Field: field, Text: spell.Plain(fmt.Sprintf(format, args...))}
	if l.step != nil {
		n.Step = *l.step
	}
	l.list = append(l.list, n)
}

// Refuse adds a notice that an edit was not possible, unless err is nil. Field is as for Add.
func (l *Log) Refuse(field string, err error) {
	if err != nil {
		l.Add(Refused, field, "%v", err)
	}
}

// Stop records why the world stops for good, and adds a notice of it. Only the first reason counts.
func (l *Log) Stop(format string, args ...any) {
	if l.fault != "" {
		return
	}
	l.fault = fmt.Sprintf(format, args...)
	l.Add(Fault, "", "%s", l.fault)
}

// Fault returns why the world stopped for good, or the empty string.
func (l *Log) Fault() string { return l.fault }

// All returns all notices so far, oldest first.
func (l *Log) All() []Notice { return l.list }

// Latest returns the newest notices, at most n, oldest first.
func (l *Log) Latest(n int) []Notice { return l.list[max(0, len(l.list)-n):] }

// Archive archives all notices and the fault. Of these only the fault decides how a run goes on.
func (l *Log) Archive(a *archive.Archive) {
	if a.Deciding() {
		a.Text(&l.fault)
		return
	}
	archive.List(a, &l.list, func(n *Notice) {
		archive.Integer(a, &n.ID)
		archive.Integer(a, &n.Step)
		archive.Integer(a, &n.Level)
		a.Text(&n.Field)
		a.Text(&n.Text)
		n.Text = spell.Plain(n.Text)
	})
	archive.Integer(a, &l.last)
	a.Text(&l.fault)
}
