package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"example.org/tumble/sim/files/export"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/playback"
	"example.org/tumble/sim/spell"
)

// statePlayed writes a moment of dumps, and the series of the dumps until this moment.
func (s *stateFlags) statePlayed(c *call, name string) error {
	if err := s.refusePlayed("state", s.flags, "save", "run-file", "output"); err != nil {
		return err
	}
	r, err := s.play.open(c, name)
	if err != nil {
		return err
	}
	until := r.Times[r.Len()-1]
	if s.flags.given("at") {
		until = s.at
		if err := batch.Within(r, until); err != nil {
			return fmt.Errorf("--at: %w", err)
		}
	}
	session, err := s.exports.openPlayed(r)
	if err != nil {
		return err
	}
	from := r.Nearest(until)
	if len(s.exports.outputs) > 0 {
		from = 0
	}
	var last *playback.Moment
	err = c.play(r, from, until, func(m *playback.Moment) error {
		last = m
		return session.Observe(m)
	})
	if last == nil {
		return errors.Join(err, session.Close())
	}
	if err = errors.Join(err, session.Finish(last), session.Close(), s.exports.finalPlayed(last)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.messages(), "%s: step %d, %s, %s\n", name, last.Step, spell.Time(last.Time),
		spell.Count(len(last.Bodies), "body", "bodies"))
	return err
}

// openPlayed starts the series of dumps. Without --every a series has every moment.
func (e *exportFlags) openPlayed(r *playback.Run) (*export.Session, error) {
	if e.forces || slices.Contains(e.parts, "contacts") {
		return nil, errors.New("forces and contacts: " + bridge.WhyNoContacts)
	}
	if len(e.surfaces) > 0 {
		return nil, errors.New("--surfaces: " + bridge.WhyNoContacts)
	}
	if len(e.planes) > 0 {
		return nil, errors.New("--planes: dumps have no steps between their moments: --through counts what is beyond a plane")
	}
	columns := func(o run.Output) bool { return export.HasColumns(o.Format) }
	if len(e.regions) > 0 && !slices.ContainsFunc(e.outputs, columns) {
		return nil, errors.New("--regions: needs a --csv or --parquet-series, whose columns show what is in them")
	}
	sc := batch.SceneOf(r)
	if err := sc.Measure(e.regions); err != nil {
		return nil, fmt.Errorf("--regions: %w", err)
	}
	if err := sc.AddFields(e.fields); err != nil {
		return nil, fmt.Errorf("--fields: %w", err)
	}
	var all []run.Output
	for _, o := range e.outputs {
		if slices.Contains([]string{"contacts", "collisions", "spectra"}, o.Format) {
			return nil, fmt.Errorf("--%s: %s", o.Format, bridge.WhyNoContacts)
		}
		if o = e.asked(o, sc); o.Every == (run.Interval{}) {
			o.Every.Steps = 1
		}
		all = append(all, o)
	}
	if err := export.Try(all, ""); err != nil {
		return nil, err
	}
	return export.Open(all, "")
}

// finalPlayed writes the files of the last moment that are asked for.
func (e *exportFlags) finalPlayed(m *playback.Moment) (err error) {
	state := m.State()
	if e.state != "" {
		sc := batch.SceneOf(m.Run())
		err = export.WriteMoment(e.state, &state, sc.Origin())
	}
	if e.stl != "" {
		err = errors.Join(err, outfile.Write(e.stl, func(w io.Writer) error { return export.WriteSTL(w, &state) }))
	}
	return err
}
