package mesh

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// maxPLYHeader bounds the search for the end of a header [byte].
const maxPLYHeader = 1 << 20

// readPLY reads the polygons of a PLY file, ASCII or binary of either byte order: the
// properties x, y, z of element "vertex" and the list vertex_indices (or vertex_index)
// of element "face". Other elements and properties are skipped. Faces of more than three
// corners are divided into triangles. The error names the element and the line or byte offset.
func readPLY(data []byte) (Soup, error) {
	if looksLikeUTF16(data) {
		return Soup{}, errUTF16
	}
	h, err := readPLYHeader(string(data[:min(len(data), maxPLYHeader)]))
	if err != nil {
		return Soup{}, err
	}
	p := plyReader{soup: Soup{Format: h.kind + " PLY"}}
	p.source = newPLYSource(h, data)
	for _, e := range h.elements {
		if err := p.element(e); err != nil {
			return Soup{}, err
		}
	}
	if extra := p.source.left(); extra > 0 {
		p.soup.Notices = append(p.soup.Notices, plural(extra, "byte")+" after the last element ignored")
	}
	if len(p.soup.Triangles) == 0 {
		return Soup{}, fmt.Errorf("no faces: the header announces %d vertices and no faces", len(p.vertices))
	}
	return p.soup, nil
}

// plyReader turns elements into triangles.
type plyReader struct {
	soup     Soup
	source   plySource
	vertices []vec.Vec3
	corners  []vec.Vec3 // of the present face
	divider  divider
}

// element reads all records of one element.
func (p *plyReader) element(e plyElement) error {
	record := func() error { return p.pass(e) }
	switch e.name {
	case "vertex":
		var place [3]int
		for k, name := range [...]string{"x", "y", "z"} {
			place[k] = slices.IndexFunc(e.properties, func(q plyProperty) bool { return q.name == name && q.length == 0 })
			if place[k] < 0 {
				return fmt.Errorf("element \"vertex\" has no property %q", name)
			}
		}
		record = func() error { return p.vertex(e, place) }
	case "face":
		list := slices.IndexFunc(e.properties, func(q plyProperty) bool {
			return q.length != 0 && (q.name == "vertex_indices" || q.name == "vertex_index")
		})
		if list < 0 {
			return errors.New("element \"face\" has no list \"vertex_indices\"")
		}
		record = func() error { return p.face(e, list) }
	}
	for i := range e.count {
		err := p.source.begin()
		where := p.source.where()
		if err == nil {
			err = record()
		}
		if err == nil {
			err = p.source.end()
		}
		if err != nil {
			return fmt.Errorf("%s %d of %d (%s): %w", e.name, i+1, e.count, where, err)
		}
	}
	return nil
}

// vertex reads a position; place holds the indices of the properties x, y and z.
func (p *plyReader) vertex(e plyElement, place [3]int) error {
	var c [3]float64
	for i, q := range e.properties {
		if q.length != 0 {
			if err := p.list(q, nil); err != nil {
				return err
			}
			continue
		}
		x, err := p.source.number(q.kind)
		if err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
		k := slices.Index(place[:], i)
		if k < 0 {
			continue
		}
		if !(math.Abs(x) <= math.MaxFloat32) {
			return fmt.Errorf("%s: must be finite and within ±3.4e38, got %g", q.name, x)
		}
		c[k] = x
	}
	if err := limit.Vertices.Check(len(p.vertices) + 1); err != nil {
		return err
	}
	p.vertices = append(p.vertices, vec.New(c[0], c[1], c[2]))
	return nil
}

// face reads a polygon; list is the index of the property with its corners.
func (p *plyReader) face(e plyElement, list int) error {
	for i, q := range e.properties {
		var err error
		switch {
		case i == list:
			p.corners = p.corners[:0]
			err = p.list(q, p.corner)
		case q.length != 0:
			err = p.list(q, nil)
		default:
			_, err = p.source.number(q.kind)
		}
		if err != nil {
			return err
		}
	}
	var err error
	p.soup.Triangles, err = p.divider.triangulate(p.soup.Triangles, p.corners)
	return err
}

// corner adds the vertex with an index to the present face.
func (p *plyReader) corner(index float64) error {
	if index != math.Trunc(index) || !(index >= 0 && index < float64(len(p.vertices))) {
		return fmt.Errorf("vertex index out of range, got %g (%d vertices, from 0)", index, len(p.vertices))
	}
	p.corners = append(p.corners, p.vertices[int(index)])
	return nil
}

