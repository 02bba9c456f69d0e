package ui

import (
	"slices"
	"time"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/bodies"
	"example.org/tumble/ui/remember"
)

// table shows the bodies that pass its filter: as rows, as a histogram and as a scatter plot.
type table struct {
	*shared
	camera *camera

	list bodies.Table
	remember.Table

	text          string       // of the filter
	drawn         time.Time    // frame in which a pane of the table was last shown
	reads         int          // number of times that a snapshot was read
	of            [2]uint64    // revision and number of the snapshot that was read
	stale         bool         // another filter, order or quantity was chosen since
	due           time.Time    // no snapshot is read before this time
	followed      *view.Things // selection to which the rows were last scrolled
	anchor        int64        // body from which Shift selects
	histogramPlot histogramPlot
	scatterPlot   scatterPlot
}

// columnsAtFirst are the columns of a first start.
var columnsAtFirst = remember.Table{Columns: []string{"id", "name", "speed", "force", "contacts", "z"},
	Histogram: "speed", Across: "speed", Up: "force"}

// recall restores the choices of the table; names that are no quantities are left out.
func (t *table) recall(kept remember.Table) {
	t.Table = columnsAtFirst
	known := func(name string) bool { return bodies.Of(name) != nil }
	number := func(name string) bool { return known(name) && !bodies.Of(name).IsWord() }
	kept.Columns = slices.DeleteFunc(slices.Clone(kept.Columns), func(name string) bool { return !known(name) })
	if len(kept.Columns) > 0 {
		t.Columns = kept.Columns
	}
	if known(kept.Sort) {
		t.Sort, t.Down = kept.Sort, kept.Down
	}
	for _, name := range kept.Logs {
		if number(name) {
			t.Table.Logs = append(t.Table.Logs, name)
		}
	}
	for _, q := range []struct {
		to   *string
		name string
	}{{&t.Histogram, kept.Histogram}, {&t.Across, kept.Across}, {&t.Up, kept.Up}} {
		if number(q.name) {
			*q.to = q.name
		}
	}
}

// used lists the quantities that the panes of the table show.
func (t *table) used() []string { return append(slices.Clone(t.Columns), t.Histogram, t.Across, t.Up) }

// wants adds the quantities of the table to the data that snapshots must contain, if a pane of the table is shown
// in this frame.
func (t *table) wants(w *bridge.Wanted) {
	if t.drawn.Equal(t.now) && !t.drawn.IsZero() {
		t.list.Ask(t.used(), w)
	}
}

// busy is the largest share of the time that is spent on reading large snapshots while the run goes on.
const busy = 0.2

// refresh reads the snapshot that is shown, unless it was read before: as often as a person can read numbers, and
// less often if reading takes long. While the run is paused, it is read at once.
func (t *table) refresh() {
	t.drawn = t.now
	if t.text != t.list.Filter() {
		t.list.SetFilter(t.text)
		t.stale = true
	}
	s := t.snap
	of := [2]uint64{s.Revision, s.Seq}
	if of == t.of && !t.stale || !t.stale && !t.paused() && t.now.Before(t.due) {
		return
	}
	start := time.Now()
	t.list.Sort, t.list.Down = t.Sort, t.Down
	t.list.Read(s, t.used())
	t.of, t.stale, t.reads = of, false, t.reads+1
	t.due = t.now.Add(max(panelsEvery, time.Duration(float64(time.Since(start))/busy)))
}

// isLog reports whether plots show a quantity by its logarithm.
func (t *table) isLog(name string) bool { return slices.Contains(t.Table.Logs, name) }

// values returns the values of a quantity in plots: its numbers, or their logarithms.
func (t *table) values(name string) []float64 {
	if t.isLog(name) {
		return t.list.Logs(name)
	}
	return t.list.Numbers(name)
}

// toggleLog shows a quantity by its logarithm, or by its own values again.
func (t *table) toggleLog(name string) {
	t.stale = true
	if !t.isLog(name) {
		t.Table.Logs = append(slices.Clone(t.Table.Logs), name)
		return
	}
	t.Table.Logs = slices.DeleteFunc(slices.Clone(t.Table.Logs), func(n string) bool { return n == name })
}

// sortBy sorts the rows by a quantity, or reverses them if they are sorted by it already. It begins with the
// largest number, but with the smallest id and with the first word of the alphabet.
func (t *table) sortBy(q *query.Quantity) {
	t.stale = true
	if t.Sort == q.Name {
		t.Down = !t.Down
		return
	}
	t.Sort, t.Down = q.Name, !q.IsWord() && q.Name != "id"
}

// toggleColumn shows a quantity as a column, in the order of all quantities, or hides it. The last column stays.
func (t *table) toggleColumn(name string) {
	t.stale = true
	had := slices.Contains(t.Columns, name)
	if had && len(t.Columns) == 1 {
		return
	}
	var columns []string
	for i := range query.Quantities {
		if n := query.Quantities[i].Name; slices.Contains(t.Columns, n) != (n == name) {
			columns = append(columns, n)
		}
	}
	t.Columns = columns
}

// isSelected reports whether the body of a row is selected.
func (t *table) isSelected(row int32) bool { return t.view.Selected.HasBody(t.list.Thing(row).Body) }

// selectRows selects the bodies of some rows.
func (t *table) selectRows(rows []int32) {
	things := make([]bridge.Thing, len(rows))
	for i, row := range rows {
		things[i] = t.list.Thing(row)
	}
	t.view.Selected = view.NewThings(things...)
}

// clickRow selects the body of a row; with more it adds the body or removes it, with through it selects all rows
// from the last click to this one. Row is an index into the shown rows.
func (t *table) clickRow(row int, more, through bool) {
	rows := t.list.Shown()
	thing := t.list.Thing(rows[row])
	from := t.list.Place(t.anchor)
	switch {
	case through && from >= 0:
		chosen := slices.Clone(rows[min(from, row) : max(from, row)+1])
		if row < from {
			slices.Reverse(chosen) // panels show the last one selected
		}
		t.selectRows(chosen)
	case more && t.view.Selected.HasBody(thing.Body):
		t.view.Selected = t.view.Selected.Without(thing)
	case more:
		t.view.Selected = t.view.Selected.With(thing)
	default:
		t.selectThing(thing)
	}
	if !through {
		t.anchor = thing.Body
	}
	t.followed = t.view.Selected // the row is visible already
}

// copyRows copies the shown rows to the clipboard, as text that spreadsheets can read.
func (t *table) copyRows() {
	t.copy(t.list.Text(t.Columns))
	t.toasts.add(bridge.Info, "Copied "+spell.Count(len(t.list.Shown()), "row", "rows")+" with tabs between, in SI units",
		t.now)
}

// count says how many bodies are shown.
func (t *table) count() string {
	n, all := len(t.list.Shown()), t.list.Len()
	if n == all {
		return spell.Count(all, "body", "bodies")
	}
	return spell.Grouped(n) + " of " + spell.Count(all, "body", "bodies")
}
