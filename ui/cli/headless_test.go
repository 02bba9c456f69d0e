package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/tumble/sim/run/batch"
)

// The program without graphics and without C, as a plain go build makes it, has the same vector kernels and
// gives the same bits as the one with. A sweep
// of it that is killed goes on where it was: what is done stays, the rest comes out as if
// nothing had happened.
func TestHeadless(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	program := filepath.Join(t.TempDir(), "tumble-headless")
	build := exec.Command("go", "build", "-buildvcs=false", "-tags", "headless", "-o", program, "../..")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(program, "version").Output(); err != nil ||
		!strings.HasSuffix(string(out), "\nkernels "+kernels()+"\n") {
		t.Errorf("%v: %s: want kernels %s", err, out, kernels())
	}
	for _, sc := range []string{"bottle", "clump"} {
		out, err := exec.Command(program, "run", sc, "--steps", "1500", "--json").Output()
		var r batch.Result
		if err == nil {
			err = json.Unmarshal(out, &r)
		}
		if err != nil {
			t.Fatal(err)
		}
		if with := runJSON(t, sc, "--steps", "1500"); r.Hash != with.Hash {
			t.Errorf("%s: hash %s without graphics, %s with", sc, r.Hash, with.Hash)
		}
	}

	for args, want := range map[string]struct {
		status int
		text   string
	}{
		"shot --help": {0, "tumble shot SCENE"}, "shot bottle --at 2s": {1, "without graphics"},
		"record --nonsense x":          {1, "without graphics"},
		"report clump --steps 20 -o -": {0, "Without pictures: this program was built without graphics"},
	} {
		out, err := exec.Command(program, strings.Fields(args)...).CombinedOutput()
		status := 0
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			status = exit.ExitCode()
		}
		if status != want.status || !strings.Contains(string(out), want.text) {
			t.Errorf("%s: %d, %s", args, status, out)
		}
	}

	dir := makeTray(t, "damping\n"+strings.Repeat("0.1\n0.2\n", 20))
	args := []string{"sweep", filepath.Join(dir, "tray.yaml"), "--table", filepath.Join(dir, "runs.csv"), "-o",
		filepath.Join(dir, "out"), "--until", "50ms"}
	var said bytes.Buffer
	killed := exec.Command(program, args...)
	killed.Stderr = &said
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	for range 6000 {
		if done, _ := filepath.Glob(filepath.Join(dir, "out", "row-*", "result.json")); len(done) >= 3 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	killed.Process.Kill()
	killed.Wait()
	before, _ := filepath.Glob(filepath.Join(dir, "out", "row-*", "result.json"))
	again := exec.Command(program, args...)
	out, err := again.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !strings.Contains(string(out), fmt.Sprintf("%d rows: done before", len(before))) || len(before) < 3 {
		t.Errorf("%d rows were done and should stay: %s", len(before), out)
	}
	hashes := map[string]string{}
	for _, line := range table(t, filepath.Join(dir, "out", "summary.csv"))[1:] {
		if h := hashes[line[1]]; line[3] == "" || h != "" && h != line[3] {
			t.Errorf("row %s: hash %q, another row with damping %s has %q", line[0], line[3], line[1], h)
		}
		hashes[line[1]] = line[3]
	}
}
