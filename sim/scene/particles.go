package scene

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// Particles are spheres and capsules read from a table: a CSV file whose first line names
// the columns, or a Parquet file. Columns have their unit in brackets, or in the metadata of Parquet as exports
// write it, or are in SI units. The columns x, y, z and
// radius must be there. Column names may be long, as exports write them (position x), or short (x). Lines with
// the same clump form one rigid body.
type Particles struct {
	File string `yaml:"file"`           // CSV or Parquet file: beside the scene, or a shipped one
	Name string `yaml:"name,omitempty"` // name of bodies that have none in the table; "particle" if not given
	// material of shapes that have none in the table; the first material if not given
	Material string `yaml:"material,omitempty"`
	Color    string `yaml:"color,omitempty"` // colour of shapes that have none in the table
}

// particle is one line of a table.
type particle struct {
	line                 int  // number of the line in a CSV file, of the row in a Parquet file, from 1
	row                  bool // it is of a Parquet file
	numbers              [numParticleNumbers]float64
	given                [numParticleNumbers]bool
	kind, shape, clump   string
	name, material, tint string
	time                 string // moment of the run that wrote the table
}

// at says in errors where a particle is in its table.
func (p *particle) at() string {
	if p.row {
		return fmt.Sprintf("row %d", p.line)
	}
	return fmt.Sprintf("line %d", p.line)
}

// The numbers of a particle, in the order of their columns.
const (
	particleX = iota
	particleY
	particleZ
	particleRadius
	particleShaft
	particleQW // x, y and z follow
	particleAX = particleQW + 4
	particleVX = particleAX + 3
	particleWX = particleVX + 3

	numParticleNumbers = particleWX + 3
)

// particleColumn is a column that a table may have.
type particleColumn struct {
	name  string
	units []unit                        // of a number; nil: text
	set   func(*particle, string) error // stores a text; nil: a scene does not need it
	index int                           // of a number, in particle.numbers
}

// particleColumns lists the columns: numbers in the order of their constants, then texts, then columns of exports
// that a scene does not need.
var particleColumns = []particleColumn{
	{"x", lengths, nil, particleX}, {"y", lengths, nil, particleY}, {"z", lengths, nil, particleZ},
	{"radius", lengths, nil, particleRadius},
	{"shaft", lengths, nil, particleShaft}, // length of a capsule's segment; none or 0: a sphere
	{"qw", plain, nil, particleQW}, {"qx", plain, nil, particleQW + 1}, {"qy", plain, nil, particleQW + 2},
	{"qz", plain, nil, particleQW + 3},
	// axis, instead of a quaternion
	{"ax", plain, nil, particleAX}, {"ay", plain, nil, particleAX + 1}, {"az", plain, nil, particleAX + 2},
	{"vx", speeds, nil, particleVX}, {"vy", speeds, nil, particleVX + 1}, {"vz", speeds, nil, particleVX + 2},
	{"wx", spins, nil, particleWX}, {"wy", spins, nil, particleWX + 1}, {"wz", spins, nil, particleWX + 2},

	{"shape kind", nil, oneOf(func(p *particle) *string { return &p.shape }, "", "sphere", "capsule"), 0},
	{"shape", nil, shapeOrNumber, 0},
	{"kind", nil, oneOf(func(p *particle) *string { return &p.kind }, "", "dynamic", "kinematic", "static"), 0},
	{"clump", nil, text(func(p *particle) *string { return &p.clump }), 0},
	{"name", nil, text(func(p *particle) *string { return &p.name }), 0},
	{"material", nil, text(func(p *particle) *string { return &p.material }), 0},
	{"color", nil, text(func(p *particle) *string { return &p.tint }), 0},

	{"time", nil, text(func(p *particle) *string { return &p.time }), 0},
	// not needed
	{"step", nil, nil, 0}, {"id", nil, nil, 0}, {"body", nil, nil, 0}, {"mass", nil, nil, 0},
	{"fx", nil, nil, 0}, {"fy", nil, nil, 0}, {"fz", nil, nil, 0},
	{"tx", nil, nil, 0}, {"ty", nil, nil, 0}, {"tz", nil, nil, 0},
}

// shortNames maps the word that exports write before a component to the prefix of the short column name: "velocity
// x" is vx.
var shortNames = map[string]string{"position": "", "orientation": "q", "axis": "a", "velocity": "v", "spin": "w",
	"force": "f", "torque": "t"}

