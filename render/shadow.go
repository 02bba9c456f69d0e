package render

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// lightMaps describes the key light, the light's maps and the part of the scene that they cover.
type lightMaps struct {
	direction  mgl32.Vec3 // toward the key light
	matrix     mgl32.Mat4 // global frame to 0..1
	lo, hi     mgl32.Vec3 // box round the scene [m]
	center     mgl32.Vec3 // of the scene [m]
	radius     float32    // of the scene [m]
	texel      float32    // [m]
	depth      float32    // range [m]
	tangent    float32    // of the light's half angle
	resolution int        // of the map of depth
	soft       int        // resolution of the map of soft shadow
	floor      int        // index of the wall that shadows fall on, -1 for none
}

// newLightMaps fits the light's maps to the bodies that matter for framing.
func newLightMaps(f *frame, t *stage) lightMaps {
	lo, hi := contents(f.Snapshot, f.meshes)
	t.follow(lo, hi, f.Revision)
	lo, hi = t.lo, t.hi
	m := lightMaps{direction: keyDirection, resolution: 512, soft: 256, tangent: keyTangent, floor: floorOf(f.Snapshot)}
	if f.View.Quality == view.Best {
		m.resolution, m.soft = 2048, 1024
	}
	m.lo, m.hi = lo, hi
	m.center = lo.Add(hi).Mul(0.5)
	m.radius = max(hi.Sub(lo).Len()/2, 1e-6)
	m.fit()
	return m
}

// fit computes the matrix for the direction. The size changes in steps of an eighth of a power of two, and
// the middle in whole texels, so that shadows do not shimmer while bodies move.
func (m *lightMaps) fit() {
	step := float32(math.Exp2(math.Ceil(math.Log2(float64(m.radius))) - 3))
	half := float32(math.Ceil(float64(m.radius/step))) * step * 1.05
	m.texel = 2 * half / float32(m.resolution)
	m.depth = 2 * half
	x := mgl32.Vec3{0, 1, 0}.Cross(m.direction).Normalize()
	y := m.direction.Cross(x)
	snap := func(v float32) float32 { return float32(math.Floor(float64(v/m.texel))) * m.texel }
	cx, cy, cz := snap(m.center.Dot(x)), snap(m.center.Dot(y)), m.center.Dot(m.direction)
	s := 0.5 / half
	d := m.direction
	m.matrix = mgl32.Mat4{
		s * x[0], s * y[0], -s * d[0], 0,
		s * x[1], s * y[1], -s * d[1], 0,
		s * x[2], s * y[2], -s * d[2], 0,
		0.5 - s*cx, 0.5 - s*cy, 0.5 + s*cz, 1,
	}
}

// contents returns the box round everything that casts shadows: meshes, cylinders, and the capsules in and near
// the core of the bodies. If there is nothing, it returns the core.
func contents(s *bridge.Snapshot, meshes *meshStore) (lo, hi mgl32.Vec3) {
	inf := float32(math.Inf(1))
	lo, hi = mgl32.Vec3{inf, inf, inf}, mgl32.Vec3{-inf, -inf, -inf}
	grow := func(p mgl32.Vec3, r float32) {
		for k := range p {
			lo[k], hi[k] = min(lo[k], p[k]-r), max(hi[k], p[k]+r)
		}
	}
	core := s.Bounds.Core
	limited := core[0][0] < core[1][0]
	near := func(p [3]float32) bool {
		for k := range p {
			if p[k]-p[k] != 0 { // not finite
				return false
			}
			if room := core[1][k] - core[0][k]; limited && (p[k] < core[0][k]-room || p[k] > core[1][k]+room) {
				return false
			}
		}
		return true
	}
	for i := range s.Capsules {
		if c := &s.Capsules[i]; near(c.Center) {
			grow(c.Center, c.Half+c.Radius)
		}
	}
	for i := range s.Meshes {
		model := overlay.Placement(&s.Meshes[i])
		for _, corner := range meshes.of(s.Meshes[i].Geometry).corners {
			grow(model.Mul4x1(corner.Vec4(1)).Vec3(), 0)
		}
	}
	for i := range s.Cylinders {
		c := &s.Cylinders[i]
		grow(glyph.Along(c.Point, c.Axis, -c.Half), c.Radius)
		grow(glyph.Along(c.Point, c.Axis, c.Half), c.Radius)
	}
	if lo[0] > hi[0] {
		return mgl32.Vec3(core[0]), mgl32.Vec3(core[1])
	}
	return lo, hi
}

