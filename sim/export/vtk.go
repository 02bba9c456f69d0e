package export

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"tumble/sim"
	"tumble/sim/outfile"
)

// vtkWriter writes a folder for ParaView: for each part a file per moment, named by the
// step, and a series; and the state file that shows them.
type vtkWriter struct {
	folder string
	ascii  bool
	series []*vtkSeries
	view   *scenery
}

// vtkSeries is a part at work.
type vtkSeries struct {
	part
	pvd *pvd
}

// openVTK makes the folder, with series that are still empty.
func openVTK(folder string, o sim.Output) (Writer, error) {
	list, err := chosen(o.Parts)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	view, err := newScenery(folder, list)
	if err != nil {
		return nil, err
	}
	v := &vtkWriter{folder: folder, ascii: o.ASCII, view: view}
	for _, p := range list {
		series, err := newPVD(filepath.Join(folder, p.name+".pvd"))
		if err != nil {
			return nil, errors.Join(err, v.Close())
		}
		v.series = append(v.series, &vtkSeries{p, series})
	}
	return v, nil
}

// Write writes a file for each part, then names it in the series.
func (v *vtkWriter) Write(w *sim.World) error {
	state := w.State()
	for _, s := range v.series {
		if err := v.write(s, &state); err != nil {
			return err
		}
	}
	return v.view.add(w, &state)
}

func (v *vtkWriter) write(s *vtkSeries, state *sim.State) error {
	data := s.make(state)
	data.field = []array{{"TimeValue", nil, list[float64]{state.Time}}, {"step", nil, list[int64]{state.Step}}}
	data.words = []words{{"materials", state.Materials}}
	file := fmt.Sprintf("%s.%08d.vtp", s.name, state.Step)
	err := outfile.Write(filepath.Join(v.folder, file), func(w io.Writer) error { return data.writeTo(w, v.ascii) })
	if err != nil {
		return err
	}
	return s.pvd.add(state.Time, file)
}

// Close closes the series.
func (v *vtkWriter) Close() error {
	var errs []error
	for _, s := range v.series {
		errs = append(errs, s.pvd.close())
	}
	return errors.Join(errs...)
}

// pvd is a series of files with their times, as ParaView reads it. Each new entry goes
// over the end of the file together with a new end, in one write: the file is whole at
// any moment, and a long series costs no more per entry than a short one.
type pvd struct {
	file *os.File
	end  int64 // where the next entry goes
}

const (
	pvdHead = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n"
	pvdTail = "</Collection>\n</VTKFile>\n"
)

// newPVD makes an empty series in place of what was there.
func newPVD(path string) (*pvd, error) {
	err := outfile.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, pvdHead+pvdTail)
		return err
	})
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	return &pvd{file: f, end: int64(len(pvdHead))}, nil
}

// add adds a file, named relative to the series.
func (p *pvd) add(time float64, file string) error {
	entry := fmt.Sprintf("<DataSet timestep=\"%.17g\" part=\"0\" file=%q/>\n", time, file)
	if _, err := p.file.WriteAt([]byte(entry+pvdTail), p.end); err != nil {
		return err
	}
	p.end += int64(len(entry))
	return nil
}

func (p *pvd) close() error { return p.file.Close() }
