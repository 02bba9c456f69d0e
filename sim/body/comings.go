package body

import "slices"

// Bodies come with their shapes, and leave together.

// Insert adds a body of a template, with its shapes, at a moment [s]; see Add.
func (b *Set) Insert(s *Shapes, t *Template, d *Def, born float64) ID {
	id := b.Add(t, d)
	last := b.Len() - 1
	b.Info[last].Born = born
	s.Add(int32(last), t)
	return id
}

// departure is the memory in which bodies are marked that leave, and all are renumbered.
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

// Departure returns the new places of all bodies once the marked ones have left: the others keep their
// order. No body is marked then.
func (b *Set) Departure() *Renumbering {
	r := &b.leaving
	r.marked = false
	r.PutLast()
	return &r.Renumbering
}
