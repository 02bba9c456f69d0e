package sim_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// The rules of the house that the map in doc.go cannot say, checked: an import that would run up the map needs no row
// here. Each row says why it is there; whoever needs to break one changes the row and its reason, in the same commit.

// forbidden lists what packages must not depend on, directly or through others. A name
// that ends in /... stands for a folder; cgo stands for C code.
var forbidden = []struct {
	from, except []string
	to           []string
	why          string
}{
	{
		from: []string{"tumble/sim/..."},
		to:   []string{"cgo", "github.com/go-gl/...", "github.com/inkyblackness/...", "golang.org/x/image/..."},
		why:  "the engine builds and is tested without a display, and without a C compiler",
	},
	{
		from: []string{"tumble/sim/..."},
		except: []string{"tumble/sim/files/export", "tumble/sim/files/export/replay",
			"tumble/sim/files/export/replay/live", "tumble/sim/run/batch"},
		to:  []string{"tumble/shaders"},
		why: "the engine draws nothing; a replay takes the text of the shaders along",
	},
	{
		from: []string{"tumble/render/..."},
		to:   []string{"github.com/inkyblackness/...", "github.com/go-gl/glfw/..."},
		why:  "panels edit view.View, drawers read it; drawing needs no window",
	},
	{
		from: []string{"tumble/ui/cli"},
		to:   []string{"tumble/ui", "github.com/inkyblackness/...", "github.com/go-gl/glfw/..."},
		why:  "commands run where there is no window",
	},
	{
		from: []string{"tumble/sim/internal/...", "tumble/sim/vec", "tumble/sim/law", "tumble/sim/setting"},
		except: []string{"tumble/sim/internal/wide/assemble", "tumble/sim/internal/wide/ir",
			"tumble/sim/internal/wide/kernel", "tumble/sim/internal/wide/widthtest"},
		to:  []string{"os"},
		why: "the engine touches no file and asks for no environment",
	},
	{
		from: []string{"tumble/sim/internal/...", "tumble/sim/vec", "tumble/sim/law", "tumble/sim/setting"},
		except: []string{"tumble/sim/internal/insertion", "tumble/sim/internal/publish",
			"tumble/sim/internal/timestep"},
		to:  []string{"math/rand", "math/rand/v2"},
		why: "only inlets draw numbers, each from a stream that its seed begins; two others read inlets",
	},
	{
		from: []string{"tumble/sim/internal/contact", "tumble/sim/internal/neighbour"},
		to:   []string{"tumble/sim/internal/insertion"},
		why:  "contacts are between the pairs that they are given, whoever made the bodies",
	},
	{
		from: []string{"tumble/..."},
		except: []string{"tumble/sim/scene", "tumble/sim/scene/woo", "tumble/sim/scene/source",
			"tumble/sim/scene/packed", "tumble/sim/scene/scenetest", "tumble/sim/run/batch", "tumble/ui/cli",
			"tumble/ui/desktop", "tumble/ui/report", "tumble/ui/serve", "tumble/ui/studio", "tumble/ui/sweep", "tumble"},
		to:  []string{"github.com/goccy/..."},
		why: "only scene files are YAML",
	},
	{
		from: []string{"tumble/..."},
		except: []string{"tumble/sim/scene/woo", "tumble/sim/scene/source", "tumble/ui/cli",
			"tumble/ui/desktop", "tumble/ui/report", "tumble/ui/serve", "tumble/ui/sweep", "tumble"},
		to:  []string{"github.com/go-python/...", "tumble/sim/scene/woo"},
		why: "only sim/scene/woo knows Python, and only what loads scenes for people knows sim/scene/woo",
	},
	{
		from: []string{"tumble/sim/scene/woo"},
		to: []string{"github.com/go-python/gpython/vm", "github.com/go-python/gpython/stdlib/...", "os/exec",
			"net", "plugin"},
		why: "scripts are parsed with gpython but run by an evaluator that can be bounded, and have no way out",
	},
	{
		from: []string{"tumble/render/view"},
		to:   []string{"tumble/shaders", "github.com/go-gl/gl/..."},
		why:  "a view is plain data about a snapshot, which panels and keys edit",
	},
	{
		from: []string{"tumble/render/overlay", "tumble/render/glyph", "tumble/render/figure"},
		to: []string{"cgo", "tumble/render", "tumble/render/internal/...", "tumble/shaders",
			"github.com/go-gl/gl/..."},
		why: "what overlays draw is plain data, tested without OpenGL, for any back end",
	},
	{
		from: []string{"tumble/ui/widget", "tumble/ui/layout", "tumble/ui/keymap", "tumble/ui/format"},
		to: []string{"tumble/ui", "tumble/ui/desktop", "tumble/sim/...", "tumble/render/...",
			"github.com/go-gl/gl/..."},
		why: "widgets, keys and places of the window know nothing of what it shows",
	},
	{
		from: []string{"tumble/ui/layout", "tumble/ui/keymap", "tumble/ui/format", "tumble/ui/pacing"},
		to:   []string{"github.com/inkyblackness/..."},
		why:  "these are tables and pure functions: who draws with them is another's business",
	},
	{
		from: []string{"tumble/ui/report", "tumble/ui/sweep"},
		to:   []string{"cgo", "tumble/render/...", "github.com/spf13/..."},
		why:  "both faces of the program make them: they know no flags and no window, and others draw",
	},
	{
		from: []string{"tumble/ui/serve"},
		to:   []string{"cgo", "tumble/render/...", "github.com/spf13/..."},
		why:  "it knows no flags and no window, and what draws is passed to it",
	},
	{
		from: []string{"tumble/ui/studio"},
		to: []string{"tumble/sim/scene/source", "github.com/spf13/...", "github.com/inkyblackness/...",
			"github.com/go-gl/glfw/..."},
		why: "both faces of the program have pictures made: it knows no flags and no window, and is told what loads scenes",
	},
	{
		from: []string{"tumble/ui/report/page"},
		to:   []string{"tumble/sim/...", "tumble/render/...", "os", "time"},
		why:  "a page is plain data, whatever it tells",
	},
	{
		from: []string{"tumble/..."},
		to:   []string{"github.com/coder/..."},
		why:  "only tests drive browsers",
	},
	{
		from: []string{"tumble/..."},
		except: []string{"tumble/sim/internal/wide/ir", "tumble/sim/internal/wide/kernel",
			"tumble/sim/internal/wide/assemble", "tumble/sim/internal/wide/widthtest"},
		to: []string{"tumble/sim/internal/wide/ir", "tumble/sim/internal/wide/kernel",
			"tumble/sim/internal/wide/assemble", "tumble/sim/internal/wide/widthtest"},
		why: "programs run the assembly of kernels; their text is for who makes that, and for tests",
	},
	{
		from: []string{"tumble/sim/internal/wide", "tumble/sim/internal/parallel"},
		to:   []string{"tumble/...", "time"},
		why:  "kernels are pure functions of their arguments; workers do not know what the loops do that they share",
	},
	{
		from: []string{"tumble/sim/measure/state", "tumble/sim/measure/inspect"},
		to:   []string{"os", "tumble/sim/internal/neighbour"},
		why:  "what is read of a world is read of its parts, and not of what is to come",
	},
	{
		from: []string{"tumble/sim/run/history", "tumble/sim/run/runfile"},
		to:   []string{"os", "time", "tumble/sim"},
		why:  "they are of saved states and commands, whoever makes and takes them",
	},
}

