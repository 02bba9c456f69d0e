package overlay

import (
	"fmt"
	"math"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Colours of the explanation.
var (
	countsTint = glyph.Hex(0xFFC733) // places that count, and the contact point
	dropsTint  = glyph.Hex(0x9AA0AA) // places that do not count
)

// explained reports whether a picture explains the selected contact.
func explained(f *Frame) bool {
	in := &f.Inspected
	return f.View.Explain && in.Things[0].Kind == bridge.ThingContact && !in.Missing[0] &&
		f.View.Selected.Has(in.Things[0]) && len(in.Contact.Explained.Places) > 0
}

// explanation draws how the selected contact was found: the places that the contact rule examined, with their
// weights, and the contact point and normal.
func explanation(f *Frame, to *glyph.List) {
	if !explained(f) {
		return
	}
	drawPlaces(f, to, &f.Inspected.Contact)
	s := f.Scale
	to.Key("counts, with its weight", 12*s, func(to *glyph.Sheet, x, y float32) {
		keyRing(to, x+6*s, y, 2*s, 4*s, countsTint)
	})
	to.Key("looked at, does not count", 12*s, func(to *glyph.Sheet, x, y float32) {
		keyRing(to, x+6*s, y, 4*s, 1.5*s, dropsTint)
	})
}

// drawPlaces draws the places that the contact rule examined, and the contact point and normal.
func drawPlaces(f *Frame, to *glyph.List, c *bridge.ContactNumbers) {
	written := 0
	for i := range c.Explained.Places {
		p := &c.Explained.Places[i]
		tint, form, size := dropsTint, glyph.Ring, float32(7)
		if p.Weight > 0 {
			tint, form, size = countsTint, glyph.Disk, float32(5+7*math.Sqrt(p.Weight))
		}
		from, end := p.From.Float32(), p.To.Float32()
		to.Arrows = append(to.Arrows, glyph.Line(from, end, 1.2, tint.Alpha(0.8)))
		to.Points = append(to.Points, glyph.Dot(end, size, tint, form))
		if p.Weight > 0 && p.Point != (vec.Vec3{}) && written < 6 {
			written++
			if x, y, _, ok := f.Screen(p.Point.Float32()); ok && p.Weight < 1 {
				to.Text(x+9*f.Scale, y-16*f.Scale, fmt.Sprintf("%.2f", p.Weight), countsTint, f.Theme.Halo)
			}
		}
	}
	point, reach := c.Point.Float32(), 0.7*f.Grain()
	normal := c.Normal.Float32()
	from, tip := glyph.Along(point, normal, -reach), glyph.Along(point, normal, reach)
	to.Arrows = append(to.Arrows, glyph.Arrow(from, tip, 2, 10, NormalTint))
	to.Points = append(to.Points, glyph.Dot(point, 11, countsTint, glyph.Disk),
		glyph.Dot(point, 15, NormalTint, glyph.Ring))
}

// lensRadius is the radius of the lens and lensOverlap the depth of the overlap in it [px at scale 1], lensSides
// the number of sides of its circle.
const (
	lensRadius  = 84
	lensOverlap = 24
	lensSides   = 72
)

// lens draws a section of the explained contact along its normal, which points up, at a side of the picture
// beside the legend: the outlines of both bodies near the contact, with the overlap exaggerated so that it is
// visible, and the forces on B.
func lens(f *Frame, to *glyph.List) {
	c := &f.Inspected.Contact
	if !explained(f) || !(c.Overlap > 0) {
		return
	}
	s := f.Scale
	r := min(lensRadius*s, 0.14*float32(f.Height))
	x, y := f.lensPlace(to.Room, c, r)
	least := math.Inf(1)
	for _, core := range c.Explained.Cores {
		if core.Given {
			least = min(least, core.Radius)
		}
	}
	unit := 0.8 * float64(r) / least // [px/m]
	to.Disk(x, y, r, lensSides, f.Theme.Pane)
	to.Ring(x, y, r, 1.5*s, lensSides, dropsTint)
	for i, side := range [2]float32{1, -1} {
		radius := float32(0) // flat
		if core := c.Explained.Cores[i]; core.Given {
			radius = float32(core.Radius * unit)
		}
		tint := [2]glyph.RGBA{glyph.Hex(0x6AAEE2), glyph.Hex(0xE8837A)}[i]
		drawArc(to, arc{x, y - side*lensOverlap/2*s, radius, side}, y, r-3*s, 2*s, tint)
		to.Text(x-0.12*r, y+side*0.72*r-7*s, "AB"[i:i+1], tint, f.Theme.Halo)
	}
	drawLensForces(f, to, c, x, y, r)
	at := x - 0.42*r
	to.Line(at, y-lensOverlap/2*s, at, y+lensOverlap/2*s, 1.5*s, f.Theme.Text)
	times := lensOverlap * float64(s) / (c.Overlap * unit)
	lines := [2]string{"overlap " + quantity(c.Overlap, "m"), "drawn × " + short(roundUp(times))}
	wide := max(to.Face.Width(lines[0]), to.Face.Width(lines[1])) + 16*s
	f.pane(to, x-wide/2, y+r+3*s, wide, 17*s+to.Face.Line)
	for k, text := range lines {
		to.Text(x-to.Face.Width(text)/2, y+r+(6+float32(k)*16)*s, text, f.Theme.Text, f.Theme.Halo)
	}
}

// lensPlace returns where the middle of a lens with a radius is to be: at the right of the picture, but at the left
// if the contact that it explains is at the right, since the lens would hide that or the bodies about it.
func (f *Frame) lensPlace(room view.Room, c *bridge.ContactNumbers, r float32) (x, y float32) {
	const right = 0.6 // of the width; not the half, so that the lens seldom changes sides while the camera turns
	x, y = float32(f.Width)-room.Right-r-16*f.Scale, 0.4*float32(f.Height)
	if at, _, _, ok := f.Screen(c.Point.Float32()); ok && at > right*float32(f.Width) {
		x = r + 16*f.Scale
	}
	return x, y
}

// drawLensForces draws the normal and the tangential force on B.
func drawLensForces(f *Frame, to *glyph.List, c *bridge.ContactNumbers, x, y, r float32) {
	force := max(math.Abs(c.NormalForce), c.TangentialForce)
	if !(force > 0) {
		return
	}
	s, tint := f.Scale, Sticking
	if c.Sliding {
		tint = sliding
	}
	to.Arrow(x, y, x, y-float32(c.NormalForce/force)*0.5*r, 2*s, countsTint)
	to.Arrow(x, y, x+float32(c.TangentialForce/force)*0.5*r, y, 2*s, tint)
}

// arc is a part of a circle through the point (x, y), with a radius, 0 for a straight line. With side 1 the circle
// lies below the point, which is then its highest one, with side -1 above it.
type arc struct{ x, y, radius, side float32 }

// drawArc draws the part of an arc that lies in a circle with the radius clip round the point (a.x, middle).
func drawArc(to *glyph.List, a arc, middle, clip, width float32, c glyph.RGBA) {
	const pieces = 48
	var last [2]float32
	drawn := false
	for i := range pieces + 1 {
		dx := clip * (2*float32(i)/pieces - 1)
		y := a.y
		if a.radius > 0 {
			if dx*dx > a.radius*a.radius {
				drawn = false
				continue
			}
			y += a.side * (a.radius - float32(math.Sqrt(float64(a.radius*a.radius-dx*dx))))
		}
		if dx*dx+(y-middle)*(y-middle) > clip*clip {
			drawn = false
			continue
		}
		if drawn {
			to.Line(last[0], last[1], a.x+dx, y, width, c)
		}
		last, drawn = [2]float32{a.x + dx, y}, true
	}
}
