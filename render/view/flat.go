package view

// Room is how far what is flat reaches into a picture from its edges [px]: legend, keys, captions and scale bar, which
// bodies should not lie under in a figure.
type Room struct{ Left, Right, Top, Bottom float32 }

// Union returns the room of both.
func (r Room) Union(o Room) Room {
	return Room{max(r.Left, o.Left), max(r.Right, o.Right), max(r.Top, o.Top), max(r.Bottom, o.Bottom)}
}
