package playback

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"example.org/tumble/sim/files/dump"
	"example.org/tumble/sim/files/export/deck"
	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// Stage is everything known of a run beside its dumps, if it began as an export of a scene: the materials
// and bodies of its atoms, and the bodies around them that are fixed or follow prescribed motions.
type Stage struct {
	Note string // what a person should know; may be empty

	record    *deck.Record
	title     string
	view      bridge.ViewHint
	scene     bridge.Snapshot // the scene at the beginning of the run, with its details
	state     state.State
	motions   []kinematic.Motion
	templates []template
	began     map[string]float64 // times at which motions began [s]; without motions that never did
}

// Exported is the folder of an exported scene, with the scene.
type Exported struct {
	Folder string
	Record *deck.Record // of the folder
	Title  string
	View   bridge.ViewHint
	World  state.Source // at the export; not kept
	Plan   state.Plan
}

// NewStage returns the stage of an exported folder.
//
// Errors: a log that cannot be read, a record of materials that the scene does not have.
func NewStage(e *Exported) (*Stage, error) {
	r := e.Record
	s := &Stage{record: r, title: fmt.Sprintf("%s (%s)", e.Title, strings.ToUpper(r.Program)), view: e.View,
		state: e.World.State(), motions: e.Plan.Motions, began: map[string]float64{}}
	s.scene.Wanted.Details = true
	e.World.Fill(&s.scene)
	for i, t := range r.Types {
		if _, known := s.named(t.Material); !known {
			return nil, fmt.Errorf("%s: type %d is of material %s, which the scene does not have",
				filepath.Join(e.Folder, deck.RecordName), i+1, spell.Quote(t.Material))
		}
	}
	for i := range r.Templates {
		t, err := s.newTemplate(&r.Templates[i])
		if err != nil {
			return nil, fmt.Errorf("%s: templates: %s: %w", filepath.Join(e.Folder, deck.RecordName),
				spell.Quote(r.Templates[i].Name), err)
		}
		s.templates = append(s.templates, t)
	}
	logged, err := s.phases(filepath.Join(e.Folder, "log."+r.Program))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, m := range r.Motions {
		step, known := logged[deck.LogName(m.Name)]
		switch {
		case known:
			s.began[m.Name] = r.Start + float64(step)*r.TimeStep
		case m.After == "":
			s.began[m.Name] = m.Start
		case logged == nil:
			s.Note = fmt.Sprintf("motion %s waits for %s; when it began only log.%s tells, which is not there: %s stands still",
				m.Name, m.After, r.Program, m.Body)
		}
	}
	return s, nil
}

// template returns the template that matches atoms by their number and radii, or nil.
func (s *Stage) template(atoms []dump.Atom) *template {
	if s == nil {
		return nil
	}
	for i := range s.templates {
		if s.templates[i].matches(atoms) {
			return &s.templates[i]
		}
	}
	return nil
}

// phaseLine is a line that a deck makes the other program print.
var phaseLine = regexp.MustCompile(`^\s*tumble: phase (\S+) begins at step (\d+)`)

// phases returns the steps at which the motions of the record began, from the log of a run.
func (s *Stage) phases(log string) (map[string]int64, error) {
	data, err := input.Read(log, limit.LogBytes)
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, m := range s.record.Motions {
		wanted[deck.LogName(m.Name)] = true
	}
	steps := map[string]int64{}
	for line := range bytes.Lines(data) {
		m := phaseLine.FindSubmatch(line)
		if m == nil || !wanted[string(m[1])] {
			continue
		}
		step, err := strconv.ParseInt(string(m[2]), 10, 64)
		// Stretches of a motion have lines too: the motion begins with the first.
		if _, known := steps[string(m[1])]; err == nil && !known {
			steps[string(m[1])] = step
		}
	}
	return steps, nil
}

// clumped reports whether the column mol of the dumps holds the bodies of atoms.
func (s *Stage) clumped() bool { return s.record.BodyColumn != "" }

// checkTypes refuses atoms of types that the record does not have.
func (s *Stage) checkTypes(f *dump.Frame) error {
	if s == nil {
		return nil
	}
	if !f.Has(dump.Type) {
		return fmt.Errorf("step %d: there must be a column type, which says what atoms are of", f.Step)
	}
	for i := range f.Atoms {
		if a := &f.Atoms[i]; a.Type > len(s.record.Types) {
			return fmt.Errorf("step %d: atom %d is of type %d: %s has types 1 to %d", f.Step, a.ID, a.Type, deck.RecordName,
				len(s.record.Types))
		}
	}
	return nil
}

// material returns the material of the atoms of a type, as an index into the materials of the run: those
// of the scene, or without a stage one for each type. Without a type it is the first.
func (s *Stage) material(of int) int32 {
	if s == nil {
		return int32(max(of-1, 0))
	}
	i, _ := s.named(s.record.Types[of-1].Material)
	return i
}

// named returns the index of the material with a name, and whether there is one.
func (s *Stage) named(material string) (index int32, known bool) {
	for i := range s.scene.Materials {
		if s.scene.Materials[i].Name == material {
			return int32(i), true
		}
	}
	return 0, false
}

// density returns the density of the atoms of a type [kg/m³].
func (s *Stage) density(of int) float64 { return s.scene.Materials[s.material(of)].Law.Density }

// poseAt returns the pose of a body of the scene at a time [s]: each motion continues from the pose in
// which the motion before has left the body.
func (s *Stage) poseAt(b *state.Body, time float64) motion.Pose {
	p := motion.Pose{Position: vector(b.Position), Orientation: quat(b.Orientation)}
	for last := math.Inf(-1); ; {
		next, begin := -1, math.Inf(1)
		for i := range s.motions {
			d := &s.motions[i].Def
			if at, ok := s.began[d.Name]; ok && d.Body == b.Name && at > last && at < begin {
				next, begin = i, at
			}
		}
		if next < 0 || begin > time {
			return p
		}
		d := &s.motions[next].Def
		until := time
		for i := range s.motions {
			o := &s.motions[i].Def
			if at, ok := s.began[o.Name]; ok && o.Body == b.Name && at > begin {
				until = min(until, at)
			}
		}
		if d.Duration > 0 {
			until = min(until, begin+d.Duration)
		}
		p, last = d.Path.At(until-begin, p), begin
	}
}

func vector(v [3]float64) vec.Vec3 { return vec.New(v[0], v[1], v[2]) }

func quat(q [4]float64) vec.Quat { return vec.Quat{W: q[0], X: q[1], Y: q[2], Z: q[3]} }
