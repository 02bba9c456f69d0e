package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write makes files, with their folders, and returns the folder they are in.
func write(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const (
	ballScene = "title: t\ngravity: [0, 0, -10]\nend: 0.01\nmaterials: [{name: m}]\nbodies: [{name: ball, sphere: {radius: 0.01}}]\n"
	meshScene = "title: t\ngravity: [0, 0, -10]\nend: 0.01\nmaterials: [{name: m}]\nbodies: [{name: cup, mesh: ../meshes/cup.stl, blocked: xyzXYZ}]\n"
	facet     = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n"
	scriptOf  = "import woo\nfrom woo.core import *\nfrom woo.dem import *\nimport woo.utils\nS=woo.master.scene=Scene(fields=[DemField(gravity=(0,0,-10))])\n" +
		"S.dem.par.add(woo.utils.importSTL('../meshes/cup.stl'))\nS.engines=DemField.minimalEngines()\n"
)

// Contract: what a scene or script may read besides its own folder is a flag of every command
// that reads one, and is needed again for what is saved elsewhere, which is said.
func TestAllowRead(t *testing.T) {
	dir := write(t, map[string]string{"scenes/s.yaml": meshScene, "scenes/s.py": scriptOf, "meshes/cup.stl": facet, "runs.csv": "damping\n0.1\n"})
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []string{
		"check SCENE", "run SCENE --steps 2", "open SCENE", "run SCENE --save-scene " + at("copy.yaml"),
		"sweep SCENE --table " + at("runs.csv") + " -o " + at("out") + " --steps 2 --size 16x16",
	} {
		for _, name := range []string{"scenes/s.yaml", "scenes/s.py"} {
			args := strings.Fields(strings.ReplaceAll(c, "SCENE", at(name)))
			if got := tumble(args...); !strings.Contains(c, "--save-scene") && (got.status != 1 || !strings.Contains(got.stderr, "--allow-read DIR allows another folder")) {
				t.Errorf("%v: %+v", args, got)
			}
			if got := tumble(append(args, "--allow-read", at("meshes"))...); got.status != 0 {
				t.Errorf("%v, allowed: %+v", args, got)
			}
		}
	}
	if got := tumble("check", at("scenes/s.yaml"), "--allow-read", at("none")); got.status != 2 || !strings.Contains(got.stderr, "--allow-read: must be a folder") {
		t.Errorf("no folder: %+v", got)
	}
	for path, want := range map[string]string{
		"copy.yaml": "", "scenes/copy.yaml": "notice: copy.yaml reads ../meshes/cup.stl, which is outside its folder: open it with --allow-read DIR\n",
	} {
		if got := tumble("run", at("scenes/s.yaml"), "--save-scene", at(path)); got.status != 0 || got.stdout != want {
			t.Errorf("%s: %+v", path, got)
		}
	}
	if got := tumble("check", at("copy.yaml")); got.status != 0 {
		t.Errorf("with the meshes below: %+v", got)
	}
}

// Contract: a scene is not saved over itself, by whatever name.
func TestSceneIsNotSavedOverItself(t *testing.T) {
	dir := write(t, map[string]string{"s.yaml": ballScene})
	path, link := filepath.Join(dir, "s.yaml"), filepath.Join(dir, "link.yaml")
	if err := os.Symlink("s.yaml", link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, link, filepath.Join(dir, "..", filepath.Base(dir), "s.yaml")} {
		if got := tumble("run", path, "--set", "damping=0.5", "--save-scene", name); got.status != 1 || !strings.Contains(got.stderr, "is the scene itself, which stays as it is") {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != ballScene {
		t.Errorf("%v: the scene is now\n%s", err, text)
	}
}
