//go:build !headless

package studio

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/render"
	"example.org/tumble/render/view"
	"example.org/tumble/sim"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/playback"
	"example.org/tumble/sim/scene"
)

// Scene is the source of the worlds in pictures.
type Scene struct {
	Name    string
	Options scene.Options
	Load    func(name string, o scene.Options) (run.Scene, error) // such as source.Load
}

// Comparison lists worlds that differ in one setting, or views of one world; a picture shows a tile for
// each. The zero value is one world.
type Comparison struct {
	Path   string   // a setting, or seed or view; empty: one world and one view
	Values []string // of the setting, one for each tile, at most MostTiles
	Views  []Eye    // if Path is view: the eyes of the tiles, in place of the eye of the options
	Fork   float64  // when the worlds get their different values [s]; 0: at their start
	Wipe   bool     // two worlds share one tile, each on its side of a line
}

// MostTiles is the largest number of tiles.
const MostTiles = 6

// Worlds returns how many worlds there are.
func (b *Comparison) Worlds() int {
	if b.Path == "" || b.Path == "view" {
		return 1
	}
	return len(b.Values)
}

// load loads the worlds, each with its value of the setting.
func (b *Comparison) load(ctx context.Context, from Scene) (list []run.Scene, err error) {
	defer func() {
		if err != nil {
			closeAll(list)
		}
	}()
	for i := range b.Worlds() {
		o := from.Options
		switch {
		case b.Worlds() == 1 || b.Fork > 0:
		case b.Path == "seed":
			if o.Seed, err = strconv.ParseUint(b.Values[i], 10, 63); err != nil {
				return list, about("beside", err)
			}
		default:
			o.Set = append(slices.Clone(o.Set), b.Path+"="+b.Values[i])
		}
		sc, err := batch.Load(ctx, func() (run.Scene, error) { return from.Load(from.Name, o) })
		if err != nil {
			return list, err
		}
		list = append(list, sc)
	}
	if b.Fork > 0 {
		return list, about("fork", b.tryFork(list[0]))
	}
	return list, nil
}

// common returns a scene without the settings in which the worlds differ.
func (b *Comparison) common(sc run.Scene) *run.Scene {
	sc.Set = slices.DeleteFunc(slices.Clone(sc.Set), func(s string) bool {
		return b.Worlds() > 1 && strings.HasPrefix(s, b.Path+"=")
	})
	return &sc
}

func closeAll(list []run.Scene) {
	for _, sc := range list {
		sc.World.Close()
	}
}

