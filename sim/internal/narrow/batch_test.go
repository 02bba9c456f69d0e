package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/widthtest"
	"example.org/tumble/sim/vec"
)

// batch holds the results of a kernel for eight pairs, one in each lane.
type batch struct {
	found   [wide.Lanes]LineContact // contacts of the pairs that touch
	gaps    wide.Lane
	careful wide.Set // or left to the kernel that knows of all ends
}

// findBatch runs a kernel for the pairs of two lists.
func findBatch[T shape.Sphere | shape.Capsule](a, b []T, rows *wide.Rows, k wide.Kernel[wide.Touches]) batch {
	x := Batch()
	x.A, x.B, x.RowsA, x.RowsB = wide.First(a), wide.First(b), rows, rows
	return runBatch(&x, k)
}

// allEnds is the kernel that looks at all ends of capsules.
const allEnds = wide.CapsulesKernel + wide.Kernel[wide.Touches](wide.AllEnds)

// runBatch runs a kernel for eight pairs.
func runBatch(x *wide.Touches, k wide.Kernel[wide.Touches]) (out batch) {
	var columns [11]wide.Lane
	x.Gap, x.Pairs, x.Next = &out.gaps, wide.All, x.A
	at := func(k int) wide.VectorsAt { return wide.VectorsAt{X: &columns[k], Y: &columns[k+1], Z: &columns[k+2]} }
	x.Touch = wide.Touch{Point: at(0), Normal: at(3), Overlap: &columns[6], Share: &columns[7], Arm: at(8)}
	k.Run(x, 0)
	packed := 0
	for l := range out.found {
		if x.Touching>>l&1 == 0 {
			continue
		}
		c := func(k int) float64 { return columns[k][packed] }
		out.found[l] = LineContact{
			Touch: Touch{Point: vec.New(c(0), c(1), c(2)), Normal: vec.New(c(3), c(4), c(5)), Overlap: c(6)},
			Share: c(7), Arm: vec.New(c(8), c(9), c(10)),
		}
		packed++
	}
	out.careful = x.Careful
	if k != allEnds {
		out.careful |= x.Beside
	}
	return out
}

// bitsOf returns the bits of all numbers of a contact, which distinguish negative zeros from positive
// ones.
func bitsOf(d *LineContact) (bits [11]uint64) {
	for i, x := range [...]float64{
		d.Point.X, d.Point.Y, d.Point.Z, d.Normal.X, d.Normal.Y, d.Normal.Z, d.Overlap, d.Share, d.Arm.X, d.Arm.Y, d.Arm.Z,
	} {
		bits[i] = math.Float64bits(x)
	}
	return bits
}