// shapeOrNumber reads the column shape: sphere or capsule, which older exports have there, or the number of the
// shape in its body, which a scene does not need.
func shapeOrNumber(p *particle, s string) error {
	if _, err := strconv.Atoi(s); err == nil {
		return nil
	}
	return oneOf(func(p *particle) *string { return &p.shape }, "", "sphere", "capsule")(p, s)
}

func text(of func(*particle) *string) func(*particle, string) error {
	return func(p *particle, s string) error { *of(p) = s; return nil }
}

func oneOf(of func(*particle) *string, allowed ...string) func(*particle, string) error {
	return func(p *particle, s string) error {
		if !slices.Contains(allowed, s) {
			return fmt.Errorf("must be %s, got %s", strings.Join(allowed[1:], " or "), spell.Quote(s))
		}
		*of(p) = s
		return nil
	}
}

// heading is a column of the table that is read, with the unit of its numbers.
type heading struct {
	particleColumn
	unit unit
}

// readParticles reads a table, and calls yield for each line, which lies in the same memory until the next. Fields are
// separated by commas, or by semicolons or tabs if the first line has no comma.
//
// Errors name the line, and the column by its number and name; or they are those of yield.
func readParticles(data []byte, yield func(*particle) error) error {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord, r.TrimLeadingSpace = -1, true
	first, _, _ := bytes.Cut(data, []byte("\n"))
	for _, c := range ",;\t" {
		if bytes.ContainsRune(first, c) {
			r.Comma = c
			break
		}
	}
	names, err := r.Read()
	if err == io.EOF {
		return errors.New("line 1: must name the columns, got nothing")
	} else if err != nil {
		return lineError(err)
	}
	headings, err := readHeadings("line 1", names)
	if err != nil {
		return err
	}
	r.ReuseRecord = true // reuse the slice of fields; their texts are new
	var p particle
	for n := 1; ; n++ {
		fields, err := r.Read()
		if err == io.EOF {
			break
		} else if err != nil {
			return lineError(err)
		}
		if err := limit.CheckWorld(n, n); err != nil {
			return err
		}
		p = particle{}
		p.line, _ = r.FieldPos(0)
		if len(fields) != len(headings) {
			return fmt.Errorf("line %d: must have %d columns, as the first line has, got %d", p.line, len(headings),
				len(fields))
		}
		for i, f := range fields {
			if err := headings[i].read(&p, strings.TrimSpace(f)); err != nil {
				return fmt.Errorf("line %d, column %d (%s): %w", p.line, i+1, headings[i].name, err)
			}
		}
		if err := yield(&p); err != nil {
			return err
		}
	}
	if p.line == 0 {
		return errors.New("line 2: there must be at least one particle, got none")
	}
	return nil
}

// lineError puts an error of the standard library's reader into this package's form.
func lineError(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return fmt.Errorf("line %d, character %d: %w", parse.Line, parse.Column, parse.Err)
	}
	return err
}

// readHeadings reads the names of the columns; place says in errors where these are.
func readHeadings(place string, names []string) ([]heading, error) {
	if !isTable(names) {
		return nil, fmt.Errorf("%s: is no table of particles, which must name the columns x, y, z and radius there", place)
	}
	var list []heading
	seen := map[string]bool{}
	for i, text := range names {
		h, err := readHeading(text)
		if err == nil && seen[h.name] {
			err = fmt.Errorf("%s is there twice", spell.Quote(h.name))
		}
		if err != nil {
			return nil, fmt.Errorf("%s, column %d: %w", place, i+1, err)
		}
		seen[h.name] = true
		list = append(list, h)
	}
	if !seen["radius"] {
		return nil, fmt.Errorf("%s: there must be columns x, y, z and radius, got no radius", place)
	}
	for _, group := range [][]string{{"qw", "qx", "qy", "qz"}, {"ax", "ay", "az"}} {
		for _, n := range group {
			if seen[n] != seen[group[0]] {
				return nil, fmt.Errorf("%s: there must be all of %s or none", place, strings.Join(group, ", "))
			}
		}
	}
	if seen["qw"] && seen["ax"] {
		return nil, fmt.Errorf("%s: an orientation is either qw, qx, qy, qz or the axis ax, ay, az, not both", place)
	}
	return list, nil
}

