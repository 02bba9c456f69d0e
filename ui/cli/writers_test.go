//go:build unix && !headless

package cli

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/render/figure"
	"example.org/tumble/render/video"
	"example.org/tumble/sim/files/export"
	"example.org/tumble/sim/scene"
)

// writer is a command that writes, with what its results must look like at any moment.
type writer struct {
	name  string
	args  string // SCENE, TABLE and DIR are put in
	whole func(t *testing.T, dir string)
	after []string // patterns of all names after a run to the end
}

const (
	film  = "record clump --until 100ms --size 160x120 --quality fast -o "
	grain = "run SCENE --steps 6 --every 1steps "
)

// writers are all that the program writes with. TestWritersAreAll tells which are not there.
var writers = []writer{
	{"save", "run SCENE --steps 3 --save DIR/a.tumble", wholeScene, []string{"a.tumble"}},
	{"save-scene", "run clump --save-scene DIR/a.yaml", wholeScene, []string{"a.yaml"}},
	{"run-file", "run clump --steps 3000 --run-file DIR/a.tumble", func(t *testing.T, dir string) {
		if got := tumble("check", filepath.Join(dir, "a.tumble")); got.status != 0 {
			t.Errorf("a run file is not reproduced: %s", got.stderr)
		}
	}, []string{"a.tumble"}},
	{"json", "run SCENE --steps 3 --state DIR/a.json", wholeFile("a.json", json.Valid), []string{"a.json"}},
	{"particles", "run SCENE --steps 3 --state DIR/a.csv", wholeTables, []string{"a.csv", "a.csv-metadata.json"}},
	{"moment", "run SCENE --steps 3 --state DIR/a.parquet", wholeFile("a.parquet", isParquet), []string{"a.parquet"}},
	{"glb", "run SCENE --steps 3 --state DIR/a.glb", wholeFile("a.glb", func(b []byte) bool {
		return len(b) > 12 && binary.LittleEndian.Uint32(b[8:]) == uint32(len(b))
	}), []string{"a.glb"}},
	{"surface", "run clump --steps 3 --state DIR/a.ply", wholeFile("a.ply", isPLY), []string{"a.ply"}},
	{"stl", "run bottle --steps 3 --stl DIR/a.stl", wholeFile("a.stl", func(b []byte) bool {
		return len(b) > 84 && 84+50*int(binary.LittleEndian.Uint32(b[80:])) == len(b)
	}), []string{"a.stl"}},
	{"csv", "run bottle --steps 500 --csv DIR/a.csv --every 1steps", grownTables,
		[]string{"a.csv", "a.csv-metadata.json"}},
	{"parquet-series", "run bottle --steps 500 --parquet-series DIR/a.parquet --every 1steps",
		wholeFile("a.parquet", isParquet), []string{"a.parquet"}},
	{"vtk", grain + "--vtk DIR --vtk-parts particles,contacts", wholeSeries,
		[]string{".vtk.files", "open-in-paraview.pvsm", "*.pvd", "*.0000000[0-6].vtp"}},
	{"replay", grain + "--replay DIR/a.html", wholeFile("a.html", isPage), []string{"a.html"}},
	{"lammps", grain + "--lammps DIR/a.dump", wholeFile("a.dump", isDump), []string{"a.dump"}},
	{"gsd", grain + "--gsd DIR/a.gsd", wholeFile("a.gsd", func(b []byte) bool {
		word := func(at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }
		return len(b) > 256 && word(8)+32*word(16) == uint64(len(b)) // the index is last
	}), []string{"a.gsd"}},
	{"parquet", grain + "--parquet DIR/a.parquet", wholeFile("a.parquet", isParquet), []string{"a.parquet"}},
	{"contacts", grain + "--contacts DIR/a.csv", wholeTables, []string{"a.csv", "a.csv-metadata.json"}},
	{"collisions", "run rain --steps 3000 --collisions DIR/a.csv", wholeTables, []string{"a.csv", "a.csv-metadata.json"}},
	{"spectra", "run rain --steps 3000 --spectra DIR/a.csv", wholeTables, []string{"a.csv", "a.csv-metadata.json"}},
	{"ply", "run clump --steps 30 --ply DIR --every 5steps", wholeFiles("*.ply", isPLY),
		[]string{".ply.files", "moment.00000[0-7].ply"}},
	{"fields", grain + "--field-files DIR --fields a=box/-1,-1,-1/1,1,1#4x4x4#lucy/0.3 --field-kinds parquet",
		wholeFiles("*.parquet", isParquet), []string{".fields.files", "a.0000000[0-6].parquet", "a.mean.parquet"}},
	{"mp4", film + "DIR/a.mp4", wholeVideos, []string{"a.mp4"}},
	{"limited", film + "DIR/a.mp4 --max-size 20kB", wholeVideos, []string{"a.mp4"}},
	{"webm", film + "DIR/a.webm", wholeVideos, []string{"a.webm"}},
	{"gif", film + "DIR/a.gif", wholeVideos, []string{"a.gif"}},
	{"avi", film + "DIR/a.avi", wholeVideos, []string{"a.avi"}},
	{"frames", film + "DIR/%04d.png", wholeFiles("*.png", isPNG), []string{".%04d.png.files", "000[0-6].png"}},
	{"shot", "shot clump --size 1280x720 --quality fast -o DIR/a.png", wholeFile("a.png", isPNG), []string{"a.png"}},
	{"svg", "shot clump --size 640x480 --quality fast -o DIR/a.svg", wholeFile("a.svg", endsIn("</svg>")),
		[]string{"a.svg"}},
	{"pdf", "shot clump --size 640x480 --quality fast -o DIR/a.pdf", wholeFile("a.pdf", endsIn("%%EOF")),
		[]string{"a.pdf"}},
	{"page", "replay clump --until 100ms -o DIR/a.html", wholeFile("a.html", isPage), []string{"a.html"}},
	{"report", "report clump --steps 30 --size 160x90 --quality fast -o DIR/a.html", wholeFile("a.html", isPage),
		[]string{"a.html"}},
	{"deck", "export bottle --damping-as restitution --to liggghts -o DIR/deck", wholeDeck, []string{"deck", "deck/*",
		"deck/meshes/*"}},
	{"sweep", "sweep clump --table TABLE -o DIR --steps 200 --every 20steps --size 64x48", wholeSweep, []string{
		"summary.csv", "summary.svg", "quantiles.csv", "parallel.svg", "row-000[1-3]", "row-000?/result.json",
		"row-000?/series.csv", "row-000?/series.csv-metadata.json", "row-000?/picture.png", "row-000?/scene.yaml"}},
}

