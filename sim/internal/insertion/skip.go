package insertion

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// rand.PCG is a 128-bit linear congruential generator: each draw changes its state to state · multiplier +
// increment.
var (
	multiplier = wide{2549297995355413924, 4865540595714422341}
	increment  = wide{6364136223846793005, 1442695040888963407}
)

// wide is a whole number modulo 2¹²⁸.
type wide struct{ hi, lo uint64 }

func (a wide) times(b wide) wide {
	hi, lo := bits.Mul64(a.lo, b.lo)
	return wide{hi + a.hi*b.lo + a.lo*b.hi, lo}
}

func (a wide) plus(b wide) wide {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	return wide{a.hi + b.hi + carry, lo}
}

// skip advances a stream by n numbers, in the time of a few draws: n steps are one step with another multiplier
// and increment, and those of twice as many steps are computed for each bit of n.
func skip(p *rand.PCG, n int) {
	var space [20]byte
	data, err := p.AppendBinary(space[:0])
	if err != nil {
		panic("insertion: a random stream has no state")
	}
	numbers := data[len(data)-16:]
	state := wide{binary.BigEndian.Uint64(numbers), binary.BigEndian.Uint64(numbers[8:])}
	for m, a := multiplier, increment; n > 0; n >>= 1 {
		if n&1 > 0 {
			state = state.times(m).plus(a)
		}
		m, a = m.times(m), m.times(a).plus(a)
	}
	binary.BigEndian.PutUint64(numbers, state.hi)
	binary.BigEndian.PutUint64(numbers[8:], state.lo)
	if err := p.UnmarshalBinary(data); err != nil {
		panic("insertion: a random stream has no state")
	}
}
