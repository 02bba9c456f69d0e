package deck_test

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/tumble/sim/files/export/deck"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/scene"
)

var update = flag.Bool("update", false, "write the golden files")

// load makes the world of a scene, which closes with the test.
func load(t *testing.T, name string, set ...string) run.Scene {
	t.Helper()
	sc, err := scene.Load(name, scene.Options{Set: set})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(sc.World.Close)
	return sc
}

// newDeck makes a deck of a scene.
func newDeck(sc run.Scene, o deck.Options) (*deck.Deck, error) {
	plan, state := sc.World.Plan(), sc.World.State()
	o.Program, o.Name = cmp.Or(o.Program, "liggghts"), sc.Name
	if o.Until == 0 {
		o.Until, o.DumpEvery = 1, 0.01
	}
	return deck.New(&plan, &state, o)
}

// saved writes the state of a scene.
func saved(sc run.Scene) func(io.Writer) error {
	return func(w io.Writer) error { return scene.Save(w, sc) }
}

// write writes a scene as a text file.
func write(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "scene.yaml")
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestFolder compares the exported bottle with golden files, and the whole of the folder with what it should hold.
func TestFolder(t *testing.T) {
	sc := load(t, "bottle")
	d, err := newDeck(sc, deck.Options{Until: 4.1, DumpEvery: 0.02, DampingAsRestitution: true})
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "run")
	for range 2 { // the second takes the place of the first
		if err := d.Write(folder, saved(sc)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"README.md", "run.sh", "scene.tumble", "meshes/01-bottle.stl", "post"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
	golden(t, folder, "bottle", "in.liggghts", "run.json", "mapping.md")
	if r, err := deck.ReadRecord(folder); err != nil || len(r.Templates) != 1 || r.Templates[0].Rough > 0.03 {
		t.Errorf("record %+v, %v", r, err)
	}
	if rest, _ := filepath.Glob(filepath.Join(filepath.Dir(folder), ".*")); len(rest) > 0 {
		t.Errorf("left behind: %v", rest)
	}
	if err := os.WriteFile(filepath.Join(folder, "post", "atoms.0.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := d.Write(folder, saved(sc)); err == nil || !strings.Contains(err.Error(), "results of a run") {
		t.Errorf("a folder with results was overwritten: %v", err)
	}
	if err := deck.CheckFolder(filepath.Dir(folder)); err == nil {
		t.Error("a foreign folder would be overwritten")
	}
}

// golden compares files of a folder with those that are kept of a scene.
func golden(t *testing.T, folder, scene string, names ...string) {
	t.Helper()
	for _, name := range names {
		got, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", scene+"."+name)
		if *update {
			if err := os.WriteFile(golden, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(golden); err != nil || string(got) != string(want) {
			t.Errorf("%s differs from %s (%v): look, and run with -update", name, golden, err)
		}
	}
}

// TestWhatCannotBeTold checks that a setting without counterpart is an error that names it.
func TestWhatCannotBeTold(t *testing.T) {
	for _, c := range []struct {
		scene string
		set   []string
		want  string
	}{
		{"bottle", nil, "damping: 0.3"},
		{"bottle", []string{"damping=0", "materials.pill.rollingFriction=0.1"}, "materials.pill.rollingFriction: 0.1"},
		{"bottle", []string{"damping=0", "materials.pill.twistingFriction=0.1"}, "twistingFriction: 0.1"},
		{"bottle", []string{"damping=0", "law=jkr"}, "law: jkr"},
		{"bottle", []string{"damping=0", "bodies.bottle.thickness=1e-3"}, "(bottle): thickness"},
		{"bottle", []string{"damping=0", "inlets.feed.axis=0,1,1"}, "inlet feed: axis"},
		{"clump", []string{"damping=0"}, "reads no clumps"},
		{"conveyor", []string{"damping=0"}, "(belt): velocity"},
		{"shaker", []string{"damping=0"}, "(floor): a wall that moves"},
	} {
		refused(t, "liggghts", c.scene, c.set, c.want)
	}
	for _, c := range []struct {
		scene string
		set   []string
		want  string
	}{
		{"box", nil, "damping: 0.2"},
		{"box", []string{"damping=0", "law=jkr"}, "law: jkr"},
		{"box", []string{"damping=0", "inlets.rain.maxMass=0", "inlets.rain.maxBodies=0", "inlets.rain.massRate=1",
			"inlets.rain.noRoom=done"}, "inlet rain: noRoom: done"},
		{"box", []string{"damping=0", "gravity=0,1,-9"}, "inlet rain: LAMMPS pours only where gravity is along -z"},
		{"box", []string{"damping=0", "law=hertz-mindlin", "materials.capsule.rollingFriction=0.1"},
			"materials.capsule.rollingFriction: 0.1"},
		{"clump", []string{"damping=0", "bodies.clump.blocked=xY"}, "(clump): blocked"},
		{"bottle", []string{"damping=0"}, "(bottle): a mesh"},
		{"drum", []string{"damping=0"}, "(drum): a mesh"},
		{"conveyor", []string{"damping=0"}, "outlet end of belt: LAMMPS cannot take a clump out"},
		{"rain", []string{"damping=0", "motions.roll.constant.spin=1,4,0"}, "motion roll: spin or turn"},
		{"shaker", []string{"damping=0", "motions.shake.harmonic.turn.axis=0,1,0",
			"motions.shake.harmonic.turn.degrees=5"}, "motion shake: spin or turn"},
	} {
		refused(t, "lammps", c.scene, c.set, c.want)
	}
	if _, err := newDeck(load(t, "box"), deck.Options{Program: "yade"}); err == nil {
		t.Error("a program that nobody writes for was taken")
	}
}

// nothingMoves is a scene with which LIGGGHTS gives up at once.
const nothingMoves = `
title: Nothing moves
gravity: [0, 0, -9.81]
timeStep: {fixed: 1e-4}
materials:
  - {name: a, young: 1e7, ktDivKn: 0.3, tanPhi: 0.3, density: 2000}
bodies:
  - {name: stands, facets: {disc: {radius: 0.01}}, center: [0, 0, 0.1]}
`

// TestAllReasons checks that all that a program cannot be told is said at once, what is true of many bodies once.
func TestAllReasons(t *testing.T) {
	for _, c := range []struct{ program, scene, want string }{
		{"lammps", "conveyor", "lammps:\n  damping: 0.1: Cundall damping has no counterpart there: give --damping-as " +
			"restitution, or --set damping=0\n  outlet end of belt: LAMMPS cannot take a clump out: leave the outlet away: " +
			"clumps that fall on cost little"},
		{"lammps", "facet-edge", "lammps: body 0 (merged) and 1 more: a mesh: LAMMPS has walls, and cylinders along a " +
			"global axis, but no triangles: make it of these, or export to LIGGGHTS"},
		{"liggghts", "clump", "liggghts:\n  damping: 0.2: Cundall damping has no counterpart there: give --damping-as " +
			"restitution, or --set damping=0\n  body 1 (clump): LIGGGHTS reads no clumps and capsules from a file, it can " +
			"only insert them: let an inlet make it, or export to LAMMPS"},
	} {
		if _, err := newDeck(load(t, c.scene), deck.Options{Program: c.program}); err == nil || err.Error() != c.want {
			t.Errorf("%s, %s: %v, want %s", c.program, c.scene, err, c.want)
		}
	}
	if _, err := newDeck(load(t, write(t, nothingMoves)), deck.Options{}); err == nil ||
		!strings.Contains(err.Error(), "no body with a mass, and no inlet") {
		t.Errorf("a scene without bodies: %v", err)
	}
}

// refused checks that a scene is not told to a program, and that the error names why.
func refused(t *testing.T, program, scene string, set []string, want string) {
	t.Helper()
	_, err := newDeck(load(t, scene, set...), deck.Options{Program: program})
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s, %s %v: %v, want %q", program, scene, set, err, want)
	}
}

// impacts is a head-on impact of two unlike spheres, one of a sphere that slides along a floor, and one of a sphere
// that sticks to it.
const impacts = `
title: Impacts
gravity: [0, 0, 0]
timeStep: {fixed: 1e-6}
law: LAW
materials:
  - {name: a, young: 4e7, ktDivKn: 0.3, tanPhi: 0.1, density: 2000, restitution: 0.6, poisson: 0.3}
  - {name: b, young: 12e7, ktDivKn: 0.2, tanPhi: 0.5, density: 1000, restitution: 0.8, poisson: 0.2}
bodies:
  - {name: floor, material: b, wall: {axis: z, position: 0, sense: 1, rectangle: [[-0.1, -0.1], [0.1, 0.1]]}}
  - {name: left, material: a, sphere: {radius: 0.005}, position: [-0.0052, 0, 0.05], velocity: [1, 0, 0]}
  - {name: right, material: b, sphere: {radius: 0.007}, position: [0.0072, 0, 0.05], velocity: [-0.5, 0, 0]}
  - {name: slides, material: a, sphere: {radius: 0.005}, position: [-0.05, 0, 0.0052], velocity: [1, 0, -0.5]}
  - {name: sticks, material: b, sphere: {radius: 0.007}, position: [0.05, 0, 0.0072], velocity: [0.2, 0, -0.5]}
`

// commands are what runs the decks.
var commands = map[string]string{"liggghts": "liggghts", "lammps": "lmp"}

// outcome runs a scene in another program for so many steps, and returns velocity and spin of each atom after them.
func outcome(t *testing.T, sc run.Scene, program string, o deck.Options, steps int) map[int][]float64 {
	t.Helper()
	o.Program = program
	d, err := newDeck(sc, o)
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "run")
	if err := d.Write(folder, saved(sc)); err != nil {
		t.Fatal(err)
	}
	execute(t, program, folder)
	return lastRows(t, filepath.Join(folder, "post", fmt.Sprintf("atoms.%d.txt", steps)))
}

// execute runs an exported folder.
func execute(t *testing.T, program, folder string) {
	t.Helper()
	command, err := exec.LookPath(commands[program])
	if err != nil {
		t.Skipf("needs the program %s, which is not installed", commands[program])
	}
	c := exec.Command(command, "-in", "in."+program)
	c.Dir = folder
	// Open MPI fails where two programs make its folder at the same moment. The paths of its sockets are short.
	own, err := os.MkdirTemp("", "mpi")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(own)
	c.Env = append(os.Environ(), "TMPDIR="+own)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestImpacts compares velocities and spins after impacts with those that other programs reckon from the deck: to 2 %.
func TestImpacts(t *testing.T) {
	for _, program := range deck.Programs {
		for _, l := range []string{"frictional", "frictional-onset", "hertz-mindlin"} {
			t.Run(program+", "+l, func(t *testing.T) {
				sc := load(t, write(t, strings.Replace(impacts, "LAW", l, 1)))
				theirs := outcome(t, sc, program, deck.Options{Until: 3e-3, DumpEvery: 2e-3}, 3000) // the end is dumped, too
				for range 3000 {
					sc.World.Step()
				}
				s := sc.World.State()
				for i, b := range s.Bodies[1:] {
					most := 0.02
					if l == "hertz-mindlin" && b.Name == "sticks" { // as mapping.md says
						most = map[string]float64{"liggghts": 1, "lammps": 0.06}[program]
					}
					compare(t, &b, theirs[i+1], most)
				}
			})
		}
	}
}

// compare compares velocity and spin of a body with those of another program.
func compare(t *testing.T, b *state.Body, got []float64, most float64) {
	t.Helper()
	ours := append(b.Velocity[:], b.Spin[:]...)
	scale := [2]float64{norm(b.Velocity) + 1e-3, norm(b.Spin) + 1}
	worst := 0.
	for k := range ours {
		off := math.Abs(ours[k]-got[k]) / scale[k/3]
		if worst = max(worst, off); off > most {
			t.Errorf("%s: %v here, %v there: number %d is off by %.2g %%", b.Name, ours, got, k, 100*off)
		}
	}
	t.Logf("%s: %.2g %% off at most", b.Name, 100*worst)
}

func norm(v [3]float64) float64 { return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]) }

// lastRows returns velocity and spin of each atom of a dump, by its number.
func lastRows(t *testing.T, name string) map[int][]float64 {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows := map[int][]float64{}
	atoms, first := false, 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if atoms {
			var numbers []float64
			for _, w := range words {
				x, err := strconv.ParseFloat(w, 64)
				if err != nil {
					t.Fatal(err)
				}
				numbers = append(numbers, x)
			}
			rows[int(numbers[0])] = numbers[first : first+6]
		}
		if columns, header := strings.CutPrefix(lines.Text(), "ITEM: ATOMS "); header {
			atoms, first = true, slices.Index(strings.Fields(columns), "vx")
		}
	}
	return rows
}

