//go:build goexperiment.simd && amd64

package narrow

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"tumble/sim/shape"
	"tumble/sim/vec"
	"tumble/sim/wide"
	"tumble/sim/wide/hot"
)

// inLanesWide returns what a vector kernel finds of eight pairs, lane by lane.
func inLanesWide(a, b unsafe.Pointer, rows *wide.Rows, run func(*hot.Touches)) (touch [wide.Lanes]Touch, gaps wide.Lane, careful uint8) {
	var numbers [7]wide.Lane
	x := TouchesWide()
	x.A, x.B, x.RowsA, x.RowsB, x.Gap, x.Pairs = a, b, rows, rows, &gaps, wide.All
	x.Next = &gaps
	x.PointX, x.PointY, x.PointZ = &numbers[0], &numbers[1], &numbers[2]
	x.NormalX, x.NormalY, x.NormalZ, x.Overlap = &numbers[3], &numbers[4], &numbers[5], &numbers[6]
	run(&x)
	wide.Leave()
	found := 0
	for i := range touch {
		if x.Touching>>i&1 == 0 {
			continue
		}
		touch[i] = Touch{
			Point:   vec.New(numbers[0][found], numbers[1][found], numbers[2][found]),
			Normal:  vec.New(numbers[3][found], numbers[4][found], numbers[5][found]),
			Overlap: numbers[6][found],
		}
		found++
	}
	return touch, gaps, uint8(x.Careful)
}

// awkwardWide returns capsules that are near each other, with the cases that kernels
// have branches for: far apart, parallel, in line, crossing, without shaft.
func awkwardWide(r *rand.Rand) (c [wide.Lanes]shape.Capsule) {
	axis := random(r, 1).Unit()
	for i := range c {
		c[i] = shape.Capsule{Center: random(r, 1), Axis: random(r, 1).Unit(), Half: 1.5 * r.Float64(), Radius: 0.2 + 0.5*r.Float64()}
		switch r.IntN(8) {
		case 0:
			c[i].Axis = axis
		case 1:
			c[i].Axis = axis.AddScaled(1e-4, random(r, 1)).Unit()
		case 2:
			c[i].Half = 0
		case 3:
			c[i].Center = vec.Vec3{}
		case 4:
			c[i].Center = c[i].Center.Scale(4)
		case 5:
			c[i].Axis, c[i].Center = axis, axis.Scale(r.NormFloat64())
		}
	}
	return c
}

func TestSameBitsWide(t *testing.T) {
	if !wide.Available {
		t.Skip("this processor has no AVX-512")
	}
	r := rand.New(rand.NewPCG(1, 2))
	var touched, apart, left int
	for range 5000 {
		a, b := awkwardWide(r), awkwardWide(r)
		var spheresA, spheresB [wide.Lanes]shape.Sphere
		var capsules, spheres wide.Rows
		for i := range a {
			spheresA[i], spheresB[i] = shape.Sphere{Center: a[i].Center, Radius: a[i].Radius}, shape.Sphere{Center: b[i].Center, Radius: b[i].Radius}
			capsules[i], spheres[i] = uintptr(i)*unsafe.Sizeof(a[0]), uintptr(i)*unsafe.Sizeof(spheresA[0])
		}
		check := func(name string, touches [wide.Lanes]Touch, gaps [wide.Lanes]float64, careful uint8, plain func(i int) (Touch, float64)) {
			t.Helper()
			for i := range touches {
				want, gap := plain(i)
				if gaps[i] != gap && !(gap <= 0 && careful>>i&1 != 0) {
					t.Fatalf("%s: gap %g, want %g, of\n%+v\n%+v", name, gaps[i], gap, a[i], b[i])
				}
				switch {
				case gap > 0:
					apart++
				case careful>>i&1 != 0:
					left++
				case touches[i] != want:
					t.Fatalf("%s: %+v, want %+v, of\n%+v\n%+v", name, touches[i], want, a[i], b[i])
				default:
					touched++
				}
			}
		}
		touches, gaps, careful := inLanesWide(unsafe.Pointer(&spheresA), unsafe.Pointer(&spheresB), &spheres, (*hot.Touches).RunSpheres)
		check("spheres", touches, gaps, careful, func(i int) (Touch, float64) { return SphereSphere(spheresA[i], spheresB[i]) })
		touches, gaps, careful = inLanesWide(unsafe.Pointer(&a), unsafe.Pointer(&b), &capsules, (*hot.Touches).RunCapsules)
		check("capsules", touches, gaps, careful, func(i int) (Touch, float64) { return CapsuleCapsule(a[i], b[i]) })
	}
	if t.Logf("%d touch, %d apart, %d left to the plain kernel", touched, apart, left); touched < 5000 || apart < 10000 || left < 1000 {
		t.Errorf("only %d touch, %d apart, %d left", touched, apart, left)
	}
}
