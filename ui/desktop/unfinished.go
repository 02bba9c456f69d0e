//go:build !headless

package desktop

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/scene"
	"example.org/tumble/ui"
)

// keptRuns is the folder in which each window keeps the run on its screen, in a file of its own, until it is closed.
// A file whose program is not there any more is of a run that was not ended by a person.
type keptRuns struct {
	folder string
	mine   string   // file of this window
	ended  []string // files of programs that are not there any more, newest first
	found  string   // that of the run that is offered; empty if there is none
	scene  string   // that the run is of
	goneOn bool     // a person goes on with it,
	spared bool     // or does not: its file is there until this window is closed
}

const (
	keptPrefix = "run-"
	mostKept   = 256 << 20 // bytes in a file; then it begins anew from where the run is
	mostEnded  = 4         // files of ended programs; older ones are removed
)

// openKeptRuns looks into the folder beside the memory of the window, and returns nil where there is none. No two
// windows have the same file, although one may have the process number that another had.
func openKeptRuns(memory string) *keptRuns {
	if memory == "" {
		return nil
	}
	k := &keptRuns{folder: filepath.Join(filepath.Dir(memory), "runs")}
	k.mine = filepath.Join(k.folder, fmt.Sprintf("%s%d-%d%s", keptPrefix, os.Getpid(), time.Now().UnixNano(),
		scene.SavedExt))
	entries, _ := os.ReadDir(k.folder)
	slices.SortStableFunc(entries, func(a, b os.DirEntry) int { return cmp.Compare(fileTime(b), fileTime(a)) })
	for _, e := range entries {
		pid := writer(e.Name())
		if pid == 0 || pid != os.Getpid() && running(pid) {
			continue
		}
		path := filepath.Join(k.folder, e.Name())
		if len(k.ended) == mostEnded {
			os.Remove(path)
			continue
		}
		k.ended = append(k.ended, path)
	}
	return k
}

func fileTime(e os.DirEntry) int64 {
	info, err := e.Info()
	if err != nil {
		return 0
	}
	return info.ModTime().UnixNano()
}

// writer returns the process that writes a file of this name, 0 if it is no kept run.
func writer(name string) int {
	text, ok := strings.CutPrefix(name, keptPrefix)
	text, _, _ = strings.Cut(text, "-")
	pid, err := strconv.Atoi(text)
	if !ok || err != nil || pid <= 0 {
		return 0
	}
	return pid
}

// running reports whether there is a process of that number.
func running(pid int) bool {
	p, err := os.FindProcess(pid)
	return err == nil && p.Signal(syscall.Signal(0)) == nil
}

// offer returns the newest run that can be read for a person to go on with, nil if there is none. Files that cannot
// be read are left alone.
func (k *keptRuns) offer() *ui.Unfinished {
	if k == nil {
		return nil
	}
	for _, path := range k.ended {
		r, err := scene.ReadRecorded(path)
		if err != nil {
			continue
		}
		at, _ := r.End()
		k.found, k.scene = path, r.Scene()
		return &ui.Unfinished{
			Path: path, Title: r.Title(), Time: at.Time, Step: at.Step, Decline: func() { k.spared = true },
		}
	}
	return nil
}

// keep begins to keep a run; see run.Runner.KeepWith.
func (k *keptRuns) keep(s run.Scene) (run.Keeper, error) {
	if err := outfile.MakeFolder(k.folder); err != nil {
		return nil, err
	}
	one := &keptRun{runs: k}
	if err := one.begin(s); err != nil {
		return nil, err
	}
	if k.goneOn { // it is kept from here
		os.Remove(k.found)
	}
	return one, nil
}

// loader returns a loader by which the run that is offered has the name of its scene: its file will not be there for
// long.
func (k *keptRuns) loader(load run.Loader) run.Loader {
	return func(name string, seed uint64) (run.Scene, error) {
		s, err := load(name, seed)
		if err == nil && k != nil && name == k.found && k.scene != "" {
			k.goneOn, s.Name = true, k.scene
		}
		return s, err
	}
}

// keptRun is the file of the run on the screen.
type keptRun struct {
	runs     *keptRuns
	log      *outfile.Log
	recorder *scene.Recorder
	size     int
}

func (k *keptRun) begin(s run.Scene) (err error) {
	k.size = 0
	if k.log, err = outfile.NewLog(k.runs.mine, "", ""); err == nil {
		k.recorder, err = scene.NewRecorder(k, s)
	}
	return err
}

// Write adds a block to the file.
func (k *keptRun) Write(block []byte) (int, error) {
	k.size += len(block)
	return len(block), k.log.Append(block)
}

func (k *keptRun) Command(s run.Scene, c bridge.Command) { k.recorder.Command(s.World, c) }

func (k *keptRun) Observe(s run.Scene) error {
	if k.size > mostKept {
		if err := k.log.Close(); err != nil {
			return err
		}
		return k.begin(s)
	}
	return k.recorder.Observe(s)
}

// Finish takes the file away: the window is closed, and nobody needs it.
func (k *keptRun) Finish(run.Scene) error {
	err := k.log.Close()
	os.Remove(k.runs.mine)
	if k.runs.spared {
		os.Remove(k.runs.found)
	}
	return err
}
