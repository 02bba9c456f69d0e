package bulk

import (
	"math"
	"math/rand"
	"testing"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// counted returns the part of a capsule that lies in a region by the points of a lattice, n over a diameter.
func counted(r *bridge.Region, c shape.Capsule, n int) float64 {
	axis := vec.AxisZ
	if c.Half > 0 {
		axis = c.Axis
	}
	side := axis.Perpendicular()
	third := axis.Cross(side)
	cell := 2 * c.Radius / float64(n)
	long := n + int(2*c.Half/cell)
	step := 2 * (c.Half + c.Radius) / float64(long)
	inside, all := 0.0, 0.0
	for i := range long {
		z := (float64(i)+0.5)*step - c.Half - c.Radius
		beyond := max(math.Abs(z)-c.Half, 0)
		for j := range n {
			y := (float64(j)+0.5)*cell - c.Radius
			for k := range n {
				if x := (float64(k)+0.5)*cell - c.Radius; x*x+y*y+beyond*beyond <= c.Radius*c.Radius {
					p := c.Center.AddScaled(z, axis).AddScaled(y, side).AddScaled(x, third)
					all++
					inside += max(0, min(0.5+r.Depth(p)/cell, 1)) // the part of a cell that a face cuts
				}
			}
		}
	}
	return inside / all
}

// Contract: the part of a body that lies in a region is that of a fine lattice: of spheres within the error of the
// lattice, 6e-4, and within 3 % of each capsule, 0.3 % in the mean, of which half is that of a coarser lattice.
func TestPartsInRegions(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for _, text := range []string{"box=box/0,0,0/6,7,3", "ball=sphere/3,3,3/4", "pipe=cylinder/0,0,0/6,1,2/3"} {
		r, err := bridge.ParseRegion(text)
		if err != nil {
			t.Fatal(err)
		}
		at := placed(r, nil, -1, bridge.BodyFrame{Orientation: vec.Identity})
		for _, half := range []float64{0, 0.2, 1, 4} {
			mean, n, worst, cells := 0.0, 0.0, 0.03, 20
			if half == 0 {
				worst, cells = 6e-4, 64
			}
			for n < 40 {
				c := shape.Capsule{Radius: 1, Half: half,
					Center: vec.New(random.Float64()*9-1, random.Float64()*9-1, random.Float64()*9-1)}
				if half > 0 {
					c.Axis = vec.New(random.NormFloat64(), random.NormFloat64(), random.NormFloat64()).Unit()
				}
				want := counted(&r, c, cells)
				if want == 0 || want == 1 {
					continue
				}
				off := math.Abs(at.shareOf(c) - want)
				if mean, n = mean+off/40, n+1; off > worst {
					t.Errorf("%s: of %+v %.5f is inside, want %.5f", r.Name, c, at.shareOf(c), want)
				}
			}
			if mean > 3e-3 {
				t.Errorf("%s: capsules of half length %g are wrong by %g in the mean", r.Name, half, mean)
			}
		}
	}
}

// Contract: balls at the edges and corners of boxes have the parts that symmetry gives, and the parts in boxes that
// share out space add up to the whole ball.
func TestBallsInCorners(t *testing.T) {
	for _, c := range []struct {
		region string
		want   float64
	}{{"a=box/0,0,0/9,9,9", 1. / 8}, {"a=box/0,0,-9/9,9,9", 1. / 4}, {"a=box/0,-9,-9/9,9,9", 1. / 2},
		{"a=box/-0.5,-9,-9/0.5,9,9", 11. / 16}, {"a=box/-0.1,-0.1,-0.1/0.1,0.1,0.1", 0.008 / (4 * math.Pi / 3)},
		{"a=sphere/0,0,0/0.5", 1. / 8}, {"a=sphere/0,0,1/1", 5. / 16}, {"a=cylinder/0,0,-9/0,0,9/0.6", 1 - 0.512},
		{"a=cylinder/0,0,0/0,0,9/3", 1. / 2}} {
		r, err := bridge.ParseRegion(c.region)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Ball(vec.Vec3{}, 1); math.Abs(got-c.want) > 1e-14 {
			t.Errorf("%s holds %.17g of the unit ball, want %.17g", c.region, got, c.want)
		}
	}
	random := rand.New(rand.NewSource(2))
	for range 200 {
		center, sum := vec.New(random.Float64()*2-1, random.Float64()*2-1, random.Float64()*2-1), 0.0
		for i := range 27 {
			low := vec.New(float64(i%3), float64(i/3%3), float64(i/9)).Scale(0.7)
			r := bridge.Region{Low: low, High: low.Add(vec.New(0.7, 0.7, 0.7))}
			for k := range 3 { // the outer boxes reach far
				if low.Component(k) == 0 {
					r.Low = r.Low.WithComponent(k, -9)
				} else if low.Component(k) > 1 {
					r.High = r.High.WithComponent(k, 9)
				}
			}
			sum += r.Ball(center, 1)
		}
		if math.Abs(sum-1) > 1e-13 {
			t.Errorf("the parts of the ball at %v add up to %.17g", center, sum)
		}
	}
}

// boxMesh returns the interior of a mesh that is a box, turned about the origin.
func boxMesh(t *testing.T, low, high vec.Vec3, turn vec.Quat) *mesh.Interior {
	m := &mesh.Mesh{}
	for k := range 8 {
		m.Vertices = append(m.Vertices, turn.Rotate(vec.Box{Lo: low, Hi: high}.Corner(k)))
	}
	for _, f := range [6][4]int32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		m.Triangles = append(m.Triangles, [3]int32{f[0], f[1], f[2]}, [3]int32{f[0], f[2], f[3]})
	}
	in, err := mesh.NewInterior(m)
	if d := high.Sub(low); err != nil || math.Abs(in.Volume()-d.X*d.Y*d.Z) > 1e-13*d.X*d.Y*d.Z {
		t.Fatalf("%v: the volume is %g, want %g", err, in.Volume(), d.X*d.Y*d.Z)
	}
	return in
}

