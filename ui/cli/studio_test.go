//go:build !headless

package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/source"
	"example.org/tumble/ui/grouping"
	"example.org/tumble/ui/studio"
)

// Contract: what is made without the command line has the same bytes as what the command line makes with the same
// options.
func TestStudioIsTheCommandLine(t *testing.T) {
	dir := t.TempDir()
	same := func(name, other string) {
		t.Helper()
		a, err := os.ReadFile(filepath.Join(dir, name))
		b, otherErr := os.ReadFile(filepath.Join(dir, other))
		if err != nil || otherErr != nil || !bytes.Equal(a, b) {
			t.Errorf("%s and %s: %v, %v, or they differ", name, other, err, otherErr)
		}
	}
	o := studio.Default()
	o.Width, o.Height, o.View.Quality = 128, 72, view.Fast
	o.View.ColorBy, o.Chosen = view.ColorBySpeed, view.FieldColorBy
	o.Added, o.Alone, o.Note = view.OverlayForces|view.OverlayAxes, true, "{title}"
	o.Groups = []studio.Group{{Rule: "z > 0.2", Style: grouping.Hidden}}
	flags := append(strings.Fields("bottle --size 128x72 --quality fast --color-by speed --overlays none,forces,axes "+
		"--note {title} --set damping=0.3 --hide"), "z > 0.2")
	from := studio.Scene{Name: "bottle", Load: source.Load,
		Options: scene.Options{Workers: 2, Set: []string{"damping=0.3"}}}

	shot := studio.Shot{Options: o, At: []float64{0.1, 0.2}, Output: filepath.Join(dir, "a.png"),
		Print: studio.Print{Times: 2}}
	if _, err := shot.Make(t.Context(), from, nil); err != nil {
		t.Fatal(err)
	}
	got := tumble(append([]string{"shot", "--at", "0.1,0.2", "--times", "2", "-o", filepath.Join(dir, "b.png")},
		flags...)...)
	if got.status != 0 {
		t.Fatal(got)
	}
	same("a.png", "b.png")

	film := studio.Film{Options: o, FPS: 20, Until: 0.15, Turn: 90, Blur: 2, Output: filepath.Join(dir, "a%d.png")}
	if _, err := film.Make(t.Context(), from, nil); err != nil {
		t.Fatal(err)
	}
	got = tumble(append([]string{"record", "--fps", "20", "--until", "0.15", "--turn", "90", "--blur", "2", "-o",
		filepath.Join(dir, "b%d.png")}, flags...)...)
	if got.status != 0 {
		t.Fatal(got)
	}
	for i := range 4 {
		same(fmt.Sprintf("a%d.png", i), fmt.Sprintf("b%d.png", i))
	}
}
