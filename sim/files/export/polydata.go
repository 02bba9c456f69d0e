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

// polyData is a data set of VTK that is being built: points, and cells that join them.
type polyData struct {
	points              values // three numbers per point
	verts, lines, polys cells
	pointData, cellData []array
	field               []array
	words               []words
}

// array is a named list of tuples.
type array struct {
	name       string
	components []string // names of the components; nil: one number per tuple
	values     values
}

// words is a named list of texts.
type words struct {
	name string
	list []string
}

// cells holds the point numbers of all cells in one list, and the end of each cell in that list.
type cells struct{ points, ends list[int32] }

// add adds a cell.
func (c *cells) add(points ...int32) {
	c.points = append(c.points, points...)
	c.ends = append(c.ends, int32(len(c.points)))
}

// number is a type of numbers in VTK files that this package writes.
type number interface {
	float64 | float32 | int64 | int32 | uint8
}

// list is a list of numbers.
type list[T number] []T

// values is a list of numbers of any type.
type values interface {
	len() int
	kind() string                  // the name of the type in VTK
	binary(b []byte) []byte        // appends the numbers, little endian
	text(b []byte, row int) []byte // appends the numbers, row of them per line
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

// text writes the shortest digits that read back as the same number. It writes 0 for NaN and
// infinity, because VTK's reader stops at such words.
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
	compressed  = "compressed" // compressed blocks of bytes, for ParaView and VTK; the default
	plainBase64 = "base64"     // plain bytes, which OVITO reads, too
	ascii       = "ascii"      // text, in double precision
)

// Encodings lists the encodings, the default first.
var Encodings = []string{compressed, plainBase64, ascii}

// writeTo writes the data set as a PolyData file of VTK's XML format, version 1.0. Bytes are
// written within the XML as base64. Raw bytes after the XML would be shorter, but VTK cannot
// read them with a libexpat of 2024 or later: VTK finds the beginning of these bytes while the
// XML is being parsed, and that library now delays parts of the parsing. Binary numbers have
// single precision, except times. (Source: VTK File Formats, Kitware; vtkXMLDataParser.)
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

// xmlFile is the text of a file that is being built.
type xmlFile struct {
	encoding string
	text     []byte
	scratch  []byte
	blocks   compressor
}

func (x *xmlFile) line(format string, args ...any) {
	x.text = append(fmt.Appendf(x.text, format, args...), '\n')
}

// compressor returns the XML attribute that names the compression of blocks; empty if they are not compressed.
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

// single returns numbers in single precision, unless the file has them as text.
func (x *xmlFile) single(v values) values {
	if l, ok := v.(list[float64]); ok && x.encoding != ascii {
		return convert[float32](l)
	}
	return v
}

// stored returns numbers in the type that the file has. Text keeps their type. In binary files,
// vectors are rounded to 1.5e-5 of each component, other numbers have single precision, and
// integers have 32 bits where these suffice. Single bytes become 32 bits in base64, since OVITO
// does not read them.
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

// rounded returns numbers in single precision whose last byte is zero, with an error of at most
// 2^-16 of each number. Compression then stores the zero bytes almost for free, and vectors are
// most of a file.
func rounded(l list[float64]) list[float32] {
	out := convert[float32](l)
	for i, v := range out {
		if b := math.Float32bits(v) + 0x80; b&0x7f800000 != 0x7f800000 { // finite before and after rounding
			out[i] = math.Float32frombits(b &^ 0xff)
		}
	}
	return out
}

// convert returns numbers in another type. A number that is too large for single precision becomes infinite; whole
// numbers must fit.
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

// code is the encoding of bytes in XML.
var code = base64.StdEncoding

// words writes texts, each as the decimal numbers of its bytes and a final zero. The format is
// ascii in every encoding: texts are few, so this takes little space.
func (x *xmlFile) words(w words) {
	x.line(`<DataArray type="String" Name="%s" NumberOfTuples="%d" format="ascii">`, w.name, len(w.list))
	for _, s := range w.list {
		x.line("%s", strings.Trim(fmt.Sprint(append([]byte(s), 0)), "[]"))
	}
	x.line(`</DataArray>`)
}