// TestRootIsTold checks that run.sh says what root needs under Open MPI, and runs mpirun where it is told so, and for
// others. Commands of the test stand for those of the machine.
func TestRootIsTold(t *testing.T) {
	sc := load(t, "newton-row")
	d, err := newDeck(sc, deck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "run")
	if err := d.Write(folder, saved(sc)); err != nil {
		t.Fatal(err)
	}
	const both = "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"
	for _, c := range []struct {
		user, mpi, set string
		runs           bool
	}{
		{"0", "Open MPI", "", false}, {"0", "Open MPI", "MPIFLAGS=--allow-run-as-root", true}, {"0", "Open MPI", both, true},
		{"0", "Open MPI", "OMPI_ALLOW_RUN_AS_ROOT=1", false}, {"0", "MPICH", "", true}, {"1000", "Open MPI", "", true},
	} {
		bin := t.TempDir()
		for name, says := range map[string]string{"id": c.user, "mpirun": c.mpi + " $*"} {
			if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\necho "+says+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		run := exec.Command(filepath.Join(folder, "run.sh"))
		run.Env = append(strings.Fields(c.set), "PATH="+bin+":"+os.Getenv("PATH"))
		out, err := run.CombinedOutput()
		want := "MPIFLAGS=--allow-run-as-root"
		if c.runs {
			want = "-np 2 liggghts -in in.liggghts"
		}
		if (err == nil) != c.runs || !strings.Contains(string(out), want) {
			t.Errorf("user %s, %s, %q: %v, %s, want %q", c.user, c.mpi, c.set, err, out, want)
		}
	}
}
