package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// randomPair draws two capsules near each other: general, nearly parallel, or alike.
func randomPair(r *rand.Rand) (a, b shape.Capsule) {
	a = shape.Capsule{Center: random(r, 1), Axis: random(r, 1).Unit(), Half: r.Float64(), Radius: 0.1 + r.Float64()}
	b = shape.Capsule{Axis: random(r, 1).Unit(), Half: r.Float64(), Radius: 0.1 + r.Float64()}
	switch r.IntN(4) {
	case 0:
		b.Axis = a.Axis.Add(random(r, math.Pow(10, -10*r.Float64()))).Unit()
	case 1:
		b.Axis, b.Half, b.Radius = a.Axis, a.Half, a.Radius
	}
	b.Center = a.Center.Add(random(r, 0.7)).AddScaled(r.Float64(), a.Axis)
	return a, b
}

// byTheText implements the rule documented directly from Woo's documentation, with distances found by
// shrinking intervals. It needs skew axes.
func byTheText(a, b shape.Capsule) Touch {
	type contact struct{ p, q vec.Vec3 } // on the axes of a and b
	nearestTo := func(p vec.Vec3, c shape.Capsule) vec.Vec3 {
		return c.Center.AddScaled(PointSegment(p, c.Center, c.Axis, c.Half), c.Axis)
	}
	touch := func(c contact) Touch {
		d := c.q.Sub(c.p)
		n := d.Unit()
		// The overlap is between the surfaces of a and b along the connection.
		from, to := c.q.AddScaled(-b.Radius, n), c.p.AddScaled(a.Radius, n)
		return Touch{Point: from.Add(to).Scale(0.5), Normal: n, Overlap: a.Radius + b.Radius - d.Norm()}
	}
	s, t := SegmentSegment(a.Center, a.Axis, a.Half, b.Center, b.Axis, b.Half)
	result := touch(contact{a.Center.AddScaled(s, a.Axis), b.Center.AddScaled(t, b.Axis)})
	var ends []Touch
	a1, a2 := a.Ends()
	b1, b2 := b.Ends()
	for _, c := range []contact{{a1, nearestTo(a1, b)}, {a2, nearestTo(a2, b)}, {nearestTo(b1, a), b1},
		{nearestTo(b2, a), b2}} {
		if e := touch(c); e.Overlap > 0 {
			ends = append(ends, e)
		}
	}
	if len(ends) > 1 {
		sum := 0.
		result.Point, result.Normal = vec.Vec3{}, vec.Vec3{}
		for _, e := range ends {
			sum += e.Overlap
			result.Point = result.Point.AddScaled(e.Overlap, e.Point)
			result.Normal = result.Normal.AddScaled(e.Overlap, e.Normal)
		}
		result.Point, result.Normal = result.Point.Scale(1/sum), result.Normal.Unit()
	}
	return result
}

func TestCapsuleCapsuleByTheText(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 1))
	touching := 0
	for range 5000 {
		a, b := randomPair(r)
		got, gap := touchOf(CapsuleCapsule, a, b)
		if gap > 0 {
			continue
		}
		touching++
		if want := byTheText(a, b); !sameTouch(got, want, 1e-9) {
			t.Fatalf("%+v\n%+v\ngot  %+v\ntext %+v", a, b, got, want)
		}
	}
	if touching < 1000 {
		t.Errorf("only %d touching", touching)
	}
}

// The contact does not depend on the order of the capsules, of their ends, nor on the
// frame.
func TestCapsuleCapsuleInvariant(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 1))
	for range 5000 {
		a, b := randomPair(r)
		want, gap := touchOf(CapsuleCapsule, a, b)
		if gap > 0 {
			continue
		}
		q, shift := vec.FromRotationVector(random(r, 2)), random(r, 3)
		move := func(c shape.Capsule) shape.Capsule {
			c.Center, c.Axis = q.Rotate(c.Center).Add(shift), q.Rotate(c.Axis)
			return c
		}
		swapped, _ := touchOf(CapsuleCapsule, b, a)
		swapped.Normal = swapped.Normal.Neg()
		moved, _ := touchOf(CapsuleCapsule, move(a), move(b))
		moved.Point, moved.Normal = q.Unrotate(moved.Point.Sub(shift)), q.Unrotate(moved.Normal)
		a.Axis = a.Axis.Neg()
		reversed, _ := touchOf(CapsuleCapsule, a, b)
		for name, got := range map[string]Touch{"swapped": swapped, "reversed": reversed, "moved": moved} {
			if !sameTouch(got, want, 1e-9) {
				t.Fatalf("%s: %+v, before %+v\n%+v\n%+v", name, got, want, a, b)
			}
		}
	}
}

