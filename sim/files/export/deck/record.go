// Package deck writes a world as input of another program, LIGGGHTS or LAMMPS: a folder that a
// cluster runs. A Deck is what such programs have in common, made once of a world; a program is a row of programs
// and a file with its writer, and a table says of each setting whether it is exact, approximated or lost.
package deck

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
)

// RecordName is the file in an exported folder that holds its Record.
const RecordName = "run.json"

// What the first two keys of a Record say.
const (
	RecordFormat  = "tumble-export"
	RecordVersion = 1
)

// DumpColumns are the columns of the dumps, in their order. Where Record.BodyColumn
// is empty, there is none of mol.
const DumpColumns = "id mol type x y z radius vx vy vz omegax omegay omegaz fx fy fz"

// Record says what the numbers of an exported folder mean, for those who read the results back.
type Record struct {
	Format     string     `json:"format"`            // RecordFormat
	Version    int        `json:"version"`           // RecordVersion
	Program    string     `json:"program"`           // row of Programs
	TimeStep   float64    `json:"timeStep"`          // [s]
	Start      float64    `json:"start"`             // time of step 0 [s]
	Steps      int64      `json:"steps"`             // of the run, as far as it is known
	DumpEvery  int64      `json:"dumpEvery"`         // steps between dumps
	Dumps      string     `json:"dumps"`             // pattern of the dumps' names in the folder: post/atoms.*.txt
	Columns    string     `json:"columns"`           // of the dumps, as "ITEM: ATOMS" has them
	BodyColumn string     `json:"bodyColumn"`        // column of the number of a clumped body (0: none); empty: no clumps
	Scene      string     `json:"scene"`             // the scene's file in the folder
	Types      []AtomType `json:"types"`             // of atoms, from type 1 on
	Templates  []Template `json:"templates"`         // of clumped bodies
	Meshes     []Mesh     `json:"meshes"`            // of bodies that forces do not move
	Motions    []Motion   `json:"motions,omitempty"` // of meshes
}

// AtomType is what the atoms of a type, or the walls, are.
type AtomType struct {
	Type     int     `json:"type"`     // from 1
	Material string  `json:"material"` // its name in the scene
	Radius   float64 `json:"radius"`   // [m]; 0: of any, or a wall
	Wall     bool    `json:"wall"`     // it is of walls and meshes, not of atoms
}

// Template is a body that is several spheres. Places are about its centre of mass, along its principal axes.
type Template struct {
	Name    string     `json:"name"`    // of the inlet or body that it comes from
	Type    int        `json:"type"`    // of its atoms
	Mass    float64    `json:"mass"`    // [kg]
	Inertia [3]float64 `json:"inertia"` // principal [kg·m²]
	Shapes  []Shape    `json:"shapes"`  // what it is in the scene
	Spheres []Sphere   `json:"spheres"` // what it is in the other program, in the order of the atoms
	Rough   float64    `json:"rough"`   // depth of the gaps between spheres, over the radius
}

// Shape is one solid of a Template.
type Shape struct {
	Kind     string     `json:"kind"` // sphere or capsule
	Radius   float64    `json:"radius"`
	Shaft    float64    `json:"shaft"` // length of a capsule's segment [m]
	Position [3]float64 `json:"position"`
	Axis     [3]float64 `json:"axis"` // of a capsule, a unit vector
	Material string     `json:"material"`
	Colors   [2]string  `json:"colors"` // #rrggbbaa of the halves toward -axis and +axis; empty: plain
}

// Sphere is one sphere of a Template.
type Sphere struct {
	Position [3]float64 `json:"position"`
	Radius   float64    `json:"radius"`
}

// Mesh is the file of a body's surface, at step 0, in global coordinates.
type Mesh struct {
	Body string `json:"body"` // its name in the scene
	File string `json:"file"` // STL in the folder
	Type int    `json:"type"` // of its material
}

