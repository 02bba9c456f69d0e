package cli

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"example.org/tumble/sim/input"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
)

// sweepTable is the table of a sweep: one row a run, columns are paths of --set.
type sweepTable struct {
	columns []string // without seed
	seeded  bool     // has a column of seeds
	rows    []sweepRow
}

// sweepRow is one run of a sweep.
type sweepRow struct {
	number int               // from 1
	values map[string]string // by column; none where the table has an empty cell
	seed   uint64
}

// set returns the row as settings, in the order of the columns.
func (r *sweepRow) set(columns []string) (list []string) {
	for _, c := range columns {
		if v, ok := r.values[c]; ok {
			list = append(list, c+"="+v)
		}
	}
	return list
}

// readTable reads a table. A column named seed is the seed of the run; the others are paths
// as --set has them. An empty cell leaves the scene as it is.
//
// Errors name the line.
func readTable(path string, seed uint64) (*sweepTable, error) {
	data, err := input.Read(path, limit.SweepBytes)
	if err != nil {
		return nil, err
	}
	return parseTable(path, data, seed)
}

// parseTable reads a table from the bytes of a file.
func parseTable(path string, data []byte, seed uint64) (*sweepTable, error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	r.TrimLeadingSpace = true
	lines, err := r.ReadAll()
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return nil, fmt.Errorf("%s: line %d: %w", path, parse.Line, parse.Err)
	} else if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(lines) < 2 {
		return nil, fmt.Errorf("%s: must have a line of column names and at least one row, got %d lines", path, len(lines))
	}
	if err := limit.Rows.Check(len(lines) - 1); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	t := &sweepTable{}
	seen := map[string]bool{}
	for i, c := range lines[0] {
		c = strings.TrimSpace(c)
		if c == "" || seen[c] {
			return nil, fmt.Errorf("%s: line 1, column %d: must be seed or a path as --set has it, each once, got %s", path, i+1,
				spell.Quote(c))
		}
		seen[c] = true
		lines[0][i] = c
		if c == "seed" {
			t.seeded = true
		} else {
			t.columns = append(t.columns, c)
		}
	}
	for k, line := range lines[1:] {
		row := sweepRow{number: k + 1, values: map[string]string{}, seed: seed}
		for i, cell := range line {
			cell = strings.TrimSpace(cell)
			switch name := lines[0][i]; {
			case cell == "":
			case name == "seed":
				if row.seed, err = strconv.ParseUint(cell, 10, 63); err != nil {
					return nil, fmt.Errorf("%s: row %d: seed must be a whole number ≥ 0, got %s", path, k+1, spell.Quote(cell))
				}
			default:
				row.values[name] = cell
			}
		}
		t.rows = append(t.rows, row)
	}
	return t, nil
}
