package ui

import (
	"slices"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/chart"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// surfaces are the surfaces of the scene on which loads are measured, in their chart.
type surfaces struct {
	*shared
	regions *regions
	chosen  string // name of the surface in the panel and the chart
	kind    int    // of its numbers, an index into bridge.SurfaceCharts
	writing widget.TextField
}

// titleSurface is the title of the chart of a surface.
const titleSurface = "Surface"

// names returns the names of all surfaces, and the index of the chosen one, -1 if there are none.
func (sf *surfaces) names() (list []string, chosen int) {
	if sf.snap != nil {
		for i := range sf.snap.Surfaces {
			list = append(list, sf.snap.Surfaces[i].Surface.Name)
		}
	}
	return list, max(slices.Index(list, sf.chosen), min(0, len(list)-1))
}

// onSurface returns the chart of the chosen surface, without curves if there is none.
func (sf *surfaces) onSurface() chart.Chart {
	c := chart.OnSurface("", bridge.SurfaceCharts()[sf.kind])
	names, i := sf.names()
	if i < 0 {
		c.Lines, c.Under = nil, nil
		return c
	}
	return chart.OnSurface(names[i], bridge.SurfaceCharts()[sf.kind])
}

// chartButtons show at the right of a row which surface and which of its numbers the chart shows, and choose others.
// They return the width that they take.
func (sf *surfaces) chartButtons(u *widget.Context, at layout.Rect) (took float32) {
	names, now := sf.names()
	if now < 0 {
		return 0
	}
	var kinds []string
	for _, of := range bridge.SurfaceCharts() {
		kinds = append(kinds, of[0].Chart)
	}
	if i := chartCombo(u, at, &took, "numbers of surface", kinds, sf.kind); i >= 0 {
		sf.kind = i
	}
	if i := chartCombo(u, at, &took, "surface of chart", names, now); i >= 0 {
		sf.chosen = names[i]
	}
	return took
}
