//go:build linux && !headless

package desktop

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/tumble/sim/scene"
	"example.org/tumble/ui/remember"
)

// How long the tests of this package last with TUMBLE_LONG; TUMBLE_SOAK=10m makes the soak and the
// fuzz shorter or longer, and TUMBLE_SEED=7 makes it do other things.
const (
	soakTime   = time.Hour
	idleStarts = 20
	idleTime   = 90 * time.Second
)

// Contract: an hour of anything that a person may do, on a busy machine: clicks, drags, keys, other
// scenes, sizes of the window and of text, pictures, videos. The window never ends by itself, it always
// answers within answerTime, and in the end it holds no more memory and no more files than after
// the first quarter. The same seed does the same again, as far as timing lets it.
func TestSoak(t *testing.T) {
	length, seed := longTest(t, soakTime), firstSeed(t)
	t.Logf("%v with seed %d", length, seed)
	p := startWindow(t, "1600x1000", "bottle")
	r := rand.New(rand.NewPCG(seed, 3))
	busy(t, r.Uint64())
	scenes := sceneTitles(t)
	begin := time.Now()
	var samples []sample
	// Each round ends in the same state, so that rounds compare.
	const round = time.Minute
	for time.Since(begin) < length {
		name := soakScenes[r.IntN(len(soakScenes))]
		p.load(name, scenes[name])
		for end := time.Now().Add(round * 2 / 3); time.Now().Before(end); {
			p.disturb(r)
		}
		p.calm()
		p.load("box", scenes["box"])
		p.load("bottle", scenes["bottle"])
		p.clear()
		time.Sleep(round / 6)
		s := p.sample(time.Since(begin))
		s.scene = name
		samples = append(samples, s)
		t.Log(s)
	}
	p.quit()
	judge(t, samples)
}

// Contract: a window that nobody touches stays open, and closes when it is asked to.
func TestIdleStarts(t *testing.T) {
	longTest(t, 0)
	busy(t, 1)
	together := make(chan struct{}, 4)
	for i := range idleStarts {
		name := "bottle"
		if i%2 == 1 {
			name = soakScenes[i/2%len(soakScenes)]
		}
		t.Run(fmt.Sprintf("%d %s", i+1, name), func(t *testing.T) {
			t.Parallel()
			together <- struct{}{}
			defer func() { <-together }()
			p := startWindow(t, "1280x720", name)
			for end := time.Now().Add(idleTime); time.Now().Before(end); time.Sleep(time.Second) {
				p.alive()
			}
			p.quit()
		})
	}
}

// Contract: the window and pictures without one stand a machine on which the threads of Mesa's software
// renderer lose the processor at the worst moment; see render.Prepare. With threads both
// end within a second or two.
func TestSlowRenderer(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the program")
	}
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	slow := library(t, "slow")
	shot := exec.Command(path, "shot", "bottle", "--at", "0.1", "--quality", "best", "-o",
		filepath.Join(t.TempDir(), "a.png"))
	shot.Env = append(os.Environ(), "LIBGL_ALWAYS_SOFTWARE=1", "LD_PRELOAD="+slow)
	if out, err := shot.CombinedOutput(); err != nil {
		t.Errorf("a picture: %v\n%.2000s", err, out)
	}
	needs(t, "Xvfb", "xdotool")
	t.Setenv("LD_PRELOAD", slow)
	p := startWindow(t, "640x480", "clump")
	for end := time.Now().Add(2 * time.Second); time.Now().Before(end); time.Sleep(time.Second / 10) {
		p.alive()
	}
	p.quit()
}

// Contract: a window that another program resizes between two questions for its size goes on, with the size and the
// text that it had before: a framebuffer of 1,280 pixels is not that of a window of 1. The size of its last frame is
// the one that it remembers.
func TestTornSize(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the program")
	}
	needs(t, "Xvfb", "xdotool")
	t.Setenv("LD_PRELOAD", library(t, "torn"))
	p := startWindow(t, "640x480", "clump")
	for end := time.Now().Add(2 * time.Second); time.Now().Before(end); time.Sleep(time.Second / 20) {
		p.alive()
		p.xdotool("mousemove", "300", strconv.Itoa(100+rand.IntN(100))) // so that there are frames
	}
	time.Sleep(time.Second) // the window waits between its frames
	p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(answerTime):
		p.fail("the program does not end")
	}
	kept, err := remember.Read(filepath.Join(p.state, "tumble", "window.json"))
	if err != nil || kept.Width != 1280 || kept.Height != 720 {
		t.Errorf("a window of 1280 × 720 remembers a size of %d × %d, %v", kept.Width, kept.Height, err)
	}
}

// library compiles a library of testdata that stands before the one of the system.
func library(t *testing.T, name string) string {
	path := filepath.Join(t.TempDir(), name+".so")
	if out, err := exec.Command("cc", "-shared", "-fPIC", "-o", path, filepath.Join("testdata", name+".c"),
		"-ldl").CombinedOutput(); err != nil {
		t.Skipf("no C compiler: %v %s", err, out)
	}
	return path
}

