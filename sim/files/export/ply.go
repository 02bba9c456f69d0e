package export

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// solid is a surface of triangles with a colour at each corner, for programs that draw.
type solid struct {
	surface
	colors []bridge.RGBA // of the corners
}

// paint gives a colour to all corners that have none yet.
func (s *solid) paint(c bridge.RGBA) {
	for len(s.colors) < s.corners.len()/3 {
		s.colors = append(s.colors, c)
	}
}

// tones are the colours of the two halves of bodies to which the scene gives no colours, as in pictures.
var tones = [2]bridge.RGBA{{0xB3, 0x12, 0x2A, 255}, {0xF1, 0xEE, 0xE4, 255}}

func orTone(c bridge.RGBA, half int) bridge.RGBA {
	if c[3] == 0 {
		return tones[half]
	}
	c[3] = 255
	return c
}

// solidsOf makes the triangles of all spheres, capsules and meshes at their positions. Walls are left out, since
// they are infinite.
func solidsOf(s *state.State) *solid {
	out := &solid{}
	for i := range s.Bodies {
		for k := range s.Bodies[i].Shapes {
			h := &s.Bodies[i].Shapes[k]
			if isRound(h) {
				for half := range 2 {
					out.half(h, half)
					out.paint(orTone(h.Def.Colors[half], half))
				}
			} else if m := h.Def.Outline(); m != nil {
				out.flat(h, m.Vertices, m.Triangles)
				c := orGlass(h.Def.Colors[0])
				c[3] = uint8(math.Round(255 * glassOpacity))
				out.paint(c)
			}
		}
	}
	return out
}

// flat adds triangles in the frame of a shape, each with its own normal.
func (s *solid) flat(h *state.Shape, vertices []vec.Vec3, triangles [][3]int32) {
	at, q := point(h), rotation(h)
	for _, t := range triangles {
		var p [3]vec.Vec3
		for k := range p {
			p[k] = at.Add(q.Rotate(vertices[t[k]]))
		}
		normal := p[1].Sub(p[0]).Cross(p[2].Sub(p[0])).Unit()
		var ids [3]int32
		for k := range p {
			ids[k] = s.add(p[k], normal)
		}
		s.polys.add(ids[:]...)
	}
}

// WritePLY writes all spheres, capsules and meshes of a state as one binary PLY in metres. The corners have
// normals and colours; meshes are as transparent as in pictures. (Source: G. Turk, "The PLY Polygon File Format",
// 1994.)
func WritePLY(w io.Writer, s *state.State, o run.Origin) error {
	all := solidsOf(s)
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "ply\nformat binary_little_endian 1.0\ncomment %s, scene %s, %g s, hash %s\ncomment units: metres\n",
		o.Program.String(), word(o.Scene), s.Time, s.Hash)
	fmt.Fprintf(b, "element vertex %d\nproperty float x\nproperty float y\nproperty float z\nproperty float nx\n"+
		"property float ny\nproperty float nz\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n"+
		"property uchar alpha\n",
		len(all.colors))
	fmt.Fprintf(b, "element face %d\nproperty list uchar int vertex_indices\nend_header\n", len(all.polys.ends))
	var line []byte
	for i, c := range all.colors {
		line = line[:0]
		for _, list := range [2]list[float32]{all.corners, all.normals} {
			for _, x := range list[3*i : 3*i+3] {
				line = binary.LittleEndian.AppendUint32(line, math.Float32bits(x))
			}
		}
		b.Write(append(line, c[:]...))
	}
	for i := 0; i < len(all.polys.points); i += 3 {
		line = append(line[:0], 3)
		for _, id := range all.polys.points[i : i+3] {
			line = binary.LittleEndian.AppendUint32(line, uint32(id))
		}
		b.Write(line)
	}
	return b.Flush() // returns the first error of all writes
}

// plyWriter writes a folder of PLY files, one per moment, numbered from 1 as programs that read sequences expect.
type plyWriter struct {
	files  *outfile.Set
	origin run.Origin
	count  int
}

func openPLY(folder string, o run.Output) (Writer, error) {
	files, err := outfile.OpenSet(folder, "ply")
	if err != nil {
		return nil, err
	}
	return &plyWriter{files: files, origin: o.Origin}, nil
}

func (p *plyWriter) Write(w state.Source) error {
	s := w.StateOfBodies()
	p.count++
	return p.files.Write(fmt.Sprintf("moment.%06d.ply", p.count), func(to io.Writer) error {
		return WritePLY(to, &s, p.origin)
	})
}

func (p *plyWriter) Close() error { return p.files.Close() }