// Contract: every row of the tables of formats, and every file that a flag of run names, is among the writers of these
// tests, and the manual has each format.
func TestWritersAreAll(t *testing.T) {
	var missing []string
	want := func(what string) {
		if !slices.ContainsFunc(writers, func(w writer) bool { return strings.Contains(w.args+" ", what) }) {
			missing = append(missing, what)
		}
	}
	for _, f := range export.Formats {
		path := "DIR/a" + f.Ext
		if f.Ext == "" {
			path = "DIR"
		}
		want("--" + f.Name + " " + path + " ")
	}
	for _, f := range export.MomentFormats {
		want("--state DIR/a" + f.Ext + " ")
	}
	for _, f := range figure.Formats {
		want("-o DIR/a" + f.Ext + " ")
	}
	for _, ext := range video.Endings() {
		want(ext + " ")
	}
	text, err := os.ReadFile("../../assets/manual/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| format | was opened in | what is lost |\n|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := strings.Split(table, "\n")
	for _, f := range export.Formats {
		if !strings.Contains(table, "`--"+f.Name+" ") && !strings.Contains(table, "`--"+f.Name+"`") {
			t.Errorf("formats.md does not have --%s", f.Name)
		}
	}
	for _, f := range export.MomentFormats {
		if !strings.Contains(table, f.Ext+"`") {
			t.Errorf("formats.md does not have %s", f.Ext)
		}
	}
	for _, row := range rows {
		formats := strings.Split(row, "|")[1]
		for _, flag := range regexp.MustCompile("--[a-z-]+|`\\.[a-z0-9]+`").FindAllString(formats, -1) {
			if name := strings.Trim(flag, "`"); name[0] == '.' {
				want(name + " ")
			} else {
				want(name + " DIR")
			}
		}
	}
	if len(missing) > 0 || len(rows) < 10 {
		t.Errorf("of %d rows in the manual no writer here has %q", len(rows), missing)
	}
}

// wholeFile expects the file of a name, and that it is whole.
func wholeFile(name string, whole func([]byte) bool) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if b, err := os.ReadFile(path); err != nil || !whole(b) {
			t.Errorf("%s: %v, %d bytes are not whole", path, err, len(b))
		}
	}
}

// wholeFiles expects all files of a pattern to be whole. A series of files begins with none.
func wholeFiles(pattern string, whole func([]byte) bool) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		paths, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, path := range paths {
			wholeFile(filepath.Base(path), whole)(t, dir)
		}
	}
}

func endsIn(end string) func([]byte) bool {
	return func(b []byte) bool { return bytes.HasSuffix(bytes.TrimSpace(b), []byte(end)) }
}

var isPage = endsIn("</html>")

