package sweep

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/limit"
)

// Series is a time series that was read from a file.
type Series struct {
	head  []string
	lines [][]string
}

// ReadSeries reads the time series of a row, counted from 1, in the folder of a sweep.
func ReadSeries(folder string, row int) (*Series, error) {
	path := File(folder, row, "series.csv")
	data, err := input.Read(path, limit.SeriesBytes)
	if err != nil {
		return nil, err
	}
	lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err == nil && len(lines) == 0 {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Series{lines[0], lines[1:]}, nil
}

// curve returns a column over the time.
func (t *Series) curve(name string) (head string, x, y []float64, err error) {
	if head, y, err = t.Column(name); err == nil {
		_, x, err = t.Column("time")
	}
	return head, x, y, err
}

// Column returns the values of a column by its name without the unit. A cell that holds no number is NaN.
//
// Errors: there is no such column.
func (t *Series) Column(name string) (head string, values []float64, err error) {
	var columns []string
	for i, h := range t.head {
		bare, _, _ := strings.Cut(h, " [")
		columns = append(columns, bare)
		if bare != name {
			continue
		}
		for _, line := range t.lines {
			x, err := strconv.ParseFloat(line[i], 64)
			if err != nil {
				x = math.NaN()
			}
			values = append(values, x)
		}
		return h, values, nil
	}
	return "", nil, known(name, columns)
}
