package narrow

import (
	"math"
	"unsafe"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/vec"
)

// This file is MeshCapsule for the most frequent contact, eight at a time: of a sphere or one end of a capsule with the
// face of one triangle, while all other triangles are known to be out of reach.

// Faces finds the contacts of eight capsules that touch one face each, in the frame of the world; spheres are capsules
// of length zero. Begin, Add and Find are called in this order.
type Faces struct {
	kernel  wide.Faces
	count   int
	numbers [wide.Lanes]int
	watches [wide.Lanes]*Watch
	ends    [wide.Lanes]int
	parts   [wide.Lanes]int32 // features of the contacts
}

const (
	facetSize = unsafe.Sizeof(facet{})
	// No compile if the numbers of a facet have another order than the kernel reads.
	_ = -unsafe.Offsetof(facet{}.normal) | -(unsafe.Offsetof(facet{}.corners) - 3*8)
)

// Begin takes a surface, where it is, and the capsules that Add will name, in the frame of the surface.
func (f *Faces) Begin(s *Surface, pos vec.Vec3, ori vec.Quat, capsules []shape.Capsule) {
	f.count = 0
	x := &f.kernel
	x.Capsules, x.Facets = wide.First(capsules), wide.First(s.facets)
	x.Half, x.Coincident = s.Half, coincident
	x.Pos, x.Ori = wide.Vector(pos), wide.Quat(ori)
}

// Add takes capsule i, unless it may touch more than one face with one end. It reports whether there are eight now.
func (f *Faces) Add(i int, c *shape.Capsule, w *Watch) (full bool) {
	if !(w.gone < w.others) {
		return false
	}
	b, end, half, part := &w.budgets[w.alone], endA, -c.Half, int32(FeatureEndA)
	if w.gone < b[endA] {
		end, half, part = endB, c.Half, FeatureEndB
	}
	if c.Half == 0 {
		part = FeatureWhole
	}
	if w.gone < b[end] || !(w.gone < b[endA+endB-end]) || b[shaft] >= 0 && !(w.gone < b[shaft]) {
		return false
	}
	l, x := f.count, &f.kernel
	f.numbers[l], f.watches[l], f.ends[l] = i, w, end
	x.Rows[l], x.FacetRows[l] = uintptr(i)*unsafe.Sizeof(*c), uintptr(w.Triangles[w.alone])*facetSize
	x.Ends[l], f.parts[l] = half, part
	f.count++
	return f.count == wide.Lanes
}

// Find puts the contacts of the capsules that were added where their numbers say, and forgets these capsules. Those
// that touch in another way are not found: they are left to MeshCapsule.
func (f *Faces) Find(touches []Touch, found []bool) {
	if f.count == 0 {
		return
	}
	x := &f.kernel
	x.Pairs, x.Touching = 1<<f.count-1, 0
	wide.FacesKernel.Run(x, 0)
	for l := range f.count {
		if x.Touching>>l&1 == 0 {
			continue
		}
		w := f.watches[l]
		b := &w.budgets[w.alone]
		b[f.ends[l]], b[shaft] = inReach, inReach // as gather.end does
		t := &touches[f.numbers[l]]
		t.Point = vec.Vec3{X: x.Point.X[l], Y: x.Point.Y[l], Z: x.Point.Z[l]}
		t.Normal = vec.Vec3{X: x.Normal.X[l], Y: x.Normal.Y[l], Z: x.Normal.Z[l]}
		t.Overlap, t.Feature = x.Overlap[l], f.parts[l]
		found[f.numbers[l]] = true
	}
	f.count = 0
}

// findOthers sets how far the capsule must have moved before another triangle than w.alone can be in reach.
func (w *Watch) findOthers() {
	w.others = math.Inf(1)
	for k := range w.budgets {
		if k == w.alone {
			continue
		}
		for _, until := range w.budgets[k] {
			if until < w.others {
				w.others = until
			}
		}
	}
}
