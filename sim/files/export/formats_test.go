package export

import (
	"bytes"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
)

// Contract: a run gives the same bits whatever is written of it, and each format of the table writes under the name
// that it was given and nothing else.
func TestFormatsChangeNoBit(t *testing.T) {
	plain := yard(t)
	for range 60 {
		plain.Step()
	}
	field, err := bridge.ParseField("a=box/-1,-1,-1/1,1,1#4x4x4#lucy/0.3")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Formats {
		dir := t.TempDir()
		w := yard(t)
		every := run.Interval{Steps: 20}
		if f.Every.Steps > 0 { // it takes no other
			every = f.Every
		}
		s, err := Open([]run.Output{{Format: f.Name, Path: "out" + f.Ext, Every: every,
			Fields: []bridge.Field{field}}}, dir)
		if err != nil {
			t.Fatal(err)
		}
		for range 60 {
			if err := s.Observe(w); err != nil {
				t.Fatal(err)
			}
			w.Step()
		}
		if err := s.Finish(w); err != nil {
			t.Fatal(err)
		}
		if w.Hash() != plain.Hash() {
			t.Errorf("%s: the run is another with it", f.Name)
		}
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != 1 || entries[0].Name() != "out"+f.Ext || entries[0].IsDir() != (f.Ext == "") {
			t.Errorf("%s: wrote %v, %v", f.Name, entries, err)
		}
		if f.What == "" || f.allow == nil || f.try == nil {
			t.Errorf("%s: the row is not complete", f.Name)
		}
	}
}

// Contract: a table in memory has the digits of the file, of the same moments.
func TestTableIsTheFile(t *testing.T) {
	dir, w := t.TempDir(), yard(t)
	every := run.Interval{Steps: 7}
	s, err := Open([]run.Output{{Format: "csv", Path: "a.csv", Every: every}}, dir)
	if err != nil {
		t.Fatal(err)
	}
	var table Table
	s.Add("table", &table, every)
	for range 40 {
		if err := s.Observe(w); err != nil {
			t.Fatal(err)
		}
		w.Step()
	}
	if err := s.Finish(w); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "a.csv"))
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil || len(lines) != 8 {
		t.Fatalf("%v: %d lines, want a header and 7", err, len(lines))
	}
	if have := append([][]string{table.Heads()}, table.Lines()...); !reflect.DeepEqual(have, lines) {
		t.Errorf("the table has\n%q, the file\n%q", have, lines)
	}
	if unit, speed := table.Column("max speed"); unit != "m/s" || len(speed) != 7 || !(speed[6] > 0) {
		t.Errorf("speeds are %v %s", speed, unit)
	}
}

// written writes the yard, after some steps, in a format, and returns the file and the state that it is of.
func written(t *testing.T, format string) ([]byte, state.State) {
	t.Helper()
	w := yard(t)
	for range 40 {
		w.Step()
	}
	path := filepath.Join(t.TempDir(), "file")
	o := run.Output{Format: format, Path: path, Every: run.Interval{Steps: 1}}
	o.Origin.Version = "test"
	s, err := Open([]run.Output{o}, "")
	if err == nil {
		err = s.Observe(w)
	}
	if err == nil {
		w.Step()
		err = s.Finish(w)
	}
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data, w.State()
}

// gsdChunk returns a chunk of a frame as the specification of the file layer says it is found; nil if there is none.
func gsdChunk(t *testing.T, data []byte, frame uint64, name string) []byte {
	t.Helper()
	le := binary.LittleEndian
	if le.Uint64(data) != 0x65DF65DF65DF65DF || string(bytes.TrimRight(data[112:176], "\x00")) != "hoomd" {
		t.Fatalf("the header is none of GSD: % x", data[:64])
	}
	names := data[le.Uint64(data[24:]):][:64*le.Uint64(data[32:])]
	id := -1
	for i, n := range strings.Split(string(names), "\x00") {
		if n == name {
			id = i
			break
		}
	}
	index := data[le.Uint64(data[8:]):][:32*le.Uint64(data[16:])]
	size := []int{1: 1, 2: 2, 3: 4, 4: 8, 5: 1, 6: 2, 7: 4, 8: 8, 9: 4, 10: 8}
	for e := index; len(e) >= 32 && le.Uint64(e[16:]) != 0; e = e[32:] {
		if le.Uint64(e) == frame && int(le.Uint16(e[28:])) == id {
			n := int(le.Uint64(e[8:])) * int(le.Uint32(e[24:])) * size[e[30]]
			return data[le.Uint64(e[16:]):][:n]
		}
	}
	return nil
}

