package layout

// Float is something that lies over the view without a person having opened it as a panel: each has a place of its
// own, which Places.Put gives it.
type Float int

// What lies over the view. Those at the top lie below one another in this order, from the upper edge down; those of
// the band lie at the lower edge.
const (
	Strip   Float = iota // buttons of overlays and views
	Twins                // bar of worlds beside each other
	Banner               // why the run stopped
	Find                 // field in which a person searches
	Chips                // what is not as usual
	Status               // what the lane says, where the lane is hidden
	Toast                // newest message, where the lane is hidden
	Welcome              // what the first start begins with
	Guide                // what the scene or a story has to show
	End                  // what may follow the end of the scene
	NumFloats
)

// place is where a kind of float lies, and how it gives way to others.
type place struct {
	band   bool // at the lower edge, else at the upper one
	alone  bool // of those alone, only the first that is wanted has the place; the others wait
	middle bool // in the middle of the width, else at the left
	framed bool // framing leaves its room free: it is there by itself, and stays; others lie in the room of the band
}

// places has a row for each float.
var places = [NumFloats]place{
	Strip:   {framed: true},
	Twins:   {framed: true},
	Banner:  {framed: true},
	Find:    {middle: true},
	Chips:   {},
	Status:  {band: true},
	Toast:   {band: true},
	Welcome: {band: true, alone: true, middle: true, framed: true},
	Guide:   {band: true, alone: true, middle: true},
	End:     {band: true, alone: true, middle: true},
}

// Size is a width and a height in units of the window. What is not on show has none.
type Size struct{ Width, Height float32 }

// BandHeight is the room at the lower edge of the view that framing leaves free at a scale of 1: for a card of two
// lines, for axes and keys.
const BandHeight = 63

// AxesWidth is what the axes take of the band at its left at a scale of 1.
const AxesWidth = 112

// Most returns the largest size that a float may ask for: text wraps in that width.
func (p *Places) Most(f Float) Size {
	margin := p.px(FloatMargin)
	room := Size{p.View.Width - 2*margin, p.View.Height - 2*margin}
	if places[f].band {
		room.Width -= p.bandLeft() - margin
	}
	return Size{max(room.Width, 1), max(room.Height, 1)}
}

// Low reports whether a card of a height lies below what is framed. One that came by itself and is higher must be made
// smaller: it would cover what it tells of.
func (p *Places) Low(height float32) bool {
	margin := p.px(FloatMargin)
	return height+margin+margin/2 <= p.band()
}

// band returns the height of the room at the lower edge of the view that framing leaves free.
func (p *Places) band() float32 { return min(p.px(BandHeight), p.View.Height/4) }

// bandLeft returns how much of the band's left end is kept for the axes: nothing in a narrow view, where cards come
// over them.
func (p *Places) bandLeft() float32 {
	if axes := p.px(AxesWidth); p.View.Width > 5*axes {
		return axes
	}
	return p.px(FloatMargin)
}

// Put gives each float its place, by the sizes that they want, none larger than Most: in the order of their kinds, as
// long as there is room. It sets Floats, and Clear, in which a scene is framed: what legend and keys take at the right
// edge [units of the window] is left out of that.
func (p *Places) Put(want [NumFloats]Size, right float32) {
	v, margin := p.View, p.px(FloatMargin)
	top, bottom := v.Y+margin, v.Y+v.Height-margin
	clearTop, clearBottom := v.Y, v.Y+v.Height-p.band()
	p.Floats = [NumFloats]Rect{}
	taken := false
	for f, size := range want {
		at := places[f]
		if size.Width <= 0 || size.Height <= 0 || at.alone && taken {
			continue
		}
		most := p.Most(Float(f))
		r := Rect{v.X + margin, top, min(size.Width, most.Width), min(size.Height, most.Height)}
		if r.Height > bottom-top {
			continue // it waits until there is room
		}
		if at.alone && at.framed && clearBottom-clearTop-r.Height < v.Height/3 {
			continue // little would be left of the scene
		}
		taken = taken || at.alone
		if at.band {
			r.X = v.X + p.bandLeft()
			bottom -= r.Height
			r.Y = bottom
			bottom -= margin
		} else {
			top += r.Height + margin/2
		}
		if at.middle {
			r.X = float32(int(r.X + (most.Width-r.Width)/2))
		}
		if p.Floats[f] = r; !at.framed {
			continue
		}
		if at.band {
			clearBottom = min(clearBottom, r.Y-margin/2)
		} else {
			clearTop = max(clearTop, r.Y+r.Height+margin/2)
		}
	}
	free := p.Free()
	p.Clear = Rect{free.X, clearTop, free.Width, clearBottom - clearTop}
	if p.Clear.Height < v.Height/3 { // in a view so small that floats fill it, the scene lies below them
		p.Clear = free
	}
	if right > 0 && right < v.Width/3 {
		p.Clear.Width -= right
	}
}

// Free returns the part of the view over which no column lies; all of it where that is next to nothing.
func (p *Places) Free() Rect {
	v := p.View
	if end := p.Dock.X + max(p.Dock.Width, p.Inspector.Width); p.Over && v.X+v.Width-end > v.Width/4 {
		v.X, v.Width = end, v.X+v.Width-end
	}
	return v
}

// Lift returns how much of the view's height a card of the band takes, from the lower edge up: 0 to 1. Keys in the
// picture lie above that.
func (p *Places) Lift() float32 {
	top := p.View.Y + p.View.Height
	for f, r := range p.Floats {
		if places[f].alone && r.Width > 0 {
			top = min(top, r.Y)
		}
	}
	if p.View.Height <= 0 {
		return 0
	}
	return (p.View.Y + p.View.Height - top) / p.View.Height
}

// px turns a length of the design into units of the window, whole ones.
func (p *Places) px(x float32) float32 { return float32(int(x*p.scale + 0.5)) }

// Has reports whether a point lies in a rectangle.
func (r Rect) Has(x, y float32) bool {
	return x >= r.X && y >= r.Y && x < r.X+r.Width && y < r.Y+r.Height
}

// Overlaps reports whether two rectangles have area in common.
func (r Rect) Overlaps(o Rect) bool {
	return min(r.X+r.Width, o.X+o.Width) > max(r.X, o.X) && min(r.Y+r.Height, o.Y+o.Height) > max(r.Y, o.Y)
}
