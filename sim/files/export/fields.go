package export

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/measure/fields"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
)

// fieldKind is a kind of files for fields: a row of fieldKinds.
type fieldKind struct {
	name  string // and extension
	write func(w io.Writer, f *fieldFile) error
}

// fieldFile is what a file of a field says.
type fieldFile struct {
	*fields.Grid
	time   float64 // [s]; of the last moment of a mean
	step   int64
	origin run.Origin
}

// fieldKinds lists the kinds of files, the default first.
var fieldKinds = []fieldKind{{"vti", writeVTI}, {"npz", writeNPZ}, {"csv", writeFieldCSV},
	{"parquet", writeFieldParquet}}

// FieldKinds returns the names of the kinds of files for fields, the default first.
func FieldKinds() (names []string) {
	for _, k := range fieldKinds {
		names = append(names, k.name)
	}
	return names
}

// fieldsWriter writes a folder with a file for each field, kind and moment, and at the end the mean of the moments.
type fieldsWriter struct {
	files  *outfile.Set
	kinds  []fieldKind
	origin run.Origin
	means  []fieldFile
	pvd    []*outfile.Log // of each field, if there is a kind for ParaView
}

func chosenKinds(o run.Output) (list []fieldKind, err error) {
	if len(o.Fields) == 0 {
		return nil, errors.New("there must be fields to write, in the scene under fields: or in --fields")
	}
	if len(o.Parts) == 0 {
		return fieldKinds[:1], nil
	}
	for _, name := range o.Parts {
		i := slices.IndexFunc(fieldKinds, func(k fieldKind) bool { return k.name == name })
		if i < 0 {
			return nil, fmt.Errorf("fields must be written as %s, got %q", strings.Join(FieldKinds(), ", "), name)
		}
		list = append(list, fieldKinds[i])
	}
	return list, nil
}

func tryFields(folder string, o run.Output) error {
	if _, err := chosenKinds(o); err != nil {
		return err
	}
	return outfile.TryFolder(folder)
}

// fieldSet is the kind of set that the files of fields are.
const fieldSet = "fields"

func openFields(folder string, o run.Output) (Writer, error) {
	kinds, err := chosenKinds(o)
	if err != nil {
		return nil, err
	}
	files, err := outfile.OpenSet(folder, fieldSet)
	if err != nil {
		return nil, err
	}
	w := &fieldsWriter{files: files, kinds: kinds, origin: o.Origin}
	for _, f := range o.Fields {
		g, err := fields.New(f)
		if err != nil {
			return nil, errors.Join(err, w.files.Close())
		}
		w.means = append(w.means, fieldFile{Grid: g, origin: o.Origin})
	}
	if kinds[0].name == fieldKinds[0].name {
		for _, f := range o.Fields {
			pvd, err := files.Log(f.Box.Name+".pvd", pvdHead, pvdTail)
			if err != nil {
				return nil, errors.Join(err, w.end())
			}
			w.pvd = append(w.pvd, pvd)
		}
	}
	return w, nil
}

// Write writes the fields of a moment, and adds it to the means.
func (w *fieldsWriter) Write(from state.Source) error {
	s := from.State()
	matter := s.Matter()
	for i := range w.means {
		mean := &w.means[i]
		g, err := fields.Of(mean.Field, matter)
		if err != nil {
			return err
		}
		now := fieldFile{g, s.Time, s.Step, w.origin}
		if err := w.write(&now, fmt.Sprintf("%08d", s.Step)); err != nil {
			return err
		}
		if w.pvd != nil {
			file := fmt.Sprintf("%s.%08d.vti", mean.Box.Name, s.Step)
			line := fmt.Appendf(nil, "<DataSet timestep=\"%.17g\" part=\"0\" file=%q/>\n", s.Time, file)
			if err := w.pvd[i].Append(line); err != nil {
				return err
			}
		}
		if s.Time >= mean.From {
			mean.Add(matter)
			mean.time, mean.step = s.Time, s.Step
		}
	}
	return nil
}

