package scene

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
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

// texts are what a line says of a particle in words.
type texts struct {
	kind, shape, clump   string
	name, material, tint string
	time                 string // moment of the run that wrote the table
}

// particleColumns lists the columns: numbers in the order of their constants, then texts, then columns of exports
// that a scene does not need.
var particleColumns = []column{
	{"x", lengths, nil, columnX}, {"y", lengths, nil, columnX + 1}, {"z", lengths, nil, columnX + 2},
	{"radius", lengths, nil, columnRadius},
	{"shaft", lengths, nil, columnShaft}, // length of a capsule's segment; none or 0: a sphere
	{"qw", plain, nil, columnQW}, {"qx", plain, nil, columnQW + 1}, {"qy", plain, nil, columnQW + 2},
	{"qz", plain, nil, columnQW + 3},
	// axis, instead of a quaternion
	{"ax", plain, nil, columnAX}, {"ay", plain, nil, columnAX + 1}, {"az", plain, nil, columnAX + 2},
	{"vx", speeds, nil, columnVX}, {"vy", speeds, nil, columnVX + 1}, {"vz", speeds, nil, columnVX + 2},
	{"wx", spins, nil, columnWX}, {"wy", spins, nil, columnWX + 1}, {"wz", spins, nil, columnWX + 2},

	{"shape kind", nil, oneOf(func(p *record) *string { return &p.shape }, "", "sphere", "capsule"), 0},
	{"shape", nil, shapeOrNumber, 0},
	{"kind", nil, oneOf(func(p *record) *string { return &p.kind }, "", "dynamic", "kinematic", "static"), 0},
	{"clump", nil, text(func(p *record) *string { return &p.clump }), 0},
	{"name", nil, text(func(p *record) *string { return &p.name }), 0},
	{"material", nil, text(func(p *record) *string { return &p.material }), 0},
	{"color", nil, text(func(p *record) *string { return &p.tint }), 0},

	{"time", nil, text(func(p *record) *string { return &p.time }), 0},
	// not needed
	{"step", nil, nil, 0}, {"id", nil, nil, 0}, {"body", nil, nil, 0}, {"mass", nil, nil, 0}, {"age", nil, nil, 0},
	{"fx", nil, nil, 0}, {"fy", nil, nil, 0}, {"fz", nil, nil, 0},
	{"tx", nil, nil, 0}, {"ty", nil, nil, 0}, {"tz", nil, nil, 0},
}

// shapeOrNumber reads the column shape: sphere or capsule, which older exports have there, or the number of the
// shape in its body, which a scene does not need.
func shapeOrNumber(p *record, s string) error {
	if _, err := strconv.Atoi(s); err == nil {
		return nil
	}
	return oneOf(func(p *record) *string { return &p.shape }, "", "sphere", "capsule")(p, s)
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
	var waiting []*record            // for the rest of a clump, from its first line on
	clumps := map[string][]*record{} // lines of each clump
	rows := bytes.Count(data, []byte("\n"))
	read := func(yield func(*record) error) error { return particleTable.readText(data, yield) }
	if isParquet(data) {
		t, err := openParquet(data)
		if err != nil {
			return fmt.Errorf("%s: %w", d.File, err)
		}
		rows = t.Count()
		read = func(yield func(*record) error) error { return readTable(t, yield) }
	}
	var first *record
	err = read(func(p *record) error {
		if first == nil {
			first = &record{line: p.line, row: p.row, texts: texts{time: p.time}}
		} else if p.time != first.time {
			return fmt.Errorf("%s: a table must be of one moment, its time is %s in %s, and %s here", p.at(), first.time,
				first.at(), p.time)
		}
		if p.clump == "" && len(waiting) == 0 {
			err := b.addParticle([]*record{p}, d, rows)
			rows = 0
			return err
		}
		kept := *p
		waiting, clumps[p.clump] = append(waiting, &kept), append(clumps[p.clump], &kept)
		return nil
	})
	for _, p := range waiting {
		lines := []*record{p}
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
func (b *builder) addParticle(lines []*record, d *Particles, expected int) error {
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
func (b *builder) particleBody(lines []*record, d *Particles) (def body.Def, err error) {
	first := lines[0]
	def = body.Def{Name: cmp.Or(first.name, d.Name, "particle"), Shapes: b.parts[:0], Position: first.vector(columnX),
		Velocity: first.vector(columnVX), Spin: first.vector(columnWX)}
	if first.kind == "static" || first.kind == "kinematic" {
		def.Blocked = body.BlockAll
	}
	for _, p := range lines {
		if p.vector(columnVX) != def.Velocity || p.vector(columnWX) != def.Spin || p.kind != first.kind {
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
func (b *builder) particleShape(p *record, d *Particles) (body.ShapeDef, error) {
	s := body.ShapeDef{
		Kind: shape.KindSphere, Radius: p.numbers[columnRadius], Shaft: p.numbers[columnShaft],
		Position: p.vector(columnX),
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
