package narrow

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/vec"
)

// exact is a vector of 400-bit numbers, for test oracles.
type exact [3]*big.Float

func wideNumber(x float64) *big.Float { return new(big.Float).SetPrec(400).SetFloat64(x) }

func widen(v vec.Vec3) exact { return exact{wideNumber(v.X), wideNumber(v.Y), wideNumber(v.Z)} }

func (a exact) dot(b exact) *big.Float {
	s := wideNumber(0)
	for i := range a {
		s.Add(s, new(big.Float).Mul(a[i], b[i]))
	}
	return s
}

func (a exact) plus(f *big.Float, b exact) exact {
	var c exact
	for i := range a {
		c[i] = new(big.Float).Mul(f, b[i])
		c[i].Add(c[i], a[i])
	}
	return c
}

// oracleSegments returns the distance of two segments to all digits: the least of the four distances
// between an end and a segment and, if the lines are nearest within both segments, the distance of the
// lines.
func oracleSegments(c1, u1 vec.Vec3, h1 float64, c2, u2 vec.Vec3, h2 float64) float64 {
	C1, U1, C2, U2 := widen(c1), widen(u1), widen(c2), widen(u2)
	H1, H2, minus := wideNumber(h1), wideNumber(h2), wideNumber(-1)
	w := C2.plus(minus, C1)
	limit := func(x, h *big.Float) *big.Float {
		if x.Cmp(h) > 0 {
			return h
		}
		if n := new(big.Float).Neg(h); x.Cmp(n) < 0 {
			return n
		}
		return x
	}
	best := wideNumber(math.Inf(1))
	try := func(s, t *big.Float) {
		v := w.plus(t, U2).plus(new(big.Float).Neg(s), U1)
		if d := v.dot(v); d.Cmp(best) < 0 {
			best = d
		}
	}
	a11, a12, a22, b1, b2 := U1.dot(U1), U1.dot(U2), U2.dot(U2), w.dot(U1), w.dot(U2)
	mul := func(x, y *big.Float) *big.Float { return new(big.Float).Mul(x, y) }
	sub := func(x, y *big.Float) *big.Float { return new(big.Float).Sub(x, y) }
	quo := func(x, y *big.Float) *big.Float { return new(big.Float).Quo(x, y) }
	for _, sign := range []float64{-1, 1} {
		s := mul(wideNumber(sign), H1)
		try(s, limit(quo(sub(mul(s, a12), b2), a22), H2))
		t := mul(wideNumber(sign), H2)
		try(limit(quo(new(big.Float).Add(mul(t, a12), b1), a11), H1), t)
	}
	if det := sub(mul(a11, a22), mul(a12, a12)); det.Sign() > 0 {
		s := quo(sub(mul(a22, b1), mul(a12, b2)), det)
		t := quo(sub(mul(a12, b1), mul(a11, b2)), det)
		if new(big.Float).Abs(s).Cmp(H1) <= 0 && new(big.Float).Abs(t).Cmp(H2) <= 0 {
			try(s, t)
		}
	}
	d, _ := best.Sqrt(best).Float64()
	return d
}

// checkSegments compares the distance at the parameters found with the oracle.
func checkSegments(t *testing.T, c1, u1 vec.Vec3, h1 float64, c2, u2 vec.Vec3, h2 float64) {
	t.Helper()
	s, r := SegmentSegment(c1, u1, h1, c2, u2, h2)
	if !(math.Abs(s) <= h1) || !(math.Abs(r) <= h2) {
		t.Fatalf("parameters %g, %g outside ±%g, ±%g", s, r, h1, h2)
	}
	got := c2.AddScaled(r, u2).Sub(c1.AddScaled(s, u1)).Norm()
	want := oracleSegments(c1, u1, h1, c2, u2, h2)
	// Rounding of the input coordinates alone is 1e-16 of the scale.
	scale := want + h1 + h2 + c1.Norm() + c2.Norm()
	if !(math.Abs(got-want) <= 1e-12*scale) {
		t.Fatalf("distance %.17g, exact %.17g (scale %g): c1 %v u1 %v h1 %g c2 %v u2 %v h2 %g",
			got, want, scale, c1, u1, h1, c2, u2, h2)
	}
}

// fromEnds returns centre, axis and half length of the segment from a to b.
func fromEnds(a, b vec.Vec3) (c, u vec.Vec3, h float64) {
	d := b.Sub(a)
	if d == (vec.Vec3{}) {
		return a, vec.AxisX, 0
	}
	return a.Add(b).Scale(0.5), d.Unit(), d.Norm() / 2
}

