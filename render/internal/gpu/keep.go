package gpu

import "github.com/go-gl/gl/v4.1-core/gl"

// keptUnits is the number of texture units whose textures Keep restores.
const keptUnits = 4

// Keep returns a function that restores the present bindings of the context after other code has used it:
// the program, the vertex array, the framebuffer with its viewport, and the textures.
// It does not restore the State and the uniform buffers; the caller sets these again.
func Keep() (restore func()) {
	var program, array, framebuffer, active int32
	var viewport [4]int32
	var textures [keptUnits]int32
	gl.GetIntegerv(gl.CURRENT_PROGRAM, &program)
	gl.GetIntegerv(gl.VERTEX_ARRAY_BINDING, &array)
	gl.GetIntegerv(gl.FRAMEBUFFER_BINDING, &framebuffer)
	gl.GetIntegerv(gl.VIEWPORT, &viewport[0])
	gl.GetIntegerv(gl.ACTIVE_TEXTURE, &active)
	for i := range textures {
		gl.ActiveTexture(gl.TEXTURE0 + uint32(i))
		gl.GetIntegerv(gl.TEXTURE_BINDING_2D, &textures[i])
	}
	gl.ActiveTexture(uint32(active))
	return func() {
		for i, t := range textures {
			gl.ActiveTexture(gl.TEXTURE0 + uint32(i))
			gl.BindTexture(gl.TEXTURE_2D, uint32(t))
		}
		gl.ActiveTexture(uint32(active))
		gl.BindFramebuffer(gl.FRAMEBUFFER, uint32(framebuffer))
		gl.Viewport(viewport[0], viewport[1], viewport[2], viewport[3])
		gl.UseProgram(uint32(program))
		gl.BindVertexArray(uint32(array))
	}
}
