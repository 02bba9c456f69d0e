package runfile

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run/bridge"
)

// writtenEvent is the form of an event in a file.
type writtenEvent struct {
	Step  int64        `json:"step"`
	Time  float64      `json:"time"`
	Level bridge.Level `json:"level,omitempty"`
	Text  string       `json:"text"`
}

// Event writes an event.
func (w *Writer) Event(e bridge.Event) { w.json(event, writtenEvent{e.Step, e.Time, e.Level, e.Text}) }

func (f *File) readEvent(content []byte) error {
	var e writtenEvent
	if err := json.Unmarshal(content, &e); err != nil {
		return err
	}
	if e.Level > bridge.Fault {
		return fmt.Errorf("there is no level %d of an event", e.Level)
	}
	f.now.Events = append(f.now.Events, bridge.Event{Moment: bridge.Moment{Step: e.Step, Time: e.Time}, Level: e.Level,
		Text: line(e.Text)})
	return nil
}

// Film writes the interval of time that was recorded as a video.
func (w *Writer) Film(f bridge.Film) { w.json(film, f) }

func (f *File) readFilm(content []byte) error {
	var v bridge.Film
	if err := json.Unmarshal(content, &v); err != nil {
		return err
	}
	if !(v.End >= v.Begin) {
		return fmt.Errorf("a video from %g s to %g s", v.Begin, v.End)
	}
	f.now.Films = append(f.now.Films, v)
	return nil
}

// writtenColumns is the form of the columns of samples in a file.
type writtenColumns struct {
	Every   float64         `json:"every"`
	Columns []bridge.Column `json:"columns"`
}

// Sample writes a sample of a series of the present track.
func (w *Writer) Sample(s *bridge.Series, m *bridge.Sample) {
	if w.every[w.track] != s.Every {
		w.json(columns, writtenColumns{s.Every, s.Columns})
		w.every[w.track] = s.Every
	}
	b := binary.LittleEndian.AppendUint64(nil, uint64(m.Step))
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(m.Time))
	for _, list := range [][]float64{m.Values, m.Low, m.High} {
		for _, v := range list {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
	}
	w.block(sampled, b)
}

// mostColumns is the largest number of columns of a sample; a file with more is refused.
const mostColumns = 4096

func (f *File) readColumns(content []byte) error {
	var c writtenColumns
	if err := json.Unmarshal(content, &c); err != nil {
		return err
	}
	s := &f.now.Series
	switch n := len(c.Columns); {
	case !(c.Every > 0 && c.Every <= 1e9):
		return fmt.Errorf("the interval of samples must be in (0, 1e9] s, got %g", c.Every)
	case n < series.Least || n > mostColumns || len(s.Samples) > 0 && n != len(s.Columns):
		return fmt.Errorf("%d columns of samples are too few, too many, or other ones than before", n)
	}
	for i := range c.Columns {
		if r := c.Columns[i].RateOf; r < 0 || r > len(c.Columns) {
			return fmt.Errorf("column %d is the rate of one that is not there, %d", i+1, r)
		}
		c.Columns[i].Name, c.Columns[i].Unit = line(c.Columns[i].Name), line(c.Columns[i].Unit)
	}
	before := s.Every
	if s.Columns, s.Every = c.Columns, c.Every; c.Every > before && len(s.Samples) > 0 {
		series.Thin(s, c.Every)
	}
	return nil
}

func (f *File) readSample(content []byte) error {
	s := &f.now.Series
	n := len(s.Columns)
	if n == 0 || len(content) != 8*(2+n) && len(content) != 8*(2+3*n) {
		return fmt.Errorf("%d bytes are not a sample of %d columns", len(content), n)
	}
	number := func(i int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(content[8*i:])) }
	m := bridge.Sample{Moment: bridge.Moment{Step: int64(binary.LittleEndian.Uint64(content)), Time: number(1)}}
	if k := len(s.Samples); k > 0 && !(m.Step > s.Samples[k-1].Step && m.Time >= s.Samples[k-1].Time) {
		return errors.New("the sample is out of place")
	}
	all := make([]float64, len(content)/8-2)
	for i := range all {
		all[i] = number(2 + i)
	}
	if m.Values = all[:n:n]; len(all) > n {
		m.Low, m.High = all[n:2*n:2*n], all[2*n:]
	}
	s.Samples = append(s.Samples, m)
	return nil
}
