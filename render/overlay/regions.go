package overlay

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// Colours of what is measured.
var (
	measureTint = hex(0x6CB6F5)
	fitTint     = hex(0xFF5CC8)
)

// regions draws the regions that are measured, each with its name and a number, and what is fitted to the free surfaces
// in them.
func regions(f *Frame, to *glyph.List) {
	if !f.View.Measured.Regions {
		return
	}
	for i := range f.Heaps {
		f.heap(to, &f.Heaps[i])
	}
	list := f.Timeline.Followed[bridge.OfRegions].Regions
	for i := range list {
		if frame, ok := f.regionFrame(i, &list[i]); ok {
			strength := float32(0.55)
			if i == f.View.Measured.Region {
				strength = 1
			}
			f.outline(to, &list[i], &frame, measureTint.Alpha(strength), f.regionLabel(&list[i]))
		}
	}
}

// regionFrame returns where the frame of a region lies; ok is false if the body is not there with which it moves.
func (f *Frame) regionFrame(i int, r *bridge.Region) (frame bridge.BodyFrame, ok bool) {
	switch {
	case r.Body == "":
		return bridge.BodyFrame{Orientation: vec.Identity}, true
	case i >= len(f.Frames) || f.Frames[i].Orientation == (vec.Quat{}):
		return frame, false
	}
	return f.Frames[i], true
}

// regionLabel returns the name of a region, and the first of the chosen numbers that is known.
func (f *Frame) regionLabel(r *bridge.Region) string {
	of, now := &f.Timeline.Followed[bridge.OfRegions], f.Followed[bridge.OfRegions].Values
	charts := bridge.RegionCharts()
	text := r.Name
	value := func(n *bridge.RegionNumber) float64 {
		i := slices.IndexFunc(of.Columns, func(c bridge.Column) bool { return c.Name == n.Column(r.Name) })
		if i < 0 || i >= len(now) {
			return math.NaN()
		}
		return now[i]
	}
	for _, n := range charts[min(max(f.View.Measured.Chart, 0), len(charts)-1)] {
		x := value(n)
		if math.IsNaN(x) {
			continue
		}
		return text + "   " + n.Name + " " + numberText(n, x)
	}
	return text
}

// numberText writes a number of a region.
func numberText(n *bridge.RegionNumber, x float64) string {
	if n.Whole {
		return spell.Grouped(int64(x))
	}
	if n.Unit == "deg" {
		return short(x) + "°"
	}
	return reading(x, n.Unit)
}

// outline draws a region in a frame with a label.
func (f *Frame) outline(to *glyph.List, r *bridge.Region, frame *bridge.BodyFrame, ink glyph.RGBA, label string) {
	foot := [2]float32{0, -1} // the lowest point that is seen
	for _, line := range r.Outline() {
		for k := 1; k < len(line); k++ {
			a, b := frame.Of(line[k-1]).Float32(), frame.Of(line[k]).Float32()
			f.stroke(to, a, b, 1.4, ink)
			if x, y, _, ok := f.Screen(a); ok && y > foot[1] {
				foot = [2]float32{x, y}
			}
		}
	}
	if r.OfMesh() { // which is drawn itself
		if x, y, _, ok := f.Screen(frame.Origin.Float32()); ok {
			foot = [2]float32{x, y}
		}
	}
	if foot[1] >= 0 {
		f.tag(to, foot[0], foot[1]+4*f.Scale, label)
	}
}

// stroke draws a line over everything, with a dark edge, unless an end of it is behind the eye.
func (f *Frame) stroke(to *glyph.List, p, q mgl32.Vec3, width float32, c glyph.RGBA) {
	a, b, ok := f.segment(p, q)
	if !ok {
		return
	}
	to.Line(a[0], a[1], b[0], b[1], (width+1.2)*f.Scale, glyph.Hex(0).Alpha(0.35*float32(c[3])/255))
	to.Line(a[0], a[1], b[0], b[1], width*f.Scale, c)
}

// tag writes a text on a pane below the middle of its upper edge, below other tags, within the picture and above the
// card of keys.
func (f *Frame) tag(to *glyph.List, x, y float32, text string) {
	pad := 4 * f.Scale
	wide, high := to.Face.Width(text)+2*pad, to.Face.Line+pad
	x = max(min(x-wide/2, float32(f.Width)-wide), 0)
	for _, o := range f.scratch.tags { // from the first on, which only moves it down
		if x < o.x1 && x+wide > o.x0 && y < o.y1 && y+high > o.y0 {
			y = o.y1 + pad/2
		}
	}
	y = max(min(y, float32(f.Height)-high), 0)
	more := to.Face.Line + 6*f.Scale // a key of the grid may follow
	if c := f.cardPlace(to); c.width > 0 && x < c.x+c.width && x+wide > c.x && y+high > c.y-more {
		y = max(c.y-more-high-pad, 0)
	}
	f.scratch.tags = append(f.scratch.tags, rectangle{x, y, x + wide, y + high})
	if !f.View.Figure.On() {
		to.Rect(x, y, wide, high, f.Theme.Pane.Alpha(0.85)) // it lies over bodies
	}
	to.Text(x+pad, y+0.5*pad, text, f.Theme.Text, f.Theme.Halo)
}

// heap draws the points of a free surface and what was fitted to them.
func (f *Frame) heap(to *glyph.List, h *bridge.HeapFit) {
	for _, p := range h.Points {
		to.Points = append(to.Points, glyph.Dot(p.Float32(), 4, fitTint.Alpha(0.8), glyph.Disk))
	}
	for i, line := range h.Lines {
		width, ink := float32(1), fitTint.Alpha(0.7)
		if i == 0 {
			width, ink = 2, fitTint
		}
		for k := 1; k < len(line); k++ {
			f.stroke(to, line[k-1].Float32(), line[k].Float32(), width, ink)
		}
	}
	if len(h.Lines) > 0 {
		foot := h.Lines[0][1]
		if x, y, _, ok := f.Screen(foot.Float32()); ok {
			f.tag(to, x, y+6*f.Scale, short(math.Abs(h.Angle))+"° ± "+short(h.AngleError)+"°")
		}
	}
}
