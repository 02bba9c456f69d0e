package view

import "image/color"

// FlatPart is one part of what lies flat over a picture, such as a text of the legend. Places are in pixels from the
// upper left corner. It is a text if it has one, a line if it has a width, a ramp if it has colours, else a polygon.
type FlatPart struct {
	Points [][2]float32 // corners; both ends of a line; where the base line of a text begins; two corners of a ramp
	Color  color.NRGBA
	Width  float32 // of a line [px]

	Text          string
	Size, Advance float32     // of the letters, and how wide the text is [px]
	Halo          color.NRGBA // round the letters
	HaloWidth     float32     // [px]

	Ramp     []color.NRGBA // evenly from the first to the last
	Sideways bool          // from left to right, else from the top down
}

// Moved returns the part at another place.
func (p FlatPart) Moved(x, y float32) FlatPart {
	points := make([][2]float32, len(p.Points))
	for i, q := range p.Points {
		points[i] = [2]float32{q[0] + x, q[1] + y}
	}
	p.Points = points
	return p
}

// Room is how far what is flat reaches into a picture from its edges [px]: legend, keys, captions and scale bar, which
// bodies should not lie under in a figure.
type Room struct{ Left, Right, Top, Bottom float32 }

// Union returns the room of both.
func (r Room) Union(o Room) Room {
	return Room{max(r.Left, o.Left), max(r.Right, o.Right), max(r.Top, o.Top), max(r.Bottom, o.Bottom)}
}
