package export

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// polyData is a data set of VTK in the making: points, and cells that join them.
type polyData struct {
	points              values // three numbers a point
	verts, lines, polys cells
	pointData, cellData []array
	field               []array
	words               []words
}

// array is a named list of tuples.
type array struct {
	name       string
	components []string // their names; nil: one number a tuple
	values     values
}

// words is a named list of texts.
type words struct {
	name string
	list []string
}

// cells are lists of points.
type cells struct{ points, ends list[int32] }

// add adds a cell.
func (c *cells) add(points ...int32) {
	c.points = append(c.points, points...)
	c.ends = append(c.ends, int32(len(c.points)))
}

// number is a type that VTK and this package both have.
type number interface {
	float64 | float32 | int64 | int32 | uint8
}

// list is a list of numbers.
type list[T number] []T

// values is a list of numbers of any type.
type values interface {
	len() int
	kind() string                  // as VTK calls it
	binary(b []byte) []byte        // appends the numbers, little endian
	text(b []byte, row int) []byte // appends the numbers, so many a line
}

func (l list[T]) len() int { return len(l) }

func (l list[T]) kind() string {
	switch any(l).(type) {
	case list[float64]:
		return "Float64"
	case list[float32]:
		return "Float32"
	case list[int64]:
		return "Int64"
	case list[int32]:
		return "Int32"
	}
	return "UInt8"
}

func (l list[T]) binary(b []byte) []byte {
	for _, x := range l {
		switch x := any(x).(type) {
		case float64:
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		case float32:
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		case int64:
			b = binary.LittleEndian.AppendUint64(b, uint64(x))
		case int32:
			b = binary.LittleEndian.AppendUint32(b, uint32(x))
		case uint8:
			b = append(b, x)
		}
	}
	return b
}

// text writes the shortest digits that read back as the same number, and 0 for what is no
// finite number: VTK's reader stops at such words.
func (l list[T]) text(b []byte, row int) []byte {
	for i, x := range l {
		switch x := any(x).(type) {
		case float64:
			b = appendFloat(b, x, 64)
		case float32:
			b = appendFloat(b, float64(x), 32)
		default:
			b = fmt.Append(b, x)
		}
		if (i+1)%row == 0 || i == len(l)-1 {
			b = append(b, '\n')
		} else {
			b = append(b, ' ')
		}
	}
	return b
}

func appendFloat(b []byte, x float64, bits int) []byte {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		x = 0
	}
	return strconv.AppendFloat(b, x, 'g', -1, bits)
}

// writeTo writes the data set as a PolyData file of VTK's XML format, version 1.0: arrays
// as text, or behind the XML as compressed blocks of bytes. (Source: VTK File Formats,
// Kitware; vtkXMLDataParser.)
func (p *polyData) writeTo(out io.Writer, ascii bool) error {
	x := &xmlFile{ascii: ascii}
	x.line(`<?xml version="1.0"?>`)
	x.line(`<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt64" %s%s>`, mark, x.compressor())
	x.line(`<PolyData>`)
	x.line(`<FieldData>`)
	for _, a := range p.field {
		x.tuples(a, fmt.Sprintf(` NumberOfTuples="%d"`, a.tuples()))
	}
	for _, w := range p.words {
		x.words(w)
	}
	x.line(`</FieldData>`)
	x.line(`<Piece NumberOfPoints="%d" NumberOfVerts="%d" NumberOfLines="%d" NumberOfStrips="0" NumberOfPolys="%d">`,
		p.points.len()/3, len(p.verts.ends), len(p.lines.ends), len(p.polys.ends))
	x.group("PointData", p.pointData)
	x.group("CellData", p.cellData)
	x.group("Points", []array{{"Points", xyz, p.points}})
	for _, c := range []struct {
		name string
		cells
	}{{"Verts", p.verts}, {"Lines", p.lines}, {"Polys", p.polys}} {
		x.group(c.name, []array{{"connectivity", nil, c.points}, {"offsets", nil, c.ends}})
	}
	x.line(`</Piece>`)
	x.line(`</PolyData>`)
	return x.finish(out)
}

func (a array) tuples() int { return a.values.len() / max(len(a.components), 1) }

// xmlFile is the text of a file, and the bytes that go behind it.
type xmlFile struct {
	ascii    bool
	text     []byte
	appended []byte
	scratch  []byte
	blocks   compressor
}

func (x *xmlFile) line(format string, args ...any) {
	x.text = append(fmt.Appendf(x.text, format, args...), '\n')
}

// compressor is the attribute that names how blocks are compressed.
func (x *xmlFile) compressor() string {
	if x.ascii {
		return ""
	}
	return ` compressor="vtkZLibDataCompressor"`
}

func (x *xmlFile) group(name string, arrays []array) {
	attribute := ""
	for _, a := range arrays {
		if a.name == normals {
			attribute = fmt.Sprintf(" Normals=%q", normals)
		}
	}
	x.line("<%s%s>", name, attribute)
	for _, a := range arrays {
		x.tuples(a, "")
	}
	x.line("</%s>", name)
}

// tuples writes a list of numbers.
func (x *xmlFile) tuples(a array, attributes string) {
	if n := len(a.components); n > 1 {
		attributes += fmt.Sprintf(` NumberOfComponents="%d"`, n)
		for i, c := range a.components {
			attributes += fmt.Sprintf(` ComponentName%d=%q`, i, c)
		}
	}
	head := fmt.Sprintf(`<DataArray type="%s" Name="%s"%s`, a.values.kind(), a.name, attributes)
	if x.ascii {
		x.line(`%s format="ascii">`, head)
		x.text = a.values.text(x.text, max(len(a.components), 1))
		x.line(`</DataArray>`)
		return
	}
	x.line(`%s format="appended" offset="%d"/>`, head, len(x.appended))
	x.scratch = a.values.binary(x.scratch[:0])
	x.appended = x.blocks.append(x.appended, x.scratch)
}

// words writes texts, each as the numbers of its bytes and a zero: always readable as
// text, since they are few.
func (x *xmlFile) words(w words) {
	x.line(`<DataArray type="String" Name="%s" NumberOfTuples="%d" format="ascii">`, w.name, len(w.list))
	for _, s := range w.list {
		x.line("%s", strings.Trim(fmt.Sprint(append([]byte(s), 0)), "[]"))
	}
	x.line(`</DataArray>`)
}

// finish writes it all.
func (x *xmlFile) finish(out io.Writer) error {
	if !x.ascii {
		x.line(`<AppendedData encoding="raw">`)
		x.text = append(append(x.text, '_'), x.appended...)
		x.line("\n</AppendedData>")
	}
	x.line(`</VTKFile>`)
	_, err := out.Write(x.text)
	return err
}
