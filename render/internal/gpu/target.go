package gpu

import (
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// Format is the format of the points of a texture.
type Format int

// Color has 8 bits per channel, Screen the same with the channels in the order of windows, Sum
// half floats to add pictures up in, Depth 32 bits of depth, Shade one byte.
const (
	Color Format = iota
	Screen
	Sum
	Depth
	Shade
)

var formats = [...]struct {
	internal     int32
	layout, kind uint32
}{
	Color: {gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE},
	// An internal format without a size lets the driver use the given order of the channels.
	Screen: {gl.RGBA, gl.BGRA, gl.UNSIGNED_BYTE},
	Sum:    {gl.RGBA16F, gl.RGBA, gl.HALF_FLOAT},
	Depth:  {gl.DEPTH_COMPONENT32F, gl.DEPTH_COMPONENT, gl.FLOAT},
	Shade:  {gl.R8, gl.RED, gl.UNSIGNED_BYTE},
}

// Texture is a picture of the graphics processor.
type Texture struct {
	id            uint32
	Width, Height int
}

// NewTexture returns a texture with linear filtering and clamped edges; pixels may be nil.
// A Depth texture compares when it is sampled as a shadow.
func NewTexture(f Format, width, height int, pixels []byte) *Texture {
	t := &Texture{Width: width, Height: height}
	gl.GenTextures(1, &t.id)
	t.Bind(0) // unit 0, because the light's maps stay bound to other units
	var p unsafe.Pointer
	if pixels != nil {
		p = unsafe.Pointer(&pixels[0])
	}
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.TexImage2D(gl.TEXTURE_2D, 0, formats[f].internal, int32(width), int32(height), 0, formats[f].layout,
		formats[f].kind, p)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	if f == Depth {
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL)
	}
	return t
}

// Bind binds the texture to a texture unit.
func (t *Texture) Bind(unit uint32) {
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.BindTexture(gl.TEXTURE_2D, t.id)
}

// Delete frees the texture.
func (t *Texture) Delete() { gl.DeleteTextures(1, &t.id) }

// Target is a framebuffer object with its textures.
type Target struct {
	id           uint32
	Color, Depth *Texture // either may be nil
}

// NewTarget returns a framebuffer of the given textures, which the framebuffer then owns. It fails if
// the driver refuses the combination.
func NewTarget(color, depth *Texture) (*Target, error) {
	t := &Target{Color: color, Depth: depth}
	gl.GenFramebuffers(1, &t.id)
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.id)
	if color != nil {
		gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, color.id, 0)
	} else {
		gl.DrawBuffer(gl.NONE)
		gl.ReadBuffer(gl.NONE)
	}
	if depth != nil {
		gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, depth.id, 0)
	}
	if s := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); s != gl.FRAMEBUFFER_COMPLETE {
		w, h := t.Size()
		t.Delete()
		return nil, fmt.Errorf("gpu: framebuffer of %d x %d pixels: refused by the driver, status 0x%x", w, h, s)
	}
	return t, nil
}

// Size returns the width and height of the target in pixels.
func (t *Target) Size() (width, height int) {
	x := t.Color
	if x == nil {
		x = t.Depth
	}
	return x.Width, x.Height
}

// Bind binds the target for drawing, with a viewport of its whole size.
func (t *Target) Bind() {
	w, h := t.Size()
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.id)
	gl.Viewport(0, 0, int32(w), int32(h))
}

// BindPart binds the target for drawing, with a rectangle of it as the viewport, given by its corner in the first
// row and its size.
func (t *Target) BindPart(x, y, width, height int) {
	t.Bind()
	gl.Viewport(int32(x), int32(y), int32(width), int32(height))
}

// Show copies a picture, which holds its top row first, to the window's framebuffer, with its lower left corner at
// (x, y), stretched to width x height pixels, and leaves the window's framebuffer bound. In software a picture of
// the format Screen and of exactly this size is copied row by row; with any other format, size or order of rows it
// is drawn as a texture, which takes ten times as long.
func (t *Target) Show(x, y, width, height int) {
	w, h := t.Size()
	filter := uint32(gl.NEAREST)
	if w != width || h != height {
		filter = gl.LINEAR
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.id)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
	left, low := int32(x), int32(y)
	gl.BlitFramebuffer(0, 0, int32(w), int32(h), left, low+int32(height), left+int32(width), low, gl.COLOR_BUFFER_BIT,
		filter)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
}

// BindWindow binds the window's framebuffer for drawing, with a rectangle of it as the viewport, given by its
// lower left corner and its size.
func BindWindow(x, y, width, height int) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.Viewport(int32(x), int32(y), int32(width), int32(height))
}

// CopyTo copies the colours to another target of the same size, and leaves that bound.
func (t *Target) CopyTo(other *Target) {
	w, h := int32(t.Color.Width), int32(t.Color.Height)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.id)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, other.id)
	gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
	gl.BindFramebuffer(gl.FRAMEBUFFER, other.id)
}

// CopyPart copies the colours of a rectangle, given by its corner in the first row and its size, to a place in
// another target.
func (t *Target) CopyPart(other *Target, x, y, toX, toY, width, height int) {
	if width <= 0 || height <= 0 {
		return
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.id)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, other.id)
	gl.Disable(gl.SCISSOR_TEST)
	gl.BlitFramebuffer(int32(x), int32(y), int32(x+width), int32(y+height), int32(toX), int32(toY), int32(toX+width),
		int32(toY+height), gl.COLOR_BUFFER_BIT, gl.NEAREST)
	gl.BindFramebuffer(gl.FRAMEBUFFER, other.id)
}

// Fill fills a rectangle, given by its corner in the first row and its size, with an opaque colour.
func (t *Target) Fill(x, y, width, height int, c [4]uint8) {
	t.Bind()
	gl.Enable(gl.SCISSOR_TEST)
	gl.Scissor(int32(x), int32(y), int32(width), int32(height))
	gl.ColorMask(true, true, true, true)
	gl.ClearColor(float32(c[0])/255, float32(c[1])/255, float32(c[2])/255, 1)
	gl.Clear(gl.COLOR_BUFFER_BIT)
	gl.Disable(gl.SCISSOR_TEST)
}

// Read copies the colours to dst as RGBA bytes, in the target's order of rows;
// dst must hold 4 x width x height bytes.
func (t *Target) Read(dst []byte) {
	w, h := t.Size()
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.id)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
	gl.ReadPixels(0, 0, int32(w), int32(h), gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&dst[0]))
}

// ReadDepth copies the depths, 0 to 1, to dst in the target's order of rows; dst
// must hold width x height numbers.
func (t *Target) ReadDepth(dst []float32) {
	w, h := t.Size()
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.id)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
	gl.ReadPixels(0, 0, int32(w), int32(h), gl.DEPTH_COMPONENT, gl.FLOAT, unsafe.Pointer(&dst[0]))
}

// Delete frees the target and its textures.
func (t *Target) Delete() {
	gl.DeleteFramebuffers(1, &t.id)
	for _, x := range []*Texture{t.Color, t.Depth} {
		if x != nil {
			x.Delete()
		}
	}
}
