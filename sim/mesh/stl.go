package mesh

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

const (
	stlHeader   = 84 // bytes before the first facet: 80 of free text, 4 of the number of facets
	stlFacet    = 50 // bytes of a facet: normal and 3 corners of 3 float32, 2 of attribute
	stlPosition = 12 // bytes from the beginning of a facet to its first corner
)

// readSTL reads an STL file, ASCII or binary, whatever its header claims: a binary file
// may begin with "solid", keywords may be upper case, lines may end in CR LF, a file may
// hold several solids, which are joined. Stored normals and attributes are not used.
//
// Bytes after the last facet and a missing endsolid give a notice. It is an error if the
// header announces more or fewer facets than the file holds, if a facet is broken, or if a
// coordinate is not finite; the error names the line, or the triangle and its byte offset.
func readSTL(data []byte) (Soup, error) {
	switch {
	case len(data) == 0:
		return Soup{}, fmt.Errorf("the file is empty")
	case isUTF16(data):
		return Soup{}, errUTF16
	}
	if isTextSTL(data) {
		return readTextSTL(newWords(string(data)))
	}
	return readBinarySTL(data)
}

// isTextSTL distinguishes ASCII from binary files. If the count of a binary header fits the size of
// the file, the file is binary: in a text, four printable bytes in this place mean over 10⁸ facets.
func isTextSTL(data []byte) bool {
	if len(data) >= stlHeader {
		count := uint64(binary.LittleEndian.Uint32(data[80:]))
		if stlHeader+stlFacet*count == uint64(len(data)) {
			return false
		}
	}
	return beginsWithSolid(data) && looksLikeText(data)
}

func beginsWithSolid(data []byte) bool {
	head := data
	if len(head) > 512 {
		head = head[:512]
	}
	return strings.EqualFold(newWords(string(head)).next(), "solid")
}

func readBinarySTL(data []byte) (Soup, error) {
	if len(data) < stlHeader {
		return Soup{}, fmt.Errorf("neither ASCII (no \"solid\" at the beginning) nor binary: too short, got %d bytes (>= %d)",
			len(data), stlHeader)
	}
	count := uint64(binary.LittleEndian.Uint32(data[80:]))
	room := uint64(len(data)-stlHeader) / stlFacet
	extra := len(data) - stlHeader - stlFacet*int(count)
	switch {
	case count > room && looksLikeText(data):
		return Soup{}, fmt.Errorf("neither ASCII nor binary: text that does not begin with \"solid\"")
	case count > room, count > 0 && extra > 0 && extra%stlFacet == 0:
		return Soup{}, fmt.Errorf("count at byte 80 does not fit the file: got %d triangles, room for %d in %d bytes",
			count, room, len(data))
	case count == 0:
		return Soup{}, fmt.Errorf("no triangles: count at byte 80 is 0, %d bytes follow", len(data)-stlHeader)
	}
	if err := limit.Triangles.Check(int(count)); err != nil {
		return Soup{}, err
	}
	s := Soup{Format: "binary STL", Triangles: make([][3]vec.Vec3, count)}
	for i := range s.Triangles {
		offset := stlHeader + stlFacet*i
		for k := range s.Triangles[i] {
			p := float32Point(data[offset+stlPosition+12*k:])
			if !p.IsFinite() {
				return Soup{}, fmt.Errorf("triangle %d of %d (byte %d): corner %d must be finite, got (%g, %g, %g)",
					i+1, count, offset, k+1, p.X, p.Y, p.Z)
			}
			s.Triangles[i][k] = p
		}
	}
	if extra > 0 {
		s.Notices = append(s.Notices, fmt.Sprintf("%s after the last triangle ignored (the count says %d triangles)",
			plural(extra, "byte"), count))
	}
	return s, nil
}

