package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"example.org/tumble/sim/run/batch"
)

// Contract: for another processor, built as ./dev builds for it, the engine has the golden values of this
// one; and a program that Go builds as it likes for that processor says that it may not.
func TestOtherProcessorGivesTheSameBits(t *testing.T) {
	qemu, err := exec.LookPath("qemu-aarch64")
	if err != nil {
		t.Skip("there is no qemu-aarch64 to run a program for another processor (Debian: qemu-user)")
	}
	if os.Getenv("TUMBLE_LONG") == "" {
		t.Skip("a program for another processor is built and run only with TUMBLE_LONG=1")
	}
	build := func(command ...string) (program string) {
		program = filepath.Join(t.TempDir(), "program")
		c := exec.Command("go", append(command, "-tags", "headless", "-o", program)...)
		c.Dir = "../.."
		c.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0", "GOFLAGS=")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return program
	}
	engine := build("test", "-c", "./sim", "-gcflags=all=-d=fmahash=qn")
	golden := exec.Command(qemu, engine, "-test.v", "-test.run", "TestGolden$")
	golden.Dir, golden.Env = "../../sim", append(os.Environ(), "TUMBLE_LONG=")
	if out, err := golden.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("\n--- PASS: TestGolden")) {
		t.Errorf("%v\n%s", err, out)
	}
	var r batch.Result
	out, err := exec.Command(qemu, build("build", "-buildvcs=false"), "run", "clump", "--steps", "3", "--json").Output()
	if err == nil {
		err = json.Unmarshal(out, &r)
	}
	if err != nil || !r.Fused {
		t.Errorf("a program that rounds otherwise does not say so: %+v, %v", r, err)
	}
}
