package scene

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"example.org/tumble/sim/limit"
)

// Table is a table of particles that is no text, such as a Parquet file.
type Table interface {
	Names() []string // of the columns, with units as in a text: "x [mm]"
	Count() int      // number of rows
	// Each calls yield for each row, which lies in the same memory until the next. Errors are those of yield, or say
	// how the file is damaged.
	Each(yield func([]Cell) error) error
}

// Cell is a value of a Table: a number, a text, or nothing.
type Cell struct {
	Text   string
	Number float64
	Bits   int // of the number, 32 or 64; 0: it is a text, or nothing if that is empty
}

// OpenParquet opens a Parquet file. It is set by a program that can read such files: see package packed.
var OpenParquet func(data []byte) (Table, error)

// isParquet reports whether a table is a Parquet file.
func isParquet(data []byte) bool { return bytes.HasPrefix(data, []byte("PAR1")) }

// openParquet opens a Parquet file whose rows may become bodies.
func openParquet(data []byte) (Table, error) {
	if OpenParquet == nil {
		return nil, errors.New("is a Parquet file, which this program does not read")
	}
	t, err := OpenParquet(data)
	if err == nil {
		err = limit.CheckWorld(t.Count(), t.Count())
	}
	return t, err
}

// readTable reads the particles of a Table, as readText reads those of a text; errors name the row and the column. Rows
// that follow one another with the same body form one, unless there is a column clump.
func readTable(t Table, yield func(*record) error) error {
	headings, err := particleTable.readHeadings("schema", t.Names())
	if err != nil {
		return err
	}
	body := -1 // column of the body
	for i := range headings {
		if headings[i].name == "body" {
			body = i
		}
	}
	for i := range headings {
		if headings[i].name == "clump" {
			body = -1
		}
	}
	var memory [2]record // a row is yielded when the next one is known, which may be of the same body
	var bodies [2]string
	n, joined := 0, false
	pass := func(same bool) error {
		p := &memory[n%2]
		if same || joined {
			p.clump = bodies[n%2]
		}
		joined = same
		return yield(p)
	}
	err = t.Each(func(row []Cell) error {
		p, of := &memory[(n+1)%2], &bodies[(n+1)%2]
		*p, *of = record{line: n + 1, row: true}, ""
		for i := range row {
			if err := headings[i].readCell(p, &row[i]); err != nil {
				return fmt.Errorf("%s, column %d (%s): %w", p.at(), i+1, headings[i].name, err)
			}
		}
		if body >= 0 {
			*of = row[body].String()
		}
		if n > 0 {
			if err := pass(*of != "" && *of == bodies[n%2]); err != nil {
				return err
			}
		}
		n++
		return nil
	})
	switch {
	case err != nil:
		return err
	case n == 0:
		return errors.New("there must be at least one particle, got none")
	}
	return pass(false)
}

// readCell stores one value of a row.
func (h *heading) readCell(p *record, c *Cell) error {
	if h.units == nil && h.set == nil {
		return nil
	}
	// A unit with another power of ten moves the decimal point of the text, which rounds once.
	if c.Bits == 64 && h.units != nil && h.unit.shift == 0 {
		if h.put(p, c.Number*h.unit.multiply/h.unit.divide, "") == nil {
			return nil
		}
	}
	return h.read(p, c.String())
}

// String returns a cell as a table of text has it.
func (c *Cell) String() string {
	if c.Bits == 0 {
		return c.Text
	}
	return strconv.FormatFloat(c.Number, 'g', -1, c.Bits)
}
