package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"example.org/tumble/sim/batch"
	"example.org/tumble/sim/input"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/source"
	"example.org/tumble/sim/spell"
)

// SweepResult is result.json of a row: what was asked, and what came of it.
type SweepResult struct {
	Row      int     `json:"row"`
	Until    float64 `json:"until"`           // --until [s]; 0 if not given
	EndSteps int64   `json:"endSteps"`        // --steps; 0 if not given
	Fault    string  `json:"fault,omitempty"` // why the simulation stopped before that
	Inputs   string  `json:"inputs"`          // SHA-256 of all that the row depends on

	// PictureError is why there is no picture of a program that can draw.
	PictureError string `json:"pictureError,omitempty"`
	batch.Result
}

// folderOf returns the folder of a row.
func (s *sweep) folderOf(r *sweepRow) string {
	return filepath.Join(s.folder, fmt.Sprintf("row-%04d", r.number))
}

// result reads result.json of a row; nil if it is not there or not whole.
func (s *sweep) result(r *sweepRow) *SweepResult {
	result, err := readRow(filepath.Join(s.folderOf(r), "result.json"))
	if err != nil || result == nil || result.Hash == "" {
		return nil
	}
	return result
}

// inputs returns the SHA-256 of all that a row depends on: the program, the scene as a file
// (which tells settings and seed), what its files and script hold, and what is asked of the
// run. How a picture looks is not among it.
func (s *sweep) inputs(text []byte) (string, error) {
	program, _ := run.ThisProgram()
	h := sha256.New()
	fmt.Fprintf(h, "%s\nuntil %v, steps %d, every %v\n%s", program, s.until, s.steps, s.every, text)
	files, err := scene.Named(text)
	if err != nil {
		return "", err
	}
	if source.IsScript(s.scene) {
		files = append(files, s.scene)
	}
	for _, file := range files {
		sum, err := s.contentOf(file)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "\n%x", sum)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// contentOf returns the SHA-256 of a file. It is read once in a sweep.
func (s *sweep) contentOf(file string) ([sha256.Size]byte, error) {
	s.reading.Lock()
	defer s.reading.Unlock()
	sum, ok := s.contents[file]
	if ok {
		return sum, nil
	}
	data, err := input.Read(file, limit.DataBytes)
	if err != nil {
		return sum, err
	}
	sum = sha256.Sum256(data)
	s.contents[file] = sum
	return sum, nil
}

// done reports whether the row has run: its result is there, is that of what it depends on
// now, and has a picture, unless this machine cannot draw one either.
func (s *sweep) done(r *sweepRow, inputs string) bool {
	have := s.result(r)
	if have == nil || have.Inputs != inputs {
		return false
	}
	if have.PictureError == "" {
		return true
	}
	if s.draws == nil {
		can := canDraw()
		s.draws = &can
	}
	return !*s.draws
}

// runRow runs one row on a number of cores. Its result is written last: a folder with one is
// complete.
func (s *sweep) runRow(r *sweepRow, workers int) error {
	folder := s.folderOf(r)
	if err := outfile.MakeFolder(folder); err != nil {
		return err
	}
	in := func(name string) string { return filepath.Join(folder, name) }
	for _, old := range []string{"result.json", "picture.png", "series.csv"} {
		if err := os.Remove(in(old)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	text, err := s.text(r)
	if err != nil {
		return err
	}
	inputs, err := s.inputs(text)
	if err != nil {
		return err
	}
	if err := outfile.WriteBytes(in("scene.yaml"), text); err != nil {
		return err
	}
	physics := s.physics(r, workers)
	sc, err := batch.Load(s.call, func() (run.Scene, error) { return physics.loadSeed(s.scene, r.seed) })
	if err != nil {
		return err
	}
	defer sc.World.Close()
	g, err := physics.goal("sweep", sc)
	if err != nil {
		return err
	}
	what := &batch.Run{Scene: sc, Goal: g}
	w, err := s.write(what, in)
	fault := sc.World.Log().Fault()
	if fault != "" {
		err = nil
	}
	if err := errors.Join(append(w.Failed, err)...); err != nil {
		return err
	}
	result := SweepResult{Row: r.number, Until: s.until, EndSteps: s.steps, Fault: fault, Inputs: inputs, Result: w.Result}
	result.PictureError = s.picture(sc, in("picture.png"))
	if err := outfile.Write(in("result.json"), func(w io.Writer) error { return printJSON(w, result) }); err != nil {
		return err
	}
	s.sayDone(&result)
	return nil
}

// write does the run of a row, and writes its series and what its scene itself asks for.
func (s *sweep) write(what *batch.Run, in func(string) string) (*batch.Writer, error) {
	sc := what.Scene
	o := batch.Outputs{Series: []run.Output{{Format: "csv", Path: in("series.csv"), Every: s.every, Origin: sc.Origin(),
		View: sc.View, Title: sc.Title}}}
	if len(sc.Outputs) > 0 {
		own, err := batch.Own(sc, in("export"))
		if err != nil {
			return &batch.Writer{}, fmt.Errorf("scene %s: %w", sc.Name, err)
		}
		o.Series = append(o.Series, own...)
	}
	w, err := o.Open(what)
	if err != nil {
		return &batch.Writer{}, err
	}
	return w, what.March(s.call, w, nil)
}

// physics returns the flags that run would be given for a row.
func (s *sweep) physics(r *sweepRow, workers int) *simFlags {
	flags := s.simFlags
	flags.workers, flags.set = int64(workers), s.settings(r)
	return &flags
}

func (s *sweep) sayDone(r *SweepResult) {
	text := fmt.Sprintf("row %d of %d: %s, %s in %.3g s, hash %s", r.Row, len(s.table.rows), strings.Join(r.Set, " "),
		spell.Time(r.Time), r.Wall, r.Hash)
	if r.Fault != "" {
		text += ", stopped: " + r.Fault
	}
	s.say("%s", text)
}

// picture draws the end of a run, and returns why that could not be done. A machine that
// cannot draw gives results without.
func (s *sweep) picture(sc run.Scene, path string) string {
	s.drawing.Lock()
	defer s.drawing.Unlock()
	err := savePicture(&s.pictureFlags, sc, path)
	if err == nil {
		return ""
	}
	if !s.blind {
		s.blind = true
		s.say("no pictures: %v", err)
	}
	return err.Error()
}
