package export

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
)

// GSD, "General simulation data", is the format of HOOMD-blue, which OVITO reads too. A file consists of a header,
// chunks of data, a list of the names of the chunks and an index. (Source: the documents "File layer", version 2,
// and "HOOMD Schema", version 1.4, of the package gsd.) Numbers are in single precision and lengths in metres. The
// box of GSD is always centred on the origin, so it must reach as far on one side as on the other.

// gsdMagic, gsdVersion and gsdSchema begin the file.
const (
	gsdMagic   = 0x65DF65DF65DF65DF
	gsdVersion = 2<<16 | 0
	gsdSchema  = 1<<16 | 4
)

// Types of chunks.
const (
	gsdUint8  = 1
	gsdUint32 = 3
	gsdUint64 = 4
	gsdInt8   = 5
	gsdInt32  = 7
	gsdFloat  = 9
	gsdDouble = 10
)

// gsdHeader and gsdEntry are laid out as in the file.
type gsdHeader struct {
	Magic, Index, Entries, Names, NameBlocks uint64
	Schema, Version                          uint32
	Application, SchemaName                  [64]byte
	_                                        [80]byte
}

type gsdEntry struct {
	Frame, N uint64
	Location int64
	M        uint32
	ID       uint16
	Type     uint8
	_        uint8
}

// gsdWriter writes chunks as they come, and the names, the index and the header when it is closed.
type gsdWriter struct {
	file   *outfile.File
	at     int64
	frame  uint64
	names  []string
	index  []gsdEntry
	types  gsdTypes
	origin run.Origin
	failed error
}

// gsdTypes are the combinations of size and material that have occurred. A type keeps its number in all frames.
type gsdTypes struct{ names, shapes []string }

func openGSD(path string, o run.Output) (Writer, error) {
	file, err := outfile.CreateSpooled(path)
	if err != nil {
		return nil, err
	}
	g := &gsdWriter{file: file, origin: o.Origin}
	g.write(gsdHeader{})
	return g, g.failed
}

// write appends a value of fixed size in little endian.
func (g *gsdWriter) write(v any) {
	if g.failed != nil {
		return
	}
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, v) // cannot fail for a buffer and a value of fixed size
	_, g.failed = g.file.Write(b.Bytes())
	g.at += int64(b.Len())
}

// gsdLog begins the names of chunks for which the schema has no name of its own. The reader of the schema expects
// each such chunk in the first frame, even if there is no particle yet.
const gsdLog = "log/"

// chunk appends a chunk of n rows with the given number of columns; data is a slice of all values.
func (g *gsdWriter) chunk(name string, kind uint8, n, columns int, data any) {
	if n == 0 && !strings.HasPrefix(name, gsdLog) {
		return
	}
	id := slices.Index(g.names, name)
	if id < 0 {
		id = len(g.names)
		g.names = append(g.names, name)
	}
	g.index = append(g.index, gsdEntry{Frame: g.frame, N: uint64(n), Location: g.at, M: uint32(columns), ID: uint16(id),
		Type: kind})
	g.write(data)
}

// Write writes a moment as a frame.
func (g *gsdWriter) Write(w state.Source) error {
	s := w.StateOfBodies()
	p := g.types.particles(&s)
	n := len(p.body)
	g.chunk("configuration/step", gsdUint64, 1, 1, []uint64{uint64(s.Step)})
	g.chunk("configuration/dimensions", gsdUint8, 1, 1, []uint8{3})
	g.chunk("configuration/box", gsdFloat, 6, 1, p.box[:])
	g.chunk("particles/N", gsdUint32, 1, 1, []uint32{uint32(n)})
	g.text("particles/types", g.types.names)
	g.chunk("particles/typeid", gsdUint32, n, 1, p.typeID)
	g.text("particles/type_shapes", g.types.shapes)
	g.chunk("particles/mass", gsdFloat, n, 1, p.mass)
	g.chunk("particles/diameter", gsdFloat, n, 1, p.diameter)
	g.chunk("particles/body", gsdInt32, n, 1, p.body)
	g.chunk("particles/position", gsdFloat, n, 3, p.position)
	g.chunk("particles/orientation", gsdFloat, n, 4, p.orientation)
	g.chunk("particles/velocity", gsdFloat, n, 3, p.velocity)
	g.chunk(gsdLog+"time", gsdDouble, 1, 1, []float64{s.Time})
	g.chunk(gsdLog+"particles/spin", gsdDouble, n, 3, p.spin)
	g.chunk(gsdLog+"particles/force", gsdDouble, n, 3, p.force)
	if g.frame == 0 {
		about, err := json.Marshal(struct {
			Units  string     `json:"units"`
			Notes  []string   `json:"notes"`
			Origin run.Origin `json:"origin"`
		}{"m, kg, s, N", state.Notes, g.origin})
		if err != nil {
			return err
		}
		g.text(gsdLog+"origin", []string{string(about)})
	}
	g.frame++
	return g.failed
}

