package ui

import (
	"slices"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
)

// scene is the scene that is loaded, and the seed with which it is loaded next.
type scene struct {
	*shared
	begun begun
	seed  uint64
}

// begun is what the scene has begun with: the numbers of its file, and of --set.
type begun struct {
	params    setting.Params
	materials []bridge.Material
	loading   uint64 // Snapshot.Applied of the last order to load a scene; 0: none is on its way
}

// begin notes what a scene begins with. A reset keeps edits, so only the first snapshot of a scene
// that has been loaded says it.
func (sc *scene) begin(s *bridge.Snapshot, first bool) {
	b := &sc.begun
	if b.loading > 0 && s.Applied >= b.loading {
		first, b.loading = first || s.Revision != sc.revision, 0
	}
	if first {
		b.params, b.materials = s.Params, slices.Clone(s.Materials)
	}
}

// material returns what a number of material i was at the beginning, nil if that is not known.
func (b *begun) material(i int, name string, f law.Field) *float64 {
	if i >= len(b.materials) || b.materials[i].Name != name {
		return nil
	}
	return f.Of(&b.materials[i].Law)
}
