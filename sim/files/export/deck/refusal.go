package deck

import (
	"errors"
	"fmt"
	"slices"
)

// reason is a reason why a world cannot be written for a program.
type reason struct {
	about string // the first item that the reason applies to; empty if why names the item
	why   string
	more  int // number of further items that the reason applies to
}

// refuse records that an item cannot be written, if err is not nil. Reasons are collected so that a person reads
// all of them at once. A reason that applies to many items, such as a hundred capsules, is recorded once.
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

// refused returns all recorded reasons as one error; several reasons have a line each.
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
