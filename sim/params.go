package sim

import (
	"math"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/internal/timestep"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/vec"
)

// Params are the numbers of a world that are not tied to one body; setting.Table describes them.
type Params = setting.Params

// DefaultParams are the parameters of a scene that gives none.
var DefaultParams = setting.Defaults

// rule returns the rule by which package timestep chooses the length of steps.
func rule(p *Params) timestep.Rule {
	return timestep.Rule{Fixed: p.TimeStep * longer(p), Safety: p.TimeStepSafety, Every: p.TimeStepEvery}
}

// givenStep returns the time step that the scene gives for the first step [s]; 0: the scene gives none.
func givenStep(p *Params) float64 {
	if p.TimeStep > 0 {
		return p.TimeStep * longer(p)
	}
	return p.FirstTimeStep * longer(p)
}

// saySoftened warns in the log if contacts are softer than their materials, so that nobody takes a result of this
// run, or of a run that continues it, for a result of the real materials.
func (w *World) saySoftened() {
	if n := w.params.Soften; n > 1 {
		w.log.Add(notice.Warning, "", "preview: contacts are %g times softer than their materials, so that overlaps are "+
			"larger and steps %.3g times longer", n, longer(&w.params))
	}
}

// longer returns the factor by which softening makes steps longer: the critical step is proportional to 1/√k with
// the stiffness k of all springs. A step that the scene gives was chosen for the real materials, so it grows as
// well.
func longer(p *Params) float64 { return math.Sqrt(p.Soften) }

// archiveParams archives, for a saved state or a hash, the parameters that the states of all versions have, in the
// order of setting.Table.
func archiveParams(a *archive.Archive, p *Params) {
	for i := range setting.Table {
		if s := &setting.Table[i]; !s.Later && !s.Begins {
			archiveSetting(a, s, p)
		}
	}
	if !a.Deciding() {
		archive.Integer(a, &p.Seed)
	}
	if a.Reading() {
		if err := p.Check(); err != nil {
			a.Fail("%w", err)
		}
	}
}

// archiveSetting archives the value of one setting.
func archiveSetting(a *archive.Archive, s *setting.Setting, p *Params) {
	switch at := s.At(p).(type) {
	case *vec.Vec3:
		a.Vector(at)
	case *float64:
		a.Number(at)
	case *int:
		archive.Integer(a, at)
	case *string:
		a.Text(at)
	}
}

// given is a setting and its value.
type given struct {
	key   string
	value setting.Value
}

// laterParams returns the settings that states of older programs do not have, unless they have their default
// value.
func laterParams(p *Params) (list []given) {
	for i := range setting.Table {
		if s := &setting.Table[i]; s.Later && s.Value(p) != s.Default() {
			list = append(list, given{s.Key, s.Value(p)})
		}
	}
	return list
}

// archiveLaterParams archives the settings of laterParams, with their keys, at the end of a state.
func archiveLaterParams(a *archive.Archive, p *Params) {
	list := laterParams(p)
	archive.List(a, &list, func(g *given) {
		a.Text(&g.key)
		a.Numbers(&g.value.Numbers[0], &g.value.Numbers[1], &g.value.Numbers[2])
		a.Text(&g.value.Word)
	})
	if !a.Good() {
		return
	}
	for _, g := range list {
		s := setting.Of(g.key)
		if s == nil {
			a.Fail("there is no setting %q", g.key)
			return
		}
		if err := s.Check(g.value); err != nil {
			a.Fail("%w", err)
		}
		s.Put(p, g.value)
	}
}
