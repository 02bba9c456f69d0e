package bridge

// Rubbed is what contacts did to each triangle of a mesh.
type Rubbed struct {
	Since float64 // when the sums began [s]
	Sums  []Rub   // of each triangle, up to the moment that the forces of the last step belong to, as energies
}

// TriangleNumber is a number of each triangle of a mesh. Whatever shows or writes numbers of triangles reads them from
// TriangleNumbers.
type TriangleNumber struct {
	Name        string // in files
	Word, Label string // as --color-by has it; for people
	Unit        string
	of          func(sum *Rub, area, while float64) float64
}

// TriangleNumbers are all numbers of triangles.
var TriangleNumbers = []TriangleNumber{
	{"pressure", "pressure", "Pressure on triangles", "Pa",
		func(sum *Rub, area, while float64) float64 { return sum.Normal / area / while }},
	{"shearStress", "shear-stress", "Shear stress on triangles", "Pa",
		func(sum *Rub, area, while float64) float64 { return sum.Shear / area / while }},
	{"archardWork", "wear", "Wear on triangles, Archard work", "J/m²",
		func(sum *Rub, area, _ float64) float64 { return sum.Archard / area }},
	{"finnieWork", "erosion", "Erosion of triangles, Finnie work", "J/m²",
		func(sum *Rub, area, _ float64) float64 { return sum.Finnie / area }},
	{"hits", "hits", "Hits on triangles", "",
		func(sum *Rub, _, _ float64) float64 { return sum.Hits }},
}

// Of returns the number of triangle i with an area [m²] at a time [s]: stresses are means since the sums began.
func (n *TriangleNumber) Of(r *Rubbed, i int, area, time float64) float64 {
	if r.Sums[i] == (Rub{}) {
		return 0 // also before the first step
	}
	return n.of(&r.Sums[i], area, time-r.Since)
}
