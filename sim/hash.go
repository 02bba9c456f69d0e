package sim

import (
	"encoding/binary"
	"math"
	"slices"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"

	"tumble/sim/body"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// Hash returns a fingerprint of the state: of every bit of what decides how the run goes on.
// Two runs that took the same way have the same one, and so has a saved state when it is
// restored. It does not depend on where bodies lie in memory, nor on what only shows: names,
// colours, energies, rates, notices. It is made with XXH64.
func (w *World) Hash() uint64 {
	a := archive{deciding: true}
	w.archiveSettings(&a)
	w.archiveFlow(&a)
	for i := range w.inlets {
		for k := range w.inlets[i].products {
			whole(&a, &w.inlets[i].products[k].template.Print)
		}
	}
	a.text(&w.fault)
	whole(&a, &w.bodies.Next)

	// The prints of bodies and contacts are added up, so that their order does not count.
	var bodies, contacts atomic.Uint64
	w.team.Run(w.bodies.Len(), chunk, perBody, nil, func(_, first, last int) {
		bodies.Add(printOfBodies(&w.bodies, first, last))
	})
	chunks := slices.Collect(w.listed)
	w.team.Run(len(chunks), 1, perChunk, nil, func(_, first, last int) {
		for _, k := range chunks[first:last] {
			contacts.Add(k.print(&w.contactSet))
		}
	})
	a.data = binary.LittleEndian.AppendUint64(a.data, bodies.Load())
	a.data = binary.LittleEndian.AppendUint64(a.data, contacts.Load())
	return xxhash.Sum64(a.data)
}

// printOfBodies returns the sum of the prints of the bodies [first, last).
func printOfBodies(b *body.Set, first, last int) (sum uint64) {
	var r record
	for i := first; i < last; i++ {
		q := &b.Ori[i]
		r.words(0, uint64(b.Info[i].ID), uint64(b.Kind[i])<<8|uint64(b.Block[i]))
		r.words(2, b.Template(i).Print, bitsOf(q.W))
		r.vector(4, vec.Vec3{X: q.X, Y: q.Y, Z: q.Z})
		r.vector(7, b.Pos[i])
		r.vector(10, b.Vel[i])
		r.vector(13, b.Spin[i])
		r.vector(16, b.AngMom[i])
		sum += xxhash.Sum64(r[:])
	}
	return sum
}

// print returns the sum of the prints of its contacts: of what the next step needs to know of
// them. Of two shapes of one kind either may be the first: here it is that of the older body.
func (k *chunkOfPairs) print(w *contactSet) (sum uint64) {
	var r record
	t := &k.contacts
	infosA, infosB := w.shapes.Infos[k.list.kindA], w.shapes.Infos[k.list.kindB]
	for i := range t.n {
		b, l := t.row(i)
		pair := &k.pairs[b.pair[l]]
		idA, idB := w.bodies.Info[b.bodyA[l]].ID, w.bodies.Info[b.bodyB[l]].ID
		shapeA, shapeB := infosA[pair.a].Print, infosB[pair.b].Print
		normal, shear, couple := b.normal.at(l), b.shear.at(l), vec.Vec3{}
		if len(t.resistance) > 0 {
			couple = t.resistance[i].couple
		}
		if k.list.kindA == k.list.kindB && idA > idB {
			idA, idB, shapeA, shapeB = idB, idA, shapeB, shapeA
			normal, shear, couple = normal.Neg(), shear.Neg(), couple.Neg()
		}
		r.words(0, uint64(idA), uint64(idB))
		r.words(2, shapeA, shapeB)
		r.words(4, uint64(uint32(b.feature[l]))<<8|uint64(uint8(pair.side)), bitsOf(b.overlap[l]))
		r.vector(6, b.point.at(l))
		r.vector(9, normal)
		r.vector(12, shear)
		all := r[:15*8]
		if couple != (vec.Vec3{}) {
			r.vector(15, couple)
			all = r[:18*8]
		}
		sum += xxhash.Sum64(all)
	}
	return sum
}

// setPrint gives a template its fingerprint, from those of its shapes.
func setPrint(t *body.Template) {
	var a archive
	for i := range t.Shapes {
		whole(&a, &t.Shapes[i].Print)
	}
	a.numbers(&t.Mass, &t.Reach)
	a.vectors(&t.Inertia, &t.Center)
	a.quat(&t.Axes)
	whole(&a, &t.Sampling)
	t.Print = xxhash.Sum64(a.data)
}

// printOfShape returns the fingerprint of a shape in the frame of its body.
func printOfShape(d *body.ShapeDef) uint64 {
	a := archive{deciding: true}
	archiveShape(d, &a)
	if d.Kind == shape.KindMesh {
		listOf(&a, &d.Mesh.Vertices, a.vector)
		listOf(&a, &d.Mesh.Triangles, a.corners)
	}
	return xxhash.Sum64(a.data)
}

// record is what a print is made of.
type record [19 * 8]byte

func (r *record) words(at int, x, y uint64) {
	binary.LittleEndian.PutUint64(r[8*at:], x)
	binary.LittleEndian.PutUint64(r[8*at+8:], y)
}

func (r *record) vector(at int, v vec.Vec3) {
	r.words(at, bitsOf(v.X), bitsOf(v.Y))
	binary.LittleEndian.PutUint64(r[8*at+16:], bitsOf(v.Z))
}

func bitsOf(x float64) uint64 { return math.Float64bits(x) }
