//go:build linux && !headless

package desktop

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"example.org/tumble/ui/displaytest"
)

// program is a window of the program on a display of its own.
type program struct {
	*testing.T
	cmd    *exec.Cmd
	env    []string
	folder string
	state  string // where it keeps what it remembers
	output *output
	ended  chan error
	window string
	log    []string // the last actions
}

// output keeps what a process prints.
type output struct {
	sync.Mutex
	bytes.Buffer
}

func (o *output) Write(b []byte) (int, error) {
	o.Lock()
	defer o.Unlock()
	return o.Buffer.Write(b)
}

// folder is where the program is built, if it is.
var folder string

// TestMain removes the program that tests have built.
func TestMain(m *testing.M) {
	code := m.Run()
	if folder != "" {
		os.RemoveAll(folder)
	}
	os.Exit(code)
}

// built is the program as it is now.
var built = sync.OnceValues(func() (path string, err error) {
	if folder, err = os.MkdirTemp("", "tumble-soak"); err != nil {
		return "", err
	}
	path = filepath.Join(folder, "tumble")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", path, "../..").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// answerTime is how long a window on a busy machine may take to do what it is asked to.
const answerTime = 3 * time.Minute

// startWindow starts the program with arguments on a display of a size.
func startWindow(t *testing.T, size string, args ...string) *program {
	return openWindow(t, displaytest.Start(t, size), t.TempDir(), t.TempDir(), args...)
}

// openWindow starts the program with arguments on a display, with a state that may be there from an earlier one, in a
// folder.
func openWindow(t *testing.T, display, state, folder string, args ...string) *program {
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	p := &program{T: t, folder: folder, state: state, output: new(output), ended: make(chan error, 1)}
	p.env = append(os.Environ(), "DISPLAY="+display, "WAYLAND_DISPLAY=", "LIBGL_ALWAYS_SOFTWARE=1",
		"XDG_STATE_HOME="+state)
	p.cmd = exec.Command(path, args...)
	p.cmd.Dir, p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr = p.folder, p.env, p.output, p.output
	p.cmd.SysProcAttr = displaytest.WithUs()
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go p.watch()
	t.Cleanup(func() { p.cmd.Process.Kill() })
	p.until("a window", func() bool {
		found, _ := p.xdotool("search", "--onlyvisible", "--class", "tumble")
		p.window = strings.TrimSpace(found)
		return p.window != "" && !strings.Contains(p.window, "\n")
	})
	return p
}

// mostResident is far more memory than the program takes for any scene that is built in [kB].
const mostResident = 3 << 20

// watch waits until the program ends, and kills it before the machine has no memory left.
func (p *program) watch() {
	ended := make(chan error, 1)
	go func() { ended <- p.cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			p.ended <- err
			return
		case <-time.After(50 * time.Millisecond):
		}
		if n := p.status()["VmRSS"]; n > mostResident {
			p.cmd.Process.Kill()
			p.ended <- fmt.Errorf("%d MB of memory, at most %d; killed: %w", n>>10, mostResident>>10, <-ended)
			return
		}
	}
}

// xdotool runs xdotool, and returns what it prints.
func (p *program) xdotool(args ...string) (string, error) {
	if args[0] != "search" && args[0] != "getwindowname" {
		if p.log = append(p.log, strings.Join(args, " ")); len(p.log) > 60 {
			p.log = p.log[1:]
		}
	}
	cmd := exec.Command("xdotool", args...)
	cmd.Env = p.env
	out, err := cmd.Output()
	return string(out), err
}

// alive fails the test if the program has ended.
func (p *program) alive() {
	p.Helper()
	select {
	case err := <-p.ended:
		p.fail("the program ended by itself: %v", err)
	default:
	}
}

// fail ends the test with all that is known.
func (p *program) fail(format string, args ...any) {
	p.Helper()
	p.output.Lock()
	defer p.output.Unlock()
	p.Fatalf(format+"\nlast actions:\n%s\noutput:\n%s", append(args, strings.Join(p.log, "\n"), p.output.String())...)
}

// until waits for something to become true. If it does not the window is frozen: its goroutines
// say where.
func (p *program) until(what string, ok func() bool) {
	p.Helper()
	for end := time.Now().Add(answerTime); !ok(); time.Sleep(100 * time.Millisecond) {
		p.alive()
		if time.Now().After(end) {
			p.cmd.Process.Signal(syscall.SIGQUIT)
			time.Sleep(2 * time.Second)
			p.fail("no %s within %v", what, answerTime)
		}
	}
}

// keys presses keys one after the other.
func (p *program) keys(names ...string) {
	p.xdotool(append([]string{"key", "--delay", "60"}, names...)...)
}

// load opens a scene by the picker, as a person does, and waits until the window has its title.
func (p *program) load(name, title string) {
	p.Helper()
	var asked time.Time
	p.until("scene "+name, func() bool {
		if now, _ := p.xdotool("getwindowname", p.window); strings.TrimSpace(now) == "Tumble — "+title {
			return true
		}
		if time.Since(asked) > answerTime/2 { // at first, and again
			asked = time.Now()
			p.xdotool("mouseup", "1", "mouseup", "2", "mouseup", "3", "mousemove", "700", "300")
			p.keys("Escape", "Escape", "Escape", "ctrl+o")
			p.xdotool("sleep", "0.5", "type", "--delay", "60", name)
			p.xdotool("sleep", "0.5", "key", "Return", "sleep", "0.5")
		}
		return false
	})
	p.alive()
}

// calm undoes what disturb may have done to the window.
func (p *program) calm() {
	p.xdotool("mouseup", "1", "mouseup", "2", "mouseup", "3", "mousemove", "700", "300")
	p.keys("Escape", "Escape", "Escape", "ctrl+0")
	p.xdotool("windowsize", p.window, "1280", "720", "sleep", "1")
}

// clear removes what the program has written.
func (p *program) clear() {
	entries, _ := os.ReadDir(p.folder)
	for _, e := range entries {
		os.RemoveAll(filepath.Join(p.folder, e.Name()))
	}
}
