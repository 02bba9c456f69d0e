package scene

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// record is one line of a table: a particle, or a key frame.
type record struct {
	line    int  // number of the line in a CSV file, of the row in a Parquet file, from 1
	row     bool // it is of a Parquet file
	numbers [numNumbers]float64
	given   [numNumbers]bool
	texts   // of a particle
}

// at says in errors where a record is in its table.
func (p *record) at() string {
	if p.row {
		return fmt.Sprintf("row %d", p.line)
	}
	return fmt.Sprintf("line %d", p.line)
}

// The numbers of a record.
const (
	columnTime   = iota
	columnX      // y and z follow
	columnRadius = columnX + 3
	lastNeeded   = columnRadius // numbers after it may be missing in a line
	columnShaft  = columnRadius + 1
	columnQW     = columnShaft + 1 // x, y and z follow
	columnAX     = columnQW + 4
	columnVX     = columnAX + 3
	columnWX     = columnVX + 3

	numNumbers = columnWX + 3
)

// column is a column that a table may have.
type column struct {
	name  string
	units []unit                      // of a number; nil: text
	set   func(*record, string) error // stores a text; nil: a scene does not need it
	index int                         // of a number, in record.numbers
}

// tableKind is what a table holds.
type tableKind struct {
	record  string // what a line is
	columns []column
	needed  []string        // columns that must be there; a table without x, y and z among them is of something else
	bare    bool            // the first line may be numbers, of the columns needed, and blanks may separate them
	room    func(int) error // says whether a table may have so many lines
}

// The kinds of tables.
var (
	particleTable = &tableKind{record: "particle", columns: particleColumns, needed: []string{"x", "y", "z", "radius"},
		room: func(n int) error { return limit.CheckWorld(n, n) }}
	poseTable = &tableKind{record: "key frame", columns: poseColumns, needed: []string{"time", "x", "y", "z"},
		room: limit.Poses.Check}
)

// shortNames maps the word that exports write before a component to the prefix of the short column name: "velocity
// x" is vx.
var shortNames = map[string]string{"position": "", "orientation": "q", "axis": "a", "velocity": "v", "spin": "w",
	"force": "f", "torque": "t"}

// heading is a column of the table that is read, with the unit of its numbers.
type heading struct {
	column
	unit unit
}

// readText reads a table that is a text, and calls yield for each line, which lies in the same memory until the next.
// Fields are separated by commas, or by semicolons or tabs if the first line has no comma.
//
// Errors name the line, and the column by its number and name; or they are those of yield.
func (k *tableKind) readText(data []byte, yield func(*record) error) error {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	nameless := false
	if k.bare {
		data, nameless = bareLines(data)
	}
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord, r.TrimLeadingSpace, r.Comma = -1, true, fieldSeparator(data)
	names, line, columns := k.needed, 1, "as the first line has"
	if nameless {
		columns = strings.Join(k.needed, ", ")
	} else {
		var err error
		if names, err = r.Read(); err == io.EOF {
			return errors.New("line 1: must name the columns, got nothing")
		} else if err != nil {
			return lineError(err)
		}
		line, _ = r.FieldPos(0)
	}
	headings, err := k.readHeadings(fmt.Sprintf("line %d", line), names)
	if err != nil {
		return err
	}
	r.ReuseRecord = true // reuse the slice of fields; their texts are new
	var p record
	for n := 1; ; n++ {
		fields, err := r.Read()
		if err == io.EOF {
			break
		} else if err != nil {
			return lineError(err)
		}
		if err := k.room(n); err != nil {
			return err
		}
		p = record{}
		p.line, _ = r.FieldPos(0)
		if len(fields) != len(headings) {
			return fmt.Errorf("line %d: must have %d columns, %s, got %d", p.line, len(headings), columns, len(fields))
		}
		for i, f := range fields {
			if err := headings[i].read(&p, strings.TrimSpace(f)); err != nil {
				return fmt.Errorf("line %d, column %d (%s): %w", p.line, i+1, headings[i].name, err)
			}
		}
		if err := yield(&p); err != nil {
			return err
		}
	}
	if p.line == 0 {
		return fmt.Errorf("line 2: there must be at least one %s, got none", k.record)
	}
	return nil
}

