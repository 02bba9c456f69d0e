//go:build unix && !headless

package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// command returns the words of a writer's command, which writes into a folder.
func (w *writer) command(t *testing.T, inputs, dir string) []string {
	t.Helper()
	grains, table := filepath.Join(inputs, "grains.yaml"), filepath.Join(inputs, "table.csv")
	for path, text := range map[string]string{
		grains: "title: t\ngravity: [0, 0, -10]\nmaterials: [{name: m}]\nbodies:\n" +
			"  - {name: ball, sphere: {radius: 0.01},\n" +
			"     copies: {lattice: {counts: [15, 15, 15], spacing: [0.0199, 0.0199, 0.0199]}}}\n",
		table: "damping\n0.1\n0.2\n0.3\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Fields(strings.NewReplacer("SCENE", grains, "TABLE", table, "DIR", dir).Replace(w.args))
}

// ways are writers that write in different ways: a table and what is told beside it, a file that grows, a series of
// files, a page that keeps its moments beside it, the film of another program and one that is kept to be limited,
// numbered pictures, a folder.
var ways = []string{"particles", "run-file", "vtk", "page", "mp4", "limited", "frames", "deck"}

// Contract: a program that is killed, at whatever moment, leaves under the names of its results what was there or whole
// files, and the next run leaves nothing else, nor does any leave something among temporary files. Half of the kills
// come by the clock, and half while a hidden file is there that is to become a result, or just when a result changes.
// With TUMBLE_LONG each writer is killed fifty times, else one of each way of writing, twice.
func TestKilledWhileWriting(t *testing.T) {
	long, kills := os.Getenv("TUMBLE_LONG") != "", 2
	if long {
		kills = 50
	} else if testing.Short() {
		t.Skip("not with -short")
	}
	inputs, temporary, random := t.TempDir(), t.TempDir(), rand.New(rand.NewPCG(7, 7))
	t.Setenv("TMPDIR", temporary)
	for _, w := range writers {
		if !long && !slices.Contains(ways, w.name) {
			continue
		}
		t.Run(w.name, func(t *testing.T) {
			needsFFmpeg(t, w.args)
			dir := filepath.Join(t.TempDir(), "out")
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			k := killer{t: t, dir: dir, args: w.command(t, inputs, dir), random: random}
			k.finish() // also the old results, that must survive
			died, inSight, left := 0, 0, 0
			for tries := 0; died < kills && tries < 3*kills; tries++ {
				if w.name == "sweep" {
					os.RemoveAll(filepath.Join(dir, fmt.Sprintf("row-%04d", 1+random.IntN(3)))) // else it has nothing to do
				}
				if died%2 == 1 && k.inSight() {
					died, inSight = died+1, inSight+1
				} else if k.byTheClock() {
					died++
				}
				w.whole(t, dir)
				left += min(1, len(partsIn(dir)))
			}
			if died < kills {
				t.Errorf("the command was killed %d times only: else it had ended", died)
			}
			awaitThat(t, "the end of the last ffmpeg, which lost its parent", func() bool { return abandoned(dir) })
			k.finish()
			w.whole(t, dir)
			for _, path := range allIn(t, dir) {
				if !slices.ContainsFunc(w.after, func(pattern string) bool { ok, _ := filepath.Match(pattern, path); return ok }) {
					t.Errorf("left behind: %s", path)
				}
			}
			t.Logf("%-14s %2d kills within %5v, %2d by sight of %2d hidden files, %2d changes; a part was left %2d times",
				w.name, died, k.lasts.Round(time.Millisecond), inSight, k.hidden, k.changes, left)
		})
	}
	if left := allIn(t, temporary); len(left) > 0 {
		t.Errorf("left among temporary files: %q", left)
	}
}

// killer runs a command that is killed.
type killer struct {
	t       *testing.T
	dir     string
	args    []string
	random  *rand.Rand
	lasts   time.Duration // of a whole run
	hidden  int           // files that came in a whole run and were to become results
	changes int           // of results in a whole run
	shown   time.Duration // how long there was a hidden file
}

// finish runs the command to its end, and looks at its files meanwhile.
func (k *killer) finish() {
	k.t.Helper()
	began := time.Now()
	p, ended := k.start()
	k.hidden, k.changes, k.shown = 0, 0, 0
	k.watch(ended, func(hidden bool) (goOn bool) {
		if hidden {
			k.hidden++
		} else {
			k.changes++
		}
		return true
	})
	<-ended
	if status := p.ProcessState.ExitCode(); status != 0 {
		k.t.Fatalf("exit status %d: %s", status, p.errs.String())
	}
	k.lasts = time.Since(began)
}

// byTheClock kills the command at any moment after its very beginning; it reports whether that had not ended by then.
func (k *killer) byTheClock() bool {
	began := time.Now()
	p, ended := k.start()
	select {
	case <-time.After(time.Duration((0.1 + 0.9*k.random.Float64()) * float64(k.lasts))):
	case <-ended:
		k.lasts = time.Since(began) // the first run may have been slow
	}
	return kill(p, ended)
}

// inSight kills the command while any of its hidden files is there, or just when a result changes; it reports whether
// that came, and the command had not ended by then.
func (k *killer) inSight() bool {
	for _, path := range partsIn(k.dir) {
		os.RemoveAll(path) // of an earlier kill; those by the clock leave them to the program
	}
	if k.hidden+k.changes == 0 {
		return false
	}
	which, shown := k.random.IntN(k.hidden+k.changes), k.shown
	p, ended := k.start()
	k.watch(ended, func(hidden bool) (goOn bool) {
		which--
		wait := 300 * time.Microsecond // a megabyte is written in that
		if hidden {
			wait = shown / time.Duration(max(1, k.hidden))
		}
		if which < 0 {
			time.Sleep(time.Duration(1.1 * k.random.Float64() * float64(wait)))
		}
		return which >= 0
	})
	k.shown = shown
	return kill(p, ended) && which < 0
}

// watch tells when a hidden file comes, or else a result comes or changes, until it need not go on or the command
// has ended.
func (k *killer) watch(ended chan struct{}, event func(hidden bool) (goOn bool)) {
	hidden, results := k.inspect()
	for at := time.Now(); !over(ended); time.Sleep(50 * time.Microsecond) {
		h, r := k.inspect()
		if h > 0 {
			k.shown += time.Since(at)
		}
		at = time.Now()
		if (h > hidden || r != results) && !event(h > hidden) {
			return
		}
		hidden, results = h, r
	}
}

// inspect returns how many hidden files there are that are to become results, and the names and sizes of results.
func (k *killer) inspect() (hidden int, results string) {
	var b strings.Builder
	filepath.WalkDir(k.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || path == k.dir {
			return nil // it has gone meanwhile
		}
		if strings.HasSuffix(path, ".part") {
			if hidden++; d.IsDir() {
				return filepath.SkipDir
			}
		} else if info, err := d.Info(); err == nil {
			fmt.Fprintln(&b, path, info.Size())
		}
		return nil
	})
	return hidden, b.String()
}

// kill kills a process, and reports whether that was what has ended it.
func kill(p *process, ended chan struct{}) bool {
	p.Process.Kill()
	<-ended
	status, ok := p.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled()
}

// start starts the command; ended is closed when it is over.
func (k *killer) start() (p *process, ended chan struct{}) {
	k.t.Helper()
	p, ended = start(k.t, "", k.args...), make(chan struct{})
	go func() {
		p.Wait()
		close(ended)
	}()
	return p, ended
}

func over(ended chan struct{}) bool {
	select {
	case <-ended:
		return true
	default:
		return false
	}
}

func partsIn(dir string) []string {
	a, _ := filepath.Glob(filepath.Join(dir, ".*.part"))
	b, _ := filepath.Glob(filepath.Join(dir, "*", ".*.part"))
	return append(a, b...)
}

// abandoned reports whether nobody holds the lock of a hidden file.
func abandoned(dir string) bool {
	for _, path := range partsIn(dir) {
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		f.Close()
		if err != nil {
			return false
		}
	}
	return true
}

// allIn lists what lies below a folder.
func allIn(t *testing.T, dir string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if path != dir {
			name, _ := filepath.Rel(dir, path)
			paths = append(paths, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}
