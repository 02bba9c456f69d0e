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

// table shows the bodies as rows of a table, and how their quantities are spread: for all that its filter lets through.
type table struct {
	*shared
	camera *camera

	list bodies.Table
	remember.Table

	text     string       // of the filter
	drawn    time.Time    // frame in which a part was on show last
	reads    int          // how often snapshots were read
	of       [2]uint64    // revision and number of the snapshot that was read
	stale    bool         // another filter, order or quantity was chosen since
	due      time.Time    // before which the next snapshot is not read
	followed *view.Things // selection that was brought into sight
	anchor   int64        // body from which Shift selects
	spread   spread
	cloud    cloud
}

// columnsAtFirst are the columns of a first start.
var columnsAtFirst = remember.Table{Columns: []string{"id", "name", "speed", "force", "contacts", "z"},
	Histogram: "speed", Across: "speed", Up: "force"}

// recall makes the table what it was; names that are no quantities are left out.
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

// used lists the quantities that the parts show.
func (t *table) used() []string { return append(slices.Clone(t.Columns), t.Histogram, t.Across, t.Up) }

// wants adds to what snapshots hold what the parts show, if one of them is on show in this frame.
func (t *table) wants(w *bridge.Wanted) {
	if t.drawn.Equal(t.now) && !t.drawn.IsZero() {
		t.list.Ask(t.used(), w)
	}
}

// busy is the part of the time at most that goes by with reading large snapshots while the clock runs.
const busy = 0.2

// refresh reads the snapshot that is shown, unless it was read: as often as a person reads numbers, and more seldom
// where it takes long. In a pause it is read at once.
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
	begun := time.Now()
	t.list.Sort, t.list.Down = t.Sort, t.Down
	t.list.Read(s, t.used())
	t.of, t.stale, t.reads = of, false, t.reads+1
	t.due = t.now.Add(max(panelsEvery, time.Duration(float64(time.Since(begun))/busy)))
}

// isLog reports whether plots show a quantity by its logarithm.
func (t *table) isLog(name string) bool { return slices.Contains(t.Table.Logs, name) }

// values returns what plots show of a quantity: its numbers, or their logarithms.
func (t *table) values(name string) []float64 {
	if t.isLog(name) {
		return t.list.Logs(name)
	}
	return t.list.Numbers(name)
}

// toggleLog shows a quantity by its logarithm, or by itself.
func (t *table) toggleLog(name string) {
	t.stale = true
	if !t.isLog(name) {
		t.Table.Logs = append(slices.Clone(t.Table.Logs), name)
		return
	}
	t.Table.Logs = slices.DeleteFunc(slices.Clone(t.Table.Logs), func(n string) bool { return n == name })
}

// sortBy orders the rows by a quantity: the largest first, the other way round if they are so already. Words begin
// with the first of the alphabet.
func (t *table) sortBy(q *query.Quantity) {
	t.stale = true
	if t.Sort == q.Name {
		t.Down = !t.Down
		return
	}
	t.Sort, t.Down = q.Name, !q.IsWord() && q.Name != "id"
}

// toggleColumn shows a quantity as a column, where it stands among all of them, or takes it away.
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

// clickRow selects the body of a row; with more it adds it or takes it away, with through all from the last click to
// it. Row is a place among those that are shown.
func (t *table) clickRow(row int, more, through bool) {
	rows := t.list.Shown()
	thing := t.list.Thing(rows[row])
	from := t.list.Place(t.anchor)
	switch {
	case through && from >= 0:
		chosen := slices.Clone(rows[min(from, row) : max(from, row)+1])
		if row < from {
			slices.Reverse(chosen) // panels tell of the last one
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
	t.followed = t.view.Selected // it is in sight
}

// copyRows puts the shown rows into the clipboard, as text that spreadsheets read.
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
