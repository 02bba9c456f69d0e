//go:build unix

package cli

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

const noPython = "there is no Python ≥ 3.9 with numpy and pytest (Debian: python3-numpy python3-pytest)"

// python returns a Python that has numpy and pytest, or nothing where there is none.
func python() string {
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import sys, numpy, pytest; sys.exit(sys.version_info < (3, 9))").Run() == nil {
			return name
		}
	}
	return ""
}

// Contract: the tests of the Python package pass, with this program as the server.
func TestPythonPackage(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("not with -short")
	}
	interpreter := python()
	if interpreter == "" {
		t.Skip(noPython)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(interpreter, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "../python/tests")
	c.Env = append(os.Environ(), "TUMBLE_TEST_MAIN=1", "TUMBLE="+program)
	c.WaitDelay = time.Second
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v:\n%s", err, last(string(out), 5000))
	}
}

// last returns at most n bytes from the end of a text.
func last(s string, n int) string { return s[max(0, len(s)-n):] }