// text appends a chunk with a text in each row. Shorter texts are filled with zeros to the length of the longest
// text and its final zero.
func (g *gsdWriter) text(name string, rows []string) {
	length := 1
	for _, r := range rows {
		length = max(length, len(r)+1)
	}
	data := make([]byte, 0, len(rows)*length)
	for _, r := range rows {
		data = append(append(data, r...), make([]byte, length-len(r))...)
	}
	g.chunk(name, gsdInt8, len(rows), length, data)
}

// Close writes the names of the chunks, the index and the header. A file that could not be written completely does
// not appear.
func (g *gsdWriter) Close() error {
	if g.failed != nil || g.frame == 0 {
		g.file.Discard()
		return nil // Write has returned the error, if there was one
	}
	h := gsdHeader{Magic: gsdMagic, Schema: gsdSchema, Version: gsdVersion}
	copy(h.Application[:], g.origin.Program.String())
	copy(h.SchemaName[:], "hoomd")
	var names []byte
	for _, n := range g.names {
		names = append(append(names, n...), 0)
	}
	h.NameBlocks = uint64(len(names)/64 + 1)
	h.Names, names = uint64(g.at), append(names, make([]byte, int(h.NameBlocks)*64-len(names))...)
	g.write(names)
	slices.SortStableFunc(g.index, func(a, b gsdEntry) int {
		if a.Frame != b.Frame {
			return int(int64(a.Frame) - int64(b.Frame))
		}
		return int(a.ID) - int(b.ID)
	})
	g.index = append(g.index, gsdEntry{}) // an empty entry ends the index
	h.Index, h.Entries = uint64(g.at), uint64(len(g.index))
	g.write(g.index)
	if _, err := g.file.Seek(0, io.SeekStart); err != nil {
		g.failed = errors.Join(g.failed, err)
	}
	g.write(h)
	if g.failed != nil {
		g.file.Discard()
		return g.failed
	}
	return g.file.Commit()
}

// gsdParticles are the particles of a frame, in the arrays of the schema.
type gsdParticles struct {
	box                                             [6]float32
	typeID                                          []uint32
	mass, diameter, position, orientation, velocity []float32
	body                                            []int32
	spin, force                                     []float64
}

// particles collects the spheres and capsules, and adds new types. A type is a size and a material. A capsule is a
// sphere swept along a segment, so it is written as a rounded convex polyhedron with two corners.
func (t *gsdTypes) particles(s *state.State) (p gsdParticles) {
	known := map[string]uint32{}
	for i, name := range t.names {
		known[name] = uint32(i)
	}
	single := func(to *[]float32, list ...float64) {
		for _, x := range list {
			*to = append(*to, float32(x))
		}
	}
	rounds(s, func(b *state.Body, k int) {
		h := &b.Shapes[k]
		name := fmt.Sprintf("%s r%.6g s%.6g", s.Materials[h.Def.Material], h.Radius, h.Shaft)
		id, ok := known[name]
		if !ok {
			id = uint32(len(t.names))
			known[name] = id
			t.names, t.shapes = append(t.names, name), append(t.shapes, gsdShape(h.Radius, h.Shaft))
		}
		p.typeID, p.body = append(p.typeID, id), append(p.body, int32(b.ID))
		single(&p.mass, b.Mass)
		single(&p.diameter, 2*h.Radius)
		single(&p.position, h.Position[:]...)
		single(&p.orientation, h.Orientation[:]...)
		single(&p.velocity, b.Velocity[:]...)
		p.spin, p.force = append(p.spin, b.Spin[:]...), append(p.force, b.Force[:]...)
	})
	box := contents(s)
	for axis := range 3 {
		reach := 0.0
		if !box.IsEmpty() {
			reach = 1.01 * max(-box.Lo.Component(axis), box.Hi.Component(axis))
		}
		p.box[axis] = float32(2 * max(reach, 1e-3))
	}
	return p
}

// gsdShape returns the JSON that describes a particle in type_shapes.
func gsdShape(radius, shaft float64) string {
	if shaft == 0 {
		return fmt.Sprintf(`{"type": "Sphere", "diameter": %g}`, 2*radius)
	}
	return fmt.Sprintf(`{"type": "ConvexPolyhedron", "rounding_radius": %g, "vertices": [[%g, 0, 0], [%g, 0, 0]]}`, radius,
		-shaft/2, shaft/2)
}