// write writes a field in all kinds.
func (w *fieldsWriter) write(f *fieldFile, moment string) error {
	for _, k := range w.kinds {
		name := fmt.Sprintf("%s.%s.%s", f.Box.Name, moment, k.name)
		err := w.files.Write(name, func(to io.Writer) error { return k.write(to, f) })
		if err != nil {
			return err
		}
	}
	return nil
}

// Close writes the means and ends the set.
func (w *fieldsWriter) Close() error {
	var errs []error
	for i := range w.means {
		if w.means[i].Moments > 0 {
			errs = append(errs, w.write(&w.means[i], "mean"))
		}
	}
	return errors.Join(append(errs, w.end())...)
}

// end closes all files.
func (w *fieldsWriter) end() error {
	var errs []error
	for _, pvd := range w.pvd {
		errs = append(errs, pvd.Close())
	}
	return errors.Join(append(errs, w.files.Close())...)
}

// allowFields refuses a folder where a scene may not write its fields: one that holds anything but the fields of an
// earlier run.
func allowFields(root *os.Root, path string) error {
	folder := filepath.Join(root.Name(), path)
	listed, err := outfile.Listed(folder, fieldSet)
	if err != nil {
		return err
	}
	for _, name := range listed {
		if ext := strings.TrimPrefix(filepath.Ext(name), "."); ext != "pvd" && !slices.Contains(FieldKinds(), ext) {
			return fmt.Errorf("the list of files in %s names %q, which is none of a field", folder, name)
		}
	}
	if len(listed) > 0 {
		return nil
	}
	in, err := root.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer in.Close()
	if names, err := in.Readdirnames(1); err != io.EOF || len(names) > 0 {
		return fmt.Errorf("%s holds files that are there, and not written by this program", folder)
	}
	return nil
}

// writeVTI writes a field as an image of VTK's XML format, with numbers in double precision in its cells, which add up
// to the sums over bodies. Where there is no velocity, it is zero.
func writeVTI(w io.Writer, f *fieldFile) error {
	x := &xmlFile{encoding: compressed}
	low, n := f.Box.Low, f.Box.Cells
	step := f.Box.High.Sub(low)
	extent := fmt.Sprintf("0 %d 0 %d 0 %d", n[0], n[1], n[2])
	x.line(`<?xml version="1.0"?>`)
	x.line(`<VTKFile type="ImageData" version="1.0" byte_order="LittleEndian" header_type="UInt64" %s%s>`, mark,
		x.compressor())
	x.line(`<ImageData WholeExtent="%s" Origin="%.17g %.17g %.17g" Spacing="%.17g %.17g %.17g">`, extent, low.X, low.Y,
		low.Z, step.X/float64(n[0]), step.Y/float64(n[1]), step.Z/float64(n[2]))
	x.line(`<FieldData>`)
	for _, a := range []array{{"TimeValue", nil, list[float64]{f.time}}, {"step", nil, list[int64]{f.step}},
		{"moments", nil, list[int64]{int64(f.Moments)}}} {
		x.tuples(a, a.values, ` NumberOfTuples="1"`)
	}
	x.words(words{"field", []string{f.Field.String()}})
	if lines := originLines(f.origin); lines != nil {
		x.words(words{"origin", lines})
	}
	x.line(`</FieldData>`)
	x.line(`<Piece Extent="%s">`, extent)
	x.line(`<PointData></PointData>`)
	x.line(`<CellData>`)
	for i := range fields.Quantities {
		q := &fields.Quantities[i]
		numbers := list[float64](f.Numbers(q))
		for k, v := range numbers {
			if math.IsNaN(v) {
				numbers[k] = 0
			}
		}
		x.tuples(array{q.Name, q.Components, numbers}, numbers, "")
	}
	x.line(`</CellData>`)
	x.line(`</Piece>`)
	x.line(`</ImageData>`)
	x.line(`</VTKFile>`)
	_, err := w.Write(x.text)
	return err
}

