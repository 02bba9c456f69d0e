package sim_test

import (
	"bufio"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/woo"
	"example.org/tumble/sim/vec"
)

var update = flag.Bool("update", false, "write testdata/golden.txt anew; read the rule at its top first")

const goldenFile = "testdata/golden.txt"

// goldenHead begins the golden file.
const goldenHead = "" +
	`# Golden values: the hash of the state (World.Hash), the elastic energy and the energy dissipated [J]
# after some steps. They hold for any kernels, any number of workers, any build and any processor, and
# for a run that goes on from a checkpoint.
#
# A value may change only together with a *Physics* entry in CHANGELOG.md that says why and what it means for
# users. Anything else that changes one is a mistake. Lines of new runs may be added, and go with what they run.
#
#   go test ./sim -run TestGolden              compares (TUMBLE_LONG=1: more steps, all numbers of workers)
#   go test ./sim -run TestGolden -update      writes this file anew (-run TestGolden/update/NAME: some runs)
#
# run                                              step hash                   elastic    dissipated
`

// goldenRun is a run whose state is known at some steps.
type goldenRun struct {
	name  string
	load  func(scene.Options) (run.Scene, error)
	set   []string              // as --set has them
	edits map[int64]bridge.Edit // by the number of steps done before
	steps []int64               // after which it is compared
	long  []int64               // ... and with TUMBLE_LONG
}

// The steps after which runs are compared: bodies touch before the last of them.
var (
	shortSteps = []int64{1, 100, 1000}
	sceneSteps = []int64{1, 100, 1000, 8000} // most scenes begin with falling
	longSteps  = []int64{20000}
)

// otherSteps are those of scenes in which bodies touch late, or that are slow, in the place of sceneSteps
// and longSteps.
var otherSteps = map[string]struct{ steps, long []int64 }{
	"scene/bottle":              {[]int64{1, 100, 1000, 9000}, []int64{30000, 60000, 90000, 120000}}, // to the end
	"scene/drum":                {[]int64{1, 100, 3000}, longSteps},
	"scene/hopper":              {[]int64{1, 100, 2500}, longSteps},
	"scene/shaker":              {[]int64{1, 100, 3000}, longSteps},
	"example/direct-shear.yaml": {[]int64{1, 100, 1000}, []int64{6000}},
	"example/settling.yaml":     {[]int64{1, 100, 1000}, []int64{6000}},
	"example/oedometer.yaml":    {[]int64{1, 100, 1000}, []int64{6000}},
	"example/triaxial.yaml":     {[]int64{1, 100, 1000}, []int64{6000}},
	"example/undrained.yaml":    {[]int64{1, 100, 1000}, []int64{6000}},
	"servo":                     {[]int64{1, 100, 4000}, nil},
	"example/powder.yaml":       {[]int64{1, 100, 1000}, []int64{5000}},
	"example/column.yaml":       {[]int64{1, 100, 2500}, longSteps},
	"example/flat-silo.yaml":    {[]int64{1, 100, 1000}, []int64{6000}},
	"example/heap.yaml":         {[]int64{1, 100, 5000}, longSteps},
	"example/gravel.yaml":       {[]int64{1, 100, 12000}, longSteps},
	"example/impact.yaml":       {[]int64{1, 100, 24000}, []int64{52000}},
	"example/silo.yaml":         {[]int64{1, 100, 2500}, longSteps},
	"example/paddle.yaml":       {[]int64{1, 100, 1000}, []int64{6000}},
	"example/wheel.yaml":        {[]int64{1, 100, 1000}, []int64{6000}},
}

// lossesOf are the numbers of materials that call for another part of a contact law.
var lossesOf = []struct {
	name string
	set  []string
}{
	{"elastic", nil},
	{"dashpots", []string{"soft.restitution=0.6", "firm.restitution=0.8"}},
	{"rolling", []string{
		"soft.restitution=0.9", "firm.restitution=0.5", "soft.rollingFriction=0.1", "firm.rollingFriction=0.2",
		"soft.twistingFriction=0.05", "firm.twistingFriction=0.1",
	}},
}

