package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// turned returns the capsule moved by d and turned about its centre by r.
func turned(c shape.Capsule, d, r vec.Vec3) shape.Capsule {
	c.Center = c.Center.Add(d)
	c.Axis = vec.FromRotationVector(r).Rotate(c.Axis).Unit()
	return c
}

// checkGradient compares the wrench on a capsule, per E', with central differences of the
// overlap by the six ways it can move.
func checkGradient(t *testing.T, what string, b shape.Capsule, tolerance float64, of func(shape.Capsule) LineContact) {
	t.Helper()
	const step = 1e-6
	d := of(b)
	force := d.Normal.Scale(d.Share)
	couple := d.Arm.Add(d.Point.Sub(b.Center).Cross(force))
	for axis := range 3 {
		e := vec.Axis(axis).Scale(step)
		move := (of(turned(b, e, vec.Vec3{})).Overlap - of(turned(b, e.Neg(), vec.Vec3{})).Overlap) / (2 * step)
		turn := (of(turned(b, vec.Vec3{}, e)).Overlap - of(turned(b, vec.Vec3{}, e.Neg())).Overlap) / (2 * step)
		if df := move + force.Component(axis); math.Abs(df) > tolerance {
			t.Fatalf("%s: force along %d is %g, gradient %g", what, axis, force.Component(axis), -move)
		}
		if dc := turn + couple.Component(axis); math.Abs(dc) > tolerance {
			t.Fatalf("%s: couple about %d is %g, gradient %g", what, axis, couple.Component(axis), -turn)
		}
	}
}

// shallowPair draws two capsules that overlap by 0.1 to 10 % of the radii.
func shallowPair(r *rand.Rand) (a, b shape.Capsule) {
	for {
		a, b = randomPair(r)
		if r.IntN(4) == 0 {
			a.Half *= 5
		}
		_, gap := touchOf(CapsuleCapsule, a, b)
		if u := -gap / (a.Radius + b.Radius); u > 1e-3 && u < 0.1 {
			return a, b
		}
	}
}

// The wrench is the negative gradient of the energy and nothing else.
func TestIntegralIsGradient(t *testing.T) {
	r := rand.New(rand.NewPCG(40, 1))
	for range 1000 {
		a, b := shallowPair(r)
		// Differences of 1e-6 near the kinks of ∂ue leave some 1e-4.
		checkGradient(t, "pair", b, 2e-4, func(b shape.Capsule) LineContact {
			d, _ := lineOf(CapsuleCapsuleIntegral, a, b)
			return d
		})
		wall := shape.Wall{Axis: r.IntN(3), Sense: 1}
		b.Center = b.Center.WithComponent(wall.Axis, 0.99*b.Radius+b.Half*r.Float64()*math.Abs(b.Axis.Component(wall.Axis)))
		checkGradient(t, "wall", b, 2e-4, func(b shape.Capsule) LineContact {
			d, _ := lineOnWall(WallCapsuleIntegral, wall, b, 1)
			return d
		})
	}
}

// The same holds at a cylinder, from outside and inside; a wide tube or rod acts as a wall.
func TestIntegralCylinder(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 1))
	wall := shape.Wall{Axis: 2, Sense: 1}
	checked := 0
	for n := range 1000 {
		c := shape.Cylinder{Axis: random(r, 1).Unit(), Radius: 0.5 + r.Float64(), Hollow: n%2 == 0}
		b := shape.Capsule{Axis: random(r, 1).Unit(), Half: 0.4 * r.Float64(), Radius: 0.2}
		out := random(r, 1)
		out = out.AddScaled(-out.Dot(c.Axis), c.Axis).Unit()
		// The distance from the axis makes them overlap by 1 to 5 % of the radius.
		want := b.Radius * (0.01 + 0.04*r.Float64())
		lo, hi := 0., 3.
		for range 50 {
			b.Center = out.Scale((lo + hi) / 2)
			if deepest(c, b) > want == c.Hollow {
				hi = (lo + hi) / 2
			} else {
				lo = (lo + hi) / 2
			}
		}
		if math.Abs(deepest(c, b)-want) > 1e-9 {
			continue // too long for the tube
		}
		checked++
		checkGradient(t, "cylinder", b, 5e-4, func(b shape.Capsule) LineContact {
			list, _ := contactsOf(CylinderCapsuleIntegral, c, b)
			return together(list)
		})
		b.Center = vec.New(0, 0, 0.99*b.Radius+b.Half*r.Float64()*math.Abs(b.Axis.Z))
		flat, _ := lineOnWall(WallCapsuleIntegral, wall, b, 1)
		const wide = 1e6
		c = shape.Cylinder{Axis: vec.AxisX, Radius: wide, Hollow: c.Hollow, Point: vec.New(0, 0, -wide)}
		if c.Hollow {
			c.Point.Z = wide
		}
		list, _ := contactsOf(CylinderCapsuleIntegral, c, b)
		bent := together(list)
		if math.Abs(bent.Overlap-flat.Overlap) > 1e-6 || math.Abs(bent.Share-flat.Share) > 1e-5 ||
			bent.Normal.Sub(flat.Normal).Norm() > 1e-5 {
			t.Fatalf("wide cylinder %+v, wall %+v of %+v", bent, flat, b)
		}
	}
	if checked < 900 {
		t.Errorf("only %d gradients checked", checked)
	}
}

