package scene

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// builder holds the state of building a world from a scene.
type builder struct {
	*source
	world     *sim.World
	materials []string
	seed      uint64
	regions   []bridge.Region
	fields    []bridge.Field
	copies    map[string]int       // how many copies a body has, by its name
	soups     map[string]mesh.Soup // triangles of mesh files, by their names in the scene
	parts     []body.ShapeDef      // memory of particleBody
}

// build makes the world of the scene.
func (s *source) build(o Options) (run.Scene, error) {
	if entry, err := s.spec.checkNumbers(); err != nil {
		return run.Scene{}, fmt.Errorf("scene: %s: %w", s.name, (&builder{source: s}).at(entry, err))
	}
	if s.spec.State != "" {
		return s.resume(o)
	}
	p := s.spec.params(o.Seed, o.Workers)
	if err := p.Check(); err != nil {
		return run.Scene{}, fmt.Errorf("scene: %s: %w", s.name, s.blame(err))
	}
	w, err := sim.New(p)
	if err != nil {
		return run.Scene{}, fmt.Errorf("scene: %s: %w", s.name, err)
	}
	return s.scene(&builder{source: s, world: w, seed: o.Seed, copies: map[string]int{}}, (*builder).addAll, o)
}

// scene returns the scene whose world a function builds.
func (s *source) scene(b *builder, build func(*builder) error, o Options) (sc run.Scene, err error) {
	var guide bridge.Guide
	if err = build(b); err == nil {
		guide, err = b.guide()
	}
	if err != nil {
		b.world.Close()
		return run.Scene{}, fmt.Errorf("scene: %s: %w", s.name, err)
	}
	outputs, _ := s.spec.Export.outputs() // they were checked
	return run.Scene{World: b.world, Name: s.name, Title: spell.Line(s.spec.Title), End: s.spec.End,
		View: s.spec.View.hint(), Guide: guide, Regions: b.regions, Fields: b.fields, StopWhen: lines(s.spec.StopWhen),
		Collisions: b.world.FollowsCollisions(),
		Set:        o.Set, Outputs: outputs}, nil
}

// lines returns stop conditions as lists show them, each in one line.
func lines(conditions []string) (list []string) {
	for _, text := range conditions {
		list = append(list, strings.TrimSpace(strings.ReplaceAll(text, "\n", " ")))
	}
	return list
}

// checkStops returns the index and the error of the first condition that cannot be read or that check refuses.
func checkStops(list []string, check func(*run.Breakpoint) error) (index int, err error) {
	if err := limit.StopWhen.Check(len(list)); err != nil {
		return limit.StopWhen.Most, err
	}
	for i, text := range list {
		b, err := run.NewBreakpoint(text)
		if err == nil {
			err = check(b)
		}
		if err != nil {
			return i, fmt.Errorf("%s: %w", spell.Quote(text), err)
		}
	}
	return 0, nil
}

// blame adds to the error of a parameter out of its range the line of the parameter in the scene. The error begins
// with the name of the parameter, which is also its key in the scene.
func (s *source) blame(err error) error {
	key, _, _ := strings.Cut(err.Error(), " ")
	key, _, _ = strings.Cut(key, ".")
	if line := s.lines[key]; line > 0 {
		return fmt.Errorf("line %d: %w", line, err)
	}
	return err
}

// addAll adds all entries of the scene, each after the entries that it refers to.
func (b *builder) addAll() error {
	if err := limit.Text.Check(len(b.spec.Title)); err != nil {
		return b.at("title", err)
	}
	if len(b.spec.Materials) == 0 {
		return fmt.Errorf("materials: there must be at least one")
	}
	for _, m := range b.spec.Materials {
		if err := b.addMaterial(m); err != nil {
			return err
		}
	}
	for _, d := range b.spec.Pairs {
		if err := b.addPair(d); err != nil {
			return b.at("pairs."+d.A+"+"+d.B, err)
		}
	}
	for _, d := range b.spec.Bodies {
		if err := b.addBody(d); err != nil {
			return b.at("bodies."+d.Name, err)
		}
	}
	if err := b.addParticles(b.spec.Particles); err != nil {
		return b.at("particles", err)
	}
	for _, d := range b.spec.Inlets {
		if err := b.addInlet(d); err != nil {
			return b.at("inlets."+d.Name, err)
		}
	}
	for _, d := range b.spec.Outlets {
		if err := b.addOutlet(d); err != nil {
			return b.at("outlets."+d.Name, err)
		}
	}
	for _, d := range b.spec.Motions {
		if err := b.addMotion(d, b.world.Build().AddMotion); err != nil {
			return b.at("motions."+d.Name, err)
		}
	}
	for _, d := range b.spec.Forces {
		if err := b.addForce(&d, b.world.Build().AddForce); err != nil {
			return b.at("forces."+d.Name, err)
		}
	}
	if err := b.ready(); err != nil {
		return err
	}
	return b.addMeasures()
}

