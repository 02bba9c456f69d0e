package ui

import "example.org/tumble/ui/layout"

// besideColumn returns the end of the column at x that has the view beside it, and whether the view is left of
// that.
func (sh *shell) besideColumn(x float32) (end float32, left bool) {
	for _, c := range []layout.Rect{sh.at.Rail, sh.at.Dock, sh.at.Inspector} {
		if x >= c.X && x < c.X+c.Width {
			if c.X > sh.at.View.X && !sh.at.Over {
				return c.X, true
			}
			return c.X + c.Width, false
		}
	}
	return x, false
}
