//go:build unix

package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// notebooks returns the paths of the notebooks that are shipped.
func notebooks(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("../python/notebooks/*.ipynb")
	if err != nil || len(paths) != 4 {
		t.Fatalf("there are %v, %v", paths, err)
	}
	return paths
}

// Contract: notebooks are shipped without what they have printed: who runs them sees the results of their own program.
func TestNotebooksAreEmpty(t *testing.T) {
	for _, path := range notebooks(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var n struct {
			Cells []struct {
				Count   *int `json:"execution_count"`
				Outputs []any
			}
		}
		if err := json.Unmarshal(data, &n); err != nil || len(n.Cells) == 0 {
			t.Fatalf("%s: %d cells, %v", path, len(n.Cells), err)
		}
		for i, c := range n.Cells {
			if c.Count != nil || len(c.Outputs) > 0 {
				t.Errorf("%s: cell %d has an output", path, i+1)
			}
		}
	}
}

// Contract: the notebooks run from their first cell to the last, and what they assert is so.
func TestNotebooksRun(t *testing.T) {
	if os.Getenv("TUMBLE_LONG") == "" {
		t.Skip("runs with TUMBLE_LONG=1 only, as ./dev test --long sets it")
	}
	interpreter := python()
	const needs = "import nbconvert, ipykernel, scipy, matplotlib"
	if interpreter == "" || exec.Command(interpreter, "-c", needs).Run() != nil {
		t.Skip("Jupyter is not there (Debian: jupyter-nbconvert python3-ipykernel python3-scipy python3-matplotlib)")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	packages, err := filepath.Abs("../python")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range notebooks(t) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".ipynb"), func(t *testing.T) {
			c := exec.Command(interpreter, "-m", "nbconvert", "--execute", "--to", "html", "--output-dir", t.TempDir(), path)
			c.Env = append(os.Environ(), "TUMBLE_TEST_MAIN=1", "TUMBLE="+program, "PYTHONPATH="+packages)
			c.WaitDelay = time.Second
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%v:\n%s", err, last(string(out), 3000))
			}
		})
	}
}
