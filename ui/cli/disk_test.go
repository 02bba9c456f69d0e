//go:build linux && !headless

package cli

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// Contract: on a full disk and in a folder that cannot be written each writer ends with status 1 and an error that
// names a file or folder that was asked for, and what stands under the names of its results is whole; in a
// folder that cannot be written it is what was there. Of the full disk half of what the results need is
// free; with TUMBLE_LONG it has old results, too.
func TestFullAndReadOnlyDisks(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short")
	}
	inputs := t.TempDir()
	for _, w := range writers {
		t.Run(w.name, func(t *testing.T) {
			needsFFmpeg(t, w.args)
			whole := t.TempDir()
			if got := start(t, "", w.command(t, inputs, whole)...).end(); got.status != 0 {
				t.Fatalf("%+v", got)
			}
			d := newDisk(t, filepath.Join(t.TempDir(), "disk"))
			args := w.command(t, inputs, d.path)
			d.leave(max(sizeOf(t, whole)/2, 1))
			runs(t, d.path, args, "no space left on device", false)
			w.wholeAfter(t, d.path)
			d.copy(whole)
			if os.Getenv("TUMBLE_LONG") != "" {
				if w.name == "sweep" { // else it has nothing to do
					os.RemoveAll(filepath.Join(d.path, "row-0001"))
				}
				d.leave(max(sizeOf(t, whole)/2, 1))
				runs(t, d.path, args, "no space left on device", true) // series give the room of the old ones back
				w.whole(t, d.path)
			}
			d.lock()
			before := contents(t, d.path)
			runs(t, d.path, args, "read-only file system", false)
			if after := contents(t, d.path); after != before {
				t.Errorf("in a folder that cannot be written there was\n%s, and now is\n%s", before, after)
			}
		})
	}
}

// wholeAfter expects what is there to be whole, where nothing was before.
func (w *writer) wholeAfter(t *testing.T, dir string) {
	t.Helper()
	if names := slices.DeleteFunc(allIn(t, dir), func(name string) bool { return name == filler }); len(names) > 0 {
		w.whole(t, dir)
	}
}

// runs runs a command that ends with an error of a file below a folder, or well where it may, and leaves no hidden
// file that would become a result.
func runs(t *testing.T, dir string, args []string, why string, may bool) {
	t.Helper()
	got := start(t, "", args...).end()
	said := strings.TrimSpace(strings.ReplaceAll(got.stderr, dir, "DISK"))
	if may && got.status == 0 && said == "" {
		return
	}
	if got.status != 1 || !strings.Contains("\n"+said, "\ntumble: "+args[0]+": ") || !strings.Contains(said, "DISK") ||
		!strings.Contains(said, why) || strings.Contains(said, ".part") {
		t.Errorf("%q: %+v, want status 1 and %q", args, got, why)
	}
	if parts := partsIn(dir); len(parts) > 0 {
		t.Errorf("left behind: %q", parts)
	}
	t.Logf("%d %s", got.status, said)
}

// disk is a file system in memory.
type disk struct {
	t    *testing.T
	path string
}

// filler is the file that takes up the room of a disk.
const filler = "filler"

func newDisk(t *testing.T, path string) disk {
	t.Helper()
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", path, "tmpfs", 0, "size=16m"); err != nil {
		t.Skipf("a disk that gets full cannot be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(path, 0); err != nil {
			t.Error(err)
		}
	})
	return disk{t, path}
}

// leave fills the disk up but for so many bytes, in whole pages.
func (d disk) leave(free int64) {
	d.t.Helper()
	path := filepath.Join(d.path, filler)
	os.Remove(path)
	var s syscall.Statfs_t
	if err := syscall.Statfs(d.path, &s); err != nil {
		d.t.Fatal(err)
	}
	if pages := int64(s.Bavail) - free/s.Bsize; pages > 0 {
		if err := os.WriteFile(path, make([]byte, pages*s.Bsize), 0o644); err != nil {
			d.t.Fatal(err)
		}
	}
}

// copy replaces what is on the disk by what lies below a folder.
func (d disk) copy(from string) {
	d.t.Helper()
	for _, name := range allIn(d.t, d.path) {
		os.RemoveAll(filepath.Join(d.path, name))
	}
	if err := os.CopyFS(d.path, os.DirFS(from)); err != nil {
		d.t.Fatal(err)
	}
}

// lock lets nobody write on the disk any more.
func (d disk) lock() {
	d.t.Helper()
	if err := syscall.Mount("", d.path, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		d.t.Fatal(err)
	}
}

// sizeOf returns how many bytes the files below a folder have.
func sizeOf(t *testing.T, dir string) (bytes int64) {
	t.Helper()
	for _, name := range allIn(t, dir) {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			bytes += info.Size()
		}
	}
	return bytes
}

// contents tells what lies below a folder.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var list strings.Builder
	for _, name := range allIn(t, dir) {
		data, _ := os.ReadFile(filepath.Join(dir, name))
		fmt.Fprintf(&list, "%s %d %x\n", name, len(data), sha256.Sum256(data))
	}
	return list.String()
}
