package archive

import (
	"encoding/binary"
	"math"

	"github.com/cespare/xxhash/v2"

	"example.org/tumble/sim/vec"
)

// Record is a row of words of one body, or of one contact, with a fingerprint of its own. Fingerprints of records
// are added up where their order must not count. Offsets are numbers of words.
type Record [19 * 8]byte

// Words puts two words at an offset.
func (r *Record) Words(at int, x, y uint64) {
	binary.LittleEndian.PutUint64(r[8*at:], x)
	binary.LittleEndian.PutUint64(r[8*at+8:], y)
}

// Vector puts the components of a vector at an offset, three words.
func (r *Record) Vector(at int, v vec.Vec3) {
	r.Words(at, math.Float64bits(v.X), math.Float64bits(v.Y))
	binary.LittleEndian.PutUint64(r[8*at+16:], math.Float64bits(v.Z))
}

// Sum returns the XXH64 fingerprint of the first n words.
func (r *Record) Sum(n int) uint64 { return xxhash.Sum64(r[:8*n]) }
