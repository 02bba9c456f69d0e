package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/studio"
	"example.org/tumble/ui/sweep"
)

var sweepCommand = command{
	name: "sweep", args: "SCENE",
	reports: true,
	does:    "runs a scene once for each row of a table of settings",
	more: "Columns of the table (CSV) are paths as --set has them; a column named seed is the seed. Each row gets a\n" +
		"folder with the scene as it ran, result.json, series.csv and picture.png; beside them summary.csv,\n" +
		"summary.svg, quantiles.csv and parallel.svg tell of all. Started again, a sweep goes on where it was ended:\n" +
		"rows that are done stay. --jobs writes a script with which many machines share the table, a --row each.\n" +
		"--sample makes the table from ranges, the same one for the same --seed.",
	example: "tumble sweep bottle --table runs.csv -o results\n" +
		"tumble sweep bottle --sample lhs --n 20 --range materials.pill.tanPhi=0.1..0.6 --range damping=0.1..0.4\n" +
		"tumble sweep bottle --table runs.csv -o results --jobs slurm",
	prepare: func(f *flags) action {
		s := &sweepFlags{every: run.Interval{Time: 0.01}}
		f.file("table", "the table", &s.table)
		s.sample.declare(f)
		f.text("output", "DIR", "folder for the results (SCENE-sweep)", func(path string) error {
			s.folder = path
			return nil
		})
		f.text("row", "N", "runs only this row, counted from 1, or those of a range as 11..20", s.setRows)
		f.choice("jobs", "KIND", "runs nothing, but writes a script that does, for: slurm (an array) or parallel (GNU)",
			jobNames(), func(i int) { s.jobs = &sweep.Kinds[i] })
		f.text("every", "TIME", "distance between lines of series.csv, as a time or as in 500steps (0.01s)",
			func(text string) (err error) {
				s.every, err = parseInterval(text)
				return err
			})
		f.text("plot", "LIST", "columns of series.csv to plot, without units (kinetic energy,contacts)",
			func(text string) error {
				s.plot = splitList(text)
				return nil
			})
		s.plot = []string{"kinetic energy", "contacts"}
		s.declareInput(f)
		s.declareEnd(f)
		s.declareScene(f)
		s.declare(f, view.Good)
		return s.run
	},
}

type sweepFlags struct {
	simFlags
	pictureFlags
	sample        sampleFlags
	table, folder string
	rows          sweep.Rows
	jobs          *sweep.Kind // nil: the rows run on this machine
	every         run.Interval
	plot          []string
	inputFlag
}

// jobNames lists the ways to spread rows over machines.
func jobNames() (names []string) {
	for _, k := range sweep.Kinds {
		names = append(names, k.Name)
	}
	return names
}

// setRows reads N or N..M.
func (s *sweepFlags) setRows(text string) error {
	from, to, both := strings.Cut(text, "..")
	if !both {
		to = from
	}
	first, err := strconv.ParseInt(from, 10, 64)
	last, other := strconv.ParseInt(to, 10, 64)
	if err != nil || other != nil || first < 1 || last < first {
		return fmt.Errorf("must be a number ≥ 1 or a range such as 11..20, got %s", spell.Quote(text))
	}
	s.rows = sweep.Rows{First: first, Last: last}
	return nil
}

func (s *sweepFlags) run(c *call) error {
	name, err := c.one("sweep", "SCENE")
	if err != nil {
		return err
	}
	if err := s.check(name); err != nil {
		return err
	}
	if s.folder == "" {
		s.folder, _ = outputName("", name, "-sweep")
	}
	table, made, err := s.theTable()
	if err != nil {
		return ofOption("sweep", err)
	}
	if s.jobs != nil && (name == input.Standard || s.table == input.Standard) {
		return &usageError{"sweep", "sweep: --jobs: needs a scene and a table in files, which every machine can read, got -"}
	}
	stop, err := s.inputFlag.begin(c, "sweep", name, s.table)
	if err != nil {
		return err
	}
	defer stop()
	w := s.sweep(name, table)
	if err := w.Check(c); err != nil {
		return ofOption("sweep", err)
	}
	if err := c.tryAll("sweep", []wanted{{flag: "-o", name: s.folder, folder: true},
		{flag: "--write-table", name: s.sample.file}}, false, name); err != nil {
		return err
	}
	if err := outfile.MakeFolder(s.folder); err != nil {
		return err
	}
	if made != nil {
		if err := outfile.WriteBytes(s.table, made); err != nil {
			return fmt.Errorf("--write-table: %w", err)
		}
	}
	if s.jobs != nil {
		return s.writeJobs(c, table.Len())
	}
	return s.runRows(c, w)
}