// pkg is what go list says of a package.
type pkg struct {
	ImportPath, Name, Dir, Export string
	Standard                      bool
	GoFiles, CgoFiles             []string
	Imports                       []string
	ImportMap                     map[string]string
}

// module is the path of the program in import statements; the rules here call it "tumble".
const module = "example.org/tumble"

func short(path string) string {
	if inside, ok := strings.CutPrefix(path, module); ok {
		return "tumble" + inside
	}
	return path
}

// goList returns the packages of the program and all that they import, by short path.
func goList(t *testing.T, args ...string) map[string]*pkg {
	t.Helper()
	pkgs, err := listed(args...)
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}

// listed returns what go list -deps says of packages, by short path.
func listed(args ...string) (map[string]*pkg, error) {
	cmd := exec.Command("go", append([]string{"list", "-deps",
		"-json=ImportPath,Name,Dir,Export,Standard,GoFiles,CgoFiles," +
			"Imports,ImportMap"}, args...)...)
	cmd.Dir = ".." // the root of the module
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %v: %w\n%s", args, err, stderr.String())
	}
	out = bytes.ReplaceAll(out, []byte(`"`+module), []byte(`"tumble`))
	pkgs := map[string]*pkg{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(pkg)
		if err := dec.Decode(p); err == io.EOF {
			return pkgs, nil
		} else if err != nil {
			return nil, err
		}
		pkgs[p.ImportPath] = p
	}
}

