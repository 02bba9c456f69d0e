package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"example.org/tumble/sim/files/export/replay"
	"example.org/tumble/sim/files/export/replay/live"
	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/scene"
)

// liveFlags are the flags of pages that compute their run.
type liveFlags struct {
	on    bool
	knobs []string
}

func (l *liveFlags) declare(f *flags) {
	f.toggle("live", "takes the engine along: the page checks the run bit by bit, and its reader tries other numbers",
		&l.on)
	f.text("knobs", "KEYS", "numbers with a slider in a --live page, as in damping=0..0.5,seed=1..5,"+
		"materials.pill.tanPhi (friction, damping, gravity)", func(s string) error {
		l.knobs = strings.Split(s, ",")
		return nil
	})
}

// engineFolders returns the folders in which the engine for pages may lie: beside the program, and where ./dev
// install puts it.
var engineFolders = func() []string {
	program, err := os.Executable()
	if err != nil {
		return nil
	}
	if real, err := filepath.EvalSymlinks(program); err == nil {
		program = real
	}
	folder := filepath.Dir(program)
	return []string{folder, filepath.Join(folder, "..", "share", "tumble")}
}

// errNoEngine is the error of a program that was built without the engine for pages.
var errNoEngine = errors.New("the engine for pages, page.wasm, is not beside the program: ./dev page builds it")

// engine reads the engine for pages, and the script of Go that it needs.
func engine() (code, glue []byte, err error) {
	for _, folder := range engineFolders() {
		if code, err = input.Read(filepath.Join(folder, "page.wasm"), limit.EngineBytes); errors.Is(err, os.ErrNotExist) {
			continue
		} else if err == nil {
			glue, err = input.Read(filepath.Join(folder, "page.js"), limit.EngineBytes)
		}
		if err == nil {
			err = checkEngine(filepath.Join(folder, "page.wasm"), code)
		}
		if err != nil {
			return nil, nil, err
		}
		return code, glue, nil
	}
	return nil, nil, errNoEngine
}

// Go puts what it says about a build between these bytes. Its package debug/buildinfo does not read WebAssembly.
const (
	infoBegins = "0w\xaf\x0c\x92t\x08\x02A\xe1\xc1\x07\xe6\xd6\x18\xe6"
	infoEnds   = "\xf92C1\x86\x18 r\x00\x82B\x10A\x16\xd8\xf2"
)

// sources names the sources of this program. ./dev has the linker set it, and the same in the engine for pages; it is
// empty where something else built the program.
var sources string

// checkEngine returns an error unless an engine is of the same version, commit and sources as this program: another one
// can give other bits, and a page would then say that its run is not the author's. Without the name of the sources only
// a commit without changes says that they are the same.
func checkEngine(path string, code []byte) error {
	if !bytes.HasPrefix(code, []byte("\x00asm")) {
		return fmt.Errorf("%s is no WebAssembly", path)
	}
	_, text, _ := bytes.Cut(code, []byte(infoBegins))
	text, _, found := bytes.Cut(text, []byte(infoEnds))
	info, err := debug.ParseBuildInfo(string(text))
	if !found || err != nil {
		return fmt.Errorf("%s is no engine for pages: it does not say how it was built", path)
	}
	engine, _ := run.ProgramOf(info)
	program, _ := run.ThisProgram()
	if engine.Version == program.Version && engine.Commit == program.Commit {
		switch {
		case sources != "" && !bytes.Contains(code, []byte(sources)):
			return fmt.Errorf("%s is of other sources than this program: ./dev page builds it anew", path)
		case sources == "" && (program.Commit == "" || strings.HasSuffix(program.Commit, "+changes")):
			return fmt.Errorf("%s may be of other sources than this program, which does not say of which it is: "+
				"build both with ./dev", path)
		}
		return nil
	}
	name := func(p run.Program) string {
		if p.Commit == "" {
			return p.String() + " of an unknown commit"
		}
		return p.String()
	}
	return fmt.Errorf("%s is of %s, this program is %s: ./dev page builds it anew", path, name(engine), name(program))
}

// of returns what a page computes a run from, nil if it only plays. load makes the world of the scene for a seed.
//
// Errors: those of LiveOf and live.Knobs; seeds of a run that has its beginning from a file, or of a scene in which
// nothing is random.
func (l *liveFlags) of(r *batch.Run, load func(seed uint64) (run.Scene, error)) (*run.Live, error) {
	if !l.on {
		return nil, nil
	}
	knobs, err := live.Knobs(r.Scene.World, l.knobs)
	if err != nil {
		return nil, fmt.Errorf("--knobs: %w", err)
	}
	out, err := LiveOf(r)
	if err != nil {
		return nil, fmt.Errorf("--live: %w", err)
	}
	out.Knobs = knobs
	if seeds := live.Seeds(knobs); seeds != nil {
		if out.Starts, err = startsOf(r, out.File, seeds, load); err != nil {
			return nil, fmt.Errorf("--knobs: seed: %w", err)
		}
	}
	return out, nil
}

// startsOf makes the worlds of a scene for seeds and packs them, beside the run of the page.
func startsOf(r *batch.Run, own *runfile.File, seeds []uint64, load func(seed uint64) (run.Scene, error)) ([]byte,
	error) {
	if scene.IsSaved(r.Scene.Name) {
		return nil, errors.New("a run file begins with a state, which takes no other seed: name its scene instead")
	}
	var starts []replay.Start
	for _, seed := range seeds {
		sc, err := load(seed)
		if err != nil {
			return nil, fmt.Errorf("%d: %w", seed, err)
		}
		sc.View = r.Scene.View
		same, bodies := sc.World.Hash() == r.Scene.World.Hash(), sc.World.NumBodies()
		file, err := beginning(sc)
		sc.World.Close()
		switch {
		case err != nil:
			return nil, err
		case same: // the hash has the streams of inlets in it, and not the seed itself
			return nil, fmt.Errorf("nothing in the scene %s is random: its runs are the same for every seed", sc.Name)
		case bodies > replay.MostLiveBodies:
			return nil, fmt.Errorf("%d: a page computes at most %d bodies, the scene then has %d", seed,
				replay.MostLiveBodies, bodies)
		}
		starts = append(starts, replay.Start{Seed: seed, File: file})
	}
	return replay.PackStarts(own, starts)
}

// beginning returns a scene as it is now as a run file of one moment.
func beginning(sc run.Scene) (*runfile.File, error) {
	var b bytes.Buffer
	if err := scene.Save(&b, sc); err != nil {
		return nil, err
	}
	return runfile.Parse(b.Bytes())
}

// WhyNotLive returns the reason why pages of this program can only play; nil: they can compute their run.
func WhyNotLive() error {
	_, _, err := engine()
	return err
}

// LiveOf returns what a page computes a run from, with sliders for the usual numbers.
//
// Errors: an engine for pages that is missing or of another program, a scene with too many bodies for a page.
func LiveOf(r *batch.Run) (*run.Live, error) {
	if n := r.Scene.World.NumBodies(); n > replay.MostLiveBodies {
		return nil, fmt.Errorf("a page computes at most %d bodies, the scene has %d", replay.MostLiveBodies, n)
	}
	out := &run.Live{}
	var err error
	if out.Engine, out.Glue, err = engine(); err != nil {
		return nil, err
	}
	if out.Knobs, err = live.Knobs(r.Scene.World, nil); err != nil {
		return nil, err
	}
	if r.Recorded != nil { // the view can have another slice than that of the file
		out.File, err = r.Recorded.SeenAs(r.Scene.View)
		return out, err
	}
	out.File, err = beginning(r.Scene)
	return out, err
}