// Contract: a window that is told to end by a signal, as at a logout, leaves its run to be gone on with; Ctrl-C at the
// terminal is a person's will, as closing the window is.
func TestLogoutKeepsTheRun(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the program")
	}
	needs(t, "Xvfb", "xdotool")
	hearHangups(t)
	for sent, want := range map[syscall.Signal]int{syscall.SIGTERM: 1, syscall.SIGHUP: 1, syscall.SIGINT: 0} {
		p := startWindow(t, "640x480", "clump")
		runs := filepath.Join(p.state, "tumble", "runs", "run-*"+scene.SavedExt)
		p.until("a kept run", func() bool {
			files, _ := filepath.Glob(runs)
			return len(files) > 0
		})
		p.cmd.Process.Signal(sent)
		select {
		case <-p.ended:
		case <-time.After(answerTime):
			p.fail("the program does not end")
		}
		files, _ := filepath.Glob(runs)
		if len(files) != want {
			t.Errorf("%v leaves %v, want %d", sent, files, want)
		}
		for _, path := range files {
			if r, err := scene.ReadRecorded(path); err != nil || r.Damage() != nil || r.Cut() != 0 {
				t.Errorf("%v: %v", sent, err)
			}
		}
	}
}

// hearHangups lets the programs that a test starts hear SIGHUP, also where nohup started the test: a program inherits
// what is ignored, but not what is caught.
func hearHangups(t *testing.T) {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(caught) })
}

// longTest lets a test that takes long run beside others where it was asked for and can run, and
// returns how long it shall take.
func longTest(t *testing.T, length time.Duration) time.Duration {
	if os.Getenv("TUMBLE_LONG") == "" {
		t.Skip("runs with TUMBLE_LONG=1 only, as ./dev test --long sets it")
	}
	needs(t, "Xvfb", "xdotool")
	if s := os.Getenv("TUMBLE_SOAK"); s != "" && length > 0 {
		var err error
		if length, err = time.ParseDuration(s); err != nil {
			t.Fatalf("TUMBLE_SOAK: %v", err)
		}
	}
	t.Parallel()
	return length
}

// firstSeed is what a test does first at random.
func firstSeed(t *testing.T) uint64 {
	s := os.Getenv("TUMBLE_SEED")
	if s == "" {
		return 1
	}
	seed, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		t.Fatalf("TUMBLE_SEED: %v", err)
	}
	return seed
}

// needs skips a test where a tool is missing.
func needs(t *testing.T, tools ...string) {
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed (Debian: apt install xvfb xdotool)", tool)
		}
	}
}

// soakScenes are those that the picker finds by their names alone.
var soakScenes = []string{"bottle", "conveyor", "drum", "dzhanibekov", "hopper", "newton-row", "shaker", "facet-edge",
	"capsule-on-wall", "box"}

// sceneTitles returns what the window calls its scenes.
func sceneTitles(t *testing.T) map[string]string {
	list, err := scene.List()
	if err != nil {
		t.Fatal(err)
	}
	titles := map[string]string{}
	for _, s := range list {
		titles[s.Name] = s.Title
	}
	return titles
}

// busy keeps a core of the machine at work for some of the time.
func busy(t *testing.T, seed uint64) {
	done := make(chan struct{})
	t.Cleanup(func() { close(done) })
	go func() {
		r := rand.New(rand.NewPCG(seed, 5))
		for {
			for end := time.Now().Add(time.Duration(r.IntN(20)) * time.Second); time.Now().Before(end); {
				select {
				case <-done:
					return
				default:
				}
			}
			select {
			case <-done:
				return
			case <-time.After(time.Duration(r.IntN(20)) * time.Second):
			}
		}
	}()
}

// soakKeys are keys that mean something, those that end the program left out.
var soakKeys = strings.Fields(`space period shift+period ctrl+period Right BackSpace minus equal plus
	c shift+c n v i g a w o k q f Home shift+Home x shift+x y z t Tab F1 F11 F12 ctrl+s Escape Return
	ctrl+equal ctrl+equal ctrl+equal ctrl+minus ctrl+0 ctrl+o Up Down 1 5 e ctrl+a ctrl+c ctrl+v`)

