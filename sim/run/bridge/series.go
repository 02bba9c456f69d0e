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
// A reader may keep the slices of a snapshot's series: samples are only added behind their ends.
type Series struct {
	Columns []Column
	Every   float64 // [s]
	Samples []Sample
}

// SeriesOf is the subject of a series.
type SeriesOf uint8

const (
	OfWorld   SeriesOf = iota
	OfBody             // the body that was selected last
	OfPlane            // the flow through the chosen plane
	OfRegions          // what is in regions
	NumSeries          // number of subjects
)

// Column is one number of a series.
type Column struct {
	Name    string `json:"name"`
	Unit    string `json:"unit,omitempty"`  // empty for plain numbers
	Integer bool   `json:"whole,omitempty"` // it is a count

	// RateOf is 0 for a column with values of its own. Otherwise it is 1 + the index of another column,
	// and the value is the growth of that column since the sample before, divided by the time between.
	RateOf int `json:"rateOf,omitempty"`
}

// Sample holds the values at one moment. If samples between it and the next one were dropped to save memory,
// it also has the extremes of their values.
type Sample struct {
	Moment
	Values    []float64          // of each column except rates
	Low, High []float64          // extremes from here to the next sample; nil: equal to Values
	Stages    [NumStages]float64 // mean wall time of each stage when the step was first computed [s]; 0: unknown
}

// Find returns the index of the column with a name, or -1.
func (s *Series) Find(name string) int {
	return slices.IndexFunc(s.Columns, func(c Column) bool { return c.Name == name })
}

// After returns the index of the first sample after a time [s].
func (s *Series) After(time float64) int {
	return sort.Search(len(s.Samples), func(i int) bool { return s.Samples[i].Time > time })
}

// At returns the index of the sample of a step, or the index at which it would be inserted.
func (s *Series) At(step int64) (i int, found bool) {
	return slices.BinarySearchFunc(s.Samples, step, func(m Sample, step int64) int { return cmp.Compare(m.Step, step) })
}

// Value returns the value of a column in sample i. A rate is the mean rate since the sample before, and NaN
// for the first sample.
func (s *Series) Value(i, column int) float64 {
	if i == 0 {
		return Value(s.Columns, column, nil, &s.Samples[0])
	}
	return Value(s.Columns, column, &s.Samples[i-1], &s.Samples[i])
}

// Value returns the value of column i in a sample after another one, which is nil for the first sample.
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

// Extremes returns the lowest and the highest value of a column from sample i to the next one.
func (s *Series) Extremes(i, column int) (low, high float64) {
	m := &s.Samples[i]
	if m.Low == nil || s.Columns[column].RateOf > 0 {
		v := s.Value(i, column)
		return v, v
	}
	return m.Low[column], m.High[column]
}
