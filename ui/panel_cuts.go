package ui

import (
	"example.org/tumble/render/view"
)

// cutActs are the actions of the planes that cut, by the axis that they lie across.
var cutActs = [3]act{actCutX, actCutY, actCutZ}

// toggleCut cuts the scene open across an axis, through the middle of the view, and takes away the
// side of the eye; or closes it again.
func (m *model) toggleCut(axis int) {
	c := &m.view.Cuts[axis]
	if c.On() {
		*c = view.Cut{}
		return
	}
	*c = view.CutAlong(axis, m.view.Camera.Back()[axis] >= 0, m.view.Camera.Pivot[axis])
}

// cutRows are the planes that cut: whether they do, where, and which side they take away.
func (g *gui) cutRows() {
	m := g.m
	for axis, a := range cutActs {
		c := &m.view.Cuts[axis]
		name := "Cut across " + "XYZ"[axis:axis+1]
		if g.toggle(name, shortcut(a), c.On()) {
			m.do(a)
		}
		if !c.On() || m.snap == nil {
			continue
		}
		positive := c.Normal[axis] > 0
		at := float64(c.Offset * c.Normal[axis])
		b := m.snap.Bounds.Core
		f := field{key: "view.cut." + "xyz"[axis:axis+1], unit: "m", name: name,
			scale: scale{lo: float64(b[0][axis]), hi: float64(b[1][axis])}}
		w := g.label("at", "Place of the plane. Walls are not cut.")
		if x, ok := g.number(f, at, w); ok {
			*c = view.CutAlong(axis, positive, float32(x))
		}
		w = g.label("takes away", "Side of the plane that is not drawn.")
		now := 0
		if positive {
			now = 1
		}
		if i := g.choice("side"+f.key, []string{"below", "above"}, now, w); i >= 0 {
			*c = view.CutAlong(axis, i == 1, float32(at))
		}
	}
}
