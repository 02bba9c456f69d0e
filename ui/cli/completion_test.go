package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Shells complete commands, built-in scenes, flags and the values of flags that are names;
// where a file is meant they are told to list files.
func TestCompletion(t *testing.T) {
	const files, folders, nothing = ":0", ":16", ":4"
	for _, c := range []struct{ line, want, how string }{
		{"re|", "record\tmakes a video", files},
		{"|", "sweep\t", files},
		{"bot|", "bottle\t", files},
		{"run |", "bottle\t", files},
		{"check |", "hopper\t", files},
		{"run bottle |", "", nothing},
		{"run bottle --st|", "--state\t", nothing},
		{"run bottle --state |", "", files},
		{"run bottle --vtk |", "", folders},
		{"run bottle --seed |", "", nothing},
		{"shot bottle --color-by |", "speed", nothing},
		{"shot bottle --color-by=|", "spin", nothing},
		{"completion |", "fish", nothing},
		{"man |", "", folders},
		{"help |", "bench", nothing},
		{"help |", "formats\tParaView", nothing},
	} {
		words := strings.Split(strings.TrimSuffix(c.line, "|"), " ")
		got := tumble(append([]string{"__complete"}, words...)...)
		lines := strings.Split(got.stdout, "\n")
		if how := lines[len(lines)-2]; got.status != 0 || how != c.how || !strings.Contains("\n"+got.stdout, "\n"+c.want) ||
			c.want == "" && len(lines) > 2 {
			t.Errorf("%s: %+v, want %q, %s", c.line, got, c.want, c.how)
		}
	}
	for _, s := range shells {
		got := tumble("completion", s.name)
		if got.status != 0 || !strings.Contains(got.stdout, "tumble") || got.stderr != "" {
			t.Errorf("%s: %+v", s.name, got)
		}
		shell, err := exec.LookPath(s.name)
		if err != nil || s.name == "powershell" {
			continue
		}
		check := exec.Command(shell, "-n")
		check.Stdin = strings.NewReader(got.stdout)
		if out, err := check.CombinedOutput(); err != nil {
			t.Errorf("%s -n: %v\n%s", s.name, err, out)
		}
	}
}

// There is a manual page for the program and each command, with every flag.
func TestMan(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man1")
	if got := tumble("man", dir); got.status != 0 || got.stderr != "" {
		t.Fatalf("%+v", got)
	}
	pages := map[string][]string{"tumble.1": {"tumble-run(1)", "NAME", "--overlays"},
		"tumble-run.1": {"--until", "SCENE", "EXAMPLE", "--vtk-parts"}}
	for _, c := range commands() {
		name := "tumble-" + c.name + ".1"
		pages[name] = append(pages[name], c.does)
	}
	for name, want := range pages {
		page, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		}
		text := strings.ReplaceAll(string(page), `\-`, "-")
		for _, w := range want {
			if !strings.Contains(strings.ReplaceAll(text, `\fP`, ""), w) {
				t.Errorf("%s: no %q in\n%s", name, w, text)
			}
		}
	}
}
