package law

import "math"

// DampingRatio returns the damping ratio ζ of the dashpot that makes bodies part with
// the fraction e, in (0, 1], of the speed they met with. It is 0 for e = 1.
//
// A dashpot must not pull, so the force is cut at zero and bodies part before the overlap
// is gone. Where ζ = -ln e/√(π² + ln² e) of the uncut dashpot would then give back more
// than e, this one gives back e (T. Schwager and T. Pöschel, Granular Matter 9 (2007) 465):
//
//	ln e = -ζ/√(1-ζ²) (π - φ),   tan φ = 2 ζ √(1-ζ²)/(1 - 2ζ²),  0 < φ < π
//
// For Hertz contacts the same ratio holds with the dashpot of Viscosity, because u^(5/4) is
// then a damped linear oscillator (F. Antypov and J. A. Elliott, EPL 94 (2011) 50004).
func DampingRatio(e float64) float64 {
	if e >= 1 {
		return 0
	}
	lo, hi := 0.0, 1.0
	for restitution(hi) > e {
		lo, hi = hi, 2*hi
	}
	for i := 0; i < 100 && hi-lo > 1e-15*hi; i++ { // e falls as ζ grows
		if m := (lo + hi) / 2; restitution(m) > e {
			lo = m
		} else {
			hi = m
		}
	}
	return (lo + hi) / 2
}

// restitution returns the e that belongs to a damping ratio: the inverse of DampingRatio. Unlike
// Exp and Log, which some processors have in another form, Expm1 and Log1p give the same bits on all.
func restitution(zeta float64) float64 {
	switch d := 1 - zeta*zeta; {
	case d > 1e-12:
		s := math.Sqrt(d)
		return 1 + math.Expm1(-zeta/s*(math.Pi-math.Atan2(2*zeta*s, 1-2*zeta*zeta)))
	case d < -1e-12:
		s := math.Sqrt(-d)
		return 1 + math.Expm1(-zeta/s*2*math.Log1p(zeta-1+s))
	}
	return 1 + math.Expm1(-2) // the limit of both
}

// Viscosity returns the constant of a dashpot [N·s/m] with the damping ratio zeta, for
// two bodies of the reduced mass [kg] held apart by springs of the stiffness Kn grade [N/m]:
//
//	c = √(2 (Power + 1)) ζ √(stiffness mass)
//
// That is 2 ζ √(k m) for linear springs, and √5 ζ √(k m) with k = F/u for Hertz: Y. Tsuji, T.
// Tanaka and T. Ishida, Powder Technology 71 (1992) 239, with the factor of Antypov and Elliott.
func (l *Law) Viscosity(zeta, stiffness, mass float64) float64 {
	return l.ViscosityFactor() * zeta * math.Sqrt(stiffness*mass)
}

// ViscosityFactor returns the number in Viscosity: with it, u^((Power + 1)/2) is a damped
// linear oscillator.
func (l *Law) ViscosityFactor() float64 { return math.Sqrt(2 * (l.Power + 1)) }