// deepest returns the largest overlap of a cylinder and a capsule.
func deepest(c shape.Cylinder, b shape.Capsule) float64 {
	if !c.Hollow {
		_, gap := touchesOf(CylinderCapsule, c, b)
		return -gap
	}
	p, q := b.Ends()
	return math.Max(inside(&c, p, b.Radius).Overlap, inside(&c, q, b.Radius).Overlap)
}

// Six points per stretch give the integrals: ue from a fine sum over both shafts.
func TestIntegralQuadrature(t *testing.T) {
	sum := func(a, b shape.Capsule) float64 {
		if a.Half == 0 {
			return 0
		}
		second, third := 0., 0.
		const n = 20000
		for k := range n {
			s := a.Half * (2*(float64(k)+0.5)/n - 1)
			p := a.Center.AddScaled(s, a.Axis)
			q := b.Center.AddScaled(PointSegment(p, b.Center, b.Axis, b.Half), b.Axis)
			if u := a.Radius + b.Radius - q.Sub(p).Norm(); u > 0 {
				second, third = second+u*u, third+u*u*u
			}
		}
		return third / second
	}
	r := rand.New(rand.NewPCG(41, 1))
	worst := 0.
	for range 200 {
		a, b := shallowPair(r)
		want := (sum(a, b) + sum(b, a)) / 2
		d, _ := lineOf(CapsuleCapsuleIntegral, a, b)
		worst = math.Max(worst, math.Abs(d.Overlap/want-1))
	}
	t.Logf("worst relative error %.1e", worst)
	if worst > 1e-4 { // error of the reference sum, if few of its points overlap
		t.Errorf("worst relative error %g", worst)
	}
}

// Uniform overlaps act as spheres do, and a tip at least half as stiff.
func TestIntegralLimits(t *testing.T) {
	x := shape.Capsule{Axis: vec.AxisX, Half: 0.5, Radius: 0.3}
	lying := x
	lying.Center.Z = 0.58
	if d, _ := lineOf(CapsuleCapsuleIntegral, x, lying); math.Abs(d.Overlap-0.02) > 1e-12 || math.Abs(d.Share-1) > 1e-12 ||
		d.Arm.Norm() > 1e-12 || d.Normal.Sub(vec.AxisZ).Norm() > 1e-12 || d.Point.Sub(vec.New(0, 0, 0.29)).Norm() > 1e-12 {
		t.Errorf("parallel: %+v", d)
	}
	wall := shape.Wall{Axis: 2, Sense: 1}
	lying.Center.Z = 0.29
	d, _ := lineOnWall(WallCapsuleIntegral, wall, lying, 1)
	if math.Abs(d.Overlap-0.01) > 1e-12 || math.Abs(d.Share-1) > 1e-12 {
		t.Errorf("wall: %+v", d)
	}
	r := rand.New(rand.NewPCG(42, 1))
	for range 1000 {
		a, b := shallowPair(r)
		sphere := shape.Sphere{Center: a.Center, Radius: a.Radius}
		a.Half, b.Half = 0, 0
		want, gap := touchOf(SphereSphere, sphere, shape.Sphere{Center: b.Center, Radius: b.Radius})
		got, _ := lineOf(CapsuleCapsuleIntegral, a, b)
		if gap < -1e-6 && (!sameTouch(got.Touch, want, 1e-9) || math.Abs(got.Share-1) > 1e-9 || got.Arm.Norm() > 1e-9) {
			t.Fatalf("zero shafts: %+v, spheres %+v", got, want)
		}
		// Stiffness of a touch: force over the deepest overlap.
		a, b = shallowPair(r)
		touch, _ := touchOf(CapsuleCapsule, a, b)
		if touch.Overlap > 0.01*(a.Radius+b.Radius) {
			continue
		}
		d, _ := lineOf(CapsuleCapsuleIntegral, a, b)
		if s := d.Overlap * d.Share / touch.Overlap; s < 0.5 || s > 1.0001 {
			t.Fatalf("stiffness %g of %+v\n%+v", s, a, b)
		}
	}
}

