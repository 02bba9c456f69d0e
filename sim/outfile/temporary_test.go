package outfile_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"example.org/tumble/sim/outfile"
)

// Contract: each process has a temporary folder of its own, which goes when that says so, or with the next one after
// that was killed; no other folder does.
func TestTemporaryFolder(t *testing.T) {
	if os.Getenv("TUMBLE_TEST_TEMPORARY") != "" {
		folder, remove, err := outfile.TemporaryFolder("a")
		fmt.Println("made", filepath.Base(folder), err)
		time.Sleep(time.Hour)
		remove() // it is in use until here
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	child := exec.Command(os.Args[0], "-test.run=^TestTemporaryFolder$")
	child.Env = append(os.Environ(), "TUMBLE_TEST_TEMPORARY=1")
	out, err := child.StdoutPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, len("made .a.1.part"))); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(dir+"/a.1.part", 0o755); err != nil {
		t.Fatal(err)
	}
	folder, remove, err := outfile.TemporaryFolder("a")
	if err != nil || folder != dir+"/.a.2.part" {
		t.Errorf("%s: %v", folder, err)
	}
	put(t, folder+"/file", "")
	want(t, dir, ".a.1.part", ".a.2.part", "a.1.part")
	child.Process.Kill()
	child.Wait()
	remove()
	_, remove, err = outfile.TemporaryFolder("a")
	if err != nil {
		t.Error(err)
	}
	want(t, dir, ".a.1.part", "a.1.part") // another one
	remove()
	want(t, dir, "a.1.part")
}
