package report

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/files/export"
	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/report/page"
	"example.org/tumble/ui/sweep"
)

// swept is the content of the folder of a sweep.
type swept struct {
	folder  string
	head    []string   // of summary.csv
	lines   [][]string // one for each row
	results []*sweep.Result
	first   *sweep.Result // of the first completed row
	done    int
}

// readSwept reads the folder of a sweep.
//
// Errors: a folder without a sweep, an invalid summary, no completed row.
func readSwept(folder string) (*swept, error) {
	file := filepath.Join(folder, "summary.csv")
	data, err := input.Read(file, limit.DataBytes)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s is no folder of a sweep: it has no summary.csv, which tumble sweep writes when all its "+
			"rows are done", folder)
	} else if err != nil {
		return nil, err
	}
	lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(lines) < 2 || lines[0][0] != "row" || !slices.Contains(lines[0], "seed") || !slices.Contains(lines[0], "hash") {
		return nil, fmt.Errorf("%s: must have the columns row, seed and hash and at least one row, as tumble sweep "+
			"writes them", file)
	}
	if err := limit.Rows.Check(len(lines) - 1); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	s := &swept{folder: folder, head: lines[0], lines: lines[1:]}
	for _, line := range s.lines {
		number, err := strconv.Atoi(line[0])
		if err != nil || number < 1 {
			return nil, fmt.Errorf("%s: row must be a whole number ≥ 1, got %q", file, line[0])
		}
		r, err := sweep.ReadResult(folder, number)
		if err != nil {
			return nil, err
		}
		if s.results = append(s.results, r); r != nil {
			s.done++
			if s.first == nil {
				s.first = r
			}
		}
	}
	if s.first == nil {
		return nil, fmt.Errorf("%s: no row of the sweep is done: nothing can be reported", folder)
	}
	return s, nil
}

// number returns the number of the row at an index.
func (s *swept) number(i int) int {
	n, _ := strconv.Atoi(s.lines[i][0]) // readSwept has checked that it is a number
	return n
}

// file returns the name of a file of the row at an index.
func (s *swept) file(i int, name string) string { return sweep.File(s.folder, s.number(i), name) }

// parameters returns the columns of settings, and the column of the seed if it differs.
func (s *swept) parameters() (list []int) {
	for i := 1; s.head[i] != "seed"; i++ {
		list = append(list, i)
	}
	if seed := slices.Index(s.head, "seed"); s.varies(seed) {
		list = append(list, seed)
	}
	return list
}

// outcomes returns the columns of numeric results, except results that depend on the machine.
func (s *swept) outcomes() (list []int) {
	for i := slices.Index(s.head, "hash") + 1; i < len(s.head); i++ {
		if name, _, _ := strings.Cut(s.head[i], " ["); name != "wall" && name != "fault" {
			list = append(list, i)
		}
	}
	return list
}

// column returns the cells of a column.
func (s *swept) column(i int) (cells []string) {
	for _, line := range s.lines {
		cells = append(cells, line[i])
	}
	return cells
}

// varies reports whether a column has different values, apart from empty cells.
func (s *swept) varies(column int) bool {
	first := ""
	for _, cell := range s.column(column) {
		if cell != "" && first != "" && cell != first {
			return true
		} else if first == "" {
			first = cell
		}
	}
	return false
}

// roughTime writes a time with three digits, because runs end at the first step after the requested time.
func roughTime(x float64) string {
	rough, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64) // parses its own text: no error
	return spell.Time(rough)
}

// name returns the last word of the path of a parameter, or the whole path if another parameter has the
// same last word.
func (s *swept) name(column int) string {
	last := func(path string) string { return path[strings.LastIndex(path, ".")+1:] }
	for _, p := range s.parameters() {
		if p != column && last(s.head[p]) == last(s.head[column]) {
			return s.head[column]
		}
	}
	return last(s.head[column])
}

// describe lists the values in which a row differs from others.
func (s *swept) describe(i int) string {
	var list []string
	for _, p := range s.parameters() {
		if cell := s.lines[i][p]; cell != "" && s.varies(p) {
			list = append(list, s.name(p)+" = "+cell)
		}
	}
	return fmt.Sprintf("Row %s: %s", s.lines[i][0], strings.Join(list, ", "))
}

