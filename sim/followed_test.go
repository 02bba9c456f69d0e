package sim

import (
	"strings"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// A body is followed by its name if no other has it, or by its number.
func TestCheckFollowed(t *testing.T) {
	w, err := New(DefaultParams)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := w.Build().AddMaterial("m", law.Default); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"one", "twin", "twin", "", "7"} {
		d := body.Def{Name: name, Position: vec.New(float64(i), 0, 0),
			Shapes: []body.ShapeDef{{Kind: shape.KindSphere, Radius: 0.1}}}
		if _, err := w.Build().AddBody(d); err != nil {
			t.Fatal(err)
		}
	}
	for names, want := range map[string]string{
		"": "", "one": "", "one,2": "", "7": "", "4": "", "twin": `"twin" are 2 bodies (numbers 1, 2)`,
		"5": "the last number is 4", "-1": "the last number is 4",
		"on": "did you mean one?", "one,one": "twice", "nobody": `no body is called "nobody"`,
	} {
		var list []string
		if names != "" {
			list = strings.Split(names, ",")
		}
		err := w.CheckFollowed(list)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", names, err, want)
		}
	}
}