// fieldSeparator returns what separates the fields of a table: the first of comma, semicolon and tab that is in its
// first line.
func fieldSeparator(data []byte) rune {
	first, _, _ := bytes.Cut(bytes.TrimLeft(data, "\r\n"), []byte("\n"))
	for _, c := range ",;\t" {
		if bytes.ContainsRune(first, c) {
			return c
		}
	}
	return ','
}

// bareLines returns a table without its comments, separated by commas where blanks separated its fields, with as many
// lines as before. It reports whether no line names the columns: the first one is all numbers.
func bareLines(data []byte) (table []byte, nameless bool) {
	lines := bytes.Split(data, []byte("\n"))
	var first []byte
	for i, l := range lines {
		if l = bytes.TrimSpace(l); bytes.HasPrefix(l, []byte("#")) {
			l = nil
		}
		if lines[i] = l; first == nil && len(l) > 0 {
			first = l
		}
	}
	blanks := !bytes.ContainsAny(first, ",;\t")
	for i, l := range lines {
		if blanks {
			lines[i] = bytes.Join(bytes.Fields(l), []byte(","))
		}
	}
	for _, field := range bytes.FieldsFunc(first, func(c rune) bool { return strings.ContainsRune(",;\t ", c) }) {
		if _, err := strconv.ParseFloat(string(field), 64); err != nil {
			return bytes.Join(lines, []byte("\n")), false
		}
	}
	return bytes.Join(lines, []byte("\n")), first != nil
}

// lineError puts an error of the standard library's reader into this package's form.
func lineError(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return fmt.Errorf("line %d, character %d: %w", parse.Line, parse.Column, parse.Err)
	}
	return err
}

// readHeadings reads the names of the columns; place says in errors where these are.
func (k *tableKind) readHeadings(place string, names []string) ([]heading, error) {
	last := len(k.needed) - 1
	needed := strings.Join(k.needed[:last], ", ") + " and " + k.needed[last]
	if !isTable(names) {
		return nil, fmt.Errorf("%s: is no table of %ss, which must name the columns %s there", place, k.record, needed)
	}
	var list []heading
	seen := map[string]bool{}
	for i, text := range names {
		h, err := k.readHeading(text)
		if err == nil && seen[h.name] {
			err = fmt.Errorf("%s is there twice", spell.Quote(h.name))
		}
		if err != nil {
			return nil, fmt.Errorf("%s, column %d: %w", place, i+1, err)
		}
		seen[h.name] = true
		list = append(list, h)
	}
	for _, name := range k.needed {
		if !seen[name] {
			return nil, fmt.Errorf("%s: there must be columns %s, got no %s", place, needed, name)
		}
	}
	for _, group := range [][]string{{"qw", "qx", "qy", "qz"}, {"ax", "ay", "az"}} {
		for _, n := range group {
			if seen[n] != seen[group[0]] {
				return nil, fmt.Errorf("%s: there must be all of %s or none", place, strings.Join(group, ", "))
			}
		}
	}
	if seen["qw"] && seen["ax"] {
		return nil, fmt.Errorf("%s: an orientation is either qw, qx, qy, qz or the axis ax, ay, az, not both", place)
	}
	return list, nil
}

// isTable reports whether these are the column names of a table with places. An error message quotes nothing of
// any other file, since the file may be confidential.
func isTable(names []string) bool {
	has := map[string]bool{}
	for _, text := range names {
		name, _, _ := splitHeading(text)
		has[name] = true
	}
	return has["x"] && has["y"] && has["z"]
}

// splitHeading splits "x [mm]" at its bracket, and returns the short name of the column.
func splitHeading(text string) (name, bracket string, given bool) {
	name, bracket, given = strings.Cut(strings.TrimSpace(text), "[")
	if name = strings.ToLower(strings.TrimSpace(name)); name == "r" {
		name = "radius"
	}
	if word, component, ok := strings.Cut(name, " "); ok && len(component) == 1 {
		if short, known := shortNames[word]; known {
			name = short + component
		}
	}
	return name, bracket, given
}

