package mesh

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/vec"
)

// TestBinaryRoundTrip: what is written is read back exactly, because the coordinates
// have single precision already, and written again as the same bytes.
func TestBinaryRoundTrip(t *testing.T) {
	m := confetti(newRandom(11), 500)
	for i, v := range m.Vertices {
		f := v.Float32()
		m.Vertices[i] = vec.New(float64(f[0]), float64(f[1]), float64(f[2]))
	}
	var first, second bytes.Buffer
	if err := m.WriteSTL(&first); err != nil {
		t.Fatal(err)
	}
	s, err := readSTL(first.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if want := soupOf(m); !slices.Equal(s.Triangles, want.Triangles) {
		t.Error("triangles changed on the way through a binary file")
	}
	again, _ := Weld(s, 0)
	if err := again.WriteSTL(&second); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("a second round gave other bytes")
	}
}

// TestASCIIRoundTrip: numbers in shortest decimal form are read back to the last bit,
// in any case and with any line ends.
func TestASCIIRoundTrip(t *testing.T) {
	want := soupOf(confetti(newRandom(12), 100))
	var text strings.Builder
	text.WriteString("solid of confetti\n")
	for _, c := range want.Triangles {
		text.WriteString("facet normal 0 0 0\nouter loop\n")
		for _, v := range c {
			fmt.Fprintf(&text, "vertex %v %v %v\n", v.X, v.Y, v.Z)
		}
		text.WriteString("endloop\nendfacet\n")
	}
	text.WriteString("endsolid of confetti\n")
	for name, variant := range map[string]string{
		"plain": text.String(),
		"upper": strings.ToUpper(text.String()),
		"crlf":  strings.ReplaceAll(text.String(), "\n", "\r\n"),
		"tabs":  strings.ReplaceAll(text.String(), " ", "\t \t"),
	} {
		got, err := readSTL([]byte(variant))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !slices.Equal(got.Triangles, want.Triangles) {
			t.Errorf("%s: triangles changed on the way through a text", name)
		}
	}
}

// seed adds the files of the corpus with one extension to a fuzz test.
func seed(f *testing.F, extension string) {
	files, err := filepath.Glob("testdata/corpus/*" + extension)
	if err != nil || len(files) == 0 {
		f.Fatal("no corpus", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
}

// checkSoup holds whatever was read to what readers promise and sends it through
// everything that follows a reader.
func checkSoup(t *testing.T, s Soup, err error) {
	if err != nil {
		if len(s.Triangles) > 0 {
			t.Fatal("an error with triangles")
		}
		return
	}
	if len(s.Triangles) == 0 {
		t.Fatal("no error and no triangles")
	}
	for _, c := range s.Triangles {
		for _, v := range c {
			if !v.IsFinite() || math.Max(math.Abs(v.X), math.Max(math.Abs(v.Y), math.Abs(v.Z))) > math.MaxFloat32 {
				t.Fatalf("coordinate out of range: %v", v)
			}
		}
	}
	if len(s.Triangles) > 1000 {
		return
	}
	m, r := Weld(s, DefaultTolerance)
	if r.Facets != r.Triangles+r.Degenerate+r.Duplicates || r.Triangles != len(m.Triangles) {
		t.Fatalf("counts do not add up: %+v", r)
	}
	for i, n := range NewTopology(&m).Normals {
		if math.Abs(n.Norm()-1) > 1e-9 {
			t.Fatalf("triangle %d has normal %v", i, n)
		}
	}
	tree := NewTree(&m)
	if got := tree.Query(tree.Bounds(), nil); len(got) != len(m.Triangles) {
		t.Fatalf("%d of %d triangles found", len(got), len(m.Triangles))
	}
	if err := m.WriteSTL(new(bytes.Buffer)); err != nil {
		t.Fatal(err)
	}
}

func FuzzReadSTL(f *testing.F) {
	seed(f, ".stl")
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := readSTL(data)
		checkSoup(t, s, err)
	})
}

func FuzzReadOBJ(f *testing.F) {
	seed(f, ".obj")
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := readOBJ(data)
		checkSoup(t, s, err)
	})
}

func FuzzReadPLY(f *testing.F) {
	seed(f, ".ply")
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := readPLY(data)
		checkSoup(t, s, err)
	})
}
