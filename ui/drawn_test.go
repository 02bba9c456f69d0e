package ui

import (
	"unsafe"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/layout"
)

// glyph is a letter that imgui was told to draw, and the part of the window that it may be seen in.
type glyph struct {
	at, clip layout.Rect
	list     int // of things to draw: each pane has one
}

// glyphs returns the letters of the frame that was drawn last: rectangles that show a part of the texture of the
// fonts which has a height, as that of lines and plain colours has not.
func glyphs() (all []glyph) {
	size, atPos, atUV, _ := imgui.VertexBufferLayout()
	for k, list := range imgui.RenderedDrawData().CommandLists() {
		vertices, n := list.VertexBuffer()
		indices, m := list.IndexBuffer()
		if n == 0 || m == 0 {
			continue
		}
		bytes := unsafe.Slice((*byte)(vertices), n)
		order := unsafe.Slice((*uint16)(indices), m/2)
		two := func(i, at int) [2]float32 { return *(*[2]float32)(unsafe.Pointer(&bytes[i*size+at])) }
		for _, c := range list.Commands() {
			clip := c.ClipRect()
			part := order[c.IndexOffset() : c.IndexOffset()+c.ElementCount()]
			for i := 0; i+6 <= len(part); i += 6 {
				first := int(part[i]) + c.VertexOffset()
				if part[i+2] != part[i]+2 || part[i+3] != part[i] || part[i+5] != part[i]+3 { // no rectangle
					i -= 3
					continue
				}
				lo, hi, from, to := two(first, atPos), two(first+2, atPos), two(first, atUV), two(first+2, atUV)
				if c.TextureID() != 0 || to[1] <= from[1] || to[0] <= from[0] {
					continue
				}
				all = append(all, glyph{layout.Box(lo[0], lo[1], hi[0]-lo[0], hi[1]-lo[1]),
					layout.Box(clip.X, clip.Y, clip.Z-clip.X, clip.W-clip.Y), k})
			}
		}
	}
	return all
}
