package narrow

import (
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// sink keeps results alive.
var sink float64

// BenchmarkKernel measures one call of each kernel, in ns: for pairs as a dense heap has
// them, apart by up to half a radius (as triangles within the search margin are) and
// touching.
func BenchmarkKernel(b *testing.B) {
	const n = 256
	r := rand.New(rand.NewPCG(30, 1))
	var q Query
	for _, touching := range []bool{false, true} {
		name := "/apart"
		if touching {
			name = "/touching"
		}
		var pairs [n][2]shape.Capsule
		for k := 0; k < n; {
			a := shape.Capsule{Center: random(r, 1), Axis: random(r, 1).Unit(), Half: 0.5, Radius: 0.3}
			c := shape.Capsule{Center: a.Center.Add(random(r, 0.5)), Axis: random(r, 1).Unit(), Half: 0.5, Radius: 0.3}
			if _, gap := touchOf(CapsuleCapsule, a, c); (gap <= 0) == touching && gap < 0.15 && gap > -0.05 {
				pairs[k] = [2]shape.Capsule{a, c}
				k++
			}
		}
		b.Run("CapsuleCapsule"+name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				p := &pairs[i%n]
				sink += CapsuleCapsule(&p[0], &p[1], q.Reset())
			}
		})
		b.Run("CapsuleCapsuleIntegral"+name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				p := &pairs[i%n]
				sink += CapsuleCapsuleIntegral(&p[0], &p[1], q.Reset())
			}
		})
		var spheres [n]shape.Sphere
		for k, p := range pairs {
			spheres[k] = shape.Sphere{Center: p[0].Center, Radius: p[0].Radius}
		}
		b.Run("SphereCapsule"+name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				sink += SphereCapsule(&spheres[i%n], &pairs[i%n][1], q.Reset())
			}
		})
		b.Run("SphereCapsuleIntegral"+name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				sink += SphereCapsuleIntegral(&spheres[i%n], &pairs[i%n][1], q.Reset())
			}
		})
		b.Run("SphereSphere"+name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				sink += SphereSphere(&spheres[i%n], &spheres[(i+1)%n], q.Reset())
			}
		})
		height := 0.9
		if touching {
			height = 0.29
		}
		wall := shape.Wall{Axis: 2, Sense: 1}
		b.Run("WallCapsule"+name, func(b *testing.B) {
			c := shape.Capsule{Center: vec.New(0, 0, height), Axis: vec.New(0.8, 0.6, 0), Half: 0.5, Radius: 0.3}
			for i := 0; b.Loop(); i++ {
				c.Center.X = float64(i % n)
				sink += WallCapsule(&wall, &c, q.Reset())
			}
		})
		b.Run("WallCapsuleIntegral"+name, func(b *testing.B) {
			c := shape.Capsule{Center: vec.New(0, 0, height), Axis: vec.New(0.8, 0.6, 0), Half: 0.5, Radius: 0.3}
			for i := 0; b.Loop(); i++ {
				c.Center.X = float64(i % n)
				sink += WallCapsuleIntegral(&wall, &c, q.Reset())
			}
		})
		rod := shape.Cylinder{Axis: vec.AxisX, Point: vec.New(0, 0, -1), Radius: 1}
		b.Run("CylinderCapsule"+name, func(b *testing.B) {
			c := shape.Capsule{Center: vec.New(0, 0, height), Axis: vec.New(0.8, 0.6, 0), Half: 0.5, Radius: 0.3}
			for i := 0; b.Loop(); i++ {
				c.Center.X = float64(i % n)
				sink += CylinderCapsule(&rod, &c, q.Reset())
			}
		})
		b.Run("CylinderCapsuleIntegral"+name, func(b *testing.B) {
			c := shape.Capsule{Center: vec.New(0, 0, height), Axis: vec.New(0.8, 0.6, 0), Half: 0.5, Radius: 0.3}
			for i := 0; b.Loop(); i++ {
				c.Center.X = float64(i % n)
				sink += CylinderCapsuleIntegral(&rod, &c, q.Reset())
			}
		})
		benchmarkMesh(b, name, height)
	}
}

// benchmarkMesh lays a capsule on a band of triangles as large as its radius, with the
// triangles of a box of its size.
func benchmarkMesh(b *testing.B, name string, height float64) {
	s := band(20, 0.3, 0.2, 0, nil)
	const n = 64
	var capsules [n]shape.Capsule
	var triangles [n][]int32
	r := rand.New(rand.NewPCG(31, 1))
	for k := range capsules {
		axis := vec.New(r.NormFloat64(), r.NormFloat64(), 0.05*r.NormFloat64()).Unit()
		capsules[k] = shape.Capsule{Center: vec.New(r.Float64(), r.Float64(), 0.4), Axis: axis, Half: 0.5, Radius: 0.3}
		if name == "/touching" {
			capsules[k].Center.Z = 0.29
		}
		triangles[k] = within(s, capsules[k], 0.1)
	}
	var q Query
	b.Run("MeshCapsule"+name, func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			q.Watch = &Watch{Triangles: triangles[i%n]}
			sink += MeshCapsule(s, &capsules[i%n], q.Reset())
		}
		b.ReportMetric(float64(len(triangles[0])), "triangles")
	})
	b.Run("MeshCapsuleIntegral"+name, func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			q.Watch = &Watch{Triangles: triangles[i%n]}
			sink += MeshCapsuleIntegral(s, &capsules[i%n], q.Reset())
		}
	})
}
