package woo

import (
	"math"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/vec"
)

// engines reads S.engines: the time step, damping, inlets and outlets, exports and PyRunners.
func (b *specBuilder) engines(top *object) {
	in := b.in
	t := &b.spec.TimeStep
	t.Safety = top.float("dtSafety")
	has := map[*class]bool{}
	for _, v := range in.elements(top.get("engines")) {
		e, ok := v.(*object)
		if ok {
			has[e.class] = true
		}
		in.part(func() {
			if !ok || !b.engine(e) {
				in.failAt(top.lines["engines"], "S.engines: %s is no engine", in.brief(v))
			}
		})
	}
	b.checkEngines(top, has)
	if dt, ok := top.get("dt").(float64); ok && dt > 0 {
		if t.Every > 0 {
			t.Initial = dt
		} else {
			t.Fixed = dt
		}
	}
}

// engine reads an engine; false if it is none.
func (b *specBuilder) engine(e *object) bool {
	b.in.line = e.line
	switch e.class {
	case leapfrogClass:
		b.spec.Damping = e.float("damping")
	case colliderClass, contactLoopClass:
	case dynDtClass:
		b.spec.TimeStep.Every = int(e.float("stepPeriod"))
	case cylinderInletClass, boxInletClass:
		b.inlet(e)
	case boxOutletClass:
		b.outlet(e)
	case vtkExportClass:
		b.export(e)
	case pyRunnerClass:
		b.runner(e)
	default:
		return false
	}
	return true
}

// checkEngines adds a notice if a script has no engines, and fails if their list lacks an engine that always works
// here.
func (b *specBuilder) checkEngines(top *object, has map[*class]bool) {
	in := b.in
	in.line = top.lines["engines"]
	if len(has) == 0 {
		in.notice("S.engines is empty: DemField.minimalEngines() is taken")
		b.spec.TimeStep.Every = 100
		return
	}
	const cure = "DemField.minimalEngines() has it"
	if !has[leapfrogClass] {
		in.fail("S.engines has no Leapfrog: here bodies always move (%s)", cure)
	}
	touching := len(b.spec.Inlets) > 0 || len(parOf(in, demFieldOf(in, top).(*object)).extra.(*particles).entries) > 1
	for _, c := range []*class{colliderClass, contactLoopClass} {
		if touching && !has[c] {
			in.fail("S.engines has no %s: here bodies always touch each other (%s)", c.name, cure)
		}
	}
}

// firstStep sets the first time step as Woo does while there is no body with a mass:
//
//	dtSafety · min d √(ρ/E)
//
// over the products of inlets, with the smallest diameter and not, as for bodies, the radius. If a script gives
// dt, has bodies, or has products whose size Woo guesses otherwise, the engine estimates the time step.
func (b *specBuilder) firstStep() {
	t, least := &b.spec.TimeStep, math.Inf(1)
	if t.Every == 0 || t.Initial > 0 || b.spec.Particles != nil {
		return
	}
	for i := range b.spec.Bodies {
		if d := &b.spec.Bodies[i]; d.Sphere != nil || d.Capsule != nil || d.Clump != nil {
			return
		}
	}
	for i := range b.spec.Inlets {
		in := &b.spec.Inlets[i]
		list := []scene.Product{in.Product}
		for _, s := range in.Products {
			list = append(list, s.Product)
		}
		for _, p := range list {
			switch {
			case p.Pill != nil:
				least = math.Min(least, b.delay(p.Material)*math.Min(p.Pill.CapDiameter, p.Pill.BodyDiameter))
			case p.Sphere != nil && p.Sizes == nil:
				least = math.Min(least, b.delay(p.Material)*2*p.Sphere.Radius)
			default:
				return
			}
		}
	}
	if least < 1 {
		t.Initial, _ = strconv.ParseFloat(strconv.FormatFloat(t.Safety*least, 'g', 12, 64), 64) // as a person writes it
	}
}

// delay returns √(density/young) of a material, of the first if it has no name [s/m].
func (b *specBuilder) delay(name string) float64 {
	for i := range b.spec.Materials {
		if m := &b.spec.Materials[i]; name == "" || m.Name == name {
			density, young := law.Default.Density, law.Default.Young
			if m.Density != nil {
				density = *m.Density
			}
			if m.Young != nil {
				young = *m.Young
			}
			return math.Sqrt(density / young)
		}
	}
	return math.Inf(1)
}

// export adds series for ParaView. Their folder has the name that the script gives, but lies below the folder that
// the person chooses.
func (b *specBuilder) export(e *object) {
	out := e.get("out").(string)
	folder := strings.Trim(path.Base(filepath.ToSlash(out)), ".-_/ ")
	if folder == "" {
		folder = "vtk"
	}
	if b.spec.Export == nil {
		b.spec.Export = &scene.Export{}
	}
	if b.spec.Export.VTK != nil {
		b.in.fail("there can be one VtkExport")
	}
	vtk := &scene.VTKExport{Folder: folder, Every: e.float("virtPeriod"), Parts: exportParts(e.int("what"))}
	if e.bool("ascii") {
		vtk.Encoding = "ascii"
	}
	switch {
	case vtk.Every == 0:
		vtk.EverySteps = int64(e.float("stepPeriod"))
	case e.given("stepPeriod"):
		b.in.fail("VtkExport needs stepPeriod or virtPeriod, and not both")
	}
	b.spec.Export.VTK = vtk
	b.in.notice("VtkExport: the files go to a folder %s in the output folder, not to '%s'", folder, out)
}

