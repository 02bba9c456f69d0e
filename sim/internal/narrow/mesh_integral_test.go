package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// A flat mesh acts exactly like a wall under the rule integral too, point included: at
// every tilt, over sides and corners, with an end pressed through.
func TestMeshIntegralFlatIsWall(t *testing.T) {
	dome := func(p vec.Vec3) float64 { return -1e-8 * (p.X*p.X + p.Y*p.Y) }
	for _, form := range []struct {
		half, tolerance float64
		lift            func(vec.Vec3) float64
	}{{0, 1e-11, nil}, {0.02, 1e-11, nil}, {0, 1e-5, dome}} {
		s := band(10, 0.4, 0.3, form.half, form.lift)
		r := rand.New(rand.NewPCG(9, 10))
		touching := 0
		for n := range 4000 {
			wall := shape.Wall{Axis: 2, Sense: 1, Position: s.Half}
			c := randomOverBand(n, r, s)
			want, gap := lineOnWall(WallCapsuleIntegral, wall, c, 1)
			if c.Half == 0 || math.Abs(gap) < 1e-3 { // the derivative of ue magnifies errors
				continue
			}
			got, _ := linesOnMesh(MeshCapsuleIntegral, s, within(s, c, 0), c)
			if gap > 0 {
				if len(got) != 0 {
					t.Fatalf("case %d: %d contacts, gap %g", n, len(got), gap)
				}
				continue
			}
			touching++
			if len(got) != 1 || !sameTouch(got[0].Touch, want.Touch, form.tolerance) ||
				math.Abs(got[0].Share-want.Share) > form.tolerance || got[0].Arm.Norm() > form.tolerance {
				t.Fatalf("case %d %+v:\nwall %+v\nmesh %+v", n, c, want, got)
			}
		}
		if touching < 1000 {
			t.Errorf("only %d touching", touching)
		}
	}
}

// totals returns the energy of all contacts as the overlap whose half square equals it, and the force and
// couple on the capsule about its centre, divided by the stiffness.
func totals(list []LineContact, center vec.Vec3) (energy float64, force, couple vec.Vec3) {
	for _, d := range list {
		f := d.Normal.Scale(d.Overlap * d.Share)
		energy += d.Overlap * d.Overlap / 2
		force = force.Add(f)
		couple = couple.Add(d.Point.Sub(center).Cross(f)).AddScaled(d.Overlap, d.Arm)
	}
	return energy, force, couple
}

// fan returns a cone of n triangles round a corner at the height z, of radius 1.5.
func fan(n int, z float64) *Surface {
	vertices, triangles := []vec.Vec3{{Z: z}}, [][3]int32(nil)
	for i := range n {
		y, x := math.Sincos(0.1 + 2*math.Pi*float64(i)/float64(n))
		vertices = append(vertices, vec.New(1.5*x, 1.5*y, 0))
		triangles = append(triangles, [3]int32{0, int32(1 + i), int32(1 + (i+1)%n)})
	}
	return newTestSurface(vertices, triangles, 0)
}

// hole returns a plate with a hole of n corners and the given radius.
func hole(n int, radius float64) *Surface {
	var vertices []vec.Vec3
	var triangles [][3]int32
	for i := range n {
		y, x := math.Sincos(0.1 + 2*math.Pi*float64(i)/float64(n))
		vertices = append(vertices, vec.New(radius*x, radius*y, 0), vec.New(2*x, 2*y, 0))
		a, b := int32(2*i), int32(2*((i+1)%n))
		triangles = append(triangles, [3]int32{a, a + 1, b + 1}, [3]int32{a, b + 1, b})
	}
	return newTestSurface(vertices, triangles, 0)
}

