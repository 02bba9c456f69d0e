// Package bodies makes a table of the bodies of a snapshot: it filters and sorts them, and writes them as text. It
// also computes histograms and correlations of their quantities. It draws nothing.
package bodies

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/grouping"
)

// Table holds the bodies of a snapshot that pass a filter, in an order. The zero value has no bodies.
type Table struct {
	Sort string // name of the quantity by which rows are sorted; empty: the order of the world
	Down bool   // largest first

	filter string
	query  *query.Query // the filter; nil: all bodies pass
	wrong  string       // why the filter cannot be read, or empty
	why    string       // why the filter cannot be applied to the present bodies, or empty

	rows        []query.Body // all bodies, in the order of the world
	read        []*query.Quantity
	numbers     [][]float64 // numbers of the quantities in read, for each row
	shown       []int32     // indices of the rows that pass the filter, sorted
	moved       []int32     // the rows in shown whose bodies forces move
	logs        map[string][]float64
	unavailable map[string]string
}

// Of returns the quantity with a name, nil if there is none.
func Of(name string) *query.Quantity {
	for i := range query.Quantities {
		if query.Quantities[i].Name == name {
			return &query.Quantities[i]
		}
	}
	return nil
}

// Filter returns the text of the filter.
func (t *Table) Filter() string { return t.filter }

// SetFilter sets the filter to a text that query.Parse reads; with an empty text all bodies pass. If the text
// cannot be read, Why returns the reason, and the filter before stays in force.
func (t *Table) SetFilter(text string) {
	t.filter, t.wrong, t.why = text, "", ""
	if strings.TrimSpace(text) == "" {
		t.query = nil
		return
	}
	q, err := query.Parse(text)
	if err != nil {
		t.wrong = err.Error()
		return
	}
	t.query = q
}

// Why says why the filter cannot be read, or cannot be applied to the present bodies; empty if it can.
func (t *Table) Why() string { return cmp.Or(t.wrong, t.why) }

// Ask adds to the wanted contents of snapshots all that the quantities, the filter and the order need.
func (t *Table) Ask(names []string, w *bridge.Wanted) {
	if t.query != nil {
		grouping.Ask(t.query.Groups(), w)
	}
	for _, name := range append(slices.Clone(names), t.Sort) {
		if q := Of(name); q != nil {
			grouping.Ask(q.Groups, w)
		}
	}
}

// Read reads quantities of all bodies of a snapshot, filters the bodies and sorts them by the quantity Sort.
// Bodies without a number come last; equal bodies stay in the order of the world. The table keeps no reference to
// the snapshot.
func (t *Table) Read(s *bridge.Snapshot, names []string) {
	t.rows = grouping.Rows(s, t.rows)
	t.read = t.read[:0]
	for i := range query.Quantities {
		if q := &query.Quantities[i]; q.Name == t.Sort || slices.Contains(names, q.Name) {
			t.read = append(t.read, q)
		}
	}
	t.numbers = query.ReadNumbers(t.read, t.rows, t.numbers)
	t.unavailable, t.logs = map[string]string{}, map[string][]float64{}
	for k, q := range t.read {
		why := grouping.Unavailable(s, q.Groups)
		if t.unavailable[q.Name] = why; why != "" || !grouping.Has(s, q.Groups) {
			t.numbers[k] = t.numbers[k][:0]
		}
	}
	t.choose(s)
	t.order()
	t.moved = t.moved[:0]
	for _, row := range t.shown {
		if s.Bodies[row].Kind == bridge.Dynamic {
			t.moved = append(t.moved, row)
		}
	}
}

// choose finds the rows that pass the filter.
func (t *Table) choose(s *bridge.Snapshot) {
	t.shown, t.why = t.shown[:0], ""
	if t.query != nil {
		groups := t.query.Groups()
		if why := grouping.Unavailable(s, groups); why != "" {
			t.why = why
			return
		}
		if !grouping.Has(s, groups) {
			return // the next snapshot will hold them
		}
	}
	for i := range t.rows {
		if t.query != nil {
			in, err := t.query.Match(&t.rows[i])
			if err != nil {
				t.why = err.Error()
				t.shown = t.shown[:0]
				return
			}
			if !in {
				continue
			}
		}
		t.shown = append(t.shown, int32(i))
	}
}

