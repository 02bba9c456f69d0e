package neighbour

import (
	"cmp"
	"slices"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// strays are bodies that fly by themselves, faster than the skin of a body among others allows
// for: without a wider margin, each would force a rebuild in every other step and slow all the
// rest.
type strays struct {
	fast  []fastBody // that would use up the skin in fewer steps than it is meant for
	apart []bool     // by body: a fast one that may get a wider margin; only if there are fast ones
}

// fastBody is a body and how far it goes in a step [m].
type fastBody struct {
	body int32
	way  float64
}

// mostStrays returns how many of n bodies may be strays, whose boxes are so large that a rebuild compares them with
// many others.
func mostStrays(n int) int { return min(n/4, 32) + n/16 }

// loosenStrays widens the margin of the fastest bodies, if they are away from the box round all
// others and the meshes: to half of the way back there at most, and more than what others have [m].
func (search *Search) loosenStrays(skin float64) {
	s, b := &search.strays, search.contacts.Bodies
	if len(s.fast) == 0 {
		return
	}
	s.choose(mostStrays(b.Len()))
	s.apart = slices.Grow(s.apart[:0], b.Len())[:b.Len()]
	clear(s.apart)
	for _, f := range s.fast {
		s.apart[f.body] = true
	}
	rest := search.boxOfRest()
	for _, f := range s.fast {
		i := f.body
		free := rest.Distance(b.Pos[i]) - b.Template(int(i)).BoundingRadius()
		if margin := vec.Lower(skinSteps*f.way, free/2); margin > skin {
			b.SetMargin(i, margin)
		}
	}
}

// choose leaves the fastest bodies, so many at most. If there are more only those much faster than
// the others count, since these force rebuilds anyhow.
func (s *strays) choose(most int) {
	if len(s.fast) <= most {
		return
	}
	var sum float64
	for _, f := range s.fast {
		sum += f.way
	}
	usual := sum / float64(len(s.fast))
	s.fast = slices.DeleteFunc(s.fast, func(f fastBody) bool { return f.way < 4*usual })
	slices.SortFunc(s.fast, func(p, q fastBody) int {
		return cmp.Or(cmp.Compare(q.way, p.way), cmp.Compare(p.body, q.body))
	})
	s.fast = s.fast[:min(most, len(s.fast))]
}

// boxOfRest returns a box round all meshes, spheres and capsules with their margins, but for those
// of fast bodies; empty if there is none.
func (search *Search) boxOfRest() vec.Box {
	rest := vec.EmptyBox()
	for k := range search.contacts.Shapes.Solids() {
		if !search.strays.apart[search.contacts.Shapes.BodyOfSolid(k)] {
			rest = rest.Union(search.boxOf(k))
		}
	}
	for i := range search.contacts.Shapes.Meshes {
		rest = rest.Union(search.contacts.Shapes.Bounds(shape.KindMesh, search.contacts.Bodies,
			i).Grow(search.margin(search.contacts.Shapes.Infos[shape.KindMesh][i].Body)))
	}
	return rest
}
