package view

// Room is the distance from each edge of a picture to which flat parts reach [px]: legend, keys, captions and
// scale bar. In a figure no bodies should lie under them.
type Room struct{ Left, Right, Top, Bottom float32 }

// Union returns the room that both take together.
func (r Room) Union(o Room) Room {
	return Room{max(r.Left, o.Left), max(r.Right, o.Right), max(r.Top, o.Top), max(r.Bottom, o.Bottom)}
}
