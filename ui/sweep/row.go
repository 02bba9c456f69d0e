package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/source"
	"example.org/tumble/sim/spell"
)

// Result is the content of a row's result.json: when the run was to end, and its results.
type Result struct {
	Row      int     `json:"row"`
	Until    float64 `json:"until"`           // time at which the run was to end [s]; 0: not given
	EndSteps int64   `json:"endSteps"`        // number of steps after which it was to end; 0: not given
	Fault    string  `json:"fault,omitempty"` // why the simulation stopped before its end
	Inputs   string  `json:"inputs"`          // SHA-256 of everything that the result depends on

	// PictureError says why there is no picture although this program can draw.
	PictureError string `json:"pictureError,omitempty"`
	batch.Result
}

// File returns the name of a file of a row, counted from 1, in the folder of a sweep.
func File(folder string, row int, name string) string {
	return filepath.Join(folder, fmt.Sprintf("row-%04d", row), name)
}

// ReadResult reads the result of a row in the folder of a sweep; nil if the row is not done.
func ReadResult(folder string, row int) (*Result, error) {
	file := File(folder, row, "result.json")
	data, err := input.Read(file, limit.ResultBytes)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var r Result
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &r, nil
}

// Allowed returns the folders that the first line of a row's scene says it needs, see work.text.
func Allowed(file string) (folders []string) {
	data, err := input.Read(file, limit.SceneBytes)
	if err != nil {
		return nil // either the row needs no folder, or loading its scene will name the missing one
	}
	line, _, _ := strings.Cut(string(data), "\n")
	for {
		_, rest, ok := strings.Cut(line, "--allow-read ")
		if !ok {
			return folders
		}
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return folders
		}
		folder, _ := strconv.Unquote(quoted)
		folders, line = append(folders, folder), rest
	}
}

// result reads the result of a row; nil if the file is missing or incomplete.
func (s *Sweep) result(r *row) *Result {
	result, err := ReadResult(s.Folder, r.number)
	if err != nil || result == nil || result.Hash == "" {
		return nil
	}
	return result
}