// list reads a list property and calls use, unless it is nil, for each item.
func (p *plyReader) list(q plyProperty, use func(float64) error) error {
	count, err := p.source.number(q.length)
	if err != nil {
		return fmt.Errorf("length of %s: %w", q.name, err)
	}
	if !(count >= 0) || count != math.Trunc(count) {
		return fmt.Errorf("length of %s: must be a whole number >= 0, got %g", q.name, count)
	}
	for i := 0.0; i < count; i++ {
		x, err := p.source.number(q.kind)
		if err == nil && use != nil {
			err = use(x)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
	}
	return nil
}

// pass skips a record.
func (p *plyReader) pass(e plyElement) error {
	for _, q := range e.properties {
		if q.length != 0 {
			if err := p.list(q, nil); err != nil {
				return err
			}
		} else if _, err := p.source.number(q.kind); err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
	}
	return nil
}

// plyHeader is the part of a file before the data.
type plyHeader struct {
	kind     string // "ascii", "binary_little_endian", "binary_big_endian"
	elements []plyElement
	body     int // offset of the data
	line     int // line of the data
}

type plyElement struct {
	name       string
	count      int
	properties []plyProperty
}

// plyProperty is a number or, if length is not 0, a list. kind is the type of the numbers, length the type of the
// length of the list.
type plyProperty struct {
	name         string
	kind, length plyKind
}

// readPLYHeader reads up to the line end_header.
func readPLYHeader(text string) (plyHeader, error) {
	h := plyHeader{}
	w := &words{text: text, line: 1}
	if w.rest() != "ply" {
		return h, errors.New("the file does not begin with \"ply\"")
	}
	for {
		if !w.endLine() {
			return h, errors.New("no end_header: the file is cut off or not PLY")
		}
		fields := strings.Fields(w.rest())
		if len(fields) == 1 && fields[0] == "end_header" {
			break
		}
		if err := h.statement(w, fields); err != nil {
			return h, w.errorf("%w", err)
		}
	}
	if h.kind == "" {
		return h, errors.New("the header has no line \"format\"")
	}
	// Data begins after the end of this line.
	w.endLine()
	h.body, h.line = w.at, w.line
	return h, h.check(w)
}

// endLine steps over the end of a line, LF, CR LF or CR, and reports whether there was one. A file may mix LF and
// CR LF. If all lines before ended in a lone CR, this line ends in a lone CR, too: the byte after it may be binary
// data that looks like LF.
func (w *words) endLine() bool {
	rest := w.text[w.at:]
	loneCR := func() bool {
		before := w.text[:w.at]
		return strings.Contains(before, "\r") && !strings.Contains(before, "\n")
	}
	switch {
	case strings.HasPrefix(rest, "\r\n") && !loneCR():
		w.at += 2
	case strings.HasPrefix(rest, "\n"), strings.HasPrefix(rest, "\r"):
		w.at++
	default:
		return false
	}
	w.line++
	return true
}

// statement reads one line of the header.
func (h *plyHeader) statement(w *words, fields []string) error {
	if len(fields) == 0 || fields[0] == "comment" || fields[0] == "obj_info" {
		return nil
	}
	switch keyword := fields[0]; {
	case keyword == "format" && len(fields) == 3:
		h.kind = fields[1]
		if !slices.Contains([]string{"ascii", "binary_little_endian", "binary_big_endian"}, h.kind) {
			return fmt.Errorf("unknown format, got %s (ascii, binary_little_endian, binary_big_endian)", w.quote(h.kind))
		}
		w.sure = true
	case keyword == "element" && len(fields) == 3:
		count, err := strconv.Atoi(fields[2])
		if err != nil || count < 0 || count > math.MaxInt32 {
			return fmt.Errorf("element %s: count must be a whole number from 0 to 2147483647, got %s", w.quote(fields[1]),
				w.quote(fields[2]))
		}
		h.elements = append(h.elements, plyElement{name: fields[1], count: count})
	case keyword == "property" && len(h.elements) > 0 && (len(fields) == 3 || len(fields) == 5 && fields[1] == "list"):
		p := plyProperty{name: fields[len(fields)-1], kind: plyKinds[fields[len(fields)-2]]}
		if len(fields) == 5 {
			p.length = plyKinds[fields[2]]
		}
		if p.kind == 0 || len(fields) == 5 && p.length == 0 {
			return fmt.Errorf("property %s: unknown type in %s", w.quote(p.name), w.quote(strings.Join(fields, " ")))
		}
		e := &h.elements[len(h.elements)-1]
		e.properties = append(e.properties, p)
	default:
		return fmt.Errorf("expected \"format\", \"element\" or \"property\" with its words, got %s",
			w.quote(strings.Join(fields, " ")))
	}
	return nil
}

// check returns an error for a header to which no data can belong.
func (h *plyHeader) check(w *words) error {
	vertices := false
	for _, e := range h.elements {
		if len(e.properties) == 0 && e.count > 0 {
			return fmt.Errorf("element %s has %d records without properties", w.quote(e.name), e.count)
		}
		if e.name == "face" && !vertices {
			return errors.New("element \"face\" must come after element \"vertex\"")
		}
		vertices = vertices || e.name == "vertex"
	}
	return nil
}
