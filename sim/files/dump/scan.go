package dump

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// longestLine is the largest length of a line of a dump [bytes]. Fifty columns of twenty characters are only
// one thousand bytes.
const longestLine = 1 << 16

// scanner reads the lines of a file, and counts lines and bytes.
type scanner struct {
	r      *bufio.Reader
	name   string
	line   int   // number of the line that was read last
	offset int64 // offset of the next line in the text [bytes]
}

func newScanner(r io.Reader, name string) *scanner {
	return &scanner{r: bufio.NewReaderSize(r, longestLine), name: name}
}

// next returns the next line without its line break, and io.EOF after the last line. The bytes of the line are
// valid until the next call.
func (s *scanner) next() ([]byte, error) {
	text, err := s.r.ReadSlice('\n')
	if len(text) > 0 {
		s.line++
		s.offset += int64(len(text))
	}
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, s.fail("must have at most %d bytes", longestLine)
	case errors.Is(err, io.EOF) && len(text) > 0: // the last line is cut off
		return nil, io.ErrUnexpectedEOF
	case errors.Is(err, io.EOF):
		return nil, io.EOF
	case err != nil:
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	return text[:len(text)-1], nil
}

// fail returns an error about the line that was read last.
func (s *scanner) fail(format string, args ...any) error {
	return fmt.Errorf("%s: line %d: %w", s.name, s.line, fmt.Errorf(format, args...))
}

// text returns the next line, which must exist, without spaces at its ends.
func (s *scanner) text() (string, error) {
	b, err := s.next()
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return strings.TrimSpace(string(b)), err
}

// head is the part of a moment before its atoms.
type head struct {
	Moment
	lo, size vec.Vec3 // lower corner and edge lengths of the box, before it is tilted [m]
	tilt     vec.Vec3 // xy, xz, yz [m]
	columns  columns
}

// errOther is the error for a dump that holds something other than atoms.
var errOther = errors.New("is a dump of something else than atoms")

// head reads the head of the next moment, up to its first atom. It returns io.EOF if there is no further moment,
// and io.ErrUnexpectedEOF if the file ends within the head.
func (s *scanner) head() (head, error) {
	h := head{Moment: Moment{Time: math.NaN(), Atoms: -1, Step: -1}}
	begin := s.line
	for first := true; ; first = false {
		if limit.HeadLines.Check(s.line-begin) != nil {
			return h, s.fail("%w", limit.HeadLines.Exceeded())
		}
		b, err := s.next()
		if err != nil {
			if errors.Is(err, io.EOF) && !first {
				err = io.ErrUnexpectedEOF
			}
			return h, err
		}
		item, ok := strings.CutPrefix(string(b), "ITEM: ")
		switch {
		case !ok && first:
			return h, s.fail("must begin with ITEM: as a text dump of LAMMPS or LIGGGHTS does, got %s",
				spell.Quote(string(b)))
		case !ok: // a line of an unknown item
			continue
		}
		if done, err := s.item(&h, strings.TrimSpace(item)); done || err != nil {
			return h, err
		}
	}
}

// item reads the lines after the name of an item, and reports whether atoms come next.
func (s *scanner) item(h *head, item string) (done bool, err error) {
	name, rest, _ := strings.Cut(item, " ")
	switch {
	case item == "TIMESTEP":
		h.Step, err = s.whole(math.MaxInt64)
	case item == "TIME":
		if h.Time, err = s.number(); err == nil {
			if e := limit.Time.Check("", h.Time); e != nil {
				err = s.fail("%w", e)
			}
		}
	case item == "UNITS":
		var units string
		if units, err = s.text(); err == nil && units != "si" {
			err = s.fail("units must be si, got %s", spell.Quote(units))
		}
	case item == "NUMBER OF ATOMS":
		var n int64
		n, err = s.whole(math.MaxInt64)
		if err == nil {
			if e := limit.Atoms.Check(int(n)); e != nil {
				err = s.fail("%w", e)
			}
		}
		h.Atoms = int(n)
	case name == "BOX" || strings.HasPrefix(item, "BOX BOUNDS"):
		err = s.box(h)
	case name == "ENTRIES" || item == "NUMBER OF ENTRIES":
		return true, s.fail("%w", errOther)
	case name == "ATOMS":
		if h.Step < 0 || h.Atoms < 0 {
			return true, s.fail("ITEM: TIMESTEP and ITEM: NUMBER OF ATOMS must come before ITEM: ATOMS")
		}
		if h.columns, err = readColumns(strings.Fields(rest)); err != nil {
			err = s.fail("%w", err)
		}
		return true, err
	}
	return false, err
}

// whole reads a line with a whole number from 0 to most.
func (s *scanner) whole(most int64) (int64, error) {
	text, err := s.text()
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > most {
		return 0, s.fail("must be a whole number ≥ 0, got %s", spell.Quote(text))
	}
	return n, nil
}

func (s *scanner) number() (float64, error) {
	text, err := s.text()
	if err != nil {
		return 0, err
	}
	x, err := parse(text)
	if err != nil {
		return 0, s.fail("%w", err)
	}
	return x, nil
}

// largest is the largest absolute value of a number in a dump. Its square must not overflow in single precision.
const largest = 1e18

func parse(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(math.Abs(x) <= largest) {
		return 0, fmt.Errorf("must be a number within ±%g, got %s", largest, spell.Quote(text))
	}
	return x, nil
}

// box reads the bounds of the box. For a tilted box the dump gives its axis-parallel bounding box and three tilts.
// (Source: LAMMPS, "Howto triclinic", "Output of restart and dump files".)
func (s *scanner) box(h *head) error {
	var lo, hi, tilt [3]float64
	for k := range lo {
		text, err := s.text()
		if err != nil {
			return err
		}
		fields := strings.Fields(text)
		if len(fields) != 2 && len(fields) != 3 {
			return s.fail("must be two bounds of the box and at most a tilt, got %s", spell.Quote(text))
		}
		for i, to := range []*float64{&lo[k], &hi[k], &tilt[k]}[:len(fields)] {
			if *to, err = parse(fields[i]); err != nil {
				return s.fail("%w", err)
			}
		}
	}
	h.bound(lo, hi, tilt[0], tilt[1], tilt[2])
	return nil
}

// bound computes the box from its axis-parallel bounding box, from which it subtracts the tilts.
func (h *head) bound(lo, hi [3]float64, xy, xz, yz float64) {
	lo[0] -= min(0, xy, xz, xy+xz)
	hi[0] -= max(0, xy, xz, xy+xz)
	lo[1] -= min(0, yz)
	hi[1] -= max(0, yz)
	h.lo, h.tilt = vec.New(lo[0], lo[1], lo[2]), vec.New(xy, xz, yz)
	h.size = vec.New(hi[0], hi[1], hi[2]).Sub(h.lo)
}

// place returns the position [m] of scaled coordinates.
func (h *head) place(u vec.Vec3) vec.Vec3 {
	p := h.lo.Add(h.size.Mul(u))
	return p.Add(vec.New(h.tilt.X*u.Y+h.tilt.Y*u.Z, h.tilt.Z*u.Z, 0))
}
