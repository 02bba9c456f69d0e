package sim

import (
	"math"
	"slices"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

func unitDensity(int) float64 { return 1 }

// Contract: sampled clumps of spheres have the mass properties of the reference, whose
// cells are laid out alike, but for the cells' own inertia V h²/6 that it adds; division 0
// is the sum over the members. Exact but for rounding, 1e-9.
func TestSampledClumpsAgreeWithReference(t *testing.T) {
	var file struct {
		Cases []struct {
			Centers [][]float64
			Radii   []float64
			Div     int
			Volume  float64
			Pos     []float64
			Inertia []float64
		}
	}
	reference(t, "clumps_sampled.json", &file)
	var worst float64
	for n, c := range file.Cases {
		var defs []body.ShapeDef
		for i, r := range c.Radii {
			defs = append(defs, body.ShapeDef{Kind: shape.KindSphere, Radius: r, Position: vec3(c.Centers[i])})
		}
		got, err := body.NewTemplate(defs, unitDensity, vec.Vec3{}, max(c.Div, 0))
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(c.Inertia)
		off := math.Abs(got.Volume/c.Volume-1) + got.Center.Sub(vec3(c.Pos)).Norm()/slices.Max(c.Radii)
		i := got.Inertia
		if got.Sampling > 0 {
			h := slices.Min(c.Radii) / float64(c.Div)
			own := c.Volume * h * h / 6
			i = i.Add(vec.New(own, own, own))
		}
		off += math.Abs(i.X/c.Inertia[0]-1) + math.Abs(i.Y/c.Inertia[1]-1) + math.Abs(i.Z/c.Inertia[2]-1)
		worst = math.Max(worst, off)
		if !(off <= 1e-9) {
			t.Errorf("case %d, division %d: volume %.12g, want %.12g; centre %v, want %v; inertia %v, want %v",
				n, c.Div, got.Volume, c.Volume, got.Center, c.Pos, got.Inertia, c.Inertia)
		}
	}
	t.Logf("worst of %d cases: %.2g", len(file.Cases), worst)
}

// lens returns the volume and the principal inertia, about the axis and across it, of two
// balls of radius 1 whose centres are 1 apart, for unit density: with the half-width
// a = 1/2, ∫ π r² dz, ∫ π r⁴/2 dz and ∫ (π r⁴/4 + π r² z²) dz with r² = 1 - (z - a)² over
// the half from 0 to 1 + a, twice.
func lens() (volume, along, across float64) {
	const a, n = 0.5, 200000
	h := (1 + a) / n
	for i := range n {
		z := (float64(i) + 0.5) * h
		r2 := 1 - (z-a)*(z-a)
		volume += 2 * h * math.Pi * r2
		along += 2 * h * math.Pi * r2 * r2 / 2
		across += 2 * h * (math.Pi*r2*r2/4 + math.Pi*r2*z*z)
	}
	return volume, along, across
}

// Contract (validation note T16): the sampled union of two overlapping balls has the
// closed form's volume and inertia within 2 % at division 10 and .3 % at 20, and the
// error that is stated is of the order of the true one.
func TestSampledUnionConverges(t *testing.T) {
	volume, along, across := lens()
	// The closed form of the volume: two balls less the lens they share.
	if want := 8./3*math.Pi - 5./12*math.Pi; math.Abs(volume/want-1) > 1e-9 {
		t.Fatalf("the quadrature gives a volume of %.12g, want %.12g", volume, want)
	}
	defs := []body.ShapeDef{
		{Kind: shape.KindSphere, Radius: 1, Position: vec.New(0, 0, 0.5)},
		{Kind: shape.KindSphere, Radius: 1, Position: vec.New(0, 0, -0.5)},
	}
	for _, c := range []struct {
		division int
		gate     float64
	}{{10, 0.02}, {20, 0.003}, {40, 0.001}} {
		got, err := body.NewTemplate(defs, unitDensity, vec.Vec3{}, c.division)
		if err != nil {
			t.Fatal(err)
		}
		dv, dx, dy := got.Volume/volume-1, got.Inertia.X/along-1, got.Inertia.Y/across-1
		t.Logf("division %d: volume %+.2g, inertia %+.2g and %+.2g, stated %.2g", c.division, dv, dx, dy, got.Off)
		if math.Abs(dv) > c.gate || math.Abs(dx) > c.gate || math.Abs(dy) > c.gate || got.Off > 2*c.gate {
			t.Errorf("division %d: volume %+.3g, inertia %+.3g and %+.3g off, want less than %g", c.division, dv, dx, dy, c.gate)
		}
	}
}

// Contract: capsules of any direction are sampled, what they share counts once, in the
// density of the first; a clump inside another adds nothing.
func TestSampledCapsules(t *testing.T) {
	tilted := body.ShapeDef{Kind: shape.KindCapsule, Radius: 0.8, Shaft: 0.6,
		Orientation: vec.FromAxisAngle(vec.New(1, 1, 0), 0.8)}
	inner := body.ShapeDef{Kind: shape.KindSphere, Radius: 0.7, Material: 1}
	density := func(m int) float64 { return []float64{2, 5}[m] }
	got, err := body.NewTemplate([]body.ShapeDef{tilted, inner}, density, vec.Vec3{}, 25)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := body.NewTemplate([]body.ShapeDef{tilted}, density, vec.Vec3{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	// 1 % as the validation note asks of sampled capsules.
	if math.Abs(got.Mass/alone.Mass-1) > 0.01 || got.Center.Norm() > 0.01 {
		t.Errorf("mass %.6g, want %.6g; centre %v, want 0", got.Mass, alone.Mass, got.Center)
	}
	if want := alone.Inertia; math.Abs(got.Inertia.X/want.X-1) > 0.01 || math.Abs(got.Inertia.Z/want.Z-1) > 0.01 {
		t.Errorf("inertia %v, want %v", got.Inertia, want)
	}
	for _, bad := range []int{-1, 1 << 20} {
		if _, err := body.NewTemplate([]body.ShapeDef{tilted, inner}, density, vec.Vec3{}, bad); err == nil {
			t.Errorf("division %d is accepted", bad)
		}
	}
}
