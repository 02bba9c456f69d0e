package gpu

import (
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// Buffer is memory of the graphics processor for vertices, instances or uniforms.
type Buffer struct {
	id     uint32
	target uint32
	size   int // of the storage [bytes]
	used   int // part of the storage that the last Upload filled [bytes]
}

// NewVertexBuffer returns an empty buffer for vertices or instances.
func NewVertexBuffer() *Buffer { return newBuffer(gl.ARRAY_BUFFER) }

// NewUniformBuffer returns an empty buffer bound to a uniform block's binding point.
func NewUniformBuffer(point uint32) *Buffer {
	b := newBuffer(gl.UNIFORM_BUFFER)
	gl.BindBufferBase(gl.UNIFORM_BUFFER, point, b.id)
	return b
}

// NewIndexBuffer returns an empty buffer for the corners of triangles.
func NewIndexBuffer() *Buffer { return newBuffer(gl.ELEMENT_ARRAY_BUFFER) }

func newBuffer(target uint32) *Buffer {
	b := &Buffer{target: target}
	gl.GenBuffers(1, &b.id)
	return b
}

// Upload replaces the contents of the buffer. The old storage is orphaned, so that Upload does not wait
// for draws that still read it.
func Upload[T any](b *Buffer, data []T) {
	gl.BindBuffer(b.target, b.id)
	if len(data) == 0 {
		return
	}
	var zero T
	n := len(data) * int(unsafe.Sizeof(zero))
	b.used = n
	if n > b.size || n < b.size/4 {
		b.size = n + n/4
	}
	gl.BufferData(b.target, b.size, nil, gl.STREAM_DRAW)
	gl.BufferSubData(b.target, 0, n, unsafe.Pointer(&data[0]))
}

// Rebind binds a uniform buffer to a binding point again, in case another user of the context has
// bound another buffer.
func (b *Buffer) Rebind(point uint32) { gl.BindBufferBase(b.target, point, b.id) }

// Delete frees the buffer.
func (b *Buffer) Delete() { gl.DeleteBuffers(1, &b.id) }

// Attribute describes one input of a vertex shader within the records of a buffer.
type Attribute struct {
	Location   uint32
	Count      int32   // components, 1 to 4
	Offset     uintptr // within the record [bytes]
	Bytes      bool    // unsigned bytes scaled to [0, 1]
	SignedByte bool    // signed bytes scaled to [-1, 1]
}

// size returns the size of the attribute in a record [bytes].
func (a Attribute) size() int {
	if a.Bytes || a.SignedByte {
		return int(a.Count)
	}
	return 4 * int(a.Count)
}

// VertexArray defines the buffers from which a vertex shader reads its inputs.
type VertexArray struct {
	id      uint32
	reads   []reading
	indices *Buffer
	first   int // the instance that draws begin with
}

// reading is one input that a vertex array reads from a buffer.
type reading struct {
	buffer      *Buffer
	attribute   Attribute
	stride, end int // distance of records, and end of the attribute in its record [bytes]
	perInstance bool
}

// Checked makes a draw panic if it would read past the end of the uploaded data. It is for tests, because
// the behaviour of the driver is undefined in this case.
var Checked bool

// check panics if a draw of so many vertices and instances reads past the end of a buffer.
func (v *VertexArray) check(vertices, instances int) {
	if !Checked {
		return
	}
	for _, r := range v.reads {
		n := vertices
		if r.perInstance {
			n = v.first + instances
		}
		if need := (n-1)*r.stride + r.end; n > 0 && need > r.buffer.used {
			panic(fmt.Sprintf("gpu: a draw of %d vertices and %d instances reads %d bytes of %d", vertices, instances, need,
				r.buffer.used))
		}
	}
}

// checkIndexed is check for a draw through the index buffer.
func (v *VertexArray) checkIndexed(corners, instances int) {
	v.check(0, instances)
	if Checked && 4*corners > v.indices.used {
		panic(fmt.Sprintf("gpu: a draw of %d corners reads %d bytes of %d", corners, 4*corners, v.indices.used))
	}
}

// NewVertexArray returns a vertex array without inputs; shaders may still count vertices.
func NewVertexArray() *VertexArray {
	v := new(VertexArray)
	gl.GenVertexArrays(1, &v.id)
	return v
}

// Attach lets inputs read records of stride bytes from b; with perInstance they advance
// once per instance.
func (v *VertexArray) Attach(b *Buffer, stride uintptr, perInstance bool, attributes ...Attribute) {
	gl.BindVertexArray(v.id)
	for _, a := range attributes {
		gl.EnableVertexAttribArray(a.Location)
		if perInstance {
			gl.VertexAttribDivisor(a.Location, 1)
		}
		v.reads = append(v.reads, reading{b, a, int(stride), int(a.Offset) + a.size(), perInstance})
		v.reads[len(v.reads)-1].point(0)
	}
	gl.BindVertexArray(0)
}

// point lets the input read from the record with index first. The vertex array must be bound.
func (r *reading) point(first int) {
	kind, normalised := uint32(gl.FLOAT), false
	switch {
	case r.attribute.Bytes:
		kind, normalised = gl.UNSIGNED_BYTE, true
	case r.attribute.SignedByte:
		kind, normalised = gl.BYTE, true
	}
	gl.BindBuffer(gl.ARRAY_BUFFER, r.buffer.id)
	gl.VertexAttribPointerWithOffset(r.attribute.Location, r.attribute.Count, kind, normalised, int32(r.stride),
		r.attribute.Offset+uintptr(first*r.stride))
}

// From makes the next draws begin with the instance first. It moves the start of the inputs, because OpenGL 4.1
// has no base instance.
func (v *VertexArray) From(first int) {
	if first == v.first {
		return
	}
	v.first = first
	gl.BindVertexArray(v.id)
	for i := range v.reads {
		if r := &v.reads[i]; r.perInstance {
			r.point(first)
		}
	}
}

// Triangles draws n vertices as triangles.
func (v *VertexArray) Triangles(n int) {
	v.check(n, 1)
	gl.BindVertexArray(v.id)
	gl.DrawArrays(gl.TRIANGLES, 0, int32(n))
}

// Index sets b as the index buffer, which lists the corners of triangles as 32-bit numbers and must
// not be empty.
func (v *VertexArray) Index(b *Buffer) {
	v.indices = b
	gl.BindVertexArray(v.id)
	gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, b.id)
	gl.BindVertexArray(0)
}

