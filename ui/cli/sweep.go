package cli

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/batch"
	"example.org/tumble/sim/export"
	"example.org/tumble/sim/input"
	"example.org/tumble/sim/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/source"
	"example.org/tumble/sim/spell"
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
		f.text("row", "N", "runs only this row, counted from 1, or those of a range as 11..20", s.row.parse)
		f.choice("jobs", "KIND", "runs nothing, but writes a script that does, for: slurm (an array) or parallel (GNU)",
			jobNames(), func(i int) { s.jobs = i + 1 })
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
		s.declareEnd(f)
		s.declareScene(f, 0)
		s.declare(f, view.Good)
		return s.run
	},
}

type sweepFlags struct {
	simFlags
	pictureFlags
	sample        sampleFlags
	table, folder string
	row           rowRange
	jobs          int // of jobKinds, counted from 1; 0: the rows run here
	every         run.Interval
	plot          []string
}

// sweep is a sweep at work.
type sweep struct {
	*sweepFlags
	scene string
	table *sweepTable
	call  *call

	tell    sync.Mutex // of what goes to standard error
	drawing sync.Mutex // one picture at a time
	// How far it has come, from runAll on.
	progress         *progress
	finished, pieces int // rows that have run, and all that are to

	blind bool  // a picture could not be made, and that was said
	draws *bool // whether this machine can draw; nil: not tried

	reading  sync.Mutex
	contents map[string][sha256.Size]byte // of files, by name
}

