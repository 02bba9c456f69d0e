//go:build unix && !headless

package cli

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/tumble/assets/manual"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/ui/serve"
)

// Contract: Python holds a window: the same bits, the person's run and selection, one holder, and an exception where
// the window closes. The example of the manual runs.
func TestPythonHoldsWindow(t *testing.T) {
	interpreter := python()
	if interpreter == "" {
		t.Skip(noPython)
	}
	dir, err := os.MkdirTemp("", "r") // the paths of sockets are short
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	t.Setenv("XDG_RUNTIME_DIR", dir)
	packages, err := filepath.Abs("../python")
	if err != nil {
		t.Fatal(err)
	}
	const end = 0.05
	want := ""
	if sc, err := loadAt("bottle", end); err != nil {
		t.Fatal(err)
	} else {
		want = fmt.Sprintf("%016x", sc.World.Hash())
		sc.World.Close()
	}
	text := ""
	for _, topic := range manual.Topics() {
		for _, e := range example.FindAllStringSubmatch(topic.Source, -1) {
			if e[1] == "py" {
				text = e[2]
			}
		}
	}
	tests := []string{"-m", "pytest", "-q", "-p", "no:cacheprovider", "../python/tests/test_window.py"}
	for _, args := range [][]string{{"-c", text}, tests} {
		closeWindow := showHeld(t, "bottle")
		c := exec.Command(interpreter, append([]string{"-B"}, args...)...)
		c.Env = append(os.Environ(), "TUMBLE_WINDOW_HASH="+want, "PYTHONPATH="+packages)
		c.WaitDelay = time.Second
		out, err := c.CombinedOutput()
		closeWindow()
		if err != nil || args[0] == "-m" && !strings.Contains(string(out), "5 passed") {
			t.Fatalf("%v:\n%s", err, last(string(out), 5000))
		}
	}
}

// loadAt returns a built-in scene at a time [s].
func loadAt(name string, time float64) (run.Scene, error) {
	sc, err := scene.Load(name, scene.Options{Workers: 1})
	if err != nil {
		return sc, err
	}
	goal, err := batch.At(sc, time)
	if err == nil {
		err = batch.March(context.Background(), sc.World, goal, goal, nil, nil)
	}
	return sc, err
}

// showHeld shows a scene in a window without a picture, paused, which a program can hold. The window closes when the
// speed 0.5 is asked for, or by the returned function.
func showHeld(t *testing.T, name string) (closeWindow func()) {
	sc, err := loadAt(name, 0)
	if err != nil {
		t.Fatal(err)
	}
	feed, commands, access := bridge.NewFeed(), make(chan bridge.Command, 1), run.NewAccess()
	runner := run.New(sc, nil, feed, commands)
	runner.Attach(access)
	commands <- bridge.Pause{}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		runner.Run(ctx)
	}()
	for s := (*bridge.Snapshot)(nil); s == nil || !s.Paused; s = feed.Latest(s) {
		time.Sleep(time.Millisecond)
	}
	seen := serve.Sight{Camera: serve.Camera{Distance: 1}}
	line, err := serve.Listen(serve.Window{Access: access,
		Sight: func(_ context.Context, do func(*serve.Sight) error) error { return do(&seen) },
		Picture: func(_ context.Context, step int64, path string) error {
			return os.WriteFile(path, []byte(fmt.Sprint("step ", step)), 0o600)
		}})
	if err != nil {
		t.Fatal(err)
	}
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		for s := (*bridge.Snapshot)(nil); ctx.Err() == nil && (s == nil || s.Speed != 0.5); s = feed.Latest(s) {
			time.Sleep(time.Millisecond)
		}
		cancel()
		<-ended
		line.Close()
	}()
	return func() {
		cancel()
		<-closed
	}
}
