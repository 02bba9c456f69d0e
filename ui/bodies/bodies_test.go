package bodies

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/grouping"
)

// world returns a snapshot of n bodies, many of them with equal speeds, some with a speed that is no number.
func world(n int) *bridge.Snapshot {
	s := &bridge.Snapshot{Wanted: bridge.Wanted{Contacts: true, Details: true},
		Materials: []bridge.Material{{Name: "glass"}, {Name: "gelatine"}}}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		v := float32(r.IntN(5)) / 4
		if i%17 == 3 {
			v = float32(math.NaN())
		}
		s.Bodies = append(s.Bodies, bridge.Body{Number: int64(3*i + 1), Mass: float32(i % 3),
			Velocity: [3]float32{v}, Center: [3]float32{r.Float32(), r.Float32(), r.Float32()}})
		s.Details = append(s.Details, bridge.Detail{Name: fmt.Sprintf("body\t%d", i%4), Material: int32(i % 2)})
		s.Contacts = append(s.Contacts, bridge.Contact{A: int32(i), B: int32(r.IntN(n))})
	}
	return s
}

var all = func() (names []string) {
	for i := range query.Quantities {
		names = append(names, query.Quantities[i].Name)
	}
	return names
}()

// Contract: the order by any quantity, up or down, is one of all rows; rows follow each other by it, what is no number
// comes last, and equal ones keep the order of the world.
func TestOrder(t *testing.T) {
	s := world(500)
	for _, name := range append([]string{""}, all...) {
		for _, down := range []bool{false, true} {
			table := Table{Sort: name, Down: down}
			table.Read(s, all)
			rows := slices.Clone(table.Shown())
			late := func(row int32) bool { v := table.Numbers(name); return v != nil && math.IsNaN(v[row]) }
			before := func(a, b int32) bool { // by the quantity alone
				if q := Of(name); q != nil && q.IsWord() {
					return table.Word(q, a) < table.Word(q, b)
				}
				v := table.Numbers(name)
				return v != nil && v[a] < v[b]
			}
			for i := 1; i < len(rows); i++ {
				a, b := rows[i-1], rows[i]
				x, y := a, b
				if down {
					x, y = b, a
				}
				wrong := before(y, x) || late(a) && !late(b)
				if tie := !before(x, y) && late(a) == late(b); wrong || tie && a >= b {
					t.Fatalf("by %q, down %v: row %d before %d", name, down, a, b)
				}
			}
			if slices.Sort(rows); len(slices.Compact(rows)) != len(s.Bodies) {
				t.Errorf("by %q: %d rows of %d bodies", name, len(rows), len(s.Bodies))
			}
		}
	}
}

// Contract: the filter lets through what the engine of expressions finds; one that cannot be read says so and leaves
// the rows as they were; a snapshot that does not hold what it asks for is not searched.
func TestFilter(t *testing.T) {
	s := world(300)
	for _, text := range []string{"speed > 0.5", "material == 'glass' && x < 0.3", "17", "4", "dy\t2", "body",
		"contacts >= 2 or id % 2 == 0", "abs(vx) < 0.3", "", "  ", "z > 2"} {
		var table Table
		table.SetFilter(text)
		table.Read(s, nil)
		var want []int32
		q, err := query.Parse(text)
		for i, row := range grouping.Rows(s, nil) {
			in := strings.TrimSpace(text) == ""
			if err == nil {
				in, _ = q.Match(&row)
			}
			if in {
				want = append(want, int32(i))
			}
		}
		if got := table.Shown(); !slices.Equal(got, want) && err == nil {
			t.Errorf("%q finds %v, want %v", text, got, want)
		}
	}
	var table Table
	table.SetFilter("speed > 0.5")
	table.Read(s, nil)
	n := len(table.Shown())
	if table.SetFilter("sped > 0.5"); !strings.Contains(table.Why(), "speed") {
		t.Errorf("a wrong filter says %q", table.Why())
	}
	if table.Read(s, nil); len(table.Shown()) != n || n == 0 {
		t.Errorf("a wrong filter leaves %d rows of %d", len(table.Shown()), n)
	}
	s.Missing.Velocity = true
	table.SetFilter("speed > 0.5")
	if table.Read(s, nil); table.Why() != bridge.WhyNoVelocity || len(table.Shown()) > 0 {
		t.Errorf("a filter of what is missing says %q and shows %d rows", table.Why(), len(table.Shown()))
	}
	s.Details = nil
	var w bridge.Wanted
	table.SetFilter("force >= 0")
	if table.Ask([]string{"contacts"}, &w); !w.Details || !w.Contacts {
		t.Errorf("wanted is %+v", w)
	}
	if table.Read(s, nil); len(table.Shown()) > 0 {
		t.Error("a snapshot without details was searched for forces")
	}
}

