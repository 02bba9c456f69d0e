package export

import (
	"cmp"
	"encoding/json"
	"io"
	"reflect"

	"github.com/parquet-go/parquet-go"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
)

// particleRow is a sphere or capsule at one moment, a row of the table of particles. Columns have the names of the
// arrays in VTK files.
type particleRow struct {
	Time         float64 `parquet:"time" unit:"s"`
	Step         int64   `parquet:"step,delta"`
	ID           int64   `parquet:"id"`
	Body         int64   `parquet:"body"`
	Name         string  `parquet:"name,dict"`
	Shape        int32   `parquet:"shape"`
	Material     string  `parquet:"material,dict"`
	Radius       float64 `parquet:"radius,dict" unit:"m"`
	Shaft        float64 `parquet:"shaft,dict" unit:"m"`
	Mass         float64 `parquet:"mass,dict" unit:"kg"`
	Age          float64 `parquet:"age" unit:"s"`
	PositionX    float64 `parquet:"positionX" unit:"m"`
	PositionY    float64 `parquet:"positionY" unit:"m"`
	PositionZ    float64 `parquet:"positionZ" unit:"m"`
	OrientationW float64 `parquet:"orientationW"`
	OrientationX float64 `parquet:"orientationX"`
	OrientationY float64 `parquet:"orientationY"`
	OrientationZ float64 `parquet:"orientationZ"`
	VelocityX    float64 `parquet:"velocityX" unit:"m/s"`
	VelocityY    float64 `parquet:"velocityY" unit:"m/s"`
	VelocityZ    float64 `parquet:"velocityZ" unit:"m/s"`
	SpinX        float64 `parquet:"spinX" unit:"rad/s"`
	SpinY        float64 `parquet:"spinY" unit:"rad/s"`
	SpinZ        float64 `parquet:"spinZ" unit:"rad/s"`
	ForceX       float64 `parquet:"forceX" unit:"N"`
	ForceY       float64 `parquet:"forceY" unit:"N"`
	ForceZ       float64 `parquet:"forceZ" unit:"N"`
	TorqueX      float64 `parquet:"torqueX" unit:"N·m"`
	TorqueY      float64 `parquet:"torqueY" unit:"N·m"`
	TorqueZ      float64 `parquet:"torqueZ" unit:"N·m"`
}

// groupRows is the number of rows in a row group, the unit that readers of Parquet can skip.
const groupRows = 100_000

// sink is the writer that a table goes to. It keeps the first error of that writer as it is, since the library
// wraps the error in words about pages and columns.
type sink struct {
	io.Writer
	failed error
}

func (s *sink) Write(p []byte) (int, error) {
	n, err := s.Writer.Write(p)
	s.failed = cmp.Or(s.failed, err)
	return n, err
}

// plain replaces an error of the library by the first error of the writer, if the writer had one.
func (s *sink) plain(err error) error {
	if err != nil {
		s.failed = cmp.Or(s.failed, err)
		return s.failed
	}
	return nil
}

// tableFile is the file of a table. It appears only when it is closed, since readers of Parquet begin at the end
// of the file. A file that could not be written completely does not appear.
type tableFile struct {
	sink
	file *outfile.File
}

func newTableFile(path string) (*tableFile, error) {
	file, err := outfile.Create(path)
	return &tableFile{sink{Writer: file}, file}, err
}

// end closes the table and the file; table is nil if no moment was written.
func (f *tableFile) end(table io.Closer) error {
	if table == nil || f.failed != nil {
		f.file.Discard()
		return nil // Write has returned the error, if there was one
	}
	if err := f.plain(table.Close()); err != nil {
		f.file.Discard()
		return err
	}
	return f.file.Commit()
}

// parquetWriter writes a table of all particles of all moments.
type parquetWriter struct {
	to    *tableFile
	table *parquet.GenericWriter[particleRow]
}

