package bridge

import (
	"fmt"
	"math"
	"strings"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// SliceOf asks for one of the fields of what bodies do over the cells of a flat box. The zero value asks for none.
type SliceOf struct {
	Field     Field
	Quantity  string // a row of fields.Quantities
	Component string // of a vector or tensor; empty: the magnitude of a vector
	Arrows    bool   // the velocity is shown, too
}

// Given reports whether a slice is asked for.
func (of *SliceOf) Given() bool { return of.Field.Box.Name != "" }

// sliceSyntax says how a slice is written.
const sliceSyntax = "a slice must be a field of one layer of cells with a quantity, " +
	"NAME=box/x,y,z/x,y,z#CELLS#KERNEL/WIDTH#QUANTITY in metres, as " +
	"cut=box/0,0.01,0/0.1,0.02,0.04#20x1x8#gaussian/0.005#velocity, with .COMPONENT behind a " +
	"quantity (#stress.zz) and #arrows at the end for arrows of the velocity"

// mostSliceCells is the largest number of cells of a slice: each is drawn, in each picture.
const mostSliceCells = 1 << 14

// String writes the slice as ParseSlice reads it; empty for none.
func (of SliceOf) String() string {
	if !of.Given() {
		return ""
	}
	text := of.Field.String() + "#" + of.Quantity
	if of.Component != "" {
		text += "." + of.Component
	}
	if of.Arrows {
		text += "#arrows"
	}
	return text
}

// MarshalText writes the slice as String does.
func (of SliceOf) MarshalText() ([]byte, error) { return []byte(of.String()), nil }

// UnmarshalText reads a slice; see ParseSlice.
func (of *SliceOf) UnmarshalText(text []byte) (err error) {
	*of = SliceOf{}
	if len(text) > 0 {
		*of, err = ParseSlice(string(text))
	}
	return err
}

// ParseSlice reads a slice as the command line, scenes and saved files have it. Whether there is such a quantity
// fields.CheckSlice knows.
func ParseSlice(text string) (of SliceOf, err error) {
	if err := limit.Line.Check(len(text)); err != nil {
		return of, err
	}
	rest, arrows := strings.CutSuffix(text, "#arrows")
	at := strings.LastIndexByte(rest, '#')
	if strings.Count(rest, "#") != 3 {
		return of, fmt.Errorf("%s, got %s", sliceSyntax, spell.Quote(text))
	}
	of.Arrows = arrows
	of.Quantity, of.Component, _ = strings.Cut(rest[at+1:], ".")
	if of.Field, err = ParseField(rest[:at]); err != nil {
		return SliceOf{}, err
	}
	cells := of.Field.Box.Cells
	switch all := cells[0] * cells[1] * cells[2]; {
	case min(cells[0], cells[1], cells[2]) != 1:
		return SliceOf{}, fmt.Errorf("slice %s: it must be one cell thick, got %dx%dx%d cells", of.Field.Box.Name, cells[0],
			cells[1], cells[2])
	case all > mostSliceCells:
		return SliceOf{}, fmt.Errorf("slice %s: there must be at most %d cells, got %d", of.Field.Box.Name, mostSliceCells,
			all)
	}
	return of, nil
}

// Axis returns the axis across which the slice lies: that of its shortest edge of one cell.
func (of *SliceOf) Axis() int {
	box := &of.Field.Box
	axis, edge := 0, box.High.Sub(box.Low)
	for k := range 3 {
		if edge.Component(k) < edge.Component(axis) && box.Cells[k] == 1 || box.Cells[axis] > 1 {
			axis = k
		}
	}
	return axis
}

// Cell returns the numbers of a cell along the two axes in which the slice lies: the axis after its own, and the next.
func (of *SliceOf) Cell(cell int) (i, k int) {
	n, axis := of.Field.Box.Cells, of.Axis()
	numbers := [3]int{cell % n[0], cell / n[0] % n[1], cell / n[0] / n[1]}
	return numbers[(axis+1)%3], numbers[(axis+2)%3]
}

// Place returns the point of the slice that lies so many cells along both of these axes [m].
func (of *SliceOf) Place(i, k float64) vec.Vec3 {
	box, axis := &of.Field.Box, of.Axis()
	p := box.Middle()
	for n, cells := range [2]float64{i, k} {
		along := (axis + 1 + n) % 3
		low, high := box.Low.Component(along), box.High.Component(along)
		p = p.WithComponent(along, low+(high-low)*cells/float64(box.Cells[along]))
	}
	return p
}

// Arrows of the velocity in a slice begin in some of its cells, so many apart. The longest is so many cells long.
const (
	sliceArrows    = 3
	LongestOfSlice = 4
)

// HasArrow reports whether an arrow of the velocity begins in a cell.
func (of *SliceOf) HasArrow(cell int) bool {
	i, k := of.Cell(cell)
	return of.Arrows && i%sliceArrows == 1 && k%sliceArrows == 1
}

// Slice has the numbers of a SliceOf in each cell, x fastest, then y.
type Slice struct {
	Of          SliceOf
	Title, Unit string       // of the field, or of its component
	Values      []float32    // NaN where it is not known
	Density     []float32    // [kg/m³]
	Velocity    [][3]float32 // NaN where there are no bodies [m/s]
}

// thin is the share of the largest density below which a cell of a slice is not shown.
const thin = 0.02

// Shown calls yield for the cells that have bodies and a number.
func (s *Slice) Shown(yield func(cell int) bool) {
	most := float32(0)
	for _, d := range s.Density {
		most = max(most, d)
	}
	for i, x := range s.Values {
		if s.Density[i] > thin*most && !math.IsNaN(float64(x)) && !yield(i) {
			return
		}
	}
}
