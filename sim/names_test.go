package sim

import (
	"strings"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// Contract: no name in a world, and none in a saved one, breaks a line.
func TestNamesAreOneLine(t *testing.T) {
	w, err := New(Params{TimeStep: 1e-5, TimeStepSafety: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	ball := []body.ShapeDef{{Kind: shape.KindSphere, Radius: 0.1}}
	volume := insertion.Volume{Kind: insertion.VolumeBox, Half: vec.New(1, 1, 1), Orientation: vec.Identity}
	add := map[string]func(name string) error{
		"material": func(name string) error { _, err := w.Build().AddMaterial(name, law.Default); return err },
		"body": func(name string) error {
			_, err := w.Build().AddBody(body.Def{Name: name, Shapes: ball, Blocked: body.BlockAll})
			return err
		},
		"inlet": func(name string) error {
			return w.Build().AddInlet(insertion.InletDef{Name: name, Volume: volume, Every: 1, Attempts: 1, PerBody: 1,
				Products: []insertion.Product{{Shapes: ball, Weight: 1}}})
		},
		"outlet": func(name string) error {
			return w.Build().AddOutlet(insertion.OutletDef{Name: name, Volume: volume, Every: 1})
		},
		"motion": func(name string) error {
			return w.Build().AddMotion(kinematic.Def{Name: name, Body: "good body", Path: motion.Constant{}})
		},
	}
	for _, kind := range []string{"material", "body", "inlet", "outlet", "motion"} {
		if err := add[kind]("two\nlines"); err == nil || !strings.Contains(err.Error(), "a name must be one line of text") {
			t.Errorf("%s: %v", kind, err)
		}
		if err := add[kind]("good " + kind); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		state := w.Checkpoint()
		bad := []byte(strings.Replace(string(state[:len(state)-8]), "good "+kind, "good\n"+kind, 1))
		if _, err := Restore(sealed(bad), 1); err == nil || !strings.Contains(err.Error(),
			"a name must be one line of text") {
			t.Errorf("a saved %s: %v", kind, err)
		}
	}
}
