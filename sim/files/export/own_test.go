package export

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/run"
)

// Contract: what a scene itself asks for goes below the folder, with the names of its format,
// through no link, and over no file but those of this program; a wish that is refused leaves
// everything as it was.
func TestScenesWriteBelowAFolder(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{
		"outside/keep.csv": "mine", "out/mine.csv": "x,y,z,radius\n1,2,3,4\n", "out/s.yaml": "title: t\n",
		"out/meta.csv-metadata.json": "{}",
		"out/notes/particles.pvd":    "<VTKFile type=\"Collection\">", "out/full/particles.00000001.vtp": "mine",
		"out/odd/readme.txt": "mine", "out/file": "mine",
		"out/listed/.vtk.files": "# Files that Tumble wrote here. When it writes the same again it removes them first.\n" +
			"\"thesis.doc\"\n", "out/listed/thesis.doc": "mine",
		"out/state/open-in-paraview.pvsm": "<?xml version=\"1.0\"?>\n",
	} {
		if err := os.MkdirAll(filepath.Dir(at(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"out/link": "../outside", "out/link.csv": "../outside/keep.csv",
		"out/inner": "odd", "out/gone.csv": "../outside/new.csv"} {
		if err := os.Symlink(to, at(link)); err != nil {
			t.Fatal(err)
		}
	}
	before := tree(t, dir)
	csv := func(path string) run.Output { return run.Output{Format: "csv", Path: path} }
	vtk := func(path string) run.Output { return run.Output{Format: "vtk", Path: path} }
	for _, c := range []struct {
		ask  run.Output
		want string // of the error; empty for none
	}{
		{csv("a.csv"), ""}, {csv("deep/a.CSV"), ""}, {csv("odd/a.csv"), ""}, {vtk("pour"), ""}, {vtk("odd"), ""},
		{vtk("."), ""},
		{csv("../a.csv"), "must stay within the folder"}, {csv(at("a.csv")), "must stay within the folder"},
		{vtk(".."), "must stay within the folder"},
		{vtk(""), "must stay within the folder"}, {csv("-"), "must end in .csv"},
		{csv("a\nb.csv"), "must stay within the folder"}, {csv("odd/../../a.csv"), "must stay within the folder"},
		{csv(".bashrc"), "must end in .csv"}, {csv("s.yaml"), "must end in .csv"}, {csv("a.csv.sh"), "must end in .csv"},
		{csv("link.csv"), "through a link"}, {csv("gone.csv"), "through a link"}, {csv("link/a.csv"), "through a link"},
		{vtk("link"), "through a link"},
		{vtk("inner"), "through a link"}, {vtk("link/a"), "through a link"},
		{csv("mine.csv"), "mine.csv is there, and not written by this program"},
		{csv("meta.csv"), "meta.csv-metadata.json is there, and not written by this program"},
		{vtk("notes"), "particles.pvd is there, and not"}, {vtk("full"), "particles.00000001.vtp is there, and not"},
		{vtk("state"), "open-in-paraview.pvsm is there, and not"},
		{vtk("listed"), `names "thesis.doc", which is none of a series`}, {vtk("file"), "file"}, {csv("file/a.csv"), "file"},
		{run.Output{Format: "xls", Path: "a"}, "must be vtk or csv"},
	} {
		got, err := Below(at("out"), []run.Output{c.ask})
		switch {
		case c.want == "" && (err != nil || got[0].Path != filepath.Join(dir, "out", c.ask.Path)):
			t.Errorf("%s %q: %v, %+v", c.ask.Format, c.ask.Path, err, got)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s %q: got %v, want %q", c.ask.Format, c.ask.Path, err, c.want)
		}
	}
	if after := tree(t, dir); after != before {
		t.Errorf("asking changed files:\n%s\nwas\n%s", after, before)
	}

	// What this program wrote, whoever asked for it, may be written again.
	w := yard(t)
	origin := (&run.Scene{World: w, Name: "yard"}).Origin()
	for range 2 {
		list, err := Below(at("out"), []run.Output{
			{Format: "csv", Path: "again/a.csv", Every: run.Interval{Steps: 1}, Origin: origin},
			{Format: "vtk", Path: "again", Every: run.Interval{Steps: 1}, Origin: origin},
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(at("out/again"), 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, w, 3, list...)
	}
	if files, _ := filepath.Glob(at("out/again/*")); len(files) < 3*len(PartNames())+3 {
		t.Errorf("written: %q", files)
	}
}

// tree returns all files below a folder with what is in them.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		b.WriteString(path + " " + d.Type().String())
		if d.Type().IsRegular() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			b.WriteString(" " + string(data))
		}
		b.WriteString("\n")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Contract: a new folder has the name of the scene, whatever that is, and was not there.
func TestNewFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("nowhere", filepath.Join(dir, "pour-export-2")); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{"a/pour.yaml", "pour-export"}, {"pour.tumble", "pour-export-3"}, {"-", "scene-export"}, {"..", "scene-export-2"},
		{"a\n;rm b.py", "a--rm-b-export"}, {"schütte", "schütte-export"},
	} {
		got, err := NewFolder(dir, c[0])
		if err != nil || got != filepath.Join(dir, c[1]) {
			t.Errorf("%q: %q, %v, want %s", c[0], got, err, c[1])
		}
	}
	if _, err := NewFolder(filepath.Join(dir, "none"), "a"); err == nil {
		t.Error("a folder in none is made")
	}
}
