package deck

import (
	"math/big"
	"math/rand/v2"
)

// seeds gives seeds to the random streams of a deck, each seed only once: LIGGGHTS refuses the same seed for an
// inlet and for its particle templates, and requires primes above 10000. The seeds depend only on the seed of the
// scene.
type seeds struct {
	random *rand.Rand
	given  map[int64]bool
}

// Seeds lie between these bounds. LIGGGHTS adds the number of a process to some seeds, and the sum must be below
// 2^31.
const leastSeed, mostSeed = 10007, 1 << 30

func newSeeds(scene uint64) seeds {
	return seeds{rand.New(rand.NewPCG(scene, 0)), map[int64]bool{}}
}

// next draws a random prime that was not given before. It does not take consecutive primes, which would begin
// streams that resemble each other.
func (s *seeds) next() int64 {
	for {
		n := leastSeed + s.random.Int64N(mostSeed-leastSeed)
		if !s.given[n] && big.NewInt(n).ProbablyPrime(0) { // exact below 2^64
			s.given[n] = true
			return n
		}
	}
}
