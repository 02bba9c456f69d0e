package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/run/runfile"
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
	ballScene = "title: t\ngravity: [0, 0, -10]\nend: 0.01\nmaterials: [{name: m}]\nbodies: [{name: ball, sphere: " +
		"{radius: 0.01}}]\n"
	meshScene = "title: t\ngravity: [0, 0, -10]\nend: 0.01\nmaterials: [{name: m}]\nbodies: [{name: cup, mesh: " +
		"../meshes/cup.stl, blocked: xyzXYZ}]\n"
	facet = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n" +
		"endsolid\n"
	scriptOf = "import woo\nfrom woo.core import *\nfrom woo.dem import *\nimport woo.utils\n" +
		"S=woo.master.scene=Scene(fields=[DemField(gravity=(0,0,-10))])\n" +
		"S.dem.par.add(woo.utils.importSTL('../meshes/cup.stl'))\nS.engines=DemField.minimalEngines()\n"
)

// Contract: what a scene or script may read besides its own folder is a flag of every command
// that reads one, and is needed again for what is saved elsewhere, which is said.
func TestAllowRead(t *testing.T) {
	dir := write(t, map[string]string{"scenes/s.yaml": meshScene, "scenes/s.py": scriptOf, "meshes/cup.stl": facet,
		"runs.csv": "damping\n0.1\n"})
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []string{
		"check SCENE", "run SCENE --steps 2", "open SCENE", "run SCENE --save-scene " + at("copy.yaml"),
		"sweep SCENE --table " + at("runs.csv") + " -o " + at("out") + " --steps 2 --size 16x16",
	} {
		for _, name := range []string{"scenes/s.yaml", "scenes/s.py"} {
			args := strings.Fields(strings.ReplaceAll(c, "SCENE", at(name)))
			if got := tumble(args...); !strings.Contains(c, "--save-scene") &&
				(got.status != 1 || !strings.Contains(got.stderr, "--allow-read DIR allows another folder")) {
				t.Errorf("%v: %+v", args, got)
			}
			if got := tumble(append(args, "--allow-read", at("meshes"))...); got.status != 0 {
				t.Errorf("%v, allowed: %+v", args, got)
			}
		}
	}
	if got := tumble("check", at("scenes/s.yaml"), "--allow-read", at("none")); got.status != 2 ||
		!strings.Contains(got.stderr, "--allow-read: must be a folder") {
		t.Errorf("no folder: %+v", got)
	}
	for path, want := range map[string]string{
		"copy.yaml": "", "scenes/copy.yaml": "notice: copy.yaml reads ../meshes/cup.stl, which is outside its folder: " +
			"open it with --allow-read DIR\n",
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
		if got := tumble("run", path, "--set", "damping=0.5", "--save-scene", name); got.status != 1 ||
			!strings.Contains(got.stderr, "--save-scene: "+name+" is read by this command and stays as it is") {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != ballScene {
		t.Errorf("%v: the scene is now\n%s", err, text)
	}
}

// Contract: what a command reads stays as it is, whatever it is told to write; a saved state
// may be saved over, which is how a long run goes on.
func TestSourcesStay(t *testing.T) {
	const scene = "title: t\ngravity: [0, 0, -10]\nend: 0.01\nmaterials: [{name: m}]\nbodies: [{name: cup, mesh: " +
		"cup.stl, blocked: xyzXYZ}]\nparticles: {file: grains.csv}\n"
	files := map[string]string{"s.yaml": scene, "cup.stl": facet, "grains.csv": "x,y,z,radius\n0,0,1,0.1\n"}
	dir := write(t, files)
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []string{"--csv s.yaml", "--state s.yaml", "--stl cup.stl", "--state grains.csv", "--csv grains.csv",
		"--state cup.stl"} {
		flag, name, _ := strings.Cut(c, " ")
		got := tumble("run", at("s.yaml"), "--steps", "2", flag, at(name))
		if want := flag + ": " + at(name) + " is read by this command and stays as it is"; got.status != 1 ||
			!strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %q", c, got, want)
		}
	}
	if got := tumble("run", at("cup.stl"), "--steps", "2", "--stl", at("cup.stl")); got.status != 1 {
		t.Errorf("a mesh over itself: %+v", got)
	}
	for name, text := range files {
		if now, err := os.ReadFile(at(name)); err != nil || string(now) != text {
			t.Errorf("%s: %v, is now %q", name, err, now)
		}
	}
	for range 2 {
		if got := tumble("run", at("s.yaml"), "--steps", "2", "--save", at("s.tumble")); got.status != 0 {
			t.Errorf("%+v", got)
		}
	}
	if got := tumble("run", at("s.tumble"), "--steps", "2", "--save", at("s.tumble")); got.status != 0 {
		t.Errorf("a state over itself: %+v", got)
	}
	if got := tumble("run", at("s.tumble"), "--steps", "2", "--csv", at("s.tumble")); got.status != 1 {
		t.Errorf("a table over a state: %+v", got)
	}
}

// Contract: what a scene itself asks for, also one that was saved as a state, goes into a new
// folder or below the one that the person names, and touches nothing else: not the scene, not
// files of the person, nothing through links. The header of its table is one line.
func TestSceneExportsWhereItMay(t *testing.T) {
	const shell = "\"$(touch pwned); `id`\\n=cmd|' /C calc'!A0\""
	asks := func(file, name string) string {
		return "title: t\ngravity: [0, 0, -10]\nend: 0.01\nmaterials: [{name: m}]\nbodies: [{name: ball, sphere: {radius: " +
			"0.01}}]\n" +
			"inlets: [{name: " + name + ", box: {center: [0, 0, 1], size: [1, 1, 1]}, sphere: {radius: 0.01}, maxBodies: " +
			"1}]\nexport: {csv: {file: '" + file + "'}}\n"
	}
	dir := write(t, map[string]string{
		"good.yaml": asks("deep/t.csv", "in"), "bashrc.yaml": asks(".bashrc", "in"), "self.yaml": asks("self.yaml", "in"),
		"up.yaml":   asks("../t.csv", "in"),
		"link.yaml": asks("link/t.csv", "in"), "mine.yaml": asks("mine.csv", "in"), "shell.yaml": asks("t.csv", shell),
		".bashrc": "mine", "mine.csv": "mine", "other/keep": "mine",
	})
	t.Chdir(dir)
	if err := os.Symlink("other", "link"); err != nil {
		t.Fatal(err)
	}
	before, err := filepath.Glob("*")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"bashrc": "must end in .csv", "self": "must end in .csv", "up": "must stay within the folder",
		"link": "must not lead through a link", "mine": "mine.csv is there, and not written by this program",
	} {
		if got := tumble("run", name+".yaml", "-o", "."); got.status != 1 || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %q", name, got, want)
		}
	}
	if after, _ := filepath.Glob("*"); len(after) != len(before) {
		t.Errorf("left behind: %q", after)
	}
	for n, folder := range []string{"good-export", "good-export-2"} {
		got := tumble("run", "good.yaml", "--save", "good.tumble")
		if got.status != 0 || !strings.Contains(got.stderr, "the scene itself exports: see "+folder+" ") ||
			len(table(t, folder+"/deep/t.csv")) < 2 {
			t.Errorf("%d: %+v", n, got)
		}
	}
	for range 2 { // over its own file
		if got := tumble("run", "good.yaml", "-o", "named"); got.status != 0 || got.stderr != "" ||
			len(table(t, "named/deep/t.csv")) < 2 {
			t.Errorf("%+v", got)
		}
	}
	if got := tumble("run", "good.yaml", "-o", "named", "--csv", "named/deep/t.csv"); got.status != 1 ||
		!strings.Contains(got.stderr, "--csv: named/deep/t.csv is what the scene itself exports") {
		t.Errorf("both in one file: %+v", got)
	}
	if got := tumble("run", "good.tumble", "--steps", "9", "--save", "more.tumble"); got.status != 0 ||
		len(table(t, "good-export-3/deep/t.csv")) < 2 {
		t.Errorf("a saved state: %+v", got)
	}
	// A state whose header asks for more than a scene can.
	data, err := os.ReadFile("good.tumble")
	if err != nil {
		t.Fatal(err)
	}
	file, err := runfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	state, err := file.On().KeyFrames[0].State()
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"../t.csv": "must stay within the folder", "self.yaml": "must end in .csv",
		"/etc/t.csv": "must stay within the folder", "-": "must end in .csv"} {
		var b bytes.Buffer
		head := bytes.Replace(file.Scene, []byte(`"Path":"deep/t.csv"`), []byte(`"Path":"`+path+`"`), 1)
		runfile.NewWriter(&b, json.RawMessage(head)).KeyFrame(file.On().KeyFrames[0].Hash, 0, state)
		if err := os.WriteFile("bad.tumble", b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"-o", "."}, nil} {
			if got := tumble(append([]string{"run", "bad.tumble", "--steps", "9"}, args...)...); got.status != 1 ||
				!strings.Contains(got.stderr, want) {
				t.Errorf("a state that asks for %s: %+v, want %q", path, got, want)
			}
		}
	}
	if got := tumble("run", "shell.yaml", "-o", "named"); got.status != 1 ||
		!strings.Contains(got.stderr, "a name must be one line of text") {
		t.Errorf("an inlet with lines in its name: %+v", got)
	}
	if _, err := os.Stat("bad-export"); err == nil {
		t.Error("a folder of a refused export is left")
	}
}

