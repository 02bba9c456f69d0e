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

// Contract: a program that is killed, at whatever moment, leaves under the names of its results what was there or whole
// files, and the next run leaves nothing else. Half of the kills come by the clock, and half while a hidden file is
// there that is to become a result. Fifty kills each with TUMBLE_LONG, else two.
func TestKilledWhileWriting(t *testing.T) {
	kills := 2
	if os.Getenv("TUMBLE_LONG") != "" {
		kills = 50
	} else if testing.Short() {
		t.Skip("not with -short")
	}
	inputs, random := t.TempDir(), rand.New(rand.NewPCG(7, 7))
	for _, w := range writers {
		t.Run(w.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "out")
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			k := killer{t: t, dir: dir, args: w.command(t, inputs, dir), random: random}
			k.finish() // also the old results, that must survive
			left, inSight := 0, 0
			for n := range kills {
				if w.name == "sweep" {
					os.RemoveAll(filepath.Join(dir, fmt.Sprintf("row-%04d", 1+random.IntN(3)))) // else it has nothing to do
				}
				if n%2 == 1 && k.inSight() {
					inSight++
				} else if n%2 == 0 {
					k.byTheClock()
				}
				w.whole(t, dir)
				left += min(1, len(partsIn(dir)))
			}
			awaitThat(t, "the end of the last ffmpeg, which lost its parent", func() bool { return abandoned(dir) })
			k.finish()
			w.whole(t, dir)
			for _, path := range allIn(t, dir) {
				if !slices.ContainsFunc(w.after, func(pattern string) bool { ok, _ := filepath.Match(pattern, path); return ok }) {
					t.Errorf("left behind: %s", path)
				}
			}
			t.Logf("%d kills within %v, %d of them in sight of one of %d parts; a part was left %d times", kills,
				k.lasts.Round(time.Millisecond), inSight, k.parts, left)
		})
	}
}

// killer runs a command that is killed.
type killer struct {
	t      *testing.T
	dir    string
	args   []string
	random *rand.Rand
	lasts  time.Duration // of a whole run
	parts  int           // hidden files that came, one after another, in a whole run
	shown  time.Duration // for how long, together
}

// finish runs the command to its end, and looks for hidden files meanwhile.
func (k *killer) finish() {
	k.t.Helper()
	began := time.Now()
	p, ended := k.start()
	k.parts, k.shown = 0, 0
	for k.sight(ended) {
		from := time.Now()
		k.parts++
		for len(partsIn(k.dir)) > 0 && !over(ended) {
			time.Sleep(50 * time.Microsecond)
		}
		k.shown += time.Since(from)
	}
	<-ended
	if status := p.ProcessState.ExitCode(); status != 0 {
		k.t.Fatalf("exit status %d: %s", status, p.errs.String())
	}
	k.lasts = time.Since(began)
}

// byTheClock kills the command at any moment after its very beginning.
func (k *killer) byTheClock() {
	p, ended := k.start()
	select {
	case <-time.After(time.Duration((0.1 + 0.9*k.random.Float64()) * float64(k.lasts))):
	case <-ended:
	}
	p.Process.Kill()
	<-ended
}

// inSight kills the command while any of its hidden files is there, or soon after; it reports whether that came.
func (k *killer) inSight() bool {
	for _, path := range partsIn(k.dir) {
		os.RemoveAll(path) // of an earlier kill; those by the clock leave them to the program
	}
	if k.parts == 0 {
		return false
	}
	p, ended := k.start()
	for range k.random.IntN(k.parts) {
		if k.sight(ended) {
			for len(partsIn(k.dir)) > 0 && !over(ended) {
				time.Sleep(50 * time.Microsecond)
			}
		}
	}
	seen := k.sight(ended)
	time.Sleep(time.Duration(1.1 * k.random.Float64() * float64(k.shown) / float64(k.parts)))
	p.Process.Kill()
	<-ended
	return seen
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

// sight waits until there is a hidden file, and reports whether one came before the end.
func (k *killer) sight(ended chan struct{}) bool {
	for len(partsIn(k.dir)) == 0 {
		if over(ended) {
			return false
		}
		time.Sleep(50 * time.Microsecond)
	}
	return !over(ended)
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
