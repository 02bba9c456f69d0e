package ui

import (
	"fmt"
	"io"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/measure/fields"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/ui/chart"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/plot"
	"example.org/tumble/ui/widget"
)

// profile shows the field of the slice along one of the two directions in it.
type profile struct {
	*shared
	plots  *table // how plots are labelled and saved
	slice  *fieldSlice
	across bool // along the second of the directions
	axes   chart.Axes
}

// along returns the axis along which the profile is, and its number among the directions in the slice.
func (pr *profile) along() (axis, of int) {
	if of = 1; pr.across {
		of = 2
	}
	return (pr.slice.axis + of) % 3, of - 1
}

// draw shows the mean of the field over each row of cells.
func (pr *profile) draw(u *widget.Context, at layout.Rect) {
	s := &pr.snap.Slice
	if !pr.slice.shownNow() {
		pr.noSlice(u, at)
		return
	}
	axis, now := pr.along()
	x, y := at.X+u.Px(12), at.Y+u.Px(3)
	imgui.SetCursorScreenPos(imgui.Vec2{X: x, Y: y})
	names := []string{"over " + string("xyz"[(pr.slice.axis+1)%3]), "over " + string("xyz"[(pr.slice.axis+2)%3])}
	if i := u.Choice("axis of profile", names, now, u.Px(120)); i >= 0 {
		pr.across = i == 1
	}
	axes := &pr.axes
	area := plotArea(u, at, axes, s.Unit)
	if len(s.Values) == 0 || s.Of.Field.Box.Cells[pr.slice.axis] != 1 {
		pr.plots.nothing(u, area, "…")
		return
	}
	places, mean := fields.Profile(s, axis)
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range mean {
		if !math.IsNaN(v) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	if lo > hi {
		pr.plots.nothing(u, area, "There is nothing in the slice.")
		return
	}
	axes.Low, axes.High = padded(min(lo, 0), max(hi, 0)) // from 0, as it is a size most often
	axes.Begin, axes.End = s.Of.Field.Box.Low.Component(axis), s.Of.Field.Box.High.Component(axis)
	area = plotArea(u, at, axes, s.Unit)
	axes.Area = area
	list := imgui.WindowDrawList()
	widget.Fill(list, corner(area), end(area), widget.Pack(widget.ColorPanel))
	axes.MarkValues(u, s.Unit)
	axes.MarkAcross(u, "m")
	ink := widget.Pack(widget.ColorSeries[0])
	point := func(k int) imgui.Vec2 { return imgui.Vec2{X: axes.X(places[k]), Y: axes.Y(mean[k])} }
	for k := 1; k < len(places); k++ {
		if !math.IsNaN(mean[k-1] + mean[k]) {
			list.AddLineV(point(k-1), point(k), ink, u.Px(1.5))
		}
	}
	pr.plots.says(u, x+u.Px(130), y, at, "The mean over the cells of each row that have bodies; of velocities and "+
		"temperatures by mass.", s.Title)
	pr.plots.saveButton(u, at, "Profile of "+s.Title, func() plot.Panel { return pr.panel(axis, places, mean) },
		func(to io.Writer) error { return pr.write(to, axis, places, mean) })
	imgui.SetCursorScreenPos(corner(area))
	widget.Clickable("profile", area.Width, area.Height)
	if k := int(float64(len(places)) * float64((imgui.MousePos().X-area.X)/area.Width)); imgui.IsItemHovered() &&
		k >= 0 && k < len(places) && !math.IsNaN(mean[k]) {
		list.AddCircleFilled(point(k), u.Px(4), widget.Pack(widget.ColorAccentHi))
		pr.plots.plotLabel(u, area, string("xyz"[axis])+" "+format.Quantity(places[k], "m", 3),
			s.Title+" "+format.Quantity(mean[k], s.Unit, 4))
	}
}

// noSlice offers a slice in place of its profile.
func (pr *profile) noSlice(u *widget.Context, at layout.Rect) {
	u.TextAt(u.Fonts.Text, widget.ColorSecondary, at.X+u.Px(12), at.Y+u.Px(24),
		u.Fit(u.Fonts.Text, "Lay a slice: its field is shown along a direction.", at.Width-u.Px(24)))
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + u.Px(12), Y: at.Y + u.Px(40)})
	if u.Button("lay slice", "New slice", "", u.ButtonWidth("New slice", ""), u.Px(22), false) {
		pr.slice.put()
	}
	u.Tip(aboutSlice)
}

// panel returns the profile for a saved plot.
func (pr *profile) panel(axis int, places, mean []float64) plot.Panel {
	s := &pr.snap.Slice
	return plot.Panel{X: string("xyz"[axis]) + " [m]", Y: series.WithUnit(s.Title, s.Unit),
		Curves: []plot.Curve{{Color: chart.OnPaper(0), X: places, Y: mean}}}
}

// write writes the profile as a table.
func (pr *profile) write(to io.Writer, axis int, places, mean []float64) error {
	s := &pr.snap.Slice
	_, err := fmt.Fprintf(to, "%c [m],%s\n", "xyz"[axis], series.WithUnit(s.Title, s.Unit))
	for k := range places {
		if err == nil {
			_, err = fmt.Fprintf(to, "%s,%s\n", series.Decimal(places[k]), series.Decimal(mean[k]))
		}
	}
	return err
}
