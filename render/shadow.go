package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/render/internal/gpu"
	"tumble/render/view"
	"tumble/sim/bridge"
)

// lightMaps says what the light's maps cover.
type lightMaps struct {
	direction  mgl32.Vec3 // toward the key light
	matrix     mgl32.Mat4 // global frame to 0..1
	lo, hi     mgl32.Vec3 // box round the scene [m]
	center     mgl32.Vec3 // of the scene [m]
	radius     float32    // of the scene [m]
	texel      float32    // [m]
	depth      float32    // range [m]
	tangent    float32    // of the light's half angle
	resolution int
	floor      int // index of the wall that shadows fall on, -1 for none
}

// newLightMaps fits the maps round the bodies that matter for framing.
func newLightMaps(f *frame) lightMaps {
	lo, hi := contents(f.Snapshot, f.meshes)
	m := lightMaps{direction: keyDirection, resolution: 1024, tangent: keyTangent, floor: floorOf(f.Snapshot)}
	if f.view.Quality == view.Best {
		m.resolution = 2048
	}
	m.lo, m.hi = lo, hi
	m.center = lo.Add(hi).Mul(0.5)
	m.radius = max(hi.Sub(lo).Len()/2, 1e-6)
	m.fit()
	return m
}

// fit computes the matrix for the direction. The size goes in steps of an eighth and the
// middle in whole texels, so that shadows do not shimmer while bodies move.
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

// contents returns the box round what casts shadows: the bodies' core, or what there is.
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
		model := placement(&s.Meshes[i])
		for _, corner := range meshes.of(s.Meshes[i].Geometry).corners {
			grow(model.Mul4x1(corner.Vec4(1)).Vec3(), 0)
		}
	}
	if lo[0] > hi[0] {
		return mgl32.Vec3(core[0]), mgl32.Vec3(core[1])
	}
	return lo, hi
}

// floorOf returns the highest wall that lies flat and pushes up or both ways, -1 if there
// is none.
func floorOf(s *bridge.Snapshot) int {
	best := -1
	for i := range s.Walls {
		if w := &s.Walls[i]; w.Axis == 2 && w.Sense >= 0 && (best < 0 || w.Position > s.Walls[best].Position) {
			best = i
		}
	}
	return best
}

// Texture units of the light's maps.
const (
	shadeUnit = 1
	depthUnit = 2
)

// shadowPass draws the light's maps.
type shadowPass struct {
	depth *gpu.Target // nearest surface
	shade *gpu.Target // colour: key light that reaches the floor; alpha: sky that does
}

func (p *shadowPass) draw(r *Renderer, f *frame) error {
	if err := p.resize(f.light.resolution); err != nil {
		return err
	}
	each := func(to caster) {
		r.each(f, func(d drawer) {
			if c, ok := d.(casts); ok {
				c.cast(f, to)
			}
		})
	}
	p.depth.Bind()
	gpu.State{}.Apply()
	gpu.ClearDepth()
	each(castDepth)
	p.shade.Bind()
	gpu.State{}.Apply()
	gpu.Clear(1, 1, 1, 1)
	if f.light.floor >= 0 {
		each(castFloor)
	}
	p.shade.Color.Bind(shadeUnit)
	p.depth.Depth.Bind(depthUnit)
	return nil
}

func (p *shadowPass) resize(size int) (err error) {
	if p.depth != nil {
		if w, _ := p.depth.Size(); w == size {
			return nil
		}
	}
	p.close()
	if p.depth, err = gpu.NewTarget(nil, gpu.NewTexture(gpu.Depth, size, size, nil)); err != nil {
		return err
	}
	p.shade, err = gpu.NewTarget(gpu.NewTexture(gpu.Color, size, size, nil), nil)
	return err
}

func (p *shadowPass) close() {
	for _, t := range []*gpu.Target{p.depth, p.shade} {
		if t != nil {
			t.Delete()
		}
	}
	p.depth, p.shade = nil, nil
}
