package publish

import (
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/run/bridge"
)

// shownChunk is a chunk of contacts in a snapshot.
type shownChunk struct {
	*contact.Chunk
	before int // contacts of the chunks before it
}

// fillContacts fills in the contacts of the chunks [first, last) of p.shown.
func (p *Publisher) fillContacts(_, first, last int) {
	for _, k := range p.shown[first:last] {
		k.fill(p.filled.Contacts[k.before:], p.from.Shapes)
	}
}

// fill writes the contacts of a chunk into the first of some rows.
func (k *shownChunk) fill(rows []bridge.Contact, shapes *body.Shapes) {
	t := &k.Contacts
	rows = rows[:t.N]
	pair, nth := -1, int32(0) // the contacts of a pair follow each other
	for n := range rows {
		row := &rows[n]
		b, l := t.Row(n)
		k.Point(n).RoundTo(&row.Point)
		b.Normal(l).RoundTo(&row.Normal)
		b.Tangential(l).RoundTo(&row.Tangential)
		row.NormalForce, row.Friction = float32(b.NormalForce(l)), float32(t.SpringsOf(n).Mu)
		row.A, row.B, row.Sliding = b.BodyA[l], b.BodyB[l], t.Sliding(n)
		if nth++; int(t.PairOf(n)) != pair {
			pair, nth = int(t.PairOf(n)), 0
		}
		p := &k.Pairs[pair]
		row.ShapeA = shapes.Info(k.List.KindA, p.A).Part
		row.ShapeB, row.Nth = shapes.Info(k.List.KindB, p.B).Part, nth
	}
}