// addMeasures adds the regions, planes, surfaces, collisions and conditions of the scene, and checks its outputs.
func (b *builder) addMeasures() (err error) {
	if b.regions, err = bridge.ParseRegions(b.spec.Regions); err == nil {
		err = run.CheckRegions(b.regions, b.world)
	}
	if err != nil {
		return b.at("regions", err)
	}
	b.world.Build().SetRegions(b.regions)
	planes, err := bridge.ParsePlanes(b.spec.Planes)
	if err == nil {
		err = b.world.Build().AddPlanes(planes)
	}
	if err != nil {
		return b.at("planes", err)
	}
	if b.fields, err = bridge.ParseFields(b.spec.Fields); err != nil {
		return b.at("fields", err)
	}
	if v := b.spec.View; v != nil {
		if _, err := v.slice(); err != nil {
			return b.at("view", err)
		}
	}
	surfaces, err := bridge.ParseSurfaces(b.spec.Surfaces)
	if err == nil {
		err = run.AddSurfaces(b.world, surfaces)
	}
	if err != nil {
		return b.at("surfaces", err)
	}
	if b.spec.Collisions {
		b.world.Build().FollowCollisions()
	}
	i, err := checkStops(b.spec.StopWhen, b.checkStop)
	if err != nil {
		return b.at(fmt.Sprintf("stopWhen.%d", i), err)
	}
	return b.checkOutputs()
}

// checkStop returns an error if a condition makes no sense in the world.
func (b *builder) checkStop(p *run.Breakpoint) error { return p.Check(b.world, b.regions) }

// checkOutputs returns an error if the scene's export follows a body that the scene does not have, or counts the
// flow through a plane that is not valid.
func (b *builder) checkOutputs() error {
	outputs, err := b.spec.Export.outputs()
	if err != nil {
		return b.at("export", err)
	}
	for _, o := range outputs {
		if err := b.world.CheckFollowed(o.Bodies); err != nil {
			return b.at("export", fmt.Errorf("%s: bodies: %w", o.Format, err))
		}
	}
	return nil
}

// ready makes the world ready for its first step, or returns an error at an inlet, outlet, motion or force that waits
// for another one that is never done.
func (b *builder) ready() error {
	err := b.world.Build().Ready()
	var e *schedule.Error
	if !errors.As(err, &e) {
		return err
	}
	at := e.Kind + "s." + e.Name
	if e.Known {
		return b.at(at, fmt.Errorf("after: %s is never done: give it %s", e.After, e.Cure))
	}
	var names []string
	for _, d := range b.spec.Inlets {
		names = append(names, d.Name)
	}
	for _, d := range b.spec.Outlets {
		names = append(names, d.Name)
	}
	for _, d := range b.spec.Motions {
		names = append(names, d.Name)
	}
	for _, d := range b.spec.Forces {
		names = append(names, d.Name)
	}
	hint := ""
	if near := spell.Nearest(e.After, names); near != "" {
		hint = fmt.Sprintf(" (did you mean %s?)", near)
	}
	return b.at(at, fmt.Errorf("after: there is no inlet, outlet, motion or force %s%s", spell.Quote(e.After), hint))
}

// reasonOf removes the prefix "sim: add ..." from an error of the engine: the path of the entry in the scene says
// it better.
func reasonOf(err error) error {
	if reason := errors.Unwrap(err); reason != nil && strings.HasPrefix(err.Error(), "sim: add ") {
		return reason
	}
	return err
}

