package notice

import (
	"slices"
	"testing"

	"example.org/tumble/sim/internal/archive"
)

// Contract: notices are numbered from 1 and know their step; the first fault stays; a log comes back
// whole from an archive, and only its fault is in the fingerprint.
func TestLog(t *testing.T) {
	var l Log
	l.Add(Info, "", "zero")
	step := int64(7)
	l.Bind(&step)
	l.Add(Warning, "damping", "%d %%", 3)
	print := func() uint64 {
		a := archive.NewDigest()
		l.Archive(a)
		return a.Sum()
	}
	sound := print()
	l.Add(Info, "", "more")
	if print() != sound {
		t.Error("a notice is in the fingerprint")
	}
	step = 9
	l.Stop("lost in step %d", step)
	l.Stop("later")
	if print() == sound {
		t.Error("the fault is not in the fingerprint")
	}
	want := []Notice{
		{ID: 1, Level: Info, Text: "zero"},
		{ID: 2, Step: 7, Level: Warning, Field: "damping", Text: "3 %"},
		{ID: 3, Step: 7, Level: Info, Text: "more"},
		{ID: 4, Step: 9, Level: Fault, Text: "lost in step 9"},
	}
	a := archive.NewWriter(nil)
	l.Archive(a)
	var back Log
	r := archive.NewReader(a.Bytes(), 0)
	back.Archive(r)
	for _, l := range []*Log{&l, &back} {
		if !slices.Equal(l.All(), want) || !slices.Equal(l.Latest(2), want[2:]) || l.Fault() != "lost in step 9" {
			t.Errorf("got %+v, %q", l.All(), l.Fault())
		}
	}
	if back.Add(Info, "", "next"); r.Err() != nil || back.All()[4].ID != 5 {
		t.Errorf("%v: the next is %+v", r.Err(), back.All()[4])
	}
}