// Contract: what is copied reads back: a header with units, a line for each shown row in its order, all digits.
func TestText(t *testing.T) {
	s, table := world(60), Table{Sort: "z", Down: true}
	table.SetFilter("mass > 0")
	names := []string{"id", "name", "speed", "z"}
	table.Read(s, names)
	lines := strings.Split(strings.TrimSuffix(table.Text(names), "\n"), "\n")
	if lines[0] != "id\tname\tspeed [m/s]\tz [m]" || len(lines) != len(table.Shown())+1 {
		t.Fatalf("%d lines, %q first", len(lines), lines[0])
	}
	for i, row := range table.Shown() {
		cells := strings.Split(lines[i+1], "\t")
		if len(cells) != len(names) || cells[0] != fmt.Sprint(table.Thing(row).Body) {
			t.Fatalf("line %d is %q", i+1, lines[i+1])
		}
		for k, name := range []string{"speed", "z"} {
			want := table.Numbers(name)[row]
			got, err := strconv.ParseFloat(cells[k+2], 64)
			if math.IsNaN(want) != (cells[k+2] == "") || !math.IsNaN(want) && (err != nil || got != want) {
				t.Errorf("%s of line %d is %q, want %v", name, i+1, cells[k+2], want)
			}
		}
	}
}

// Contract: the counts of all bins and the rows without a number are all rows; each number lies within its bin.
func TestHistogram(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, draw := range []func() float64{
		func() float64 { return r.NormFloat64() }, func() float64 { return math.Exp(9 * r.NormFloat64()) },
		func() float64 { return float64(r.IntN(12)) }, func() float64 { return 7.25 }, func() float64 { return 0 },
		func() float64 { return -3e-9 * r.Float64() }, func() float64 { return float64(r.IntN(1e6)) },
		func() float64 { return []float64{math.NaN(), math.Inf(1), 1, 2.5}[r.IntN(4)] }, math.NaN,
		func() float64 { return 1e9 + 1e-9*r.Float64() },
	} {
		var numbers []float64
		var rows []int32
		for i := range 2000 {
			numbers = append(numbers, draw())
			if i%3 > 0 {
				rows = append(rows, int32(i))
			}
		}
		h := Spread(numbers, rows, func(row int32) bool { return row%2 == 0 })
		sum, marked := 0, 0
		for i := range h.Counts {
			sum, marked = sum+h.Counts[i], marked+h.Marked[i]
		}
		if sum != h.Count || h.Count+h.Without != len(rows) || len(h.Counts) > mostBins+2 || marked > sum {
			t.Errorf("%d in %d bins and %d without, of %d; %d counted, %d marked", sum, len(h.Counts), h.Without, len(rows),
				h.Count, marked)
		}
		for _, row := range rows {
			v := numbers[row]
			if !finite(v) {
				continue
			}
			low := h.Low + float64(h.Bin(v))*h.Step
			if slack := 1e-6*h.Step + 1e-12*math.Abs(v); v < low-slack || v > low+h.Step+slack {
				t.Fatalf("%v lies in the bin from %v, %v wide", v, low, h.Step)
			}
		}
	}
}

// Contract: the nearest point is the one, by lengths as they are drawn; none that is too far or has no place.
func TestNearest(t *testing.T) {
	x, y := []float64{0, 1, 2, math.NaN()}, []float64{0, 10, 0, 0}
	rows := []int32{0, 1, 2, 3}
	if row, ok := Nearest(x, y, rows, [2]float64{1.2, 1}, [2]float64{100, 1}, 30); !ok || row != 1 {
		t.Errorf("nearest is %d, %v", row, ok)
	}
	if row, ok := Nearest(x, y, rows, [2]float64{1.2, 1}, [2]float64{1, 100}, 200); !ok || row != 2 {
		t.Errorf("with another scale nearest is %d, %v", row, ok)
	}
	if row, ok := Nearest(x, y, rows, [2]float64{1.5, 50}, [2]float64{1, 1}, 30); ok {
		t.Errorf("%d is too far", row)
	}
	if r, n := Correlation([]float64{1, 2, 3, math.NaN()}, []float64{2, 4, 6, 1}, rows); math.Abs(r-1) > 1e-12 || n != 3 {
		t.Errorf("correlation %v of %d", r, n)
	}
}
