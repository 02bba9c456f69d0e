package ui

import (
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/bodies"
	"example.org/tumble/ui/internal/imguigl"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/plot"
	"example.org/tumble/ui/remember"
)

// tabled returns a window of which the drawer shows parts of the table of n bodies, the fastest of which comes last,
// and a floor that nothing moves.
func tabled(t *testing.T, n int, parts ...string) *bench {
	b := newBench(t)
	b.size(1280, 720, 1)
	s := &b.e.state
	s.Bodies = []bridge.Body{{Number: 0, Kind: bridge.Static}}
	for i := 1; i <= n; i++ {
		s.Bodies = append(s.Bodies, bridge.Body{Number: int64(i), Mass: 1, Velocity: [3]float32{float32(i)},
			Center: [3]float32{0, 0, float32(i % 7)}})
	}
	s.Details, s.Wanted = make([]bridge.Detail, len(s.Bodies)), bridge.Wanted{Details: true, Contacts: true}
	m := b.g.m
	m.shell.Drawer, m.shell.Charts, m.shell.Dock = true, 0, ""
	for _, title := range parts {
		m.shell.Charts |= 1 << m.charts.find(title)
	}
	b.e.publish()
	b.frame()
	b.frame()
	return b
}

// click moves the pointer to a place and clicks there.
func (b *bench) click(x, y float32) {
	b.events.Push(imguigl.Event{Kind: imguigl.Move, X: x, Y: y})
	b.frame()
	b.frame()
	for _, down := range []bool{true, false} {
		b.events.Push(imguigl.Event{Kind: imguigl.Button, Down: down})
		b.frame()
	}
	b.frame()
}

// Contract: the table shows the bodies of the snapshot that is shown; a click selects the body of the row, Ctrl adds
// one, Shift selects all between; a body that is selected elsewhere comes into sight; what is copied is what is shown.
func TestTableOfBodies(t *testing.T) {
	b := tabled(t, 5000, titleTable)
	m := b.g.m
	at := m.shell.at.Drawer
	first := at.Y + drawerBar + tableTools + 1.5*tableRow // middle of the first row
	b.click(at.X+200, first+2*tableRow)
	if got := m.view.Selected.Last().Body; got != 2 {
		t.Fatalf("a click on the third row selects body %d", got)
	}
	m.table.clickRow(4, true, false)
	m.table.clickRow(2, true, false)
	if !m.view.Selected.HasBody(4) || m.view.Selected.Len() != 1 {
		t.Errorf("with Ctrl selected are %v", m.view.Selected.List())
	}
	m.table.clickRow(7, false, false)
	m.table.clickRow(4, false, true)
	if l := m.view.Selected.List(); len(l) != 4 || l[3].Body != 4 {
		t.Errorf("with Shift selected are %v", l)
	}
	m.table.sortBy(bodies.Of("speed"))
	b.frame()
	if rows := m.table.list.Shown(); rows[0] != 5000 {
		t.Errorf("by speed row %d comes first", rows[0])
	}
	m.view.Selected = view.NewThings(bridge.Thing{Kind: bridge.ThingBody, Body: 2500})
	for range 3 {
		b.frame()
	}
	b.click(at.X+200, at.Y+at.Height-1.5*tableRow)
	if got := m.view.Selected.Last().Body; got < 2490 || got > 2510 {
		t.Errorf("body 2500 is selected elsewhere, and body %d stands at the end of the rows in sight", got)
	}
	m.table.text = "speed > 4990.5"
	b.frame()
	if m.do(keymap.CopyTable); strings.Count(m.clip, "\n") != 11 || !strings.HasPrefix(m.clip, "id\tname\tspeed [m/s]") {
		t.Errorf("copied is %q", m.clip)
	}
	if got := m.table.count(); got != "10 of 5,001 bodies" && got != "10 of 5 001 bodies" {
		t.Errorf("the table says %q", got)
	}
	m.table.text = "sped > 1"
	if b.frame(); m.table.list.Why() == "" || len(m.table.list.Shown()) != 10 {
		t.Error("a wrong filter is not said, or changes what is shown")
	}
}

// Contract: a click in the table, which opens the inspector, leaves the table in the narrower drawer.
func TestTableStaysWhereItIsClicked(t *testing.T) {
	for _, width := range []float32{1000, 1280, 1600} {
		b := tabled(t, 50, "Energy", "Contacts", titleTable)
		b.size(width, 720, 1)
		b.g.m.shell.OpenDock(dockScene, true)
		b.frame()
		m := b.g.m
		m.table.clickRow(0, false, false)
		for range 3 {
			m.tick(b.now)
			b.frame()
		}
		if !m.shell.Inspector || !m.table.drawn.Equal(m.now) {
			t.Errorf("in a window %g wide the inspector is open: %v, the table was drawn at %v, now is %v", width,
				m.shell.Inspector, m.table.drawn, m.now)
		}
	}
}

