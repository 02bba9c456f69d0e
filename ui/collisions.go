package ui

import (
	"encoding/csv"
	"io"
	"math"
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/measure/collisions"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/chart"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/plot"
	"example.org/tumble/ui/widget"
)

// collided are the collisions that were followed, and their spectrum.
type collided struct {
	*shared
	plots    *table // how plots are labelled and saved
	on       bool   // collisions are followed
	by       int    // an index into collisions.Numbers
	pair     [2]int // of materials, the first not the greater; noPair: all pairs
	byEnergy bool   // bars are the energy that was lost, not the number of collisions
	log      bool   // bars are drawn by ratios
	axes     chart.Axes

	chart func() // shows the chart
}

// noPair stands for all pairs of materials.
var noPair = [2]int{-1, -1}

// titleCollisions is the title of the chart of collisions.
const titleCollisions = "Collisions"

// wants adds collisions to what snapshots must have.
func (cl *collided) wants(w *bridge.Wanted) { w.Collisions = cl.on }

// pairs returns the pairs of materials that have met, and their names; the first stands for all.
func (cl *collided) pairs() (list [][2]int, names []string) {
	list, names = append(list, noPair), append(names, "All pairs")
	name := func(i int) string {
		if i < len(cl.snap.Materials) {
			return cl.snap.Materials[i].Name
		}
		return format.Unknown
	}
	if len(cl.snap.Collisions.Spectra) == 0 {
		return list, names
	}
	for _, b := range cl.snap.Collisions.Spectra[0] {
		if pair := [2]int{b.MaterialA, b.MaterialB}; list[len(list)-1] != pair {
			list, names = append(list, pair), append(names, name(pair[0])+" – "+name(pair[1]))
		}
	}
	return list, names
}

// chosen returns which of some pairs is shown: all, once the chosen one is not there.
func (cl *collided) chosen(list [][2]int) int { return max(slices.Index(list, cl.pair), 0) }

// bins returns the bins of the chosen pair, or of all pairs together, from the least number up; the collisions of which
// the number is too small for a bin are apart.
func (cl *collided) bins() (list []bridge.CollisionBin, small bridge.CollisionBin) {
	of := &cl.snap.Collisions
	if cl.by >= len(of.Spectra) {
		return nil, small
	}
	pairs, _ := cl.pairs()
	pair, own := pairs[cl.chosen(pairs)], []bridge.CollisionBin(nil)
	for _, b := range of.Spectra[cl.by] {
		if pair == noPair || pair == [2]int{b.MaterialA, b.MaterialB} {
			own = append(own, b)
		}
	}
	list = collisions.Joined(own)
	if len(list) > 0 && list[0].From == 0 {
		small, list = list[0], list[1:]
	}
	return list, small
}

// total returns the sum of the collisions of the chosen pair.
func (cl *collided) total() (all bridge.CollisionBin) {
	list, small := cl.bins()
	all.Add(&small)
	for i := range list {
		all.Add(&list[i])
	}
	return all
}

// weight returns how high the bar of a bin is.
func (cl *collided) weight(b *bridge.CollisionBin) float64 {
	if cl.byEnergy {
		return b.LostNormal + b.LostTangential
	}
	return float64(b.Count)
}

// weightName returns what bars are, and its unit.
func (cl *collided) weightName() (name, unit string) {
	if cl.byEnergy {
		return "energy lost", "J"
	}
	return "collisions", ""
}

// high returns the place of a weight on the vertical axis.
func (cl *collided) high(x float64) float64 {
	if cl.log {
		return math.Log10(x)
	}
	return x
}

