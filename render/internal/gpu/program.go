// Package gpu wraps the few OpenGL objects that the drawers use, so that the code of a drawer shows
// what it draws. All functions must be called on the thread of the current context.
package gpu

import (
	"fmt"
	"strings"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// Program is a linked pair of shaders.
type Program struct {
	id       uint32
	uniforms map[string]int32
}

// Source is the text of one shader, with the name that error messages use for it.
type Source struct{ Name, Text string }

// NewProgram compiles and links a program. Its error contains the driver's log and the name of
// the source.
func NewProgram(vertex, fragment Source) (*Program, error) {
	p := &Program{id: gl.CreateProgram(), uniforms: map[string]int32{}}
	for _, s := range []struct {
		kind   uint32
		source Source
	}{{gl.VERTEX_SHADER, vertex}, {gl.FRAGMENT_SHADER, fragment}} {
		id, err := compile(s.kind, s.source)
		if err != nil {
			gl.DeleteProgram(p.id)
			return nil, err
		}
		gl.AttachShader(p.id, id)
		gl.DeleteShader(id) // freed with the program
	}
	gl.LinkProgram(p.id)
	var ok int32
	if gl.GetProgramiv(p.id, gl.LINK_STATUS, &ok); ok == gl.FALSE {
		log := infoLog(p.id, gl.GetProgramiv, gl.GetProgramInfoLog)
		gl.DeleteProgram(p.id)
		return nil, fmt.Errorf("gpu: link %s with %s: %s", vertex.Name, fragment.Name, log)
	}
	return p, nil
}

func compile(kind uint32, s Source) (uint32, error) {
	id := gl.CreateShader(kind)
	text, free := gl.Strs(s.Text)
	size := int32(len(s.Text))
	gl.ShaderSource(id, 1, text, &size)
	free()
	gl.CompileShader(id)
	var ok int32
	if gl.GetShaderiv(id, gl.COMPILE_STATUS, &ok); ok == gl.FALSE {
		log := infoLog(id, gl.GetShaderiv, gl.GetShaderInfoLog)
		gl.DeleteShader(id)
		return 0, fmt.Errorf("gpu: compile %s: %s", s.Name, log)
	}
	return id, nil
}

func infoLog(id uint32, size func(uint32, uint32, *int32), read func(uint32, int32, *int32, *uint8)) string {
	var n int32
	size(id, gl.INFO_LOG_LENGTH, &n)
	if n == 0 {
		return "no reason given"
	}
	b := make([]byte, n)
	read(id, n, nil, &b[0])
	return strings.TrimRight(string(b), "\x00\n")
}

// Use makes the program the one in use, which the next draws and the methods below refer to.
func (p *Program) Use() { gl.UseProgram(p.id) }

// Delete frees the program.
func (p *Program) Delete() { gl.DeleteProgram(p.id) }

// Block binds a uniform block to a binding point; a program without this block is not changed.
func (p *Program) Block(name string, point uint32) {
	if i := gl.GetUniformBlockIndex(p.id, gl.Str(name+"\x00")); i != gl.INVALID_INDEX {
		gl.UniformBlockBinding(p.id, i, point)
	}
}

func (p *Program) location(name string) int32 {
	l, ok := p.uniforms[name]
	if !ok {
		l = gl.GetUniformLocation(p.id, gl.Str(name+"\x00"))
		p.uniforms[name] = l
	}
	return l
}

// Int sets an integer or sampler of the program in use.
func (p *Program) Int(name string, v int32) { gl.Uniform1i(p.location(name), v) }

// Float sets a number of the program in use.
func (p *Program) Float(name string, v float32) { gl.Uniform1f(p.location(name), v) }

// Vec4 sets a vector of the program in use.
func (p *Program) Vec4(name string, v mgl32.Vec4) {
	gl.Uniform4f(p.location(name), v[0], v[1], v[2], v[3])
}

// Vec4s sets an array of vectors of the program in use.
func (p *Program) Vec4s(name string, v []mgl32.Vec4) {
	gl.Uniform4fv(p.location(name), int32(len(v)), &v[0][0])
}

// Mat4 sets a matrix of the program in use.
func (p *Program) Mat4(name string, m mgl32.Mat4) {
	gl.UniformMatrix4fv(p.location(name), 1, false, &m[0])
}
