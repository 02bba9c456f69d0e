package packed

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"example.org/tumble/sim/files/export"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/scene"
)

// ofTable builds a scene with a table beside it.
func ofTable(t *testing.T, table string) (state.State, error) {
	t.Helper()
	scene.OpenParquet = Open
	dir := t.TempDir()
	text := "title: t\ngravity: [0, 0, -10]\nmaterials: [{name: m}]\nparticles: {file: p.csv}\n"
	for name, data := range map[string]string{"s.yaml": text, "p.csv": table} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := scene.Load(filepath.Join(dir, "s.yaml"), scene.Options{Workers: 1})
	if err != nil {
		return state.State{}, err
	}
	defer s.World.Close()
	return s.World.State(), nil
}

// Contract: the table that a run writes as Parquet makes the same bodies as the one that it writes as CSV, also of
// clumps; all but colours, which Parquet does not have.
func TestParquetMakesWhatCSVMakes(t *testing.T) {
	const some = "title: t\ngravity: [0, 0, -10]\nmaterials: [{name: m}]\nbodies:\n" +
		"  - {name: ball, sphere: {radius: 0.01}, position: [0, 0, 1]}\n" +
		"  - {name: rod, capsule: {radius: 0.01, shaft: 0.02}, orientation: {axis: [0, 1, 0], degrees: 30}}\n" +
		"  - name: twin\n    clump:\n" +
		"      - {sphere: {radius: 0.01}, position: [0, 1, 0]}\n" +
		"      - {sphere: {radius: 0.02}, position: [0, 1, 0.02]}\n" +
		"  - {name: last, sphere: {radius: 0.01}, position: [1, 0, 1]}\n"
	loaded, err := scene.LoadText("some", []byte(some), scene.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	world := loaded.World
	defer world.Close()
	for range 100 {
		world.Step()
	}
	s := world.State()
	var text, packed bytes.Buffer
	if err := export.WriteParticles(&text, &s); err != nil {
		t.Fatal(err)
	}
	if err := export.WriteParquet(&packed, &s, run.Origin{}); err != nil {
		t.Fatal(err)
	}
	want, err := ofTable(t, text.String())
	if err != nil {
		t.Fatal(err)
	}
	got, err := ofTable(t, packed.String())
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Bodies) != 4 || len(got.Bodies[2].Shapes) != 2 {
		t.Fatalf("%d bodies, want 4, the third of two spheres", len(got.Bodies))
	}
	for i, b := range want.Bodies {
		g := got.Bodies[i]
		if g.Name != b.Name || g.Material != b.Material || g.Position != b.Position || g.Velocity != b.Velocity ||
			g.Spin != b.Spin || g.Orientation != b.Orientation || g.Mass != b.Mass || len(g.Shapes) != len(b.Shapes) {
			t.Errorf("body %d: %+v, want %+v", i, g, b)
		}
	}
}

// packed writes rows as a Parquet file.
func packed[T any](t *testing.T, rows ...T) string {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b, parquet.KeyValueMetadata("units", `{"radius": "mm", "time": "s"}`))
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// ball is a row of a table.
type ball struct {
	Time   float64  `parquet:"time"`
	X      *float64 `parquet:"x,optional"`
	Y      float32  `parquet:"y"`
	Z      int64    `parquet:"z"`
	Radius float64  `parquet:"radius"`
	Shape  string   `parquet:"shape kind,dict"`
}

// Contract: numbers of all kinds count, with the units of the metadata; what is wrong is said with row, column, value
// and what would be allowed.
func TestBadParquet(t *testing.T) {
	x, infinite := 0.25, math.Inf(1)
	s, err := ofTable(t, packed(t, ball{0, &x, 0.5, 2, 5, ""}))
	if err != nil || s.Bodies[0].Position != [3]float64{0.25, 0.5, 2} || s.Bodies[0].Shapes[0].Radius != 0.005 {
		t.Errorf("got %v, %v", s.Bodies, err)
	}
	whole := packed(t, ball{0, &x, 0, 0, 1, "sphere"})
	for _, c := range []struct{ table, want string }{
		{packed[ball](t), "there must be at least one particle"},
		{packed(t, ball{0, &x, 0, 0, 1, ""}, ball{0, nil, 0, 0, 1, ""}),
			`row 2, column 2 (x): must be a finite number, got ""`},
		{packed(t, ball{0, &infinite, 0, 0, 1, ""}), `row 1, column 2 (x): must be a finite number, got "+Inf"`},
		{packed(t, ball{0, &x, 0, 0, -1, ""}), `row 1, column 5 (radius): must be > 0, got "-1"`},
		{packed(t, ball{0, &x, 0, 0, 1, "wall"}), `row 1, column 6 (shape kind): must be sphere or capsule, got "wall"`},
		{packed(t, ball{0, &x, 0, 0, 1, ""}, ball{.5, &x, 0, 0, 1, ""}),
			"row 2: a table must be of one moment, its time is 0 in row 1, and 0.5 here"},
		{packed(t, struct{ X, Y float64 }{}), "schema: is no table of particles"},
		{packed(t, struct{ X []float64 }{}), `column 1: must have one value in each row, "X" has parts`},
		{whole[:len(whole)-1], "p.csv: "},
		{whole[:9], "p.csv: "},
	} {
		if _, err := ofTable(t, c.table); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

// Contract: a file of a few bytes cannot say that it unpacks to more than there may be, and no damage brings the reader
// down.
func TestDamagedParquet(t *testing.T) {
	x := 0.25
	rows := make([]ball, 300)
	for i := range rows {
		rows[i] = ball{0, &x, float32(i), int64(i), 1, "sphere"}
	}
	whole := []byte(packed(t, rows...))
	was := limit.Unpacked.Most
	limit.Unpacked.Most = 10_000
	_, err := ofTable(t, string(whole))
	if limit.Unpacked.Most = was; err == nil || !strings.Contains(err.Error(), "at most 10000 bytes of a Parquet file") {
		t.Errorf("got %v", err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		damaged := bytes.Clone(whole)
		for range 1 + r.IntN(3) {
			if at := r.IntN(len(damaged)); r.IntN(2) == 0 {
				damaged[at] = byte(r.Uint32())
			} else if at+4 < len(damaged) {
				binary.LittleEndian.PutUint32(damaged[at:], r.Uint32())
			}
		}
		s, err := ofTable(t, string(damaged))
		if err == nil && len(s.Bodies) == 0 {
			t.Error("no particle, no error")
		}
		for i := range s.Bodies {
			if b := &s.Bodies[i]; !(b.Shapes[0].Radius > 0) || math.IsInf(b.Position[0], 0) || math.IsNaN(b.Position[0]) {
				t.Errorf("%+v", b)
			}
		}
	}
}
