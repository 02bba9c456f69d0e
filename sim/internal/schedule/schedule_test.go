package schedule

import (
	"errors"
	"math"
	"testing"
)

// list is a source of the events that it holds.
type list []Event

func (l list) NumEvents() int    { return len(l) }
func (l list) Event(i int) Event { return l[i] }

// Contract: everything that waits must wait for something that begins and ends; the error names the
// first that does not, and what would help.
func TestCheck(t *testing.T) {
	inlet := Event{Kind: "inlet", Name: "feed", Ends: true, Cure: "maxMass"}
	endless := Event{Kind: "inlet", Name: "feed", Cure: "maxMass"}
	lid := Event{Kind: "motion", Name: "lid", After: "feed", Ends: true, Cure: "a duration"}
	ring := Event{Kind: "inlet", Name: "feed", After: "lid", Ends: true, Cure: "maxMass"}
	for _, c := range []struct {
		all  []Event
		want *Error // nil: all is well
	}{
		{nil, nil},
		{[]Event{inlet, lid}, nil},
		{[]Event{lid, inlet}, nil},
		{[]Event{lid}, &Error{Kind: "motion", Name: "lid", After: "feed"}},
		{[]Event{lid, endless}, &Error{Kind: "motion", Name: "lid", After: "feed", Known: true, Cure: "maxMass"}},
		{[]Event{lid, endless, inlet}, nil},
		{[]Event{ring, lid}, &Error{
			Kind: "inlet", Name: "feed", After: "lid", Known: true, Cure: "a start that does not wait for what waits for it",
		}},
	} {
		var got *Error
		errors.As(Timetable{list(c.all)}.Check(), &got)
		if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%v: %v, want %v", c.all, got, c.want)
		}
	}
}

// Contract: what waits begins when the first event of that name is done, and so much later.
func TestBegins(t *testing.T) {
	all := Timetable{list{{Name: "c"}}, list{{Name: "a"}, {Name: "a", Done: true, At: 2}, {Name: "a", Done: true, At: 3}}}
	for _, c := range []struct {
		when When
		want float64
	}{
		{When{Start: 1, Delay: 5}, 1},
		{When{Start: 1, After: "a", Delay: 5}, 7},
		{When{After: "b"}, math.Inf(1)},
	} {
		if got := c.when.Begins(all); got != c.want {
			t.Errorf("%+v begins at %g s, want %g", c.when, got, c.want)
		}
	}
	waiting := When{After: "b"}
	if n := testing.AllocsPerRun(10, func() { waiting.Begins(all) }); n != 0 {
		t.Errorf("asking in every step allocates %g times", n)
	}
	if got := [3]int{all.Number(""), all.Number("a"), all.Number("b")}; got != [3]int{0, 2, -1} {
		t.Errorf("numbers %v", got)
	}
}