// goldenRuns lists them all: the built-in scenes, the examples, and the scenes of testdata/golden under
// each law and capsule rule.
func goldenRuns(t *testing.T) (runs []goldenRun) {
	add := func(name, file string, set ...string) *goldenRun {
		r := goldenRun{name: name, set: set, steps: shortSteps}
		r.load = func(o scene.Options) (run.Scene, error) { return scene.Load(file, o) }
		if filepath.Ext(file) == ".py" {
			r.load = func(o scene.Options) (run.Scene, error) { return woo.Load(file, o) }
		}
		if strings.Contains(name, "scene/") || strings.Contains(name, "example/") {
			r.steps, r.long = sceneSteps, longSteps
		}
		if other, ok := otherSteps[name]; ok {
			r.steps, r.long = other.steps, other.long
		}
		runs = append(runs, r)
		return &runs[len(runs)-1]
	}
	list, err := scene.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		add("scene/"+s.Name, s.Name)
	}
	examples, _ := filepath.Glob("../assets/examples/*")
	for _, file := range examples {
		add("example/"+filepath.Base(file), file)
	}
	for _, name := range []string{"band", "box", "hopper"} { // scenes of before
		r := add(name, "testdata/golden/"+name+".yaml")
		if r.steps, r.long = sceneSteps, longSteps; name == "hopper" {
			r.steps = otherSteps["scene/hopper"].steps
		}
	}
	own := func(name string) string { return "testdata/golden/" + name + ".yaml" }
	for _, name := range []string{"walls", "flow", "strays", "table", "servo"} {
		add(name, own(name))
	}
	for _, rule := range contact.CapsuleRules {
		byRule := "capsuleRule=" + rule.Name
		for _, name := range []string{"seams", "bumps", "tubes", "pipe"} {
			add(name+"/"+rule.Name, own(name), byRule)
		}
		add("bumps/"+rule.Name+"/shallow", own("bumps"), byRule, "constants.height=0.3 mm", "m.young=5e4")
		add("walls/"+rule.Name+"/hertz-mindlin", own("walls"), byRule, "law=hertz-mindlin")
		add("pile/"+rule.Name, own("pile"), byRule).steps = []int64{1, 10, 200}
		for _, l := range law.Kinds {
			for _, losses := range lossesOf {
				set := append([]string{byRule, "law=" + l.Name}, losses.set...)
				if l.Range != nil {
					set = append(set, "soft.surfaceEnergy=2", "firm.surfaceEnergy=0.5")
				}
				add(strings.Join([]string{"mixture", rule.Name, l.Name, losses.name}, "/"), own("mixture"), set...)
			}
		}
	}
	add("edits", own("mixture")).edits = goldenEdits()
	add("flow/edits", own("flow")).edits = goldenEdits()
	return runs
}

// goldenEdits has every command that edits the physics, with laws, rules and losses that come and go.
func goldenEdits() map[int64]bridge.Edit {
	m := law.Material{Young: 1e6, KtDivKn: 0.2, TanPhi: 0.3, Density: 1000, Poisson: 0.3}
	change := func(f func(m *law.Material)) bridge.Edit {
		f(&m)
		return bridge.SetMaterial{Index: 0, Material: m}
	}
	edits := map[int64]bridge.Edit{
		0:   bridge.Number("damping", 0.05),
		50:  bridge.Number("timeStep.safety", 0.3),
		150: change(func(m *law.Material) { m.Young *= 2; m.TanPhi = 0.6 }),
		200: bridge.Vector("gravity", vec.New(3, 0, -9)),
		300: change(func(m *law.Material) { m.Density *= 1.5; m.Restitution = 0.7 }),
		620: change(func(m *law.Material) { m.RollingFriction, m.TwistingFriction = 0.2, 0.1 }),
		800: change(func(m *law.Material) { m.RollingFriction, m.TwistingFriction, m.Restitution = 0, 0, 1 }),
		900: bridge.Vector("gravity", vec.New(0, 2, -12)),
	}
	for i, name := range []string{"hertz-mindlin", "frictional-onset", "frictional"} { // laws to come are not to change it
		edits[int64(350+40*i)] = bridge.Word("law", name)
	}
	for i := range 4 {
		edits[int64(560+105*i)] = bridge.Word("capsuleRule", contact.CapsuleRules[(i+1)%len(contact.CapsuleRules)].Name)
	}
	return edits
}

