package mesh

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// readOBJ reads the polygons of a Wavefront OBJ file: vertices and faces, with indices
// counted from the beginning or, if negative, from the end. Texture coordinates, normals,
// groups, materials, lines and points are skipped; any other keyword gives a notice.
// Faces of more than three corners are divided into triangles. The error names the line.
func readOBJ(data []byte) (Soup, error) {
	if looksLikeUTF16(data) {
		return Soup{}, errUTF16
	}
	if !looksLikeText(data) {
		return Soup{}, fmt.Errorf("not a text file")
	}
	o := objReader{soup: Soup{Format: "OBJ"}, words: newWords(string(data))}
	for {
		line, number, more := o.line()
		if !more {
			break
		}
		if err := o.statement(strings.Fields(line), number); err != nil {
			return Soup{}, fmt.Errorf("line %d: %w", number, err)
		}
	}
	if o.strange > 0 {
		o.soup.Notices = append(o.soup.Notices, fmt.Sprintf("line %d: keyword %s ignored (%s like that)",
			o.strangeLine, o.words.quote(o.strangeWord), plural(o.strange, "line")))
	}
	if len(o.soup.Triangles) == 0 {
		return Soup{}, fmt.Errorf("no faces: the file holds %d vertices and no line that begins with \"f\"", len(o.vertices))
	}
	return o.soup, nil
}

type objReader struct {
	soup     Soup
	words    *words
	vertices []vec.Vec3
	corners  []vec.Vec3 // of the present face
	divider  divider

	strange     int // lines with a keyword that is not known
	strangeLine int
	strangeWord string
}

// line returns the next line without its comment, and its number. A line that ends in a
// backslash is joined with the line that follows, and the number is that of the first line.
func (o *objReader) line() (text string, number int, more bool) {
	w := o.words
	var b strings.Builder
	for first := true; w.at < len(w.text); first = false {
		if first {
			number = w.line
		}
		part := w.rest()
		for line := w.line; w.at < len(w.text) && w.line == line; {
			w.skip()
		}
		part, _, _ = strings.Cut(part, "#")
		head, continued := strings.CutSuffix(part, "\\")
		if !continued && first {
			return head, number, true
		}
		b.WriteString(head)
		if !continued {
			return b.String(), number, true
		}
		b.WriteByte(' ')
	}
	return b.String(), number, number > 0
}

// statement reads the statement of one line.
func (o *objReader) statement(fields []string, line int) error {
	if len(fields) == 0 {
		return nil
	}
	switch fields[0] {
	case "v":
		return o.vertex(fields[1:])
	case "f", "fo":
		return o.face(fields[1:])
	case "vt", "vn", "vp", "g", "o", "s", "usemtl", "mtllib", "l", "p", "mg", "lod", "usemap", "maplib":
		return nil
	}
	if o.strange == 0 {
		o.strangeLine, o.strangeWord = line, fields[0]
	}
	o.strange++
	return nil
}

// vertex reads three coordinates; a weight or a colour may follow.
func (o *objReader) vertex(fields []string) error {
	if len(fields) < 3 {
		return fmt.Errorf("a vertex needs 3 coordinates, got %d", len(fields))
	}
	var c [3]float64
	for k := range c {
		x, err := o.words.coordinate(fields[k])
		if err != nil {
			return fmt.Errorf("coordinate %c: %w", 'x'+rune(k), err)
		}
		c[k] = x
	}
	if err := limit.Vertices.Check(len(o.vertices) + 1); err != nil {
		return err
	}
	o.vertices, o.words.sure = append(o.vertices, vec.New(c[0], c[1], c[2])), true
	return nil
}

// face reads corners such as 3, 3/1, 3//2, 3/1/2. The first number is the index of the vertex; the other
// numbers are not used.
func (o *objReader) face(fields []string) error {
	o.corners = o.corners[:0]
	for _, field := range fields {
		word, _, _ := strings.Cut(field, "/")
		index, err := strconv.Atoi(word)
		if err != nil {
			return fmt.Errorf("vertex index: not a whole number, got %s", o.words.quote(field))
		}
		n := len(o.vertices)
		if index < 0 {
			index += n + 1
		}
		if index < 1 || index > n {
			return fmt.Errorf("vertex index out of range, got %s (%d vertices so far)", o.words.quote(word), n)
		}
		o.corners = append(o.corners, o.vertices[index-1])
	}
	var err error
	o.soup.Triangles, err = o.divider.triangulate(o.soup.Triangles, o.corners)
	return err
}
