package scene

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A tree for scenes of strangers: own/ is the folder of the scene, other/ is not. Every mesh
// is the same triangle; secrets are what must not be shown.
func strangersTree(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	const facet = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n" +
		"endfacet\nendsolid\n"
	const grains = "x,y,z,radius\n0,0,1,0.1\n"
	for name, text := range map[string]string{
		"own/a.stl": facet, "own/sub/a.stl": facet, "other/a.stl": facet, "other/grains.csv": grains,
		"own/grains.csv": grains,
		"own/id_rsa":     "solid SECRET-KEY\n", "own/key.stl": "-----BEGIN SECRET\nSECRET SECRET\n" +
			strings.Repeat("SECRET\n", 20),
		"own/key2.stl": "solid SECRET\nSECRET SECRET\n", "own/key.obj": "SECRET SECRET\nv SECRET SECRET SECRET\n",
		"own/key3.obj": "f SECRET SECRET SECRET\n",
		"own/key.ply":  "ply\nSECRET SECRET\n", "own/key2.ply": "ply\nformat SECRET 1.0\n",
		"own/passwd": "SECRET:x:0:0:SECRET,,,:/\n", "own/short.stl": "SECRET",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{
		"own/out.stl": "../other/a.stl", "own/far.stl": filepath.Join(dir, "other/a.stl"), "own/dir": "../other",
		"own/gone.stl": "../other/none.stl",
		"own/in.stl":   "sub/a.stl", "own/near.stl": filepath.Join(dir, "own/a.stl"), "own/table.csv": "../other/grains.csv",
	} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Contract: a scene reads meshes and tables below its own folder, by whatever name, and no
// others unless a person says so; whether there is another is not told, nor anything of
// what is no mesh or table.
func TestScenesReadBelowTheirFolder(t *testing.T) {
	dir := strangersTree(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	try := func(entry string, o Options) error {
		path := at("own/s.yaml")
		text := "title: t\ngravity: [0, 0, -10]\nmaterials: [{name: m}]\n" + entry + "\n"
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Load(path, o)
		if err == nil {
			s.World.Close()
		}
		return err
	}
	mesh := func(name string) string { return "bodies: [{name: b, mesh: '" + name + "', blocked: xyzXYZ}]" }
	table := func(name string) string { return "particles: {file: '" + name + "'}" }
	poses := func(name string) string {
		return "bodies: [{name: b, mesh: a.stl, blocked: xyzXYZ}]\nmotions: [{name: m, body: b, table: '" + name + "'}]"
	}
	grain := func(name string) string { return "bodies: [{name: b, multisphere: {file: '" + name + "'}}]" }
	for _, entry := range []string{
		mesh("a.stl"), mesh("sub/a.stl"), mesh("sub/../a.stl"), mesh("in.stl"), mesh("near.stl"), mesh(at("own/a.stl")),
		mesh("pill-bottle.stl"),
		table("grains.csv"),
	} {
		if err := try(entry, Options{}); err != nil {
			t.Errorf("%s: %v", entry, err)
		}
	}
	const outside = "is outside the folder of the scene, which is all that it may read (--allow-read DIR allows " +
		"another folder)"
	for entry, allowed := range map[string]bool{
		mesh("../other/a.stl"): true, mesh(at("other/a.stl")): true, mesh("out.stl"): true, mesh("far.stl"): true,
		mesh("dir/a.stl"):  true,
		table("table.csv"): true, table("../other/grains.csv"): true,
		mesh("gone.stl"): false, mesh("dir/none.stl"): false, mesh("../other/none.stl"): false, mesh("/none.stl"): false,
		mesh("../none/none.stl"): false,
		table("/etc/passwd"):     false, table("/etc/none"): false,
		poses("/etc/passwd"): false, poses("../none.csv"): false,
		grain("/etc/passwd"): false, grain("../none.csv"): false,
	} {
		err := try(entry, Options{})
		if err == nil || !strings.Contains(err.Error(), outside) {
			t.Errorf("%s: got %v, want %q", entry, err, outside)
		}
		if err := try(entry, Options{AllowRead: []string{at("other")}}); (err == nil) != allowed {
			t.Errorf("%s: with the folder allowed: %v", entry, err)
		}
	}
	for _, entry := range []string{
		mesh("id_rsa"), mesh("key.stl"), mesh("key2.stl"), mesh("key.obj"), mesh("key3.obj"), mesh("key.ply"),
		mesh("key2.ply"), mesh("short.stl"),
		table("passwd"), table("key.stl"), table("id_rsa"), poses("passwd"), poses("key.stl"), poses("id_rsa"),
		grain("passwd"), grain("key.stl"), grain("id_rsa"),
	} {
		if err := try(entry, Options{}); err == nil || strings.Contains(err.Error(), "SECRET") {
			t.Errorf("%s: got %v", entry, err)
		}
	}
	// What a person names is theirs to name.
	t.Chdir(at("other"))
	for _, set := range []string{"b.mesh=" + at("other/a.stl"), "b.mesh=../other/a.stl", "b.mesh=../own/out.stl",
		"bodies=[{name: b, mesh: ../other/a.stl, blocked: xyzXYZ}]"} {
		if err := try(mesh("a.stl"), Options{Set: []string{set}}); err != nil {
			t.Errorf("--set %s: %v", set, err)
		}
	}
	s, err := Load("bottle", Options{Set: []string{"bottle.mesh=a.stl"}})
	if err != nil {
		t.Fatal(err)
	}
	s.World.Close()
}