// isTable reports whether these are the column names of a table of particles. An error message quotes nothing of
// any other file, since the file may be confidential.
func isTable(names []string) bool {
	has := map[string]bool{}
	for _, text := range names {
		name, _, _ := splitHeading(text)
		has[name] = true
	}
	return has["x"] && has["y"] && has["z"]
}

// splitHeading splits "x [mm]" at its bracket, and returns the short name of the column.
func splitHeading(text string) (name, bracket string, given bool) {
	name, bracket, given = strings.Cut(strings.TrimSpace(text), "[")
	if name = strings.ToLower(strings.TrimSpace(name)); name == "r" {
		name = "radius"
	}
	if word, component, ok := strings.Cut(name, " "); ok && len(component) == 1 {
		if short, known := shortNames[word]; known {
			name = short + component
		}
	}
	return name, bracket, given
}

// readHeading reads "x", "x [mm]".
func readHeading(text string) (heading, error) {
	name, bracket, given := splitHeading(text)
	var known []string
	for _, c := range particleColumns {
		if c.name != name {
			known = append(known, c.name)
			continue
		}
		if c.units == nil {
			return heading{c, unit{}}, nil
		}
		if !given {
			return heading{c, c.units[0]}, nil
		}
		var units []string
		for _, u := range c.units {
			if bracket == u.name+"]" {
				return heading{c, u}, nil
			}
			units = append(units, u.name)
		}
		return heading{}, fmt.Errorf("the unit of %s must be one of %s, got %s", name, strings.Join(units, ", "),
			spell.Quote("["+bracket))
	}
	written, _, _ := strings.Cut(text, "[")
	return heading{}, fmt.Errorf("there is no column %s (allowed: %s)", spell.Quote(strings.TrimSpace(written)),
		strings.Join(known, ", "))
}

// read stores one field of a line.
func (h *heading) read(p *particle, field string) error {
	switch {
	case h.units == nil && h.set == nil:
		return nil
	case h.units == nil:
		return h.set(p, field)
	}
	if field == "" && h.index > particleRadius {
		return nil
	}
	x, err := h.unit.parse(field)
	if err != nil {
		x = math.NaN()
	}
	return h.put(p, x, field)
}

// put stores a number [SI]; field is how the table writes it.
func (h *heading) put(p *particle, x float64, field string) error {
	wrong := ""
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		wrong = "a finite number"
	case h.index == particleRadius && x <= 0:
		wrong = "> 0"
	case h.index == particleShaft && x < 0:
		wrong = "≥ 0"
	}
	if wrong != "" {
		return fmt.Errorf("must be %s, got %s", wrong, spell.Quote(field))
	}
	p.numbers[h.index], p.given[h.index] = x, true
	return nil
}

// vector returns three consecutive numbers.
func (p *particle) vector(first int) vec.Vec3 {
	return vec.New(p.numbers[first], p.numbers[first+1], p.numbers[first+2])
}

// orientation returns the rotation that the line gives, Identity if it gives none.
func (p *particle) orientation() (vec.Quat, error) {
	n := &p.numbers
	switch given := p.given[particleQW:particleVX]; {
	case !slices.Contains(given, true):
		return vec.Identity, nil
	case slices.Contains(given[:4], false) && slices.Contains(given[4:], false):
		return vec.Identity, fmt.Errorf("%s: an orientation must have all its numbers or none", p.at())
	case given[0]:
		q := vec.Quat{W: n[particleQW], X: n[particleQW+1], Y: n[particleQW+2], Z: n[particleQW+3]}
		if !(q.Dot(q) > 0) || math.IsInf(q.Dot(q), 0) {
			return q, fmt.Errorf("%s: qw, qx, qy, qz must be a rotation, got %v", p.at(), n[particleQW:particleAX])
		}
		return q.Unit(), nil
	}
	axis := p.vector(particleAX)
	if !(axis.Norm2() > 0) || math.IsInf(axis.Norm2(), 0) {
		return vec.Identity, fmt.Errorf("%s: ax, ay, az must be a direction, got %v", p.at(), n[particleAX:particleVX])
	}
	return fromX(axis.Unit()), nil
}