// buttons show above the chart what is shown, and change it. They return where they end.
func (cl *collided) buttons(u *widget.Context, at layout.Rect) (x float32) {
	x, y, h := at.X+u.Px(12), at.Y+u.Px(3), u.Px(22)
	put := func(w float32) {
		imgui.SetCursorScreenPos(imgui.Vec2{X: x, Y: y})
		x += w + u.Px(4)
	}
	room := (at.Width - u.Px(saveWidth+24) - 2*u.ButtonWidth("by energy", "")) / 2
	w := layout.Clamp(room, u.Px(60), u.Px(150))
	put(w)
	if i := u.ComboOf("collisions by", collisionNames(), cl.by, w, h); i >= 0 {
		cl.by = i
	}
	u.Tip(collisions.Numbers[cl.by].About)
	list, names := cl.pairs()
	put(w)
	if i := u.ComboOf("pair of materials", names, cl.chosen(list), w, h); i >= 0 {
		cl.pair = list[i]
	}
	for _, s := range []struct {
		text, about string
		on          *bool
	}{{"by energy", "Bars are the energy that the collisions of a range lost, not their number.", &cl.byEnergy},
		{"log", "By ratios: each step upward is ten times as much.", &cl.log}} {
		put(u.ButtonWidth(s.text, ""))
		if u.Button(s.text, s.text, "", u.ButtonWidth(s.text, ""), h, *s.on) {
			*s.on = !*s.on
		}
		u.Tip(s.about)
	}
	return x + u.Px(6)
}

// collisionNames returns the numbers by which collisions are counted.
func collisionNames() (names []string) {
	for i := range collisions.Numbers {
		names = append(names, format.Sentence(collisions.Numbers[i].Name))
	}
	return names
}

// drawChart shows the spectrum: how many collisions there were, or how much energy they lost, for each range of a
// number.
func (cl *collided) drawChart(u *widget.Context, at layout.Rect) {
	if !cl.snap.Collisions.Followed {
		cl.noCollisions(u, at)
		return
	}
	x, number := cl.buttons(u, at), &collisions.Numbers[cl.by]
	list, small := cl.bins()
	list = slices.DeleteFunc(list, func(b bridge.CollisionBin) bool { return !(cl.weight(&b) > 0) })
	what, unit := cl.weightName()
	area := plotArea(u, at, &cl.axes, unit)
	if len(list) == 0 {
		cl.plots.nothing(u, area, "No collision has ended yet.")
		return
	}
	least, most := math.Inf(1), 0.0
	for i := range list {
		least, most = min(least, cl.weight(&list[i])), max(most, cl.weight(&list[i]))
	}
	cl.axes = chart.Axes{Area: area, Begin: math.Log10(list[0].From), End: math.Log10(list[len(list)-1].To),
		High: 1.05 * most, AcrossLog: true, ValuesLog: cl.log}
	if cl.log {
		cl.axes.Low, cl.axes.High = math.Log10(least)-0.3, math.Log10(most)+0.1
	}
	axes, over := &cl.axes, -1
	area = plotArea(u, at, axes, unit)
	axes.Area = area
	widget.Fill(imgui.WindowDrawList(), corner(area), end(area), widget.Pack(widget.ColorPanel))
	axes.MarkValues(u, unit)
	axes.MarkAcross(u, number.Unit)
	imgui.SetCursorScreenPos(corner(area))
	widget.Clickable("bins", area.Width, area.Height)
	hovered := imgui.IsItemHovered()
	for i := range list {
		b := &list[i]
		lo := imgui.Vec2{X: float32(int(axes.X(math.Log10(b.From)))), Y: axes.Y(cl.high(cl.weight(b)))}
		hi := imgui.Vec2{X: max(float32(int(axes.X(math.Log10(b.To))))-1, lo.X+1), Y: axes.Y(axes.Low) + 1}
		ink := widget.ColorSeries[0]
		if mouse := imgui.MousePos().X; hovered && mouse >= lo.X && mouse <= hi.X {
			over, ink = i, widget.ColorAccentHi
		}
		widget.Fill(imgui.WindowDrawList(), lo, hi, widget.Pack(ink))
	}
	all := cl.total()
	count := spell.Count(int(all.Count), "collision", "collisions")
	energy := count + " lost " + format.Quantity(all.LostNormal+all.LostTangential, "J", 3)
	below := energy
	if small.Count > 0 {
		below += ", " + spell.Grouped(small.Count) + " below " + format.Quantity(small.To, number.Unit, 1)
	}
	cl.plots.says(u, x, at.Y+u.Px(3), at, cl.span(), below, energy, count)
	cl.plots.saveButton(u, at, "Collisions by "+number.Name, func() plot.Panel { return cl.panel(list, what, unit) },
		cl.writeTable)
	if over >= 0 {
		cl.plots.plotLabel(u, area, cl.binTexts(&list[over])...)
	}
}