func (r *goldenRun) allSteps() []int64 { return slices.Concat(r.steps, r.long) }

// goldenValue is what the golden file has of a run after a step.
func goldenValue(w *sim.World) string {
	e := w.Energy()
	return fmt.Sprintf("%016x %13.6g %13.6g", w.Hash(), e.Elastic, e.Dissipated)
}

// run does the steps and calls look after those that are asked for, until it returns false. The run goes
// on from a checkpoint of itself after step restored, with so many other workers.
func (r *goldenRun) run(workers int, steps []int64, restored int64, look func(w *sim.World) bool) error {
	s, err := r.load(scene.Options{Workers: workers, Set: r.set})
	if err != nil {
		return err
	}
	w := s.World
	defer func() { w.Close() }()
	for w.ShareAll(); w.Clock().Step < steps[len(steps)-1] && w.Log().Fault() == ""; {
		if w.Clock().Step == restored {
			data := w.Checkpoint()
			w.Close()
			if w, err = sim.Restore(data, workers%3+1); err != nil {
				return err
			}
			w.ShareAll()
		}
		if c, ok := r.edits[w.Clock().Step]; ok {
			bridge.MakeEdit(w, c)
		}
		if w.Step(); slices.Contains(steps, w.Clock().Step) && !look(w) {
			return nil
		}
	}
	if w.Log().Fault() != "" {
		return fmt.Errorf("the world stopped after step %d: %s", w.Clock().Step, w.Log().Fault())
	}
	return nil
}

// Contract: every scene that comes with the program, and every law, capsule rule, kind of seams and edit,
// gives the states of the golden file, with kernels of every width and any number of workers, also when
// it goes on from a checkpoint.
func TestGolden(t *testing.T) {
	if p, _ := run.ThisProgram(); p.Fused {
		t.Skip("built such that x*y + z is rounded once: ./dev builds such that every processor gives the same bits")
	}
	runs := goldenRuns(t)
	if *update {
		writeGolden(t, runs)
	}
	golden, widths := readGolden(t), sim.Widths()
	checkGolden(t, runs, golden)
	for i, width := range widths {
		t.Run(width, func(t *testing.T) {
			sim.UseWidth(t, width)
			for k := range runs {
				r := &runs[k]
				t.Run(r.name, func(t *testing.T) {
					t.Parallel()
					restored := int64(-1)
					if (i+k)%len(widths) == 0 {
						restored = r.steps[len(r.steps)-1] / 2
					}
					some := []int{1, 2, 16, 3}[(i+k)%4] // with each width others
					if os.Getenv("TUMBLE_LONG") == "" {
						compareGolden(t, r, golden, r.steps, width, some, restored)
						return
					}
					for workers := 1; workers <= 16; workers++ {
						compareGolden(t, r, golden, r.steps, width, workers, restored)
					}
					if len(r.long) > 0 {
						compareGolden(t, r, golden, r.long, width, some, r.long[0]/2)
					}
				})
			}
		})
	}
}