// awkward returns capsules near each other that lead into all branches of the kernels: far apart,
// parallel, in line, crossing, without shaft.
func awkward(r *rand.Rand) []shape.Capsule {
	c := make([]shape.Capsule, wide.Lanes, wide.Lanes+1) // kernels may read beyond the last element
	axis := random(r, 1).Unit()
	for i := range c {
		c[i] = shape.Capsule{Center: random(r, 1), Axis: random(r, 1).Unit(), Half: 1.5 * r.Float64()}
		c[i].Radius = 0.2 + 0.5*r.Float64()
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

// Contract: kernels find the bits that the scalar functions find, or leave a pair to these.
func TestBatchesGiveTheSameBits(t *testing.T) {
	var capsuleRows, sphereRows wide.Rows
	for l := range capsuleRows {
		capsuleRows[l], sphereRows[l] = uintptr(64*l), uintptr(32*l)
	}
	sphere := func(list []shape.Capsule) []shape.Sphere {
		s := make([]shape.Sphere, len(list), len(list)+1)
		for i, c := range list {
			s[i] = shape.Sphere{Center: c.Center, Radius: c.Radius}
		}
		return s
	}
	cases := map[string]struct {
		run    func(a, b []shape.Capsule) batch
		scalar func(a, b shape.Capsule) (LineContact, float64)
		line   bool // pairs whose gap is zero do not touch
	}{
		"spheres": {
			func(a, b []shape.Capsule) batch {
				return findBatch(sphere(a), sphere(b), &sphereRows, wide.SpheresKernel)
			},
			func(a, b shape.Capsule) (LineContact, float64) {
				return lineOf(SphereSphere, shape.Sphere{Center: a.Center, Radius: a.Radius},
					shape.Sphere{Center: b.Center, Radius: b.Radius})
			}, false,
		},
		"capsules": {
			func(a, b []shape.Capsule) batch { return findBatch(a, b, &capsuleRows, wide.CapsulesKernel) },
			func(a, b shape.Capsule) (LineContact, float64) { return lineOf(CapsuleCapsule, a, b) }, false,
		},
		"capsules beside each other": {
			func(a, b []shape.Capsule) batch { return findBatch(a, b, &capsuleRows, allEnds) },
			func(a, b shape.Capsule) (LineContact, float64) { return lineOf(CapsuleCapsule, a, b) }, false,
		},
		"line contacts": {
			func(a, b []shape.Capsule) batch {
				return findBatch(a, b, &capsuleRows, wide.LineContactsKernel)
			},
			func(a, b shape.Capsule) (LineContact, float64) { return lineOf(CapsuleCapsuleIntegral, a, b) }, true,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			widthtest.Each(t, func(t *testing.T) {
				r := rand.New(rand.NewPCG(1, 2))
				var touched, apart, left int
				rounds := 4000
				if wide.InUse() == wide.Evaluated {
					rounds = 400
				}
				for range rounds {
					a, b := awkward(r), awkward(r)
					got := c.run(a, b)
					for l := range a {
						want, gap := c.scalar(a[l], b[l])
						careful := got.careful>>l&1 != 0
						if !c.line {
							got.found[l].Share, got.found[l].Arm = 1, vec.Vec3{}
						}
						if got.gaps[l] != gap && !(gap <= 0 && careful) {
							t.Fatalf("gap %g, want %g, of\n%+v\n%+v", got.gaps[l], gap, a[l], b[l])
						}
						switch {
						case gap > 0 || c.line && gap == 0:
							apart++
						case careful:
							left++
						case bitsOf(&got.found[l]) != bitsOf(&want):
							t.Fatalf("%+v, want %+v, of\n%+v\n%+v", got.found[l], want, a[l], b[l])
						default:
							touched++
						}
					}
				}
				t.Logf("%d touch, %d apart, %d left to the scalar function", touched, apart, left)
				if touched < rounds/2 || apart < rounds || left < rounds/10 {
					t.Errorf("only %d touch, %d apart, %d left", touched, apart, left)
				}
			})
		})
	}
}

// Contract: the kernels of walls that push to one side find the bits that the scalar functions find, of bodies on
// either side, with contacts in the step before and without.
func TestWallBatchesGiveTheSameBits(t *testing.T) {
	widthtest.Each(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(3, 4))
		rounds := 4000
		if wide.InUse() == wide.Evaluated {
			rounds = 400
		}
		var touched, apart int
		for range rounds {
			var walls [wide.Lanes]shape.Wall
			var planes [wide.Lanes + 1][4]float64
			var wallRows, sphereRows, capsuleRows wide.Rows
			capsules := awkward(r)
			spheres := make([]shape.Sphere, wide.Lanes, wide.Lanes+1)
			for l := range walls {
				wallRows[l], sphereRows[l], capsuleRows[l] = uintptr(32*l), uintptr(32*l), uintptr(64*l)
				w, c := &walls[l], &capsules[l]
				*w = shape.Wall{Axis: r.IntN(3), Sense: 2*r.IntN(2) - 1, Position: float64(r.IntN(3)) * r.NormFloat64()}
				switch r.IntN(6) {
				case 0: // just touching
					c.Center = c.Center.WithComponent(w.Axis, w.Position+float64(w.Sense)*c.Radius)
					c.Axis = vec.Vec3{}.WithComponent((w.Axis+1)%3, 1)
				case 1: // lying in the wall
					c.Center = c.Center.WithComponent(w.Axis, w.Position)
				case 2: // near it
					c.Center = c.Center.WithComponent(w.Axis, w.Position+0.5*r.NormFloat64())
				}
				planes[l], spheres[l] = w.Plane(), shape.Sphere{Center: c.Center, Radius: c.Radius}
			}
			before := wide.Set(r.Uint32())
			x := Batch()
			x.A, x.RowsA, x.Before = wide.First(planes[:]), &wallRows, before
			x.B, x.RowsB = wide.First(spheres), &sphereRows
			ofSpheres := runBatch(&x, wide.SphereWallsKernel)
			x.Touching, x.B, x.RowsB = 0, wide.First(capsules), &capsuleRows
			ofCapsules := runBatch(&x, wide.CapsuleWallsKernel)
			for l := range walls {
				query.Touched, query.Side = before>>l&1 != 0, walls[l].Sense
				sphere, gapOfSphere := lineOf(WallSphere, walls[l], spheres[l])
				query.Touched, query.Side = before>>l&1 != 0, walls[l].Sense
				capsule, gapOfCapsule := lineOf(WallCapsule, walls[l], capsules[l])
				query.Touched = false
				for _, one := range []struct {
					got  *batch
					want LineContact
					gap  float64
				}{{&ofSpheres, sphere, gapOfSphere}, {&ofCapsules, capsule, gapOfCapsule}} {
					if gap := one.got.gaps[l]; gap != one.gap {
						t.Fatalf("gap %g, want %g, of\n%+v\n%+v", gap, one.gap, walls[l], capsules[l])
					}
					if one.gap > 0 {
						apart++
						continue
					}
					found := one.got.found[l]
					found.Share, found.Arm = 1, vec.Vec3{}
					if touched++; bitsOf(&found) != bitsOf(&one.want) {
						t.Fatalf("%+v, want %+v, of\n%+v\n%+v", found, one.want, walls[l], capsules[l])
					}
				}
			}
		}
		if touched < rounds || apart < rounds {
			t.Errorf("only %d touch, %d are apart", touched, apart)
		}
	})
}
