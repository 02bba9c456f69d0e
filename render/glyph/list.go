package glyph

import "math"

// Segment is a straight line or an arrow between two points.
type Segment struct {
	From  [3]float32 // [m]
	Width float32    // [px at scale 1]
	To    [3]float32 // [m]
	Head  float32    // length of the head of an arrow at To [px at scale 1]; 0 for a line
	Color RGBA
}

// Line returns the line between two points.
func Line(from, to [3]float32, width float32, c RGBA) Segment {
	return Segment{From: from, Width: width, To: to, Color: c}
}

// Arrow returns the arrow from one point to another.
func Arrow(from, to [3]float32, width, head float32, c RGBA) Segment {
	return Segment{From: from, Width: width, To: to, Head: head, Color: c}
}

// Point is a mark of constant size.
type Point struct {
	At       [3]float32 // [m]
	Diameter float32    // [px at scale 1]
	Color    RGBA
	Form     Form
}

// Dot returns the mark at a point.
func Dot(at [3]float32, diameter float32, c RGBA, form Form) Point {
	return Point{At: at, Diameter: diameter, Color: c, Form: form}
}

// Form is the form of a point, as shaders read it.
type Form [4]uint8

// The forms of points.
var (
	Disk = Form{0}
	Ring = Form{255}
)

// Capsule is a sphere or a capsule in one colour. Axis and Side are unit vectors; Side may be zero if the picture
// does not show how the capsule is turned round its axis.
type Capsule struct {
	Center [3]float32 // [m]
	Half   float32    // half of the length between the middles of the caps [m]
	Axis   [3]float32
	Radius float32 // [m]
	Side   [3]float32
	Color  RGBA
}

// Tube returns the capsule between two points.
func Tube(a, b [3]float32, radius float32, c RGBA) Capsule {
	t := Capsule{Axis: [3]float32{1, 0, 0}, Radius: radius, Color: c}
	var d [3]float32
	for k := range d {
		t.Center[k] = 0.5 * (a[k] + b[k])
		d[k] = 0.5 * (b[k] - a[k])
	}
	t.Half = Norm(d)
	if t.Half > 0 {
		t.Axis = [3]float32{d[0] / t.Half, d[1] / t.Half, d[2] / t.Half}
	}
	return t
}

// List holds the glyphs of one overlay, which are drawn in the order of the fields. Lists are emptied and filled
// again for each picture.
type List struct {
	Hidden []Segment // lines that things in front of them hide
	Lift   float32   // shift of Hidden toward the eye [px], so that lines on a surface are visible
	Tubes  []Capsule // hide the things behind them, also other tubes
	Ghosts []Capsule // transparent
	Lines  []Segment // over everything
	Arrows []Segment // over everything, with a rim that sets them off from the colours behind
	Points []Point   // over everything
	*Sheet           // flat over the picture; all overlays of a picture share it
}

// Reset empties the list, except for the sheet, and keeps its memory for the next picture.
func (l *List) Reset() {
	l.Hidden, l.Lift, l.Tubes, l.Ghosts = l.Hidden[:0], 0, l.Tubes[:0], l.Ghosts[:0]
	l.Lines, l.Arrows, l.Points = l.Lines[:0], l.Arrows[:0], l.Points[:0]
}

// Along returns the point p + t d.
func Along(p, d [3]float32, t float32) [3]float32 {
	return [3]float32{p[0] + t*d[0], p[1] + t*d[1], p[2] + t*d[2]}
}

// Norm returns the length of a vector.
func Norm(v [3]float32) float32 {
	return float32(math.Sqrt(float64(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])))
}