// disturb does one thing at random.
func (p *program) disturb(r *rand.Rand) {
	p.alive()
	in := func(n int) string { return strconv.Itoa(r.IntN(n)) }
	button := strconv.Itoa(1 + r.IntN(3))
	switch n := r.IntN(100); {
	case n < 25:
		p.xdotool("mousemove", in(1300), in(750), "sleep", "0.05", "click", "1")
	case n < 35: // where the panels are
		p.xdotool("mousemove", in(344), in(720), "sleep", "0.05", "click", "1")
	case n < 50:
		p.xdotool("mousemove", in(1300), in(750), "mousedown", button, "sleep", "0.05", "mousemove", in(1300), in(750),
			"sleep", "0.05", "mousemove", in(1300), in(750), "sleep", "0.05", "mouseup", button)
	case n < 58:
		p.xdotool("click", "--repeat", in(8), "--delay", "20", strconv.Itoa(4+r.IntN(2)))
	case n < 82:
		p.keys(soakKeys[r.IntN(len(soakKeys))])
	case n < 86:
		p.xdotool("type", "--delay", "30", []string{"0.3", "1e9", "-1", "9.81 m/s", "nan", "x y", "((", ""}[r.IntN(8)])
	case n < 92: // a resize as by hand, of many steps
		width, height := r.IntN(1500), r.IntN(950)
		for range 1 + r.IntN(10) {
			width, height = max(width+r.IntN(100)-50, 1), max(height+r.IntN(100)-50, 1)
			p.xdotool("windowsize", p.window, strconv.Itoa(width), strconv.Itoa(height), "sleep", "0.03")
		}
	case n < 95:
		p.keys("F9")
	default:
		time.Sleep(time.Duration(r.IntN(1000)) * time.Millisecond)
	}
}

// quit asks the program to end, and waits until it has.
func (p *program) quit() {
	p.Helper()
	p.alive()
	p.xdotool("mouseup", "1", "mousemove", "700", "300")
	p.keys("Escape", "Escape", "Escape", "ctrl+q")
	wait := 10 * time.Second
	for range 2 { // it makes a video first, unless it is asked again
		select {
		case err := <-p.ended:
			if err != nil {
				p.fail("the program did not end well: %v", err)
			}
			return
		case <-time.After(wait):
			p.keys("ctrl+q")
			wait = answerTime
		}
	}
	p.cmd.Process.Signal(syscall.SIGQUIT) // it writes what its goroutines do
	time.Sleep(2 * time.Second)
	p.fail("the program does not end")
}

// sample is what the program holds at a moment.
type sample struct {
	at       time.Duration
	scene    string
	resident int // [kB]
	files    int
	threads  int
}

func (s sample) String() string {
	return fmt.Sprintf("%5.1f min  %6.1f MB  %3d files  %3d threads  after %s",
		s.at.Minutes(), float64(s.resident)/1024, s.files, s.threads, s.scene)
}

var statusLine = regexp.MustCompile(`(?m)^(VmRSS|Threads):\s+(\d+)`)

func (p *program) sample(at time.Duration) sample {
	p.alive()
	status := p.status()
	files, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", p.cmd.Process.Pid))
	return sample{at: at, resident: status["VmRSS"], threads: status["Threads"], files: len(files)}
}

// status returns what the system says of the program: its resident memory [kB] and its threads.
func (p *program) status() map[string]int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	status := map[string]int{}
	for _, m := range statusLine.FindAllSubmatch(text, -1) {
		status[string(m[1])], _ = strconv.Atoi(string(m[2]))
	}
	return status
}

// judge fails where memory or open files grow by more than a twentieth from the first quarter of
// the samples on. The growth is that of the median slope between any two samples (Theil, Sen),
// which single ones do not move. What few samples leave open, as scenes differ, is allowed on top: three times
// the median distance of a sample from that line, over the root of their number.
func judge(t *testing.T, samples []sample) {
	from := samples[len(samples)/4:]
	if len(from) < 4 {
		t.Logf("%d samples are too few to tell growth", len(from))
		return
	}
	for _, q := range []struct {
		name string
		of   func(sample) int
		free float64 // growth that is none
	}{
		{"resident memory [kB]", func(s sample) int { return s.resident }, 0},
		{"open files", func(s sample) int { return s.files }, 2},
		{"threads", func(s sample) int { return s.threads }, 2},
	} {
		var slopes, values []float64
		for i, a := range from {
			values = append(values, float64(q.of(a)))
			for _, b := range from[i+1:] {
				slopes = append(slopes, float64(q.of(b)-q.of(a))/(b.at-a.at).Minutes())
			}
		}
		slices.Sort(slopes)
		slices.Sort(values)
		middle := values[len(values)/2]
		growth := slopes[len(slopes)/2] * (from[len(from)-1].at - from[0].at).Minutes()
		var off []float64
		for _, a := range from {
			since := (a.at - (from[0].at+from[len(from)-1].at)/2).Minutes()
			off = append(off, math.Abs(float64(q.of(a))-middle-slopes[len(slopes)/2]*since))
		}
		slices.Sort(off)
		open := 3 * off[len(off)/2] / math.Sqrt(float64(len(off)))
		t.Logf("%s: median %.0f, growth %+.0f (%+.1f %%), of which %.0f may be scatter", q.name, middle, growth,
			100*growth/middle, open)
		if growth > 0.05*middle+open && growth > q.free {
			t.Errorf("%s grow by %.0f, more than 5 %% of %.0f and %.0f", q.name, growth, middle, open)
		}
	}
}