// everything is the whole program with what it imports; broken packages are listed too,
// since the compiler complains about those.
var everything = struct {
	sync.Once
	pkgs map[string]*pkg
}{}

func program(t *testing.T) map[string]*pkg {
	everything.Do(func() { everything.pkgs = goList(t, "-e", "./...") })
	return everything.pkgs
}

// matches reports whether a package is one of the patterns.
func matches(patterns []string, path string) bool {
	for _, p := range patterns {
		dir, all := strings.CutSuffix(p, "/...")
		if path == dir || all && strings.HasPrefix(path, dir+"/") {
			return true
		}
	}
	return false
}

// chain returns how from comes to depend on something of to: the packages on the way.
func chain(pkgs map[string]*pkg, from string, to []string) []string {
	cameFrom := map[string]string{from: ""}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		p := pkgs[at]
		isC := p != nil && !p.Standard && len(p.CgoFiles) > 0 && slices.Contains(to, "cgo")
		if at != from && matches(to, at) || isC {
			var way []string
			for ; at != ""; at = cameFrom[at] {
				way = append([]string{at}, way...)
			}
			return way
		}
		// What the standard library imports is its own business, and so is how a package finds out what the
		// processor has.
		if p == nil || p.Standard || at == "github.com/klauspost/cpuid/v2" {
			continue
		}
		for _, next := range p.Imports {
			if _, seen := cameFrom[next]; !seen && next != "C" {
				cameFrom[next] = at
				queue = append(queue, next)
			}
		}
	}
	return nil
}

// TestForbiddenImports keeps the layers apart.
func TestForbiddenImports(t *testing.T) {
	t.Parallel()
	pkgs := program(t)
	for _, rule := range forbidden {
		for _, path := range sortedPaths(pkgs) {
			if !matches(rule.from, path) || matches(rule.except, path) {
				continue
			}
			if way := chain(pkgs, path, rule.to); way != nil {
				t.Errorf("%s: forbidden, because %s", strings.Join(way, " imports "), rule.why)
			}
		}
	}
}

// knowWorld lists who may import package sim, and why. All others see what they need of a world: its
// bodies, contacts, snapshots or state.
var knowWorld = map[string]string{
	"tumble/sim/run":          "it drives a world",
	"tumble/sim/run/replayer": "it leads a world along the way that a run took",
	"tumble/sim/scene":        "it builds and saves worlds",
	"tumble/sim/scene/woo":    "its scripts build worlds and run between their steps",
	"tumble/sim/bench":        "it builds piles and measures the steps of a world",
	"tumble/sim/run/batch":    "it steps worlds to their end",
	"tumble/ui/studio":        "it draws worlds as they run",
	"tumble/ui/cli":           "its commands run worlds to their end",
	"tumble/ui/serve":         "it steps worlds for other programs",
	"tumble/ui/report":        "it takes numbers and pictures of each step of a world",
}

// TestWhoKnowsTheWorld keeps the world to those who build or drive one.
func TestWhoKnowsTheWorld(t *testing.T) {
	pkgs, seen := program(t), 0
	for _, path := range sortedPaths(pkgs) {
		if !slices.Contains(pkgs[path].Imports, "tumble/sim") {
			continue
		}
		if seen++; knowWorld[path] == "" {
			t.Errorf("%s imports sim: forbidden, because only %v may", path, slices.Sorted(maps.Keys(knowWorld)))
		}
	}
	if seen != len(knowWorld) {
		t.Errorf("%d packages import sim, %d may", seen, len(knowWorld))
	}
}

