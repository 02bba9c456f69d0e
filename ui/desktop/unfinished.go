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

// keptRuns is the folder in which each window keeps the run on its screen, in a file of its own, until the window
// is closed. If the program of a file does not run any more, its run was not ended by a person.
type keptRuns struct {
	folder string
	mine   string // file of this window
	ended  []endedRun
	found  string // file of the run that is offered; empty if no run is offered
	scene  string // scene of the run that is offered
	chosen bool   // the person has accepted or declined the offer: closing this window removes the file found
	killed bool   // this window ends without the person's will: its file stays
	log    *outfile.Log
}

// endedRun is the file of a program that does not run any more.
type endedRun struct {
	path  string
	bytes int64
	time  time.Time // when its last block was written
}

const keptPrefix = "run-"

// openKeptRuns reads the folder beside the memory file of the window; it returns nil if there is no memory file.
// The name of a file contains the time, so that no two windows share a file, although a process number may be used
// again.
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

// writer returns the number of the process that writes a file of this name, 0 if the file is no kept run.
func writer(name string) int {
	text, ok := strings.CutPrefix(name, keptPrefix)
	text, _, _ = strings.Cut(text, "-")
	pid, err := strconv.Atoi(text)
	if !ok || err != nil || pid <= 0 {
		return 0
	}
	return pid
}

// running reports whether a process of that number runs. On Windows, FindProcess finds only processes that run;
// elsewhere signal 0 tests this.
func running(pid int) bool {
	p, err := os.FindProcess(pid)
	return err == nil && (runtime.GOOS == "windows" || p.Signal(syscall.Signal(0)) == nil)
}

// offer returns the newest run that can be read, for the person to go on with; nil if there is none. It also
// returns the errors of reading newer runs. The files of these and of older runs stay.
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

// Begin begins the file of this window; see run.Keeper. The new file gets its name with its first block, so that
// the file kept before stays until then.
func (k *keptRuns) Begin(s run.Scene) (*runfile.Writer, error) {
	outfile.Follow(k.folder) // a link is allowed: the folder is the person's own
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

// Finish removes the file, since nobody needs it, unless the window ends without the person's will.
func (k *keptRuns) Finish() error {
	if k.log == nil {
		return nil
	}
	err := k.log.Close()
	if k.killed { // the file found stays too: this window's file may hold another scene by now
		return err
	}
	os.Remove(k.mine)
	if k.chosen {
		os.Remove(k.found)
	}
	return err
}

// loader returns a loader that gives the offered run the name of its scene, because the file of the run will soon
// be removed.
func (k *keptRuns) loader(load run.Loader) run.Loader {
	return func(name string, seed uint64) (run.Scene, error) {
		s, err := load(name, seed)
		if err == nil && k != nil && name == k.found && k.scene != "" {
			k.chosen, s.Name = true, k.scene
		}
		return s, err
	}
}
