package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Contract: a sweep of many rows tells quantiles over its rows; its plots have bands instead of a line for each row,
// and a line for each row across the settings. Friction that nothing slides on changes nothing, and says so.
func TestSweepOfManyRows(t *testing.T) {
	dir := makeTray(t, "")
	at := func(name string) string { return filepath.Join(dir, name) }
	got := tumble("sweep", at("tray.yaml"), "--sample", "lhs", "--n", "30", "--range", "damping=0.1..0.4", "--range",
		"materials.m.tanPhi=0.1..0.4", "-o", at("out"), "--size", "64x36", "--every", "1ms")
	if got.status != 0 {
		t.Fatal(got)
	}
	lines := table(t, at("out/quantiles.csv"))
	head := lines[0]
	if want := []string{"quantity", "rows", "least", "5 %", "25 %", "median", "75 %", "95 %", "greatest", "mean",
		"standard deviation", "rank correlation with damping", "rank correlation with materials.m.tanPhi"}; !slices.Equal(
		head, want) {
		t.Fatalf("head %q", head)
	}
	found := false
	for _, line := range lines[1:] {
		if line[0] != "kinetic energy [J]" {
			continue
		}
		found = true
		var x []float64
		for _, cell := range line[1:12] {
			v, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				t.Fatal(line, err)
			}
			x = append(x, v)
		}
		if x[0] != 30 || !slices.IsSorted(x[1:8]) || !(x[1] < x[7]) || !(x[10] < -0.5) {
			t.Errorf("more damping must leave less energy: %v", line)
		}
	}
	if !found {
		t.Errorf("no kinetic energy in %v", lines)
	}
	for name, want := range map[string]string{"summary.svg": "5 % to 95 %", "parallel.svg": "materials.m.tanPhi"} {
		if text, err := os.ReadFile(at("out/" + name)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s has no %q: %v", name, want, err)
		}
	}
}

// Contract: --jobs writes a script that a shell takes, in which each task runs its rows, and after which the summary is
// that of a sweep on one machine; a scene from standard input cannot be shared and is refused. Programs that print
// what they are given stand for those of Slurm and for GNU parallel.
func TestSweepJobs(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell")
	}
	dir := makeTray(t, "damping\n0.1\n0.2\n0.3\n")
	at := func(name string) string { return filepath.Join(dir, name) }
	args := []string{"sweep", at("tray.yaml"), "--table", at("runs.csv"), "--workers", "2", "--set",
		"title=it's a tray", "-o", at("out")}
	for _, kind := range jobNames() {
		if got := tumble(append(args, "--jobs", kind)...); got.status != 0 || !strings.Contains(got.stdout, "runs 3 rows") {
			t.Fatalf("%s: %+v", kind, got)
		}
	}
	if got := tumble("sweep", "-", "--table", at("runs.csv"), "--jobs", "slurm"); got.status != 2 ||
		!strings.Contains(got.stderr, "--jobs: needs a scene and a table in files") {
		t.Errorf("standard input: %+v", got)
	}
	fake := "#!/bin/sh\nfor a; do printf '<%s>' \"$a\"; done\necho\n"
	stand := "#!/bin/sh\nwhile [ \"$1\" != \"'" + at("tumble") + "'\" ]; do shift; done\n" +
		"while read -r n; do eval \"$(echo \"$*\" | sed \"s/{}/$n/\")\"; done\n"
	for name, text := range map[string]string{"tumble": fake, "parallel": stand,
		"sbatch": "#!/bin/sh\ncase $* in *SUMMARY*) printf '<%s>' \"$@\" ;; *) echo '7;cluster' ;; esac\n"} {
		if err := os.WriteFile(at(name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	run := func(file string, more ...string) string {
		t.Helper()
		cmd := exec.Command(shell, file)
		cmd.Env = append(os.Environ(), append(more, "PATH="+dir+":"+os.Getenv("PATH"), "TUMBLE="+at("tumble"))...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v: %s", file, err, out)
		}
		return string(out)
	}
	common := "<sweep><" + at("tray.yaml") + "><--table><" + at("runs.csv") + "><--set><title=it's a tray><-o><" +
		at("out") + ">"
	second := common + "<--workers><1><--row><2..2>\n"
	if got := run(at("out/sweep.slurm"), "SLURM_ARRAY_TASK_ID=2"); got != second {
		t.Errorf("slurm runs\n%swant\n%s", got, second)
	}
	if got := run(at("out/sweep.slurm"), "SLURM_ARRAY_TASK_ID=1", "TUMBLE_SUMMARY=1"); got != common+"<--workers><1>\n" {
		t.Errorf("the summary of slurm runs\n%s", got)
	}
	got := run(at("out/sweep.slurm"), "SLURM_ARRAY_TASK_ID=", "SLURM_JOB_ID=")
	if !strings.HasPrefix(got, "<--dependency=afterany:7>") || !strings.HasSuffix(got, "<"+at("out/sweep.slurm")+">") {
		t.Errorf("what comes after the array is handed in with %s", got)
	}
	want := ""
	for _, row := range []string{"1", "2", "3"} {
		want += common + "<--workers><1><--row><" + row + ">\n"
	}
	if got := run(at("out/sweep.parallel.sh")); got != want+common+"\n" {
		t.Errorf("parallel runs\n%swant\n%s", got, want+common)
	}
}