func sortedPaths(pkgs map[string]*pkg) (paths []string) {
	for path := range pkgs {
		if path == "tumble" || strings.HasPrefix(path, "tumble/") {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// mayReadClock, mayStart and mayRange list the files of sim that may do what would make
// a run depend on something else than its scene, its seed and its commands.
var (
	mayReadClock = map[string]string{
		"sim/stopwatch.go":               "stages are timed for the statistics; no step depends on the times",
		"sim/internal/contact/timing.go": "the same",

		"sim/run/playback/player.go": "dumps are played at the asked speed; what they show does not depend on it",
		"sim/run/pace.go":            "the runner paces the simulation by the clock; the steps do not see it",
		"sim/run/runner.go":          "the same",
		"sim/run/publish.go":         "snapshots are published so many times a second",
		"sim/run/slice.go":           "the same",
		"sim/run/command.go":         "the runner waits for commands",
		"sim/run/seek.go":            "when key frames are taken decides how long a moment is sought, not what is found",
		"sim/run/edit.go":            "it decides which edits are taken back together",

		"sim/run/forecast.go": "a copy of the world tells so many times a second how far it has come",

		"sim/scene/woo/clock.go":   "scripts that take too long are ended, which is an error and no result",
		"sim/files/input/input.go": "it waits for who writes into a pipe",

		"sim/bench/measure.go":    "it measures speed",
		"sim/run/batch/result.go": "a result says how long the run took",
	}
	mayStart = map[string]string{
		"sim/run/batch/progress.go":     "a scene that is loaded when nobody waits any more is left alone, and closed",
		"sim/scene/woo/clock.go":        "parsing that takes too long is left alone, which is an error and no result",
		"sim/run/history/frames.go":     "key frames are packed, which changes nothing of what is in them",
		"sim/run/forecast.go":           "a copy of the world goes on by itself; the run gets nothing of it",
		"sim/run/slice.go":              "a slice for snapshots is made of a copy; the run gets nothing of it",
		"sim/internal/parallel/team.go": "workers write to disjoint ranges that do not depend on their number",
	}
)

// checked is a package of the engine with the types of its expressions.
type checked struct {
	path  string // as tumble/sim
	names []string
	files []*ast.File
	info  *types.Info
}

// engine is the packages below sim, type-checked, with the positions of their files.
var engine = sync.OnceValues(func() (list []checked, err error) {
	pkgs, err := listed("-export", "./sim/...")
	if err != nil {
		return nil, err
	}
	imp := importer.ForCompiler(positions, "gc", func(path string) (io.ReadCloser, error) {
		if p := pkgs[short(path)]; p != nil && p.Export != "" {
			return os.Open(p.Export)
		}
		return nil, fmt.Errorf("no export data of %s", path)
	})
	for _, path := range sortedPaths(pkgs) {
		if !matches([]string{"tumble/sim/..."}, path) {
			continue
		}
		c := checked{path: path, names: pkgs[path].GoFiles, info: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{},
		}}
		for _, name := range c.names {
			f, err := parser.ParseFile(positions, filepath.Join(pkgs[path].Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			c.files = append(c.files, f)
		}
		if _, err := (&types.Config{Importer: imp}).Check(path, positions, c.files, c.info); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
})

// positions are where the nodes of engine stand.
var positions = token.NewFileSet()

// TestDeterminism refuses what would make two runs of the same scene differ: ranging
// over a map, reading the clock, random numbers without a seed, and goroutines outside
// of the places made for them.
func TestDeterminism(t *testing.T) {
	t.Parallel()
	pkgs, err := engine()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		for i, f := range p.files {
			name := strings.TrimPrefix(p.path, "tumble/") + "/" + p.names[i]
			for _, found := range undetermined(f, name, p.info) {
				t.Errorf("%s:%d: %s", name, positions.Position(found.at).Line, found.what)
			}
		}
	}
}

type finding struct {
	at   token.Pos
	what string
}

// undetermined lists what a file does that may differ from run to run.
func undetermined(f *ast.File, name string, info *types.Info) (found []finding) {
	sorted := map[ast.Node]bool{} // arguments of slices.Sorted
	add := func(n ast.Node, what string) { found = append(found, finding{n.Pos(), what}) }
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if _, ok := info.Types[n.X].Type.Underlying().(*types.Map); ok {
				add(n, "ranges over a map, whose order is random: range over slices.Sorted(maps.Keys(m))")
			}
		case *ast.GoStmt:
			if mayStart[name] == "" {
				add(n, "starts a goroutine: only the places listed in mayStart may")
			}
		case *ast.CallExpr:
			if strings.HasPrefix(called(n, info), "slices.Sorted") {
				for _, a := range n.Args {
					sorted[a] = true
				}
			}
			switch called(n, info) {
			case "maps.Keys", "maps.Values", "maps.All":
				if !sorted[n] {
					add(n, "walks a map, whose order is random: sort at once, with slices.Sorted")
				}
			}
		case *ast.Ident:
			if why := unseeded(info.Uses[n], name); why != "" {
				add(n, why)
			}
		}
		return true
	})
	return found
}

// called returns the package and name of the function that a call calls.
func called(call *ast.CallExpr, info *types.Info) string {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if o := info.Uses[sel.Sel]; o != nil && o.Pkg() != nil {
		return o.Pkg().Path() + "." + o.Name()
	}
	return ""
}

// unseeded tells why an object of the standard library may not be used in a file.
func unseeded(o types.Object, file string) string {
	if o == nil || o.Pkg() == nil {
		return ""
	}
	fn, ok := o.(*types.Func)
	isFunc := ok && fn.Signature().Recv() == nil
	switch path := o.Pkg().Path(); {
	case path == "time" && isFunc && slices.Contains([]string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc",
		"Tick", "NewTimer", "NewTicker"}, o.Name()):
		if mayReadClock[file] == "" {
			return "reads the clock (time." + o.Name() + "): a run depends on its scene, seed and commands only"
		}
	case (path == "math/rand" || path == "math/rand/v2") && isFunc && !strings.HasPrefix(o.Name(), "New"):
		return "draws from the global generator (rand." + o.Name() + "), which has no seed of ours"
	case path == "crypto/rand" || path == "hash/maphash":
		return "uses " + path + ", which differs from run to run"
	}
	return ""
}

