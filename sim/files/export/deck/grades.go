package deck

import (
	"cmp"
	"math"
	"slices"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/measure/state"
)

// grade divides the radii of the spheres of a material into classes of equal width in the logarithm of the radius.
type grade struct {
	material int
	lo, hi   float64 // smallest and largest radius [m]
	classes  int
}

// setGrades chooses the grades if linear springs would need more types of atoms than the program allows.
func (d *Deck) setGrades(s *state.State) {
	radii := radiiOf(s)
	if !d.linear || len(radii) <= d.program.types {
		return
	}
	all, off := 0, 0.
	for m := range d.plan.Materials {
		g := grade{material: m, lo: math.Inf(1)}
		count := 0
		for _, t := range radii {
			if t.material == m {
				g.lo, g.hi = math.Min(g.lo, t.radius), math.Max(g.hi, t.radius)
				count++
			}
		}
		if count > 0 {
			g.classes = max(count*d.program.types/len(radii), 1)
			d.grades = append(d.grades, g)
			all += g.classes
			off = math.Max(off, math.Pow(g.hi/g.lo, 0.5/float64(g.classes))-1)
		}
	}
	d.row("sizes", Approximated, gradesText, len(radii), all, 100*off)
}

const gradesText = "%d radii of spheres are told in %d grades: springs and dashpots are those of the middle radius " +
	"of a grade, from which radii are %.2g %% off at most; radii and masses are told as they are"

// radiiOf lists the pairs of material and radius of the spheres that exist at the start, each pair once.
func radiiOf(s *state.State) (list []atomType) {
	for i := range s.Bodies {
		b := &s.Bodies[i]
		if def := b.Shapes[0].Def; b.Mass > 0 && len(b.Shapes) == 1 && def.Kind == shape.KindSphere {
			list = append(list, atomType{material: def.Material, radius: def.Radius})
		}
	}
	slices.SortFunc(list, func(a, b atomType) int {
		return cmp.Or(cmp.Compare(a.material, b.material), cmp.Compare(a.radius, b.radius))
	})
	return slices.Compact(list)
}

// graded returns the type of a sphere. If the spheres are graded, this is the type with the middle radius of its
// class.
func (d *Deck) graded(t atomType) atomType {
	for _, g := range d.grades {
		if g.material != t.material {
			continue
		}
		n, wide := float64(g.classes), math.Log(g.hi/g.lo)
		if wide == 0 {
			return t
		}
		k := math.Min(math.Floor(n*math.Log(t.radius/g.lo)/wide), n-1)
		t.radius = g.lo * math.Exp(wide*(k+0.5)/n)
		t.mass = d.density(t.material) * 4 / 3 * math.Pi * t.radius * t.radius * t.radius
	}
	return t
}