// float32Point decodes three little-endian single precision numbers.
func float32Point(b []byte) vec.Vec3 {
	return vec.Vec3{
		X: float64(math.Float32frombits(binary.LittleEndian.Uint32(b[0:]))),
		Y: float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4:]))),
		Z: float64(math.Float32frombits(binary.LittleEndian.Uint32(b[8:]))),
	}
}

func readTextSTL(w *words) (Soup, error) {
	s := Soup{Format: "ASCII STL"}
	solids, open := 0, false
	for {
		word := w.next()
		switch {
		case strings.EqualFold(word, "facet"):
			t, err := readFacet(w)
			if err != nil {
				return Soup{}, err
			}
			if err := limit.Triangles.Check(len(s.Triangles) + 1); err != nil {
				return Soup{}, w.errorf("%w", err)
			}
			s.Triangles = append(s.Triangles, t)
			continue
		case strings.EqualFold(word, "solid"):
			w.rest()
			solids, open = solids+1, true
			continue
		case strings.EqualFold(word, "endsolid"):
			w.rest()
			open = false
			continue
		case word != "" && open:
			return Soup{}, w.errorf("expected \"facet\" or \"endsolid\", got %s", w.quote(word))
		case word != "":
			s.Notices = append(s.Notices, fmt.Sprintf("text after the last endsolid ignored (line %d)", w.line))
		case open:
			s.Notices = append(s.Notices, "no endsolid at the end: the file may be cut off")
		}
		break
	}
	if len(s.Triangles) == 0 {
		return Soup{}, fmt.Errorf("no triangles: the file holds %s without facets", plural(solids, "solid"))
	}
	if solids > 1 {
		s.Notices = append(s.Notices, fmt.Sprintf("%d solids joined", solids))
	}
	return s, nil
}

// readFacet reads one facet after its first keyword. The three words of the normal may
// be anything: exporters write NaN there for needles.
func readFacet(w *words) (t [3]vec.Vec3, err error) {
	if err = w.expect("normal"); err != nil {
		return t, err
	}
	w.sure = true
	for range 3 {
		w.next()
	}
	for _, keyword := range [...]string{"outer", "loop"} {
		if err = w.expect(keyword); err != nil {
			return t, err
		}
	}
	for k := range t {
		if err = w.expect("vertex"); err != nil {
			return t, err
		}
		if t[k], err = w.point(); err != nil {
			return t, err
		}
	}
	for _, keyword := range [...]string{"endloop", "endfacet"} {
		if err = w.expect(keyword); err != nil {
			return t, err
		}
	}
	return t, nil
}

// WriteSTL writes the mesh as binary STL, rounded to single precision, with the unit
// normal of each triangle. The bytes depend on the mesh alone.
func (m *Mesh) WriteSTL(w io.Writer) error {
	if len(m.Triangles) > maxTriangles {
		return fmt.Errorf("mesh: write STL: too many triangles, got %d (<= %d)", len(m.Triangles), maxTriangles)
	}
	// The header must not begin with "solid", because many readers would take the file for ASCII.
	data := make([]byte, stlHeader, stlHeader+stlFacet*len(m.Triangles))
	copy(data, "binary STL")
	binary.LittleEndian.PutUint32(data[80:], uint32(len(m.Triangles)))
	for i := range m.Triangles {
		a, b, c := m.Corners(int32(i))
		normal := b.Sub(a).Cross(c.Sub(a)).Unit()
		for _, v := range [...]vec.Vec3{normal, a, b, c} {
			for _, x := range v.Float32() {
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
			}
		}
		data = append(data, 0, 0)
	}
	if _, err := w.Write(data); err != nil {
		return fmt.Errorf("mesh: write STL: %w", err)
	}
	return nil
}

// isSTL reports whether data is certainly STL.
func isSTL(data []byte) bool {
	if len(data) >= stlHeader && uint64(len(data)) == stlHeader+stlFacet*uint64(binary.LittleEndian.Uint32(data[80:])) {
		return true
	}
	return beginsWithSolid(data)
}