// span says from when to when collisions were followed.
func (cl *collided) span() string {
	c := &cl.snap.Collisions
	text := "Followed from " + format.Quantity(c.Since, "s", 4) + " to " + format.Quantity(c.Until, "s", 4) + "."
	if len(cl.snap.Comparison.Others) > 0 {
		text += " In the leading world."
	}
	return text
}

// binTexts returns the lines of the label of a bar.
func (cl *collided) binTexts(b *bridge.CollisionBin) []string {
	n, unit := float64(b.Count), collisions.Numbers[cl.by].Unit
	return []string{
		format.Quantity(b.From, unit, 3) + " to " + format.Quantity(b.To, unit, 3),
		spell.Count(int(b.Count), "collision", "collisions"),
		"lost along the normal " + format.Quantity(b.LostNormal, "J", 3),
		"lost by friction " + format.Quantity(b.LostTangential, "J", 3),
		"mean normal speed " + format.Quantity(b.Normal/n, "m/s", 3),
		"mean duration " + format.Quantity(b.Duration/n, "s", 3),
	}
}

// noCollisions offers to follow collisions in place of their chart.
func (cl *collided) noCollisions(u *widget.Context, at layout.Rect) {
	text := "Collisions are not followed yet."
	if cl.on {
		text = "Collisions are followed from the next step on."
	}
	if why := cl.snap.Missing.Reason(bridge.Missing{Edits: true}); why != "" {
		cl.plots.nothing(u, layout.Box(at.X+u.Px(12), at.Y, at.Width-u.Px(24), at.Height), format.Sentence(why)+".")
		return
	}
	u.TextAt(u.Fonts.Text, widget.ColorSecondary, at.X+u.Px(12), at.Y+u.Px(24),
		u.Fit(u.Fonts.Text, text, at.Width-u.Px(24)))
	if cl.on {
		return
	}
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + u.Px(12), Y: at.Y + u.Px(40)})
	if u.Button("follow collisions", followText, "", u.ButtonWidth(followText, ""), u.Px(22), false) {
		cl.on = true
	}
	u.Tip(aboutCollisions)
}

// panel returns the spectrum for a saved plot; its axes show decimal logarithms.
func (cl *collided) panel(list []bridge.CollisionBin, what, unit string) plot.Panel {
	number, name := &collisions.Numbers[cl.by], series.WithUnit(what, unit)
	base := 0.0
	if cl.log {
		name, base = "log10 of "+name, cl.axes.Low
	}
	p := plot.Panel{X: "log10 of " + series.WithUnit(number.Name, number.Unit), Y: name}
	for i := range list {
		b := &list[i]
		top := cl.high(cl.weight(b))
		p.Bands = append(p.Bands, plot.Band{Color: chart.OnPaper(0), X: []float64{math.Log10(b.From), math.Log10(b.To)},
			Low: []float64{base, base}, High: []float64{top, top}})
	}
	return p
}

// writeTable writes the bins of all pairs of materials as a table.
func (cl *collided) writeTable(to io.Writer) error {
	table, materials := csv.NewWriter(to), []string{}
	for i := range cl.snap.Materials {
		materials = append(materials, cl.snap.Materials[i].Name)
	}
	table.Write(collisions.Head(cl.by)) // the error stays until the end
	for i := range cl.snap.Collisions.Spectra[cl.by] {
		table.Write(collisions.Line(&cl.snap.Collisions.Spectra[cl.by][i], materials))
	}
	table.Flush()
	return table.Error()
}
