package insertion

import (
	"fmt"
	"math"

	"example.org/tumble/sim/internal/audit"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// Newcomer is a body that is to come, with its frame at a pose.
type Newcomer struct {
	ID       body.ID
	Name     string
	Template *body.Template
	Position vec.Vec3 // [m]
	Turn     vec.Quat
}

// hulls calls yield for the shapes of the body, where they will be.
func (n *Newcomer) hulls(yield func(c shape.Capsule) bool) {
	center, turn := n.Position.Add(n.Turn.Rotate(n.Template.Center)), n.Turn.Mul(n.Template.Axes)
	for i := range n.Template.Shapes {
		c := n.Template.Shapes[i].Hull(turn)
		if c.Center = c.Center.Add(center); !yield(c) {
			return
		}
	}
}

// CheckRoom returns an error for the first body that would overlap another, or one that is there, by more than contact
// laws are meant for. The bodies are made of spheres and capsules.
func (f *Flow) CheckRoom(list []Newcomer) error {
	box, least := vec.EmptyBox(), math.Inf(1)
	for i := range list {
		for c := range list[i].hulls {
			box, least = box.Union(c.Bounds()), math.Min(least, c.Radius)
		}
	}
	r := room{shapes: f.site.Shapes, bodies: f.site.Bodies}
	r.reset(box, 4*least)
	for kind := range shape.Kinds { // also where the workers have not yet shared new bodies
		r.shapes.Place(shape.Kind(kind), r.bodies, 0, r.shapes.Count(shape.Kind(kind)))
	}
	for _, kind := range []shape.Kind{shape.KindSphere, shape.KindCapsule} {
		for i := range r.shapes.Count(kind) {
			b := r.shapes.Info(kind, int32(i)).Body
			r.put(r.shapes.Hull(kind, i), int64(r.bodies.ID(int(b))), r.bodies.Name(int(b)))
		}
	}
	for i := range list {
		n := &list[i]
		for c := range n.hulls {
			if what := r.met(c, int64(n.ID)); what != "" {
				return fmt.Errorf("body %d (%s) would overlap %s by more than %g %% of the smaller radius", n.ID, n.Name, what,
					100*audit.DeepOverlap)
			}
			r.put(c, int64(n.ID), n.Name)
		}
	}
	return nil
}

// room is the room among the shapes that are there and those that were put into it.
type room struct {
	occupancy
	shapes *body.Shapes
	bodies *body.Set
	owners []owner // of the items
}

// owner is the body of an item.
type owner struct {
	number int64
	name   string
}

// put puts a shape of a body into the room.
func (r *room) put(c shape.Capsule, number int64, name string) {
	if r.add(c.Bounds(), c, shape.KindCapsule, -1); len(r.items) > len(r.owners) {
		r.owners = append(r.owners, owner{number, name})
	}
}

// met names what a shape of a body would overlap; empty if nothing.
func (r *room) met(c shape.Capsule, number int64) string {
	box := c.Bounds()
	x0, x1 := r.span(box, 0)
	y0, y1 := r.span(box, 1)
	z0, z1 := r.span(box, 2)
	for z := z0; z <= z1; z++ {
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				for k := r.heads[(z*r.n[1]+y)*r.n[0]+x]; k >= 0; k = r.links[k].next {
					item := r.links[k].item
					of, hull := r.owners[item], &r.items[item].hull
					if of.number != number && box.Overlaps(r.items[item].box) &&
						narrow.CapsuleCapsule(hull, &c, r.query.Reset()) < -audit.DeepOverlap*math.Min(hull.Radius, c.Radius) {
						return fmt.Sprintf("body %d (%s)", of.number, of.name)
					}
				}
			}
		}
	}
	return r.metFixed(c)
}

// metFixed names the wall, mesh or cylinder that a shape would overlap; empty if there is none.
func (r *room) metFixed(c shape.Capsule) string {
	s, deep := r.shapes, audit.DeepOverlap*c.Radius
	core := c
	core.Radius -= deep
	box := core.Bounds()
	for i := range s.Walls {
		w := &s.Walls[i]
		if box.Lo.Component(w.Axis) < w.Position && w.Position < box.Hi.Component(w.Axis) {
			return r.fixed(shape.KindWall, i)
		}
	}
	for i := range s.Cylinders {
		if narrow.CylinderCapsule(&s.Cylinders[i].Cylinder, &c, r.query.Reset()) < -deep {
			return r.fixed(shape.KindCylinder, i)
		}
	}
	for i := range s.Meshes {
		if r.meshBlocks(&s.Meshes[i], box, core, true) {
			return r.fixed(shape.KindMesh, i)
		}
	}
	return ""
}

// fixed names the body of a wall, mesh or cylinder.
func (r *room) fixed(kind shape.Kind, i int) string {
	of := int(r.shapes.Info(kind, int32(i)).Body)
	return fmt.Sprintf("body %d (%s)", r.bodies.ID(of), r.bodies.Name(of))
}
