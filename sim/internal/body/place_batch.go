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
	masses  [wide.Lanes]*Mass // by which these are known, with their numbers
	numbers [wide.Lanes]int32
}

// fill sets the data of eight capsules. Most often they are set already, for the eight capsules before.
func (p *placingBatch) fill(b *Set, infos []ShapeInfo) {
	for l := range infos {
		info := &infos[l]
		p.Bodies[l] = info.Body
		if m := b.Mass[info.Body]; p.masses[l] != m || p.numbers[l] != info.Part {
			p.masses[l], p.numbers[l] = m, info.Part
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

// placeBatches places capsules [first, last), eight at a time, and returns where the remaining capsules begin.
func placeBatches(s *Shapes, b *Set, first, last int) (next int) {
	infos := s.Infos[shape.KindCapsule]
	var p placingBatch
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
