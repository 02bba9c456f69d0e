package body

import (
	"cmp"
	"slices"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
)

// Bodies are added with their shapes, and leave together with them.

// Insert adds a body of a template, with its shapes, at a moment [s]; see Add.
func (b *Set) Insert(s *Shapes, t *Template, d *Def, born float64) ID {
	id := b.Add(t, d)
	last := b.Len() - 1
	b.SetBorn(last, born)
	s.Add(int32(last), t)
	return id
}

// CheckRoom returns an error if one body more of a template would be above a bound.
func (b *Set) CheckRoom(s *Shapes, t *Template) error {
	count := len(t.Shapes)
	for kind := range s.Infos {
		count += s.Count(shape.Kind(kind))
	}
	err := cmp.Or(limit.CheckWorld(b.Len()+1, count), limit.Created.Check(int(b.Next)+1))
	if meshes, triangles := t.surface(); err == nil && meshes > 0 {
		err = cmp.Or(limit.Meshes.Check(len(s.Meshes)+meshes), limit.Triangles.Check(s.triangles+triangles))
	}
	return err
}

// surface returns how many meshes a template has, and how many triangles these meshes have.
func (t *Template) surface() (meshes, triangles int) {
	for i := range t.Shapes {
		if d := t.Shapes[i].Def; d.Kind == shape.KindMesh {
			meshes, triangles = meshes+1, triangles+len(d.Mesh.Triangles)
		}
	}
	return meshes, triangles
}

// departure is the memory for marking the bodies that leave, and for the new indices of all bodies.
type departure struct {
	marked bool
	Renumbering
}

// Leave marks body i, so that it goes with the next Departure; false if it was marked already.
func (b *Set) Leave(i int) bool {
	r := &b.leaving
	if !r.marked {
		r.marked = true
		r.Bodies = slices.Grow(r.Bodies[:0], b.Len())[:b.Len()]
		clear(r.Bodies)
	}
	if r.Bodies[i] < 0 {
		return false
	}
	r.Bodies[i] = -1
	return true
}

// SomeLeave reports whether a body is marked.
func (b *Set) SomeLeave() bool { return b.leaving.marked }

// Leaves reports whether body i is marked.
func (b *Set) Leaves(i int32) bool { return b.leaving.marked && b.leaving.Bodies[i] < 0 }

// Departure returns the new indices of all bodies after the marked ones have left: the others keep their order.
// Afterwards no body is marked.
func (b *Set) Departure() *Renumbering {
	r := &b.leaving
	r.marked = false
	r.PutLast()
	return &r.Renumbering
}

// Return gives the body that was added last the number of one that has left; nothing changes if it has that number.
func (b *Set) Return(id ID) {
	last := int32(b.Len() - 1)
	if b.ID(int(last)) == id {
		return
	}
	b.Next--
	b.number[last] = uint32(id)
	b.Created = b.Created[:len(b.Created)-1]
	at, _ := slices.BinarySearchFunc(b.Created, id, func(i int32, id ID) int { return cmp.Compare(b.ID(int(i)), id) })
	b.Created = slices.Insert(b.Created, at, last)
}
