//go:build goexperiment.simd && amd64

package sim

import (
	"unsafe"

	"tumble/sim/body"
	"tumble/sim/shape"
	"tumble/sim/vec"
	"tumble/sim/wide"
)

// placingWide is where eight capsules lie in the frames of their bodies.
type placingWide struct {
	parts                  [wide.Lanes]*body.Part
	localX, localY, localZ wide.Lane
	axisX, axisY, axisZ    wide.Lane
	apart                  wide.Set // local is not zero
	bodies                 wide.Index
	poses                  wide.Rows // of the bodies
}

// fill takes those of eight capsules. Most often they are of the same kinds as the eight before.
func (p *placingWide) fill(infos []body.ShapeInfo) {
	for l := range infos {
		info := &infos[l]
		p.bodies[l], p.poses[l] = info.Body, uintptr(info.Body)*unsafe.Sizeof(vec.Quat{})
		if part := info.Part; p.parts[l] != part {
			p.parts[l] = part
			p.localX[l], p.localY[l], p.localZ[l] = part.Local.X, part.Local.Y, part.Local.Z
			p.axisX[l], p.axisY[l], p.axisZ[l] = part.Axis.X, part.Axis.Y, part.Axis.Z
			p.apart &^= 1 << l
			if part.Local != (vec.Vec3{}) {
				p.apart |= 1 << l
			}
		}
	}
}

// placeCapsulesWide is placeCapsules for eight at a time.
func (w *World) placeCapsulesWide(first, last int) {
	s, b := &w.shapes, &w.bodies
	var p placingWide
	for i := first; i < last; i += wide.Lanes {
		end := lesser(i+wide.Lanes, last)
		if end < i+wide.Lanes {
			w.placeEachCapsule(i, end)
			return
		}
		p.fill(s.Infos[shape.KindCapsule][i:end])
		var q wide.Quat
		q.W, q.X, q.Y, q.Z = p.poses.Load(unsafe.Pointer(unsafe.SliceData(b.Ori)))
		axis := q.Rotate(wide.Vec3{X: p.axisX.Load(), Y: p.axisY.Load(), Z: p.axisZ.Load()})
		center := p.bodies.Vec3(wide.Vectors(b.Pos))
		if p.apart != 0 {
			local := q.Rotate(wide.Vec3{X: p.localX.Load(), Y: p.localY.Load(), Z: p.localZ.Load()})
			center = center.Add(local).Merge(center, p.apart.Mask())
		}
		// The record is Center, Axis, Half, Radius.
		record, size := unsafe.Pointer(&s.Capsules[i]), unsafe.Sizeof(shape.Capsule{})
		_, _, half, radius := wide.Load(unsafe.Add(record, 32), size)
		wide.Store(record, size, center.X, center.Y, center.Z, axis.X)
		wide.Store(unsafe.Add(record, 32), size, axis.Y, axis.Z, half, radius)
		wide.Leave()
	}
}