// exportParts returns the parts of an export that VtkExport.what asks for; nil, the default parts, for
// VtkExport.all. Walls are exported with the meshes; spheres are points, and their surfaces, like those of
// capsules, are exported with tri.
func exportParts(what int64) (parts []string) {
	if what == exportAll {
		return nil
	}
	for _, p := range []struct {
		bit   int64
		parts []string
	}{{exportSpheres, []string{"particles"}}, {exportTri, []string{"surfaces"}}, {exportMesh,
		[]string{"meshes", "walls"}}, {exportContacts, []string{"contacts"}}} {
		if what&p.bit != 0 {
			parts = append(parts, p.parts...)
		}
	}
	return parts
}

// inlet adds an inlet.
func (b *specBuilder) inlet(e *object) {
	in := b.in
	name := in.session.labelled(e)
	if name == "" {
		name = "inlet"
	}
	d := scene.Inlet{Name: b.unique(name), Every: int(e.float("stepPeriod")), MassRate: e.float("massRate")}
	d.Attempts, d.PerBody = int(e.float("maxAttempts")), int(e.float("maxAttempts")/e.float("attemptPar"))
	if d.PerBody == 0 {
		d.PerBody = d.Attempts // Woo then draws one body
	}
	if math.IsNaN(d.MassRate) {
		in.fail("%s.massRate must be given (0: as many as fit)", e.class.name)
	}
	if d.MassRate = math.Max(d.MassRate, 0); d.MassRate > 0 {
		d.NoRoom = b.noRoom(e)
	}
	if m := e.float("maxMass"); m > 0 {
		d.MaxMass = m
	}
	if n := e.int("maxNum"); n > 0 {
		d.MaxBodies = int(min(n, math.MaxInt32))
	}
	b.place(e, &d)
	b.products(e, &d)
	b.inlets[e] = d.Name
	b.spec.Inlets = append(b.spec.Inlets, d)
}

// noRoom says what an inlet with a mass rate does when its attempts are used up.
func (b *specBuilder) noRoom(e *object) string {
	if line := e.lines["atMaxAttempts"]; line > 0 {
		b.in.line = line
	}
	hook, _ := e.get("doneHook").(string)
	switch n := e.int("atMaxAttempts"); {
	case n == attemptsError:
		return insertion.NoRooms[insertion.NoRoomError]
	case n == attemptsDead && strings.TrimSpace(hook) != "":
		b.in.fail("%s.atMaxAttempts='dead' ends the inlet without its doneHook, which runs here whenever the inlet ends: "+
			"leave out one of them", e.class.name)
	case n == attemptsDead:
		return insertion.NoRooms[insertion.NoRoomDone]
	case n == attemptsDone:
		b.in.fail("%s.atMaxAttempts='done' is not supported (the doneHook would run again and again, while the inlet goes "+
			"on): 'dead' ends the inlet, maxMass and maxNum run its doneHook", e.class.name)
	case n == attemptsWarn:
		b.in.notice("%s.atMaxAttempts='warn': the inlet tries again later, and does not say so", e.class.name)
	}
	return ""
}

// place sets the volume of an inlet.
func (b *specBuilder) place(e *object, d *scene.Inlet) {
	node := e.object("node")
	if e.class == boxInletClass {
		d.Box = b.box(e, node)
		return
	}
	for _, name := range []string{"node", "radius", "height"} {
		if !e.given(name) {
			b.in.fail("CylinderInlet needs %s", name)
		}
	}
	u := turnOf(node).Rotate(vec.AxisX)
	d.Origin, d.Axis = vector(node.vec("pos")), vector(vec.New(neat(u.X), neat(u.Y), neat(u.Z)))
	d.Radius, d.Height = e.float("radius"), e.float("height")
}

// box reads a box given by two corners, in the frame of a node if there is one.
func (b *specBuilder) box(e, node *object) *scene.Box {
	t := e.tuple("box")
	if t == nil {
		b.in.fail("%s needs box", e.class.name)
	}
	lo, hi := t[0].(vec.Vec3), t[1].(vec.Vec3)
	center := lo.Add(hi).Scale(0.5)
	box := &scene.Box{Center: vector(center), Size: vector(hi.Sub(lo))}
	if node != nil {
		box.Center = vector(node.vec("pos").Add(turnOf(node).Rotate(center)))
		box.Orientation = rotation(turnOf(node))
	}
	return box
}

