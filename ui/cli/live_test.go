package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/files/export/replay"
	"example.org/tumble/sim/run"
)

// setEngineFolder has the program look for the engine for pages in one folder.
func setEngineFolder(t *testing.T, folder string) {
	before := engineFolders
	engineFolders = func() []string { return []string{folder} }
	t.Cleanup(func() { engineFolders = before })
}

// setSources names the sources of the program.
func setSources(t *testing.T, name string) {
	before := sources
	sources = name
	t.Cleanup(func() { sources = before })
}

// Contract: without its engine, with an engine that is none or of another program, and with numbers that nobody can
// change, --live says so before the run begins, and writes no page.
func TestLiveErrors(t *testing.T) {
	folder := t.TempDir()
	setEngineFolder(t, folder)
	page := filepath.Join(t.TempDir(), "a.html")
	fails := func(want string, args ...string) {
		t.Helper()
		o := tumble(append([]string{"replay", "clump", "--steps", "10", "-o", page}, args...)...)
		if _, err := os.Stat(page); o.status == 0 || err == nil || !strings.Contains(o.stderr, want) {
			t.Errorf("%v: %v, want %q and no page", args, o, want)
		}
	}
	fails("./dev page builds it", "--live")
	fails("only a page with --live has sliders", "--knobs", "damping")
	for name, text := range map[string]string{"page.wasm": "no engine", "page.js": ""} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	fails("page.wasm is no WebAssembly", "--live")
	engine := func(info string) {
		if err := os.WriteFile(filepath.Join(folder, "page.wasm"), []byte("\x00asm"+info), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	engine("")
	fails("page.wasm is no engine for pages", "--live")
	engine(infoBegins + "build\tvcs.revision=0123456789abcdef\n" + infoEnds)
	fails("page.wasm is of Tumble "+run.Released+"+dev (0123456789ab), this program is Tumble", "--live")
	engine(infoBegins + "mod\texample.org/tumble\tv0.1.2\t\n" + infoEnds)
	fails("page.wasm is of Tumble v0.1.2 of an unknown commit, this program is Tumble", "--live")
	unnamed := infoBegins + "path\texample.org/tumble/ui/page\n" + infoEnds
	engine(unnamed)
	fails("page.wasm may be of other sources than this program", "--live")
	setSources(t, "sources-1-2")
	fails("page.wasm is of other sources than this program", "--live")
	engine(unnamed + "sources-1-2")
	fails("no such material, there are stone", "--live", "--knobs", "materials.<b>.tanPhi")
	fails("gravity", "--live", "--knobs", "law")
	fails("must be as in 0..0.5", "--live", "--knobs", "damping=0.1")
	fails("must have 0", "--live", "--knobs", "damping=0.5..0.9")
	fails("damping must be", "--live", "--knobs", "damping=0..2")
	fails("given twice", "--live", "--knobs", "damping=0..0.5,damping")
	fails("--knobs: seed: nothing in the scene clump is random", "--live", "--knobs", "seed=1..3")
	fails("given twice", "--live", "--knobs", "seed=1..3,seed=5")
	saved := filepath.Join(t.TempDir(), "a.tumble")
	if o := tumble("run", "drum", "--steps", "1", "--run-file", saved); o.status != 0 {
		t.Fatal(o)
	}
	if o := tumble("replay", saved, "--live", "--knobs", "seed", "-o", page); o.status == 0 ||
		!strings.Contains(o.stderr, "a run file begins with a state, which takes no other seed") {
		t.Errorf("seeds of a run file: %v", o)
	}
	crowd := filepath.Join(t.TempDir(), "crowd.yaml")
	text := []byte("gravity: [0, 0, -9]\ntimeStep: {safety: 0.4}\n" +
		"materials: [{name: a, young: 1e6, ktDivKn: 0.3, tanPhi: 0.4, density: 1000}]\nbodies:\n")
	for i := range replay.MostLiveBodies + 1 {
		text = fmt.Appendf(text, "  - {name: b%d, capsule: {radius: 0.01, shaft: 0}, position: [%d, 0, 0]}\n", i, i)
	}
	if err := os.WriteFile(crowd, text, 0o644); err != nil {
		t.Fatal(err)
	}
	o := tumble("replay", crowd, "--live", "--steps", "1", "-o", page)
	if o.status == 0 || !strings.Contains(o.stderr, "a page computes at most 5000 bodies, the scene has 5001") {
		t.Errorf("too many bodies: %v", o)
	}
}
