package bulk

import (
	"math"

	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/vec"
)

// Mixing returns how well a group of bodies is mixed with the others over the cells of a region: the index of Lacey
// (1954), J. Appl. Chem. 4, and the intensity of segregation of Danckwerts (1952). in says of each body whether it is
// of the group; bodies count by their number, in the cell of their centre of mass.
//
// With the share p of the group among the n bodies in c cells that are not empty, and its shares pᵢ among the nᵢ of
// each cell, the variance is s² = Σ nᵢ (pᵢ - p)² / n. Cells that hold one kind each have s² = p (1 - p). Where
// bodies are shuffled among their places, the mean of s² is p (1 - p) (c - 1) / (n - 1), whatever the nᵢ. The index
// is 0 at the first, and 1 in the mean of the second, exactly. The intensity is s² / (p (1 - p)).
//
// Both are NaN with bodies of one kind only, and the index where no two cells are filled or none holds two bodies.
func Mixing(at *Placed, set *contact.Set, in []bool) (index, intensity float64) {
	nan := math.NaN()
	cells := make([][2]float64, at.Region.Cells[0]*at.Region.Cells[1]*at.Region.Cells[2]) // bodies of the group and all
	var all [2]float64
	low, high := at.Bounds()
	for _, i := range at.bodies(set) {
		of := &cells[cellOf(at.frame.In(set.Bodies.Pos[i]), low, high, at.Region.Cells)]
		if of[1], all[1] = of[1]+1, all[1]+1; in[i] {
			of[0], all[0] = of[0]+1, all[0]+1
		}
	}
	n, share := all[1], all[0]/all[1]
	sorted := share * (1 - share)
	if !(sorted > 0) {
		return nan, nan
	}
	variance, filled := 0.0, 0.0
	for _, of := range cells {
		if of[1] > 0 {
			filled++
			d := of[0]/of[1] - share
			variance += of[1] * d * d / n
		}
	}
	intensity = variance / sorted
	random := (filled - 1) / (n - 1)
	if filled < 2 || random >= 1 {
		return nan, intensity
	}
	return (1 - intensity) / (1 - random), intensity
}

// cellOf returns the number of the cell of a point of a box; points on its faces belong to cells inside.
func cellOf(p, low, high vec.Vec3, cells [3]int) (cell int) {
	for axis := range 3 {
		lo, hi, n := low.Component(axis), high.Component(axis), cells[axis]
		k := int(float64(n) * (p.Component(axis) - lo) / (hi - lo))
		cell = cell*n + min(max(k, 0), n-1)
	}
	return cell
}
