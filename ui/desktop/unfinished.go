//go:build !headless

package desktop

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/scene"
	"example.org/tumble/ui"
)

// keptRuns is the folder in which each window keeps the run on its screen, in a file of its own, until it is closed.
// A file whose program is not there any more is of a run that was not ended by a person.
type keptRuns struct {
	folder string
	mine   string // file of this window
	ended  []endedRun
	found  string // file of the run that is offered; empty if there is none
	scene  string // that the run is of
	chosen bool   // a person has gone on with it or not: its file is there until this window is closed
	killed bool   // this window is ended without a person's will: its file stays
	log    *outfile.Log
}

// endedRun is the file of a program that is not there any more.
type endedRun struct {
	path  string
	bytes int64
	time  time.Time // of its last block
}

const keptPrefix = "run-"

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
	for _, e := range entries {
		pid := writer(e.Name())
		if pid == 0 || pid != os.Getpid() && running(pid) {
			continue
		}
		if info, err := e.Info(); err == nil {
			k.ended = append(k.ended, endedRun{filepath.Join(k.folder, e.Name()), info.Size(), info.ModTime()})
		}
	}
	slices.SortStableFunc(k.ended, func(a, b endedRun) int { return b.time.Compare(a.time) })
	return k
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

// running reports whether there is a process of that number. Windows finds only processes that run.
func running(pid int) bool {
	p, err := os.FindProcess(pid)
	return err == nil && (runtime.GOOS == "windows" || p.Signal(syscall.Signal(0)) == nil)
}

// offer returns the newest run that can be read for a person to go on with, nil if there is none, and why newer ones
// cannot be read. Their files, and those of older runs, are left alone.
func (k *keptRuns) offer() (offered *ui.Unfinished, unread []error) {
	if k == nil {
		return nil, nil
	}
	for i, e := range k.ended {
		r, err := scene.ReadRecorded(e.path)
		if err != nil {
			unread = append(unread, err)
			continue
		}
		at, _ := r.End()
		k.found, k.scene = e.path, r.Scene()
		offered = &ui.Unfinished{Path: e.path, Title: r.Title(), Time: at.Time, Step: at.Step,
			Decline: func() { k.chosen = true }}
		for _, older := range k.ended[i+1:] {
			offered.Older, offered.OlderBytes = offered.Older+1, offered.OlderBytes+older.bytes
		}
		return offered, unread
	}
	return nil, unread
}

// Begin begins the file of this window; see run.Keeper. It comes to its name with its first piece, so that what was
// kept before is there until then.
func (k *keptRuns) Begin(s run.Scene) (*runfile.Writer, error) {
	outfile.Follow(k.folder) // the person's own
	if err := outfile.MakeFolder(k.folder); err != nil {
		return nil, err
	}
	log, err := outfile.NewLog(k.mine, "", "")
	if err != nil {
		return nil, err
	}
	if k.log != nil {
		k.log.Close()
	}
	k.log = log
	return scene.NewFile(k, s), nil
}

// Write adds a block to the file.
func (k *keptRuns) Write(block []byte) (int, error) {
	return len(block), k.log.Append(block)
}

// Finish takes the file away, unless the window is ended without a person's will: nobody needs it.
func (k *keptRuns) Finish() error {
	if k.log == nil {
		return nil
	}
	err := k.log.Close()
	if k.killed { // the run that was gone on with stays too: another scene may have taken its place in this file
		return err
	}
	os.Remove(k.mine)
	if k.chosen {
		os.Remove(k.found)
	}
	return err
}

// loader returns a loader by which the run that is offered has the name of its scene: its file will not be there for
// long.
func (k *keptRuns) loader(load run.Loader) run.Loader {
	return func(name string, seed uint64) (run.Scene, error) {
		s, err := load(name, seed)
		if err == nil && k != nil && name == k.found && k.scene != "" {
			k.chosen, s.Name = true, k.scene
		}
		return s, err
	}
}
