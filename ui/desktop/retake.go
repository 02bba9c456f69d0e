//go:build !headless

package desktop

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"example.org/tumble/ui"
)

// killAfter is how long the process may take to end when it is told to.
const killAfter = 5 * time.Second

// runComes is how long the file of a run is waited for: the simulation writes it between two steps.
const runComes = time.Minute

// retake makes a video again by this program itself, in a process of its own on one core, so that the window has the
// other ones.
func retake(r ui.Retake, stop <-chan struct{}) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for end := time.Now().Add(runComes); ; {
		if _, err := os.Stat(r.Run); err == nil {
			break
		}
		select {
		case <-stop:
			return context.Canceled
		case <-time.After(20 * time.Millisecond):
		}
		if time.Now().After(end) {
			return errors.New("the run could not be saved")
		}
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	args := []string{"record", r.Run, "-o", r.Path, "--view", r.View, "--size", fmt.Sprintf("%dx%d", r.Width, r.Height),
		"--quality", "best", "--fps", number(r.FPS), "--speed", number(r.Speed), "--until", number(r.Until), "--workers", "1"}
	if r.From > 0 {
		args = append(args, "--from", number(r.From))
	}
	go func() {
		select {
		case <-stop:
			cancel()
		case <-ctx.Done():
		}
	}()
	var said bytes.Buffer
	c := exec.CommandContext(ctx, program, args...)
	c.Stderr = &said
	c.Cancel, c.WaitDelay = func() error { return c.Process.Signal(syscall.SIGTERM) }, killAfter
	err = c.Run()
	if ctx.Err() != nil {
		os.Remove(r.Path) // the frames until then
		return ctx.Err()
	}
	if err != nil {
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		return fmt.Errorf("%w: %s", err, lines[len(lines)-1])
	}
	return nil
}