// Contract: a GSD file is as its specification says, and holds the particles with their shapes.
func TestGSD(t *testing.T) {
	data, s := written(t, "gsd")
	le := binary.LittleEndian
	n := int(le.Uint32(gsdChunk(t, data, 1, "particles/N")))
	position, types := gsdChunk(t, data, 1, "particles/position"), gsdChunk(t, data, 1, "particles/typeid")
	shapes := gsdChunk(t, data, 1, "particles/type_shapes")
	box := gsdChunk(t, data, 1, "configuration/box")
	if step := le.Uint64(gsdChunk(t, data, 1, "configuration/step")); int64(step) != s.Step || len(position) != 12*n {
		t.Fatalf("step %d with %d bytes of positions, want %d of %d particles", step, len(position), s.Step, n)
	}
	float := func(b []byte, i int) float64 { return float64(math.Float32frombits(le.Uint32(b[4*i:]))) }
	i, capsules := 0, 0
	rounds(&s, func(b *state.Body, k int) {
		h := &b.Shapes[k]
		for axis := range 3 {
			if x := float(position, 3*i+axis); math.Abs(x-h.Position[axis]) > 1e-6 || math.Abs(x) > float(box, axis)/2 {
				t.Errorf("particle %d is at %g, want %g in a box of %g", i, x, h.Position[axis], float(box, axis))
			}
		}
		length := len(shapes) / (1 + int(maxOf(types)))
		var shape struct {
			Type     string
			Diameter float64
			Rounding float64 `json:"rounding_radius"`
			Vertices [][3]float64
		}
		row := shapes[int(le.Uint32(types[4*i:]))*length:][:length]
		if err := json.Unmarshal(bytes.TrimRight(row, "\x00"), &shape); err != nil {
			t.Fatalf("%v: %q", err, row)
		}
		if h.Shaft > 0 {
			capsules++
			if shape.Rounding != h.Radius || shape.Vertices[1][0]-shape.Vertices[0][0] != h.Shaft {
				t.Errorf("capsule %d has the shape %+v", i, shape)
			}
		} else if shape.Diameter != 2*h.Radius {
			t.Errorf("sphere %d has the shape %+v", i, shape)
		}
		i++
	})
	if i != n || capsules == 0 || !bytes.Contains(gsdChunk(t, data, 0, "log/origin"), []byte(`"units"`)) {
		t.Errorf("%d of %d particles, %d capsules", i, n, capsules)
	}
}

// Contract: a first moment without particles has each log that later ones have, as the reader of HOOMD-blue wants it,
// and a type keeps its number when those before it are gone.
func TestGSDOfComingsAndGoings(t *testing.T) {
	w, path := yard(t), filepath.Join(t.TempDir(), "a.gsd")
	s := w.State()
	g, err := openGSD(path, run.Output{})
	if err != nil {
		t.Fatal(err)
	}
	none, last := s, s
	none.Bodies, last.Bodies = nil, s.Bodies[len(s.Bodies)-2:len(s.Bodies)-1] // the pair of capsules
	for _, moment := range []state.State{none, s, last} {
		if err := g.Write(still{w, moment}); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"time", "particles/spin", "particles/force"} {
		if gsdChunk(t, data, 0, gsdLog+name) == nil {
			t.Errorf("the empty moment has no log %s", name)
		}
	}
	before, after := gsdChunk(t, data, 1, "particles/typeid"), gsdChunk(t, data, 2, "particles/typeid")
	if !bytes.Equal(after, []byte{1, 0, 0, 0, 1, 0, 0, 0}) || !bytes.Contains(before, after) {
		t.Errorf("types are % x, and when the others are gone % x", before, after)
	}
}

// still is a moment that is kept.
type still struct {
	state.Source
	s state.State
}

func (s still) State() state.State         { return s.s }
func (s still) StateOfBodies() state.State { return s.s }

// maxOf returns the largest of numbers of 32 bits.
func maxOf(data []byte) (most uint32) {
	for i := 0; i < len(data); i += 4 {
		most = max(most, binary.LittleEndian.Uint32(data[i:]))
	}
	return most
}

