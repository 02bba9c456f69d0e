package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
)

// Contract: a script runs as a scene does; the scene file it is turned into gives the same
// hash, with the same settings, from another folder; what is wrong is said with its line.
func TestScripts(t *testing.T) {
	const example = "../../assets/examples/tipped-cup.py"
	dir := t.TempDir()
	file := filepath.Join(dir, "cup.yaml")
	args := []string{"--steps", "800", "--set", "damping=0.25", "--json"}
	if got := tumble("run", example, "--save-scene", file, "--set", "damping=0.25"); got.status != 0 || got.stdout != "" {
		t.Fatalf("%+v", got)
	}
	script, written := runJSON(t, append([]string{example}, args...)...), runJSON(t, append([]string{file}, args...)...)
	if script.Hash != written.Hash || script.Bodies < 10 {
		t.Errorf("the script has hash %s and %d bodies, its scene file %s", script.Hash, script.Bodies, written.Hash)
	}
	bad := filepath.Join(dir, "bad.py")
	if err := os.WriteFile(bad, []byte("import woo\nopen('x')\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"check", bad}, 1, "bad.py: line 2: open is not supported in scripts"},
		{[]string{"run", filepath.Join(dir, "none.py"), "--steps", "1"}, 1, "no such file"},
		{[]string{"run", example, "--save-scene", filepath.Join(dir, "cup.txt")}, 2, "must end in .yaml"},
		{[]string{"run", dir + "/.py", "--steps", "1"}, 1, "no such file"},
	} {
		if got := tumble(c.args...); got.status != c.status || !strings.Contains(got.stderr, c.want) {
			t.Errorf("%v: %+v, want %d, %s", c.args, got, c.status, c.want)
		}
	}
	if got := tumble("check", "../../assets/examples/console.py"); got.status != 0 ||
		!strings.Contains(got.stdout, "notice: the script runs 4000 steps by itself") {
		t.Errorf("check: %+v", got)
	}
	if got := tumble("scenes", "--schema"); got.status != 0 || !strings.Contains(got.stdout, "json-schema.org") {
		t.Errorf("scenes --schema: status %d, %.100s", got.status, got.stdout)
	}
}

// Contract: a view starts as its scene wishes, unless a flag says otherwise.
func TestViewOfTheScene(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.yaml")
	text := "title: t\ngravity: [0, 0, -10]\nmaterials: [{name: m}]\nbodies: [{name: b, sphere: {radius: 1}}]\n" +
		"view: {overlays: [forces], style: wire, colorBy: speed, glyphScale: 0.5}\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	see := func(args ...string) (v string) {
		status := Main(append([]string{"open", path}, args...), Env{Stdout: os.Stderr, Stderr: os.Stderr,
			Open: func(r OpenRequest) error {
				r.First.World.Close()
				v = view.StyleNames[r.View.Style] + " " + r.View.Quantity().Name
				for _, o := range overlay.Choices() {
					if r.View.Overlays&o.Bit != 0 {
						v += " " + o.Name
					}
				}
				v += fmt.Sprintf(" %g", r.View.GlyphScale)
				return nil
			}})
		if status != 0 {
			t.Fatalf("status %d", status)
		}
		return v
	}
	if got := see(); got != "wire speed forces 0.5" {
		t.Errorf("the view is %s", got)
	}
	if got := see("--style", "solid", "--overlays", "none,velocity", "--color-by",
		"shape"); got != "solid shape velocity 0.5" {
		t.Errorf("with flags the view is %s", got)
	}
}
