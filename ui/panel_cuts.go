package ui

import (
	"fmt"
	"math"

	"example.org/tumble/render/view"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// cutActs are the actions that switch the cuts, by the axis that a cut is across.
var cutActs = [3]keymap.Action{keymap.CutX, keymap.CutY, keymap.CutZ}

// cutRows shows for each cut whether it is on, its place, and the side that it removes.
func (dr *drawing) cutRows(u *widget.Context) {
	for axis, a := range cutActs {
		c := &dr.view.Cuts[axis]
		name := "Cut across " + "XYZ"[axis:axis+1]
		if u.Toggle(name, keymap.Shortcut(a), c.On()) {
			dr.do(a)
		}
		if !c.On() || dr.snap == nil {
			continue
		}
		dr.cutRow(u, axis, c)
	}
}

// cutRow shows the place of a cut, and which side of it is not drawn. A cut that was turned in the view has a
// normal of its own.
func (dr *drawing) cutRow(u *widget.Context, axis int, c *view.Cut) {
	side := float32(1)
	if c.Normal[axis] < 0 {
		side = -1
	}
	b := dr.snap.Bounds.Core
	f := widget.Field{Key: "view.cut." + "xyz"[axis:axis+1], Unit: "m", Name: "Cut across " + "XYZ"[axis:axis+1],
		Scale: widget.Scale{Lo: float64(b[0][axis]), Hi: float64(b[1][axis])}}
	w := u.Label("at", "Place of the plane. Walls are not cut. In the view its arrow moves it, and its arcs turn it.")
	if x, ok := u.Number(f, float64(c.Offset*side), w); ok {
		c.Offset = float32(x) * side
	}
	w = u.Label("takes away", "Side of the plane that is not drawn.")
	now := 0
	if side > 0 {
		now = 1
	}
	if i := u.Choice("side"+f.Key, []string{"below", "above"}, now, w); i >= 0 {
		for k := range c.Normal {
			c.Normal[k] = -c.Normal[k]
		}
		c.Offset = -c.Offset
	}
	lean := math.Acos(min(float64(c.Normal[axis]*side), 1)) * 180 / math.Pi
	if lean < 0.01 {
		return
	}
	w = u.Label("turned", "By how much it was turned out of its axis.")
	if u.Button("straight"+f.Key, fmt.Sprintf("%.1f°: make straight", lean), "", w, u.RowHeight(), false) {
		at := dr.viewport.cutMiddle(*c)
		*c = view.CutAlong(axis, side > 0, at[axis])
	}
}
