package gpu

import (
	"fmt"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// Pair is a framebuffer object with two colour textures, for transparent surfaces. Sum adds up the light of all
// surfaces. Left begins at 1 and is multiplied by the part of each colour that each surface lets through.
type Pair struct {
	id          uint32
	Sum, Left   *Texture
	drawBuffers [2]uint32
}

// NewPair returns a pair of a size in pixels. It fails if the driver refuses the combination.
func NewPair(width, height int) (*Pair, error) {
	p := &Pair{Sum: NewTexture(Sum, width, height, nil), Left: NewTexture(Color, width, height, nil),
		drawBuffers: [2]uint32{gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1}}
	gl.GenFramebuffers(1, &p.id)
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.id)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, p.Sum.id, 0)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT1, gl.TEXTURE_2D, p.Left.id, 0)
	gl.DrawBuffers(2, &p.drawBuffers[0])
	if s := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); s != gl.FRAMEBUFFER_COMPLETE {
		p.Delete()
		return nil, fmt.Errorf("gpu: pair of %d x %d pixels: refused by the driver, status 0x%x", width, height, s)
	}
	return p, nil
}

// Begin clears a part of the pair, given by its lower and upper corner, 0 to 1, and binds the pair for drawing,
// with the depth of a picture of the same size.
func (p *Pair) Begin(depth *Texture, part mgl32.Vec4) {
	w, h := float32(p.Sum.Width), float32(p.Sum.Height)
	x, y := int32(part[0]*w), int32(part[1]*h)
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.id)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, depth.id, 0)
	gl.Viewport(0, 0, int32(p.Sum.Width), int32(p.Sum.Height))
	gl.Scissor(x, y, int32(part[2]*w)+1-x, int32(part[3]*h)+1-y)
	gl.Enable(gl.SCISSOR_TEST)
	for i, value := range [2][4]float32{{}, {1, 1, 1, 1}} {
		gl.ClearBufferfv(gl.COLOR, int32(i), &value[0])
	}
	gl.Disable(gl.SCISSOR_TEST)
}

// Delete frees the pair and its textures.
func (p *Pair) Delete() {
	gl.DeleteFramebuffers(1, &p.id)
	p.Sum.Delete()
	p.Left.Delete()
}
