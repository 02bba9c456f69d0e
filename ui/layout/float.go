package layout

// Float is a part of the window that lies over the view and is no panel. Places.Put gives each float a place of
// its own.
type Float int

// The floats. Floats at the top lie below one another in this order, from the upper edge down; floats of the band
// lie at the lower edge.
const (
	Strip   Float = iota // buttons of overlays and views
	Twins                // bar of worlds beside each other
	Banner               // reason why the run stopped
	Find                 // field in which a person searches
	Chips                // chips, one for each thing that is not as usual
	Status               // text of the lane, where the lane is hidden
	Toast                // newest message, where the lane is hidden
	Welcome              // card of the first start
	Guide                // card of the guide of the scene or of a story
	End                  // card with possible next steps at the end of the scene
	NumFloats
)

// place says where a float lies, and how it gives way to others.
type place struct {
	band   bool // at the lower edge, otherwise at the upper one
	alone  bool // only the first wanted float with this mark gets a place; the others wait
	middle bool // in the middle of the width, otherwise at the left
	framed bool // framing leaves its room free: it appears by itself and stays; others lie in the band
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

// Size is a width and a height in units of the window. A float that is not shown has no size.
type Size struct{ Width, Height float32 }

// BandHeight is the room at the lower edge of the view that framing leaves free at a scale of 1: for a card of two
// lines, for axes and keys.
const BandHeight = 63

// AxesWidth is the width of the axes at the left end of the band at a scale of 1.
const AxesWidth = 112

// Most returns the largest size that a float may have; its text wraps at this width.
func (p *Places) Most(f Float) Size {
	margin := p.px(FloatMargin)
	room := Size{p.View.Width - 2*margin, p.View.Height - 2*margin}
	if places[f].band {
		room.Width -= p.bandLeft() - margin
	}
	return Size{max(room.Width, 1), max(room.Height, 1)}
}

// Low reports whether a card of a height lies below the framed scene. A card that appears by itself and is higher
// must be made smaller, because it would cover the things that it describes.
func (p *Places) Low(height float32) bool {
	margin := p.px(FloatMargin)
	return height+margin+margin/2 <= p.band()
}

// band returns the height of the room at the lower edge of the view that framing leaves free.
func (p *Places) band() float32 { return min(p.px(BandHeight), p.View.Height/4) }

// bandLeft returns the width at the left end of the band that is kept for the axes. In a narrow view it is only
// the margin, and cards cover the axes.
func (p *Places) bandLeft() float32 {
	if axes := p.px(AxesWidth); p.View.Width > 5*axes {
		return axes
	}
	return p.px(FloatMargin)
}

// Put gives each float a place for its wanted size, which Most limits, in the order of the floats and as long as
// there is room. It sets Floats, and Clear, in which a scene is framed. Clear does not contain right, the width of
// legend and keys at the right edge [units of the window].
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
			continue // the float waits until there is room
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
	if p.Clear.Height < v.Height/3 { // floats fill the small view: the scene lies below them
		p.Clear = free
	}
	if right > 0 && right < v.Width/3 {
		p.Clear.Width -= right
	}
}

// Free returns the part of the view over which no column lies, or the whole view if this part is too narrow.
func (p *Places) Free() Rect {
	v := p.View
	if end := p.Dock.X + max(p.Dock.Width, p.Inspector.Width); p.Over && v.X+v.Width-end > v.Width/4 {
		v.X, v.Width = end, v.X+v.Width-end
	}
	return v
}

// Lift returns the share of the view's height that a card of the band covers, from the lower edge up: 0 to 1. Keys
// in the picture lie above the card.
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

// px converts a length of the design to a whole number of units of the window.
func (p *Places) px(x float32) float32 { return float32(int(x*p.scale + 0.5)) }

// Has reports whether a point lies in a rectangle.
func (r Rect) Has(x, y float32) bool {
	return x >= r.X && y >= r.Y && x < r.X+r.Width && y < r.Y+r.Height
}

// Overlaps reports whether two rectangles have area in common.
func (r Rect) Overlaps(o Rect) bool {
	return min(r.X+r.Width, o.X+o.Width) > max(r.X, o.X) && min(r.Y+r.Height, o.Y+o.Height) > max(r.Y, o.Y)
}