// TestTheRulesSee proves that TestDeterminism would see what it looks for.
func TestTheRulesSee(t *testing.T) {
	t.Parallel()
	const src = `package p
import ("maps"; "math/rand/v2"; "slices"; "time")
func f(m map[int]int, r *rand.Rand) {
	for range m {}                            // 1
	for range maps.Keys(m) {}                 // 2
	for range slices.Sorted(maps.Keys(m)) {}
	_ = time.Now()                            // 3
	_ = rand.Float64()                        // 4
	_, _ = r.Float64(), rand.New(rand.NewPCG(1, 2))
	go f(m, r)                                // 5
	var d time.Duration = time.Second
	_ = d
	now := time.Now                           // 6
	_ = now
}`
	pkgs := goList(t, "-export", "maps", "math/rand/v2", "slices", "time")
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	imp := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(pkgs[short(path)].Export)
	})
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	if _, err := (&types.Config{Importer: imp}).Check("p", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	var lines []int
	for _, found := range undetermined(file, "p.go", info) {
		lines = append(lines, fset.Position(found.at).Line)
	}
	if want := []int{4, 5, 7, 8, 10, 13}; !slices.Equal(lines, want) {
		t.Errorf("findings in lines %v, want %v", lines, want)
	}
	if way := chain(program(t), "tumble/render/view", []string{"github.com/go-gl/mathgl/..."}); len(way) != 2 {
		t.Errorf("chain found %v, but render/view imports mathgl", way)
	}
}
