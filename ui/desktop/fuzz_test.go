//go:build linux && !headless

package desktop

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/tumble/sim/scene"
	"example.org/tumble/ui/displaytest"
)

const (
	checkTime = 20 * time.Minute // that a check of a run may take on a busy machine; it only catches hangs
	mostLeft  = 3                // unfinished runs that are left for the next program
)

// Contract: whatever a person does to a window that no window manager looks after, with sizes from 1 x 1 to
// 3000 x 2000, and however the program ends, nothing of a run is lost: its file opens, the run that it holds is
// reproduced bit by bit, and the next program offers it and goes on with it. Videos that were finished can be played.
// The window answers, and takes no more memory than mostResident.
//
// Each round has a seed of its own, the number in its name: TUMBLE_SEED=7 begins with that one.
func TestFuzzWindow(t *testing.T) {
	length, seed := longTest(t, soakTime), firstSeed(t)
	hearHangups(t)
	t.Logf("%v from seed %d on", length, seed)
	f := &fuzz{titles: sceneTitles(t)}
	for begin := time.Now(); time.Since(begin) < length; seed++ {
		f.renew(t, seed)
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) { f.round(t, seed) })
	}
	f.leave(t)
}

// fuzz is what goes from round to round.
type fuzz struct {
	titles map[string]string
	state  string // folder of the state; empty before the first round and after one that failed
	failed bool   // the round that used it
}

// renew makes a new state for some of the rounds, and for those after one that failed.
func (f *fuzz) renew(t *testing.T, seed uint64) {
	if f.state != "" && !f.failed && seed%8 != 0 {
		return
	}
	f.leave(t)
	var err error
	if f.state, err = os.MkdirTemp("", "tumble-fuzz-state"); err != nil {
		t.Fatal(err)
	}
	f.failed = false
}

// leave removes the state, unless a round with it failed.
func (f *fuzz) leave(t *testing.T) {
	if f.state != "" && !f.failed {
		os.RemoveAll(f.state)
	}
	f.state = ""
}

func (f *fuzz) memory() string { return filepath.Join(f.state, "tumble", "window.json") }

// runs returns the files of runs in the state, and how large they are.
func (f *fuzz) runs() map[string]int64 {
	list := map[string]int64{}
	paths, _ := filepath.Glob(filepath.Join(f.state, "tumble", "runs", keptPrefix+"*"+scene.SavedExt))
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil {
			list[path] = info.Size()
		}
	}
	return list
}

// ending is one way in which a program ends.
type ending struct {
	name   string
	signal syscall.Signal // 0: a person closes the window
}

var endings = []ending{{"kill -9", syscall.SIGKILL}, {"kill -9", syscall.SIGKILL}, {"kill -9", syscall.SIGKILL},
	{"kill -TERM", syscall.SIGTERM}, {"kill -HUP", syscall.SIGHUP}, {"close", 0}}

// round starts the program, disturbs it for a while, ends it, and looks at what it leaves.
func (f *fuzz) round(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 7))
	folder, err := os.MkdirTemp("", "tumble-fuzz-folder")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if f.failed = t.Failed(); f.failed {
			t.Logf("%s: round %d FAILED; what is left: %s and %s", time.Now().Format(time.TimeOnly), seed, f.state, folder)
			return
		}
		t.Logf("%s: round %d good", time.Now().Format(time.TimeOnly), seed)
		os.RemoveAll(folder)
	}()
	before := f.runs()
	p := &fuzzed{width: 1280, height: 720}
	goesOn := f.open(t, r, p, folder, before)
	p.until("a file of the run", func() bool { return p.mine(f.runs()) != "" })
	length := time.Duration(20+r.IntN(50)) * time.Second
	name := soakScenes[r.IntN(len(soakScenes))]
	answers := r.IntN(3) > 0
	p.disturbFor(r, length/2)
	if answers { // and its run is another one then
		p.calm()
		p.width, p.height = 1280, 720
		p.load(name, f.titles[name])
		p.until("a file of the run", func() bool { return p.mine(f.runs()) != "" })
	}
	p.disturbFor(r, length/2)
	e := endings[r.IntN(len(endings))]
	t.Logf("%s; %v of disturbance, scene asked for in the middle: %v %s; then %s; %d MB of memory at most", goesOn, length,
		answers, name, e.name, p.most>>10)
	p.end(e)
	f.judge(p, e, before)
	p.playable()
}

// open starts the program: with a scene, with the file of an unfinished run, or with a run that it offers.
func (f *fuzz) open(t *testing.T, r *rand.Rand, p *fuzzed, folder string, before map[string]int64) string {
	how, name := r.IntN(3), soakScenes[r.IntN(len(soakScenes))]
	offered, unread := openKeptRuns(f.memory()).offer()
	if len(unread) > 0 || len(before) > 0 && offered == nil {
		t.Fatalf("of %d unfinished runs %+v is offered, and these are refused: %v", len(before), offered, unread)
	}
	if offered == nil {
		how = 0
	}
	if how == 1 {
		name = offered.Path
	}
	if how == 2 {
		os.Remove(f.memory()) // with it the place of the button is known
	}
	p.program = openWindow(t, displaytest.Start(t, "3000x2000"), f.state, folder, name)
	switch how {
	case 1:
		return "the file " + filepath.Base(offered.Path)
	case 2:
		p.goOn(offered.Title)
		return fmt.Sprintf("%s, then going on with %s at step %d", name, offered.Title, offered.Step)
	}
	return "scene " + name
}

