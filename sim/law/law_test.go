package law

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/tumble/sim/vec"
)

// Contract: two equal balls of the frictional law have kn = π r E/2, a ball on a flat body
// the same, and kt is the mean of the ratios times kn.
func TestFrictionalStiffness(t *testing.T) {
	a := Material{Young: 1e7, KtDivKn: 0.2}
	b := Material{Young: 1e7, KtDivKn: 0.4}
	for _, radii := range [][2]float64{{0.01, 0.01}, {0.01, 0}, {0, 0.01}} {
		s := Kinds[Frictional].Mix(a, b, PairProperties{}, radii[0], radii[1])
		if want := math.Pi * 0.01 * 1e7 / 2; math.Abs(s.Kn/want-1) > 1e-15 || math.Abs(s.Kt/s.Kn-0.3) > 1e-15 {
			t.Errorf("radii %v: %+v, want kn %g and kt 0.3 kn", radii, s, want)
		}
	}
}

// Contract: Mindlin's tangential stiffness over the slope of Hertz' normal force is
// 2 (1-ν)/(2-ν) for equal materials (Johnson, Contact Mechanics, 7.2).
func TestMindlinRatio(t *testing.T) {
	for _, nu := range []float64{0, 0.25, 0.3, 0.5} {
		m := Material{Young: 70e9, Poisson: nu}
		l := &Kinds[HertzMindlin]
		s := l.Mix(m, m, PairProperties{}, 0.01, 0.02)
		const u = 1e-5
		grade := l.Grade(s, u)
		if got, want := s.Kt*grade/l.Slope(s, u, grade), 2*(1-nu)/(2-nu); math.Abs(got/want-1) > 1e-14 {
			t.Errorf("ν = %g: ratio %.15g, want %.15g", nu, got, want)
		}
	}
}

// Contract: DampingRatio inverts restitution over the whole range that a material may have,
// critical damping included; integrating the cut dashpot gives that restitution.
func TestDampingRatio(t *testing.T) {
	for _, e := range []float64{1, 0.999, 0.9, 0.5, 0.2, math.Exp(-2), 0.1, 0.01} {
		zeta := DampingRatio(e)
		if back := restitution(zeta); math.Abs(back/e-1) > 1e-9 {
			t.Errorf("e = %g: ζ = %g gives %g back", e, zeta, back)
		}
		// acceleration = -x - 2 ζ x', cut where it would pull; Heun's method.
		x, v, dt := 1e-9, 1.0, 1e-5/(1+zeta)
		for x+2*zeta*v > 0 {
			a := -x - 2*zeta*v
			x2, v2 := x+dt*v, v+dt*a
			x, v = x+dt/2*(v+v2), v+dt/2*(a-x2-2*zeta*v2)
		}
		if math.Abs(-v/e-1) > 1e-4 {
			t.Errorf("e = %g: the equation of motion gives %g", e, -v)
		}
	}
	if DampingRatio(1) != 0 {
		t.Error("e = 1 has a dashpot")
	}
}

// Contract: what Slide loses and the spring keeps is exactly the work of the mean force
// over the step's slip, the result obeys the limit, and within the limit nothing is lost.
func TestSlideBalance(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() vec.Vec3 { return vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()) }
	for i := 0; i < 1000; i++ {
		const kt = 3.0
		old, step := random(), random()
		limit := 2 * r.Float64()
		f, lost, sliding := Slide(old, old.AddScaled(kt, step), limit, kt)
		work := old.Add(f).Dot(step) / 2
		kept := (f.Norm2() - old.Norm2()) / (2 * kt)
		if math.Abs(work-kept-lost) > 1e-12 || f.Norm() > limit*(1+1e-15) && sliding {
			t.Fatalf("work %g, kept %g, lost %g, force %g of %g", work, kept, lost, f.Norm(), limit)
		}
		if !sliding && lost != 0 {
			t.Fatal("a contact that holds loses energy")
		}
	}
}

// Contract: a change of stiffness never makes energy, and Regrade says what it takes.
func TestRegradeNeverMakesEnergy(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := 0; i < 1000; i++ {
		f, before, now := vec.New(r.NormFloat64(), r.NormFloat64(), 0), 0.1+r.Float64(), 0.1+r.Float64()
		k := 1 + r.Float64()
		g, lost := Regrade(f, k, before, now)
		if d := (f.Norm2()/before-g.Norm2()/now)/(2*k) - lost; lost < 0 || math.Abs(d) > 1e-12 {
			t.Fatalf("grade %g to %g: lost %g, unexplained %g", before, now, lost, d)
		}
	}
}

// Contract: every number of a material has a name, a meaning and a range that its default
// is in, and a value outside is refused with the name, the bound and the value.
func TestFields(t *testing.T) {
	if err := Default.Check(); err != nil {
		t.Error(err)
	}
	seen := map[string]bool{}
	for _, f := range Fields {
		if f.Name == "" || f.Meaning == "" || seen[f.Name] {
			t.Errorf("field %+v", f)
		}
		seen[f.Name] = true
		for _, bad := range []float64{f.Min - 1, f.Max * 2, math.NaN(), math.Inf(1)} {
			m := Default
			*f.Of(&m) = bad
			if err := m.Check(); err == nil || !strings.Contains(err.Error(), f.Name) {
				t.Errorf("%s = %g: %v", f.Name, bad, err)
			}
		}
	}
	if m := (Material{Young: 1, Density: 1}).Completed(); m.Restitution != 1 || m.Check() != nil {
		t.Errorf("completed: %+v, %v", m, m.Check())
	}
	if _, err := ByName("hertz"); err == nil || !strings.Contains(err.Error(),
		"frictional, frictional-onset, hertz-mindlin") {
		t.Errorf("unknown law: %v", err)
	}
}