func isParquet(b []byte) bool {
	return len(b) > 12 && bytes.HasPrefix(b, []byte("PAR1")) && bytes.HasSuffix(b, []byte("PAR1"))
}

func isPNG(b []byte) bool {
	_, err := png.Decode(bytes.NewReader(b))
	return err == nil
}

// isDump reports whether each moment of a LAMMPS dump has the lines that it says.
func isDump(b []byte) bool {
	moments := strings.Split(string(b), "ITEM: TIMESTEP\n")[1:]
	for _, m := range moments {
		_, count, _ := strings.Cut(m, "ITEM: NUMBER OF ATOMS\n")
		_, rows, _ := strings.Cut(m, "ITEM: ATOMS ")
		_, rows, _ = strings.Cut(rows, "\n")
		rows, _, _ = strings.Cut(rows, "ITEM: ")
		var n int
		if _, err := fmt.Sscan(count, &n); err != nil || strings.Count(rows, "\n") != n || !strings.HasSuffix(rows, "\n") {
			return false
		}
	}
	return len(moments) > 0
}

// isPLY reports whether a file is as long as its head says: vertices of 28 bytes, triangles of 13.
func isPLY(b []byte) bool {
	head, data, ok := bytes.Cut(b, []byte("end_header\n"))
	var vertices, faces int
	for line := range strings.Lines(string(head)) {
		fmt.Sscanf(line, "element vertex %d", &vertices)
		fmt.Sscanf(line, "element face %d", &faces)
	}
	return ok && vertices > 0 && len(data) == 28*vertices+13*faces
}

func wholeScene(t *testing.T, dir string) {
	t.Helper()
	paths, _ := filepath.Glob(filepath.Join(dir, "a.*"))
	if len(paths) != 1 {
		t.Fatalf("there are %q", paths)
	}
	sc, err := scene.Load(paths[0], scene.Options{})
	if err != nil {
		t.Error(err)
		return
	}
	sc.World.Close()
}

// wholeTables expects a table, and what is told beside it.
func wholeTables(t *testing.T, dir string) {
	t.Helper()
	wholeTable(t, filepath.Join(dir, "a.csv"))
	wholeFile("a.csv-metadata.json", json.Valid)(t, dir)
}

// grownTables is wholeTables for a table that grows line by line: see outfile.Log for the line that a kill may cut.
func grownTables(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, "a.csv")
	text, err := os.ReadFile(path)
	if last := bytes.LastIndexByte(text, '\n'); err == nil && last >= 0 && len(text)%4096 == 0 {
		if err := os.Truncate(path, int64(last+1)); err != nil {
			t.Fatal(err)
		}
	}
	wholeTables(t, dir)
}

func wholeVideos(t *testing.T, dir string) {
	t.Helper()
	paths, _ := filepath.Glob(filepath.Join(dir, "a.*"))
	if len(paths) != 1 || !wholeVideo(t, paths[0]) {
		t.Errorf("%q are not one whole video", paths)
	}
}

// wholeDeck expects a folder that a whole one of the same name has taken the place of, if it is there: between
// two names a folder has none.
func wholeDeck(t *testing.T, dir string) {
	t.Helper()
	deck := filepath.Join(dir, "deck")
	if _, err := os.Stat(deck); err != nil {
		return
	}
	for _, name := range []string{"README.md", "in.liggghts", "mapping.md", "run.json", "run.sh", "scene.tumble"} {
		wholeFile(name, func(b []byte) bool { return len(b) > 300 })(t, deck)
	}
	wholeFile("run.json", json.Valid)(t, deck)
}

// wholeSeries expects each series to be XML that names files that are there and whole.
func wholeSeries(t *testing.T, dir string) {
	t.Helper()
	lists, err := filepath.Glob(filepath.Join(dir, "*.pvd"))
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range lists {
		text, err := os.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		var series struct {
			Files []struct {
				Name string `xml:"file,attr"`
			} `xml:"Collection>DataSet"`
		}
		if err := xml.Unmarshal(text, &series); err != nil {
			t.Errorf("%s: %v", list, err)
		}
		for _, f := range series.Files {
			wholeFile(f.Name, endsIn("</VTKFile>"))(t, dir)
		}
	}
}

func wholeSweep(t *testing.T, dir string) {
	t.Helper()
	results, _ := filepath.Glob(filepath.Join(dir, "row-*", "*"))
	for _, path := range results {
		folder, name := filepath.Split(path)
		switch name {
		case "series.csv":
			wholeTable(t, path)
		case "picture.png":
			wholeFile(name, isPNG)(t, folder)
		case "result.json":
			wholeFile(name, json.Valid)(t, folder)
		}
	}
}