// A capsule with zero shaft is a sphere, to the last bit.
func TestZeroShaftIsSphere(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 1))
	for range 2000 {
		a, b := randomPair(r)
		a.Half = 0
		sphere := shape.Sphere{Center: a.Center, Radius: a.Radius}
		if n := r.IntN(4); n == 0 {
			b.Center = a.Center // on the axis
		} else if n == 1 {
			b.Half = 0
		}
		got, gap := touchOf(CapsuleCapsule, a, b)
		want, wantGap := touchOf(SphereCapsule, sphere, b)
		if gap <= 0 && (got != want || gap != wantGap) {
			t.Fatalf("capsule %+v, sphere %+v of %+v, %+v", got, want, a, b)
		}
		if b.Half == 0 {
			if s, _ := touchOf(SphereSphere, sphere, shape.Sphere{Center: b.Center, Radius: b.Radius}); got != s {
				t.Fatalf("capsule %+v, spheres %+v", got, s)
			}
		}
		wall := shape.Wall{Axis: r.IntN(3), Sense: 1, Position: a.Center.X}
		c, _ := touchOnWall(WallCapsule, wall, a, 1)
		if s, _ := touchOnWall(WallSphere, wall, sphere, 1); !sameTouch(c, s, 1e-15) {
			t.Fatalf("wall: capsule %+v, sphere %+v", c, s)
		}
	}
}

// Axes that meet, centres that coincide and shafts of no length give a unit normal that
// exchange of the bodies reverses.
func TestDegeneratePairs(t *testing.T) {
	x := shape.Capsule{Axis: vec.AxisX, Half: 0.4, Radius: 0.3}
	y, dot, far := x, x, x
	y.Axis, dot.Half, far.Center.X = vec.AxisY, 0, 0.5
	tilted, near := y, x
	near.Center.X = 0.2
	tilted.Center = vec.New(0.1, 0.1, 0)
	for name, c := range map[string]struct {
		a, b    shape.Capsule
		reverse bool // exchanging the bodies changes the configuration
		square  bool // the ends add no component along the axis
	}{
		"crossing in the middle": {x, y, true, true},
		"crossing elsewhere":     {x, tilted, true, false},
		"one line":               {x, far, true, false},
		"the same":               {x, x, false, true},
		"a point on the axis":    {dot, x, false, true},
		"a point off the middle": {dot, near, true, true},
		"the same point":         {dot, dot, false, false},
	} {
		got, gap := touchOf(CapsuleCapsule, c.a, c.b)
		if math.Abs(got.Normal.Norm()-1) > 1e-12 || !got.Point.IsFinite() || math.Abs(got.Overlap-0.6) > 0.1001 || gap > 0 {
			t.Errorf("%s: %+v, gap %g", name, got, gap)
		}
		if d := got.Normal.Dot(c.a.Axis); c.square && math.Abs(d) > 1e-12 {
			t.Errorf("%s: normal leans along the axis by %g", name, d)
		}
		if back, _ := touchOf(CapsuleCapsule, c.b, c.a); c.reverse && back.Normal.Add(got.Normal).Norm() > 1e-12 {
			t.Errorf("%s: normal %v, exchanged %v", name, got.Normal, back.Normal)
		}
	}
}

