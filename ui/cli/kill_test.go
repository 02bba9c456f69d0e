//go:build unix && !headless

package cli

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/tumble/sim/scene"
)

// killed is a command that writes, with what its results must look like at any moment.
type killed struct {
	name  string
	args  string // SCENE and DIR are put in
	whole func(t *testing.T, dir string)
	after []string // patterns of all names after a run to the end
}

var toKill = []killed{
	{"save", "run SCENE --steps 3 --save DIR/a.tumble", func(t *testing.T, dir string) {
		if sc, err := scene.Load(filepath.Join(dir, "a.tumble"), scene.Options{}); err == nil {
			sc.World.Close()
		} else {
			t.Error(err)
		}
	}, []string{"a.tumble"}},
	{"run-file", "run clump --steps 3000 --run-file DIR/a.tumble", func(t *testing.T, dir string) {
		if got := tumble("check", filepath.Join(dir, "a.tumble")); got.status != 0 {
			t.Errorf("a run file is not reproduced: %s", got.stderr)
		}
	}, []string{"a.tumble"}},
	{"state", "run SCENE --steps 3 --state DIR/a.json", func(t *testing.T, dir string) {
		wholeFile(t, filepath.Join(dir, "a.json"))
	}, []string{"a.json"}},
	{"csv", "run bottle --steps 500 --csv DIR/a.csv --every 1steps", func(t *testing.T, dir string) {
		wholeTable(t, filepath.Join(dir, "a.csv"))
	}, []string{"a.csv", "a.csv-metadata.json"}},
	{"vtk", "run SCENE --steps 6 --vtk DIR --every 1steps --vtk-parts particles,contacts", wholeSeries,
		[]string{".vtk.files", "open-in-paraview.pvsm", "*.pvd", "*.0000000[0-6].vtp"}},
	{"mp4", "record clump --until 500ms --size 160x120 --quality fast -o DIR/a.mp4", func(t *testing.T, dir string) {
		wholeVideo(t, filepath.Join(dir, "a.mp4"))
	}, []string{"a.mp4"}},
	{"avi", "record clump --until 500ms --size 160x120 --quality fast -o DIR/a.avi", func(t *testing.T, dir string) {
		wholeVideo(t, filepath.Join(dir, "a.avi"))
	}, []string{"a.avi"}},
	{"shot", "shot clump --size 1280x720 --quality fast -o DIR/a.png", func(t *testing.T, dir string) {
		wholePicture(t, filepath.Join(dir, "a.png"))
	}, []string{"a.png"}},
	{"report", "report SCENE --steps 3 --size 320x180 --quality fast -o DIR/a.html", func(t *testing.T, dir string) {
		text, err := os.ReadFile(filepath.Join(dir, "a.html"))
		if err != nil || !strings.HasSuffix(string(text), "</html>\n") {
			t.Errorf("a report of %d bytes is not whole: %v", len(text), err)
		}
	}, []string{"a.html"}},
	{"svg", "shot clump --size 640x480 --quality fast -o DIR/a.svg", func(t *testing.T, dir string) {
		wholeFigure(t, filepath.Join(dir, "a.svg"), "</svg>")
	}, []string{"a.svg"}},
	{"pdf", "shot clump --size 640x480 --quality fast -o DIR/a.pdf", func(t *testing.T, dir string) {
		wholeFigure(t, filepath.Join(dir, "a.pdf"), "%%EOF")
	}, []string{"a.pdf"}},
	{"sweep", "sweep clump --table TABLE -o DIR --steps 200 --every 20steps --size 64x48", func(t *testing.T, dir string) {
		results, _ := filepath.Glob(filepath.Join(dir, "row-*", "*"))
		for _, path := range results {
			switch filepath.Base(path) {
			case "series.csv":
				wholeTable(t, path)
			case "picture.png":
				wholePicture(t, path)
			case "result.json":
				wholeFile(t, path)
			}
		}
	}, []string{"summary.csv", "summary.svg", "quantiles.csv", "parallel.svg",
		"row-000[1-3]", "row-000?/result.json", "row-000?/series.csv",
		"row-000?/series.csv-metadata.json", "row-000?/picture.png", "row-000?/scene.yaml"}},
}