// fuzzed is a program that is disturbed.
type fuzzed struct {
	*program
	width, height int // of its window
	most          int // memory that it had [kB]
}

// goOn answers that the run which is offered shall go on, which has the title of its scene.
func (p *fuzzed) goOn(title string) {
	y := 383 // of the button, the lower the longer the question
	p.until("answer to the offer of "+title, func() bool {
		p.xdotool("mousemove", "635", strconv.Itoa(y), "sleep", "0.3", "click", "1", "sleep", "2")
		if y += 8; y > 420 {
			y = 383
		}
		now, _ := p.xdotool("getwindowname", p.window)
		return strings.TrimSpace(now) == "Tumble — "+title
	})
}

// mine returns the file of the run of this program, if it is there.
func (p *fuzzed) mine(runs map[string]int64) string {
	for path := range runs {
		if writer(filepath.Base(path)) == p.cmd.Process.Pid {
			return path
		}
	}
	return ""
}

// disturbFor does things at random for a time.
func (p *fuzzed) disturbFor(r *rand.Rand, length time.Duration) {
	for end := time.Now().Add(length); time.Now().Before(end); {
		p.alive()
		p.most = max(p.most, p.status()["VmRSS"])
		switch n := r.IntN(100); {
		case n < 12:
			p.resize(r)
		case n < 30:
			p.seek(r)
		case n < 55:
			p.keys(slices.Repeat(fuzzKeys[r.IntN(len(fuzzKeys)):][:1], 1+r.IntN(5))...)
		case n < 70:
			p.edit(r)
		case n < 74: // a body by hand
			p.drag(r, "ctrl", p.across(r), p.down(r), p.across(r), p.down(r))
		case n < 75:
			name := soakScenes[r.IntN(len(soakScenes))]
			p.keys("Escape", "ctrl+o")
			p.xdotool("sleep", "0.3", "type", "--delay", "40", name)
			p.keys("Return")
		default:
			p.disturb(r)
		}
	}
}

// fuzzKeys are those of the run: steps to and fro, the last edit, twins, the start, videos, speeds. Some come often.
var fuzzKeys = strings.Fields(`comma shift+comma ctrl+comma ctrl+comma period shift+period ctrl+period ctrl+period r
	shift+r ctrl+z ctrl+shift+z u u shift+u BackSpace BackSpace F9 F9 F9 space space space space equal equal minus`)

func (p *fuzzed) across(r *rand.Rand) int { return r.IntN(p.width) }
func (p *fuzzed) down(r *rand.Rand) int   { return r.IntN(p.height) }

// resize gives the window another size, in one step or as by hand.
func (p *fuzzed) resize(r *rand.Rand) {
	side := func(most int) int { return int(math.Exp(r.Float64() * math.Log(float64(most)+0.5))) }
	p.width, p.height = side(3000), side(2000)
	switch r.IntN(8) {
	case 0:
		p.width, p.height = 1, 1
	case 1:
		p.width, p.height = 3000, 2000
	case 2, 3, 4:
		p.width, p.height = 1280, 720
	}
	for range r.IntN(6) {
		p.xdotool("windowsize", p.window, strconv.Itoa(1+r.IntN(p.width)), strconv.Itoa(1+r.IntN(p.height)))
	}
	p.xdotool("windowsize", p.window, strconv.Itoa(p.width), strconv.Itoa(p.height), "sleep", "0.1")
}

// seek goes to another moment by the time line, or through some.
func (p *fuzzed) seek(r *rand.Rand) {
	place := func() int { return int((0.2 + 0.45*r.Float64()) * float64(p.width)) }
	y := max(p.height-22, 0)
	if r.IntN(2) == 0 {
		p.xdotool("mousemove", strconv.Itoa(place()), strconv.Itoa(y), "sleep", "0.05", "click", "1")
	} else {
		p.drag(r, "", place(), y, place(), y)
	}
	if r.IntN(2) == 0 {
		p.keys("space")
	}
}

// edit drags a number of the panel, or types another.
func (p *fuzzed) edit(r *rand.Rand) {
	x, y := 170+r.IntN(165), 50+r.IntN(max(p.height-100, 1))
	if r.IntN(3) > 0 {
		p.drag(r, "", x, y, x+r.IntN(201)-100, y)
		return
	}
	number := []string{"0", "0.1", "0.5", "1", "-9.81", "20", "1e-3", "3e4"}[r.IntN(8)]
	p.xdotool("mousemove", strconv.Itoa(x), strconv.Itoa(y), "sleep", "0.05", "click", "1", "sleep", "0.2",
		"key", "ctrl+a", "type", "--delay", "30", number)
	p.keys("Return")
}