// Contract: parts of the table that are on show ask the simulation for what they show, and no longer when they are not.
func TestTableAsksForWhatItShows(t *testing.T) {
	b := tabled(t, 5, "Histogram")
	m := b.g.m
	m.table.Columns, m.table.Histogram, m.table.Up = []string{"id"}, "contacts", "speed"
	b.frame()
	if m.askWanted(); !m.wanted.Contacts || m.wanted.Details {
		t.Errorf("wanted is %+v", m.wanted)
	}
	m.shell.Drawer = false
	b.frame()
	if m.askWanted(); m.wanted.Contacts {
		t.Errorf("wanted is %+v, though nothing is on show", m.wanted)
	}
	if m.do(keymap.CopyTable); m.clip != "" {
		t.Error("rows that are not on show were copied")
	}
	m.do(keymap.Table)
	if !m.charts.shows(m.charts.find(titleTable)) {
		t.Error("the key does not show the table")
	}
	if m.do(keymap.Table); m.charts.shows(m.charts.find(titleTable)) {
		t.Error("the key does not take the table away")
	}
}

// Contract: a click on a bin of the histogram selects the bodies in it, one on a point of the scatter plot its body;
// what forces do not move is in neither.
func TestPlotsSelect(t *testing.T) {
	b := tabled(t, 700, "Histogram", "Scatter")
	m := b.g.m
	m.table.Histogram, m.table.Across, m.table.Up = "z", "speed", "z"
	m.table.stale = true
	b.frame()
	h, area := &m.table.histogramPlot.Histogram, m.table.histogramPlot.axes.Area
	if h.Count != 700 || len(h.Counts) != 7 {
		t.Fatalf("%d bodies in %d bins", h.Count, len(h.Counts))
	}
	b.click(area.X+area.Width*2.5/7, area.Y+area.Height-4)
	if m.view.Selected.Len() != 100 || m.view.Selected.List()[7].Body%7 != 2 {
		t.Errorf("a bin selects %d bodies", m.view.Selected.Len())
	}
	if b.frame(); h.Marked[2] != 100 {
		t.Errorf("%d bodies of the bin are marked", h.Marked[2])
	}
	c := &m.table.scatterPlot
	b.click(c.axes.X(320)+2, c.axes.Y(320%7)+2)
	if got := m.view.Selected.List(); len(got) != 1 || got[0].Body != 320 {
		t.Errorf("a click on the point of body 320 selects %v", got)
	}
}

// Contract: plots are saved as tables and pictures: a row for each bin or body, and a picture that can be drawn.
func TestPlotsAreSaved(t *testing.T) {
	b := tabled(t, 40, "Histogram", "Scatter")
	m := b.g.m
	for _, log := range []bool{false, true} {
		if log {
			m.table.toggleLog("speed")
			b.frame()
		}
		var bins, points, picture strings.Builder
		if err := m.table.writeSpread(&bins); err != nil ||
			!strings.HasPrefix(bins.String(), "from [m/s],to [m/s],bodies\n") ||
			strings.Count(bins.String(), "\n") != len(m.table.histogramPlot.Counts)+1 {
			t.Errorf("bins are %q, %v", bins.String(), err)
		}
		if err := m.table.writeCloud(&points); err != nil ||
			!strings.HasPrefix(points.String(), "id,speed [m/s],force [N]\n1,1,") ||
			strings.Count(points.String(), "\n") != 41 {
			t.Errorf("points are %q, %v", points.String(), err)
		}
		sheet := plot.Sheet{Single: true, Panels: []plot.Panel{m.table.spreadPanel(), m.table.cloudPanel()}}
		if err := sheet.WriteSVG(&picture); err != nil || !strings.Contains(picture.String(), "<svg") {
			t.Errorf("the picture: %v", err)
		}
	}
	m.table.savePlot("Histogram", ".csv", m.table.writeSpread)
	if l := m.toasts.list; len(l) == 0 || l[len(l)-1].level != bridge.Info {
		t.Errorf("it is not said: %+v", l)
	}
}

// Contract: columns and quantities of plots are kept; names that are no quantities, or no numbers, are not.
func TestTableIsRemembered(t *testing.T) {
	m := newModel(Config{Memory: remember.Memory{Table: remember.Table{Columns: []string{"id", "nonsense", "mass"},
		Sort: "mass", Down: true, Histogram: "name", Up: "age"}}})
	k := m.table.Table
	if strings.Join(k.Columns, " ") != "id mass" || k.Sort != "mass" || !k.Down || k.Histogram != "speed" ||
		k.Up != "age" {
		t.Errorf("recalled is %+v", k)
	}
	m.table.toggleColumn("z")
	m.table.toggleColumn("id")
	m.table.toggleColumn("mass")
	m.table.toggleColumn("z")
	if strings.Join(m.table.Columns, " ") != "z" {
		t.Errorf("columns are %v: one stays", m.table.Columns)
	}
}

// Contract: no number of a column with a unit is wider than the column, however large or small it is beside those by
// which the column was laid out, as the force on a floor is.
func TestNumbersFitTheirColumns(t *testing.T) {
	c := column{q: bodies.Of("speed"), factor: 1, decimals: 3,
		numbers: []float64{4499726.3, -4499726.3, -0.00044997, 1e-30, -1.5e12, 12.345, 0}}
	for row, v := range c.numbers {
		if text := c.text(int32(row)); utf8.RuneCountInString(text) > utf8.RuneCountInString(widestNumber) {
			t.Errorf("%g is written as %q, wider than %q", v, text, widestNumber)
		}
	}
}