// compareGolden runs once and tells the first step after which the state is another.
func compareGolden(t *testing.T, r *goldenRun, golden map[string]string, steps []int64, width string, workers int,
	restored int64) {
	same := int64(0)
	err := r.run(workers, steps, restored, func(w *sim.World) bool {
		got, want := goldenValue(w), golden[goldenKey(r.name, w.Clock().Step)]
		if got == want {
			same = w.Clock().Step
			return true
		}
		how := ""
		if restored >= 0 && restored < w.Clock().Step {
			how = fmt.Sprintf(", restored after step %d", restored)
		}
		t.Errorf("%s differs after step %d (the same after %d), with %s kernels, %d workers%s:\n"+
			" got %s\nwant %s\nThe rule for changing values is at the top of %s.",
			r.name, w.Clock().Step, same, width, workers, how, got, want, goldenFile)
		return false
	})
	if err != nil {
		t.Errorf("%s, with %s kernels, %d workers: %v", r.name, width, workers, err)
	}
}

// goldenKey begins the line of a run after a step.
func goldenKey(name string, step int64) string { return fmt.Sprintf("%-46s %6d ", name, step) }

// readGolden returns the values of the golden file by goldenKey.
func readGolden(t *testing.T) map[string]string {
	data, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	body, ok := strings.CutPrefix(string(data), goldenHead)
	if !ok {
		t.Errorf("%s does not begin with its rule", goldenFile)
	}
	golden := map[string]string{}
	for lines := bufio.NewScanner(strings.NewReader(body)); lines.Scan(); {
		line, end := lines.Text(), len(goldenKey("", 0))
		if len(line) < end {
			t.Fatalf("%s: bad line %q", goldenFile, line)
		}
		golden[line[:end]] = line[end:]
	}
	return golden
}

// checkGolden fails where the golden file and the runs do not have the same lines.
func checkGolden(t *testing.T, runs []goldenRun, golden map[string]string) {
	left := maps.Clone(golden)
	for i := range runs {
		for _, step := range runs[i].allSteps() {
			key := goldenKey(runs[i].name, step)
			if golden[key] == "" {
				t.Errorf("%s has no line of %s: if the run is new, add it with -update", goldenFile, key)
			}
			delete(left, key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(left)) {
		t.Errorf("%s: no run has the line of %s", goldenFile, key)
	}
}

// writeGolden makes the golden file with scalar kernels and one worker, but for the lines of runs that
// -run leaves out. It sees to it that every pair of shapes comes to touch in some run.
func writeGolden(t *testing.T, runs []goldenRun) {
	before := readGolden(t)
	lines := make([]map[string]string, len(runs))
	pairs := make([]map[string]bool, len(runs))
	t.Run("update", func(t *testing.T) {
		sim.UseWidth(t, "scalar")
		for i := range runs {
			r := &runs[i]
			t.Run(r.name, func(t *testing.T) {
				t.Parallel()
				lines[i], pairs[i] = map[string]string{}, map[string]bool{}
				err := r.run(1, r.allSteps(), -1, func(w *sim.World) bool {
					lines[i][goldenKey(r.name, w.Clock().Step)] = goldenValue(w)
					for _, c := range w.State().Contacts {
						pairs[i][c.Pair] = true
					}
					return true
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
	})
	all, touched, whole := map[string]string{}, map[string]bool{}, true
	for i := range runs {
		for _, step := range runs[i].allSteps() {
			key := goldenKey(runs[i].name, step)
			if all[key] = lines[i][key]; lines[i] == nil {
				all[key], whole = before[key], false
			}
		}
		maps.Copy(touched, pairs[i])
	}
	for _, a := range shape.Kinds {
		for _, b := range []string{shape.KindSphere.String(), shape.KindCapsule.String()} {
			if whole && !touched[a.Name+"-"+b] && !touched[b+"-"+a.Name] {
				t.Errorf("no run has a contact of %s and %s", a.Name, b)
			}
		}
	}
	if t.Failed() {
		t.FailNow()
	}
	var text strings.Builder
	text.WriteString(goldenHead)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		text.WriteString(key + all[key] + "\n")
	}
	if err := os.WriteFile(goldenFile, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
