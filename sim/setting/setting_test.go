package setting

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/vec"
)

// Contract: each row says all that its consumers read, its default is allowed and usual, and what a slider offers is
// allowed.
func TestRowsAreWhole(t *testing.T) {
	var keys []string
	for i := range Table {
		s := &Table[i]
		keys = append(keys, s.Key)
		if s.Name == "" || s.Meaning == "" || s.At == nil {
			t.Errorf("%s: a name, a meaning or its place is missing", s.Key)
		}
		if s.Live && s.Begins {
			t.Errorf("%s: what only decides how a run begins cannot be changed as it runs", s.Key)
		}
		if err := s.Check(s.Default()); err != nil {
			t.Errorf("%s: the default: %v", s.Key, err)
		}
		if s.IsWord() {
			if s.Check(Word("none of these")) == nil || s.Choices()[0].Name != s.Default().Word {
				t.Errorf("%s: any word is allowed, or the first is not the default", s.Key)
			}
			continue
		}
		if s.check == nil || s.Check(Number(math.NaN())) == nil {
			t.Errorf("%s: no number is refused", s.Key)
		}
		if s.Live && !(s.Slider[0] < s.Slider[1]) {
			t.Errorf("%s: a slider has no range", s.Key)
		}
		for _, x := range s.Slider {
			if err := s.Check(Number(x)); s.Live && err != nil {
				t.Errorf("%s: the slider ends at %g: %v", s.Key, x, err)
			}
		}
		if x := s.Default().Numbers[0]; s.Usual != [2]float64{} && (s.Beyond == "" || x < s.Usual[0] || x > s.Usual[1]) {
			t.Errorf("%s: the default %g is not usual, or nothing is said of what is not", s.Key, x)
		}
	}
	slices.Sort(keys)
	if n := len(slices.Compact(slices.Clone(keys))); n != len(keys) {
		t.Errorf("a key is there twice: %v", keys)
	}
}

// Contract: what is put in is what is read, text and back, and the rest stays as it is.
func TestValues(t *testing.T) {
	p := Defaults
	want := p
	want.Gravity, want.Damping, want.TimeStepEvery, want.Law = vec.New(1, 0, -3), 0.25, 7, "jkr"
	for key, v := range map[string]Value{"gravity": Vector(want.Gravity), "damping": Number(0.25),
		"timeStep.every": Number(7), "law": Word("jkr")} {
		s := Of(key)
		if s.Put(&p, v); s.Value(&p) != v {
			t.Errorf("%s: %v, want %v", key, s.Value(&p), v)
		}
	}
	if p != want || Of("nothing") != nil {
		t.Errorf("got %+v, want %+v", p, want)
	}
	if text := Of("gravity").Text(Vector(want.Gravity)); text != "[1, 0, -3]" {
		t.Errorf("got %s", text)
	}
	if err := p.Check(); err != nil {
		t.Error(err)
	}
	for key, v := range map[string]Value{"damping": Word("much"), "gravity": Word("down"), "law": Number(1),
		"timeStep.safety": {Numbers: [3]float64{0.5, 0.5}}, "capsuleRule": {Word: "documented", Numbers: [3]float64{1}}} {
		if err := Of(key).Check(v); err == nil || !strings.Contains(err.Error(), key) {
			t.Errorf("%s: %v is of the wrong kind: %v", key, v, err)
		}
	}
	p.Workers = -1
	if err := p.Check(); err == nil || !strings.Contains(err.Error(), "workers") {
		t.Errorf("got %v", err)
	}
	if empty := (Params{TimeStepSafety: 1}).Completed(); empty.Law != Defaults.Law || empty.Check() != nil {
		t.Errorf("got %+v", empty)
	}
}
