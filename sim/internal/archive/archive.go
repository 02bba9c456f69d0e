// Package archive turns values into bytes and back. A type lists its values once, in one method, which serves
// three purposes:
//
//	func (b *Ball) Archive(a *archive.Archive) {
//		a.Number(&b.Radius)
//		a.Vector(&b.Center)
//		if a.Reading() && !(b.Radius > 0) {
//			a.Fail("a ball has radius %g m", b.Radius)
//		}
//	}
//
// An archive made by NewWriter appends the values to bytes, one made by NewReader reads them back, and one made by
// NewDigest writes only the values that decide how a run goes on, for a fingerprint of the state: methods leave
// out the other values where Deciding is true.
//
// Every value is eight bytes, little-endian; floats keep all their bits. Methods check the values as they read
// them: the first failure is kept, and everything after it reads as zero.
package archive

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/cespare/xxhash/v2"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// Archive writes values to bytes or reads them back.
type Archive struct {
	data     []byte
	at       int // next byte to read
	reading  bool
	deciding bool
	version  int // version of the bytes that are read; 0: the newest
	err      error
}

// NewWriter returns an archive that appends to a header.
func NewWriter(header []byte) *Archive { return &Archive{data: header} }

// NewReader returns an archive that reads the bytes after a header of the given length [byte].
func NewReader(data []byte, header int) *Archive {
	return &Archive{data: data, at: header, reading: true}
}

// NewDigest returns an archive that writes the values that decide how a run goes on, for Sum.
func NewDigest() *Archive { return &Archive{deciding: true} }

// OfVersion sets the version of the bytes that are read. Methods query it by Has.
func (a *Archive) OfVersion(version int) { a.version = version }

// Has reports whether the archive has the values that a version of its format added.
func (a *Archive) Has(version int) bool { return a.version == 0 || a.version >= version }

// Reading reports whether values are read; else they are written.
func (a *Archive) Reading() bool { return a.reading }

// Deciding reports whether only the values that decide how a run goes on are asked for: not names, colours and
// sums that are only shown.
func (a *Archive) Deciding() bool { return a.deciding }

// Err returns the first failure, nil if there was none.
func (a *Archive) Err() error { return a.err }

// Good reports whether values are read and there was no failure so far.
func (a *Archive) Good() bool { return a.reading && a.err == nil }

// Bytes returns all that was written, with the header.
func (a *Archive) Bytes() []byte { return a.data }

// Left returns how many bytes have not been read.
func (a *Archive) Left() int { return len(a.data) - a.at }

// Sum returns the XXH64 fingerprint of all that was written.
func (a *Archive) Sum() uint64 { return xxhash.Sum64(a.data) }

// Fail records a failure of reading, with a text formatted as by fmt.Errorf. Only the first failure is kept.
func (a *Archive) Fail(format string, args ...any) {
	if a.err == nil {
		a.err = fmt.Errorf(format, args...)
	}
}

// Bound fails if a number that was read is above a bound.
func (a *Archive) Bound(b *limit.Bound, n int) {
	if err := b.Check(n); a.reading && err != nil {
		a.Fail("%w", err)
	}
}

// Word reads or writes eight bytes.
func (a *Archive) Word(x *uint64) {
	if !a.reading {
		a.data = binary.LittleEndian.AppendUint64(a.data, *x)
		return
	}
	*x = 0
	if a.err == nil && a.Left() < 8 {
		a.Fail("it ends after %d bytes, in the middle", len(a.data))
	}
	if a.err == nil {
		*x = binary.LittleEndian.Uint64(a.data[a.at:])
		a.at += 8
	}
}

// Integer reads or writes any integer.
func Integer[T ~int | ~int8 | ~int32 | ~int64 | ~uint8 | ~uint32 | ~uint64](a *Archive, x *T) {
	word := uint64(*x)
	a.Word(&word)
	if *x = T(word); a.reading && uint64(*x) != word {
		a.Fail("a number is out of its range, got %d", int64(word))
	}
}

// Flag reads or writes a boolean.
func (a *Archive) Flag(x *bool) {
	var word uint64
	if *x {
		word = 1
	}
	if a.Word(&word); word > 1 {
		a.Fail("a flag must be 0 or 1, got %d", word)
	}
	*x = word == 1
}

// Number reads or writes a number with all its bits.
func (a *Archive) Number(x *float64) {
	word := math.Float64bits(*x)
	a.Word(&word)
	*x = math.Float64frombits(word)
}

// Numbers reads or writes several numbers, one after the other.
func (a *Archive) Numbers(list ...*float64) {
	for _, x := range list {
		a.Number(x)
	}
}

// Vector reads or writes the components of a vector.
func (a *Archive) Vector(x *vec.Vec3) { a.Numbers(&x.X, &x.Y, &x.Z) }

// Vectors reads or writes several vectors, one after the other.
func (a *Archive) Vectors(list ...*vec.Vec3) {
	for _, x := range list {
		a.Vector(x)
	}
}

// Quat reads or writes the components of a quaternion.
func (a *Archive) Quat(x *vec.Quat) { a.Numbers(&x.W, &x.X, &x.Y, &x.Z) }

// Corners reads or writes the indices of a triangle's corners.
func (a *Archive) Corners(t *[3]int32) {
	for k := range t {
		Integer(a, &t[k])
	}
}

// Text reads or writes a string, padded to whole words.
func (a *Archive) Text(s *string) {
	n := a.Count(len(*s), 1)
	padded := (n + 7) / 8 * 8
	if !a.reading {
		a.data = append(append(a.data, *s...), make([]byte, padded-n)...)
		return
	}
	if *s = ""; a.err == nil && a.Left() < padded {
		a.Fail("it ends after %d bytes, in the middle of a text", len(a.data))
	}
	if a.err == nil {
		*s = string(a.data[a.at : a.at+n])
		a.at += padded
	}
}

// Name reads or writes a name, which does not decide how a run goes on.
func (a *Archive) Name(s *string) {
	if !a.deciding {
		a.Text(s)
	}
	if err := limit.CheckName(*s); a.reading && err != nil {
		a.Fail("%w", err)
	}
}

// Count reads or writes the length n of a list whose items have at least the given number of bytes each. A length
// for which not enough bytes are left fails and gives 0, so that wrong data cannot ask for too much memory.
func (a *Archive) Count(n, bytes int) int {
	word := uint64(n)
	a.Word(&word)
	if a.reading && word > uint64(a.Left()/bytes) {
		a.Fail("a list of %d items is longer than what is left", word)
		return 0
	}
	return int(word)
}

// List reads or writes a list of items of at least one word each. It reads into the memory that the list has.
func List[T any](a *Archive, list *[]T, item func(*T)) {
	n := a.Count(len(*list), 8)
	if a.reading {
		*list = (*list)[:0]
	}
	for i := 0; i < n && a.err == nil; i++ {
		if a.reading {
			var zero T
			*list = append(*list, zero)
		}
		item(&(*list)[i])
	}
}

// Optional reads or writes a value that may be absent: then the pointer is nil.
func Optional[T any](a *Archive, x **T, item func(*T)) {
	present := *x != nil
	a.Flag(&present)
	if !present {
		*x = nil
		return
	}
	if a.reading {
		*x = new(T)
	}
	item(*x)
}
