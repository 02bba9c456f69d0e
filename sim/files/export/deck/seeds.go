package deck

import (
	"math/big"
	"math/rand/v2"
)

// seeds gives seeds to the random streams of a deck, none of them twice: LIGGGHTS refuses the same for an inlet and
// what it makes, and wants primes above 10000. They follow from the seed of the scene alone.
type seeds struct {
	random *rand.Rand
	given  map[int64]bool
}

// Seeds lie between these. LIGGGHTS adds the number of a process to some of them, and the sum must be below 2^31.
const leastSeed, mostSeed = 10007, 1 << 30

func newSeeds(scene uint64) seeds {
	return seeds{rand.New(rand.NewPCG(scene, 0)), map[int64]bool{}}
}

// next draws a prime that was not given before: primes that follow each other would begin streams that resemble each
// other.
func (s *seeds) next() int64 {
	for {
		n := leastSeed + s.random.Int64N(mostSeed-leastSeed)
		if !s.given[n] && big.NewInt(n).ProbablyPrime(0) { // exact below 2^64
			s.given[n] = true
			return n
		}
	}
}
