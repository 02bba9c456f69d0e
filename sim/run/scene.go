package run

import (
	"errors"
	"fmt"
	"slices"

	"example.org/tumble/sim"
	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/spell"
)

// Scene is a world with its name and texts for people.
type Scene struct {
	World *sim.World
	Name  string
	Title string
	End   float64 // the scene's own end [s], 0 if it has none
	View  bridge.ViewHint
	Guide bridge.Guide // what it says to who opens it; nothing where it comes from a run file

	Regions    []bridge.Region // that are measured: see Measure
	Fields     []bridge.Field  // that files of fields have
	Collisions bool            // its world follows them

	StopWhen []string // conditions at which the run ends; see query.ParseCondition
	Set      []string // PATH=VALUE settings with which it was loaded

	// Slow is the stretch of time that the window and videos play at a speed of its own; without length:
	// none.
	Slow bridge.SetSlow

	// Past is the run up to the present world, if it comes from a run file; nil otherwise. The world is
	// at the end of its present track.
	Past *runfile.File

	Outputs []Output // outputs that the scene itself requests

	// Watch observes the world before the first step and after each, without changing it; it may be nil.
	// ErrEnough stops the run there; any other error ends the observation.
	Watch func(*sim.World) error
}

// Measure adds regions to those that are measured as the scene runs.
//
// Errors: too many of them, two of one name, one that moves with a body that is not there.
func (s *Scene) Measure(regions []bridge.Region) error {
	all := append(slices.Clip(s.Regions), regions...)
	if err := CheckRegions(all, s.World); err != nil {
		return err
	}
	s.Regions = all
	if s.World != nil {
		s.World.Build().SetRegions(all)
	}
	return nil
}

// CheckRegions returns an error if regions cannot be measured in a world: there are too many, two of one name, one with
// a group that is no search for bodies, or one that moves with a body that is not there. Without a world no region
// moves.
func CheckRegions(list []bridge.Region, w *sim.World) error {
	if err := bridge.CheckRegions(list); err != nil {
		return err
	}
	for i := range list {
		r := &list[i]
		if r.Group != "" {
			if _, err := query.Parse(r.Group); err != nil {
				return fmt.Errorf("region %s: %s: %w", r.Name, spell.Quote(r.Group), err)
			}
		}
		if w == nil && (r.Time || r.Power) {
			return fmt.Errorf("region %s: dumps have no steps over which something could be added up", r.Name)
		}
		err := error(nil)
		switch {
		case r.Body == "":
		case w == nil:
			err = errors.New("dumps have no bodies that it could move with")
		default:
			if err = w.CheckFollowed([]string{r.Body}); err == nil && r.OfMesh() {
				site := w.Inspect()
				err = site.CheckInside(r.Body)
			}
		}
		if err != nil {
			return fmt.Errorf("region %s: @%s: %w", r.Name, r.Body, err)
		}
	}
	return nil
}

// errMeasuredBefore refuses other surfaces than those that were measured from the beginning on.
var errMeasuredBefore = errors.New("a run file measures those with which it began: run --again measures others from " +
	"its beginning")

// AddSurfaces adds surfaces to those that are measured as the scene runs.
//
// Errors: too many of them, two of one name, no such body, a part without triangles; a past, in which they were not
// measured.
func (s *Scene) AddSurfaces(list []bridge.Surface) error {
	if len(list) > 0 && s.Past != nil {
		return errMeasuredBefore
	}
	return AddSurfaces(s.World, list)
}

// AddSurfaces measures surfaces from the present moment of a world on.
//
// Errors: too many of them, two of one name, no such body, a part without triangles.
func AddSurfaces(w *sim.World, list []bridge.Surface) error {
	for _, s := range list {
		if err := w.Build().AddSurface(s); err != nil {
			return err
		}
	}
	return nil
}

// AddPlanes adds planes to those through which flow is counted as the scene runs.
//
// Errors: too many of them, two of one name; a past, in which they were not counted.
func (s *Scene) AddPlanes(list []bridge.Plane) error {
	if len(list) > 0 && s.Past != nil {
		return errMeasuredBefore
	}
	return s.World.Build().AddPlanes(list)
}

// AddFields adds fields to those that files of fields have.
//
// Errors: too many of them, two of one name.
func (s *Scene) AddFields(list []bridge.Field) error {
	all := append(slices.Clip(s.Fields), list...)
	if err := bridge.CheckFields(all); err != nil {
		return err
	}
	s.Fields = all
	return nil
}

// Complete completes an output of the scene with what the scene says of it: its origin, view, title, regions
// and fields.
func (s *Scene) Complete(o *Output) {
	o.Origin, o.View, o.Title, o.Regions = s.Origin(), s.View, s.Title, s.Regions
	o.Fields = s.Fields
}

// ErrEnough is returned by a Scene's Watch to stop a run.
var ErrEnough = errors.New("run: the scene asks to stop here")

// Loader makes the world of a scene from its name or file and a seed.
type Loader func(name string, seed uint64) (Scene, error)