func wholeFile(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil || !json.Valid(text) {
		t.Errorf("%s: %v, %d bytes are no JSON", path, err, len(text))
	}
}

func wholePicture(t *testing.T, path string) {
	t.Helper()
	f, err := os.Open(path)
	if err == nil {
		_, err = png.Decode(f)
		f.Close()
	}
	if err != nil {
		t.Errorf("%s: %v", path, err)
	}
}

// wholeFigure expects a file that ends as one of its kind does.
func wholeFigure(t *testing.T, path, end string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil || !strings.HasSuffix(strings.TrimSpace(string(data)), end) {
		t.Errorf("%s: %v, %d bytes do not end in %s", path, err, len(data), end)
	}
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
			text, err := os.ReadFile(filepath.Join(dir, f.Name))
			if err != nil || !strings.HasSuffix(string(text), "</VTKFile>\n") {
				t.Errorf("%s names %s, which is not whole: %v", list, f.Name, err)
			}
		}
	}
}

// Contract: a program that is killed, at whatever moment, leaves under the names of its
// results what was there or whole files, and the next run leaves nothing else. Fifty kills
// each with TUMBLE_LONG, else one.
func TestKilledWhileWriting(t *testing.T) {
	kills := 1
	if os.Getenv("TUMBLE_LONG") != "" {
		kills = 50
	} else if testing.Short() {
		t.Skip("not with -short")
	}
	inputs := t.TempDir()
	grains, table := filepath.Join(inputs, "grains.yaml"), filepath.Join(inputs, "table.csv")
	put := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put(grains, "title: t\ngravity: [0, 0, -10]\nmaterials: [{name: m}]\nbodies:\n"+
		"  - {name: ball, sphere: {radius: 0.01},\n"+
		"     copies: {lattice: {counts: [15, 15, 15], spacing: [0.0199, 0.0199, 0.0199]}}}\n")
	put(table, "damping\n0.1\n0.2\n0.3\n")
	for _, k := range slices.Concat(toKill, formatsToKill) {
		t.Run(k.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "out")
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			args := strings.Fields(strings.NewReplacer("SCENE", grains, "TABLE", table, "DIR", dir).Replace(k.args))
			finish := func() time.Duration {
				t.Helper()
				began := time.Now()
				if got := start(t, "", args...).end(); got.status != 0 {
					t.Fatalf("%+v", got)
				}
				return time.Since(began)
			}
			last := finish() // also the old results, that must survive
			random, left := rand.New(rand.NewPCG(7, 7)), 0
			for range kills {
				if k.name == "sweep" {
					os.RemoveAll(filepath.Join(dir, fmt.Sprintf("row-%04d", 1+random.IntN(3)))) // else it has nothing to do
				}
				p := start(t, "", args...)
				time.Sleep(time.Duration((0.1 + 0.9*random.Float64()) * float64(last)))
				p.Process.Kill()
				p.Wait()
				k.whole(t, dir)
				left += len(partsIn(dir))
			}
			if left > 0 && k.name == "mp4" {
				time.Sleep(2 * time.Second) // for the last ffmpeg that lost its parent
			}
			finish()
			k.whole(t, dir)
			for _, path := range allIn(t, dir) {
				if !slices.ContainsFunc(k.after, func(pattern string) bool { ok, _ := filepath.Match(pattern, path); return ok }) {
					t.Errorf("left behind: %s", path)
				}
			}
			t.Logf("%d kills within %v each: parts were left %d times", kills, last.Round(time.Millisecond), left)
		})
	}
}

func partsIn(dir string) []string {
	a, _ := filepath.Glob(filepath.Join(dir, ".*.part"))
	b, _ := filepath.Glob(filepath.Join(dir, "*", ".*.part"))
	return append(a, b...)
}

// allIn lists what lies below a folder.
func allIn(t *testing.T, dir string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if path != dir {
			name, _ := filepath.Rel(dir, path)
			paths = append(paths, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}
