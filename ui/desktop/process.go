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
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/batch"
	"example.org/tumble/ui"
	"example.org/tumble/ui/cli"
)

// killAfter is how long a process may take to end when it is told to.
const killAfter = 5 * time.Second

// filmed makes a video by a process of this program.
func filmed(ctx context.Context, t ui.MakeVideo, file []byte, path string, tell batch.Tell) error {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	slow := "none"
	if s := t.Slow; s.End > s.Begin {
		slow = number(s.Begin) + ".." + number(s.End) + ":" + number(s.Speed)
	}
	flags := []string{"--view", t.View, "--size", fmt.Sprintf("%dx%d", t.Width, t.Height), "--quality", "best",
		"--fps", number(t.FPS), "--speed", number(t.Speed), "--until", number(t.Until), "--slow", slow}
	if t.From > 0 {
		flags = append(flags, "--from", number(t.From))
	}
	return process(ctx, "record", flags, file, path, tell)
}

// reported makes a report by a process of this program.
func reported(ctx context.Context, t ui.MakeReport, file []byte, path string, tell batch.Tell) error {
	flags := []string{"--poses", fmt.Sprintf("%.9gs", t.Every)}
	if t.Until > 0 {
		flags = append(flags, "--until", strconv.FormatFloat(t.Until, 'g', -1, 64)+"s")
	}
	if t.Forces {
		flags = append(flags, "--forces")
	}
	v := &t.View
	flags = append(flags, "--view", fmt.Sprintf("%g,%g", v.Camera.Azimuth, v.Camera.Elevation), "--overlays", "none")
	for _, o := range view.Overlays {
		if v.Overlays&o.Bit != 0 && o.Bit != view.OverlayTrails {
			flags = append(flags, "--overlays", o.Name)
		}
	}
	flags = append(flags, "--style", view.StyleNames[v.Style], "--marks", view.MarkNames[v.Marks],
		"--color-by", v.Quantity().Name, "--color-map", view.ColorMapNames()[v.ColorMap],
		"--color-scale", view.ColorScaleNames[v.ColorScale])
	if v.Camera.Ortho {
		flags = append(flags, "--projection", "orthographic")
	}
	return process(ctx, "report", flags, file, path, tell)
}

// process makes a file by a command of this program, in a process of its own.
func process(ctx context.Context, command string, flags []string, file []byte, path string, tell batch.Tell) error {
	folder, err := os.MkdirTemp("", "tumble-job")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	from := filepath.Join(folder, runName)
	if err := os.WriteFile(from, file, 0o600); err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	args := append([]string{command, from, "--workers", "1", "--quiet", "--progress"}, flags...)
	c := exec.CommandContext(ctx, program, append(args, "-o", path)...)
	said, err := c.StderrPipe()
	if err != nil {
		return err
	}
	c.Cancel, c.WaitDelay = func() error { return c.Process.Signal(syscall.SIGTERM) }, killAfter
	if err := c.Start(); err != nil {
		return err
	}
	why := listen(said, tell)
	if err = c.Wait(); err != nil && why != "" {
		return errors.New(strings.TrimPrefix(why, command+": "))
	}
	return err
}

// listen passes on what a process tells of its progress until it ends, and returns the last other line, with those
// that are indented below it.
func listen(said io.Reader, tell batch.Tell) (last string) {
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
		tell.Of(batch.Progress{Done: p.Done, About: p.About})
	}
	io.Copy(io.Discard, said) // after a line that is too long
	return last
}