// order sorts the rows.
func (t *Table) order() {
	q := Of(t.Sort)
	if q == nil {
		return
	}
	sign := 1
	if t.Down {
		sign = -1
	}
	if q.IsWord() {
		slices.SortFunc(t.shown, func(a, b int32) int {
			return cmp.Or(sign*strings.Compare(q.Word(&t.rows[a]), q.Word(&t.rows[b])), cmp.Compare(a, b))
		})
		return
	}
	keys := t.Numbers(t.Sort)
	if keys == nil {
		return
	}
	slices.SortFunc(t.shown, func(a, b int32) int {
		x, y := keys[a], keys[b]
		switch {
		case x < y:
			return -sign
		case x > y:
			return sign
		case x != x && y == y:
			return 1
		case x == x && y != y:
			return -1
		}
		return cmp.Compare(a, b)
	})
}

// Len returns the number of all bodies, before the filter.
func (t *Table) Len() int { return len(t.rows) }

// Shown returns the rows that pass the filter, sorted, for reading only. Moved returns the rows of these whose
// bodies forces move: statistics use them, so that walls and containers do not count.
func (t *Table) Shown() []int32 { return t.shown }
func (t *Table) Moved() []int32 { return t.moved }

// Numbers returns a quantity that was read, for each row; nil if the quantity has words, or if the snapshot did
// not hold it.
func (t *Table) Numbers(name string) []float64 {
	for k, q := range t.read {
		if q.Name == name && !q.IsWord() && len(t.numbers[k]) == len(t.rows) {
			return t.numbers[k]
		}
	}
	return nil
}

// Logs returns the decimal logarithms of a quantity that was read, for each row: NaN where the quantity is not
// above 0; nil where Numbers is nil.
func (t *Table) Logs(name string) []float64 {
	numbers, logs := t.Numbers(name), t.logs[name]
	if logs != nil || numbers == nil {
		return logs
	}
	logs = make([]float64, len(numbers))
	for i, v := range numbers {
		if logs[i] = math.NaN(); v > 0 {
			logs[i] = math.Log10(v)
		}
	}
	t.logs[name] = logs
	return logs
}

// Unavailable says why a quantity that was read can have no numbers; empty if it can.
func (t *Table) Unavailable(name string) string { return t.unavailable[name] }

// Word returns the value of a quantity with words, for a row.
func (t *Table) Word(q *query.Quantity, row int32) string { return q.Word(&t.rows[row]) }

// Thing returns the body of a row.
func (t *Table) Thing(row int32) bridge.Thing {
	return bridge.Thing{Kind: bridge.ThingBody, Body: t.rows[row].ID}
}

// Place returns the index of a body in Shown, by the number of the body; -1 if it is not shown.
func (t *Table) Place(number int64) int {
	return slices.IndexFunc(t.shown, func(row int32) bool { return t.rows[row].ID == number })
}

// Text returns the shown rows for a spreadsheet: a header with units, then a line for each row, with tabs between
// the columns. Numbers are in SI units with all digits; a cell without a number is empty. The quantities must have
// been read.
func (t *Table) Text(names []string) string {
	var b strings.Builder
	for i, name := range names {
		if i > 0 {
			b.WriteByte('\t')
		}
		if q := Of(name); q != nil {
			b.WriteString(series.WithUnit(q.Name, q.Unit))
		}
	}
	b.WriteByte('\n')
	columns := make([][]float64, len(names))
	quantities := make([]*query.Quantity, len(names))
	for i, name := range names {
		columns[i], quantities[i] = t.Numbers(name), Of(name)
	}
	var digits []byte
	for _, row := range t.shown {
		for i, q := range quantities {
			if i > 0 {
				b.WriteByte('\t')
			}
			switch {
			case q != nil && q.IsWord():
				b.WriteString(strings.Map(oneCell, t.Word(q, row)))
			case columns[i] != nil && columns[i][row] == columns[i][row]:
				digits = strconv.AppendFloat(digits[:0], columns[i][row], 'g', -1, 64)
				b.Write(digits)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// oneCell replaces tabs and line breaks by spaces, so that a word stays in its cell.
func oneCell(r rune) rune {
	if r == '\t' || r == '\n' || r == '\r' {
		return ' '
	}
	return r
}