// The contact is the same from the other side and from a turned capsule.
func TestIntegralInvariant(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 1))
	for range 1000 {
		a, b := shallowPair(r)
		want, _ := lineOf(CapsuleCapsuleIntegral, a, b)
		swapped, _ := lineOf(CapsuleCapsuleIntegral, b, a)
		swapped.Normal, swapped.Arm = swapped.Normal.Neg(), swapped.Arm.Neg()
		a.Axis = a.Axis.Neg()
		reversed, _ := lineOf(CapsuleCapsuleIntegral, a, b)
		for _, got := range []LineContact{swapped, reversed} {
			if !sameTouch(got.Touch, want.Touch, 1e-8) || math.Abs(got.Share-want.Share) > 1e-8 ||
				got.Arm.Sub(want.Arm).Norm() > 1e-8 {
				t.Fatalf("%+v, before %+v", got, want)
			}
		}
	}
}

// bounce drops an undamped, frictionless capsule of Woo's scene at a tilt [°] from
// 50 mm on a wall and returns the change of energy after n bounces over the drop energy.
// rule returns force and couple on the capsule and the stored energy, per stiffness.
func bounce(tilt, dt float64, n int, rule func(c shape.Capsule) (force, couple vec.Vec3, energy float64)) float64 {
	const gravity, density, drop = 10, 3000, 0.05
	c := shape.Capsule{Half: 0.4, Radius: 0.3}
	mass, inertia := density*c.Volume(), density*c.Inertia().Y
	kn := math.Pi * c.Radius * 1e6 / 2
	s, cosine := math.Sincos(tilt * math.Pi / 180)
	angle := tilt * math.Pi / 180
	z := c.Radius + c.Half*math.Abs(s) + drop
	c.Axis = vec.New(cosine, 0, s)
	var v, w float64
	energy := func(stored float64) float64 { return mass*(v*v/2+gravity*z) + inertia*w*w/2 + kn*stored }
	start := energy(0)
	touching, bounces := false, 0
	var force, couple vec.Vec3
	var stored float64
	for step := 0; step < 4e6; step++ {
		// Velocity Verlet in the plane y = 0, where a positive angle lifts the end at +x.
		v += dt / 2 * (kn*force.Z/mass - gravity)
		w += dt / 2 * -kn * couple.Y / inertia
		z += dt * v
		angle += dt * w
		s, cosine = math.Sincos(angle)
		c.Center, c.Axis = vec.New(0, 0, z), vec.New(cosine, 0, s)
		force, couple, stored = rule(c)
		v += dt / 2 * (kn*force.Z/mass - gravity)
		w += dt / 2 * -kn * couple.Y / inertia
		if now := stored > 0; now != touching {
			if touching = now; !now {
				if bounces++; bounces == n {
					return (energy(0) - start) / (mass * gravity * drop)
				}
			}
		}
	}
	return math.NaN()
}

