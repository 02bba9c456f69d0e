package imguigl

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// tileSide is the side of a tile [px].
const tileSide = 32

// tiling divides a window into tiles and knows which of them show something else than in the frame before: for each
// tile it keeps a hash of the triangles that touch it, in their order. Two tiles of the same hash show the same.
type tiling struct {
	columns, rows int
	hashes        []uint64 // row by row
	before        []uint64 // of the last frame
	parts         []part
}

// begin starts a frame of a window of a size in pixels.
func (t *tiling) begin(width, height int32) {
	columns, rows := (int(width)+tileSide-1)/tileSide, (int(height)+tileSide-1)/tileSide
	if columns != t.columns || rows != t.rows {
		t.columns, t.rows = columns, rows
		t.hashes, t.before = make([]uint64, columns*rows), make([]uint64, columns*rows)
	}
	t.hashes, t.before = t.before, t.hashes
	clear(t.hashes)
}

// add adds the triangles of a command. Each vertex has size bytes and begins with its position.
func (t *tiling) add(c *command, vertices, indices []byte, size int, scale float32) {
	clip := mixed(mixed(mixed(uint64(c.texture), uint64(uint32(c.x0))), uint64(uint32(c.y0))),
		uint64(uint32(c.x1))<<32|uint64(uint32(c.y1)))
	at, wide := int(c.offset), wideIndices()
	for range c.count / 3 {
		h, b := clip, nothing
		for range 3 {
			var index int
			if wide {
				index, at = int(binary.NativeEndian.Uint32(indices[at:])), at+4
			} else {
				index, at = int(binary.NativeEndian.Uint16(indices[at:])), at+2
			}
			first := (int(c.base) + index) * size
			v := vertices[first : first+size]
			x := math.Float32frombits(binary.NativeEndian.Uint32(v)) * scale
			y := math.Float32frombits(binary.NativeEndian.Uint32(v[4:])) * scale
			b = box{min(b.x0, x), min(b.y0, y), max(b.x1, x), max(b.y1, y)}
			for ; len(v) >= 8; v = v[8:] {
				h = mixed(h, binary.NativeEndian.Uint64(v))
			}
			for ; len(v) >= 4; v = v[4:] {
				h = mixed(h, uint64(binary.NativeEndian.Uint32(v)))
			}
		}
		t.touch(h, box{max(b.x0, float32(c.x0)), max(b.y0, float32(c.y0)), min(b.x1, float32(c.x1)),
			min(b.y1, float32(c.y1))})
	}
}

// touch adds a triangle to the tiles that a box has points in.
func (t *tiling) touch(hash uint64, b box) {
	b = box{max(b.x0, 0), max(b.y0, 0), min(b.x1, float32(t.columns*tileSide)), min(b.y1, float32(t.rows*tileSide))}
	if !(b.x1 >= b.x0 && b.y1 >= b.y0) {
		return
	}
	x1, y1 := min(int(b.x1)/tileSide, t.columns-1), min(int(b.y1)/tileSide, t.rows-1)
	for y := int(b.y0) / tileSide; y <= y1; y++ {
		for x := int(b.x0) / tileSide; x <= x1; x++ {
			h := &t.hashes[y*t.columns+x]
			*h = mixed(*h, hash)
		}
	}
}

// mixed returns a hash of a hash and what comes after it.
func mixed(hash, next uint64) uint64 {
	hi, lo := bits.Mul64(hash^next^0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93)
	return hi ^ lo ^ bits.RotateLeft64(hash, 29)
}

// changed returns rectangles round the tiles that show something else than in the frame before, one for each run of
// rows with such tiles. It is valid until the next call.
func (t *tiling) changed() []part {
	t.parts = t.parts[:0]
	open := false // the last part goes on
	for y := range t.rows {
		first, last := t.columns, -1
		for x := range t.columns {
			if i := y*t.columns + x; t.hashes[i] != t.before[i] {
				first, last = min(first, x), x
			}
		}
		if last < 0 {
			open = false
			continue
		}
		p := part{int32(first * tileSide), int32(y * tileSide), int32((last + 1) * tileSide), int32((y + 1) * tileSide)}
		if open {
			was := &t.parts[len(t.parts)-1]
			*was = part{min(was.x0, p.x0), was.y0, max(was.x1, p.x1), p.y1}
			continue
		}
		t.parts, open = append(t.parts, p), true
	}
	return t.parts
}
