//go:build !headless

package desktop

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"example.org/tumble/sim/export"
	"example.org/tumble/ui"
	"example.org/tumble/ui/cli"
)

// killAfter is how long the process may take to end when it is told to.
const killAfter = 5 * time.Second

// runComes is how long the file of a run is waited for: the simulation writes it between two steps.
const runComes = time.Minute

// work does a task by this program itself, in a process of its own on one core, so that the window has the other ones.
// The process writes its file whole or not at all.
func work(t ui.Task, tell func(ui.Progress), stop <-chan struct{}) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-stop:
			cancel()
		case <-ctx.Done():
		}
	}()
	if err := await(ctx, t.Run); err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	args := append([]string{t.Command, t.Run, "--workers", "1", "--quiet", "--progress"}, t.Flags...)
	c := exec.CommandContext(ctx, program, append(args, t.Path)...)
	said, err := c.StderrPipe()
	if err != nil {
		return err
	}
	c.Cancel, c.WaitDelay = func() error { return c.Process.Signal(syscall.SIGTERM) }, killAfter
	if err := c.Start(); err != nil {
		return err
	}
	why := listen(said, tell)
	err = c.Wait()
	if ctx.Err() != nil {
		os.RemoveAll(t.Path) // what a command that is interrupted has until then
		os.Remove(export.MetadataOf(t.Path))
		return ctx.Err()
	}
	if err != nil && why != "" {
		return errors.New(strings.TrimPrefix(why, t.Command+": "))
	}
	return err
}

// await waits until a file is there.
func await(ctx context.Context, path string) error {
	for end := time.Now().Add(runComes); ; {
		if _, err := os.Stat(path); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
		if time.Now().After(end) {
			return fmt.Errorf("the run could not be saved within %v", runComes)
		}
	}
}

// listen passes on what a process tells of its progress until it ends, and returns the last other line, with those
// that are indented below it.
func listen(said io.Reader, tell func(ui.Progress)) (last string) {
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		var p cli.Progress
		switch err := json.Unmarshal(lines.Bytes(), &p); {
		case err != nil && strings.HasPrefix(lines.Text(), " "):
			last += "\n" + lines.Text()
			continue
		case err != nil:
			last = strings.TrimPrefix(lines.Text(), "tumble: ")
			continue
		}
		tell(ui.Progress{Done: p.Done, Left: time.Duration(p.Left * float64(time.Second)), About: p.About})
	}
	io.Copy(io.Discard, said) // after a line that is too long
	return last
}
