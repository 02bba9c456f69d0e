package bulk

import (
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
)

// found is which bodies that forces move are in a region, in the order of their numbers.
type found struct {
	centers bool    // list is known
	list    []int32 // bodies whose centre of mass is in it

	parts bool    // the others are known
	cut   []int32 // bodies that its surface may cut
	whole float64 // volume of those that are wholly in it [m³]
}

// bodies returns the bodies whose centre of mass is in the region, in the order of their numbers.
func (r *Placed) bodies(set *contact.Set) []int32 {
	if !r.centers {
		find([]*Placed{r}, set, false)
	}
	return r.list
}

// perPiece is the number of bodies that a worker looks at in one go, and perLook the work for each [ns]; see
// parallel.Team.Run.
const perPiece, perLook = 256, 50

// find finds the bodies in some regions, and where parts are asked for also those that the surfaces may cut.
func find(places []*Placed, set *contact.Set, parts bool) {
	all := set.Bodies.Created
	pieces := make([][]found, (len(all)+perPiece-1)/perPiece)
	set.Team.Run(len(pieces), 1, perPiece*perLook, nil, func(_, first, last int) {
		for k := first; k < last; k++ {
			pieces[k] = findAmong(all[k*perPiece:min((k+1)*perPiece, len(all))], places, set.Bodies, parts)
		}
	})
	for i, r := range places {
		r.found = found{centers: true, parts: parts}
		for _, piece := range pieces {
			of := &piece[i]
			r.list, r.cut, r.whole = append(r.list, of.list...), append(r.cut, of.cut...), r.whole+of.whole
		}
	}
}

// findAmong finds those of some bodies that are in regions.
func findAmong(some []int32, places []*Placed, b *body.Set, parts bool) []found {
	to := make([]found, len(places))
	reach := 0.0
	for _, i := range some {
		if b.Kind[i] != body.Dynamic {
			continue
		}
		p, t := b.Pos[i], b.Template(int(i))
		if parts {
			reach = t.BoundingRadius()
		}
		for k, r := range places {
			if !r.there || r.beyond(p, reach) {
				continue
			}
			of, at := &to[k], r.local(p)
			if !parts {
				if r.Holds(at) {
					of.list = append(of.list, i)
				}
				continue
			}
			depth := r.Depth(at)
			if depth >= 0 {
				of.list = append(of.list, i)
			}
			switch {
			case depth >= reach:
				of.whole += t.Volume
			case depth > -reach:
				of.cut = append(of.cut, i)
			}
		}
	}
	return to
}