// addParticles adds the bodies of the table.
func (b *builder) addParticles(d *Particles) error {
	if d == nil {
		return nil
	}
	data, err := b.open(d.File)
	if err != nil {
		return err
	}
	var waiting []*particle            // for the rest of a clump, from its first line on
	clumps := map[string][]*particle{} // lines of each clump
	rows := bytes.Count(data, []byte("\n"))
	read := func(yield func(*particle) error) error { return readParticles(data, yield) }
	if isParquet(data) {
		t, err := openParquet(data)
		if err != nil {
			return fmt.Errorf("%s: %w", d.File, err)
		}
		rows = t.Count()
		read = func(yield func(*particle) error) error { return readTable(t, yield) }
	}
	var first *particle
	err = read(func(p *particle) error {
		if first == nil {
			first = &particle{line: p.line, row: p.row, time: p.time}
		} else if p.time != first.time {
			return fmt.Errorf("%s: a table must be of one moment, its time is %s in %s, and %s here", p.at(), first.time,
				first.at(), p.time)
		}
		if p.clump == "" && len(waiting) == 0 {
			err := b.addParticle([]*particle{p}, d, rows)
			rows = 0
			return err
		}
		kept := *p
		waiting, clumps[p.clump] = append(waiting, &kept), append(clumps[p.clump], &kept)
		return nil
	})
	for _, p := range waiting {
		lines := []*particle{p}
		if p.clump != "" {
			if lines = clumps[p.clump]; lines[0] != p {
				continue // the clump was added at its first line
			}
		}
		if err == nil {
			err = b.addParticle(lines, d, 0)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", d.File, err)
	}
	return nil
}

// addParticle adds the body that some lines describe, and makes room for as many bodies like it as are expected.
func (b *builder) addParticle(lines []*particle, d *Particles, expected int) error {
	def, err := b.particleBody(lines, d)
	if err != nil {
		return err
	}
	if limit.CheckWorld(expected, expected) == nil {
		b.world.Build().Expect(expected, def.Shapes[0].Kind)
	}
	if _, err := b.world.Build().AddBody(def); err != nil {
		return fmt.Errorf("%s: %w", lines[0].at(), err)
	}
	return nil
}

// particleBody returns the body that some lines describe. Its shapes are placed relative to the centre of the
// first shape and not to the origin: far from the body, inertia would be a small difference of large numbers.
func (b *builder) particleBody(lines []*particle, d *Particles) (def body.Def, err error) {
	first := lines[0]
	def = body.Def{Name: cmp.Or(first.name, d.Name, "particle"), Shapes: b.parts[:0], Position: first.vector(particleX),
		Velocity: first.vector(particleVX), Spin: first.vector(particleWX)}
	if first.kind == "static" || first.kind == "kinematic" {
		def.Blocked = body.BlockAll
	}
	for _, p := range lines {
		if p.vector(particleVX) != def.Velocity || p.vector(particleWX) != def.Spin || p.kind != first.kind {
			return def, fmt.Errorf("%s: velocity, spin and kind must be those of %s: both are of clump %s", p.at(),
				first.at(), spell.Quote(p.clump))
		}
		s, err := b.particleShape(p, d)
		if err != nil {
			return def, err
		}
		s.Position = s.Position.Sub(def.Position)
		def.Shapes = append(def.Shapes, s)
	}
	b.parts = def.Shapes
	return def, nil
}

// particleShape returns the shape of a line, at its global position.
func (b *builder) particleShape(p *particle, d *Particles) (body.ShapeDef, error) {
	s := body.ShapeDef{
		Kind: shape.KindSphere, Radius: p.numbers[particleRadius], Shaft: p.numbers[particleShaft],
		Position: p.vector(particleX),
	}
	if s.Shaft > 0 || p.shape == "capsule" {
		s.Kind = shape.KindCapsule
	}
	if s.Kind == shape.KindCapsule && p.shape == "sphere" {
		return s, fmt.Errorf("%s: the shaft of a sphere must be 0 m, got %g", p.at(), s.Shaft)
	}
	var err error
	if s.Orientation, err = p.orientation(); err != nil {
		return s, err
	}
	name, tint := p.material, p.tint
	if name == "" {
		name = d.Material
	}
	if tint == "" {
		tint = d.Color
	}
	if s.Material, err = b.material(name); err == nil {
		s.Colors, err = colors(tint)
	}
	if err != nil {
		return s, fmt.Errorf("%s: %w", p.at(), err)
	}
	return s, nil
}
