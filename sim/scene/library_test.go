package scene

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Contract: a program of another module imports the engine and gets, from data that it wrote down in Go, the
// bits of the built-in scene; and the manual shows that program.
func TestLibrary(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(filepath.Join(root, "sim", "testdata", "library", "bottle.go"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	program := filepath.Join(folder, "bottle")
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	// All that the engine requires is in the go.mod of the root: the network is not asked.
	path := strings.TrimPrefix(strings.SplitN(string(mod), "\n", 2)[0], "module ")
	for name, text := range map[string]string{
		"bottle.go": strings.Replace(string(source), "End: 4.1", "End: 0.3", 1), // that it is short
		"go.sum":    string(sums),
		"go.mod": strings.Replace(string(mod), "module "+path, "module institute.example/pills", 1) +
			fmt.Sprintf("\nrequire %s v0.0.0\n\nreplace %s => %s\n", path, path, root),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-mod=mod", "-o", program, ".")
	build.Dir = folder
	build.Env = append(os.Environ(), "GOFLAGS=", "GOPROXY=off", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	s, err := Load("bottle", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	for s.World.Clock().Time < 0.3 {
		s.World.Step()
	}
	want := fmt.Sprintf("%d bodies, hash %016x\n", s.World.NumBodies(), s.World.Hash())
	if string(got) != want {
		t.Errorf("another module gets %q, the built-in scene %q", got, want)
	}
	topic, err := os.ReadFile(filepath.Join(root, "assets", "manual", "library.md"))
	if err != nil {
		t.Fatal(err)
	}
	body := source[bytes.Index(source, []byte("func main() {")):]
	if !bytes.Contains(topic, body) {
		t.Error("the manual does not show the function main of sim/testdata/library/bottle.go")
	}
}