func openParquet(path string, o run.Output) (Writer, error) {
	file, err := newTableFile(path)
	if err != nil {
		return nil, err
	}
	table, err := particleTable(file, o.Origin)
	if err != nil {
		file.file.Discard()
		return nil, err
	}
	return &parquetWriter{to: file, table: table}, nil
}

// particleTable begins a table of particles.
func particleTable(to io.Writer, o run.Origin) (*parquet.GenericWriter[particleRow], error) {
	units := map[string]string{}
	row := reflect.TypeFor[particleRow]()
	for i := range row.NumField() {
		if unit := row.Field(i).Tag.Get("unit"); unit != "" {
			name := row.Field(i).Name
			units[string(name[0]|0x20)+name[1:]] = unit
		}
	}
	options, err := aboutParquet(units, o)
	if err != nil {
		return nil, err
	}
	return parquet.NewGenericWriter[particleRow](to, options...), nil
}

// aboutParquet returns the options with which tables are written. They include the metadata: the units of the
// columns, notes, and the origin of the numbers.
func aboutParquet(units map[string]string, o run.Origin) ([]parquet.WriterOption, error) {
	options := []parquet.WriterOption{parquet.Compression(&parquet.Snappy), parquet.MaxRowsPerRowGroup(groupRows),
		parquet.CreatedBy("Tumble", o.Version, o.Commit)}
	about := map[string]any{"units": units, "notes": state.Notes, "origin": o}
	for _, key := range []string{"units", "notes", "origin"} {
		text, err := json.Marshal(about[key])
		if err != nil {
			return nil, err
		}
		options = append(options, parquet.KeyValueMetadata(key, string(text)))
	}
	return options, nil
}

// Write appends the particles of a moment.
func (p *parquetWriter) Write(w state.Source) error {
	s := w.StateOfBodies()
	return p.to.plain(writeParticles(p.table, &s))
}

// Close ends the table.
func (p *parquetWriter) Close() error { return p.to.end(p.table) }

// rowsAtOnce is how many rows a table is given at a time.
const rowsAtOnce = 1000

// writeParticles writes a row for each particle of a state.
func writeParticles(table *parquet.GenericWriter[particleRow], s *state.State) (err error) {
	var rows []particleRow
	write := func() {
		if err == nil {
			_, err = table.Write(rows)
		}
		rows = rows[:0]
	}
	rounds(s, func(b *state.Body, k int) {
		h := &b.Shapes[k]
		o := &h.Orientation
		rows = append(rows, particleRow{
			Time: s.Time, Step: s.Step, ID: h.ID, Body: int64(b.ID), Name: b.Name, Shape: int32(k),
			Material: s.Materials[h.Def.Material], Radius: h.Radius, Shaft: h.Shaft, Mass: b.Mass, Age: b.Age,
			PositionX: h.Position[0], PositionY: h.Position[1], PositionZ: h.Position[2],
			OrientationW: o[0], OrientationX: o[1], OrientationY: o[2], OrientationZ: o[3],
			VelocityX: b.Velocity[0], VelocityY: b.Velocity[1], VelocityZ: b.Velocity[2],
			SpinX: b.Spin[0], SpinY: b.Spin[1], SpinZ: b.Spin[2],
			ForceX: b.Force[0], ForceY: b.Force[1], ForceZ: b.Force[2],
			TorqueX: b.Torque[0], TorqueY: b.Torque[1], TorqueZ: b.Torque[2],
		})
		if len(rows) == rowsAtOnce {
			write()
		}
	})
	write()
	return err
}

// WriteParquet writes the spheres and capsules of a state as a table with the columns of the format parquet.
func WriteParquet(w io.Writer, s *state.State, o run.Origin) error {
	to := sink{Writer: w}
	table, err := particleTable(&to, o)
	if err == nil {
		err = writeParticles(table, s)
	}
	if err == nil {
		err = table.Close()
	}
	return to.plain(err)
}
