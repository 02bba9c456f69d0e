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
uniform vec4 area; // clip space from the window's units: offset, factor
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec4 color;
out vec2 texel;
out vec4 tint;
void main() {
	texel = uv;
	tint = color;
	gl_Position = vec4(area.xy + position * area.zw, 0.0, 1.0);
}
` + "\x00"

const fragmentSource = `#version 410 core
uniform sampler2D atlas;
in vec2 texel;
in vec4 tint;
out vec4 color;
void main() { color = tint * texture(atlas, texel); }
` + "\x00"

// renderer draws imgui's lists with OpenGL 4.1. It keeps copies of the lists, so that they can be drawn again over
// another picture.
type renderer struct {
	program, vertexArray, vertices, indices uint32
	area                                    int32
	atlas                                   uint32
	pictures                                []uint32

	vertexData, indexData []byte
	loose                 []command // drawn over the picture each time
	static                staticLayer
}

// command is a run of triangles with the part of the window that they may touch [px].
type command struct {
	x0, y0, x1, y1 int32
	texture        uint32
	count          int32
	offset         uintptr
	base           int32
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

// upload creates the texture of the font atlas of the present imgui context.
func (r *renderer) upload(atlas imgui.FontAtlas) {
	if r.atlas != 0 {
		gl.DeleteTextures(1, &r.atlas)
	}
	r.static.valid = false
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

// picture creates the texture of a picture.
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

// copyLists copies the lists that imgui made for a window of a size in pixels. Where lists outside the hole differ
// from what the static layer shows, it draws them into the layer.
func (r *renderer) copyLists(data imgui.DrawData, width, height int32, hole part, scale float32) {
	r.vertexData, r.indexData, r.loose = r.vertexData[:0], r.indexData[:0], r.loose[:0]
	r.static.begin(width, height, hole)
	for _, list := range data.CommandLists() {
		r.addList(list, scale)
	}
	if len(r.vertexData) > 0 {
		gl.BindVertexArray(r.vertexArray)
		gl.BindBuffer(gl.ARRAY_BUFFER, r.vertices)
		gl.BufferData(gl.ARRAY_BUFFER, len(r.vertexData), gl.Ptr(r.vertexData), gl.STREAM_DRAW)
		gl.BufferData(gl.ELEMENT_ARRAY_BUFFER, len(r.indexData), gl.Ptr(r.indexData), gl.STREAM_DRAW)
		gl.BindVertexArray(0)
	}
	size, _, _, _ := imgui.VertexBufferLayout()
	if parts := r.static.changed(r.vertexData, r.indexData, size, scale); len(parts) > 0 {
		r.drawStatic(parts, scale)
	}
}

// addList copies one list: into the static layer if the layer can hold it, otherwise to the loose commands.
func (r *renderer) addList(list imgui.DrawList, scale float32) {
	vertices, vertexBytes := list.VertexBuffer()
	indices, indexBytes := list.IndexBuffer()
	if vertexBytes == 0 || indexBytes == 0 {
		return
	}
	size, _, _, _ := imgui.VertexBufferLayout()
	base, first := int32(len(r.vertexData)/size), uintptr(len(r.indexData))
	vertexPart, indexPart := unsafe.Slice((*byte)(vertices), vertexBytes), unsafe.Slice((*byte)(indices), indexBytes)
	r.vertexData, r.indexData = append(r.vertexData, vertexPart...), append(r.indexData, indexPart...)
	begin := len(r.loose)
	for _, c := range list.Commands() {
		if c.HasUserCallback() {
			c.CallUserCallback(list)
			continue
		}
		clip := c.ClipRect()
		k := command{
			x0: int32(clip.X * scale), y0: int32(clip.Y * scale), x1: int32(clip.Z * scale), y1: int32(clip.W * scale),
			texture: uint32(c.TextureID()), count: int32(c.ElementCount()),
			offset: first + uintptr(c.IndexOffset()*imgui.IndexBufferLayout()), base: base + int32(c.VertexOffset()),
		}
		if k.x1 > k.x0 && k.y1 > k.y0 {
			r.loose = append(r.loose, k)
		}
	}
	if r.static.holds(boxOf(r.loose[begin:], vertexPart, size, scale)) {
		r.static.commands = append(r.static.commands, r.loose[begin:]...)
		r.loose = r.loose[:begin]
	}
}

// begin prepares drawing; offset and factor convert units of the window to clip space.
func (r *renderer) begin(offsetX, offsetY, factorX, factorY float32) {
	gl.Disable(gl.DEPTH_TEST)
	gl.Disable(gl.CULL_FACE)
	gl.PolygonMode(gl.FRONT_AND_BACK, gl.FILL)
	gl.Enable(gl.SCISSOR_TEST)
	gl.Enable(gl.BLEND)
	gl.BlendEquation(gl.FUNC_ADD)
	gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
	gl.UseProgram(r.program)
	gl.ActiveTexture(gl.TEXTURE0)
	gl.Uniform4f(r.area, offsetX, offsetY, factorX, factorY)
	gl.BindVertexArray(r.vertexArray)
}

func (r *renderer) end() {
	gl.BindVertexArray(0)
	gl.Disable(gl.SCISSOR_TEST)
	gl.Disable(gl.BLEND)
}

// wideIndices reports whether imgui's indices have four bytes each, not two.
func wideIndices() bool { return imgui.IndexBufferLayout() == 4 }

func (c *command) draw() {
	kind := uint32(gl.UNSIGNED_SHORT)
	if wideIndices() {
		kind = gl.UNSIGNED_INT
	}
	gl.BindTexture(gl.TEXTURE_2D, c.texture)
	gl.DrawElementsBaseVertexWithOffset(gl.TRIANGLES, c.count, kind, c.offset, c.base)
}

// show copies the static layer to the window's own framebuffer of a size in pixels and draws the other lists over
// its contents.
func (r *renderer) show(width, height int, scale float32) {
	r.static.show()
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.Viewport(0, 0, int32(width), int32(height))
	r.begin(-1, 1, 2*scale/float32(width), -2*scale/float32(height))
	for i := range r.loose {
		c := &r.loose[i]
		gl.Scissor(c.x0, int32(height)-c.y1, c.x1-c.x0, c.y1-c.y0)
		c.draw()
	}
	r.end()
}

func (r *renderer) close() {
	r.static.free()
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
