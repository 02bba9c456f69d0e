package imguigl

import (
	"encoding/binary"
	"image/color"
	"math"
	"slices"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// part is a rectangle of the window in pixels, y down; empty if x1 ≤ x0.
type part struct{ x0, y0, x1, y1 int32 }

// staticLayer is the part of a window that seldom changes while a picture in its middle, the hole, is drawn again
// and again. The layer is kept as a texture, top row first, and only those parts of it are drawn again where imgui's
// lists have changed. With OpenGL in software this saves the greater part of the time that panels take.
type staticLayer struct {
	hole     part
	ground   color.RGBA
	commands []command
	above    []box // boxes of the lists that are not in the layer
	tiles    tiling
	shown    color.RGBA // ground that the layer was drawn on
	valid    bool

	texture, framebuffer uint32
	width, height        int32 // size of the texture
	wide, high           int32 // size of the window
}

// begin starts a frame of a window of a size in pixels.
func (s *staticLayer) begin(width, height int32, hole part) {
	if hole != s.hole || width != s.wide || height != s.high {
		s.hole, s.wide, s.high, s.valid = hole, width, height, false
	}
	s.commands, s.above = s.commands[:0], s.above[:0]
}

// holds reports whether a list can be drawn in the static layer: the list must touch neither the hole nor an
// earlier list that is drawn over the layer, because the later list lies above the earlier one.
func (s *staticLayer) holds(b box) bool {
	if !b.apart(s.hole.box()) || slices.ContainsFunc(s.above, func(o box) bool { return !b.apart(o) }) {
		s.above = append(s.above, b)
		return false
	}
	return true
}

// box is the rectangle that a list may touch [px], from the upper left to the lower right corner.
type box struct{ x0, y0, x1, y1 float32 }

// boxOf returns the box around the vertices, as far as the clipping of the commands leaves them visible. Each
// vertex has size bytes and begins with its position.
func boxOf(commands []command, vertices []byte, size int, scale float32) box {
	b, clip := nothing, nothing
	for i := 0; i+size <= len(vertices); i += size {
		x := math.Float32frombits(binary.NativeEndian.Uint32(vertices[i:])) * scale
		y := math.Float32frombits(binary.NativeEndian.Uint32(vertices[i+4:])) * scale
		b = box{min(b.x0, x), min(b.y0, y), max(b.x1, x), max(b.y1, y)}
	}
	for _, c := range commands {
		clip = box{min(clip.x0, float32(c.x0)), min(clip.y0, float32(c.y0)), max(clip.x1, float32(c.x1)),
			max(clip.y1, float32(c.y1))}
	}
	return box{max(b.x0, clip.x0), max(b.y0, clip.y0), min(b.x1, clip.x1), min(b.y1, clip.y1)}
}

// nothing is the empty box, to which other boxes are joined.
var nothing = box{math.MaxFloat32, math.MaxFloat32, -math.MaxFloat32, -math.MaxFloat32}

// apart reports whether two boxes have no pixel in common.
func (b box) apart(o box) bool { return b.x1 <= o.x0 || b.x0 >= o.x1 || b.y1 <= o.y0 || b.y0 >= o.y1 }

func (p part) box() box { return box{float32(p.x0), float32(p.y0), float32(p.x1), float32(p.y1)} }

// changed returns the parts of the layer that have to be drawn, and remembers them as drawn then. The commands read
// the given vertices and indices.
func (s *staticLayer) changed(vertices, indices []byte, size int, scale float32) []part {
	if s.wide <= 0 || s.high <= 0 {
		return nil
	}
	whole := !s.valid || s.shown != s.ground
	s.shown, s.valid = s.ground, true
	s.tiles.begin(s.wide, s.high)
	for i := range s.commands {
		s.tiles.add(&s.commands[i], vertices, indices, size, scale)
	}
	parts := s.tiles.changed()
	if whole {
		return []part{{0, 0, s.wide, s.high}}
	}
	return parts
}

// drawStatic draws parts of the static layer into its picture.
func (r *renderer) drawStatic(parts []part, scale float32) {
	s := &r.static
	s.resize()
	gl.BindFramebuffer(gl.FRAMEBUFFER, s.framebuffer)
	gl.Viewport(0, 0, s.width, s.height)
	gl.ClearColor(float32(s.ground.R)/255, float32(s.ground.G)/255, float32(s.ground.B)/255, 1)
	x, y := 2/float32(s.width), 2/float32(s.height)
	r.begin(-1, -1, x*scale, y*scale)
	for _, p := range parts {
		gl.Scissor(p.x0, p.y0, p.x1-p.x0, p.y1-p.y0)
		gl.Clear(gl.COLOR_BUFFER_BIT)
		for i := range s.commands {
			c := &s.commands[i]
			x0, y0, x1, y1 := max(c.x0, p.x0), max(c.y0, p.y0), min(c.x1, p.x1), min(c.y1, p.y1)
			if x1 > x0 && y1 > y0 {
				gl.Scissor(x0, y0, x1-x0, y1-y0)
				c.draw()
			}
		}
	}
	r.end()
}

func (s *staticLayer) resize() {
	width, height := s.wide, s.high
	if s.framebuffer != 0 && width == s.width && height == s.height {
		return
	}
	s.free()
	s.width, s.height = width, height
	gl.GenTextures(1, &s.texture)
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_2D, s.texture)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	// BGRA is the order of the channels in windows, so that showing the layer only copies it.
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA, width, height, 0, gl.BGRA, gl.UNSIGNED_BYTE, nil)
	gl.GenFramebuffers(1, &s.framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, s.framebuffer)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, s.texture, 0)
}

// show copies the layer to the window's framebuffer: the parts above, below, left and right of the hole.
func (s *staticLayer) show() {
	if !s.valid {
		return
	}
	gl.Disable(gl.SCISSOR_TEST)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, s.framebuffer)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
	h := s.hole
	for _, p := range [4]part{
		{0, 0, s.width, h.y0}, {0, h.y1, s.width, s.height}, {0, h.y0, h.x0, h.y1}, {h.x1, h.y0, s.width, h.y1},
	} {
		if p.x1 > p.x0 && p.y1 > p.y0 {
			gl.BlitFramebuffer(p.x0, p.y0, p.x1, p.y1, p.x0, s.height-p.y0, p.x1, s.height-p.y1, gl.COLOR_BUFFER_BIT, gl.NEAREST)
		}
	}
}

func (s *staticLayer) free() {
	gl.DeleteFramebuffers(1, &s.framebuffer)
	gl.DeleteTextures(1, &s.texture)
	s.framebuffer, s.texture = 0, 0
}
