// Package deck writes a world as input of another program, LIGGGHTS or LAMMPS: a folder that a cluster runs. A
// Deck holds the data that the inputs of all such programs have in common. Each program has an entry in the table
// programs and a file with its writer. A table in the folder says of each setting of the scene whether it is
// exact, approximated or lost.
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

// Values of the first two keys of a Record.
const (
	RecordFormat  = "tumble-export"
	RecordVersion = 1
)

// DumpColumns are the columns of the dumps, in their order. If Record.BodyColumn is empty, the
// column mol is missing.
const DumpColumns = "id mol type x y z radius vx vy vz omegax omegay omegaz fx fy fz"

// Record says what the numbers in an exported folder mean, for programs that read the results back.
type Record struct {
	Format     string     `json:"format"`            // RecordFormat
	Version    int        `json:"version"`           // RecordVersion
	Program    string     `json:"program"`           // one of Programs
	TimeStep   float64    `json:"timeStep"`          // [s]
	Start      float64    `json:"start"`             // time of step 0 [s]
	Steps      int64      `json:"steps"`             // number of steps of the run, as far as it is known
	DumpEvery  int64      `json:"dumpEvery"`         // steps between dumps
	Dumps      string     `json:"dumps"`             // pattern of the dumps' names in the folder: post/atoms.*.txt
	Columns    string     `json:"columns"`           // columns of the dumps, as "ITEM: ATOMS" has them
	BodyColumn string     `json:"bodyColumn"`        // column with the clump of an atom or 0; empty: no clumps
	Scene      string     `json:"scene"`             // the scene's file in the folder
	Types      []AtomType `json:"types"`             // types of atoms, from type 1 on
	Templates  []Template `json:"templates"`         // templates of clumped bodies
	Meshes     []Mesh     `json:"meshes"`            // meshes of bodies that forces do not move
	Motions    []Motion   `json:"motions,omitempty"` // motions of meshes
}

// AtomType describes the atoms of a type, or the walls and meshes of a type.
type AtomType struct {
	Type     int     `json:"type"`     // from 1
	Material string  `json:"material"` // its name in the scene
	Radius   float64 `json:"radius"`   // [m]; 0: atoms of any radius, or a wall
	Wall     bool    `json:"wall"`     // the type of walls and meshes, not of atoms
}

// Template is a kind of body that consists of several spheres. Positions are relative to its centre of mass, along
// its principal axes.
type Template struct {
	Name    string     `json:"name"`    // name of the inlet or body that the template comes from
	Type    int        `json:"type"`    // type of its atoms
	Mass    float64    `json:"mass"`    // [kg]
	Inertia [3]float64 `json:"inertia"` // principal moments of inertia [kg·m²]
	Shapes  []Shape    `json:"shapes"`  // its shapes in the scene
	Spheres []Sphere   `json:"spheres"` // its spheres in the other program, in the order of the atoms
	Rough   float64    `json:"rough"`   // depth of the gaps between spheres, over the radius
}

// Shape is one solid of a Template.
type Shape struct {
	Kind     string     `json:"kind"` // sphere or capsule
	Radius   float64    `json:"radius"`
	Shaft    float64    `json:"shaft"` // length of a capsule's segment [m]
	Position [3]float64 `json:"position"`
	Axis     [3]float64 `json:"axis"` // axis of a capsule, a unit vector
	Material string     `json:"material"`
	Colors   [2]string  `json:"colors"` // #rrggbbaa of the halves toward -axis and +axis; empty: no colour given
}

// Sphere is one sphere of a Template.
type Sphere struct {
	Position [3]float64 `json:"position"`
	Radius   float64    `json:"radius"`
}

// Mesh names the file with the surface of a body at step 0, in global coordinates.
type Mesh struct {
	Body string `json:"body"` // its name in the scene
	File string `json:"file"` // STL in the folder
	Type int    `json:"type"` // the type in Record.Types with its material
}

// Motion is a motion of a mesh. A motion that waits for an inlet begins at a time that only the log of the run
// reports, in a line "tumble: phase NAME begins at step N".
type Motion struct {
	Name  string  `json:"name"`
	Body  string  `json:"body"`
	Start float64 `json:"start"` // time of the beginning [s]; if After is given, the delay after the inlet is done
	After string  `json:"after,omitempty"`
}

// ReadRecord reads the Record of an exported folder.
//
// Errors: no such file, a file of another format or version, a value that Write never writes: the folder may come
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

// check refuses values that no export writes and that later code could not use.
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

// positive refuses a value that is no valid radius [m].
func positive(what string, x float64) error {
	if !(x > 0) {
		return fmt.Errorf("%s must be > 0 m, got %g m", what, x)
	}
	return limit.Length.Check(what, x)
}