// Without damping a capsule keeps its energy through its bounces at every tilt. The rule
// documented does not: at 5° it gains most of the drop energy in one bounce.
func TestWallBounceEnergy(t *testing.T) {
	wall := shape.Wall{Axis: 2, Sense: 1}
	integral := func(c shape.Capsule) (force, couple vec.Vec3, energy float64) {
		d, _ := lineOnWall(WallCapsuleIntegral, wall, c, 1)
		force = d.Normal.Scale(d.Overlap * d.Share)
		return force, d.Point.Sub(c.Center).Cross(force).AddScaled(d.Overlap, d.Arm), d.Overlap * d.Overlap / 2
	}
	documented := func(c shape.Capsule) (force, couple vec.Vec3, energy float64) {
		d, _ := touchOnWall(WallCapsule, wall, c, 1)
		force = d.Normal.Scale(d.Overlap)
		return force, d.Point.Sub(c.Center).Cross(force), d.Overlap * d.Overlap / 2
	}
	for _, tilt := range []float64{0, 0.5, 2, 5, 10, 22.5, 45, 60, 80, 90} {
		// The scheme is second order; a step of 1e-5 s is 1/9000 of the contact time.
		for _, n := range []int{1, 3} {
			if gain := bounce(tilt, 1e-5, n, integral); !(math.Abs(gain) < 1e-3) {
				t.Errorf("tilt %g°, %d bounces: energy changes by %.2g of the drop", tilt, n, gain)
			}
		}
	}
	if gain := bounce(5, 1e-5, 1, documented); math.Abs(gain-0.88) > 0.03 {
		t.Errorf("documented rule at 5°: gains %g, expected 0.88", gain)
	}
}

// A collision of two free capsules keeps energy, momentum and angular momentum.
func TestPairCollisionEnergy(t *testing.T) {
	r := rand.New(rand.NewPCG(44, 1))
	worst, collisions := 0., 0
	for range 20 {
		a := shape.Capsule{Axis: random(r, 1).Unit(), Half: 0.5, Radius: 0.3}
		b := shape.Capsule{Axis: random(r, 1).Unit(), Half: 0.3, Radius: 0.4}
		if r.IntN(2) == 0 {
			b.Axis = a.Axis.Add(random(r, 0.05)).Unit()
		}
		change, touched := collide(t, a, b, random(r, 1).Unit(), random(r, 0.2))
		worst = math.Max(worst, change)
		if touched {
			collisions++
		}
	}
	if collisions < 10 {
		t.Errorf("only %d collisions", collisions)
	}
	t.Logf("worst change of energy %.1e of the kinetic energy", worst)
}

// collide lets b meet a from the given direction, 1 m/s, and returns the relative change
// of energy. The inertia is taken as that of a ball, which keeps the motion simple.
func collide(t *testing.T, a, b shape.Capsule, from, off vec.Vec3) (change float64, touched bool) {
	t.Helper()
	const dt, kn = 2e-5, 1e6
	b.Center = a.Center.AddScaled(2, from).Add(off)
	va, vb := vec.Vec3{}, from.Neg()
	var wa, wb, pushed, turn vec.Vec3
	for step := 0; step < 400000; step++ {
		vb, va = vb.AddScaled(dt/2, pushed), va.AddScaled(-dt/2, pushed)
		wb = wb.AddScaled(dt/2/0.3, turn.Sub(b.Center.Cross(pushed)))
		wa = wa.AddScaled(-dt/2/0.3, turn.Sub(a.Center.Cross(pushed)))
		a = turned(a, va.Scale(dt), wa.Scale(dt))
		b = turned(b, vb.Scale(dt), wb.Scale(dt))
		d, _ := lineOf(CapsuleCapsuleIntegral, a, b)
		pushed = d.Normal.Scale(kn * d.Overlap * d.Share)
		turn = d.Arm.Scale(kn * d.Overlap).Add(d.Point.Cross(pushed)) // about the origin
		vb, va = vb.AddScaled(dt/2, pushed), va.AddScaled(-dt/2, pushed)
		wb = wb.AddScaled(dt/2/0.3, turn.Sub(b.Center.Cross(pushed)))
		wa = wa.AddScaled(-dt/2/0.3, turn.Sub(a.Center.Cross(pushed)))
		if d.Overlap > 0 {
			touched = true
		} else if touched || step > 200000 {
			break
		}
	}
	energy := (va.Norm2() + vb.Norm2() + 0.3*(wa.Norm2()+wb.Norm2())) / 2
	momentum := va.Add(vb).Add(from).Norm()
	about := a.Center.Cross(va).Add(b.Center.Cross(vb)).Add(wa.Add(wb).Scale(0.3)).Sub(off.Cross(from.Neg()))
	change = math.Abs(energy/0.5 - 1)
	if change > 1e-3 || momentum > 1e-9 || about.Norm() > 1e-3 {
		t.Errorf("energy changes by %g, momentum by %g, angular momentum by %g; touched %t", change, momentum, about.Norm(),
			touched)
	}
	return change, touched
}

