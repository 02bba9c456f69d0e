package scene

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"example.org/tumble/sim/internal/external"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/run"
)

// besideState lists the keys of a scene that goes on from a saved state. What other keys say is in the state.
var besideState = []string{
	"title", "about", "look", "try", "stories", "constants", "state", "change", "end", "stopWhen", "regions", "planes",
	"surfaces",
	"fields", "collisions",
	"bodies", "motions", "forces", "view", "export",
}

// document returns what is written of a scene: all of it, or the keys beside a state.
func (s *Spec) document() (any, error) {
	if s.State == "" {
		return s, nil
	}
	var doc yaml.MapSlice
	data, err := yaml.Marshal(s)
	if err == nil {
		err = yaml.UnmarshalWithOptions(data, &doc, yaml.UseOrderedMap())
	}
	doc = slices.DeleteFunc(doc, func(item yaml.MapItem) bool {
		key, _ := item.Key.(string)
		return !slices.Contains(besideState, key)
	})
	return doc, err
}

// changesState reports whether a setting changes the state from which a scene goes on, since the scene itself has no
// such key or entry.
func changesState(doc yaml.MapSlice, path []string) bool {
	if entry(doc, "state") == nil || slices.Contains(besideState, path[0]) && len(path) == 1 {
		return false
	}
	in := func(list, name string) bool {
		entries, _ := entry(doc, list).([]any)
		return find(entries, name) >= 0
	}
	if slices.Contains(named, path[0]) {
		return len(path) < 2 || !in(path[0], path[1])
	}
	own := func(list string) bool { return in(list, path[0]) }
	return !slices.Contains(besideState, path[0]) && !slices.ContainsFunc(named, own)
}

// entry returns the value of a key of a document, nil if it has none.
func entry(doc yaml.MapSlice, key string) any {
	for _, item := range doc {
		if item.Key == key {
			return item.Value
		}
	}
	return nil
}

// addChange adds a setting, PATH=VALUE, to those that change the state.
func addChange(doc yaml.MapSlice, set string) (yaml.MapSlice, error) {
	list, _ := entry(doc, "change").([]any)
	return assign(doc, []string{"change"}, append(slices.Clone(list), set))
}

// resume makes the world of a scene that goes on from a saved state or a run.
func (s *source) resume(o Options) (run.Scene, error) {
	begun, err := s.begun(o)
	if err != nil {
		return run.Scene{}, fmt.Errorf("scene: %s: %w", s.name, (&builder{source: s}).at("state", err))
	}
	r := resumption{builder: &builder{source: s, world: begun.World, copies: map[string]int{}},
		from: begun.World.Clock().Time, own: map[string]bool{}}
	sc, err := s.scene(r.builder, func(*builder) error { return r.add() }, o)
	if s.spec.End > 0 {
		sc.End = r.from + s.spec.End
	}
	if s.spec.View == nil {
		sc.View = begun.View
	}
	return sc, err
}

// begun returns the state from which the scene goes on, with what is changed of it.
func (s *source) begun(o Options) (run.Scene, error) {
	switch {
	case !IsSaved(s.spec.State):
		return run.Scene{}, fmt.Errorf("must be a file *%s, as --save and --run-file write it", SavedExt)
	case o.Seed > 0:
		return run.Scene{}, fmt.Errorf("its random streams go on where they were, so that it takes no seed")
	}
	data, err := s.open(s.spec.State)
	if err != nil {
		return run.Scene{}, err
	}
	begun, err := LoadSaved(s.spec.State, data, Options{Workers: o.Workers, Set: s.spec.Change})
	if err != nil {
		return begun, fmt.Errorf("%s", strings.TrimPrefix(err.Error(), "scene: "))
	}
	return begun, nil
}

// resumption adds the entries of a scene to the state from which it goes on.
type resumption struct {
	*builder
	from float64         // time of the state [s]
	own  map[string]bool // names of the motions and forces of the scene
}

// add adds all entries.
func (r *resumption) add() error {
	for i := 0; ; i++ {
		name, _, ok := r.world.Material(i)
		if !ok {
			break
		}
		r.materials = append(r.materials, name)
	}
	for i := range r.spec.Motions {
		r.own[r.spec.Motions[i].Name] = true
	}
	for i := range r.spec.Forces {
		r.own[r.spec.Forces[i].Name] = true
	}
	for _, d := range r.spec.Bodies {
		if err := r.addBody(d); err != nil {
			return r.at("bodies."+d.Name, err)
		}
	}
	for _, d := range r.spec.Motions {
		if err := r.addMotion(d, r.putMotion); err != nil {
			return r.at("motions."+d.Name, err)
		}
	}
	for _, d := range r.spec.Forces {
		if err := r.addForce(&d, r.putForce); err != nil {
			return r.at("forces."+d.Name, err)
		}
	}
	if err := r.ready(); err != nil {
		return err
	}
	return r.addMeasures()
}

func (r *resumption) putMotion(d kinematic.Def) error {
	d.When = r.when(d.When)
	return r.world.Build().PutMotion(d)
}

func (r *resumption) putForce(d external.Def) error {
	d.When = r.when(d.When)
	return r.world.Build().PutForce(d)
}

// when returns when an entry begins, in the time of the world. Its start counts from the state, and what waits for
// something that was done before the state begins at once.
func (r *resumption) when(w schedule.When) schedule.When {
	if at, done := r.world.Build().DoneAt(w.After); done && !r.own[w.After] {
		return schedule.When{Start: max(r.from, at+w.Delay)}
	}
	if w.After == "" {
		w.Start += r.from
	}
	return w
}