// No finite input makes a contact that is not finite.
func FuzzPairs(f *testing.F) {
	f.Add(0., 0., 0., 1., 0., 0., 0., 1., 0., .4, .4, .3)
	f.Add(.5, 0., 0., 1., 0., 0., 1., 0., 0., .4, .4, .3)
	f.Add(0., 0., 0., 1., 0., 0., 1., 1e-9, 0., 0., 0., .3)
	f.Fuzz(func(t *testing.T, x, y, z, ux, uy, uz, vx, vy, vz, h1, h2, radius float64) {
		w, u, v := vec.New(x, y, z), vec.New(ux, uy, uz), vec.New(vx, vy, vz)
		if !(w.Norm() < 1e6) || !(u.Norm() < 1e6) || !(v.Norm() < 1e6) || u.Norm() < 1e-6 || v.Norm() < 1e-6 ||
			!(h1 >= 0 && h1 < 1e6) || !(h2 >= 0 && h2 < 1e6) || !(radius > 1e-6 && radius < 1e6) {
			t.Skip("not of a sane size")
		}
		a := shape.Capsule{Axis: u.Unit(), Half: h1, Radius: radius}
		b := shape.Capsule{Center: w, Axis: v.Unit(), Half: h2, Radius: radius / 3}
		solid := shape.Cylinder{Axis: a.Axis, Radius: a.Radius}
		tube := solid
		tube.Hollow = true
		ball := shape.Sphere{Center: w, Radius: b.Radius}
		type pair struct {
			Touch
			gap float64
		}
		of := func(t Touch, gap float64) pair { return pair{t, gap} }
		for name, c := range map[string]pair{
			"sphere–sphere":    of(touchOf(SphereSphere, shape.Sphere{Radius: radius}, ball)),
			"sphere–capsule":   of(touchOf(SphereCapsule, ball, a)),
			"capsule–capsule":  of(touchOf(CapsuleCapsule, a, b)),
			"wall–sphere":      of(touchOnWall(WallSphere, shape.Wall{Axis: 1}, ball, -1)),
			"wall–capsule":     of(touchOnWall(WallCapsule, shape.Wall{Axis: 1}, b, -1)),
			"cylinder–sphere":  of(touchOf(CylinderSphere, solid, ball)),
			"cylinder–capsule": of(touchOf(CylinderCapsule, solid, b)),
			"tube–sphere":      of(touchOf(CylinderSphere, tube, ball)),
			"tube–capsule":     of(touchOf(CylinderCapsule, tube, b)),
		} {
			switch {
			case c.gap > 0 && c.Touch == Touch{}:
			case c.gap <= 0 && c.Overlap >= 0 && c.Point.IsFinite() && math.Abs(c.Normal.Norm()-1) < 1e-9:
			default:
				t.Errorf("%s: %+v", name, c)
			}
		}
	})
}

// Outside a cylinder a sphere or a lying capsule touches along the radius; in a tube the
// ends of the capsule do. A cylinder acts on a sphere as a long capsule.
func TestCylinderClosedForms(t *testing.T) {
	rod := shape.Cylinder{Point: vec.New(0, 0, 7), Axis: vec.AxisZ, Radius: 1}
	tube := rod
	tube.Hollow = true
	for name, c := range map[string]struct {
		got, want Touch
	}{
		"rod, sphere": {first(touchOf(CylinderSphere, rod, shape.Sphere{Center: vec.New(1.4, 0, 3), Radius: 0.5})),
			Touch{Point: vec.New(0.95, 0, 3), Normal: vec.AxisX, Overlap: 0.1}},
		"tube, sphere": {first(touchOf(CylinderSphere, tube, shape.Sphere{Center: vec.New(0.6, 0, 3), Radius: 0.5})),
			Touch{Point: vec.New(1.05, 0, 3), Normal: vec.AxisX.Neg(), Overlap: 0.1}},
		"rod, along": {first(touchOf(CylinderCapsule, rod, shape.Capsule{Center: vec.New(1.4, 0, 3), Axis: vec.AxisZ, Half: 2,
			Radius: 0.5})),
			Touch{Point: vec.New(0.95, 0, 3), Normal: vec.AxisX, Overlap: 0.1}},
		"rod, across": {first(touchOf(CylinderCapsule, rod, shape.Capsule{Center: vec.New(1.4, 0.5, 3), Axis: vec.AxisY,
			Half: 2, Radius: 0.5})),
			Touch{Point: vec.New(0.95, 0, 3), Normal: vec.AxisX, Overlap: 0.1}},
		"tube, along": {first(touchOf(CylinderCapsule, tube, shape.Capsule{Center: vec.New(0.6, 0, 3), Axis: vec.AxisZ,
			Half: 2, Radius: 0.5})),
			Touch{Point: vec.New(1.05, 0, 3), Normal: vec.AxisX.Neg(), Overlap: 0.1}},
		"tube, one end": {first(touchOf(CylinderCapsule, tube, shape.Capsule{Center: vec.New(0.3, 0, 3), Axis: vec.AxisX,
			Half: 0.3, Radius: 0.5})),
			Touch{Point: vec.New(1.05, 0, 3), Normal: vec.AxisX.Neg(), Overlap: 0.1}},
	} {
		if !sameTouch(c.got, c.want, 1e-12) {
			t.Errorf("%s: %+v, want %+v", name, c.got, c.want)
		}
	}
	long := shape.Capsule{Center: rod.Point, Axis: rod.Axis, Half: 100, Radius: rod.Radius}
	r := rand.New(rand.NewPCG(23, 1))
	for range 1000 {
		s := shape.Sphere{Center: random(r, 1), Radius: 0.5}
		got, gap := touchOf(CylinderSphere, rod, s)
		want, wantGap := touchOf(SphereCapsule, s, long)
		want.Normal = want.Normal.Neg()
		if math.Abs(gap-wantGap) > 1e-12 || gap < 0 && !sameTouch(got, want, 1e-12) {
			t.Fatalf("cylinder %+v, long capsule %+v", got, want)
		}
	}
}