// at adds to an error the path of the entry of the scene that the error is about, and the line where the entry
// begins.
func (b *builder) at(path string, err error) error {
	err = reasonOf(err)
	if line := b.lines[path]; line > 0 {
		return fmt.Errorf("line %d: %s: %w", line, path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

func (b *builder) addMaterial(m Material) error {
	l := m.law()
	b.materials = append(b.materials, m.Name)
	if err := l.Check(); err != nil {
		return b.at("materials."+m.Name, err)
	}
	if _, err := b.world.Build().AddMaterial(m.Name, l); err != nil {
		return b.at("materials."+m.Name, err)
	}
	for i := range law.Fields {
		b.warnUnused("materials."+m.Name, &law.Fields[i], *law.Fields[i].Of(&l))
	}
	return nil
}

// warnUnused logs a number that was given, whose default is 0, and that has no effect under the law of the scene.
func (b *builder) warnUnused(of string, f *law.Field, value float64) {
	present, err := law.ByName(b.spec.Law)
	if off := law.Default; err == nil && value != 0 && *f.Of(&off) == 0 && !law.Kinds[present].Uses(f) {
		key := of + "." + f.Name
		b.world.Log().Add(bridge.Info, key, "%s has no effect under the law %s: it is of the law %s", key,
			law.Kinds[present].Name, strings.Join(law.UsersOf(f), " and "))
	}
}

func (b *builder) addPair(d Pair) error {
	if d.A == "" || d.B == "" {
		return fmt.Errorf("a and b must name two materials")
	}
	first, err := b.material(d.A)
	if err != nil {
		return err
	}
	second, err := b.material(d.B)
	if err != nil {
		return err
	}
	pair := contact.PairDef{A: first, B: second}
	for i, given := range materialNumbers(&d) {
		if given != nil && *given != nil {
			pair.Given = append(pair.Given, law.Given{Name: law.Fields[i].Name, Value: **given})
			b.warnUnused("pairs."+d.A+"+"+d.B, &law.Fields[i], **given)
		}
	}
	return b.world.Build().AddPair(pair)
}

// material returns the index of a material, the first for an empty name.
func (b *builder) material(name string) (int, error) {
	if name == "" {
		return 0, nil
	}
	for i, n := range b.materials {
		if n == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("material: no %s (there are %s)", spell.Quote(name), strings.Join(b.materials, ", "))
}

func (b *builder) addBody(d Body) error {
	shapes, err := b.shapes(&d)
	if err != nil {
		return err
	}
	blocked, err := d.blocked()
	if err != nil {
		return err
	}
	orientation, err := d.Orientation.quat()
	if err != nil {
		return fmt.Errorf("orientation: %w", err)
	}
	def := body.Def{
		Name: d.Name, Shapes: shapes, Position: d.Position.Vec(), Orientation: orientation,
		Velocity: d.Velocity.Vec(), Spin: d.Spin.Vec(), Blocked: blocked, Center: d.Center.Vec(), Sampling: d.Sampling,
	}
	if def.Joint, err = d.joint(); err != nil {
		return err
	}
	if d.Copies != nil {
		return b.addCopies(d.Name, d.Copies, def)
	}
	_, err = b.world.Build().AddBody(def)
	return err
}

// blocked returns the degrees of freedom that forces do not change. Forces cannot move a body without mass, so it
// is an error if a scene asks for such a body to be free.
func (d *Body) blocked() (body.Blocked, error) {
	if d.Blocked == nil {
		return 0, nil
	}
	blocked, err := body.ParseBlocked(*d.Blocked)
	if kind := d.massless(); err == nil && blocked != body.BlockAll && kind != "" {
		err = fmt.Errorf("blocked: a %s has no mass, and forces cannot move it, got %s (leave blocked out and give it a "+
			"motion, or make the body a clump of spheres and capsules or a filled mesh)", kind, spell.Quote(*d.Blocked))
	}
	return blocked, err
}

// massless returns the kind of a body that has no mass (wall, cylinder, or mesh that is not filled), empty for other
// bodies.
func (d *Body) massless() string {
	switch {
	case d.Wall != nil:
		return "wall"
	case d.Cylinder != nil:
		return "cylinder"
	case d.isMesh() && !d.Filled:
		return "mesh"
	}
	return ""
}

// isMesh reports whether the body is a mesh.
func (d *Body) isMesh() bool { return d.Mesh != "" || d.Facets != nil }

// misplaced returns an error if the body has a key that only other kinds of bodies have.
func (d *Body) misplaced() error {
	for _, key := range []struct {
		name  string
		given bool
	}{{"scale", d.Scale != 0}, {"shift", !d.Shift.IsZero()}, {"rotate", d.Rotate != nil}, {"threshold", d.Threshold != 0},
		{"thickness", d.Thickness != 0}, {"seams", d.Seams != ""}} {
		if key.given && !d.isMesh() {
			return fmt.Errorf("%s: only a mesh or facets can have it", key.name)
		}
	}
	if !d.Center.IsZero() && d.massless() == "" {
		return fmt.Errorf("center: only a wall, cylinder or mesh that is not filled can have it; others turn about their " +
			"centre of mass")
	}
	return nil
}

// shapes returns the shapes that a body is made of, and sets the sampling of a multisphere.
func (b *builder) shapes(d *Body) ([]body.ShapeDef, error) {
	given := len(d.Solid.shapes()) + d.Grain.given()
	for _, yes := range []bool{d.Wall != nil, d.Mesh != "", d.Facets != nil, d.Cylinder != nil} {
		if yes {
			given++
		}
	}
	if given != 1 {
		return nil, fmt.Errorf("must have exactly one of wall, mesh, facets, cylinder, %s, clump, multisphere, got %d",
			solidNames(", "), given)
	}
	if err := d.misplaced(); err != nil {
		return nil, err
	}
	switch {
	case d.Mass != 0 && !d.Filled:
		return nil, fmt.Errorf("mass: only a filled mesh can have a mass of its own; others follow from density and size")
	case d.Filled && !d.isMesh():
		return nil, fmt.Errorf("filled: only a mesh or facets can be filled; spheres and capsules always are")
	case d.Wall != nil:
		return b.wall(*d)
	case d.isMesh():
		return b.mesh(*d)
	case d.Cylinder != nil:
		return b.cylinder(*d)
	case d.Grain.given() > 0:
		return b.grain(&d.Grain, d.Material, d.Color)
	}
	return b.clump([]Member{{Solid: d.Solid, Color: d.Color}}, d.Material)
}

func (b *builder) wall(d Body) ([]body.ShapeDef, error) {
	axis := strings.Index("xyz", d.Wall.Axis)
	if axis < 0 || len(d.Wall.Axis) != 1 {
		return nil, fmt.Errorf("wall.axis must be x, y or z, got %s", spell.Quote(d.Wall.Axis))
	}
	if s := d.Wall.Sense; s < -1 || s > 1 {
		return nil, fmt.Errorf("wall.sense must be -1, 0 or 1, got %d", s)
	}
	w := body.WallDef{Axis: axis, Sense: d.Wall.Sense, Position: d.Wall.Position}
	if r := d.Wall.Rectangle; r != nil {
		w.Lo, w.Hi = r[0], r[1]
	}
	m, err := b.material(d.Material)
	if err != nil {
		return nil, err
	}
	c, err := colors(d.Color)
	return []body.ShapeDef{{Kind: shape.KindWall, Wall: w, Material: m, Colors: c}}, err
}

func (b *builder) cylinder(d Body) ([]body.ShapeDef, error) {
	axis := d.Cylinder.Axis.Vec().Unit()
	if axis == (vec.Vec3{}) {
		return nil, fmt.Errorf("cylinder.axis must not be zero")
	}
	m, err := b.material(d.Material)
	if err != nil {
		return nil, err
	}
	c, err := colors(d.Color)
	return []body.ShapeDef{{
		Kind: shape.KindCylinder, Radius: d.Cylinder.Radius, Orientation: fromX(axis), Material: m, Colors: c,
		Cylinder: body.CylinderDef{Hollow: d.Cylinder.Inside, Drawn: d.Cylinder.Drawn},
	}}, err
}

// fromX returns the shortest rotation that takes the x axis to the unit vector u.
func fromX(u vec.Vec3) vec.Quat {
	if u.X < -1+1e-15 {
		return vec.FromAxisAngle(vec.AxisZ, math.Pi)
	}
	return vec.Quat{W: 1 + u.X, Y: -u.Z, Z: u.Y}.Unit()
}

func (b *builder) mesh(d Body) ([]body.ShapeDef, error) {
	soup, err := b.soup(&d)
	if err != nil {
		return nil, err
	}
	scale, threshold := d.Scale, d.Threshold
	if scale == 0 {
		scale = 1
	}
	if threshold == 0 {
		threshold = mesh.DefaultTolerance
	}
	if threshold > 0 {
		threshold /= math.Abs(scale) // welding happens in the file's unit
	}
	m, _ := mesh.Weld(soup, threshold)
	if len(m.Triangles) == 0 {
		return nil, fmt.Errorf("there is no triangle but such as have no area")
	}
	rotate, err := d.Rotate.quat()
	if err != nil {
		return nil, fmt.Errorf("rotate: %w", err)
	}
	m.Transform(scale, d.Shift.Vec(), rotate)
	seams := slices.Index(seamNames[:], d.Seams)
	if d.Seams == "" {
		seams = int(narrow.SeamsMerged)
	}
	if seams < 0 {
		return nil, fmt.Errorf("seams must be one of %s, got %s", strings.Join(seamNames[:], ", "), spell.Quote(d.Seams))
	}
	material, err := b.material(d.Material)
	if err != nil {
		return nil, err
	}
	c, err := colors(d.Color)
	name := d.Mesh
	if d.Facets != nil {
		name = "facets of " + d.Name
	}
	return []body.ShapeDef{{
		Kind: shape.KindMesh, Mesh: &m, MeshName: name, HalfThickness: d.Thickness / 2, Seams: narrow.Seams(seams),
		Filled: d.Filled, Mass: d.Mass, Material: material, Colors: c,
	}}, err
}

// soup returns the triangles of a mesh. A file is read once, however many bodies are made
// of it.
func (b *builder) soup(d *Body) (mesh.Soup, error) {
	if d.Facets != nil {
		return d.Facets.soup()
	}
	if known, ok := b.soups[d.Mesh]; ok {
		return known, nil
	}
	return b.read(d.Mesh)
}

func (b *builder) read(file string) (mesh.Soup, error) {
	if !mesh.IsName(file) {
		return mesh.Soup{}, fmt.Errorf("mesh: must be a file %s, got %s", mesh.Names, spell.Quote(file))
	}
	data, err := b.open(file)
	if err != nil {
		return mesh.Soup{}, fmt.Errorf("mesh: %w", err)
	}
	s, err := mesh.Read(file, data)
	if err == nil {
		if b.soups == nil {
			b.soups = map[string]mesh.Soup{}
		}
		b.soups[file] = s
	}
	return s, err
}

// seamNames are the words of a scene for how the facets of a mesh work together at common edges and corners.
var seamNames = [...]string{narrow.SeamsMerged: "merged", narrow.SeamsSmoothed: "smoothed", narrow.SeamsRaw: "raw"}

// clump returns the shapes of a list of members.
func (b *builder) clump(members []Member, material string) ([]body.ShapeDef, error) {
	var out []body.ShapeDef
	for i, m := range members {
		orientation, err := m.Orientation.quat()
		if err != nil {
			return nil, fmt.Errorf("clump member %d: orientation: %w", i, err)
		}
		given := m.Solid.shapes()
		if len(given) != 1 {
			return nil, fmt.Errorf("clump member %d: must have either %s", i, solidNames(" or "))
		}
		d := given[0]
		d.Position, d.Orientation = m.Position.Vec(), orientation
		name := m.Material
		if name == "" {
			name = material
		}
		if d.Material, err = b.material(name); err != nil {
			return nil, err
		}
		if d.Colors, err = colors(m.Color); err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}
