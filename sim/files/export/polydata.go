package export

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
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

// Encodings of the numbers in a VTK file.
const (
	compressed  = "compressed" // blocks of bytes, packed: for ParaView and VTK; the default
	plainBase64 = "base64"     // plain bytes, which OVITO reads, too
	ascii       = "ascii"      // text, in double precision
)

// Encodings lists the encodings, the default first.
var Encodings = []string{compressed, plainBase64, ascii}

// writeTo writes the data set as a PolyData file of VTK's XML format, version 1.0. Bytes
// stand in the XML as base64: raw bytes behind it are shorter, but no VTK with a libexpat
// of 2024 or later reads them (its search for their beginning waits for what that library
// now puts off). Numbers are written in single precision, but for times.
// (Source: VTK File Formats, Kitware; vtkXMLDataParser.)
func (p *polyData) writeTo(out io.Writer, encoding string) error {
	x := &xmlFile{encoding: encoding}
	x.line(`<?xml version="1.0"?>`)
	x.line(`<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt64" %s%s>`, mark,
		x.compressor())
	x.line(`<PolyData>`)
	x.line(`<FieldData>`)
	for _, a := range p.field {
		x.tuples(a, a.values, fmt.Sprintf(` NumberOfTuples="%d"`, a.tuples()))
	}
	for _, w := range p.words {
		x.words(w)
	}
	x.line(`</FieldData>`)
	x.line(`<Piece NumberOfPoints="%d" NumberOfVerts="%d" NumberOfLines="%d" NumberOfStrips="0" NumberOfPolys="%d">`,
		p.points.len()/3, len(p.verts.ends), len(p.lines.ends), len(p.polys.ends))
	x.group("PointData", p.pointData)
	x.group("CellData", p.cellData)
	x.line("<Points>")
	x.tuples(array{"Points", xyz, p.points}, x.single(p.points), "")
	x.line("</Points>")
	for _, c := range []struct {
		name string
		cells
	}{{"Verts", p.verts}, {"Lines", p.lines}, {"Polys", p.polys}} {
		x.group(c.name, []array{{"connectivity", nil, c.points}, {"offsets", nil, c.ends}})
	}
	x.line(`</Piece>`)
	x.line(`</PolyData>`)
	x.line(`</VTKFile>`)
	_, err := out.Write(x.text)
	return err
}

func (a array) tuples() int { return a.values.len() / max(len(a.components), 1) }

// xmlFile is the text of a file in the making.
type xmlFile struct {
	encoding string
	text     []byte
	scratch  []byte
	blocks   compressor
}

func (x *xmlFile) line(format string, args ...any) {
	x.text = append(fmt.Appendf(x.text, format, args...), '\n')
}

// compressor is the attribute that names how blocks are compressed.
func (x *xmlFile) compressor() string {
	if x.encoding != compressed {
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
		x.tuples(a, x.stored(a), "")
	}
	x.line("</%s>", name)
}

// single returns numbers in single precision, but where they are text.
func (x *xmlFile) single(v values) values {
	if l, ok := v.(list[float64]); ok && x.encoding != ascii {
		return convert[float32](l)
	}
	return v
}

// stored returns numbers as a file has them: bytes hold vectors to 1.5e-5 of each component
// and other numbers in single precision, whole numbers as short as they can be, and for
// OVITO none of one byte.
func (x *xmlFile) stored(a array) values {
	if x.encoding == ascii {
		return a.values
	}
	switch v := a.values.(type) {
	case list[float64]:
		if len(a.components) > 1 {
			return rounded(v)
		}
		return x.single(v)
	case list[int64]:
		if len(v) == 0 || slices.Max(v) <= math.MaxInt32 && slices.Min(v) >= math.MinInt32 {
			return convert[int32](v)
		}
	case list[uint8]:
		if x.encoding == plainBase64 {
			return convert[int32](v)
		}
	}
	return a.values
}

// rounded returns numbers in single precision whose last byte is zero, right to 2^-16 of each:
// the byte takes no room when packed, and vectors are most of a file.
func rounded(l list[float64]) list[float32] {
	out := convert[float32](l)
	for i, v := range out {
		if b := math.Float32bits(v) + 0x80; b&0x7f800000 != 0x7f800000 { // neither infinite nor made so
			out[i] = math.Float32frombits(b &^ 0xff)
		}
	}
	return out
}

// convert returns numbers in another type. One too large for it becomes the largest.
func convert[To, From number](l list[From]) list[To] {
	out := make(list[To], len(l))
	for i, v := range l {
		out[i] = To(v)
	}
	return out
}

// tuples writes a list of numbers.
func (x *xmlFile) tuples(a array, v values, attributes string) {
	if n := len(a.components); n > 1 {
		attributes += fmt.Sprintf(` NumberOfComponents="%d"`, n)
		for i, c := range a.components {
			attributes += fmt.Sprintf(` ComponentName%d=%q`, i, c)
		}
	}
	head := fmt.Sprintf(`<DataArray type="%s" Name="%s"%s`, v.kind(), a.name, attributes)
	if x.encoding == ascii {
		x.line(`%s format="ascii">`, head)
		x.text = v.text(x.text, max(len(a.components), 1))
		x.line(`</DataArray>`)
		return
	}
	x.line(`%s format="binary">`, head)
	x.scratch = v.binary(x.scratch[:0])
	if x.encoding == compressed {
		x.text = x.blocks.append(x.text, x.scratch)
	} else {
		size := binary.LittleEndian.AppendUint64(nil, uint64(len(x.scratch)))
		x.text = code.AppendEncode(x.text, append(size, x.scratch...))
	}
	x.line("\n</DataArray>")
}

// code is how bytes stand in XML.
var code = base64.StdEncoding

// words writes texts, each as the numbers of its bytes and a zero: always readable as
// text, since they are few.
func (x *xmlFile) words(w words) {
	x.line(`<DataArray type="String" Name="%s" NumberOfTuples="%d" format="ascii">`, w.name, len(w.list))
	for _, s := range w.list {
		x.line("%s", strings.Trim(fmt.Sprint(append([]byte(s), 0)), "[]"))
	}
	x.line(`</DataArray>`)
}