// OfSweep returns the report of the folder of a sweep. It runs rows only if a moment is requested.
//
// Errors: a batch.OptionError of at, a folder without a sweep, errors of the rows that are run, the cause
// of the context's end.
func OfSweep(ctx context.Context, folder string, o Options, progress batch.ProgressFunc) (*page.Page, error) {
	if len(o.At) > 1 {
		return nil, &batch.OptionError{Option: "at", Err: fmt.Errorf("must be one time for all rows of a sweep, got %d",
			len(o.At))}
	}
	s, err := readSwept(folder)
	if err != nil {
		return nil, err
	}
	first := s.first
	to := &page.Page{Title: "Sweep of " + first.Scene, Made: first.Program.String(), Remarks: s.remarks(),
		Subtitle: s.subtitle(), Facts: []page.Fact{
			{Name: "Rows", Value: fmt.Sprintf("%d of %d done", s.done, len(s.lines))},
			{Name: "Simulated", Value: s.spanOf("time [s]", roughTime)},
			{Name: "Bodies at the end", Value: s.spanOf("bodies", func(x float64) string { return page.Grouped(int64(x)) })},
		}}
	pictures, err := s.pictures(ctx, &o, progress)
	if err != nil {
		return nil, err
	}
	to.Sections = append(to.Sections, pictures, s.table())
	plots, err := s.plots()
	if err != nil {
		return nil, err
	}
	to.Sections = append(to.Sections, plots...)
	series, err := s.overTime()
	if err != nil {
		return nil, err
	}
	to.Sections = append(to.Sections, series, s.trust(), s.again())
	return to, nil
}

// subtitle names the varied parameters.
func (s *swept) subtitle() string {
	var names []string
	for _, p := range s.parameters() {
		names = append(names, s.head[p])
	}
	if len(names) == 0 {
		return page.Counted(len(s.lines), "row", "rows")
	}
	return page.Counted(len(s.lines), "row", "rows") + " of " + strings.Join(names, ", ")
}

// remarks are the facts that a reader must know first.
func (s *swept) remarks() (list []string) {
	var missing, stopped, other []string
	for i, r := range s.results {
		switch {
		case r == nil:
			missing = append(missing, s.lines[i][0])
			continue
		case r.Fault != "":
			stopped = append(stopped, fmt.Sprintf("%s (%s)", s.lines[i][0], r.Fault))
		}
		if r.Program != s.first.Program {
			other = append(other, fmt.Sprintf("%s (%s, %s)", s.lines[i][0], r.Program, r.Kernels))
		}
	}
	say := func(text string, rows []string) {
		if len(rows) > 0 {
			list = append(list, text+" "+strings.Join(rows, ", ")+".")
		}
	}
	say("Not done: rows", missing)
	say("Stopped before their end: rows", stopped)
	say("Made by another program than the first row: rows", other)
	return list
}