// Contract: a dump has the columns that LAMMPS and OVITO know, and the axis of its capsules is local z.
func TestLAMMPS(t *testing.T) {
	data, s := written(t, "lammps")
	moments := strings.Split(string(data), lammpsHead)
	lines := strings.Split(strings.TrimSpace(moments[len(moments)-1]), "\n")
	if len(moments) != 3 || lines[1] != "ITEM: TIMESTEP" || lines[2] != integer(s.Step) {
		t.Fatalf("%d moments, the last of step %s, want %d", len(moments)-1, lines[2], s.Step)
	}
	columns := strings.Fields(strings.TrimPrefix(lines[9], "ITEM: ATOMS "))
	i := 10
	rounds(&s, func(b *state.Body, k int) {
		row := map[string]float64{}
		for c, word := range strings.Fields(lines[i]) {
			row[columns[c]] = parsed(t, word)
		}
		h := &b.Shapes[k]
		q := rotation(h)
		q.X, q.Y, q.Z, q.W = row["quati"], row["quatj"], row["quatk"], row["quatw"]
		axis, want := q.Mat().C, rotation(h).Mat().A
		if axis.Sub(want).Norm() > 1e-12 || row["shapez"] != 2*h.Shaft || row["radius"] != h.Radius ||
			row["id"] != float64(h.ID) || row["mol"] != float64(b.ID) || row["vy"] != b.Velocity[1] {
			t.Errorf("particle %d: %v along %v, want %v", h.ID, row, axis, want)
		}
		i++
	})
	if lines[4] != integer(int64(i-10)) {
		t.Errorf("%s particles in the head, %d lines", lines[4], i-10)
	}
}

// parsed reads a number.
func parsed(t *testing.T, word string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(word, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// Contract: the table of particles has its units beside it, and reads back as it was.
func TestParquet(t *testing.T) {
	data, s := written(t, "parquet")
	rows, err := parquet.Read[particleRow](bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	units, _ := f.Lookup("units")
	i := len(rows) / 2
	rounds(&s, func(b *state.Body, k int) {
		r, h := &rows[i], &b.Shapes[k]
		if r.Time != s.Time || r.ID != h.ID || r.PositionZ != h.Position[2] || r.OrientationY != h.Orientation[2] ||
			r.TorqueX != b.Torque[0] || r.Material != s.Materials[h.Def.Material] {
			t.Errorf("row %d is %+v", i, r)
		}
		i++
	})
	if i != len(rows) || !strings.Contains(units, `"velocityX":"m/s"`) {
		t.Errorf("%d of %d rows, units %s", i, len(rows), units)
	}
}

// Contract: PLY holds closed surfaces of the right size, and binary glTF is two chunks that its head tells of.
func TestTrianglesOfAMoment(t *testing.T) {
	w := yard(t)
	s := w.State()
	var ply, glb bytes.Buffer
	if err := WritePLY(&ply, &s, run.Origin{Scene: "a b\nc"}); err != nil {
		t.Fatal(err)
	}
	soup, err := mesh.Read("a.ply", ply.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if solid, _ := mesh.Weld(soup, mesh.DefaultTolerance); len(solid.Triangles) < 1000 {
		t.Errorf("%d triangles", len(solid.Triangles))
	}
	if !bytes.Contains(ply.Bytes(), []byte{0xF2, 0x9A, 0x30, 64}) {
		t.Error("no triangle is as glass")
	}
	if err := WriteGLB(&glb, &s, run.Origin{Scene: "a"}); err != nil {
		t.Fatal(err)
	}
	data, le := glb.Bytes(), binary.LittleEndian
	text := int(le.Uint32(data[12:]))
	var scene struct {
		Nodes   []struct{ Extras map[string]any }
		Buffers []struct{ ByteLength int }

		Materials []struct {
			Surface struct {
				Color [4]float64 `json:"baseColorFactor"`
			} `json:"pbrMetallicRoughness"`
		}
	}
	if err := json.Unmarshal(data[20:20+text], &scene); err != nil {
		t.Fatal(err)
	}
	if le.Uint32(data[8:]) != uint32(len(data)) || scene.Buffers[0].ByteLength != len(data)-28-text || text%4 != 0 ||
		len(scene.Nodes) != 1+6 {
		t.Errorf("%d bytes of which %d text, %d nodes", len(data), text, len(scene.Nodes))
	}
	// The tent has no colour of its own, and so that of glass in pictures: #F29A30 in linear light.
	if c := scene.Materials[0].Surface.Color; math.Abs(c[0]-0.887) > 1e-3 || math.Abs(c[2]-0.0296) > 1e-3 || c[3] != 0.25 {
		t.Errorf("glass is of %v", c)
	}
}
