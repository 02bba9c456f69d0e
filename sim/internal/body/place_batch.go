package body

import (
	"unsafe"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/vec"
)

// placingBatch is the data of the placing kernel, with the parts of its eight capsules.
type placingBatch struct {
	wide.Placing
	of    [wide.Lanes]uint32 // whose data they are: numbers in commons.all,
	parts [wide.Lanes]int32  // ... and of the parts of those templates
}

// fill sets the data of eight capsules. Most often they are set already, for the eight capsules before.
func (p *placingBatch) fill(b *Set, infos []ShapeInfo) {
	for l := range infos {
		info := &infos[l]
		p.Bodies[l] = info.Body
		if of := b.commons.of[info.Body]; p.of[l] != of || p.parts[l] != info.Part {
			p.of[l], p.parts[l] = of, info.Part
			part := b.Part(info)
			p.Local.Put(l, wide.Vector(part.Local))
			p.Axis.Put(l, wide.Vector(part.Axis))
			p.HalfLength[l], p.Radius[l] = part.Shaft/2, part.Radius
			p.Apart &^= 1 << l
			if part.Local != (vec.Vec3{}) {
				p.Apart |= 1 << l
			}
		}
	}
}

// none are numbers that no parts have.
var none = [wide.Lanes]int32{-1, -1, -1, -1, -1, -1, -1, -1}

// placeBatches places capsules [first, last), eight at a time, and returns where the remaining capsules begin.
func placeBatches(s *Shapes, b *Set, first, last int) (next int) {
	infos := s.Infos[shape.KindCapsule]
	p := placingBatch{parts: none}
	p.Pos, p.Ori = wide.First(b.Pos), wide.First(b.Ori)
	for ; first+wide.Lanes <= last; first += wide.Lanes {
		p.fill(b, infos[first:first+wide.Lanes])
		p.Shapes = unsafe.Pointer(&s.Capsules[first])
		var options wide.Options
		if p.Placing.Apart != 0 {
			options = wide.Apart
		}
		wide.PlacingKernel.Run(&p.Placing, options)
	}
	return first
}

const ( // these do not compile unless vectors and quaternions are three and four numbers
	_ = -(unsafe.Sizeof(vec.Vec3{}) - 24)
	_ = -(unsafe.Offsetof(vec.Quat{}.Z) - 24)
)
