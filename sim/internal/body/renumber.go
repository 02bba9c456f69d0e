package body

import (
	"slices"

	"example.org/tumble/sim/internal/shape"
)

// PutLast turns marks into indices: bodies that are not marked keep their order, and the
// others follow.
func (r *Renumbering) PutLast() {
	stay := len(r.Bodies)
	for _, mark := range r.Bodies {
		stay += int(mark)
	}
	r.Stay = int32(stay)
	next, last := int32(0), r.Stay
	for i, mark := range r.Bodies {
		to := &next
		if mark < 0 {
			to = &last
		}
		r.Bodies[i] = *to
		*to++
	}
}

// Renumbering holds new indices of bodies and of their shapes.
type Renumbering struct {
	Bodies []int32                   // new index of each body
	Stay   int32                     // how many bodies stay; they come first then
	Shapes [len(shape.Kinds)][]int32 // new index of each shape of a kind
	first  []int32                   // first new index of the shapes of a kind, by body
	rest   []int32                   // indices that have not been moved to yet
}

// Renumber moves the bodies to their new indices.
func (b *Set) Renumber(r *Renumbering) {
	to, n := r.Bodies, r.Stay
	b.Pos, b.Ori = moved(r, b.Pos, to, n), moved(r, b.Ori, to, n)
	b.Vel, b.Spin = moved(r, b.Vel, to, n), moved(r, b.Spin, to, n)
	b.Wrench = moved(r, b.Wrench, to, n)
	b.commons.of = moved(r, b.commons.of, to, n)
	b.Kind, b.Block = moved(r, b.Kind, to, n), moved(r, b.Block, to, n)
	b.Travel, b.limit = moved(r, b.Travel, to, n), moved(r, b.limit, to, n)
	b.number, b.Start = moved(r, b.number, to, n), moved(r, b.Start, to, n)
	if len(b.born) > 0 {
		b.born = moved(r, b.born, to, n)
	}
	if len(b.AngMom) > 0 {
		b.AngMom = moved(r, b.AngMom, to, n)
	}
	left := b.Created[:0]
	for _, i := range b.Created {
		if to[i] < n {
			left = append(left, to[i])
		}
	}
	b.Created, b.names = left, nil
	b.renumberJoints(r)
}

// Renumber keeps the shapes of a kind in the order of their bodies.
func (s *Shapes) Renumber(r *Renumbering) {
	for k := range kinds {
		kinds[k].renumber(s, r)
	}
}

// renumbered returns the placed shapes of a kind at their new indices, and moves their infos there as well.
func renumbered[T any](s *Shapes, r *Renumbering, kind shape.Kind, items []T) []T {
	infos := s.Infos[kind]
	r.first = slices.Grow(r.first[:0], len(r.Bodies)+1)[:len(r.Bodies)+1]
	clear(r.first)
	for i := range infos {
		infos[i].Body = r.Bodies[infos[i].Body]
		r.first[infos[i].Body+1]++
	}
	for i := range r.Bodies {
		r.first[i+1] += r.first[i]
	}
	stay := r.first[r.Stay]
	to := r.Shapes[kind][:0]
	for i := range infos {
		next := &r.first[infos[i].Body]
		to = append(to, *next)
		*next++
	}
	r.Shapes[kind] = to
	s.Infos[kind] = moved(r, infos, to, stay)
	s.compare(kind)
	return moved(r, items, to, stay)
}

// moved brings each item i to its new index to[i] and keeps the first n items. It swaps items until all are where
// they belong, so that it needs no memory for copies.
func moved[T any](r *Renumbering, items []T, to []int32, n int32) []T {
	r.rest = append(r.rest[:0], to...)
	for i := range items {
		for j := r.rest[i]; j != int32(i); j = r.rest[i] {
			items[i], items[j] = items[j], items[i]
			r.rest[i], r.rest[j] = r.rest[j], j
		}
	}
	clear(items[n:]) // so that items that left are not kept alive
	return items[:n]
}
