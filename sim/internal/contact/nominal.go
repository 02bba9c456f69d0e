package contact

import (
	"math"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
)

// This file is what materials say by themselves, before anything touches.

// Density returns the density of a material [kg/m³], the default density for a material that is not there.
func (set *Set) Density(material int) float64 {
	if material < 0 || material >= len(set.Materials) {
		return law.Default.Density
	}
	return set.Materials[material].Law.Density
}

// elastic returns the numbers of a material by which bodies of it touch: those that a person gave it, with Young's
// modulus over what contacts are softened by. In every law stiffnesses are proportional to it, and nothing else is.
func (set *Set) elastic(material int) law.Material {
	m := set.Materials[material].Law
	if set.soften > 0 {
		m.Young /= set.soften
	}
	return m
}

// NominalStiffness returns the normal stiffness of two spheres of a material [N/m]; where it
// depends on the overlap, that for one of a hundredth of the radius.
func (set *Set) NominalStiffness(material int, radius float64) float64 {
	l, u := &law.Kinds[set.Law], radius/100
	m, both := set.elastic(material), &set.Properties[material*(len(set.Materials)+1)]
	s := l.Mix(m, m, both.PairProperties, radius, radius)
	return l.Slope(s, u, l.Grade(s, u))
}

// SoundStep returns how long sound takes through a shape, r √(ρ/E) [s].
func (set *Set) SoundStep(radius float64, material int) float64 {
	m := set.elastic(material)
	return radius * math.Sqrt(m.Density/m.Young)
}

// SoundLimit returns the least SoundStep of all shapes that have a mass [s], infinite if there is none.
func (set *Set) SoundLimit() float64 {
	crit := math.Inf(1)
	for _, kind := range shape.Solids {
		for i := range set.Shapes.Infos[kind] {
			part := set.Shapes.Part(kind, int32(i))
			crit = math.Min(crit, set.SoundStep(part.Radius, part.Def.Material))
		}
	}
	for i := range set.Shapes.FilledMeshes {
		material := set.Shapes.Part(shape.KindMesh, int32(i)).Def.Material
		crit = math.Min(crit, set.SoundStep(set.Shapes.Meshes[i].Ball, int(material)))
	}
	return crit
}
