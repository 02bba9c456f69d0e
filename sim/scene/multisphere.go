package scene

import (
	"fmt"
	"math"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// sphereTable is the table of a Multisphere.
var sphereTable = &tableKind{record: "sphere", columns: []column{
	{"x", lengths, nil, columnX}, {"y", lengths, nil, columnX + 1}, {"z", lengths, nil, columnX + 2},
	{"radius", lengths, nil, columnRadius},
}, needed: []string{"x", "y", "z", "radius"}, bare: true, room: limit.Spheres.Check}

// given counts the keys that are given of those that say what a grain is made of.
func (g *Grain) given() (n int) {
	if g.Clump != nil {
		n++
	}
	if g.Multisphere != nil {
		n++
	}
	return n
}

// grain returns the shapes of a grain, and sets the sampling of a multisphere.
func (b *builder) grain(g *Grain, material, color string) ([]body.ShapeDef, error) {
	if g.Multisphere == nil {
		return b.clump(g.Clump, material)
	}
	members, err := b.multisphere(g.Multisphere, color)
	if err != nil {
		return nil, err
	}
	shapes, err := b.clump(members, material)
	if err == nil && g.Sampling == 0 {
		g.Sampling = sampling(shapes)
	}
	return shapes, err
}

// multisphere returns the spheres of a table as members of a clump.
func (b *builder) multisphere(d *Multisphere, color string) (members []Member, err error) {
	scale := d.Scale
	if scale == 0 {
		scale = 1
	}
	if !(scale > 0 && !math.IsInf(scale, 0)) {
		return nil, fmt.Errorf("multisphere: scale must be > 0, got %g", d.Scale)
	}
	type ball struct {
		at     vec.Vec3
		radius float64
	}
	data, err := b.open(d.File)
	if err == nil {
		seen := map[ball]bool{}
		err = sphereTable.readText(data, func(r *record) error {
			p := ball{r.vector(columnX).Scale(scale).Add(vec.Vec3{}), // no negative zeros
				r.numbers[columnRadius] * scale}
			if !seen[p] {
				seen[p] = true
				members = append(members, Member{Solid: Solid{Sphere: &Sphere{p.radius}},
					Position: Vector{p.at.X, p.at.Y, p.at.Z}, Color: color})
			}
			return nil
		})
	}
	if err != nil {
		return nil, fmt.Errorf("multisphere: %s: %w", d.File, err)
	}
	return members, nil
}

// Division of the smallest radius by the grid that samples the mass of a multisphere: as fine as a tenth of a second
// allows, but not finer than for a thousandth of the mass.
const (
	finestSampling = 50
	samplingWork   = 5e7 // cells times spheres
)

// sampling returns the division of the grid that samples the mass of some spheres: 0 if no two of them overlap, since
// then their sum is exact.
func sampling(spheres []body.ShapeDef) int {
	box, least, overlap := vec.EmptyBox(), math.Inf(1), false
	for i := range spheres {
		p := &spheres[i]
		r := vec.New(p.Radius, p.Radius, p.Radius)
		box, least = box.Union(vec.Box{Lo: p.Position.Sub(r), Hi: p.Position.Add(r)}), math.Min(least, p.Radius)
		for k := range spheres[:i] {
			q := &spheres[k]
			overlap = overlap || p.Position.Sub(q.Position).Norm() < p.Radius+q.Radius
		}
	}
	if !overlap {
		return 0
	}
	side := box.Size().Scale(1 / least)
	fine := math.Cbrt(samplingWork / (side.X * side.Y * side.Z * float64(len(spheres))))
	return int(math.Max(1, math.Min(fine, finestSampling)))
}
