package dump

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write puts texts into files of a folder of their own.
func write(t testing.TB, files map[string]string) string {
	folder := t.TempDir()
	for name, text := range files {
		if strings.HasSuffix(name, ".gz") {
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			z.Write([]byte(text))
			z.Close()
			text = b.String()
		}
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// moment is a dump of atoms, one in each line.
func moment(step int, box, names string, lines ...string) string {
	return fmt.Sprintf("ITEM: TIMESTEP\n%d\nITEM: NUMBER OF ATOMS\n%d\nITEM: BOX BOUNDS %sITEM: ATOMS %s \n%s", step,
		len(lines), box, names, strings.Join(append(lines, ""), "\n"))
}

const plainBox = "ff ff ff\n0 1\n0 2\n0 4\n"

// Contract: dumps of real runs of both programs are read: many files or many moments in one, with what each moment
// holds, from any moment on.
func TestRealRuns(t *testing.T) {
	s, err := Open("testdata/liggghts", nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(s.Moments); n != 9 || s.Moments[1].Step != 500 || s.Moments[8].Step != 4000 || len(s.First) != 24 {
		t.Fatalf("%d moments %+v, %d atoms", n, s.Moments, len(s.First))
	}
	last, err := s.Read(8)
	if err != nil {
		t.Fatal(err)
	}
	if !last.Has(Mol) || !last.Has(Mass) || last.Has(Quat) || last.Has(Torque) || last.Atoms[3].Mol != 2 ||
		last.Atoms[0].Radius != 0.002 || !math.IsNaN(last.Time) {
		t.Errorf("got %+v", last.Atoms[3])
	}
	if s, err = Open("testdata/lammps/dump.lammpstrj", nil); err != nil {
		t.Fatal(err)
	}
	if len(s.Moments) != 4 || math.Abs(s.Moments[3].Time-0.06) > 1e-9 {
		t.Fatalf("%+v", s.Moments)
	}
	for _, k := range []int{3, 0, 3, 1} {
		f, err := s.Read(k)
		if err != nil {
			t.Fatal(err)
		}
		small := 0
		for _, a := range f.Atoms {
			if a.Radius == map[int]float64{1: 0.002, 2: 0.0015}[a.Type] && a.Type == 2 {
				small++
			}
		}
		if len(f.Atoms) != 12 || small != 4 {
			t.Errorf("moment %d: %d atoms, %d small ones", k, len(f.Atoms), small)
		}
		if at := f.Atoms[0].Position; k == 0 && (at != s.First[1].Position || math.Abs(at.X+0.0075) > 1e-12) {
			t.Errorf("atom 1 is at %v, was seen at %v first, and the box is tilted", at, s.First[1].Position)
		}
	}
}

// Contract: columns are found by their names; positions in parts of the box, straight or tilted, become metres; gzip
// is unpacked; a step that was written twice counts once, with what came last; a last moment that is cut off is left
// out and told of.
func TestWaysToWrite(t *testing.T) {
	tilted := "xy xz yz ff ff ff\n0 1.5 0.5\n0 2 0\n0 4 0\n" // 0.25 + 0.5·0.5
	folder := write(t, map[string]string{
		"a.10.txt.gz": moment(10, tilted, "c_x f_ke zs ys xs id", "7 8 0.5 0.5 0.25 4"),
		"a.9.txt.gz":  moment(9, plainBox, "id xu zu yu diameter", "4 1 3 2 0.5", "2 1 1 1 0.25"),
		"b.txt": moment(1, plainBox, "id x y z", "1 0 0 0") + moment(1, plainBox, "id x y z", "1 0 0 1") +
			"ITEM: TIMESTEP\n2\n",
	})
	if _, err := Open(folder, nil); err == nil || !strings.Contains(err.Error(), "name one, as") {
		t.Errorf("two series: %v", err)
	}
	s, err := Open(filepath.Join(folder, "a.*.gz"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []string{"{0.125 1 1 1}{0.25 1 2 3}", "{0 0.5 1 2}"} {
		f, err := s.Read(k)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, a := range f.Atoms {
			got += fmt.Sprint("{", a.Radius, " ", a.Position.X, " ", a.Position.Y, " ", a.Position.Z, "}")
		}
		if got != want {
			t.Errorf("moment %d: %s, want %s", k, got, want)
		}
	}
	if s, err = Open(filepath.Join(folder, "b.txt"), nil); err != nil || len(s.Moments) != 1 ||
		!strings.Contains(s.Note, "left out") {
		t.Fatalf("%+v %v", s, err)
	}
	if f, err := s.Read(0); err != nil || f.Atoms[0].Position.Z != 1 {
		t.Errorf("%+v %v", f, err)
	}
}

// Contract: what is no dump, or one that cannot be read, is an error that names the file and the line, without the
// memory that a number in it promises.
func TestRefused(t *testing.T) {
	const head = "ITEM: TIMESTEP\n1\nITEM: "
	for text, want := range map[string]string{
		"":                     "has no moment",
		"ITEM: TIMESTEP\n-1\n": "line 2: must be a whole number",
		head + "UNITS\nlj\n":   `line 4: units must be si, got "lj"`,
		head + "NUMBER OF ATOMS\n9000000000000000000\n":     "line 4: there must be at most 3000000 atoms",
		head + "ATOMS id x y z\n":                           "line 3: ITEM: TIMESTEP and ITEM: NUMBER",
		head + "NUMBER OF ENTRIES\n":                        "dump of something else",
		head + "NUMBER OF ATOMS\n5\nITEM: ATOMS id x y z\n": "ends within a moment",
		moment(1, plainBox, "id x y"):                       "line 9: there must be columns x y z",
		moment(1, plainBox, "type x y z"):                   "line 9: there must be a column id",
		moment(1, plainBox, "id id x y z"):                  `column "id" is there twice`,
		moment(1, plainBox, "id x y z", "1 2 3"):            "line 10: must have 4 columns",
		moment(1, plainBox, "id x y z", "1 2 3 4 5"):        "got more",
		moment(1, plainBox, "id x y z", "1 2 nan 4"):        `line 10: column 3: must be a number within`,
		moment(1, plainBox, "id x y z", "1.5 2 3 4"):        "column 1: must be a whole number",
		moment(1, "ff ff ff\n0 1\n0\n0 1\n", "id x y z"):    "line 7: must be two bounds",
		"ITEM: " + strings.Repeat("x", 1<<17):               "must have at most 65536 bytes",
	} {
		folder := write(t, map[string]string{"d.txt": text})
		_, err := Open(filepath.Join(folder, "d.txt"), nil)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "d.txt") {
			t.Errorf("%.80q: %v, want %q", text, err, want)
		}
	}
	if _, err := Open(t.TempDir(), nil); err == nil || !strings.Contains(err.Error(), "no text dumps") {
		t.Errorf("an empty folder: %v", err)
	}
	folder := write(t, map[string]string{"d.txt": moment(1, plainBox, "id x y z", "1 2 3 4", "1 2 3 5")})
	s, err := Open(filepath.Join(folder, "d.txt"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Read(0); err == nil || !strings.Contains(err.Error(), "atom 1 twice") {
		t.Errorf("the same number twice: %v", err)
	}
}

// Contract: no text makes the reader panic, and what opens can be read.
func FuzzOpen(f *testing.F) {
	f.Add(moment(1, plainBox, "id x y z radius", "1 2 3 4 5", "2 2 3 4 5"))
	f.Add(moment(3, "xy xz yz ff ff ff\n0 1 2\n0 1 2\n0 1 2\n", "id xs ys zs quatw quati quatj quatk", "1 0 0 0 0 0 0 0"))
	f.Add("ITEM: UNITS\nsi\nITEM: TIME\n0.5\n" + moment(1, plainBox, "id x y z", "1 2 3 4") + "ITEM: TIMESTEP\n2\n")
	f.Fuzz(func(t *testing.T, text string) {
		scan := newScanner(strings.NewReader(text), "d.txt")
		for {
			fr, err := scan.frame()
			if err != nil {
				return
			}
			if len(fr.Atoms) != fr.Moment.Atoms {
				t.Fatalf("%d atoms of %d", len(fr.Atoms), fr.Moment.Atoms)
			}
			for _, a := range fr.Atoms {
				if !a.Position.IsFinite() || math.IsNaN(a.Orientation.W) {
					t.Fatalf("%+v", a)
				}
			}
		}
	})
}