// Contract: the part of a sphere that lies inside a mesh is that of the box that the mesh is, within 4 % of each sphere
// and 0.5 % in the mean, however the box is turned against the lines; far inside and outside it is exact.
func TestPartsInsideMeshes(t *testing.T) {
	random := rand.New(rand.NewSource(2))
	box, err := bridge.ParseRegion("box=box/0,0,0/6,7,3")
	if err != nil {
		t.Fatal(err)
	}
	mean, n := 0.0, 0.0
	for range 20 {
		turn := vec.FromUniform(random.Float64(), random.Float64(), random.Float64())
		in := boxMesh(t, box.Low, box.High, turn)
		at := Placed{space: in, interior: in}
		for range 100 {
			p := vec.New(random.Float64()*8-1, random.Float64()*9-1, random.Float64()*5-1)
			c := shape.Capsule{Radius: 1, Center: turn.Rotate(p)}
			got, want := at.shareOf(c), box.Ball(p, 1)
			if off := math.Abs(got - want); off > 0.04 {
				t.Errorf("%v: %g of a sphere is inside, want %g", p, got, want)
			} else if want > 0 && want < 1 {
				mean, n = mean+off, n+1
			}
		}
	}
	if n < 500 || mean/n > 0.005 {
		t.Errorf("%g spheres were cut, right within %.3g in the mean", n, mean/n)
	}
}

