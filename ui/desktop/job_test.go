//go:build linux && !headless

package desktop

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/ui"
	"example.org/tumble/ui/cli"
)

// Contract: a job writes what it is asked for, and tells how far it is and how long the rest takes; one that is stopped
// leaves nothing: no file, no folder, nothing hidden beside them.
func TestWork(t *testing.T) {
	t.Setenv("TUMBLE_TEST_MAIN", "1")
	dir := t.TempDir()
	file := filepath.Join(dir, "run.tumble")
	if status := cli.Main([]string{"run", "clump", "--until", "1s", "--run-file", file, "--quiet"}, cli.Env{
		Stdout: os.Stderr, Stderr: os.Stderr}); status != 0 {
		t.Fatalf("status %d", status)
	}
	for _, c := range []struct{ flag, name, beside string }{
		{"--vtk", "series", filepath.Join("series", "particles.pvd")}, {"--csv", "a.csv", "a.csv-metadata.json"},
		{"--gsd", "a.gsd", "a.gsd"},
	} {
		into := t.TempDir()
		task := ui.Task{Command: "run", Run: file, Path: filepath.Join(into, c.name),
			Flags: []string{"--again", "--until", "1000s", "--every", "0.05s", c.flag}}
		stop, told := make(chan struct{}), ui.Progress{}
		err := work(task, func(p ui.Progress) {
			if told = p; told.Done > 1e-3 && stop != nil {
				close(stop)
				stop = nil
			}
		}, stop)
		left, _ := os.ReadDir(into)
		if !errors.Is(err, context.Canceled) || len(left) > 0 || told.Done <= 1e-3 || told.Left <= 0 {
			t.Errorf("%s, stopped at %+v: %v, left %v", c.flag, told, err, left)
		}
		task.Flags = []string{"--again", c.flag}
		if err := work(task, func(ui.Progress) {}, nil); err != nil {
			t.Errorf("%s: %v", c.flag, err)
		}
		if info, err := os.Stat(filepath.Join(into, c.beside)); err != nil || info.Size() < 100 {
			t.Errorf("%s: %v %v", c.flag, info, err)
		}
	}
	into := filepath.Join(dir, "none", "a.csv")
	err := work(ui.Task{Command: "run", Run: file, Flags: []string{"--again", "--csv"}, Path: into}, func(ui.Progress) {},
		nil)
	if err == nil || err.Error() != "--csv: write "+into+": folder "+filepath.Dir(into)+": no such file or directory" {
		t.Errorf("into no folder: %v", err)
	}
}

// TestListen checks that a message is taken whole, and that what came before it is not.
func TestListen(t *testing.T) {
	var told []float64
	said := "{\"done\": 0.25}\ntumble: a warning\ntumble: export: lammps:\n  damping: 0.1\n  law: jkr\n{\"done\": 0.5}\n"
	got := listen(strings.NewReader(said), func(p ui.Progress) { told = append(told, p.Done) })
	if want := "export: lammps:\n  damping: 0.1\n  law: jkr"; got != want || !slices.Equal(told, []float64{0.25, 0.5}) {
		t.Errorf("%q and %v, want %q", got, told, want)
	}
}
