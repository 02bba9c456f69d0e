package deck

import (
	"errors"
	"fmt"
	"slices"
)

// reason is why a world cannot be written for a program.
type reason struct {
	about string // the first thing of which it is true; empty if the reason itself says so
	why   string
	more  int // things of which it is true as well
}

// refuse notes that something cannot be written, so that a person reads all reasons at once; without an error it does
// nothing. What is true of many things, as of a hundred capsules, is noted once.
func (d *Deck) refuse(about string, err error) {
	if err == nil {
		return
	}
	if i := slices.IndexFunc(d.reasons, func(r reason) bool { return r.why == err.Error() }); i >= 0 {
		d.reasons[i].more++
		return
	}
	d.reasons = append(d.reasons, reason{about: about, why: err.Error()})
}

// refused returns all reasons against a world as one error, several of them each on a line of its own.
func (d *Deck) refused() error {
	if len(d.reasons) == 0 {
		return nil
	}
	between := " "
	if len(d.reasons) > 1 {
		between = "\n  "
	}
	text := d.Program + ":"
	for _, r := range d.reasons {
		if r.more > 0 {
			r.about += fmt.Sprintf(" and %d more", r.more)
		}
		if r.about != "" {
			r.about += ": "
		}
		text += between + r.about + r.why
	}
	return errors.New(text)
}
