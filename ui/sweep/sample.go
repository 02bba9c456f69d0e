package sweep

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
	"gonum.org/v1/gonum/stat/samplemv"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run/batch"
)

// Samplings are the ways to choose the points of a table: a grid, a Latin hypercube, scrambled Halton points.
var Samplings = []string{"grid", "lhs", "halton"}

// Sample describes a table of sampled settings.
type Sample struct {
	Kind   string // of Samplings
	Points int    // rows; of a grid: values along each span
	Spans  []Span // the columns
}

// Span is the range of the values in one column: Lo ≤ value ≤ Hi.
type Span struct {
	Path   string
	Lo, Hi float64
	Unit   string // of all values; empty: they have none
}

// Add adds a column.
//
// Errors: a span without a finite length; a second span of the same path; a column of seeds, which must be integers.
func (s *Sample) Add(c Span) error {
	finite := func(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }
	switch {
	case !finite(c.Lo) || !finite(c.Hi):
		return fmt.Errorf("%s: must have two finite numbers A..B, got %g..%g", c.Path, c.Lo, c.Hi)
	case !(c.Lo < c.Hi) || math.IsInf(c.Hi-c.Lo, 0):
		return fmt.Errorf("%s: must have A < B with a finite distance, got %g..%g", c.Path, c.Lo, c.Hi)
	case c.Path == "seed":
		return errors.New("seed: is a whole number and cannot be sampled")
	case slices.ContainsFunc(s.Spans, func(other Span) bool { return other.Path == c.Path }):
		return fmt.Errorf("%s: must have one range, got a second one, %g..%g", c.Path, c.Lo, c.Hi)
	}
	s.Spans = append(s.Spans, c)
	return nil
}

// Check refuses a description from which no table can be made.
//
// Errors: batch.OptionError of n or sample.
func (s *Sample) Check() error {
	rows := float64(s.Points)
	if s.Kind == "grid" {
		rows = math.Pow(rows, float64(len(s.Spans)))
	}
	if rows > float64(limit.Rows.Most) {
		return &batch.OptionError{Option: "n", Err: fmt.Errorf("%d values along each of %d ranges are %g rows, at most %d "+
			"can be run", s.Points, len(s.Spans), rows, limit.Rows.Most)}
	}
	if s.Kind == "halton" && len(s.Spans) > haltonColumns {
		return &batch.OptionError{Option: "sample", Err: fmt.Errorf("halton can have %d ranges, got %d", haltonColumns,
			len(s.Spans))}
	}
	return nil
}

// haltonColumns is the largest number of columns for Halton points. Each column needs another prime as its base, and
// with larger primes the points of a short table lie on a few lines instead of filling the space.
const haltonColumns = 40

// Table returns the table as CSV: the same bytes for the same spans and seed.
func (s *Sample) Table(seed uint64) ([]byte, error) {
	lines := [][]string{nil}
	for _, r := range s.Spans {
		lines[0] = append(lines[0], r.Path)
	}
	units := s.unit(seed)
	rows, _ := units.Dims()
	for i := range rows {
		var line []string
		for j, r := range s.Spans {
			line = append(line, strings.TrimSpace(r.at(units.At(i, j))+" "+r.Unit))
		}
		lines = append(lines, line)
	}
	var b bytes.Buffer
	err := csv.NewWriter(&b).WriteAll(lines)
	return b.Bytes(), err
}

// unit returns the points in the unit cube, one in each row of the matrix.
func (s *Sample) unit(seed uint64) *mat.Dense {
	n, columns := s.Points, len(s.Spans)
	if s.Kind == "grid" {
		return gridPoints(n, columns)
	}
	points, source := mat.NewDense(n, columns, nil), rand.NewPCG(seed, 0)
	cube := distmv.NewUnitUniform(columns, source)
	if s.Kind == "lhs" {
		samplemv.LatinHypercube{Q: cube, Src: source}.Sample(points)
	} else {
		samplemv.Halton{Kind: samplemv.Owen, Q: cube, Src: source}.Sample(points)
	}
	return points
}

// gridPoints returns all points of a grid with n evenly spaced values in each column, from one end of its range to the
// other; the last column varies fastest. If n is 1, the value is the middle of the range.
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

// at returns the value at the fraction u of the span, 0 ≤ u ≤ 1. It has six digits, or all digits where rounding to
// six would leave the range.
func (r *Span) at(u float64) string {
	x := min(max(r.Lo+u*(r.Hi-r.Lo), r.Lo), r.Hi)
	text := strconv.FormatFloat(x, 'g', 6, 64)
	if short, err := strconv.ParseFloat(text, 64); err != nil || short < r.Lo || short > r.Hi {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return text
}