// The contact point moves continuously: the largest jump per 1e-6 rad, in radii, while
// capsules of radius 1 and shaft 4 at a distance of 1.97 turn through the places where the
// number of overlapping ends changes.
func TestIntegralContinuous(t *testing.T) {
	a := shape.Capsule{Axis: vec.AxisX, Half: 2, Radius: 1}
	for name, start := range map[string]shape.Capsule{
		"parallel":   {Center: vec.New(0, 0, 1.97), Axis: vec.AxisX, Half: 2, Radius: 1},
		"shifted":    {Center: vec.New(1.5, 0.1, 1.97), Axis: vec.AxisX, Half: 2, Radius: 1},
		"crossed":    {Center: vec.New(0, 0, 1.97), Axis: vec.AxisY, Half: 2, Radius: 1},
		"T":          {Center: vec.New(0.5, 3.97, 0), Axis: vec.AxisY, Half: 2, Radius: 1},
		"end to end": {Center: vec.New(5.97, 0, 0), Axis: vec.AxisX, Half: 2, Radius: 1},
	} {
		for _, about := range []vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ, vec.New(0.3, 0.5, 0.8)} {
			jump, share := 0., 0.
			for k := -400; k <= 400; k++ {
				angle := float64(k) * 1e-3
				one, _ := lineOf(CapsuleCapsuleIntegral, a, turned(start, vec.Vec3{}, about.Scale(angle)))
				two, _ := lineOf(CapsuleCapsuleIntegral, a, turned(start, vec.Vec3{}, about.Scale(angle+1e-6)))
				if one.Overlap < 1e-3 || two.Overlap < 1e-3 {
					continue
				}
				jump = math.Max(jump, two.Point.Sub(one.Point).Norm())
				share = math.Max(share, math.Abs(two.Share-one.Share))
			}
			if jump > 1e-3 || share > 1e-3 {
				t.Errorf("%s about %v: point jumps by %g, share by %g", name, about, jump, share)
			}
		}
	}
}

// Contract: capsules without shaft act as spheres, however near their centres are. The kernel may move
// cores apart only where shafts do not define a direction.
func TestZeroShaftNearTheCentre(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	unit := func() vec.Vec3 { return vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Unit() }
	for range 20000 {
		axis, at := unit(), unit().Scale(math.Pow(10, -12+12*r.Float64()))
		a, b := shape.Capsule{Axis: axis, Radius: 1}, shape.Capsule{Center: at, Axis: unit(), Radius: 1}
		ball := shape.Sphere{Center: at, Radius: 1}
		got, _ := lineOf(CapsuleCapsuleIntegral, a, b)
		if want, _ := touchOf(SphereSphere, shape.Sphere{Radius: 1}, ball); !sameTouch(got.Touch, want, 1e-9) {
			t.Fatalf("capsules %v apart: %+v, spheres %+v", at, got, want)
		}
		if at.AddScaled(-at.Dot(axis), axis).Norm() < 1e-12 {
			continue // the direction is rounding noise
		}
		rod := shape.Cylinder{Axis: axis, Radius: 1}
		list, _ := contactsOf(CylinderCapsuleIntegral, rod, b)
		if want, _ := touchOf(CylinderSphere, rod, ball); len(list) != 1 || !sameTouch(list[0].Touch, want, 1e-9) {
			t.Fatalf("capsule %v from the axis: %+v, sphere %+v", at, list, want)
		}
	}
}

// Contract: a capsule that lies along a tube touches it, however small its inclination is.
func TestCapsuleAllButParallelToTube(t *testing.T) {
	for _, tilt := range []float64{0, 1e-170, 6e-154, 1e-120, 1e-99, 1e-20, 1e-12} {
		b := shape.Capsule{Center: vec.New(0, 0, 10), Axis: vec.New(tilt, 1, tilt/2).Unit(), Half: 10, Radius: 5}
		tube := shape.Cylinder{Axis: vec.New(tilt, 1, 0).Unit(), Radius: 10, Hollow: true}
		list, gap := contactsOf(CylinderCapsuleIntegral, tube, b)
		want := Touch{Point: vec.New(0, 0, 12.5), Normal: vec.New(0, 0, -1), Overlap: 5, Feature: FeatureShaft}
		if gap > -4.9 || len(list) != 1 || !sameTouch(list[0].Touch, want, 1e-9) {
			t.Errorf("inclined by %g: gap %g, %+v", tilt, gap, list)
		}
	}
}