func TestSegmentSegmentKnown(t *testing.T) {
	v := vec.New
	for _, c := range []struct {
		name       string
		a, b, p, q vec.Vec3
		want       float64
	}{
		{"crossing", v(-1, 0, 0), v(1, 0, 0), v(0, -1, 1), v(0, 1, 1), 1},
		{"skew", v(0, 0, 0), v(1, 2, 3), v(2, 0, 1), v(-1, 3, 2), 0.3296902366978935},
		{"end to end", v(0, 0, 0), v(1, 0, 0), v(2, 1, 1), v(3, 2, 2), math.Sqrt(3)},
		{"T", v(0, 0, 0), v(4, 0, 0), v(1, 2, 0), v(1, 5, 0), 2},
		{"nearly parallel",
			v(-1.0896217473782599, 9.7236145595088601e-7, 0), v(.91220578597858548, -9.4369829432107506e-7, 0),
			v(-.90010447502136237, 9.0671446351334441e-7, 0), v(1.0730877178721130, -9.8185787633992740e-7, 0),
			1.1575046138574111e-7},
		{"points", v(1, 2, 3), v(1, 2, 3), v(1, 2, 5), v(1, 2, 5), 2},
		{"same point", v(1, 2, 3), v(1, 2, 3), v(1, 2, 3), v(1, 2, 3), 0},
		{"point and segment", v(0, 1, 0), v(0, 1, 0), v(-1, 0, 0), v(1, 0, 0), 1},
		{"identical", v(0, 0, 0), v(1, 1, 1), v(0, 0, 0), v(1, 1, 1), 0},
		{"reversed", v(0, 0, 0), v(1, 1, 1), v(1, 1, 1), v(0, 0, 0), 0},
		{"one line, apart", v(0, 0, 0), v(1, 0, 0), v(3, 0, 0), v(7, 0, 0), 2},
		{"parallel, apart", v(0, 0, 0), v(1, 0, 0), v(4, 4, 0), v(7, 4, 0), 5},
	} {
		c1, u1, h1 := fromEnds(c.a, c.b)
		c2, u2, h2 := fromEnds(c.p, c.q)
		s, r := SegmentSegment(c1, u1, h1, c2, u2, h2)
		got := c2.AddScaled(r, u2).Sub(c1.AddScaled(s, u1)).Norm()
		if math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: distance %.17g, want %.17g", c.name, got, c.want)
		}
	}
}

// Parallel segments meet in the middle of the stretch where they face each other.
func TestSegmentSegmentParallelMiddle(t *testing.T) {
	for _, sign := range []float64{1, -1} {
		s, r := SegmentSegment(vec.Vec3{}, vec.AxisX, 2, vec.New(3, 1, 0), vec.AxisX.Scale(sign), 2)
		if s != 1.5 || sign*r != -1.5 {
			t.Errorf("axes at %g: parameters %g, %g, want 1.5, %g", sign, s, r, -1.5*sign)
		}
	}
}

// randomSegments draws pairs that are skew, nearly parallel at every angle down to 1e-16,
// or nearly meeting.
func randomSegments(r *rand.Rand) (c1, u1 vec.Vec3, h1 float64, c2, u2 vec.Vec3, h2 float64) {
	direction := func() vec.Vec3 { return vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Unit() }
	u1, u2 = direction(), direction()
	if r.IntN(2) == 0 {
		u2 = u1.AddScaled(math.Pow(10, -16*r.Float64()), direction()).Unit()
	}
	if r.IntN(2) == 0 {
		u2 = u2.Neg()
	}
	c2 = direction().Scale(math.Pow(10, 1-12*r.Float64()))
	if r.IntN(3) > 0 {
		c2 = c2.AddScaled(2*r.Float64()-1, u1)
	}
	return direction(), u1, r.Float64(), c2, u2, r.Float64()
}

func TestSegmentSegmentExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	n := 20000
	if testing.Short() {
		n = 2000
	}
	for range n {
		c1, u1, h1, c2, u2, h2 := randomSegments(r)
		checkSegments(t, c1, u1, h1, c1.Add(c2), u2, h2)
	}
}

func FuzzSegmentSegment(f *testing.F) {
	f.Add(0., 0., 0., 1., 0., 0., 1., 0., 0., 1., 0., 1., 0., 1.)
	f.Add(.1, .2, .3, 1., 1e-9, 0., 1., 0., 0., 1e-12, 1., 0., 0., 0.)
	f.Fuzz(func(t *testing.T, cx, cy, cz, ux, uy, uz, h1, px, py, pz, vx, vy, vz, h2 float64) {
		c1, u1, c2, u2 := vec.New(cx, cy, cz), vec.New(ux, uy, uz), vec.New(px, py, pz), vec.New(vx, vy, vz)
		for _, x := range []float64{h1, h2, c1.Norm(), c2.Norm(), u1.Norm(), u2.Norm()} {
			if !(math.Abs(x) < 1e6) || (x != 0 && math.Abs(x) < 1e-9) {
				t.Skip("not of a sane size")
			}
		}
		if u1 == (vec.Vec3{}) || u2 == (vec.Vec3{}) {
			t.Skip("no axis")
		}
		checkSegments(t, c1, u1.Unit(), math.Abs(h1), c2, u2.Unit(), math.Abs(h2))
	})
}
