package cli

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/run"
)

// The program says which one it is, in three ways that agree.
func TestVersion(t *testing.T) {
	var p run.Program
	got := tumble("version", "--json")
	if err := json.Unmarshal([]byte(got.stdout), &p); err != nil || got.status != 0 || p.Version == "" {
		t.Fatalf("%v: %+v", err, got)
	}
	if p.Kernels != "avx512" && p.Kernels != "avx2" && p.Kernels != "scalar" {
		t.Errorf("kernels %q", p.Kernels)
	}
	words := tumble("version")
	if words.status != 0 || !strings.HasPrefix(words.stdout, "tumble "+p.Version+"\ncommit ") ||
		!strings.HasSuffix(words.stdout, "\nkernels "+p.Kernels+"\n") {
		t.Errorf("%+v", words)
	}
	if flag := tumble("--version"); flag != words {
		t.Errorf("--version: %+v", flag)
	}
}

// kernels returns by what width the kernels of this program run.
func kernels() string {
	p, _ := run.ThisProgram()
	return p.Kernels
}

// The environment can choose narrower kernels, and is told where it cannot.
func TestKernelsVariable(t *testing.T) {
	before := kernels()
	defer func() {
		if err := run.ChooseKernels(before); err != nil {
			t.Error(err)
		}
	}()
	t.Setenv(kernelsVariable, "scalar")
	if got := tumble("version"); got.status != 0 || !strings.HasSuffix(got.stdout, "\nkernels scalar\n") {
		t.Errorf("%+v", got)
	}
	t.Setenv(kernelsVariable, "neon")
	got := tumble("version")
	if got.status != exitUsage || !strings.HasPrefix(got.stderr,
		`tumble: TUMBLE_KERNELS: there are no kernels "neon" here (scalar`) {
		t.Errorf("%+v", got)
	}
}

// A result says what was run: settings in the order in which they were put in, the seed.
func TestResultSaysWhatRan(t *testing.T) {
	r := runJSON(t, "clump", "--steps", "3", "--seed", "7", "--set", "damping=0.3", "--set", "materials.stone.tanPhi=.1")
	if r.Scene != "clump" || r.Seed != 7 || strings.Join(r.Set, " ") != "damping=0.3 materials.stone.tanPhi=.1" ||
		!strings.HasPrefix(r.Command, "tumble") {
		t.Errorf("%+v", r.Origin)
	}
}

// The licences of all modules in the program are in it.
func TestLicences(t *testing.T) {
	got := tumble("licences")
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	modules := regexp.MustCompile(`(?m)^\t(\S+) (v\S+)`).FindAllStringSubmatch(string(mod), -1)
	ofTests := []string{"pgregory.net/rapid", "github.com/coder/websocket"}
	for _, m := range modules {
		if !slices.Contains(ofTests, m[1]) && !strings.Contains(got.stdout, "\n"+m[1]+" "+m[2]+"\n") {
			t.Errorf("%s %s has no licence there", m[1], m[2])
		}
	}
	if len(modules) < 10 {
		t.Errorf("%d modules in go.mod: the test sees nothing", len(modules))
	}
	if got.status != 0 || !strings.Contains(got.stdout, "\nGo, its runtime") {
		t.Errorf("status %d", got.status)
	}
}