// check refuses flags that do not go together.
func (s *sweepFlags) check(name string) error {
	refuse := func(text string) error { return &usageError{"sweep", "sweep: " + text} }
	switch err := s.sample.check(s.table); {
	case err != nil:
		return err
	case scene.IsSaved(name):
		return refuse("needs a scene, got a saved state (name it in a scene file: state: FILE)")
	case s.until > 0 && s.steps > 0:
		return refuse("give --until or --steps, not both")
	case s.jobs != nil && s.rows.First > 0:
		return refuse("--jobs: is for all rows; --row is what the script gives to each machine")
	}
	return nil
}

// theTable returns the table, and its bytes if the program made it and has not written it yet.
func (s *sweepFlags) theTable() (table *sweep.Table, made []byte, err error) {
	seed := uint64(s.seed)
	if s.sample.Kind == "" {
		table, err = sweep.ReadTable(s.table, seed)
		return table, nil, err
	}
	if s.table = s.sample.file; s.table == "" {
		s.table = filepath.Join(s.folder, "table.csv")
	}
	if made, err = s.sample.Table(seed); err != nil {
		return nil, nil, err
	}
	table, err = sweep.ParseTable(s.table, made, seed)
	return table, made, err
}

// sweep returns the sweep that the flags describe.
func (s *sweepFlags) sweep(name string, table *sweep.Table) *sweep.Sweep {
	return &sweep.Sweep{Scene: name, Options: s.options(0), Table: table, Rows: s.rows, Folder: s.folder, Until: s.until,
		Steps: s.steps, Every: s.every, Plot: s.plot, CanDraw: studio.CanDraw, Picture: drawing(s.picture())}
}

// runRows runs the rows on this machine. After all rows of the table, not only some, it reports the results that
// are there, also of a sweep that was interrupted.
func (s *sweepFlags) runRows(c *call, w *sweep.Sweep) error {
	progress := newProgress(c.env)
	ended := w.Run(c, progress.show, func(line string) {
		progress.clear()
		fmt.Fprintln(c.note(), line)
	})
	progress.clear()
	if s.rows.First > 0 {
		return ended
	}
	done, err := w.Summarize()
	if err == nil {
		_, err = fmt.Fprintf(c.messages(), "%d of %d rows are done: %s, %s\n", done, w.Table.Len(),
			filepath.Join(s.folder, "summary.csv"), filepath.Join(s.folder, "summary.svg"))
	}
	return errors.Join(ended, err)
}

// writeJobs writes the script that runs the rows on other machines, and prints the command that starts it.
func (s *sweepFlags) writeJobs(c *call, rows int) error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	name := filepath.Join(s.folder, s.jobs.File)
	if err := outfile.WriteBytes(name, []byte(s.jobs.Script(rows, here, jobArguments(c.env.line)))); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.messages(), "%s runs %d rows: %s %s\n", name, rows, s.jobs.Shell, name)
	return err
}

// jobArguments returns a command line without --jobs and --workers, since the script sets what differs from job to
// job.
func jobArguments(line []string) (list []string) {
	for i := 0; i < len(line); i++ {
		name, _, joined := strings.Cut(line[i], "=")
		if name == "--jobs" || name == "--workers" {
			if !joined {
				i++
			}
			continue
		}
		list = append(list, line[i])
	}
	return list
}
