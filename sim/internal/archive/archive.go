// Package archive turns values into bytes and back. A type says once, in one method, what it
// consists of, and that serves three ends:
//
//	func (b *Ball) Archive(a *archive.Archive) {
//		a.Number(&b.Radius)
//		a.Vector(&b.Center)
//		if a.Reading() && !(b.Radius > 0) {
//			a.Fail("a ball has radius %g m", b.Radius)
//		}
//	}
//
// An archive made by NewWriter appends the values to bytes, one made by NewReader reads them back,
// and one made by NewDigest writes only what decides how a run goes on, for a fingerprint of the
// state: methods leave out the rest where Deciding is true.
//
// Every value is eight bytes, little-endian; floats keep all their bits. What is read is checked where
// it is read: the first failure is kept, and everything after it reads as zero.
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
	version  int // of what is read; 0: the newest
	err      error
}

// NewWriter returns an archive that appends to a header.
func NewWriter(header []byte) *Archive { return &Archive{data: header} }

// NewReader returns an archive that reads the bytes behind a header of so many bytes.
func NewReader(data []byte, header int) *Archive {
	return &Archive{data: data, at: header, reading: true}
}

// NewDigest returns an archive that writes what decides how a run goes on, for Sum.
func NewDigest() *Archive { return &Archive{deciding: true} }

// OfVersion says which version the bytes have that are read. Methods ask for it by Has.
func (a *Archive) OfVersion(version int) { a.version = version }

// Has reports whether the archive has what came with a version of its format.
func (a *Archive) Has(version int) bool { return a.version == 0 || a.version >= version }

// Reading reports whether values are read; else they are written.
func (a *Archive) Reading() bool { return a.reading }

// Deciding reports whether only those values are asked for that decide how a run goes on: not names,
// colours and sums that are only shown.
func (a *Archive) Deciding() bool { return a.deciding }

// Err returns the first failure, nil if there was none.
func (a *Archive) Err() error { return a.err }

// Good reports whether values are read and none was refused so far.
func (a *Archive) Good() bool { return a.reading && a.err == nil }

// Bytes returns all that was written, with the header.
func (a *Archive) Bytes() []byte { return a.data }

// Left returns how many bytes have not been read.
func (a *Archive) Left() int { return len(a.data) - a.at }

// Sum returns the XXH64 fingerprint of all that was written.
func (a *Archive) Sum() uint64 { return xxhash.Sum64(a.data) }

// Fail refuses what was read, with a text as of fmt.Errorf. Only the first failure is kept.
func (a *Archive) Fail(format string, args ...any) {
	if a.err == nil {
		a.err = fmt.Errorf(format, args...)
	}
}

// Bound refuses what was read if there is more of it than the program takes.
func (a *Archive) Bound(b *limit.Bound, n int) {
	if err := b.Check(n); a.reading && err != nil {
		a.Fail("%w", err)
	}
}

// Word takes eight bytes.
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

// Integer takes any integer.
func Integer[T ~int | ~int8 | ~int32 | ~int64 | ~uint8 | ~uint32 | ~uint64](a *Archive, x *T) {
	word := uint64(*x)
	a.Word(&word)
	if *x = T(word); a.reading && uint64(*x) != word {
		a.Fail("a number is out of its range, got %d", int64(word))
	}
}

// Flag takes a boolean.
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

// Number takes a number with all its bits.
func (a *Archive) Number(x *float64) {
	word := math.Float64bits(*x)
	a.Word(&word)
	*x = math.Float64frombits(word)
}

// Numbers takes several numbers, one behind the other.
func (a *Archive) Numbers(list ...*float64) {
	for _, x := range list {
		a.Number(x)
	}
}

// Vector takes the components of a vector.
func (a *Archive) Vector(x *vec.Vec3) { a.Numbers(&x.X, &x.Y, &x.Z) }

// Vectors takes several vectors, one behind the other.
func (a *Archive) Vectors(list ...*vec.Vec3) {
	for _, x := range list {
		a.Vector(x)
	}
}

// Quat takes the components of a quaternion.
func (a *Archive) Quat(x *vec.Quat) { a.Numbers(&x.W, &x.X, &x.Y, &x.Z) }

// Corners takes the indices of a triangle's corners.
func (a *Archive) Corners(t *[3]int32) {
	for k := range t {
		Integer(a, &t[k])
	}
}

// Text takes a string, padded to whole words.
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

// Name takes a name that decides nothing.
func (a *Archive) Name(s *string) {
	if !a.deciding {
		a.Text(s)
	}
	if err := limit.CheckName(*s); a.reading && err != nil {
		a.Fail("%w", err)
	}
}

// Count takes the length of a list whose items are at least so many bytes each, so that a wrong
// length cannot ask for more memory than there are data. It returns 0 where that is refused.
func (a *Archive) Count(n, bytes int) int {
	word := uint64(n)
	a.Word(&word)
	if a.reading && word > uint64(a.Left()/bytes) {
		a.Fail("a list of %d items is longer than what is left", word)
		return 0
	}
	return int(word)
}

// List takes a list of items of at least one word each.
func List[T any](a *Archive, list *[]T, item func(*T)) {
	n := a.Count(len(*list), 8)
	if a.reading {
		*list = nil
	}
	for i := 0; i < n && a.err == nil; i++ {
		if a.reading {
			var zero T
			*list = append(*list, zero)
		}
		item(&(*list)[i])
	}
}

// Optional takes a value that may be absent: then the pointer is nil.
func Optional[T any](a *Archive, x **T, item func(*T)) {
	there := *x != nil
	a.Flag(&there)
	if !there {
		*x = nil
		return
	}
	if a.reading {
		*x = new(T)
	}
	item(*x)
}