// inputs returns the SHA-256 of everything that the result of a row depends on: the version of the program, the text of
// the scene with its settings and seed, the contents of the files and the script that the scene uses, and the options
// of the run. The look of the picture is left out, so that a changed look does not repeat finished rows.
func (w *work) inputs(text []byte) (string, error) {
	program, _ := run.ThisProgram()
	h := sha256.New()
	fmt.Fprintf(h, "%s\nuntil %v, steps %d, every %v\n%s", program, w.Until, w.Steps, w.Every, text)
	files, err := scene.Named(text)
	if err != nil {
		return "", err
	}
	if source.IsScript(w.Scene) {
		files = append(files, w.Scene)
	}
	for _, file := range files {
		content, err := w.contents.sum(file)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "\n%x", content)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// contents caches the SHA-256 of files, since the rows of a sweep mostly use the same files.
type contents struct {
	reading sync.Mutex
	sums    map[string][sha256.Size]byte // by the name of the file
}

// sum returns the SHA-256 of a file.
func (c *contents) sum(file string) (sum [sha256.Size]byte, err error) {
	c.reading.Lock()
	defer c.reading.Unlock()
	if sum, ok := c.sums[file]; ok {
		return sum, nil
	}
	data, err := input.Read(file, limit.DataBytes)
	if err != nil {
		return sum, err
	}
	if c.sums == nil {
		c.sums = map[string][sha256.Size]byte{}
	}
	sum = sha256.Sum256(data)
	c.sums[file] = sum
	return sum, nil
}

// pictures is what a sweep knows so far about drawing its pictures.
type pictures struct {
	drawing  sync.Mutex // one picture at a time
	missing  bool       // a picture could not be made, and the person has been told
	possible *bool      // whether this machine can draw; nil: not tried
}

// done reports whether the row need not run: its result is there and was computed from the present inputs, and its
// picture is there too, unless this machine could not draw it either.
func (w *work) done(r *row, inputs string) bool {
	have := w.result(r)
	if have == nil || have.Inputs != inputs {
		return false
	}
	if have.PictureError == "" {
		return true
	}
	if w.pictures.possible == nil {
		can := w.CanDraw != nil && w.CanDraw()
		w.pictures.possible = &can
	}
	return !*w.pictures.possible
}

// runRow runs one row on a number of cores. Its result is written last: a folder with one is complete.
func (w *work) runRow(r *row, workers int) error {
	in := func(name string) string { return File(w.Folder, r.number, name) }
	if err := outfile.MakeFolder(in("")); err != nil {
		return err
	}
	for _, old := range []string{"result.json", "picture.png", "series.csv"} {
		if err := os.Remove(in(old)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	text, err := w.text(r)
	if err != nil {
		return err
	}
	inputs, err := w.inputs(text)
	if err != nil {
		return err
	}
	if err := outfile.WriteBytes(in("scene.yaml"), text); err != nil {
		return err
	}
	sc, err := batch.Load(w.ctx, func() (run.Scene, error) { return source.Load(w.Scene, w.optionsOf(r, workers)) })
	if err != nil {
		return err
	}
	defer sc.World.Close()
	result, err := w.march(sc, in)
	if err != nil {
		return err
	}
	result.Row, result.Until, result.EndSteps, result.Inputs = r.number, w.Until, w.Steps, inputs
	if result.PictureError, err = w.picture(sc, in("picture.png")); err != nil {
		return err
	}
	if err := outfile.Write(in("result.json"), func(to io.Writer) error { return spell.JSON(to, result) }); err != nil {
		return err
	}
	w.reportDone(&result)
	return nil
}

// march runs the simulation of a row, and writes its time series and the outputs that its scene requests. A simulation
// that stops with a fault has a result as well, which names the fault.
func (w *work) march(sc run.Scene, in func(string) string) (result Result, err error) {
	what := &batch.Run{Scene: sc}
	if what.Goal, err = batch.To(sc, w.Until, w.Steps); err != nil && w.Until > 0 {
		return result, &batch.OptionError{Option: "until", Err: err}
	} else if err != nil {
		return result, err
	}
	table := run.Output{Format: "csv", Path: in("series.csv"), Every: w.Every}
	sc.Complete(&table)
	o := batch.Outputs{Series: []run.Output{table}}
	if len(sc.Outputs) > 0 {
		own, err := batch.RequestedOutputs(sc, in("export"))
		if err != nil {
			return result, fmt.Errorf("scene %s: %w", sc.Name, err)
		}
		o.Series = append(o.Series, own...)
	}
	to, err := o.Open(what)
	if err != nil {
		return result, err
	}
	err = what.March(w.ctx, to, nil)
	if result.Fault = sc.World.Log().Fault(); result.Fault != "" {
		err = nil
	}
	result.Result = to.Result
	return result, errors.Join(append(to.Failed, err)...)
}

func (w *work) reportDone(r *Result) {
	text := fmt.Sprintf("row %d of %d: %s, %s in %.3g s, hash %s", r.Row, len(w.Table.rows), strings.Join(r.Set, " "),
		spell.Time(r.Time), r.Wall, r.Hash)
	if r.Fault != "" {
		text += ", stopped: " + r.Fault
	}
	w.messagef("%s", text)
}

// picture draws the last state of a run and returns why that was not possible. It also draws a run that was finished
// when a person interrupted the sweep, so that this run need not be repeated. On a machine that cannot draw, results
// have no pictures.
//
// Errors: why the context ended, unless a person interrupted the sweep.
func (w *work) picture(sc run.Scene, path string) (why string, err error) {
	if w.Picture == nil {
		return "", nil
	}
	w.pictures.drawing.Lock()
	defer w.pictures.drawing.Unlock()
	ctx, free := batch.Through(w.ctx)
	defer free()
	failed := w.Picture(ctx, sc, path)
	if err := batch.Interrupted(ctx); err != nil || failed == nil {
		return "", err
	}
	if !w.pictures.missing {
		w.pictures.missing = true
		w.messagef("no pictures: %v", failed)
	}
	return failed.Error(), nil
}
