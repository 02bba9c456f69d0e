package imguigl

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// vertexSize is the size of a vertex in these tests: position, place in the atlas, colour.
const vertexSize = 20

// lists is what imgui would hand over: triangles, and commands that draw runs of them.
type lists struct {
	commands          []command
	vertices, indices []byte
}

func (l *lists) triangle(corners [3][2]float32, color uint32) {
	for _, p := range corners {
		n := uint32(len(l.vertices) / vertexSize)
		if wideIndices() {
			l.indices = binary.NativeEndian.AppendUint32(l.indices, n)
		} else {
			l.indices = binary.NativeEndian.AppendUint16(l.indices, uint16(n))
		}
		for _, x := range []float32{p[0], p[1], 0, 0} {
			l.vertices = binary.NativeEndian.AppendUint32(l.vertices, math.Float32bits(x))
		}
		l.vertices = binary.NativeEndian.AppendUint32(l.vertices, color)
	}
	l.commands[len(l.commands)-1].count += 3
}

// command begins a command that may touch a part of the window.
func (l *lists) command(p part) {
	l.commands = append(l.commands, command{x0: p.x0, y0: p.y0, x1: p.x1, y1: p.y1, texture: 1,
		offset: uintptr(len(l.indices))})
}

// changedBy returns the parts that change when a window of 320 x 200 shows b after a.
func changedBy(a, b *lists) []part {
	var t tiling
	for _, l := range []*lists{a, b} {
		t.begin(320, 200)
		for i := range l.commands {
			t.add(&l.commands[i], l.vertices, l.indices, vertexSize, 1)
		}
	}
	return t.changed()
}

// Where nothing but one letter changes, only the tiles round the letter are drawn again; what lies above or below
// another thing, and how far it may reach, counts as well.
func TestOnlyWhatChangedIsDrawnAgain(t *testing.T) {
	whole := part{0, 0, 320, 200}
	drawn := func(edit func(l *lists)) *lists {
		l := new(lists)
		l.command(whole)
		l.triangle([3][2]float32{{0, 0}, {320, 0}, {0, 200}}, 1)
		edit(l)
		return l
	}
	letter := func(x, y float32, color uint32) func(l *lists) {
		return func(l *lists) { l.triangle([3][2]float32{{x, y}, {x + 8, y}, {x, y + 8}}, color) }
	}
	for _, c := range []struct {
		what string
		a, b func(l *lists)
		want []part
	}{
		{"nothing", letter(40, 70, 5), letter(40, 70, 5), nil},
		{"a colour", letter(40, 70, 5), letter(40, 70, 6), []part{{32, 64, 64, 96}}},
		{"a place, by one tile", letter(40, 70, 5), letter(70, 70, 5), []part{{32, 64, 96, 96}}},
		{"a place far down", letter(40, 10, 5), letter(270, 170, 5), []part{{32, 0, 64, 32}, {256, 160, 288, 192}}},
		{"across an edge", letter(60, 10, 5), letter(60, 10, 6), []part{{32, 0, 96, 32}}},
		{"what is clipped away", func(l *lists) { l.command(part{0, 0, 30, 30}); letter(40, 70, 5)(l) },
			func(l *lists) { l.command(part{0, 0, 30, 30}); letter(40, 70, 6)(l) }, nil},
		{"order", func(l *lists) { letter(40, 70, 5)(l); letter(41, 70, 6)(l) },
			func(l *lists) { letter(41, 70, 6)(l); letter(40, 70, 5)(l) }, []part{{32, 64, 64, 96}}},
		{"how far a letter may reach", func(l *lists) { l.command(part{0, 64, 46, 90}); letter(40, 70, 5)(l) },
			func(l *lists) { l.command(part{0, 64, 47, 90}); letter(40, 70, 5)(l) }, []part{{32, 64, 64, 96}}},
	} {
		if got := changedBy(drawn(c.a), drawn(c.b)); !slices.Equal(got, c.want) {
			t.Errorf("%s: draws %v again, want %v", c.what, got, c.want)
		}
	}
}

// Whatever triangles come, go and move: what changes lies in the parts that are drawn again, also at the window's
// edges and beyond them.
func TestChangedPartsHoldAllThatChanges(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	place := func() [2]float32 { return [2]float32{r.Float32()*500 - 90, r.Float32()*400 - 100} }
	for range 500 {
		var a, b lists
		a.command(part{0, 0, 320, 200})
		b.command(part{0, 0, 320, 200})
		var changed []box
		for range r.IntN(12) {
			p := place()
			corners := [3][2]float32{p, {p[0] + 60*r.Float32(), p[1]}, {p[0], p[1] + 60*r.Float32()}}
			in, out, color := r.IntN(4) > 0, r.IntN(4) > 0, uint32(r.IntN(3))
			if in {
				a.triangle(corners, color)
			}
			if out {
				b.triangle(corners, color)
			}
			if in != out {
				changed = append(changed, box{max(p[0], 0), max(p[1], 0), min(corners[1][0], 320), min(corners[2][1], 200)})
			}
		}
		parts := slices.Clone(changedBy(&a, &b))
		for _, c := range changed {
			if c.x1 <= c.x0 || c.y1 <= c.y0 {
				continue
			}
			if !slices.ContainsFunc(parts, func(p part) bool {
				o := p.box()
				return c.x0 >= o.x0 && c.y0 >= o.y0 && c.x1 <= o.x1 && c.y1 <= o.y1
			}) {
				t.Fatalf("%v changes, but only %v is drawn again", c, parts)
			}
		}
	}
}
