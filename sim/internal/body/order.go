package body

import (
	"cmp"
	"math"
	"slices"

	"example.org/tumble/sim/vec"
)

// Order returns new indices for the bodies, along a curve through space whose layers and rows have a size [m], so
// that bodies that touch are near each other in memory. The bodies that forces do not move come first.
func (b *Set) Order(size float64) Renumbering {
	places := b.placesOnCurve(size)
	slices.SortFunc(places, curvePlace.compare)
	r := Renumbering{Bodies: make([]int32, len(places)), Stay: int32(len(places))}
	for i := range places {
		r.Bodies[places[i].body] = int32(i)
	}
	return r
}

// Scattered reports whether bodies that are neighbours in memory are apart in space, on average by more than some
// layers of a size [m]. Along the curve, or row by row, they are next to each other but at the end of a row.
func (b *Set) Scattered(size float64) bool {
	way, free := 0.0, 0
	for i := 1; i < b.Len(); i++ {
		if b.Kind[i-1] == Dynamic && b.Kind[i] == Dynamic {
			way += b.Pos[i].Sub(b.Pos[i-1]).Norm()
			free++
		}
	}
	return way > 4*size*float64(free)
}

// curvePlace is where a body is along the curve.
type curvePlace struct {
	place uint64
	id    ID
	body  int32
}

func (p curvePlace) compare(q curvePlace) int {
	return cmp.Or(cmp.Compare(p.place, q.place), cmp.Compare(p.id, q.id))
}

// placesOnCurve returns the places of all bodies on the curve. The curve goes through layers, two of the smallest
// diameters thick, across the longest side of the heap, one layer after the other, and in each layer through rows
// of the same width, back and forth. So wherever the bodies are divided between two workers, few contacts are
// between bodies of both.
func (b *Set) placesOnCurve(size float64) []curvePlace {
	places := make([]curvePlace, b.Len())
	middle, sides := b.centerAndAxes()
	for i := range places {
		p := curvePlace{id: b.ID(i), body: int32(i)}
		if b.Kind[i] == Dynamic {
			from := b.Pos[i].Sub(middle)
			layer := cellAt(from.Component(sides[0]), size)
			row := thereAndBack(cellAt(from.Component(sides[1]), size), layer)
			along := thereAndBack(cellAt(from.Component(sides[2]), size/32), layer+row)
			p.place = (layer<<curveBits|row)<<curveBits | along
		}
		places[i] = p
	}
	return places
}

// curveBits is how many bits the number of a cell along an axis has.
const curveBits = 21

// cellAt returns the number of the cell of a size [m] at a coordinate that is measured from the middle of all
// cells [m]. Coordinates that are too large belong to the first or last cell.
func cellAt(x, size float64) uint64 {
	const half = 1 << (curveBits - 1)
	return uint64(vec.Clamp(x/size+half, 0, 2*half-1))
}

// thereAndBack returns the number of a cell counted from the other end in every second turn.
func thereAndBack(cell, turn uint64) uint64 {
	if turn%2 == 1 {
		return 1<<curveBits - 1 - cell
	}
	return cell
}

// centerAndAxes returns the mean position of the bodies that forces move, without those that are far from the
// others [m], and the axes in the order of the spread of these bodies along them, the largest first.
func (b *Set) centerAndAxes() (middle vec.Vec3, sides [3]int) {
	mean, deviation := b.Spread()
	var sum, square vec.Vec3
	n := 0.0
	for i := range b.Pos {
		if from := b.Pos[i].Sub(mean); b.Kind[i] == Dynamic && from.Norm() <= 3*deviation {
			sum, square = sum.Add(from), square.Add(from.Mul(from))
			n++
		}
	}
	sum = sum.Scale(1 / math.Max(n, 1))
	variance := square.Scale(1 / math.Max(n, 1)).Sub(sum.Mul(sum))
	sides = [3]int{0, 1, 2}
	slices.SortStableFunc(sides[:], func(i, k int) int {
		return cmp.Compare(variance.Component(k),
			variance.Component(i))
	})
	return mean.Add(sum), sides
}
