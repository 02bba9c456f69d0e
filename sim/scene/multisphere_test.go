package scene

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMultisphere: spheres of a table make the same body as the same spheres in the scene, to the bit, however programs
// write the table: CLUMP (commas), EDEM (a table with names), LIGGGHTS (blanks, comments); by themselves and from an
// inlet; and frozen and saved scenes name the table.
func TestMultisphere(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"clump.txt": "  0.001000, -0.000000,  0.000000,  0.002000\n  0.004000,  0.001000, 0,  0.001500\r\n0,0,.002,.001\n",
		"edem.txt": "Radius [mm]\tPosition X [mm]\tPosition Y [mm]\tPosition Z [mm]\n2\t1\t0\t0\n" +
			"1.5\t4\t1\t0\n1\t0\t0\t2\n",
		"liggghts.txt": "# a grain\n\n1 0 0   2\n 4 1 0 1.5 \n0 0 2 1\n0 0 2 1\n",
		"semicolon.csv": "\ufeffx [mm]; y [mm]; z [mm]; r [mm]\n1;0;0;2\n4;1;0;1.5\n" +
			"# said twice\n0;0;2;1\n0;0;2;1\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const head = "gravity: [0, 0, -10]\ntimeStep: {fixed: 10 us}\nmaterials: [{name: m, young: 1e6, density: 1000}]\n"
	const volume = "inlets:\n  - {name: in, origin: [0, 0, 0], axis: [0, 0, 1], radius: 0.01, height: 0.02, fill: true, "
	forms := map[string]string{
		"a body": head + "bodies:\n  - {name: grain, %s, position: [0, 0, 0.01], spin: [0, 30, 0]}\n" +
			"  - {name: floor, wall: {axis: z, position: 0, sense: 1}}\n",
		"an inlet":  head + volume + "%s}\n",
		"a product": head + volume + "products: [{%s, sizes: {by: number, diameters: [4 mm, 6 mm], passing: [0, 1]}}]}\n",
	}
	const clump = "clump: [{sphere: {radius: 0.002}, position: [0.001, 0, 0]}, {sphere: {radius: 0.0015}, position: " +
		"[0.004, 0.001, 0]}, {sphere: {radius: 0.001}, position: [0, 0, 0.002]}], sampling: 20"
	path := filepath.Join(dir, "scene.yaml")
	hash := func(text string) string {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Load(path, Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer s.World.Close()
		for range 500 {
			s.World.Step()
		}
		return fmt.Sprintf("%016x", s.World.Hash())
	}
	for as, form := range forms {
		want := hash(fmt.Sprintf(form, clump))
		for file, scale := range map[string]string{
			"clump.txt": "", "edem.txt": "", "liggghts.txt": ", scale: 0.001", "semicolon.csv": "",
		} {
			if got := hash(fmt.Sprintf(form, "multisphere: {file: "+file+scale+"}, sampling: 20")); got != want {
				t.Errorf("%s of %s: %s, the same spheres in the scene give %s", as, file, got, want)
			}
			frozen, err := Frozen(path, nil)
			if err != nil {
				t.Fatal(err)
			}
			if files, err := Named(frozen); err != nil || len(files) != 1 || files[0] != filepath.Join(dir, file) {
				t.Errorf("%s: the frozen scene names %q, %v", as, files, err)
			}
			spec, err := ReadSpec(path, nil)
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			if err := WriteSpec(&out, spec); err != nil {
				t.Fatal(err)
			}
			if got := hash(out.String()); got != want {
				t.Errorf("%s of %s: the scene that is written again gives %s, want %s", as, file, got, want)
			}
		}
	}
}

// TestMassOfMultisphere: overlaps of the spheres count once. Two spheres of radius r at the distance r have the volume
// 2 × 4/3 π r³ - 5/12 π r³; two that are apart, twice that of one, without a grid. Tolerance: the grid of fifty
// cells in a radius is good to .1 % here, and the overlap is 16 %.
func TestMassOfMultisphere(t *testing.T) {
	dir := t.TempDir()
	mass := func(distance float64, keys string) float64 {
		t.Helper()
		path, table := filepath.Join(dir, "scene.yaml"), filepath.Join(dir, "table.txt")
		text := fmt.Sprintf("gravity: [0, 0, 0]\nmaterials: [{name: m, density: 1000}]\n"+
			"bodies: [{name: b, multisphere: {file: %s}%s}]\n", table, keys)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(table, fmt.Appendf(nil, "0 0 0 1\n%g 0 0 1\n", distance), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Load(path, Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer s.World.Close()
		b := &s.World.State().Bodies[0]
		if x := b.Position[0]; !(math.Abs(x-distance/2) < 1e-3) {
			t.Errorf("spheres at %g: the centre is at x = %g, want %g", distance, x, distance/2)
		}
		return b.Mass
	}
	ball := 4. / 3 * math.Pi * 1000
	if m, want := mass(1, ""), (8./3-5./12)*math.Pi*1000; !(math.Abs(m/want-1) < 1e-3) {
		t.Errorf("overlapping spheres: %g kg, want %g", m, want)
	}
	if m := mass(2, ""); !(math.Abs(m/(2*ball)-1) < 1e-12) {
		t.Errorf("spheres that touch: %.15g kg, want %.15g", m, 2*ball)
	}
	if m := mass(1, ", sampling: 2"); !(math.Abs(m/((8./3-5./12)*math.Pi*1000)-1) > 1e-3) {
		t.Errorf("a coarse grid is as good as a fine one: %g kg", m)
	}
}
