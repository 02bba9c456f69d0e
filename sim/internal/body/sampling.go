package body

import (
	"fmt"
	"math"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// mostCells is the largest grid that a clump may be sampled with: some seconds of work.
const mostCells = 1e8

// moments are the mass properties that are summed over the parts of a body.
type moments struct {
	volume float64  // [m³]
	mass   float64  // [kg]
	first  vec.Vec3 // Σ m x [kg·m]
	second vec.Mat3 // inertia about the origin [kg·m²]
}

// sampled returns the moments of the union of shapes with a volume, with overlaps counted
// once, by the rule of Woo's clump geometries: a grid of cubic cells, whose edge h is
// the smallest radius over the division, starts at the lower corner of the box round all
// shapes; each cell whose centre is inside any shape counts with
//
//	V += h³,  S += h³ x,  J += h³ (|x|² 1 - x xᵀ)
//
// and the density of the first shape that contains its centre. The reference adds the inertia of the cell itself,
// h⁵/6, which makes the result worse: the cells that count already stick out of the shapes by more volume than the
// cells that do not count leave free (.95 % of the volume of two overlapping balls at division 10). off is the
// relative error that the same grid makes with the sum of the volumes of the single shapes, which are known: an
// estimate of the error for the union. It falls as h¹·⁵ on average, not from each h to the next.
func sampled(shapes []ShapeDef, density func(material int) float64, division int) (m moments, off float64, err error) {
	s := sampler{weights: make([]float64, len(shapes)), counts: make([]int64, len(shapes))}
	box, least := vec.EmptyBox(), math.Inf(1)
	for i := range shapes {
		d := &shapes[i]
		if !d.Kind.Solid() {
			return m, 0, fmt.Errorf("only shapes with a volume can be sampled, got a %v", d.Kind)
		}
		s.solids = append(s.solids, kinds[d.Kind].solid(d))
		s.weights[i] = density(d.Material)
		box, least = box.Union(s.solids[i].Bounds()), math.Min(least, d.Radius)
	}
	h := least / float64(division)
	side := box.Size()
	cells := side.X * side.Y * side.Z / (h * h * h)
	if !(cells <= mostCells) {
		return m, 0, fmt.Errorf("sampling with division %d needs more than %g cells", division, float64(mostCells))
	}
	if err := limit.SampledCells.Check(int(cells) * len(shapes)); err != nil {
		return m, 0, fmt.Errorf("sampling with division %d: %w", division, err)
	}
	for z := box.Lo.Z + h/2; z < box.Hi.Z; z += h {
		for y := box.Lo.Y + h/2; y < box.Hi.Y; y += h {
			for x := box.Lo.X + h/2; x < box.Hi.X; x += h {
				s.cell(vec.New(x, y, z))
			}
		}
	}
	dv := h * h * h
	var known, found float64
	for i := range s.solids {
		known += s.solids[i].Volume()
		found += dv * float64(s.counts[i])
	}
	m = moments{
		volume: dv * float64(s.cells), mass: dv * s.mass, first: s.first.Scale(dv),
		second: s.second.Scale(dv),
	}
	return m, math.Abs(found/known - 1), nil
}

// sampler adds up cells, each with a volume of one.
type sampler struct {
	solids  []shape.Solid
	weights []float64 // density of each [kg/m³]
	counts  []int64   // cells in each
	cells   int64     // cells in at least one shape
	mass    float64
	first   vec.Vec3
	second  vec.Mat3
}

func (s *sampler) cell(p vec.Vec3) {
	owner := -1
	for i := range s.solids {
		if s.solids[i].Contains(p) {
			s.counts[i]++
			if owner < 0 {
				owner = i
			}
		}
	}
	if owner < 0 {
		return
	}
	s.cells++
	s.mass += s.weights[owner]
	s.first = s.first.AddScaled(s.weights[owner], p)
	s.second = s.second.Add(steiner(s.weights[owner], p))
}
