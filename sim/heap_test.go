package sim

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/measure/bulk"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// bed returns a world with three layers of equal spheres at random places over the disc of a radius, the uppermost of
// which have their tops on a surface and scatter about it, and a sphere that flies above; up is against gravity, x and
// y are horizontal. A step so short that nothing moves beyond rounding has found the contacts.
func bed(t *testing.T, seed uint64, up vec.Vec3, radius, scatter float64, top func(x, y float64) float64) *World {
	const r = 0.01
	w := newWorld(t, 1e-10, law.Default)
	w.params.Gravity = up.Scale(-9.81)
	turn := vec.FromRotationVector(vec.AxisZ.Cross(up).Unit().Scale(math.Acos(up.Z)))
	random := rand.New(rand.NewPCG(seed, 0))
	put := func(x, y, z float64) {
		add(t, w, body.Def{Shapes: []body.ShapeDef{{Kind: shape.KindSphere, Radius: r}},
			Position: turn.Rotate(vec.New(x, y, z))})
	}
	put(0, 0, top(0, 0)+0.1)
	for range 1000 {
		x, y := radius*(2*random.Float64()-1), radius*(2*random.Float64()-1)
		if math.Hypot(x, y) > radius {
			continue
		}
		for layer := range 3 {
			put(x, y, top(x, y)-r-r*float64(layer)+scatter*random.NormFloat64())
		}
	}
	w.Step()
	return w
}

// cone returns the height of a cone with its tip at the origin.
func cone(slope float64) func(x, y float64) float64 {
	return func(x, y float64) float64 { return slope * math.Hypot(x, y) }
}

// Contract: the angle of repose of bodies whose tops are on a plane or on a cone is that of the plane or cone, whatever
// lies below and wherever gravity points, a hollow cone being negative; a row of cells is enough for a plane.
func TestReposeAngleOfPlanesAndCones(t *testing.T) {
	const slope, degree = 0.6, math.Pi / 180
	angle := math.Atan(slope) / degree
	sin, cos := math.Sincos(0.6)
	flank := func(x, y float64) float64 { return slope * (cos*x + sin*y) }
	for name, c := range map[string]struct {
		region string
		up     vec.Vec3
		top    func(x, y float64) float64
		want   float64
	}{
		"plane":         {"box/-1,-1,-1/1,1,1", vec.AxisZ, flank, angle},
		"upright plane": {"sphere/0,0,0/1", vec.AxisX, flank, angle},
		"lying drum":    {"cylinder/0,-1,0/0,1,0/0.9", vec.AxisZ, flank, angle},
		"thin drum": {"box/-1,-0.01,-1/1,0.01,1", vec.AxisZ,
			func(x, y float64) float64 { return slope * x }, angle},
		"heap":        {"cylinder/0,0,-1/0,0,1/0.4", vec.AxisZ, cone(-slope), angle},
		"turned heap": {"cylinder/1,0,0/-1,0,0/0.4", vec.AxisX, cone(-slope), angle},
		"hollow":      {"cylinder/0,0,-1/0,0,1/0.4", vec.AxisZ, cone(slope), -angle},
		"level":       {"box/-1,-1,-1/1,1,1", vec.AxisZ, cone(0), 0},
	} {
		m := measured(t, bed(t, 1, c.up, 0.4, 0, c.top), "r="+c.region)[0].Heap
		// The uppermost layer lies a radius above the next, so that rounding is all that is left; and in the thin drum
		// the angle between the row of cells and the slope.
		if math.Abs(m.Angle-c.want) > 1e-9+m.AngleError || !(m.AngleError < 1e-3) {
			t.Errorf("%s: angle %.12g ± %g °, want %.12g", name, m.Angle, m.AngleError, c.want)
		}
	}
}

// Contract: the steepest line that is drawn of a fit has its angle, the level one none; all but that one lie in the
// surface, as do the points.
func TestReposeFitIsDrawn(t *testing.T) {
	const slope = 0.6
	for name, c := range map[string]struct {
		region string
		top    func(x, y float64) float64
	}{
		"plane":  {"box/-1,-1,-1/1,1,1", func(x, y float64) float64 { return slope * (0.8*x + 0.6*y) }},
		"heap":   {"cylinder/0,0,-1/0,0,1/0.4", cone(-slope)},
		"hollow": {"cylinder/0,0,-1/0,0,1/0.4", cone(slope)},
	} {
		w := bed(t, 1, vec.AxisZ, 0.4, 0, c.top)
		list, err := bridge.ParseRegions([]string{"r=" + c.region})
		if err != nil {
			t.Fatal(err)
		}
		at := bulk.Place(list[0], &w.contacts)
		fit := bulk.FitHeap(&at, &w.contacts, w.params.Gravity)
		if len(fit.Lines) < 2 || len(fit.Points) < 100 {
			t.Fatalf("%s: %d lines, %d points", name, len(fit.Lines), len(fit.Points))
		}
		steep := fit.Lines[0][0].Sub(fit.Lines[0][1])
		got := math.Atan2(steep.Z, math.Hypot(steep.X, steep.Y)) * 180 / math.Pi
		if !(math.Abs(got-math.Abs(fit.Angle)) < 1e-6) {
			t.Errorf("%s: the steepest line has %g °, want %g", name, got, fit.Angle)
		}
		if level := fit.Lines[0][2].Sub(fit.Lines[0][1]); math.Abs(level.Z) > 1e-12 {
			t.Errorf("%s: the level line rises by %g m", name, level.Z)
		}
		for _, points := range append(fit.Lines[1:], fit.Lines[0][:2], fit.Points) {
			for _, p := range points {
				if off := p.Z - c.top(p.X, p.Y); math.Abs(off) > 1e-3 {
					t.Fatalf("%s: %v is %g m off the surface", name, p, off)
				}
			}
		}
	}
}