// products sets the products of an inlet: those of its generator, made of each of its materials.
func (b *specBuilder) products(e *object, d *scene.Inlet) {
	g := e.object("generator")
	if g == nil {
		b.in.fail("%s needs generator", e.class.name)
	}
	materials := e.tuple("materials")
	if len(materials) == 0 {
		b.in.fail("%s needs materials, at least one", e.class.name)
	}
	list := b.made(g, e.float("color"))
	if len(list)*len(materials) == 1 {
		d.Product = list[0]
		d.Material = b.material(materials[0].(*object))
		return
	}
	for _, p := range list {
		for _, m := range materials {
			p.Material = b.material(m.(*object))
			d.Products = append(d.Products, scene.Share{Product: p})
		}
	}
}

// made returns the products of a generator, in the colour of the inlet. NaN means no colour; a negative colour
// leaves the choice to the generator.
func (b *specBuilder) made(g *object, c float64) []scene.Product {
	color := ""
	if c >= 0 {
		color = mapColor(c)
	}
	switch g.class {
	case pharmaClass:
		return []scene.Product{{Pill: pill(g, c, color)}}
	case minMaxClass:
		r, ok := g.get("dRange").(vector2)
		if !ok || !(r[0] > 0 && r[1] >= r[0]) {
			b.in.fail("MinMaxSphereGenerator.dRange must be two diameters > 0, the smaller one first")
		}
		p := scene.Product{Solid: scene.Solid{Sphere: &scene.Sphere{Radius: (r[0] + r[1]) / 4}}, Color: color}
		if r[0] < r[1] {
			p.Sizes = &scene.Sizes{By: "number", Diameters: []float64{r[0], r[1]}, Passing: []float64{0, 1}}
		}
		return []scene.Product{p}
	}
	return b.distributed(g, color)
}

func pill(g *object, c float64, color string) *scene.PharmaCapsule {
	colors, ext := g.get("colors").(vector2), g.get("extDiam").(vector2)
	p := &scene.PharmaCapsule{
		Length: g.float("len"), CapLength: g.float("capLen"), CapDiameter: ext[0], BodyDiameter: ext[1],
		CutCorrect: g.float("cutCorr"),
		BodyColor:  color, CapColor: color,
	}
	if c < 0 {
		p.BodyColor, p.CapColor = mapColor(colors[0]), mapColor(colors[1])
	}
	return p
}

// distributed returns the products of a generator with a distribution of sizes.
func (b *specBuilder) distributed(g *object, color string) []scene.Product {
	points := g.tuple("psdPts")
	if len(points) == 0 {
		b.in.fail("%s needs psdPts", g.class.name)
	}
	sizes := &scene.Sizes{}
	if !g.bool("mass") {
		sizes.By = "number"
	}
	largest := 0.0
	for _, p := range points {
		v := p.(vector2)
		sizes.Diameters, sizes.Passing = append(sizes.Diameters, v[0]), append(sizes.Passing, v[1])
		largest = v[0]
	}
	if !(largest > 0) {
		b.in.fail("%s.psdPts: diameters must be > 0 and rise", g.class.name)
	}
	switch g.class {
	case psdSphereClass:
		return []scene.Product{{Solid: scene.Solid{Sphere: &scene.Sphere{Radius: largest / 2}}, Sizes: sizes, Color: color}}
	case psdCapsuleClass:
		ratio := g.get("shaftRadiusRatio").(vector2)
		mean := (ratio[0] + ratio[1]) / 2
		r := largest / 2 * math.Cbrt(4./3/(4./3+mean))
		rod := scene.Solid{Capsule: &scene.Capsule{Radius: r, Shaft: r * mean}}
		return []scene.Product{{Solid: rod, ShaftRatio: scene.Range(ratio),
			Sizes: sizes, Color: color}}
	}
	clumps := g.tuple("clumps")
	if len(clumps) == 0 {
		b.in.fail("PsdClumpGenerator needs clumps, at least one")
	}
	var list []scene.Product
	for _, c := range clumps {
		geom := c.(*object)
		// With a division below 1 the masses of the members are summed up.
		grain := scene.Grain{Clump: b.clumpOf(geom, color), Sampling: max(int(geom.int("div")), 0)}
		list = append(list, scene.Product{Grain: grain, Sizes: sizes})
	}
	return list
}

// clumpOf returns the spheres of a SphereClumpGeom.
func (b *specBuilder) clumpOf(geom *object, color string) (members []scene.Member) {
	centers, radii := geom.tuple("centers"), geom.tuple("radii")
	if len(centers) == 0 || len(centers) != len(radii) {
		b.in.fail("SphereClumpGeom must have as many radii as centers, at least one, got %d and %d", len(radii), len(centers))
	}
	for i := range centers {
		members = append(members, scene.Member{Solid: scene.Solid{Sphere: &scene.Sphere{Radius: radii[i].(float64)}},
			Position: vector(centers[i].(vec.Vec3)), Color: color})
	}
	return members
}

// outlet adds an outlet.
func (b *specBuilder) outlet(e *object) {
	name := b.in.session.labelled(e)
	if name == "" {
		name = "outlet"
	}
	d := scene.Outlet{Name: b.unique(name), Every: int(e.float("stepPeriod")), Box: b.box(e, e.object("node"))}
	if !e.bool("inside") {
		outside := false
		d.Inside = &outside
	}
	b.spec.Outlets = append(b.spec.Outlets, d)
}
