package layout

import (
	"fmt"
	"slices"
	"testing"
)

// The parts of windows and what lies over their views have places of their own at all sizes, whatever is open: nothing
// overlaps, nothing leaves the view, and what a scene is framed in is free of all that came by itself.
func TestFloatsHavePlacesOfTheirOwn(t *testing.T) {
	for _, size := range [][2]float32{{800, 500}, {1024, 640}, {1280, 720}, {1600, 900}, {1920, 1080}, {2560, 1440}} {
		for _, scale := range []float32{LeastScale, 1, 1.5, 2, MostScale} {
			if scale > RoomFor(size[0], size[1]) {
				continue
			}
			for open := range 16 {
				for shown := range 1 << NumFloats {
					checkFloats(t, size, scale, open, shown)
				}
			}
		}
	}
}

// elsewhere are the floats that are not shown over the view, by whether nothing else is shown.
var elsewhere = map[bool][]Float{false: {Status, Toast}, true: {Strip, Guide, End}}

// checkFloats checks the places in one window with some of its parts open and some floats shown, bit by bit.
func checkFloats(t *testing.T, size [2]float32, scale float32, open, shown int) {
	t.Helper()
	s := First("Scene", 0)
	s.Inspector, s.Drawer = open&1 != 0, open&2 != 0
	if open&4 != 0 {
		s.Dock = ""
	}
	hidden := open&8 != 0
	p := s.Arrange(size[0], size[1], scale, hidden)
	sizes := [NumFloats]Size{Strip: {760, 28}, Twins: {640, 80}, Banner: {5000, 62}, Find: {480, 112}, Chips: {200, 24},
		Status: {500, 26}, Toast: {460, 40}, Welcome: {600, 120}, Guide: {480, 42}, End: {480, 42}}
	var want [NumFloats]Size
	for f := range want {
		if shown>>f&1 != 0 && !slices.Contains(elsewhere[hidden], Float(f)) && (Float(f) != Status || shown>>Toast&1 == 0) {
			most := p.Most(Float(f))
			want[f] = Size{min(sizes[f].Width*scale, most.Width), min(sizes[f].Height*scale, most.Height)}
		}
	}
	p.Put(want, 0)
	where := fmt.Sprintf("%g × %g at %g, open %b, floats %b", size[0], size[1], scale, open, shown)
	for f, r := range p.Floats {
		if r.Width == 0 {
			continue
		}
		if v := p.View; r.X < v.X || r.X+r.Width > v.X+v.Width || r.Y < v.Y || r.Y+r.Height > v.Y+v.Height {
			t.Fatalf("%s: float %d leaves the view: %+v in %+v", where, f, r, v)
		}
		if keys := p.View.Y + p.View.Height*(1-p.Lift()); places[f].alone && keys > r.Y+0.01 {
			t.Fatalf("%s: keys reach down to %g, into float %d: %+v", where, keys, f, r)
		}
		for o := range f {
			if r.Overlaps(p.Floats[o]) {
				t.Fatalf("%s: floats %d and %d overlap: %+v, %+v", where, o, f, p.Floats[o], r)
			}
		}
		opened := Float(f) == Find || Float(f) == Chips                // by what a person does
		low := !places[f].alone || places[f].framed || p.Low(r.Height) // or a person has opened it
		if !opened && low && p.Clear != p.Free() && r.Overlaps(p.Clear) {
			t.Fatalf("%s: float %d lies over the scene: %+v, %+v", where, f, r, p.Clear)
		}
	}
	if c := p.Clear; c.Width < p.Free().Width || c.Height < p.View.Height/3 || c.Overlaps(p.Drawer) || !p.Over &&
		(c.Overlaps(p.Dock) || c.Overlaps(p.Inspector)) {
		t.Fatalf("%s: the scene is framed in %+v of %+v", where, c, p.View)
	}
}

// The dock is as wide beside the inspector as without: nothing in it moves as that opens.
func TestDockStandsStill(t *testing.T) {
	for width := float32(OneColumn); width <= 2560; width += 20 {
		for _, wide := range []float32{LeastColumn, 300, MostColumn} {
			s := First("Scene", 0)
			s.DockWidth = wide
			alone := s.Arrange(width, 800, 1, false)
			s.Inspector = true
			if p := s.Arrange(width, 800, 1, false); !p.Shared && (p.Dock != alone.Dock || p.Inspector.Width < LeastColumn) {
				t.Errorf("%g wide: the dock goes from %+v to %+v beside %+v", width, alone.Dock, p.Dock, p.Inspector)
			}
		}
	}
}

// The stage, which the picture belongs to, is the same whatever is open and shown: the picture stands still.
func TestStageStandsStill(t *testing.T) {
	first := First("Scene", 0)
	want := first.Arrange(1280, 720, 1, false).Stage
	for open := range 16 {
		s := First("Scene", 0)
		s.Inspector, s.Drawer = open&1 != 0, open&2 != 0
		if open&4 != 0 {
			s.Dock = ""
		}
		if got := s.Arrange(1280, 720, 1, open&8 != 0).Stage; got != want {
			t.Errorf("open %b: %+v, want %+v", open, got, want)
		}
	}
}

// Cards of the band wait for one another: the first that is wanted has the place.
func TestCardsWait(t *testing.T) {
	s := First("", 0)
	p := s.Arrange(1280, 720, 1, false)
	p.Put([NumFloats]Size{Welcome: {400, 100}, End: {400, 42}}, 0)
	if p.Floats[Welcome].Width == 0 || p.Floats[End].Width != 0 {
		t.Errorf("two cards in one place: %+v", p.Floats)
	}
}