// tryFork checks before the run whether the worlds can get their values later.
func (b *Comparison) tryFork(sc run.Scene) error {
	if sc.Watch != nil {
		return errors.New("a script looks at each step of this scene")
	}
	if batch.Before(b.Fork, sc.World) {
		return fmt.Errorf("must not be before the saved state, which is at %.9g s, got %.9g s", sc.World.Clock().Time,
			b.Fork)
	}
	for i := range b.Values {
		w, err := sim.Restore(sc.World.Checkpoint(), 1)
		if err != nil {
			return err
		}
		err = b.part(w, i)
		w.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// part gives a running world its value of the setting.
func (b *Comparison) part(w *sim.World, i int) error {
	if b.Path == "seed" {
		seed, err := strconv.ParseUint(b.Values[i], 10, 63)
		bridge.MakeEdit(w, bridge.SetSeed{Seed: seed})
		return err
	}
	return scene.Change(w, []string{b.Path + "=" + b.Values[i]})
}

// worlds are the worlds of a comparison during a run.
type worlds struct {
	of       *Comparison
	scenes   []run.Scene
	partings []bridge.Divergence // difference of each world from the first
	parted   bool                // the worlds have got their values
	moment   *playback.Moment    // moment of dumps, in place of a world
}

func newWorlds(b *Comparison, scenes []run.Scene) *worlds {
	w := &worlds{of: b, scenes: scenes, partings: make([]bridge.Divergence, len(scenes)), parted: b.Fork == 0}
	for i := range w.partings {
		w.partings[i].Bound = run.DivergenceBound
	}
	return w
}

// follow steps the other worlds to the time of the first world, and compares them with it. It is called after each
// step of the first world.
func (b *worlds) follow(lead *sim.World) error {
	for i := range b.scenes[1:] {
		w := b.scenes[i+1].World
		for w.Clock().Time < lead.Clock().Time-batch.Tolerance(w) {
			if w.Step(); w.Log().Fault() != "" {
				return fmt.Errorf("%s: %w", b.label(i+1), batch.Fault(w))
			}
		}
		run.CompareWorlds(&b.partings[i+1], lead, w)
	}
	if b.parted || lead.Clock().Time < b.of.Fork-batch.Tolerance(lead) {
		return nil
	}
	b.parted = true
	for i, sc := range b.scenes {
		if err := b.of.part(sc.World, i); err != nil {
			return err
		}
	}
	return nil
}

// label returns the setting and its value in a tile, before the fork only the setting; empty for a single tile.
func (b *worlds) label(i int) string {
	switch f := b.of; {
	case f.Path == "":
		return ""
	case !b.parted:
		return f.Path
	default:
		return f.Path + " " + f.Values[i]
	}
}

// fill fills the snapshot of the first world, which contains the snapshots of the other worlds.
func (b *worlds) fill(s *bridge.Snapshot) {
	if b.moment != nil {
		b.moment.Fill(s)
		return
	}
	worlds := []*bridge.Snapshot{s}
	s.Comparison.Others = slices.Grow(s.Comparison.Others[:0], len(b.scenes)-1)[:len(b.scenes)-1]
	for i := range s.Comparison.Others {
		o := &s.Comparison.Others[i]
		o.Wanted = s.Wanted
		worlds = append(worlds, o)
	}
	for i, one := range worlds {
		b.scenes[i].World.Fill(one)
		one.Comparison.Place, one.Comparison.Label, one.Comparison.Divergence = i, b.label(i), b.partings[i]
	}
	s.Share()
	if len(worlds) > 1 {
		bridge.MeasureDistances(worlds)
	}
}

// viewParts returns the tiles of several views of one world, with their cameras.
func (b *worlds) viewParts(s *bridge.Snapshot, v *view.View, cameras []view.Camera) (list []render.Part) {
	for i := range b.of.Values {
		own, one := *v, *s
		own.Camera, own.NoLegend = cameras[i], v.NoLegend || i < len(b.of.Values)-1
		one.Comparison = bridge.Comparison{Place: i, Label: b.of.Values[i]}
		list = append(list, render.Part{Snapshot: &one, View: &own})
	}
	return list
}

// cameras returns the cameras of several views; none if there is only one view.
func (b *worlds) cameras(o *Options, s *bridge.Snapshot, room [4]float32) (list []view.Camera) {
	if len(b.of.Views) == 0 {
		return nil
	}
	for i, t := range o.View.Split.Tiles(len(b.of.Views), o.Width, o.Height) {
		list = append(list, o.camera(s, frame{eye: b.of.Views[i], width: t.Width, height: t.Height, room: room}))
	}
	return list
}

func newParted(p bridge.FirstDifference) *Parted {
	if !p.Yes {
		return nil
	}
	r := &Parted{Step: p.At.Step, Time: p.At.Time, What: p.What, Body: p.Body}
	if p.Radius > 0 && !math.IsInf(p.Distance, 0) {
		r.Distance = &p.Distance
	}
	return r
}

// results describes the worlds at the end; nil if there is only one.
func (b *worlds) results() (list []World) {
	if len(b.scenes) < 2 {
		return nil
	}
	for i, sc := range b.scenes {
		w := sc.World
		one := World{parting: b.partings[i], Label: b.label(i), Step: w.Clock().Step, Time: w.Clock().Time,
			Hash: fmt.Sprintf("%016x", w.Hash())}
		if p := b.partings[i]; i > 0 {
			one.Parting = &Parting{Bits: newParted(p.Bits), Bound: p.Bound, Apart: newParted(p.Bodies)}
		}
		list = append(list, one)
	}
	return list
}
