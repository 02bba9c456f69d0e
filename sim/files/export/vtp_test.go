package export

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// vtpFile is a PolyData file as read back, by a reader that shares nothing with the
// writer: all arrays as float64, by "group/name".
type vtpFile struct {
	points, verts, lines, polys int
	arrays                      map[string][]float64
	components                  map[string]int
	words                       map[string][]string
}

type vtpXML struct {
	Type       string `xml:"type,attr"`
	Compressor string `xml:"compressor,attr"`
	Header     string `xml:"header_type,attr"`
	Poly       struct {
		Field group `xml:"FieldData"`
		Piece struct {
			Points int   `xml:"NumberOfPoints,attr"`
			Verts  int   `xml:"NumberOfVerts,attr"`
			Lines  int   `xml:"NumberOfLines,attr"`
			Polys  int   `xml:"NumberOfPolys,attr"`
			PData  group `xml:"PointData"`
			CData  group `xml:"CellData"`
			P      group `xml:"Points"`
			V      group `xml:"Verts"`
			L      group `xml:"Lines"`
			F      group `xml:"Polys"`
		}
	} `xml:"PolyData"`
}

type group struct {
	Arrays []struct {
		Type       string `xml:"type,attr"`
		Name       string `xml:"Name,attr"`
		Components int    `xml:"NumberOfComponents,attr"`
		Format     string `xml:"format,attr"`
		Offset     int    `xml:"offset,attr"`
		Text       string `xml:",chardata"`
	} `xml:"DataArray"`
}

// readVTP reads a file and checks that every array has as many tuples as there are points
// or cells, and that cells name points that are there.
func readVTP(t *testing.T, path string) vtpFile {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var x vtpXML
	if err := xml.Unmarshal(data, &x); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	piece := &x.Poly.Piece
	f := vtpFile{piece.Points, piece.Verts, piece.Lines, piece.Polys, map[string][]float64{}, map[string]int{},
		map[string][]string{}}
	cells := f.verts + f.lines + f.polys
	for _, g := range []struct {
		name string
		group
		tuples int
	}{{"field", x.Poly.Field, -1}, {"point", piece.PData, f.points}, {"cell", piece.CData, cells},
		{"points", piece.P, f.points},
		{"verts", piece.V, -1}, {"lines", piece.L, -1}, {"polys", piece.F, -1}} {
		for _, a := range g.Arrays {
			if a.Type == "String" {
				f.words[a.Name] = readWords(a.Text)
				continue
			}
			var values []float64
			switch a.Format {
			case "ascii":
				bits := 64
				if a.Type == "Float32" {
					bits = 32
				}
				for _, w := range strings.Fields(a.Text) {
					v, err := strconv.ParseFloat(w, bits)
					if err != nil {
						t.Fatal(err)
					}
					values = append(values, v)
				}
			case "binary":
				values = decode(t, strings.TrimSpace(a.Text), a.Type, x.Compressor != "")
			}
			n := max(a.Components, 1)
			if g.tuples >= 0 && len(values) != n*g.tuples {
				t.Errorf("%s: %s %s has %d numbers, want %d tuples of %d", path, g.name, a.Name, len(values), g.tuples, n)
			}
			f.arrays[g.name+"/"+a.Name], f.components[g.name+"/"+a.Name] = values, n
		}
	}
	for name, count := range map[string]int{"verts": f.verts, "lines": f.lines, "polys": f.polys} {
		ends, points := f.arrays[name+"/offsets"], f.arrays[name+"/connectivity"]
		if len(ends) != count || count > 0 && int(ends[count-1]) != len(points) {
			t.Errorf("%s: %d offsets of %s for %d cells and %d points", path, len(ends), name, count, len(points))
		}
		for _, p := range points {
			if p < 0 || int(p) >= f.points {
				t.Errorf("%s: %s name point %g of %d", path, name, p, f.points)
				break
			}
		}
	}
	return f
}

// decode undoes base64 and, where there are any, the blocks of vtkZLibDataCompressor.
func decode(t *testing.T, text, kind string, packed bool) (out []float64) {
	t.Helper()
	plain := func(s string) []byte {
		b, err := base64.StdEncoding.DecodeString(s)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	var data []byte
	if packed {
		data = unpack(t, text, plain)
	} else {
		all := plain(text)
		if data = all[8:]; binary.LittleEndian.Uint64(all) != uint64(len(data)) {
			t.Fatalf("%d bytes, the array says %d", len(data), binary.LittleEndian.Uint64(all))
		}
	}
	for len(data) > 0 {
		n := map[string]int{"Float64": 8, "Float32": 4, "Int64": 8, "Int32": 4, "UInt8": 1}[kind]
		switch kind {
		case "Float64":
			out = append(out, math.Float64frombits(binary.LittleEndian.Uint64(data)))
		case "Float32":
			out = append(out, float64(math.Float32frombits(binary.LittleEndian.Uint32(data))))
		case "Int64":
			out = append(out, float64(int64(binary.LittleEndian.Uint64(data))))
		case "Int32":
			out = append(out, float64(int32(binary.LittleEndian.Uint32(data))))
		case "UInt8":
			out = append(out, float64(data[0]))
		default:
			t.Fatalf("unknown type %q", kind)
		}
		data = data[n:]
	}
	return out
}

// unpack undoes the blocks. The header has a base64 text of its own, three words longer than
// there are blocks.
func unpack(t *testing.T, text string, plain func(string) []byte) (data []byte) {
	t.Helper()
	blocks := int(binary.LittleEndian.Uint64(plain(text[:12])))
	size := base64.StdEncoding.EncodedLen(8 * (3 + blocks))
	head, b := plain(text[:size]), plain(text[size:])
	word := func(i int) int { return int(binary.LittleEndian.Uint64(head[8*i:])) }
	for i := range blocks {
		z, err := zlib.NewReader(bytes.NewReader(b[:word(3+i)]))
		if err != nil {
			t.Fatal(err)
		}
		block, err := io.ReadAll(z)
		want := word(1)
		if last := word(2); i == blocks-1 && last > 0 {
			want = last
		}
		if err != nil || len(block) != want {
			t.Fatalf("block %d: %d bytes, want %d; %v", i, len(block), want, err)
		}
		data, b = append(data, block...), b[word(3+i):]
	}
	return data
}

func readWords(text string) (list []string) {
	var word []byte
	for _, w := range strings.Fields(text) {
		switch n, _ := strconv.Atoi(w); n {
		case 0:
			list, word = append(list, string(word)), nil
		default:
			word = append(word, byte(n))
		}
	}
	return list
}

// readPVD returns the times and files of a series.
func readPVD(t *testing.T, path string) (times []float64, files []string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var x struct {
		Type string `xml:"type,attr"`
		Sets []struct {
			Time float64 `xml:"timestep,attr"`
			File string  `xml:"file,attr"`
		} `xml:"Collection>DataSet"`
	}
	if err := xml.Unmarshal(data, &x); err != nil || x.Type != "Collection" {
		t.Fatalf("%s: %v\n%s", path, err, data)
	}
	for _, s := range x.Sets {
		times, files = append(times, s.Time), append(files, s.File)
	}
	return times, files
}

// tuple returns number i of an array.
func (f vtpFile) tuple(name string, i int) []float64 {
	n := f.components[name]
	return f.arrays[name][i*n : (i+1)*n]
}

func (f vtpFile) String() string {
	return fmt.Sprintf("%d points, %d verts, %d lines, %d polys", f.points, f.verts, f.lines, f.polys)
}