// floorOf returns the index of the highest horizontal wall that pushes bodies up or both ways, -1 if
// there is none.
func floorOf(s *bridge.Snapshot) int {
	best := -1
	for i := range s.Walls {
		if w := &s.Walls[i]; w.Axis == 2 && w.Sense >= 0 && (best < 0 || w.Position > s.Walls[best].Position) {
			best = i
		}
	}
	return best
}

// point returns the direction toward the i-th of n points spread over the light's disc.
func (m *lightMaps) point(i, n int) mgl32.Vec3 {
	if n == 1 {
		return m.direction
	}
	return m.onDisc(float32(math.Sqrt((float64(i)+0.5)/float64(n))), 2.399963*float64(i))
}

// onDisc returns the direction toward a point of the light's disc at a part of its radius
// and an angle [rad].
func (m *lightMaps) onDisc(part float32, angle float64) mgl32.Vec3 {
	s, c := math.Sincos(angle)
	u := mgl32.Vec3{0, 1, 0}.Cross(m.direction).Normalize()
	v := m.direction.Cross(u)
	r := part * m.tangent
	return m.direction.Add(u.Mul(r * float32(c))).Add(v.Mul(r * float32(s))).Normalize()
}

// Texture units of the light's maps.
const (
	shadeUnit = 1
	depthUnit = 2
)

// shadowPass draws the light's maps.
type shadowPass struct {
	depth *gpu.Target // nearest surface
	veil  *gpu.Target // key light that meshes leave on the floor
	shade *gpu.Target // colour: key light that reaches the floor; alpha: light of the sky that reaches the floor
	lay   *gpu.Program
	array *gpu.VertexArray
	shows lit
}

// lit holds everything that the contents of the light's maps depend on.
type lit struct {
	light     lightMaps
	theme     *overlay.Theme
	data      bool
	level     float32 // of the floor [m]
	opacity   float32 // of meshes
	capsules  []bridge.Capsule
	meshes    []bridge.Mesh
	cylinders []bridge.Cylinder
	wired     *view.Things
	clear     *view.Things
}

// follow takes over the values of the present picture, and reports whether the veil and whether any
// map has to be drawn again.
func (l *lit) follow(f *frame) (veil, any bool) {
	level, opacity := float32(0), f.View.Opacity
	if f.light.floor >= 0 {
		level = f.Walls[f.light.floor].Position
	}
	veil = l.light != f.light || l.theme != f.Theme || l.data != f.Data || l.level != level || l.opacity != opacity ||
		l.wired != f.View.Wired || l.clear != f.View.Clear ||
		!slices.Equal(l.meshes, f.Meshes)
	any = veil || !slices.Equal(l.capsules, f.Capsules) || !slices.Equal(l.cylinders, f.Cylinders)
	l.light, l.theme, l.data, l.level, l.opacity = f.light, f.Theme, f.Data, level, opacity
	l.wired, l.clear = f.View.Wired, f.View.Clear
	if any {
		l.capsules = append(l.capsules[:0], f.Capsules...)
		l.meshes = append(l.meshes[:0], f.Meshes...)
		l.cylinders = append(l.cylinders[:0], f.Cylinders...)
	}
	return veil, any
}

// veilSize is the resolution of the veil, the map of the light that meshes leave. A coarse map is enough,
// because the veil is made of several shifted shadows laid over each other.
const veilSize = 160

func (p *shadowPass) open(k *programs) (err error) {
	p.array = gpu.NewVertexArray()
	p.lay, err = k.program("veil.vert", "veil.frag")
	return err
}