// Indexed draws the triangles of the first n corners that the index buffer lists.
func (v *VertexArray) Indexed(n int) {
	if n > 0 {
		v.checkIndexed(n, 1)
		gl.BindVertexArray(v.id)
		gl.DrawElements(gl.TRIANGLES, int32(n), gl.UNSIGNED_INT, nil)
	}
}

// IndexedInstances draws n instances of the triangles of the first corners that the index buffer
// lists.
func (v *VertexArray) IndexedInstances(corners, n int) {
	if corners > 0 && n > 0 {
		v.checkIndexed(corners, n)
		gl.BindVertexArray(v.id)
		gl.DrawElementsInstanced(gl.TRIANGLES, int32(corners), gl.UNSIGNED_INT, nil, int32(n))
	}
}

// Quads draws n instances of a strip of four vertices.
func (v *VertexArray) Quads(n int) {
	if n > 0 {
		v.check(4, n)
		gl.BindVertexArray(v.id)
		gl.DrawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, int32(n))
	}
}

// Instances draws n instances of triangles; each instance has the given number of vertices.
func (v *VertexArray) Instances(vertices, n int) {
	if n > 0 {
		v.check(vertices, n)
		gl.BindVertexArray(v.id)
		gl.DrawArraysInstanced(gl.TRIANGLES, 0, int32(vertices), int32(n))
	}
}

// Delete frees the vertex array.
func (v *VertexArray) Delete() { gl.DeleteVertexArrays(1, &v.id) }