// Contract: the part of a filled mesh that lies in a region is that of a lattice of points, within 1 % of each and
// 0.4 % in the mean, most of which is the lattice's, however both are turned; of regions inside meshes as well.
func TestPartsOfFilledMeshes(t *testing.T) {
	random := rand.New(rand.NewSource(3))
	low, high := vec.New(-1, 0, 2), vec.New(1, 1, 5)
	turn := func() vec.Quat { return vec.FromUniform(random.Float64(), random.Float64(), random.Float64()) }
	for _, text := range []string{"box=box/0,0,0/6,7,3", "ball=sphere/3,3,3/4", "pipe=cylinder/0,0,0/6,1,2/3",
		"mesh=box/0,0,0/6,7,3"} {
		r, err := bridge.ParseRegion(text)
		if err != nil {
			t.Fatal(err)
		}
		at := Placed{Region: r, frame: bridge.BodyFrame{Origin: vec.New(3, 1, 2), Orientation: turn()}}
		at.Region.Body, at.space = "box", &at.Region
		if r.Name == "mesh" { // the same box
			at.interior = boxMesh(t, r.Low, r.High, vec.Identity)
			at.space = at.interior
		}
		mean, n := 0.0, 0.0
		for n < 25 {
			m := boxMesh(t, low, high, turn())
			f := bridge.BodyFrame{Orientation: turn()}
			middle := vec.New(random.Float64()*8-1, random.Float64()*9-1, random.Float64()*8-1)
			f.Origin = at.frame.Of(middle).Sub(f.Orientation.Rotate(m.Middle()))
			want, all := 0.0, 0.0
			const points = 24
			from, to := m.Bounds()
			for k := range points * points * points {
				part := vec.New(float64(k%points), float64(k/points%points), float64(k/points/points)).Add(vec.New(.5, .5, .5))
				p := from.Add(part.Scale(1. / points).Mul(to.Sub(from)))
				if m.Holds(p) {
					if all++; r.Holds(at.frame.In(f.Of(p))) {
						want++
					}
				}
			}
			if want == 0 || want == all {
				continue
			}
			off := math.Abs(at.partOfMesh(m, f)/m.Volume() - want/all)
			if mean, n = mean+off/25, n+1; off > 0.01 {
				t.Errorf("%s: %.4f is inside, want %.4f", r.Name, at.partOfMesh(m, f)/m.Volume(), want/all)
			}
		}
		if mean > 4e-3 {
			t.Errorf("%s: filled meshes are wrong by %g in the mean", r.Name, mean)
		}
	}
}

// Contract: the part of a capsule to one side of a plane is the integral of the areas of its sections, at every
// inclination, and both parts add up to the whole.
func TestCapsulesCutByPlanes(t *testing.T) {
	random := rand.New(rand.NewSource(4))
	const slices = 20000
	for n := range 300 {
		c := shape.Capsule{Radius: 2, Half: 3 * random.Float64()}
		c.Axis = vec.New(random.NormFloat64(), random.NormFloat64(), random.NormFloat64()).Unit()
		normal := vec.New(random.NormFloat64(), random.NormFloat64(), random.NormFloat64()).Unit()
		tolerance := 1e-6 // of the slices, whose areas begin like the 1.5th power of the depth
		switch tilt := math.Pow(10, -12*random.Float64()); n % 3 {
		case 1: // nearly across the axis, where the plane cuts one slice, which counts as half
			tolerance = 1e-4
			normal = c.Axis.AddScaled(tilt, normal).Unit()
		case 2: // nearly along it
			normal = c.Axis.Perpendicular().AddScaled(tilt, normal).Unit()
		}
		along := c.Axis.Dot(normal)
		across := math.Sqrt(1 - along*along)
		d := (2*random.Float64() - 1) * (c.Half*math.Abs(along) + c.Radius)
		want, thick := 0.0, 2*(c.Half+c.Radius)/slices
		for i := range slices {
			z := (float64(i)+0.5)*thick - c.Half - c.Radius
			beyond := max(math.Abs(z)-c.Half, 0)
			radius := math.Sqrt(c.Radius*c.Radius - beyond*beyond)
			h := max(-1, min((d+along*z)/max(across*radius, 1e-300), 1))
			want += thick * radius * radius * (math.Acos(-h) + h*math.Sqrt(1-h*h))
		}
		want /= c.Volume()
		got, rest := shareByPlane(c, d, normal), shareByPlane(c, -d, normal.Neg())
		if math.Abs(got-want) > tolerance || math.Abs(got+rest-1) > 1e-10 {
			t.Errorf("%+v, normal %v, depth %g: %.9f is inside and %.9f outside, want %.9f inside", c, normal, d, got,
				rest, want)
		}
	}
}
