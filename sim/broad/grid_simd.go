//go:build goexperiment.simd && amd64

package broad

import (
	"tumble/sim/wide"
	"tumble/sim/wide/four"
)

// lanes is how many boxes a search compares at a time: as many as the processor can, or 0
// where there is no vector kernel for it.
var lanes = func() int {
	switch {
	case wide.Available:
		return wide.Lanes
	case four.Available:
		return four.Lanes
	}
	return 0
}()

// slabs are the boxes for the kernel in use.
type slabs struct {
	slabsWide []slabWide
	slabsFour []slabFour
}

// lineUp copies the boxes, in their order in cells, to slabs.
func (g *Grid) lineUp() {
	switch lanes {
	case wide.Lanes:
		g.lineUpWide()
	case four.Lanes:
		g.lineUpFour()
	}
}

// search is searchPlain, by a vector kernel if there is one.
func (g *Grid) search(i int32, runs []run, out []int32) []int32 {
	switch lanes {
	case wide.Lanes:
		return g.searchWide(i, runs, out)
	case four.Lanes:
		return g.searchFour(i, runs, out)
	}
	return g.searchPlain(i, runs, out)
}
