package sweep

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
)

// Table is the table of a sweep: each row is one run, each column is the path of a setting.
type Table struct {
	Name string // of its file

	columns []string // paths of settings, without the column seed
	seeded  bool     // the table has a column seed
	rows    []row
}

// row is one run of a sweep.
type row struct {
	number int               // from 1
	values map[string]string // by column; an empty cell has no entry
	seed   uint64
}

// set returns the row as settings, in the order of the columns.
func (r *row) set(columns []string) (list []string) {
	for _, c := range columns {
		if v, ok := r.values[c]; ok {
			list = append(list, c+"="+v)
		}
	}
	return list
}

// Len returns the number of rows.
func (t *Table) Len() int { return len(t.rows) }

// ReadTable reads a table. A column named seed is the seed of the run; the others are paths of settings, such as
// materials.pill.tanPhi. An empty cell keeps the value of the scene; an empty cell of seed means the argument seed.
//
// Errors name the line.
func ReadTable(path string, seed uint64) (*Table, error) {
	data, err := input.Read(path, limit.SweepBytes)
	if err != nil {
		return nil, err
	}
	return ParseTable(path, data, seed)
}

// ParseTable reads a table from the bytes of a file, as ReadTable does.
func ParseTable(path string, data []byte, seed uint64) (*Table, error) {
	from := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	from.TrimLeadingSpace = true
	lines, err := from.ReadAll()
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
	t := &Table{Name: path}
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
		r := row{number: k + 1, values: map[string]string{}, seed: seed}
		for i, cell := range line {
			cell = strings.TrimSpace(cell)
			switch name := lines[0][i]; {
			case cell == "":
			case name == "seed":
				if r.seed, err = strconv.ParseUint(cell, 10, 63); err != nil {
					return nil, fmt.Errorf("%s: row %d: seed must be a whole number ≥ 0, got %s", path, k+1, spell.Quote(cell))
				}
			default:
				r.values[name] = cell
			}
		}
		t.rows = append(t.rows, r)
	}
	return t, nil
}
