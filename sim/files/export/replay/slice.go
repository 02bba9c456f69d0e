package replay

import (
	"math"

	"example.org/tumble/sim/measure/fields"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
)

// MaxSliceCells is the largest number of cells of slices in a recording, of all moments together: a page with more
// would get too large. If a run exceeds it, every other moment shows the slice of the one before.
const MaxSliceCells = 4_000_000

// slice is a field in the slice of the view in one moment.
type slice struct {
	values []float32    // of the cells; NaN: the cell is not shown
	arrows [][3]float32 // velocities of the cells with an arrow; NaN where they are not shown [m/s]
}

// sliceHead says what the slices show and where they lie.
type sliceHead struct {
	Title  string        `json:"title"`
	Unit   string        `json:"unit"`
	Span   [2]float64    `json:"span"`  // the least and the largest number of all moments
	Speed  float64       `json:"speed"` // the largest of the arrows [m/s]; 0: there are none
	Corner [3]float32    `json:"corner"`
	Edges  [2][3]float32 `json:"edges"`  // from this corner, along the two sides [m]
	Cells  [2]int        `json:"cells"`  // along them
	Arrows [][3]float32  `json:"arrows"` // where they begin [m]
	Length float64       `json:"length"` // of the longest arrow [m]
	Of     []int         `json:"of"`     // number of the slice that each moment shows
	Times  []float64     `json:"times"`  // of the slices [s]
}

// slice returns the slice of the present moment; nil if there is none, or this moment shows that of the one before.
func (r *Recording) slice(s *state.State) *slice {
	of := &r.View.Slice
	if !of.Given() {
		return nil
	}
	if r.unsliced++; r.sliceCells > 0 && r.unsliced < r.sliceEvery {
		return nil
	}
	r.unsliced = 0
	made := fields.Slice(*of, s.Matter())
	nan := float32(math.NaN())
	to := &slice{}
	shown := make([]bool, len(made.Values))
	for cell := range made.Shown {
		shown[cell] = true
	}
	for cell, x := range made.Values {
		v := made.Velocity[cell]
		if !shown[cell] {
			x, v = nan, [3]float32{nan, nan, nan}
		}
		to.values = append(to.values, x)
		if of.HasArrow(cell) {
			to.arrows = append(to.arrows, v)
		}
	}
	r.sliceCells += len(to.values)
	return to
}

// thinSlices leaves out the slice of every other moment that has one, and from now on keeps half as many new ones.
func (r *Recording) thinSlices() {
	r.sliceEvery, r.sliceCells = 2*r.sliceEvery, 0
	n := 0
	for i := range r.moments {
		m := &r.moments[i]
		if m.slice == nil {
			continue
		}
		if n++; n%2 == 0 {
			m.slice = nil
			continue
		}
		r.sliceCells += len(m.slice.values)
	}
	r.unsliced = (n - 1) % 2 * (r.sliceEvery / 2)
}

// sliceHead returns what the page is told of the slices; nil if there are none.
func (r *Recording) sliceHead() *sliceHead {
	of, q := &r.View.Slice, fields.Find(r.View.Slice.Quantity)
	if !of.Given() || q == nil {
		return nil
	}
	h := &sliceHead{Title: q.Text(of.Component), Unit: q.Unit, Span: [2]float64{math.Inf(1), math.Inf(-1)},
		Corner: of.Place(0, 0).Float32(), Arrows: [][3]float32{}}
	cells := of.Field.Box.Cells
	h.Cells = [2]int{cells[(of.Axis()+1)%3], cells[(of.Axis()+2)%3]}
	h.Edges = [2][3]float32{of.Place(float64(h.Cells[0]), 0).Sub(of.Place(0, 0)).Float32(),
		of.Place(0, float64(h.Cells[1])).Sub(of.Place(0, 0)).Float32()}
	h.Length = bridge.LongestOfSlice * of.Place(1, 0).Sub(of.Place(0, 0)).Norm()
	for cell := range cells[0] * cells[1] * cells[2] {
		if of.HasArrow(cell) {
			i, k := of.Cell(cell)
			h.Arrows = append(h.Arrows, of.Place(float64(i)+0.5, float64(k)+0.5).Float32())
		}
	}
	for i := range r.moments {
		if m := &r.moments[i]; m.slice != nil {
			h.Times = append(h.Times, m.time)
			m.slice.span(h)
		}
		h.Of = append(h.Of, max(len(h.Times)-1, 0))
	}
	if h.Span[0] > h.Span[1] {
		h.Span = [2]float64{}
	}
	return h
}

// span makes the ranges of a head hold a slice.
func (s *slice) span(h *sliceHead) {
	for _, x := range s.values {
		if x == x {
			h.Span[0], h.Span[1] = min(h.Span[0], float64(x)), max(h.Span[1], float64(x))
		}
	}
	for _, v := range s.arrows {
		if speed := math.Sqrt(float64(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])); speed > h.Speed {
			h.Speed = speed
		}
	}
}

// encodeSlices writes all slices: each cell, the axis after that of the slice fastest, as one byte, 0 where nothing is
// shown and 1 to 255 from the least to the largest number; then of each arrow three bytes, 127ths of the largest speed.
func (r *Recording) encodeSlices(h *sliceHead) (data []byte) {
	if h == nil {
		return nil
	}
	step, speed := orOne(h.Span[1]-h.Span[0])/254, orOne(h.Speed)/127
	for i := range r.moments {
		s := r.moments[i].slice
		if s == nil {
			continue
		}
		rows := make([]byte, len(s.values))
		for cell, x := range s.values {
			if x == x {
				i, k := r.View.Slice.Cell(cell)
				rows[k*h.Cells[0]+i] = 1 + byte(math.Round((float64(x)-h.Span[0])/step))
			}
		}
		data = append(data, rows...)
		for _, v := range s.arrows {
			for _, x := range v {
				if x != x {
					x = 0
				}
				data = append(data, byte(int8(math.Round(float64(x)/speed))))
			}
		}
	}
	return data
}