// writeNPZ writes a field as arrays of numpy in a zip archive: of each quantity by z, y and x, and then its component;
// also x, y and z of the centres of the cells, and the time.
func writeNPZ(w io.Writer, f *fieldFile) error {
	z := zip.NewWriter(w)
	n := f.Box.Cells
	add := func(name string, shape []int, numbers []float64) error {
		to, err := z.Create(name + ".npy")
		if err == nil {
			err = writeNPY(to, shape, numbers)
		}
		return err
	}
	var errs []error
	for k, name := range []string{"x", "y", "z"} {
		errs = append(errs, add(name, []int{n[k]}, f.Centers(k)))
	}
	errs = append(errs, add("time", nil, []float64{f.time}))
	for i := range fields.Quantities {
		q := &fields.Quantities[i]
		shape := []int{n[2], n[1], n[0]}
		if q.Components != nil {
			shape = append(shape, q.Width())
		}
		errs = append(errs, add(q.Name, shape, f.Numbers(q)))
	}
	return errors.Join(append(errs, z.Close())...)
}

// writeNPY writes an array in the format of numpy, version 1.0. (Source: NEP 1.)
func writeNPY(w io.Writer, shape []int, numbers []float64) error {
	text := "("
	for _, n := range shape {
		text += fmt.Sprintf("%d,", n)
	}
	head := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': %s), }", text)
	head += strings.Repeat(" ", 63-(len(head)+10)%64) + "\n" // data begin at a multiple of 64
	b := binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(head)))
	b = append(b, head...)
	for _, v := range numbers {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	_, err := w.Write(b)
	return err
}

// columns returns the names of the columns of a table of a field, with their units, and its numbers by columns.
func (f *fieldFile) columns() (names, units []string, columns [][]float64) {
	n := f.Cells()
	column := func(name, unit string, of func(cell int) float64) {
		c := make([]float64, n)
		for i := range c {
			c[i] = of(i)
		}
		names, units, columns = append(names, name), append(units, unit), append(columns, c)
	}
	column("time", "s", func(int) float64 { return f.time })
	for k, name := range []string{"x", "y", "z"} {
		column(name, "m", func(cell int) float64 { return f.Center(cell).Component(k) })
	}
	for i := range fields.Quantities {
		q := &fields.Quantities[i]
		all := f.Numbers(q)
		for k := range q.Width() {
			name := q.Title()
			if q.Components != nil {
				name += " " + q.Components[k]
			}
			column(name, q.Unit, func(cell int) float64 { return all[cell*q.Width()+k] })
		}
	}
	return names, units, columns
}

// writeFieldCSV writes a field as a table with a line for each cell.
func writeFieldCSV(w io.Writer, f *fieldFile) error {
	names, units, columns := f.columns()
	b := bufio.NewWriter(w)
	table := csv.NewWriter(b)
	line := make([]string, len(names))
	for i := range names {
		line[i] = series.WithUnit(names[i], units[i])
	}
	table.Write(line) // Error returns the first error
	for cell := range f.Cells() {
		for i := range columns {
			line[i] = series.Decimal(columns[i][cell])
		}
		table.Write(line)
	}
	table.Flush()
	return errors.Join(table.Error(), b.Flush())
}

// writeFieldParquet writes a field as a table with a row for each cell; units are in the metadata.
func writeFieldParquet(w io.Writer, f *fieldFile) error {
	names, units, columns := f.columns()
	group, about := parquet.Group{}, map[string]string{}
	for i, name := range names {
		group[name] = parquet.Leaf(parquet.DoubleType)
		if units[i] != "" {
			about[name] = units[i]
		}
	}
	options, err := aboutParquet(about, f.origin)
	if err != nil {
		return err
	}
	to := sink{Writer: w}
	table := parquet.NewGenericWriter[any](&to, append(options, parquet.NewSchema("field", inOrder(group, names)))...)
	rows := make([]parquet.Row, 0, 1024)
	for cell := range f.Cells() {
		row := make(parquet.Row, len(columns))
		for i := range columns {
			row[i] = parquet.DoubleValue(columns[i][cell]).Level(0, 0, i)
		}
		if rows = append(rows, row); len(rows) == cap(rows) || cell == f.Cells()-1 {
			if _, err := table.WriteRows(rows); err != nil {
				return to.plain(err)
			}
			rows = rows[:0]
		}
	}
	return to.plain(table.Close())
}
