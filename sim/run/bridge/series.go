package bridge

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// Series are numbers of a world along one track of a run, read at fixed moments of simulated time: before the first
// step, and after the first step at or after each multiple of Every.
//
// What a snapshot holds of it may be kept: samples are only added behind the samples that it has.
type Series struct {
	Columns []Column
	Every   float64 // [s]
	Samples []Sample
}

// SeriesOf says of what a series is.
type SeriesOf uint8

const (
	OfWorld   SeriesOf = iota
	OfBody             // the body that was selected last
	OfPlane            // of what goes through the plane that was chosen
	NumSeries          // how many there are
)

// Column is one number of a series.
type Column struct {
	Name  string `json:"name"`
	Unit  string `json:"unit,omitempty"`  // empty for plain numbers
	Whole bool   `json:"whole,omitempty"` // it counts something

	// RateOf is 1 + the index of the column whose growth since the sample before, over the time since then, this
	// one is; 0 for a number of its own.
	RateOf int `json:"rateOf,omitempty"`
}

// Sample is what was read at one moment. Of samples that were left out behind it, it has the extremes.
type Sample struct {
	Moment
	Values    []float64          // of each column; nothing of rates
	Low, High []float64          // from here to the next sample; nil: as Values
	Stages    [NumStages]float64 // mean wall time of each stage of a step, as this was first computed [s]; 0: not known
}

// Find returns the index of the column of a name, -1 if there is none.
func (s *Series) Find(name string) int {
	return slices.IndexFunc(s.Columns, func(c Column) bool { return c.Name == name })
}

// After returns the index of the first sample after a time [s].
func (s *Series) After(time float64) int {
	return sort.Search(len(s.Samples), func(i int) bool { return s.Samples[i].Time > time })
}

// At returns the index of the sample of a step, or where it would be.
func (s *Series) At(step int64) (i int, found bool) {
	return slices.BinarySearchFunc(s.Samples, step, func(m Sample, step int64) int { return cmp.Compare(m.Step, step) })
}

// Value returns what a column has in sample i: of a rate, the mean since the sample before, NaN if there is none.
func (s *Series) Value(i, column int) float64 {
	if i == 0 {
		return Value(s.Columns, column, nil, &s.Samples[0])
	}
	return Value(s.Columns, column, &s.Samples[i-1], &s.Samples[i])
}

// Value returns what a column has in a sample that follows another one, nil if none is before it.
func Value(columns []Column, i int, before, now *Sample) float64 {
	of := columns[i].RateOf - 1
	if of < 0 {
		return now.Values[i]
	}
	if before == nil || now.Time <= before.Time {
		return math.NaN()
	}
	return (now.Values[of] - before.Values[of]) / (now.Time - before.Time)
}

// Extremes returns how low and how high a column was from sample i to the next one.
func (s *Series) Extremes(i, column int) (low, high float64) {
	m := &s.Samples[i]
	if m.Low == nil || s.Columns[column].RateOf > 0 {
		v := s.Value(i, column)
		return v, v
	}
	return m.Low[column], m.High[column]
}