// Contract: where surfaces are rough, angles scatter about the true ones as their errors say: over 40 heaps, the mean
// square of the deviations in errors is 1 within four times its own scatter of √(2/40), and their mean 0.
func TestReposeAngleErrorIsItsScatter(t *testing.T) {
	const slope, heaps = 0.6, 40
	for region, top := range map[string]func(x, y float64) float64{
		"r=box/-1,-1,-1/1,1,1":        func(x, y float64) float64 { return slope * x },
		"r=cylinder/0,0,-1/0,0,1/0.3": cone(-slope),
	} {
		sum, squares := 0.0, 0.0
		for seed := range uint64(heaps) {
			m := measured(t, bed(t, seed, vec.AxisZ, 0.3, 0.002, top), region)[0].Heap
			off := (m.Angle - math.Atan(slope)*180/math.Pi) / m.AngleError
			sum, squares = sum+off, squares+off*off
			if !(m.AngleError > 0.02 && m.AngleError < 1) {
				t.Fatalf("%s: the error is %g °", region, m.AngleError)
			}
		}
		if mean := sum / heaps; math.Abs(mean) > 4/math.Sqrt(heaps) {
			t.Errorf("%s: angles are off by %.3g errors in the mean", region, mean)
		}
		if square := squares / heaps; math.Abs(square-1) > 4*math.Sqrt(2./heaps) {
			t.Errorf("%s: the mean square of deviations is %.3g errors", region, square)
		}
	}
}

// Contract: the height is that of the tops of the uppermost bodies above the lowest point of the region.
func TestHeightOfPacking(t *testing.T) {
	flat := func(x, y float64) float64 { return 0.05 }
	for _, c := range []struct {
		region string
		up     vec.Vec3
		want   float64
	}{
		{"box/-1,-1,-0.01/1,1,1", vec.AxisZ, 0.06},
		{"sphere/0,0,0/1", vec.AxisZ, 1.05},
		{"cylinder/0,0,0.5/0,0,-0.02/1", vec.AxisZ, 0.07},
		{"cylinder/0,-1,0/0,1,0/0.5", vec.AxisZ, 0.55},
		{"box/-1,-1,-1/1,1,1", vec.New(0.6, 0, 0.8), 1.45},
		{"cylinder/0,0,-1/0,0,1/2", vec.New(0.6, 0, 0.8), 0.05 + 0.8 + 2*0.6},
	} {
		w := bed(t, 3, c.up, 0.3, 0, flat)
		if h := measured(t, w, "r="+c.region)[0].Heap.Height; math.Abs(h-c.want) > 1e-12 {
			t.Errorf("%s: height %.15g m, want %g", c.region, h, c.want)
		}
	}
	slab := cup(0.1, 0.25)
	slab.Triangles = append(slab.Triangles, [3]int32{4, 6, 5}, [3]int32{4, 7, 6})
	for name, c := range map[string]struct {
		shape body.ShapeDef
		want  float64 // of its top, where its frame is turned by 0.3 about y
	}{
		"capsule": {capsuleDef(0.1, 0.4)[0], 0.1 + 0.2*math.Sin(0.3)},
		"slab":    {body.ShapeDef{Kind: shape.KindMesh, Mesh: slab, Filled: true}, 0.25*math.Cos(0.3) + 0.1*math.Sin(0.3)},
	} {
		w := newWorld(t, 1e-10, law.Default)
		w.params.Gravity = vec.New(0, 0, -1)
		q, at := vec.FromAxisAngle(vec.AxisY, -0.3), vec.New(0.1, 0.1, 0) // far from the edges of a cell
		add(t, w, body.Def{Shapes: []body.ShapeDef{c.shape}, Orientation: q, Position: at})
		add(t, w, body.Def{Shapes: sphereDef(0.01), Position: at.Add(q.Rotate(vec.New(0, 0, 0.005)))})
		w.Step()
		if h := measured(t, w, "r=sphere/0,0,0/1")[0].Heap; math.Abs(h.Height-1-c.want) > 1e-12 || h.Angle == h.Angle {
			t.Errorf("over a %s is %+v, want %g m", name, h, 1+c.want)
		}
	}
}

// Contract: without bodies, without gravity, or with too few bodies for an error, nothing is known.
func TestHeapOfTooFewBodies(t *testing.T) {
	w := newWorld(t, 1e-10, law.Default)
	w.params.Gravity = vec.New(0, 0, -1)
	for i, x := range []float64{0, 0.3, 0.6, 0.9} {
		w.Step()
		for _, region := range []string{"r=box/-1,-1,-1/1,1,1", "r=cylinder/0,0,-1/0,0,1/1"} {
			h := measured(t, w, region)[0].Heap
			known := [...]bool{h.Height == h.Height, h.Angle == h.Angle, h.AngleError == h.AngleError}
			if known != [...]bool{i > 0, i > 2, i > 2} {
				t.Errorf("%s: %d pairs in a row have %+v", region, i, h)
			}
		}
		for _, below := range []float64{0, 0.015} {
			add(t, w, body.Def{Shapes: sphereDef(0.01), Position: vec.New(x, 0, x/2-below)})
		}
	}
	w.params.Gravity = vec.Vec3{}
	if h := measured(t, w, "r=box/-1,-1,-1/1,1,1")[0].Heap; h.Height == h.Height || h.Angle == h.Angle {
		t.Errorf("without gravity %+v", h)
	}
}