func (s *sweepFlags) run(c *call) error {
	name, err := c.one("sweep", "SCENE")
	if err != nil {
		return err
	}
	if err := s.sample.check(s.table); err != nil {
		return err
	}
	if scene.IsSaved(name) {
		return &usageError{"sweep", "sweep: needs a scene, got a saved state (tumble run STATE --set changes what can be " +
			"edited live)"}
	}
	if s.folder == "" {
		s.folder, _ = outputName("", name, "-sweep")
	}
	table, made, err := s.theTable()
	if err != nil {
		return err
	}
	if s.row.last > int64(len(table.rows)) {
		return &usageError{"sweep", fmt.Sprintf("sweep: --row: %s has rows 1 to %d, got %d", s.table, len(table.rows),
			s.row.last)}
	}
	if s.jobs > 0 && (name == input.Standard || s.table == input.Standard) {
		return &usageError{"sweep", "sweep: --jobs: needs a scene and a table in files, which every machine can read, got -"}
	}
	if s.jobs > 0 && s.row.first > 0 {
		return &usageError{"sweep", "sweep: --jobs: is for all rows; --row is what the script gives to each machine"}
	}
	w := &sweep{sweepFlags: s, scene: name, table: table, call: c, contents: map[string][sha256.Size]byte{}}
	if err := w.checkPlot(); err != nil {
		return err
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
	if s.jobs > 0 {
		return w.writeJobs()
	}
	rows, err := batch.Await(c, w.pending)
	if err != nil {
		return err
	}
	ended := w.runAll(rows)
	if s.row.first > 0 {
		return ended
	}
	// What is there is told, also of a sweep that was interrupted.
	return errors.Join(ended, w.summarize())
}

// theTable returns the table, and its bytes if it is made here and not written yet.
func (s *sweepFlags) theTable() (table *sweepTable, made []byte, err error) {
	if s.sample.kind == "" {
		table, err = readTable(s.table, uint64(s.seed))
		return table, nil, err
	}
	s.table = s.sample.name(s.folder)
	if made, err = s.sample.table(uint64(s.seed)); err != nil {
		return nil, nil, err
	}
	table, err = parseTable(s.table, made, uint64(s.seed))
	return table, made, err
}

// checkPlot refuses a quantity to plot that the time series do not have. The first of the rows
// to run tells what they have.
func (s *sweep) checkPlot() error {
	r := &s.table.rows[max(s.row.first, 1)-1]
	sc, err := batch.Load(s.call, func() (run.Scene, error) { return s.physics(r, 0).loadSeed(s.scene, r.seed) })
	if err != nil {
		return fmt.Errorf("%s: row %d: %w", s.sweepFlags.table, r.number, err)
	}
	defer sc.World.Close()
	for _, name := range s.plot {
		if err := known(name, export.Columns(sc.World)); err != nil {
			return &usageError{"sweep", fmt.Sprintf("sweep: --plot: %v", err)}
		}
	}
	return nil
}

// known returns an error if there is no column of a name.
func known(name string, columns []string) error {
	if slices.Contains(columns, name) {
		return nil
	}
	return fmt.Errorf("there is no column %s%s (there are %s)", spell.Quote(name), spell.DidYouMean(name, columns),
		strings.Join(columns, ", "))
}

// pending returns the rows to run. All settings are read first, so that a mistake in the
// last row is found before the first one runs.
func (s *sweep) pending() (rows []*sweepRow, err error) {
	before := 0
	for i := range s.table.rows {
		r := &s.table.rows[i]
		if !s.row.has(r.number) {
			continue
		}
		text, err := s.text(r)
		if err != nil {
			return nil, fmt.Errorf("%s: row %d: %w", s.sweepFlags.table, r.number, err)
		}
		inputs, err := s.inputs(text)
		if err != nil {
			return nil, fmt.Errorf("%s: row %d: %w", s.sweepFlags.table, r.number, err)
		}
		if !s.done(r, inputs) {
			rows = append(rows, r)
			continue
		}
		if before++; len(s.table.rows) <= mostLines {
			s.say("row %d: done before", r.number)
		}
	}
	if before > 0 && len(s.table.rows) > mostLines {
		s.say("%d rows: done before", before)
	}
	return rows, nil
}

// text returns the scene of a row as a file.
func (s *sweep) text(r *sweepRow) ([]byte, error) {
	text, err := source.Frozen(s.scene, s.physics(r, 0).options(r.seed))
	if err != nil {
		return nil, err
	}
	head := fmt.Sprintf("# Row %d of %s, seed %d.", r.number, spell.Line(filepath.Base(s.sweepFlags.table)),
		r.seed)
	files, err := scene.Named(text)
	if err != nil {
		return nil, err
	}
	for i := range files {
		files[i] = filepath.Dir(files[i])
	}
	slices.Sort(files)
	for _, folder := range slices.Compact(files) {
		head += fmt.Sprintf(" It needs --allow-read %q.", folder)
	}
	return append([]byte(head+"\n"), text...), nil
}

// settings returns those of all rows, then those of this one.
func (s *sweep) settings(r *sweepRow) []string {
	return append(append([]string(nil), s.set...), r.set(s.table.columns)...)
}

// runAll runs rows side by side, as many as there are cores to use. A row that fails does
// not keep the others from running.
func (s *sweep) runAll(rows []*sweepRow) error {
	if len(rows) == 0 {
		return nil
	}
	s.progress, s.pieces = newProgress(s.call.env), len(rows)
	defer s.progress.clear()
	side := min(int(s.workers), len(rows))
	queue, failed := make(chan *sweepRow), make(chan error, len(rows))
	var group sync.WaitGroup
	for range side {
		group.Go(func() {
			for r := range queue {
				if err := s.runRow(r, int(s.workers)/side); err != nil {
					failed <- fmt.Errorf("%s: row %d: %w", s.sweepFlags.table, r.number, err)
				}
				s.advance()
			}
		})
	}
	for _, r := range rows {
		select {
		case queue <- r:
			continue
		case <-s.call.Done():
		}
		break
	}
	close(queue)
	group.Wait()
	close(failed)
	if s.call.Err() != nil {
		return fmt.Errorf("%w: start it again to go on", batch.Interrupted(s.call))
	}
	var errs []error
	for err := range failed {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// say tells a person how the sweep comes on.
func (s *sweep) say(format string, args ...any) {
	s.tell.Lock()
	defer s.tell.Unlock()
	if s.progress != nil {
		s.progress.clear()
	}
	fmt.Fprintf(s.call.note(), format+"\n", args...)
}

// advance tells how many rows are done, and when all will be.
func (s *sweep) advance() {
	s.tell.Lock()
	defer s.tell.Unlock()
	s.finished++
	s.progress.tell(batch.Progress{Done: float64(s.finished) / float64(s.pieces),
		About: fmt.Sprintf("%d of %d rows", s.finished, s.pieces)})
}
