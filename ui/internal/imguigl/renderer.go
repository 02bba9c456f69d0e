package imguigl

import (
	"fmt"
	"image"
	"strings"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/inkyblackness/imgui-go/v4"
)

const vertexSource = `#version 410 core
uniform vec4 area; // left, top, 2/width, -2/height
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec4 color;
out vec2 texel;
out vec4 tint;
void main() {
	texel = uv;
	tint = color;
	gl_Position = vec4((position - area.xy) * area.zw + vec2(-1.0, 1.0), 0.0, 1.0);
}
` + "\x00"

const fragmentSource = `#version 410 core
uniform sampler2D atlas;
in vec2 texel;
in vec4 tint;
out vec4 color;
void main() { color = tint * texture(atlas, texel); }
` + "\x00"

// renderer draws imgui's lists with OpenGL 4.1.
type renderer struct {
	program, vertexArray, vertices, indices uint32
	area                                    int32
	atlas                                   uint32
	pictures                                []uint32
}

func newRenderer() (*renderer, error) {
	r := new(renderer)
	var err error
	if r.program, err = link(vertexSource, fragmentSource); err != nil {
		return nil, err
	}
	r.area = gl.GetUniformLocation(r.program, gl.Str("area\x00"))
	gl.GenVertexArrays(1, &r.vertexArray)
	gl.GenBuffers(1, &r.vertices)
	gl.GenBuffers(1, &r.indices)
	size, position, uv, color := imgui.VertexBufferLayout()
	gl.BindVertexArray(r.vertexArray)
	gl.BindBuffer(gl.ARRAY_BUFFER, r.vertices)
	gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, r.indices)
	for i := uint32(0); i < 3; i++ {
		gl.EnableVertexAttribArray(i)
	}
	gl.VertexAttribPointerWithOffset(0, 2, gl.FLOAT, false, int32(size), uintptr(position))
	gl.VertexAttribPointerWithOffset(1, 2, gl.FLOAT, false, int32(size), uintptr(uv))
	gl.VertexAttribPointerWithOffset(2, 4, gl.UNSIGNED_BYTE, true, int32(size), uintptr(color))
	gl.BindVertexArray(0)
	return r, nil
}

// upload makes the texture of the font atlas of the present imgui context.
func (r *renderer) upload(atlas imgui.FontAtlas) {
	if r.atlas != 0 {
		gl.DeleteTextures(1, &r.atlas)
	}
	image := atlas.TextureDataAlpha8()
	gl.GenTextures(1, &r.atlas)
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_2D, r.atlas)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
	swizzle := [4]int32{gl.ONE, gl.ONE, gl.ONE, gl.RED}
	gl.TexParameteriv(gl.TEXTURE_2D, gl.TEXTURE_SWIZZLE_RGBA, &swizzle[0])
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.R8, int32(image.Width), int32(image.Height), 0,
		gl.RED, gl.UNSIGNED_BYTE, image.Pixels)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 4)
	atlas.SetTextureID(imgui.TextureID(r.atlas))
}

// picture makes the texture of a picture.
func (r *renderer) picture(m *image.NRGBA) imgui.TextureID {
	var texture uint32
	gl.GenTextures(1, &texture)
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_2D, texture)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, int32(m.Rect.Dx()), int32(m.Rect.Dy()), 0,
		gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(m.Pix))
	gl.GenerateMipmap(gl.TEXTURE_2D)
	r.pictures = append(r.pictures, texture)
	return imgui.TextureID(texture)
}

// draw draws the frame that imgui made into the window's own framebuffer.
func (r *renderer) draw(data imgui.DrawData, width, height int, scale float32) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.Viewport(0, 0, int32(width), int32(height))
	gl.Disable(gl.DEPTH_TEST)
	gl.Disable(gl.CULL_FACE)
	gl.PolygonMode(gl.FRONT_AND_BACK, gl.FILL)
	gl.Enable(gl.SCISSOR_TEST)
	gl.Enable(gl.BLEND)
	gl.BlendEquation(gl.FUNC_ADD)
	gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
	gl.UseProgram(r.program)
	gl.ActiveTexture(gl.TEXTURE0)
	pos, size := data.DisplayPos(), data.DisplaySize()
	gl.Uniform4f(r.area, pos.X, pos.Y, 2/size.X, -2/size.Y)
	gl.BindVertexArray(r.vertexArray)
	for _, list := range data.CommandLists() {
		r.drawList(list, height, scale)
	}
	gl.BindVertexArray(0)
	gl.Disable(gl.SCISSOR_TEST)
	gl.Disable(gl.BLEND)
}

func (r *renderer) drawList(list imgui.DrawList, height int, scale float32) {
	vertices, vertexBytes := list.VertexBuffer()
	indices, indexBytes := list.IndexBuffer()
	gl.BindBuffer(gl.ARRAY_BUFFER, r.vertices)
	gl.BufferData(gl.ARRAY_BUFFER, vertexBytes, vertices, gl.STREAM_DRAW)
	gl.BufferData(gl.ELEMENT_ARRAY_BUFFER, indexBytes, indices, gl.STREAM_DRAW)
	indexSize := imgui.IndexBufferLayout()
	kind := uint32(gl.UNSIGNED_SHORT)
	if indexSize == 4 {
		kind = gl.UNSIGNED_INT
	}
	for _, c := range list.Commands() {
		if c.HasUserCallback() {
			c.CallUserCallback(list)
			continue
		}
		clip := c.ClipRect()
		x, y := int32(clip.X*scale), int32(clip.Y*scale)
		w, h := int32(clip.Z*scale)-x, int32(clip.W*scale)-y
		if w <= 0 || h <= 0 {
			continue
		}
		gl.Scissor(x, int32(height)-y-h, w, h)
		gl.BindTexture(gl.TEXTURE_2D, uint32(c.TextureID()))
		gl.DrawElementsBaseVertexWithOffset(gl.TRIANGLES, int32(c.ElementCount()), kind,
			uintptr(c.IndexOffset()*indexSize), int32(c.VertexOffset()))
	}
}

func (r *renderer) close() {
	gl.DeleteTextures(1, &r.atlas)
	for i := range r.pictures {
		gl.DeleteTextures(1, &r.pictures[i])
	}
	gl.DeleteBuffers(1, &r.vertices)
	gl.DeleteBuffers(1, &r.indices)
	gl.DeleteVertexArrays(1, &r.vertexArray)
	gl.DeleteProgram(r.program)
}

func link(vertex, fragment string) (uint32, error) {
	program := gl.CreateProgram()
	for _, s := range []struct {
		kind   uint32
		source string
	}{{gl.VERTEX_SHADER, vertex}, {gl.FRAGMENT_SHADER, fragment}} {
		shader := gl.CreateShader(s.kind)
		source, free := gl.Strs(s.source)
		gl.ShaderSource(shader, 1, source, nil)
		free()
		gl.CompileShader(shader)
		gl.AttachShader(program, shader)
		defer gl.DeleteShader(shader)
	}
	gl.LinkProgram(program)
	var ok int32
	if gl.GetProgramiv(program, gl.LINK_STATUS, &ok); ok == gl.TRUE {
		return program, nil
	}
	var n int32
	gl.GetProgramiv(program, gl.INFO_LOG_LENGTH, &n)
	log := make([]byte, n+1)
	gl.GetProgramInfoLog(program, n, nil, (*uint8)(unsafe.Pointer(&log[0])))
	gl.DeleteProgram(program)
	return 0, fmt.Errorf("imguigl: link shaders: %s", strings.TrimRight(string(log), "\x00\n"))
}