// draw draws the maps that are out of date.
func (p *shadowPass) draw(f *frame, drawers []drawer) error {
	if err := p.resize(f.light.resolution, f.light.soft); err != nil {
		return err
	}
	if veil, any := p.shows.follow(f); any {
		p.fill(f, drawers, veil)
		if f.abandoned {
			p.shows = lit{}
		}
	}
	p.shade.Color.Bind(shadeUnit)
	p.depth.Depth.Bind(depthUnit)
	return nil
}

func (p *shadowPass) fill(f *frame, drawers []drawer, veil bool) {
	each := func(to caster) {
		for _, d := range drawers {
			if c, ok := d.(casts); ok {
				c.cast(f, to)
			}
		}
	}
	p.depth.Bind()
	gpu.State{}.Apply()
	gpu.ClearDepth()
	each(castDepth)
	if f.light.floor >= 0 {
		p.drawFloor(f, each, veil)
	}
}

func (p *shadowPass) drawFloor(f *frame, each func(caster), veil bool) {
	if veil && len(f.Meshes) > 0 {
		p.veil.Bind()
		gpu.State{}.Apply()
		gpu.Clear(1, 1, 1, 1)
		each(castVeil)
	}
	p.shade.Bind()
	gpu.State{}.Apply()
	gpu.Clear(1, 1, 1, 1)
	if len(f.Meshes) > 0 {
		gpu.State{}.Apply()
		p.lay.Use()
		p.lay.Int("picture", shadeUnit)
		p.lay.Float("texel", 1.0/veilSize)
		p.lay.Vec4("part", veiled(f))
		p.veil.Color.Bind(shadeUnit)
		p.array.Quads(1)
	}
	each(castFloor)
}

// veiled returns the lower and upper corner, 0 to 1, of the part of the map of soft shadow that the
// shadows of meshes can reach.
func veiled(f *frame) mgl32.Vec4 {
	inf := float32(math.Inf(1))
	part := mgl32.Vec4{inf, inf, -inf, -inf}
	level := f.Walls[f.light.floor].Position
	for i := range f.Meshes {
		model := overlay.Placement(&f.Meshes[i])
		for _, corner := range f.meshes.of(f.Meshes[i].Geometry).corners {
			p := model.Mul4x1(corner.Vec4(1)).Vec3()
			// A point and its shadow from the middle of the light's disc have the same place on the map. The
			// shadow from the rim of the disc is shifted by the height times the tangent of the half angle.
			q := f.light.matrix.Mul4x1(p.Vec4(1))
			height := max(p[2]-level, level-p[2]) / f.light.direction[2]
			room := 1.2*height*f.light.tangent/f.light.depth + 2.0/veilSize
			for k := 0; k < 2; k++ {
				part[k], part[k+2] = min(part[k], q[k]-room), max(part[k+2], q[k]+room)
			}
		}
	}
	for k := range part {
		part[k] = mgl32.Clamp(part[k], 0, 1)
	}
	return part
}

func (p *shadowPass) resize(size, soft int) (err error) {
	if p.depth != nil {
		if w, _ := p.depth.Size(); w == size {
			return nil
		}
	}
	p.free()
	p.shows = lit{}
	if p.depth, err = gpu.NewTarget(nil, gpu.NewTexture(gpu.Depth, size, size, nil)); err != nil {
		return err
	}
	if p.veil, err = gpu.NewTarget(gpu.NewTexture(gpu.Color, veilSize, veilSize, nil), nil); err != nil {
		return err
	}
	p.shade, err = gpu.NewTarget(gpu.NewTexture(gpu.Color, soft, soft, nil), nil)
	return err
}

func (p *shadowPass) close() {
	p.free()
	p.array.Delete()
}

func (p *shadowPass) free() {
	for _, t := range []*gpu.Target{p.depth, p.veil, p.shade} {
		if t != nil {
			t.Delete()
		}
	}
	p.depth, p.veil, p.shade = nil, nil, nil
}
