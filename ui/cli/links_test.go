package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Contract: a name that no person typed, of a file or a folder, is no link: neither the default name of a command, nor
// one in a folder or beside a file that was named. What it leads to stays as it is. A typed name is followed.
func TestDefaultNamesFollowNoLink(t *testing.T) {
	for name, c := range map[string]struct {
		link string // to a file; with an end / to a folder
		args string
	}{
		"shot":     {"s.png", "shot s.yaml --size 64x48 --quality fast"},
		"record":   {"s.mp4", "record s.yaml --size 64x48 --quality fast"},
		"replay":   {"s.html", "replay s.yaml"},
		"report":   {"s-report.html", "report s.yaml --size 64x48 --quality fast"},
		"frames":   {"f-0000.png", "record s.yaml --size 64x48 --quality fast -o f-%04d.png"},
		"metadata": {"a.csv-metadata.json", "run s.yaml --csv a.csv"},
		"ply":      {"p/moment.000001.ply", "run s.yaml --ply p"},
		"sweep":    {"s-sweep/", "sweep s.yaml --table t.csv"},
		"row":      {"s-sweep/row-0001/", "sweep s.yaml --table t.csv"},
		"summary":  {"s-sweep/summary.csv", "sweep s.yaml --table t.csv"},
		"of row":   {"o/row-0001/scene.yaml", "sweep s.yaml --table t.csv -o o"},
		"exports":  {"o/row-0001/export/", "sweep e.yaml --table t.csv -o o"},
	} {
		dir := t.TempDir()
		t.Chdir(dir)
		save(t, "s.yaml", kinds[5].begins)
		save(t, "e.yaml", kinds[5].begins+"export: {series: [{format: ply, path: p}]}\n")
		save(t, "t.csv", "damping\n0.1\n")
		save(t, "mine", "old")
		link, isFolder := strings.CutSuffix(c.link, "/")
		to := filepath.Join(dir, "mine")
		if isFolder {
			to = filepath.Join(dir, "folder")
			for _, one := range []string{"folder", "folder/row-0001"} {
				if err := os.Mkdir(one, 0o777); err != nil {
					t.Fatal(err)
				}
			}
			save(t, "folder/result.json", "old")
			save(t, "folder/row-0001/result.json", "old")
		}
		if err := os.MkdirAll(filepath.Dir(link), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
		got := tumble(strings.Fields(c.args)...)
		if got.status != exitError || !strings.Contains(got.stderr, "only where a person types its name") {
			t.Errorf("%s: %+v", name, got)
		}
		for _, file := range []string{"mine", "folder/result.json", "folder/row-0001/result.json"} {
			data, err := os.ReadFile(file)
			if err == nil && string(data) != "old" || err != nil && (isFolder || file == "mine") {
				t.Errorf("%s: %s holds %q, %v", name, file, data, err)
			}
		}
		if list, _ := os.ReadDir("folder"); isFolder && len(list) != 2 {
			t.Errorf("%s: wrote %v", name, list)
		}
		if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s: %s is no link any more", name, link)
		}
	}
	if err := os.Symlink("mine", "s.csv"); err != nil {
		t.Fatal(err)
	}
	if got := tumble("run", "s.yaml", "--csv", "s.csv"); got.status != 0 {
		t.Errorf("a link that was typed: %+v", got)
	}
	if data, _ := os.ReadFile("mine"); !strings.HasPrefix(string(data), "time [s]") {
		t.Errorf("a link that was typed leads to %q", data)
	}
}