// drag drags something in some steps, while a key is held or none.
func (p *fuzzed) drag(r *rand.Rand, held string, x, y, toX, toY int) {
	if held != "" {
		p.xdotool("keydown", held)
		defer p.xdotool("keyup", held)
	}
	args := []string{"mousemove", strconv.Itoa(x), strconv.Itoa(y), "sleep", "0.05", "mousedown", "1"}
	steps := 1 + r.IntN(6)
	for i := range steps {
		args = append(args, "sleep", "0.03", "mousemove", strconv.Itoa(max(x+(toX-x)*(i+1)/steps, 0)),
			strconv.Itoa(max(y+(toY-y)*(i+1)/steps, 0)))
	}
	p.xdotool(append(args, "sleep", "0.05", "mouseup", "1")...)
}

// end ends the program, and looks how it ended.
func (p *fuzzed) end(e ending) {
	if e.signal == 0 {
		p.calm()
		p.quit()
		return
	}
	p.alive()
	p.cmd.Process.Signal(e.signal)
	var err error
	select {
	case err = <-p.ended:
	case <-time.After(answerTime):
		p.cmd.Process.Signal(syscall.SIGQUIT)
		time.Sleep(2 * time.Second)
		p.fail("it does not end after %s", e.name)
	}
	var exit *exec.ExitError
	switch errors.As(err, &exit); {
	case exit == nil:
		p.fail("after %s: %v, want a status", e.name, err)
	case e.signal != syscall.SIGKILL && exit.ExitCode() != 128+int(e.signal):
		p.fail("after %s: %v, want status %d", e.name, err, 128+int(e.signal))
	}
	if text := p.output.String(); strings.Contains(text, "goroutine ") || strings.Contains(text, "SANITIZER") {
		p.fail("the program panicked")
	}
}

// judge looks at the unfinished runs that there were before and are now.
func (f *fuzz) judge(p *fuzzed, e ending, before map[string]int64) {
	p.Helper()
	now := f.runs()
	gone := 0
	for path := range before {
		if now[path] == 0 {
			gone++
		}
	}
	if mine := p.mine(now); mine == "" && e.signal != 0 {
		p.fail("after %s its run is lost", e.name)
	} else if mine != "" && e.signal == 0 {
		p.fail("a window that was closed leaves its run: %s", mine)
	}
	if gone > 1 || gone == 1 && e.signal != 0 { // one that was offered, and answered, goes when the window is closed
		p.fail("after %s, of unfinished runs %v only %v are left", e.name, slices.Collect(maps.Keys(before)),
			slices.Collect(maps.Keys(now)))
	}
	for _, path := range slices.Sorted(maps.Keys(now)) {
		if before[path] != now[path] {
			p.check(path)
		}
	}
	saved, _ := filepath.Glob(filepath.Join(p.folder, "*"+scene.SavedExt))
	for _, path := range saved {
		p.check(path)
	}
	offered, unread := openKeptRuns(f.memory()).offer()
	if mine := p.mine(now); len(unread) > 0 || mine != "" && (offered == nil || offered.Path != mine) {
		p.fail("%s is to be offered; %+v is, and these are refused: %v", mine, offered, unread)
	}
	newest := slices.SortedFunc(maps.Keys(now), func(a, b string) int {
		return int(modified(b).Sub(modified(a)) / time.Microsecond)
	})
	for _, path := range newest[min(mostLeft, len(newest)):] {
		os.Remove(path)
	}
}

func modified(path string) time.Time {
	info, err := os.Stat(path)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// check has the program do a run again, and fails where it is refused or not the same.
func (p *fuzzed) check(path string) {
	p.Helper()
	begin := time.Now()
	said, err := p.command(p.cmd.Path, "check", path)
	if err != nil || !strings.Contains(said, "reproduced") {
		p.Errorf("check %s: %v\n%s", path, err, said)
		return
	}
	p.Logf("checked in %.0f s: %s", time.Since(begin).Seconds(), strings.ReplaceAll(strings.TrimSpace(said), "\n", "; "))
}

// playable has all frames of the videos decoded that came to their names.
func (p *fuzzed) playable() {
	if _, err := exec.LookPath("ffprobe"); err != nil {
		return
	}
	for _, ext := range []string{".mp4", ".webm", ".gif", ".avi"} {
		videos, _ := filepath.Glob(filepath.Join(p.folder, "*"+ext))
		for _, path := range videos {
			said, err := p.command("ffprobe", "-v", "error", "-count_frames", "-select_streams", "v",
				"-show_entries", "stream=nb_read_frames", "-of", "csv=p=0", path)
			if n, bad := strconv.Atoi(strings.TrimSpace(said)); err != nil || bad != nil || n == 0 {
				p.Errorf("%s cannot be played: %v\n%s", path, err, said)
				continue
			}
			p.Logf("video %s: %s frames", filepath.Base(path), strings.TrimSpace(said))
		}
	}
}

// command runs a program and returns what it prints.
func (p *fuzzed) command(name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), checkTime)
	defer cancel()
	c := exec.CommandContext(ctx, name, args...)
	var said bytes.Buffer
	c.Stdout, c.Stderr, c.SysProcAttr = &said, &said, displaytest.WithUs()
	err := c.Run()
	return said.String(), err
}
