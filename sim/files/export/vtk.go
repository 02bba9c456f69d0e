package export

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
)

// vtkWriter writes a folder for ParaView. Each part has a file per moment, whose name contains
// the step, and a series of these files. The state file shows all series.
type vtkWriter struct {
	files    *outfile.Set
	encoding string
	origin   []string
	series   []*vtkSeries
	view     *scenery
}

// vtkSeries is a part and the series file of its moments.
type vtkSeries struct {
	part
	pvd *outfile.Log
}

// tryVTK returns an error if a series could not be written.
func tryVTK(folder string, o run.Output) error {
	if _, err := chosen(o.Parts); err != nil {
		return err
	}
	if _, err := encodingOf(o); err != nil {
		return err
	}
	return outfile.TryFolder(folder)
}

// openVTK makes the folder, removes the files of an earlier export from it, and prepares the
// series files, which appear with the first moment.
func openVTK(folder string, o run.Output) (Writer, error) {
	list, err := chosen(o.Parts)
	if err != nil {
		return nil, err
	}
	encoding, err := encodingOf(o)
	if err != nil {
		return nil, err
	}
	view, err := newScenery(cmp.Or(o.Place, folder), list, o.View)
	if err != nil {
		return nil, err
	}
	files, err := outfile.OpenSet(folder, "vtk")
	if err != nil {
		return nil, err
	}
	v := &vtkWriter{files: files, encoding: encoding, origin: originLines(o.Origin), view: view}
	for _, p := range list {
		series, err := files.Log(p.name+".pvd", pvdHead, pvdTail)
		if err != nil {
			return nil, errors.Join(err, v.Close())
		}
		v.series = append(v.series, &vtkSeries{p, series})
	}
	return v, nil
}

// encodingOf returns the requested encoding, or the default.
func encodingOf(o run.Output) (string, error) {
	if o.Encoding == "" {
		return Encodings[0], nil
	}
	if !slices.Contains(Encodings, o.Encoding) {
		return "", fmt.Errorf("encoding must be one of %s, got %q", strings.Join(Encodings, ", "), o.Encoding)
	}
	return o.Encoding, nil
}

// Write writes a file for each part, and then adds the file to the series of the part, so that a series never
// names a missing file.
func (v *vtkWriter) Write(w state.Source) error {
	state := w.State()
	for _, s := range v.series {
		if err := v.write(s, &state); err != nil {
			return err
		}
	}
	v.view.add(w, &state)
	return v.files.Write(stateFile, v.view.writeTo)
}

func (v *vtkWriter) write(s *vtkSeries, state *state.State) error {
	data := s.make(state)
	data.field = []array{{"TimeValue", nil, list[float64]{state.Time}}, {"step", nil, list[int64]{state.Step}}}
	data.words = []words{{"materials", state.Materials}}
	if v.origin != nil {
		data.words = append(data.words, words{"origin", v.origin})
	}
	file := fmt.Sprintf("%s.%08d.vtp", s.name, state.Step)
	err := v.files.Write(file, func(w io.Writer) error { return data.writeTo(w, v.encoding) })
	if err != nil {
		return err
	}
	// The name of the file is relative to the series.
	return s.pvd.Append(fmt.Appendf(nil, "<DataSet timestep=\"%.17g\" part=\"0\" file=%q/>\n", state.Time, file))
}

// Close ends the series and flushes all files to the disk.
func (v *vtkWriter) Close() error {
	var errs []error
	for _, s := range v.series {
		errs = append(errs, s.pvd.Close())
	}
	return errors.Join(append(errs, v.files.Close())...)
}

// Head and tail of a series of files with their times, as ParaView reads it (.pvd); the entries stand between
// them.
const (
	pvdHead = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" " + mark + ">\n<Collection>\n"
	pvdTail = "</Collection>\n</VTKFile>\n"
)