// spanOf writes the smallest and the largest value of a column.
func (s *swept) spanOf(name string, write func(float64) string) string {
	column := slices.Index(s.head, name)
	if column < 0 {
		return "–"
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, cell := range s.column(column) {
		if x, err := strconv.ParseFloat(cell, 64); err == nil {
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	if a, b := write(lo), write(hi); a != b {
		return a + " to " + b
	}
	return write(hi)
}

// table is the section with all rows. Results that are equal in all rows are listed below.
func (s *swept) table() page.Section {
	t := page.Table{Head: []string{"row"}, Sort: true, About: "Four digits; summary.csv beside the rows has all."}
	cells := [][]string{s.column(0)}
	for _, p := range s.parameters() {
		path := strings.ReplaceAll(s.head[p], ".", ".\u200b") // places for line breaks
		t.Head, cells = append(t.Head, path), append(cells, s.column(p))
	}
	var same []string
	for _, o := range s.outcomes() {
		head, list := s.written(o)
		differ := slices.ContainsFunc(list, func(cell string) bool { return cell != list[0] })
		switch name, unit, _ := strings.Cut(strings.TrimSuffix(head, "]"), " ["); {
		case differ:
			t.Head, cells = append(t.Head, head), append(cells, list)
		case list[0] != "":
			same = append(same, strings.TrimSpace(name+" "+list[0]+" "+unit))
		}
	}
	for i := range s.lines {
		var row []string
		for _, list := range cells {
			row = append(row, list[i])
		}
		t.Rows = append(t.Rows, row)
	}
	if len(same) > 0 {
		t.About += " The same in all rows: " + strings.Join(same, ", ") + "."
	}
	return page.Section{Title: "Results", Tables: []page.Table{t}}
}

// written returns the head of a result and its numbers in four digits, with the prefix of the unit that suits the
// largest.
func (s *swept) written(column int) (head string, cells []string) {
	name, unit, _ := strings.Cut(strings.TrimSuffix(s.head[column], "]"), " [")
	y := export.Numbers(s.lines, column)
	factor, with := page.Prefix(largest(y), unit)
	if with != "" {
		name += " [" + with + "]"
	}
	for i, x := range y {
		cell := s.lines[i][column]
		if _, err := strconv.ParseInt(cell, 10, 64); err != nil && !math.IsNaN(x) {
			cell = strconv.FormatFloat(x*factor, 'g', 4, 64)
		}
		cells = append(cells, cell)
	}
	return name, cells
}

// trust is the section that shows whether the rows can be trusted.
func (s *swept) trust() page.Section {
	var overlap, closure worst
	var warned []string
	for i, r := range s.results {
		if r == nil {
			continue
		}
		overlap.include(r.MaxOverlapRatio, s.number(i))
		if r.Energy.Dissipated > 0 {
			closure.include(math.Abs(r.Energy.ClosureError)/r.Energy.Dissipated, s.number(i))
		}
		if r.Fault != "" {
			warned = append(warned, s.lines[i][0])
		}
	}
	stopped := page.Check{Name: "Stopped early", Value: "none", About: "Rows that did not come to their end."}
	if len(warned) > 0 {
		stopped.Value, stopped.Level = fmt.Sprint(len(warned)), 2
		stopped.About = "Rows " + strings.Join(warned, ", ") + " did not come to their end."
	}
	return page.Section{Title: "Can it be trusted?", Checks: []page.Check{
		closureCheck(closure.value, fmt.Sprintf("Of row %d, the worst: what the ledger of energies does not explain, over "+
			"what was dissipated.", closure.row)),
		overlapCheck(overlap.value, fmt.Sprintf("Of row %d, the worst, in all its steps, over the smaller radius.",
			overlap.row)),
		stopped,
	}}
}

// worst is the largest of several numbers, with its row.
type worst struct {
	value float64
	row   int
}

func (w *worst) include(x float64, row int) {
	if w.row == 0 || x > w.value {
		w.value, w.row = x, row
	}
}

// again is the section that shows how to reproduce rows.
func (s *swept) again() page.Section {
	t := page.Table{Title: "One row", Head: []string{"Row", "Command", "Hash"}, Words: 3,
		About: "The same program gives the same hash on any number of cores."}
	for i, r := range s.results {
		if r != nil {
			t.Rows = append(t.Rows, []string{s.lines[i][0], s.command(i, r), r.Hash})
		}
	}
	return page.Section{Title: "How to make it again",
		Code:   []page.Code{{Title: "The whole sweep", Text: s.first.Command}},
		Tables: []page.Table{t, sweepProvenance(s.first)}}
}

// sweepProvenance says by which program a sweep was made.
func sweepProvenance(r *sweep.Result) page.Table {
	t := provenance(&r.Result)
	t.Rows = slices.DeleteFunc(t.Rows, func(row []string) bool {
		return slices.Contains([]string{"Seed", "Set", "Hash at the end"}, row[0]) // these belong to a row
	})
	return t
}

// command returns the command that runs a row again.
func (s *swept) command(i int, r *sweep.Result) string {
	args := []string{"tumble", "run", s.file(i, "scene.yaml")}
	if r.Seed != 0 {
		args = append(args, "--seed", fmt.Sprint(r.Seed))
	}
	if r.Until > 0 {
		args = append(args, "--until", strconv.FormatFloat(r.Until, 'g', -1, 64))
	}
	if r.EndSteps > 0 {
		args = append(args, "--steps", fmt.Sprint(r.EndSteps))
	}
	for _, folder := range sweep.Allowed(s.file(i, "scene.yaml")) {
		args = append(args, "--allow-read", folder)
	}
	return run.CommandLine(args)
}
