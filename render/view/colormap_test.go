package view

import (
	"math"
	"testing"
)

// seen returns a colour in CIE L*a*b* (D65) as somebody sees it.
func seen(c [3]float64, by [3][3]float32) [3]float64 {
	var linear, kept [3]float64
	for k, v := range c {
		if v /= 255; v <= 0.04045 {
			linear[k] = v / 12.92
		} else {
			linear[k] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	dot := func(a [3]float64, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
	for k, row := range by {
		kept[k] = max(0, min(dot([3]float64{float64(row[0]), float64(row[1]), float64(row[2])}, linear), 1))
	}
	f := func(r, g, b, white float64) float64 {
		t := dot([3]float64{r, g, b}, kept) / white
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x, y, z := f(0.4124, 0.3576, 0.1805, 0.9505), f(0.2126, 0.7152, 0.0722, 1), f(0.0193, 0.1192, 0.9505, 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// ciede2000 returns how different two colours look (G. Sharma, W. Wu and E. Dalal, "The CIEDE2000
// color-difference formula", 2005).
func ciede2000(p, q [3]float64) float64 {
	rad, pow7 := math.Pi/180, func(x float64) float64 { return math.Pow(x, 7) }
	mean := 0.5 * (math.Hypot(p[1], p[2]) + math.Hypot(q[1], q[2]))
	g := 1.5 - 0.5*math.Sqrt(pow7(mean)/(pow7(mean)+pow7(25)))
	a1, a2 := g*p[1], g*q[1]
	c1, c2 := math.Hypot(a1, p[2]), math.Hypot(a2, q[2])
	hue := func(b, a float64) float64 { return math.Mod(math.Atan2(b, a)/rad+360, 360) }
	h1, h2 := hue(p[2], a1), hue(q[2], a2)
	dh, h := h2-h1, 0.5*(h1+h2)
	switch {
	case c1*c2 == 0:
		dh, h = 0, h1+h2
	case math.Abs(dh) > 180:
		dh -= math.Copysign(360, dh)
		h += 180
	}
	l, c := 0.5*(p[0]+q[0]), 0.5*(c1+c2)
	cos := func(deg float64) float64 { return math.Cos(deg * rad) }
	t := 1 - 0.17*cos(h-30) + 0.24*cos(2*h) + 0.32*cos(3*h+6) - 0.20*cos(4*h-63)
	sl := 1 + 0.015*(l-50)*(l-50)/math.Sqrt(20+(l-50)*(l-50))
	sc, sh := 1+0.045*c, 1+0.015*c*t
	rt := -2 * math.Sqrt(pow7(c)/(pow7(c)+pow7(25))) *
		math.Sin(60*rad*math.Exp(-math.Pow((math.Mod(h, 360)-275)/25, 2)))
	dl, dc, dH := (q[0]-p[0])/sl, (c2-c1)/sc, 2*math.Sqrt(c1*c2)*math.Sin(dh*rad/2)/sh
	return math.Sqrt(dl*dl + dc*dc + dH*dH + rt*dc*dH)
}

// TestCIEDE2000: pairs of the paper's table.
func TestCIEDE2000(t *testing.T) {
	for _, x := range []struct {
		p, q [3]float64
		want float64
	}{
		{[3]float64{50, 2.6772, -79.7751}, [3]float64{50, 0, -82.7485}, 2.0425},
		{[3]float64{50, -1, 2}, [3]float64{50, 0, 0}, 2.3669},
		{[3]float64{50, 2.49, -0.001}, [3]float64{50, -2.49, 0.0011}, 7.2195},
		{[3]float64{50, 2.5, 0}, [3]float64{58, 24, 15}, 19.4535},
		{[3]float64{22.7233, 20.0904, -46.6940}, [3]float64{23.0331, 14.9730, -42.5619}, 2.0373},
		{[3]float64{2.0776, 0.0795, -1.1350}, [3]float64{0.9033, -0.0636, -0.5514}, 0.9082},
	} {
		if got := ciede2000(x.p, x.q); math.Abs(got-x.want) > 1e-4 {
			t.Errorf("%v and %v: %.4f, want %.4f", x.p, x.q, got, x.want)
		}
	}
}

// leastApart returns the smallest difference of colours of a map that must be told apart: values a
// quarter of the range from each other, any two categories.
func leastApart(m *Map, by [3][3]float32) float64 {
	const steps = 32
	var list [][3]float64
	far := steps / 4
	if m.Kind == Categorical {
		far = 1
		for _, c := range m.Colors {
			list = append(list, seen([3]float64{float64(c[0]), float64(c[1]), float64(c[2])}, by))
		}
	}
	for i := 0; i <= steps && m.Kind != Categorical; i++ {
		c := m.At(float32(i) / steps)
		list = append(list, seen([3]float64{float64(c[0]), float64(c[1]), float64(c[2])}, by))
	}
	least := math.Inf(1)
	for i := range list {
		for j := i + far; j < len(list); j++ {
			least = min(least, ciede2000(list[i], list[j]))
		}
	}
	return least
}

// TestMapsStayApart: values a quarter of the range apart differ by at least ΔE 13.5 and, for those who
// see fewer colours, as a map says of itself, 8; and the maps that quantities choose by 10.5.
func TestMapsStayApart(t *testing.T) {
	chosen := map[*Map]bool{}
	for i := range Quantities {
		v := View{ColorBy: ColorBy(i)}
		chosen[v.Map()] = true
	}
	all := []*Map{&Categories}
	for i := range Maps {
		all = append(all, &Maps[i])
	}
	for _, m := range all {
		safe := true
		for _, x := range Visions[:3] {
			least := leastApart(m, x.See)
			t.Logf("%-12s %s %.1f", m.Name, x.Name, least)
			switch {
			case x.Name == "usual" && least < 13.5:
				t.Errorf("%s: values a quarter apart differ by ΔE %.1f only", m.Name, least)
			case chosen[m] && least < 10.5:
				t.Errorf("%s is chosen by itself, and for %s vision differs by ΔE %.1f only", m.Name, x.Name, least)
			}
			safe = safe && least >= 8
		}
		if safe != m.Safe {
			t.Errorf("%s says of itself that it is safe: %v, and is: %v", m.Name, m.Safe, safe)
		}
	}
}

// TestMapsHaveNoFalseEdges: sequential maps get steadily lighter, diverging ones toward their middle.
func TestMapsHaveNoFalseEdges(t *testing.T) {
	for i := range Maps {
		m := &Maps[i]
		last := -1.0
		for k := 0; k <= 64; k++ {
			x := float32(k) / 64
			if m.Kind == Diverging && k > 32 {
				break
			}
			light := func(x float32) float64 {
				c := m.At(x)
				return seen([3]float64{float64(c[0]), float64(c[1]), float64(c[2])}, Visions[0].See)[0]
			}
			l := light(x)
			if m.Kind == Diverging {
				l = min(l, light(1-x))
			}
			if l < last-0.5 {
				t.Errorf("%s: gets darker at %.2f", m.Name, x)
			}
			last = max(l, last)
		}
	}
}