// The wrench is the gradient of the energy: at rims, ridges, valleys, grooves and peaks, on hills and in
// pits, with overlaps of up to 15 % of the radius. In a bowl of small facets it is wrong by one per cent
// in one case of a hundred: there more places touch from one point of the shaft than the rounds of a node
// can separate.
func TestMeshIntegralIsGradient(t *testing.T) {
	hills := func(p vec.Vec3) float64 { return 0.15 * math.Sin(2.5*p.X) * math.Cos(2*p.Y) }
	bowl := func(p vec.Vec3) float64 { return 0.2 * (p.X*p.X + p.Y*p.Y) }
	dome := func(p vec.Vec3) float64 { return -0.3 * (p.X*p.X + p.Y*p.Y) }
	for _, form := range []struct {
		name    string
		surface *Surface
		off     int // cases of 500 whose error may exceed 3e-3
	}{
		{"hills", band(12, 0.35, 0.2, 0, hills), 0},
		{"bowl", band(12, 0.35, 0.2, 0, bowl), 5},
		{"dome", band(12, 0.35, 0.2, 0.05, dome), 0},
		{"rim", band(2, 0.7, 0, 0, nil), 0},
		{"ridge", wedge(0.8), 0},
		{"valley", wedge(-0.6), 0},
		{"groove", wedge(-1.2), 0},
		{"peak", fan(5, 0.6), 0},
		{"pit of 3", fan(3, -0.5), 0},
		{"pit of 6", fan(6, -0.8), 0},
		{"hole of 6", hole(6, 0.25), 0},
		{"hole of 40", hole(40, 0.25), 0},
	} {
		r := rand.New(rand.NewPCG(46, 1))
		off, n, worst := 0, 0, 0.
		for n < 500 {
			c := shallowOver(r, form.surface)
			list, gap := linesOnMesh(MeshCapsuleIntegral, form.surface, all(form.surface), c)
			if !(gap < -1e-4) || gap < -0.2*c.Radius {
				continue
			}
			n++
			err := meshGradientError(form.surface, c, list)
			if worst = math.Max(worst, err); err > 3e-3 {
				off++
			}
			if math.IsNaN(err) || err > 0.5 {
				t.Errorf("%s: off by %g: %+v\n%+v", form.name, err, c, list)
			}
		}
		t.Logf("%s: %d of %d off, by %.2g", form.name, off, n, worst)
		if off > form.off {
			t.Errorf("%s: %d of %d off, by %g", form.name, off, n, worst)
		}
	}
}

// shallowOver lowers a random capsule on a surface until it overlaps by up to 15 % of its
// radius, most of them by less than 3 %.
func shallowOver(r *rand.Rand, s *Surface) shape.Capsule {
	c := shape.Capsule{Axis: random(r, 1).Unit(), Half: 0.05 + 0.5*r.Float64(), Radius: 0.3}
	c.Axis.Z *= r.Float64()
	c.Axis = c.Axis.Unit()
	c.Center = vec.New(1.6*r.Float64()-0.8, 1.6*r.Float64()-0.8, 1)
	want := 0.15 * math.Pow(r.Float64(), 3) * c.Radius
	for range 60 {
		_, gap := touchesOnMesh(s, all(s), c)
		c.Center.Z -= gap + want
		if math.Abs(gap+want) < 1e-9 {
			break
		}
	}
	return c
}

// meshGradientError returns by how much the wrench differs from the gradient of the
// energy, by central differences, over the force of a uniform overlap of this energy.
func meshGradientError(s *Surface, c shape.Capsule, list []LineContact) (err float64) {
	at := func(b shape.Capsule) float64 {
		list, _ := linesOnMesh(MeshCapsuleIntegral, s, all(s), b)
		e, _, _ := totals(list, b.Center)
		return e
	}
	energy, force, couple := totals(list, c.Center)
	const step = 1e-7
	for axis := range 3 {
		e := vec.Axis(axis).Scale(step)
		move := (at(turned(c, e, vec.Vec3{})) - at(turned(c, e.Neg(), vec.Vec3{}))) / (2 * step)
		turn := (at(turned(c, vec.Vec3{}, e)) - at(turned(c, vec.Vec3{}, e.Neg()))) / (2 * step)
		err = math.Max(err, math.Max(math.Abs(move+force.Component(axis)), math.Abs(turn+couple.Component(axis))))
	}
	return err / math.Sqrt(2*energy)
}

// A hole that is narrower than a capsule holds its end, however many corners it has, about as
// stiffly as one contact or two.
func TestMeshIntegralHoldsInHole(t *testing.T) {
	c := shape.Capsule{Axis: vec.AxisZ, Half: 0.4, Radius: 0.3}
	for _, n := range []int{5, 6, 12, 24, 48, 96} {
		const radius, depth = 0.25, 0.02 // to the middles of the sides
		s := hole(n, radius/math.Cos(math.Pi/float64(n)))
		c.Center = vec.New(0, 0, c.Half+math.Sqrt(c.Radius*c.Radius-radius*radius)-depth)
		list, _ := linesOnMesh(MeshCapsuleIntegral, s, all(s), c)
		energy, force, _ := totals(list, c.Center)
		overlap := c.Radius - math.Hypot(radius, c.Center.Z-c.Half)
		t.Logf("%d corners: energy %.3g of ½ u², force %.3f up, %d contacts", n,
			energy/(overlap*overlap/2), force.Z/overlap,
			len(list))
		if e := energy / (overlap * overlap / 2); !(e > 0.5 && e < 6) || !(force.Z > 0.2*overlap) ||
			math.Hypot(force.X, force.Y) > 0.05*force.Z {
			t.Errorf("%d corners: energy %g of ½ u², force %v", n, e, force)
		}
	}
}
