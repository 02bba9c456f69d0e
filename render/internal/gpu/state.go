package gpu

import "github.com/go-gl/gl/v4.1-core/gl"

// Blend says how a fragment is combined with the colour in the target.
type Blend int

// Replace overwrites the target's colour; Over lays a colour with straight alpha over it; Multiply
// multiplies it by the fragment's colour; Glass multiplies it by the second output and adds the first;
// Add adds to it; Weigh is for a Pair.
const (
	Replace Blend = iota
	Over
	Multiply
	Glass
	Add
	Weigh
)

// State is the fixed-function state of a draw. Apply sets every part of this state that another
// user of the context may have changed.
type State struct {
	Blend     Blend
	DepthTest bool
	DepthMask bool
	Cull      Cull
	Clip      bool // leave out the parts that lie beyond the three clip planes of the vertex shader
}

// Cull is the side of triangles that is left out.
type Cull int

// CullNone draws both sides. The corners of a triangle run counter-clockwise, seen from its front.
// Pictures hold their top row first, which reverses this order; Apply therefore sets clockwise.
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

// Release unbinds the objects and resets the states that could disturb later users of the context.
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

// Finish waits until the graphics processor has done all commands of the context.
func Finish() { gl.Finish() }

// Flush lets OpenGL begin to draw what it was told to.
func Flush() { gl.Flush() }

// Error returns the first pending error of the context as a number, 0 for none.
func Error() uint32 { return gl.GetError() }
