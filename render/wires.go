package render

import (
	"math"
	"unsafe"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/view"
)

// wires draws capsules in the wire style, as a few lines that show their shape and their
// rotation: two rings where the caps begin, and four meridians.
type wires struct {
	buffer   *gpu.Buffer
	patterns [2]wirePattern // fine, and coarse for many capsules
	program  *gpu.Program
	list     []capsuleInstance
}

// wirePattern holds the lines of a capsule, which the shader scales to the size of each capsule.
type wirePattern struct {
	vertices int
	buffer   *gpu.Buffer
	array    *gpu.VertexArray
}

// wireVertex is a corner of the quad of one line; see wire.vert.
type wireVertex struct {
	angles [4]float32 // angle round the axis and latitude, at both ends of the line
	which  [2]float32 // the half of the capsule that each end of the line is on: -1 or +1; 0 in the middle
	corner [2]float32
}

// coarseFrom is the least number of capsules that are drawn with the coarse pattern.
const coarseFrom = 2000

func newWires(k *programs) (drawer, error) {
	p, err := k.program("wire.vert", "line.frag")
	if err != nil {
		return nil, err
	}
	w := &wires{buffer: gpu.NewVertexBuffer(), program: p}
	for i, sides := range [2]int{32, 12} {
		w.patterns[i] = newWirePattern(w.buffer, sides)
	}
	return w, nil
}

func newWirePattern(capsules *gpu.Buffer, sides int) wirePattern {
	var list []wireVertex
	line := func(a [2]float32, sa float32, b [2]float32, sb float32) {
		for _, c := range [6][2]float32{{0, -1}, {1, -1}, {1, 1}, {0, -1}, {1, 1}, {0, 1}} {
			list = append(list, wireVertex{[4]float32{a[0], a[1], b[0], b[1]}, [2]float32{sa, sb}, c})
		}
	}
	turn := func(i int) float32 { return 2 * math.Pi * float32(i) / float32(sides) }
	for _, half := range [2]float32{-1, 1} {
		for i := 0; i < sides; i++ {
			line([2]float32{turn(i), 0}, half, [2]float32{turn(i + 1), 0}, half)
		}
		for m := 0; m < 4; m++ {
			at := float32(m) * math.Pi / 2
			for i := 0; i < sides/4; i++ {
				line([2]float32{at, half * turn(i)}, half, [2]float32{at, half * turn(i+1)}, half)
			}
		}
	}
	for m := 0; m < 4; m++ {
		at := [2]float32{float32(m) * math.Pi / 2, 0}
		line(at, -1, at, 0)
		line(at, 0, at, 1)
	}
	p := wirePattern{len(list), gpu.NewVertexBuffer(), gpu.NewVertexArray()}
	gpu.Upload(p.buffer, list)
	p.array.Attach(p.buffer, unsafe.Sizeof(wireVertex{}), false,
		gpu.Attribute{Location: 7, Count: 4},
		gpu.Attribute{Location: 8, Count: 2, Offset: unsafe.Offsetof(wireVertex{}.which)},
		gpu.Attribute{Location: 9, Count: 2, Offset: unsafe.Offsetof(wireVertex{}.corner)})
	p.array.Attach(capsules, unsafe.Sizeof(capsuleInstance{}), true, capsuleAttributes()...)
	return p
}

func (w *wires) prepare(f *frame) {
	w.list = w.list[:0]
	if f.View.Style != view.Wire && f.View.Wired == nil {
		return
	}
	color := coloring(f)
	for i := range f.Capsules {
		c := &f.Capsules[i]
		if f.View.Style != view.Wire && f.appearance(c.Body) != drawnWired {
			continue
		}
		colors := color(i)
		for k := range colors {
			colors[k][3] = 255 // lines are not hatched
			if f.View.Theme != view.Dark && !f.Data {
				colors[k] = glyph.Mix(colors[k], f.Theme.Ink, 0.5)
			}
		}
		w.list = append(w.list, capsuleInstance{center: c.Center, half: c.Half, axis: c.Axis, radius: c.Radius, side: c.Side,
			colors: colors})
	}
	gpu.Upload(w.buffer, w.list)
}

func (w *wires) draw(f *frame) {
	if len(w.list) == 0 {
		return
	}
	pattern := &w.patterns[0]
	if len(w.list) >= coarseFrom {
		pattern = &w.patterns[1]
	}
	gpu.State{Blend: gpu.Over, DepthTest: true, Clip: f.View.Cutting()}.Apply()
	w.program.Use()
	w.program.Float("width", 1.1)
	pattern.array.Instances(pattern.vertices, len(w.list))
}

func (w *wires) close() {
	w.buffer.Delete()
	for _, p := range w.patterns {
		p.buffer.Delete()
		p.array.Delete()
	}
}