// If both ends of a capsule overlap a rod, or a tube that they touch on one side, the contact is the mean of the
// contacts of two spheres there, weighted with their overlaps. Outside, the overlap is
// that of the nearest points; inside, the mean as well.
func TestCylinderCapsuleWeighted(t *testing.T) {
	for _, hollow := range []bool{false, true} {
		c := shape.Cylinder{Axis: vec.AxisZ, Radius: 2, Hollow: hollow}
		x := 2.25
		if hollow {
			x = 1.76
		}
		b := shape.Capsule{Center: vec.New(x, 0.05, 0), Axis: vec.New(0.1, 0.2, 1).Unit(), Half: 0.4, Radius: 0.3}
		p, q := b.Ends()
		one, _ := touchOf(CylinderSphere, c, shape.Sphere{Center: p, Radius: b.Radius})
		two, _ := touchOf(CylinderSphere, c, shape.Sphere{Center: q, Radius: b.Radius})
		sum := one.Overlap + two.Overlap
		want := Touch{
			Point:   one.Point.Scale(one.Overlap/sum).AddScaled(two.Overlap/sum, two.Point),
			Normal:  one.Normal.Scale(one.Overlap).AddScaled(two.Overlap, two.Normal).Unit(),
			Overlap: (one.Overlap*one.Overlap + two.Overlap*two.Overlap) / sum,
		}
		if !hollow {
			want.Overlap = 2.3 - shrink(-b.Half, b.Half, func(s float64) float64 {
				p := b.Center.AddScaled(s, b.Axis)
				return math.Hypot(p.X, p.Y)
			})
		}
		if one.Overlap <= 0 || two.Overlap <= 0 {
			t.Fatalf("hollow %t: ends %+v, %+v do not overlap", hollow, one, two)
		}
		if got, _ := touchOf(CylinderCapsule, c, b); !sameTouch(got, want, 1e-9) {
			t.Errorf("hollow %t: %+v, want %+v", hollow, got, want)
		}
	}
}

func first(t Touch, _ float64) Touch { return t }

// While one end or both press on a wall, point and overlap move continuously as the
// capsule tilts. The slope is that of the contact point, the shaft over the overlap.
func TestWallCapsuleContinuous(t *testing.T) {
	wall := shape.Wall{Axis: 2, Sense: 1}
	c := shape.Capsule{Center: vec.New(0, 0, 0.28), Half: 0.4, Radius: 0.3}
	var last Touch
	for k := range 4001 {
		s, cos := math.Sincos(float64(k-2000) * 1e-4)
		c.Axis = vec.New(cos, 0, s)
		now, _ := touchOnWall(WallCapsule, wall, c, 1)
		if k > 0 {
			if d := now.Point.Sub(last.Point).Norm(); d > 4e-3 {
				t.Fatalf("tilt %g: point jumps by %g", float64(k-2000)*1e-4, d)
			}
			if d := math.Abs(now.Overlap - last.Overlap); d > 2e-4 {
				t.Fatalf("tilt %g: overlap jumps by %g", float64(k-2000)*1e-4, d)
			}
		}
		last = now
	}
}

// A new contact with a wall pushes to its sense, or to the side of the centre; a body
// wholly behind a one-sided wall, or away from it, makes none.
func sideOf(w shape.Wall, c shape.Capsule) (int, float64) { return wallSide(&w, &c) }

func TestWallSide(t *testing.T) {
	c := shape.Capsule{Axis: vec.AxisZ, Half: 0.4, Radius: 0.3}
	for _, k := range []struct {
		height      float64
		sense, side int
		gap         float64
	}{
		{0.6, 0, 1, 0}, {0.6, 1, 1, 0}, {0.6, -1, -1, 0}, {-0.6, 0, -1, 0}, {-0.6, 1, 1, 0},
		{0, 1, 1, 0}, {0.8, 0, 0, 0.1}, {-0.8, 1, 0, 0.1}, {5, -1, 0, 4.3},
	} {
		c.Center = vec.New(1, 2, 3+k.height)
		side, gap := sideOf(shape.Wall{Axis: 2, Sense: k.sense, Position: 3}, c)
		if side != k.side || math.Abs(gap-k.gap) > 1e-12 {
			t.Errorf("height %g, sense %d: side %d, gap %g; want %d, %g", k.height, k.sense, side, gap, k.side, k.gap)
		}
	}
}
