package cli

import (
	"fmt"
	"strings"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/sweep"
)

// sampleFlags describe a table that the program makes itself.
type sampleFlags struct {
	sweep.Sample
	points int64
	file   string // file for the table
}

func (s *sampleFlags) declare(f *flags) {
	f.choice("sample", "KIND", "makes the table: grid, lhs (Latin hypercube) or halton (scrambled Halton points)",
		sweep.Samplings, func(i int) { s.Kind = sweep.Samplings[i] })
	f.count("n", "rows of --sample; of a grid: values along each range", 1, limit.Rows, &s.points)
	f.text("range", "PATH=A..B", "a column of --sample with its least and greatest value, as 1..10 MPa (repeatable)",
		s.addSpan)
	f.file("write-table", "where --sample writes its table (table.csv in the folder of results)", &s.file)
}

// addSpan reads PATH=A..B.
func (s *sampleFlags) addSpan(text string) error {
	set, err := parseSetting(text)
	if err != nil {
		return fmt.Errorf("must be PATH=A..B, such as damping=0.1..0.4, got %s", spell.Quote(text))
	}
	c, err := sweep.ParseSpan(set.path, set.value)
	if err != nil {
		return err
	}
	return s.Add(c)
}

// check refuses a command line that names two sources of the table, or does not describe the table completely.
func (s *sampleFlags) check(table string) error {
	s.Points = int(s.points)
	refuse := func(format string, args ...any) error {
		return &usageError{"sweep", "sweep: " + fmt.Sprintf(format, args...)}
	}
	switch {
	case s.Kind == "" && (s.Points > 0 || len(s.Spans) > 0 || s.file != ""):
		return refuse("--n, --range and --write-table need a --sample (%s)", strings.Join(sweep.Samplings, ", "))
	case s.Kind == "" && table == "":
		return refuse("needs a --table or a --sample")
	case s.Kind == "":
		return nil
	case table != "":
		return refuse("--table and --sample each give the table: give one of them")
	case s.Points == 0 || len(s.Spans) == 0:
		return refuse("--sample %s: needs --n and at least one --range", s.Kind)
	case outfile.IsStream(s.file):
		return refuse("--write-table: must be a file that can be read again, got %s", spell.Quote(s.file))
	}
	return ofOption("sweep", s.Check())
}