// Contract: no text of a stranger steers the terminal.
func TestPlainMessages(t *testing.T) {
	const escape = "\\e]0;owned\\a\\r"
	dir := write(t, map[string]string{
		"mesh.yaml": "title: t\ngravity: [0, 0, -10]\nmaterials: [{name: m}]\nbodies: [{name: b, mesh: \"" + escape +
			".stl\", blocked: xyzXYZ}]\n",
		"title.yaml": "title: \"a" + escape + "\\n  b\"\ngravity: [0, 0, -10]\nmaterials: [{name: m}]\n",
		"key.yaml":   "title: t\n\"" + escape + "\": 1\n",
		"print.py": strings.Replace(scriptOf, "S.dem.par.add(woo.utils.importSTL('../meshes/cup.stl'))",
			"print('\\x1b]0;owned\\x07\\r')\nS.dem.par.add(Sphere.make((0,0,1),radius=.1))", 1),
	})
	for name, status := range map[string]int{"mesh.yaml": 1, "title.yaml": 0, "key.yaml": 1, "print.py": 0} {
		got := tumble("check", filepath.Join(dir, name))
		if got.status != status || strings.ContainsAny(got.stdout+got.stderr, "\x1b\a\r") ||
			!strings.Contains(got.stdout+got.stderr, "owned") {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := tumble("check", filepath.Join(dir, "title.yaml")); !strings.Contains(got.stdout, " b: 0 bodies") ||
		strings.Count(got.stdout, "\n") != 1 {
		t.Errorf("the title has more than a line: %q", got.stdout)
	}
}
