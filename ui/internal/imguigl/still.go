package imguigl

import (
	"encoding/binary"
	"hash/maphash"
	"image/color"
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// part is a rectangle of the window in pixels, y down; empty if x1 ≤ x0.
type part struct{ x0, y0, x1, y1 int32 }

// still is the part of a window that seldom changes while a picture beside it is drawn
// again and again. It is kept as a picture of its own, top row first, and drawn only if
// imgui's lists for it are not what they were. In software that is the greater part of the
// time that panels take.
type still struct {
	part
	ground   color.RGBA
	commands []command
	hash     maphash.Hash
	shown    uint64
	valid    bool

	texture, framebuffer uint32
	width, height        int32
}

// begin starts a frame whose still part is p.
func (s *still) begin(p part) {
	if p != s.part {
		s.part, s.valid = p, false
	}
	s.commands = s.commands[:0]
	s.hash.Reset()
}

// holds reports whether a list can touch nothing beside the part: by its clipping, or else
// by its vertices of a size, which begin with their place.
func (s *still) holds(commands []command, vertices []byte, size int, scale float32) bool {
	clipped := true
	for _, c := range commands {
		clipped = clipped && c.x0 >= s.x0 && c.x1 <= s.x1
	}
	if clipped {
		return true
	}
	low, high := float32(s.x0), float32(s.x1)
	for i := 0; i+size <= len(vertices); i += size {
		x := math.Float32frombits(binary.NativeEndian.Uint32(vertices[i:])) * scale
		if !(x >= low && x <= high) {
			return false
		}
	}
	return true
}

// add adds the commands of a list with its vertices and indices.
func (s *still) add(commands []command, vertices, indices []byte) {
	for _, c := range commands {
		s.commands = append(s.commands, c)
		// Where in the buffers it lies says nothing of how it looks.
		c.base, c.offset = 0, 0
		maphash.WriteComparable(&s.hash, c)
	}
	s.hash.Write(vertices)
	s.hash.Write(indices)
}

// changed reports whether the part has to be drawn, and takes it for drawn then.
func (s *still) changed() bool {
	if s.x1 <= s.x0 || s.y1 <= s.y0 {
		return false
	}
	h := s.hash.Sum64()
	if s.valid && h == s.shown {
		return false
	}
	s.shown, s.valid = h, true
	return true
}

// drawStill draws the still part into its picture.
func (r *renderer) drawStill(scale float32) {
	s := &r.still
	s.resize()
	gl.BindFramebuffer(gl.FRAMEBUFFER, s.framebuffer)
	gl.Viewport(0, 0, s.width, s.height)
	gl.Disable(gl.SCISSOR_TEST)
	gl.ClearColor(float32(s.ground.R)/255, float32(s.ground.G)/255, float32(s.ground.B)/255, 1)
	gl.Clear(gl.COLOR_BUFFER_BIT)
	x, y := 2/float32(s.width), 2/float32(s.height)
	r.begin(-1-x*float32(s.x0), -1-y*float32(s.y0), x*scale, y*scale)
	for i := range s.commands {
		c := &s.commands[i]
		gl.Scissor(c.x0-s.x0, c.y0-s.y0, c.x1-c.x0, c.y1-c.y0)
		c.draw()
	}
	r.end()
}

func (s *still) resize() {
	width, height := s.x1-s.x0, s.y1-s.y0
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
	// The order of the channels that windows have, so that showing it is mere copying.
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA, width, height, 0, gl.BGRA, gl.UNSIGNED_BYTE, nil)
	gl.GenFramebuffers(1, &s.framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, s.framebuffer)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, s.texture, 0)
}

// show copies the part to its place in the window's framebuffer of a height in pixels.
func (s *still) show(height int) {
	if !s.valid || s.x1 <= s.x0 {
		return
	}
	gl.Disable(gl.SCISSOR_TEST)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, s.framebuffer)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
	top, bottom := int32(height)-s.y0, int32(height)-s.y1
	gl.BlitFramebuffer(0, 0, s.width, s.height, s.x0, top, s.x1, bottom, gl.COLOR_BUFFER_BIT, gl.NEAREST)
}

func (s *still) free() {
	gl.DeleteFramebuffers(1, &s.framebuffer)
	gl.DeleteTextures(1, &s.texture)
	s.framebuffer, s.texture = 0, 0
}