// readHeading reads "x", "x [mm]".
func (k *tableKind) readHeading(text string) (heading, error) {
	name, bracket, given := splitHeading(text)
	var known []string
	for _, c := range k.columns {
		if c.name != name {
			known = append(known, c.name)
			continue
		}
		if c.units == nil {
			return heading{c, unit{}}, nil
		}
		if !given {
			return heading{c, c.units[0]}, nil
		}
		var units []string
		for _, u := range c.units {
			if bracket == u.name+"]" {
				return heading{c, u}, nil
			}
			units = append(units, u.name)
		}
		return heading{}, fmt.Errorf("the unit of %s must be one of %s, got %s", name, strings.Join(units, ", "),
			spell.Quote("["+bracket))
	}
	written, _, _ := strings.Cut(text, "[")
	return heading{}, fmt.Errorf("there is no column %s (allowed: %s)", spell.Quote(strings.TrimSpace(written)),
		strings.Join(known, ", "))
}

// read stores one field of a line.
func (h *heading) read(p *record, field string) error {
	switch {
	case h.units == nil && h.set == nil:
		return nil
	case h.units == nil:
		return h.set(p, field)
	}
	if field == "" && h.index > lastNeeded {
		return nil
	}
	x, err := h.unit.parse(field)
	if err != nil {
		x = math.NaN()
	}
	return h.put(p, x, field)
}

// put stores a number [SI]; field is how the table writes it.
func (h *heading) put(p *record, x float64, field string) error {
	wrong := ""
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		wrong = "a finite number"
	case h.index == columnRadius && x <= 0:
		wrong = "> 0"
	case h.index == columnShaft && x < 0:
		wrong = "≥ 0"
	}
	if wrong != "" {
		return fmt.Errorf("must be %s, got %s", wrong, spell.Quote(field))
	}
	p.numbers[h.index], p.given[h.index] = x, true
	return nil
}

// vector returns three consecutive numbers.
func (p *record) vector(first int) vec.Vec3 {
	return vec.New(p.numbers[first], p.numbers[first+1], p.numbers[first+2])
}

// orientation returns the rotation that the line gives, Identity if it gives none.
func (p *record) orientation() (vec.Quat, error) {
	n := &p.numbers
	switch given := p.given[columnQW:columnVX]; {
	case !slices.Contains(given, true):
		return vec.Identity, nil
	case slices.Contains(given[:4], false) && slices.Contains(given[4:], false):
		return vec.Identity, fmt.Errorf("%s: an orientation must have all its numbers or none", p.at())
	case given[0]:
		q := vec.Quat{W: n[columnQW], X: n[columnQW+1], Y: n[columnQW+2], Z: n[columnQW+3]}
		if !(q.Dot(q) > 0) || math.IsInf(q.Dot(q), 0) {
			return q, fmt.Errorf("%s: qw, qx, qy, qz must be a rotation, got %v", p.at(), n[columnQW:columnAX])
		}
		return q.Unit(), nil
	}
	axis := p.vector(columnAX)
	if !(axis.Norm2() > 0) || math.IsInf(axis.Norm2(), 0) {
		return vec.Identity, fmt.Errorf("%s: ax, ay, az must be a direction, got %v", p.at(), n[columnAX:columnVX])
	}
	return fromX(axis.Unit()), nil
}

func text(of func(*record) *string) func(*record, string) error {
	return func(p *record, s string) error { *of(p) = s; return nil }
}

func oneOf(of func(*record) *string, allowed ...string) func(*record, string) error {
	return func(p *record, s string) error {
		if !slices.Contains(allowed, s) {
			return fmt.Errorf("must be %s, got %s", strings.Join(allowed[1:], " or "), spell.Quote(s))
		}
		*of(p) = s
		return nil
	}
}
