package sim

import (
	"math"

	"tumble/sim/body"
	"tumble/sim/narrow"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// vacancy knows what is in the way in the volume of an inlet: the spheres and capsules
// there, sorted into cells of a grid. Its memory is used again by the next activation.
type vacancy struct {
	box   vec.Box
	size  float64 // edge of a cell [m]
	n     [3]int  // cells along each axis
	heads []int32 // first link of each cell, -1 for none
	links []vacancyLink
	items []vacancyItem
	cover cover
	watch narrow.Watch // of the triangles near a trial
	touch []narrow.Touch
}

type vacancyItem struct {
	box   vec.Box
	round shape.Capsule
}

type vacancyLink struct{ item, next int32 }

// cellsAcross limits the number of cells along an axis: 32³ heads fit into a cache.
const cellsAcross = 32

// reset empties the grid and lays it over a box, with cells not much smaller than edge [m].
func (v *vacancy) reset(box vec.Box, edge float64) {
	v.box = box
	side := box.Size()
	v.size = math.Max(edge, math.Max(side.X, math.Max(side.Y, side.Z))/cellsAcross)
	cells := 1
	for i := range v.n {
		v.n[i] = int(side.Component(i)/v.size) + 1
		cells *= v.n[i]
	}
	v.heads = v.heads[:0]
	for range cells {
		v.heads = append(v.heads, -1)
	}
	v.links, v.items = v.links[:0], v.items[:0]
	v.cover.clear()
}

// span returns the first and last cell along axis i that a box reaches into.
func (v *vacancy) span(b vec.Box, i int) (first, last int) {
	at := func(x float64) int {
		return int(vec.Clamp((x-v.box.Lo.Component(i))/v.size, 0, float64(v.n[i]-1)))
	}
	return at(b.Lo.Component(i)), at(b.Hi.Component(i))
}

// add puts a sphere or capsule with its box in, if it reaches into the grid.
func (v *vacancy) add(box vec.Box, round shape.Capsule) {
	if !box.Overlaps(v.box) {
		return
	}
	item := int32(len(v.items))
	v.items = append(v.items, vacancyItem{box, round})
	if v.cover.core > 0 {
		v.cover.mark(box)
	}
	x0, x1 := v.span(box, 0)
	y0, y1 := v.span(box, 1)
	z0, z1 := v.span(box, 2)
	for z := z0; z <= z1; z++ {
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				head := &v.heads[(z*v.n[1]+y)*v.n[0]+x]
				v.links = append(v.links, vacancyLink{item, *head})
				*head = int32(len(v.links) - 1)
			}
		}
	}
}

// taken reports whether a box that lies in the grid overlaps that of an item or, if the
// answer is to be exact, whether the capsule in the box overlaps the item.
func (v *vacancy) taken(box vec.Box, round shape.Capsule, exact bool) bool {
	x0, x1 := v.span(box, 0)
	y0, y1 := v.span(box, 1)
	z0, z1 := v.span(box, 2)
	for z := z0; z <= z1; z++ {
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				for k := v.heads[(z*v.n[1]+y)*v.n[0]+x]; k >= 0; k = v.links[k].next {
					item := &v.items[v.links[k].item]
					if !box.Overlaps(item.box) {
						continue
					}
					if !exact {
						return true
					}
					if _, gap := narrow.CapsuleCapsule(item.round, round); gap <= 0 {
						return true
					}
				}
			}
		}
	}
	return false
}

// covers reports whether it is clear at once that a body with its centroid at p, about
// which it has a ball of radius core [m] inside a shape, would meet the box of an item.
func (v *vacancy) covers(p vec.Vec3, core float64) bool {
	c := &v.cover
	if !(core > 0) {
		return false
	}
	if c.core == 0 || core < c.core {
		c.reset(v.box, core)
		for i := range v.items {
			c.mark(v.items[i].box)
		}
	}
	return c.has(p)
}

// collect lists all shapes with a mass that reach into a volume.
func (v *vacancy) collect(w *World, volume *Volume, edge float64) {
	w.placeShapes()
	v.reset(volume.bounds(), edge)
	for _, kind := range shape.Solids {
		for i := range w.shapes.Count(kind) {
			v.add(w.shapes.BoundsOfSolid(kind, int32(i)), w.shapes.Hull(kind, i))
		}
	}
}

// blocked reports whether a sphere or capsule in a box overlaps anything there is, by its
// box or exactly.
func (v *vacancy) blocked(w *World, box vec.Box, round shape.Capsule, exact bool) bool {
	if v.taken(box, round, exact) {
		return true
	}
	for i := range w.shapes.Walls {
		wall := &w.shapes.Walls[i]
		lo, hi := box.Lo.Component(wall.Axis), box.Hi.Component(wall.Axis) // also exactly the capsule's
		if lo <= wall.Position && wall.Position <= hi {
			return true
		}
	}
	var some [2]narrow.Touch
	for i := range w.shapes.Cylinders {
		if _, gap := narrow.CylinderCapsule(w.shapes.Cylinders[i].Cylinder, round, some[:0]); gap <= 0 {
			return true
		}
	}
	for i := range w.shapes.Meshes {
		if v.meshBlocks(&w.shapes.Meshes[i], box, round, exact) {
			return true
		}
	}
	return false
}

// meshBlocks reports whether the box of any triangle, in the mesh's frame, reaches into the
// box of the global frame, or exactly whether any triangle touches the capsule.
func (v *vacancy) meshBlocks(m *body.PlacedMesh, b vec.Box, round shape.Capsule, exact bool) bool {
	c, h := m.Ori.Unrotate(b.Center().Sub(m.Pos)), b.Size().Scale(0.5)
	r := m.Ori.Mat()
	local := vec.Vec3{
		X: abs(r.A.X)*h.X + abs(r.A.Y)*h.Y + abs(r.A.Z)*h.Z,
		Y: abs(r.B.X)*h.X + abs(r.B.Y)*h.Y + abs(r.B.Z)*h.Z,
		Z: abs(r.C.X)*h.X + abs(r.C.Y)*h.Y + abs(r.C.Z)*h.Z,
	}
	box := vec.Box{Lo: c.Sub(local), Hi: c.Add(local)}.Grow(m.Surface.Half)
	if !box.Overlaps(m.Tree.Bounds()) {
		return false
	}
	near := &v.watch
	near.Triangles = m.Tree.Query(box, near.Triangles[:0])
	if len(near.Triangles) == 0 || !exact {
		return len(near.Triangles) > 0
	}
	v.touch, _ = near.MeshCapsule(m.Surface, m.ToLocal(round), v.touch[:0])
	return len(v.touch) > 0
}
