package gpu

import "github.com/go-gl/gl/v4.1-core/gl"

// Blend is how a fragment joins what is already there.
type Blend int

// Replace overwrites; Over lays a colour with straight alpha over it; Multiply darkens by
// it; Glass multiplies by a second output and adds the first; Add adds;
// Weigh is for a Pair.
const (
	Replace Blend = iota
	Over
	Multiply
	Glass
	Add
	Weigh
)

// State is the fixed-function state of a pass. Everything that another user of the
// context may have left behind is set by Apply.
type State struct {
	Blend     Blend
	DepthTest bool
	DepthMask bool
	Cull      Cull
	Clip      bool // leave out what vertex shaders say lies beyond their three clip planes
}

// Cull is the side of triangles that is left out.
type Cull int

// CullNone draws both sides; corners run counter-clockwise on the front, as one sees it.
// Pictures hold their top row first, which turns that round.
const (
	CullNone Cull = iota
	CullBack
	CullFront
)

// Apply sets the state.
func (s State) Apply() {
	gl.Disable(gl.SCISSOR_TEST)
	gl.Disable(gl.STENCIL_TEST)
	gl.Disable(gl.FRAMEBUFFER_SRGB)
	gl.ColorMask(true, true, true, true)
	gl.PolygonMode(gl.FRONT_AND_BACK, gl.FILL)
	enable(gl.DEPTH_TEST, s.DepthTest || s.DepthMask)
	gl.DepthFunc(gl.LEQUAL)
	if !s.DepthTest {
		gl.DepthFunc(gl.ALWAYS)
	}
	gl.DepthMask(s.DepthMask)
	enable(gl.CULL_FACE, s.Cull != CullNone)
	gl.FrontFace(gl.CW)
	if s.Cull == CullFront {
		gl.CullFace(gl.FRONT)
	} else {
		gl.CullFace(gl.BACK)
	}
	for i := range uint32(3) {
		enable(gl.CLIP_DISTANCE0+i, s.Clip)
	}
	enable(gl.BLEND, s.Blend != Replace)
	gl.BlendEquation(gl.FUNC_ADD)
	switch s.Blend {
	case Over:
		gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
	case Multiply:
		gl.BlendFunc(gl.ZERO, gl.SRC_COLOR)
	case Glass:
		gl.BlendFunc(gl.ONE, gl.SRC1_COLOR)
	case Add:
		gl.BlendFunc(gl.ONE, gl.ONE)
	case Weigh:
		gl.BlendFunci(0, gl.ONE, gl.ONE)
		gl.BlendFunci(1, gl.ZERO, gl.ONE_MINUS_SRC_COLOR)
	}
}

func enable(capability uint32, on bool) {
	if on {
		gl.Enable(capability)
	} else {
		gl.Disable(capability)
	}
}

// Clear fills the bound target: colour with the given value, and depth with 1.
func Clear(r, g, b, a float32) {
	gl.ClearColor(r, g, b, a)
	gl.ClearDepth(1)
	gl.DepthMask(true)
	gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
}

// ClearDepth fills only the depth of the bound target with 1.
func ClearDepth() {
	gl.ClearDepth(1)
	gl.DepthMask(true)
	gl.Clear(gl.DEPTH_BUFFER_BIT)
}

// Release unbinds what could disturb later users of the context.
func Release() {
	gl.BindVertexArray(0)
	gl.UseProgram(0)
	gl.ActiveTexture(gl.TEXTURE0)
	gl.Disable(gl.DEPTH_TEST)
	gl.Disable(gl.CULL_FACE)
	gl.Disable(gl.BLEND)
	for i := range uint32(3) {
		gl.Disable(gl.CLIP_DISTANCE0 + i)
	}
	gl.DepthMask(true)
}

// Finish waits until everything asked for has been drawn.
func Finish() { gl.Finish() }

// Error returns the first pending error of the context as a number, 0 for none.
func Error() uint32 { return gl.GetError() }
