package ui

import "example.org/tumble/ui/layout"

// besideColumn returns the end of the column at x that has the view beside it, and whether the view is left of
// that.
func (g *gui) besideColumn(x float32) (end float32, left bool) {
	for _, c := range []layout.Rect{g.at.Rail, g.at.Dock, g.at.Inspector} {
		if x >= c.X && x < c.X+c.Width {
			if c.X > g.at.View.X && !g.at.Over {
				return c.X, true
			}
			return c.X + c.Width, false
		}
	}
	return x, false
}