// Motion is how a mesh moves. A motion that waits for an inlet begins at a time that only the log of the run
// tells, in a line "tumble: phase NAME begins at step N".
type Motion struct {
	Name  string  `json:"name"`
	Body  string  `json:"body"`
	Start float64 `json:"start"` // [s]; where After is empty
	After string  `json:"after,omitempty"`
}

// ReadRecord reads the Record of an exported folder.
//
// Errors: no such file, one that is not of this format or version, or does not hold what Write writes: it may come
// from a stranger.
func ReadRecord(folder string) (*Record, error) {
	name := filepath.Join(folder, RecordName)
	data, err := input.Read(name, limit.RecordBytes)
	if err != nil {
		return nil, fmt.Errorf("deck: %w", err)
	}
	r := &Record{}
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("deck: %s: %w", name, err)
	}
	if r.Format != RecordFormat || r.Version != RecordVersion {
		return nil, fmt.Errorf("deck: %s: must be %s of version %d, got %q of version %d", name, RecordFormat, RecordVersion,
			r.Format, r.Version)
	}
	if err := r.check(); err != nil {
		return nil, fmt.Errorf("deck: %s: %w", name, err)
	}
	if err := input.Inside(folder, r.Scene); err != nil {
		return nil, fmt.Errorf("deck: %s: scene: %w", name, err)
	}
	return r, nil
}

// check refuses what no export writes and what nobody can go on with.
func (r *Record) check() error {
	if !slices.Contains(Programs, r.Program) {
		return fmt.Errorf("program: must be one of %s, got %s", strings.Join(Programs, ", "), spell.Quote(r.Program))
	}
	if !(r.TimeStep > 0) {
		return fmt.Errorf("timeStep: must be > 0 s, got %g s", r.TimeStep)
	}
	err := cmp.Or(limit.Time.Check("timeStep", r.TimeStep), limit.Time.Check("start", r.Start),
		limit.AtomTypes.Check(len(r.Types)))
	for i := 0; i < len(r.Motions) && err == nil; i++ {
		err = limit.Time.Check("motions: start", r.Motions[i].Start)
	}
	for i := 0; i < len(r.Templates) && err == nil; i++ {
		if err = r.Templates[i].check(); err != nil {
			err = fmt.Errorf("templates: %s: %w", spell.Quote(r.Templates[i].Name), err)
		}
	}
	return err
}

func (t *Template) check() error {
	if len(t.Shapes) == 0 || len(t.Spheres) == 0 {
		return fmt.Errorf("must have shapes and spheres, got %d and %d", len(t.Shapes), len(t.Spheres))
	}
	err := cmp.Or(limit.Members.Check(len(t.Shapes)), limit.Members.Check(len(t.Spheres)),
		limit.Mass.Check("mass", t.Mass), limit.Plain.Check("inertia", t.Inertia[:]...))
	for i := 0; i < len(t.Shapes) && err == nil; i++ {
		h := &t.Shapes[i]
		err = cmp.Or(positive("shapes: radius", h.Radius), limit.Length.Check("shapes: shaft", h.Shaft),
			limit.Length.Check("shapes: position", h.Position[:]...), limit.Plain.Check("shapes: axis", h.Axis[:]...))
		if err == nil && h.Shaft < 0 {
			err = fmt.Errorf("shapes: shaft must be ≥ 0 m, got %g m", h.Shaft)
		}
	}
	for i := 0; i < len(t.Spheres) && err == nil; i++ {
		s := &t.Spheres[i]
		err = cmp.Or(positive("spheres: radius", s.Radius), limit.Length.Check("spheres: position", s.Position[:]...))
	}
	return err
}

// positive refuses what is no radius [m].
func positive(what string, x float64) error {
	if !(x > 0) {
		return fmt.Errorf("%s must be > 0 m, got %g m", what, x)
	}
	return limit.Length.Check(what, x)
}
