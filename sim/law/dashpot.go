package law

import "math"

// DampingRatio returns the damping ratio ζ of the dashpot with which bodies separate at
// the fraction e, in (0, 1], of their approach speed. ζ is 0 for e = 1.
//
// A dashpot must not pull, so the force is cut at zero and bodies separate before the overlap
// is gone. With this cut, the usual ζ = -ln e/√(π² + ln² e) would give a restitution larger
// than e; this ζ gives exactly e (T. Schwager and T. Pöschel, Granular Matter 9 (2007) 465):
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

// restitution returns the restitution e for a damping ratio: the inverse of DampingRatio. It uses Expm1 and Log1p
// because they give the same bits on all processors; Exp and Log have special versions for some of them.
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
// two bodies with a reduced mass [kg] and springs of the stiffness Kn grade [N/m] between them:
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
