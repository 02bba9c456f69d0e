package render

import (
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/overlay"
	"example.org/tumble/sim/run/bridge"
)

// contactShadows darkens the floor where bodies stand, in pictures without other shadows, so that no body seems to
// float. This takes next to no time.
type contactShadows struct {
	program *gpu.Program
	buffer  *capsuleBuffer
}

func newContactShadows(k *programs) (drawer, error) {
	p, err := k.program("floor_contact.vert", "floor_contact.frag", "DIRECT")
	return &contactShadows{p, newCapsuleBuffer()}, err
}

// contactReach is the height above the floor, in radii of the body, up to which a body darkens the floor.
const contactReach = 0.6

// prepare collects the bodies near the floor: for the others the shader would find nothing to do.
func (d *contactShadows) prepare(f *frame) {
	d.buffer.list = d.buffer.list[:0]
	if _, ok := groundOf(f); !ok || f.shadows {
		return
	}
	level := f.Walls[f.light.floor].Position
	add := func(center, axis [3]float32, half, radius float32) {
		if gap := center[2] - half*mgl32.Abs(axis[2]) - radius - level; gap < contactReach*radius {
			d.buffer.list = append(d.buffer.list, capsuleInstance{center: center, half: half, axis: axis, radius: radius})
		}
	}
	eachRod(f.Capsules, func(r *rod) { add(r.center, r.axis, r.half, r.radius) })
	for i := range f.Cylinders {
		if c := &f.Cylinders[i]; !c.Inside {
			middle, half := drawnPart(f, c)
			add(middle, c.Axis, max(half-0.5*c.Radius, 0), c.Radius)
		}
	}
	for i := range f.Meshes {
		if f.Moves(f.Meshes[i].Body) {
			add(meshCapsule(f, &f.Meshes[i]))
		}
	}
	gpu.Upload(d.buffer.buffer, d.buffer.list)
}

// meshCapsule returns a capsule about as large as a mesh: it lies along the longest edge of the mesh's box, and
// its diameter is the mean length of the other two edges.
func meshCapsule(f *frame, m *bridge.Mesh) (center, axis [3]float32, half, radius float32) {
	corners := f.meshes.of(m.Geometry).corners
	lo, hi := corners[0], corners[len(corners)-1]
	size, along := hi.Sub(lo), 0
	for k := range size {
		if size[k] > size[along] {
			along = k
		}
	}
	model := overlay.Placement(m)
	radius = 0.25 * (size[(along+1)%3] + size[(along+2)%3])
	direction := mgl32.Vec3{}
	direction[along] = 1
	turned := model.Mul4x1(direction.Vec4(0)).Vec3().Normalize()
	return model.Mul4x1(lo.Add(hi).Mul(0.5).Vec4(1)).Vec3(), turned, max(0.5*size[along]-radius, 0), radius
}

func (d *contactShadows) draw(f *frame) {
	if len(d.buffer.list) == 0 {
		return
	}
	d.program.Use()
	d.program.Float("level", f.Walls[f.light.floor].Position)
	d.buffer.draw(f, gpu.State{Blend: gpu.Multiply})
}

func (d *contactShadows) close() { d.buffer.close() }
