package export

import (
	"bytes"
	"encoding/csv"
	"errors"
	"strings"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/measure/collisions"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
)

// collisionsWriter follows the collisions of a run, step by step, and writes a table of them, or of their spectra.
type collisionsWriter struct {
	path      string
	origin    run.Origin
	file      *outfile.Log
	sensor    collisions.Sensor
	spectra   *collisions.Spectra // nil: a line for each collision
	materials []string
	lines     bytes.Buffer
	table     *csv.Writer
}

// collisionHead returns the headings of the table of single collisions.
func collisionHead() (head []string) {
	for i := range collisions.Columns {
		head = append(head, series.WithUnit(collisions.Columns[i].Name, collisions.Columns[i].Unit))
	}
	return head
}

// everyStep refuses an interval of more than a step.
func everyStep(o run.Output) error {
	if o.Every != (run.Interval{Steps: 1}) {
		return errors.New("collisions are followed in every step: there is no interval to give")
	}
	return nil
}

func tryCollisions(path string, o run.Output) error {
	if err := everyStep(o); err != nil {
		return err
	}
	return tryCSV(path, o)
}

func openCollisions(path string, o run.Output) (Writer, error) { return newCollisions(path, o, nil) }

func openSpectra(path string, o run.Output) (Writer, error) {
	return newCollisions(path, o, &collisions.Spectra{})
}

func newCollisions(path string, o run.Output, spectra *collisions.Spectra) (Writer, error) {
	if err := everyStep(o); err != nil {
		return nil, err
	}
	file, err := outfile.NewLateLog(path)
	if err != nil {
		return nil, err
	}
	c := &collisionsWriter{path: path, origin: o.Origin, file: file, spectra: spectra}
	c.table = csv.NewWriter(&c.lines)
	if spectra != nil {
		c.sensor.Ended = spectra.Add
		c.table.Write(collisions.Head(spectra.By)) // writing to a buffer cannot fail
	} else {
		c.sensor.Ended = c.ended
		c.table.Write(collisionHead())
	}
	return c, nil
}

// ended adds the line of a collision.
func (c *collisionsWriter) ended(one *collisions.Collision) {
	var line []string
	for i := range collisions.Columns {
		switch of := &collisions.Columns[i]; {
		case of.Material != nil:
			line = append(line, c.materials[of.Material(one)])
		case of.Whole:
			line = append(line, integer(int64(of.Of(one))))
		default:
			line = append(line, series.Decimal(of.Of(one)))
		}
	}
	c.table.Write(line)
}

// Write adds the collisions that ended in the last step.
func (c *collisionsWriter) Write(w state.Source) error {
	touching, has := w.(state.Touching)
	if !has {
		return errors.New(bridge.WhyNoContacts)
	}
	contacts := touching.Contacts()
	if c.materials == nil {
		c.materials = contacts.Materials()
	}
	contacts.Collide(&c.sensor)
	return c.flush()
}

// flush writes the lines that are there.
func (c *collisionsWriter) flush() error {
	c.table.Flush()
	if c.lines.Len() == 0 {
		return nil
	}
	err := c.file.Append(c.lines.Bytes())
	c.lines.Reset()
	return err
}

// Close writes the spectra, and the metadata file beside the table.
func (c *collisionsWriter) Close() error {
	if c.spectra != nil {
		for _, b := range c.spectra.Bins() {
			c.table.Write(collisions.Line(&b, c.materials))
		}
	}
	if err := errors.Join(c.flush(), c.file.Close()); err != nil {
		return err
	}
	return WriteMetadata(c.path, c.origin)
}

// beginning returns the text with which a table with a head begins.
func beginning(head []string) string { return strings.Join(head[:4], ",") }
