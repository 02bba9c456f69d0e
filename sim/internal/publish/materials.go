package publish

import (
	"math"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// fillMaterials gives each material the stiffness and critical time step of the smallest
// shape made of it.
func (p *Publisher) fillMaterials(s *bridge.Snapshot) {
	s.Materials = s.Materials[:0]
	for i := range p.from.Materials {
		s.Materials = append(s.Materials, bridge.Material{Name: p.from.Materials[i].Name,
			Law: p.from.Materials[i].Law, Radius: math.Inf(1)})
	}
	for _, kind := range shape.Solids {
		for i := range p.from.Shapes.Infos[kind] {
			part := p.from.Shapes.Part(kind, int32(i))
			m := &s.Materials[part.Def.Material]
			m.Radius = vec.Lower(m.Radius, part.Radius)
		}
	}
	for made, r := range p.flow.Fresh {
		m := &s.Materials[made.Material]
		m.Radius = vec.Lower(m.Radius, r)
	}
	for i := range s.Materials {
		m := &s.Materials[i]
		if math.IsInf(m.Radius, 1) {
			m.Radius = 0
			continue
		}
		m.NormalStiffness = p.from.NominalStiffness(i, m.Radius)
		m.CriticalTimeStep = p.from.SoundStep(m.Radius, i)
	}
}
