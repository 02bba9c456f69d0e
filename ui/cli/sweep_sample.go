package cli

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
	"gonum.org/v1/gonum/stat/samplemv"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/outfile"
	"example.org/tumble/sim/spell"
)

// samplings are the ways to choose the points of a table.
var samplings = []string{"grid", "lhs", "halton"}

// sampleFlags asks for a table that the program makes.
type sampleFlags struct {
	kind   string // of samplings; empty: the table is a file
	points int64  // of a grid: along each range
	ranges []sampleRange
	file   string // the table is written there
}

// sampleRange is the settings of one column: lo ≤ value ≤ hi.
type sampleRange struct {
	path   string
	lo, hi float64
}

func (s *sampleFlags) declare(f *flags) {
	f.choice("sample", "KIND", "makes the table: grid, lhs (Latin hypercube) or halton (scrambled Halton points)",
		samplings, func(i int) { s.kind = samplings[i] })
	f.count("n", "rows of --sample; of a grid: values along each range", 1, limit.Rows, &s.points)
	f.text("range", "PATH=A..B", "a column of --sample with its least and greatest value (repeatable)", s.addRange)
	f.file("write-table", "where --sample writes its table (table.csv in the folder of results)", &s.file)
}

// addRange reads PATH=A..B.
func (s *sampleFlags) addRange(text string) error {
	set, err := parseSetting(text)
	lo, hi, ok := strings.Cut(set.value, "..")
	if err != nil || !ok {
		return fmt.Errorf("must be PATH=A..B, such as damping=0.1..0.4, got %s", spell.Quote(text))
	}
	r := sampleRange{path: set.path}
	for _, end := range []struct {
		text string
		x    *float64
	}{{lo, &r.lo}, {hi, &r.hi}} {
		*end.x, err = strconv.ParseFloat(strings.TrimSpace(end.text), 64)
		if err != nil || math.IsInf(*end.x, 0) || math.IsNaN(*end.x) {
			return fmt.Errorf("%s: must have two finite numbers A..B, got %s", set.path, spell.Quote(set.value))
		}
	}
	if !(r.lo < r.hi) || math.IsInf(r.hi-r.lo, 0) {
		return fmt.Errorf("%s: must have A < B with a finite distance, got %s", set.path, spell.Quote(set.value))
	}
	if r.path == "seed" {
		return fmt.Errorf("seed: is a whole number and cannot be sampled: give --seed, or write a --table")
	}
	for _, other := range s.ranges {
		if other.path == r.path {
			return fmt.Errorf("%s: must have one range, got a second one, %s", r.path, spell.Quote(set.value))
		}
	}
	s.ranges = append(s.ranges, r)
	return nil
}

// check refuses a command line that asks for a table in two ways, or for half of one.
func (s *sampleFlags) check(table string) error {
	refuse := func(format string, args ...any) error {
		return &usageError{"sweep", "sweep: " + fmt.Sprintf(format, args...)}
	}
	switch {
	case s.kind == "" && (s.points > 0 || len(s.ranges) > 0 || s.file != ""):
		return refuse("--n, --range and --write-table need a --sample (%s)", strings.Join(samplings, ", "))
	case s.kind == "" && table == "":
		return refuse("needs a --table or a --sample")
	case s.kind == "":
		return nil
	case table != "":
		return refuse("--table and --sample each give the table: give one of them")
	case s.points == 0 || len(s.ranges) == 0:
		return refuse("--sample %s: needs --n and at least one --range", s.kind)
	case outfile.IsStream(s.file):
		return refuse("--write-table: must be a file that can be read again, got %s", spell.Quote(s.file))
	}
	rows := float64(s.points)
	if s.kind == "grid" {
		rows = math.Pow(rows, float64(len(s.ranges)))
	}
	if rows > float64(limit.Rows.Most) {
		return refuse("--n: %d values along each of %d ranges are %g rows, at most %d can be run", s.points, len(s.ranges),
			rows, limit.Rows.Most)
	}
	if s.kind == "halton" && len(s.ranges) > haltonColumns {
		return refuse("--sample halton: can have %d ranges, got %d", haltonColumns, len(s.ranges))
	}
	return nil
}

// haltonColumns is how many ranges Halton points can fill: more share primes so large that
// the points of a table lie on lines.
const haltonColumns = 40

// name returns the file of the table.
func (s *sampleFlags) name(folder string) string {
	if s.file != "" {
		return s.file
	}
	return filepath.Join(folder, "table.csv")
}

// table returns the table as CSV: the same bytes for the same ranges and seed.
func (s *sampleFlags) table(seed uint64) ([]byte, error) {
	lines := [][]string{nil}
	for _, r := range s.ranges {
		lines[0] = append(lines[0], r.path)
	}
	units := s.unit(seed)
	rows, _ := units.Dims()
	for i := range rows {
		var line []string
		for j, r := range s.ranges {
			line = append(line, r.at(units.At(i, j)))
		}
		lines = append(lines, line)
	}
	var b bytes.Buffer
	err := csv.NewWriter(&b).WriteAll(lines)
	return b.Bytes(), err
}

// unit returns the points in the unit cube, one a row.
func (s *sampleFlags) unit(seed uint64) *mat.Dense {
	n, columns := int(s.points), len(s.ranges)
	if s.kind == "grid" {
		return gridPoints(n, columns)
	}
	points, source := mat.NewDense(n, columns, nil), rand.NewPCG(seed, 0)
	cube := distmv.NewUnitUniform(columns, source)
	if s.kind == "lhs" {
		samplemv.LatinHypercube{Q: cube, Src: source}.Sample(points)
	} else {
		samplemv.Halton{Kind: samplemv.Owen, Q: cube, Src: source}.Sample(points)
	}
	return points
}

// gridPoints returns all points of a grid with n values along each column, both ends among
// them; the last column varies fastest. One value is the middle.
func gridPoints(n, columns int) *mat.Dense {
	rows := 1
	for range columns {
		rows *= n
	}
	points := mat.NewDense(rows, columns, nil)
	for i := range rows {
		rest := i
		for j := columns - 1; j >= 0; j-- {
			u := 0.5
			if n > 1 {
				u = float64(rest%n) / float64(n-1)
			}
			points.Set(i, j, u)
			rest /= n
		}
	}
	return points
}

// at returns the value at a part u of the range, 0 to 1, with six digits where these do not
// lead out of the range.
func (r *sampleRange) at(u float64) string {
	x := min(max(r.lo+u*(r.hi-r.lo), r.lo), r.hi)
	text := strconv.FormatFloat(x, 'g', 6, 64)
	if short, err := strconv.ParseFloat(text, 64); err != nil || short < r.lo || short > r.hi {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return text
}
