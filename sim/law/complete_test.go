package law

import (
	"fmt"
	"math"
	"reflect"
	"testing"
)

// Contract: a row of Kinds lacks nothing, and what it says agrees: the energy is the integral of
// the force and the slope its derivative over all overlaps from where a contact ends, the force
// pulls by Pull and no more, it grows by the Power, and bodies may be exchanged.
func TestEveryLawIsComplete(t *testing.T) {
	names := map[string]bool{}
	for k := range Kinds {
		l := &Kinds[k]
		t.Run(fmt.Sprintf("%d %s", k, l.Name), func(t *testing.T) {
			v := reflect.ValueOf(l).Elem()
			for i := range v.NumField() {
				switch f := v.Type().Field(i); f.Name {
				case "Onset", "Lanes", "Range": // which may be left out
				default:
					if v.Field(i).IsZero() {
						t.Fatalf("%s is missing", f.Name)
					}
				}
			}
			if names[l.Name] {
				t.Errorf("there are two laws of the name %q", l.Name)
			}
			names[l.Name] = true
			for _, radii := range [][2]float64{{1e-4, 1e-4}, {0.01, 0.02}, {0.01, 0}, {0, 1}} {
				checkLaw(t, l, radii[0], radii[1])
			}
		})
	}
}

// Contract: Own names a number of materials where it makes other springs under this law and not under all, and
// nowhere else.
func TestLawsNameTheirOwnNumbers(t *testing.T) {
	for i := range Fields {
		f, changes, some := &Fields[i], [len(Kinds)]bool{}, false
		for k := range Kinds {
			a, b := everyNumber(), everyNumber()
			*f.Of(&b) *= 0.5
			mix := func(m Material) Springs { return Kinds[k].Mix(m, m, MixPair(m, m), 0.01, 0.02) }
			changes[k] = mix(a) != mix(b)
			some = some || changes[k]
		}
		for k := range Kinds {
			if uses := Kinds[k].Uses(f); some && uses != changes[k] || !some && !uses {
				t.Errorf("%s uses %s: %v, but springs change with it: %v", Kinds[k].Name, f.Name, uses, changes[k])
			}
		}
	}
}

// everyNumber returns a material of which no number is zero.
func everyNumber() Material {
	m := Default
	for _, f := range Fields {
		if v := f.Of(&m); *v == 0 {
			*v = 0.1
		}
	}
	return m
}

func checkLaw(t *testing.T, l *Law, ra, rb float64) {
	t.Helper()
	a, b := everyNumber(), everyNumber()
	b.Young, b.Poisson = 3*a.Young, 0.2
	s := l.Mix(a, b, MixPair(a, b), ra, rb)
	if back := l.Mix(b, a, MixPair(b, a), rb, ra); !near(s.Kn, back.Kn, 1e-14) || !near(s.Kt, back.Kt, 1e-14) ||
		!near(s.Pull, back.Pull, 1e-14) {
		t.Errorf("radii %g and %g m: springs %+v, exchanged %+v", ra, rb, s, back)
	}
	begin, end := l.Extent(s)
	if !(end <= begin && begin <= 0) || (end < 0) != (s.Pull > 0) || !(s.Kn > 0) || !(s.Kt >= 0) {
		t.Fatalf("radii %g and %g m: %+v, contact from %g to %g m", ra, rb, s, begin, end)
	}
	larger := l.Mix(a, b, MixPair(a, b), 2*ra, 2*rb)
	if _, e := l.Extent(larger); e > end {
		t.Errorf("contacts end at %g m, of larger bodies at %g m", end, e)
	}
	if e := l.Energy(s, begin, l.Grade(s, begin)); math.Abs(e) > 1e-12*s.Kn*(ra+rb)*(ra+rb) {
		t.Errorf("where contact begins %g J are stored", e)
	}
	checkForce(t, l, s, end, 0.02*(ra+rb))
}

// checkForce compares force, energy and slope from the end of a contact to an overlap [m]. Overlaps
// are those of even steps of a variable whose square they are: forces that end with an infinite slope
// are smooth functions of it.
func checkForce(t *testing.T, l *Law, s Springs, end, most float64) {
	t.Helper()
	const n = 2000
	force := func(u float64) float64 {
		f, _ := l.Force(s, u)
		return f
	}
	energy := func(u float64) float64 { return l.Energy(s, u, l.Grade(s, u)) }
	var stored, pull float64
	x := math.Sqrt(most-end) / n
	at := func(i float64) float64 { return end + (i*x)*(i*x) }
	scale := force(most)
	for i := range n {
		k := float64(i)
		from, mid, to := at(k), at(k+0.5), at(k+1)
		// Simpson's rule in the variable: du = 2 y dy.
		stored += x / 6 * (force(from)*2*k*x + 4*force(mid)*2*(k+0.5)*x + force(to)*2*(k+1)*x)
		pull = math.Min(pull, force(mid))
		if got := energy(to) - energy(end); math.Abs(got-stored) > 1e-6*scale*most {
			t.Fatalf("to an overlap of %g m the force stores %g J, the energy says %g", to, stored, got)
		}
		h := 1e-4 * (to - from)
		slope, want := l.Slope(s, mid, l.Grade(s, mid)), (force(mid+h)-force(mid-h))/(2*h)
		if i > 0 && math.Abs(slope-want) > 1e-4*(math.Abs(want)+scale/most) {
			t.Fatalf("at %g m the slope is %g N/m, want %g", mid, slope, want)
		}
	}
	if math.Abs(pull+s.Pull) > 1e-4*s.Pull {
		t.Errorf("it pulls with %g N, want %g", -pull, s.Pull)
	}
	far := 1e6 * (most - end)
	if got, want := math.Log2(force(2*far)/force(far)), l.Power; math.Abs(got-want) > 1e-3 {
		t.Errorf("the force grows by the power %g of the overlap, want %g", got, want)
	}
}

func near(a, b, within float64) bool {
	return math.Abs(a-b) <= within*math.Max(math.Abs(a), math.Abs(b))
}
