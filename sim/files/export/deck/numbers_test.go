package deck_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/files/export/deck"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run"
)

// Contract: each number of a material that acts under a law is told to the other program, or the deck is refused: a
// number that changes leaves no deck as it was.
func TestEveryNumberOfAMaterialIsToldOrRefused(t *testing.T) {
	input := func(sc run.Scene, program string) (string, error) {
		d, err := newDeck(sc, deck.Options{Program: program})
		if err != nil {
			return "", err
		}
		folder := filepath.Join(t.TempDir(), "run")
		if err := d.Write(folder, saved(sc)); err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		for _, name := range []string{"in." + program, "atoms.data"} {
			text, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				t.Fatal(err)
			}
			all.Write(text)
		}
		return all.String(), nil
	}
	for _, program := range deck.Programs {
		for _, kind := range []law.Kind{law.Frictional, law.HertzMindlin} {
			l := &law.Kinds[kind]
			scene := write(t, strings.Replace(impacts, "LAW", l.Name, 1))
			plain, err := input(load(t, scene), program)
			if err != nil {
				t.Fatal(err)
			}
			told := 0
			for _, f := range law.Fields {
				plan := load(t, scene).World.Plan()
				x := 0.9 * *f.Of(&plan.Materials[0].Law)
				if x == 0 {
					x = 0.1
				}
				other := fmt.Sprintf("materials.a.%s=%g", f.Name, x)
				changed, err := input(load(t, scene, other), program)
				if used := l.Uses(&f); used && err == nil && changed == plain {
					t.Errorf("%s, %s: %s leaves the deck as it is", program, l.Name, other)
				} else if used && err == nil {
					told++
				}
			}
			if told < 4 {
				t.Errorf("%s, %s: %d numbers are told: the test sees nothing", program, l.Name, told)
			}
		}
	}
}
