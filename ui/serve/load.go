package serve

import (
	"errors"
	"fmt"
	"slices"

	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/source"
)

func aboutProgram(*call, *nothing) (any, error) {
	var bodies, contacts []string
	for i := range state.BodyArrays {
		bodies = append(bodies, state.BodyArrays[i].Name)
	}
	for i := range state.ContactArrays {
		contacts = append(contacts, state.ContactArrays[i].Name)
	}
	program, _ := run.ThisProgram()
	return struct {
		Protocol int `json:"protocol"`
		run.Program
		Arrays map[string][]string `json:"arrays"`
	}{Protocol, program, map[string][]string{"bodies": bodies, "contacts": contacts}}, nil
}

func listScenes(*call, *nothing) (any, error) {
	type built struct {
		Name  string `json:"name"`
		Title string `json:"title"`
		About string `json:"about"`
	}
	list, err := scene.List()
	var scenes []built
	for _, s := range list {
		scenes = append(scenes, built(s))
	}
	return scenes, err
}

func load(c *call, p *loading) (any, error) {
	switch {
	case (p.Scene == "") == (p.Text == ""):
		return nil, errors.New("must have either scene or text")
	case p.Scene == input.Standard:
		return nil, errors.New("scene must not be -: standard input carries requests")
	case p.Seed > 0 && scene.IsSaved(p.Scene):
		return nil, errors.New("seed: the random streams of a saved state go on where they were, so that it takes no seed")
	case p.Workers < 0:
		return nil, fmt.Errorf("workers must be ≥ 0, got %d", p.Workers)
	}
	o := scene.Options{Seed: p.Seed, Workers: p.Workers, Set: p.Set, At: p.At,
		AllowRead: append(slices.Clip(c.AllowRead), p.AllowRead...)}
	if o.Workers == 0 {
		o.Workers = c.Workers
	}
	if err := limit.Workers.Check(o.Workers); err != nil {
		return nil, err
	}
	sc, err := batch.Load(c, func() (run.Scene, error) {
		if p.Text != "" {
			return scene.LoadText("text", []byte(p.Text), o)
		}
		return source.Load(p.Scene, o)
	})
	if err != nil {
		return nil, err
	}
	regions, err := bridge.ParseRegions(p.Regions)
	if err == nil {
		err = sc.Measure(regions)
	}
	if err != nil {
		sc.World.Close()
		return nil, fmt.Errorf("regions: %w", err)
	}
	planes, err := bridge.ParsePlanes(p.Planes)
	if err == nil {
		err = sc.AddPlanes(planes)
	}
	if err != nil {
		sc.World.Close()
		return nil, fmt.Errorf("planes: %w", err)
	}
	surfaces, err := bridge.ParseSurfaces(p.Surfaces)
	if err == nil {
		err = sc.AddSurfaces(surfaces)
	}
	if err != nil {
		sc.World.Close()
		return nil, fmt.Errorf("surfaces: %w", err)
	}
	if err := c.world.begin(sc, p.Text != ""); err != nil && !errors.Is(err, run.ErrEnough) {
		return nil, err
	}
	s := c.world.status()
	s.about(sc)
	return s, nil
}

// about adds to a status what its scene is.
func (s *status) about(sc run.Scene) {
	seed := sc.World.Params().Seed
	s.Title, s.Scene, s.Seed, s.End = &sc.Title, &sc.Name, &seed, &sc.End
}
