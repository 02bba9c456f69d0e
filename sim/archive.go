package sim

import (
	"encoding/binary"
	"fmt"
	"math"

	"tumble/sim/limit"
	"tumble/sim/vec"
)

// archive writes values to bytes or reads them back: a structure says once what it
// consists of, for both directions. Every value is eight bytes, little-endian; floats keep
// all their bits. After the first error everything reads as zero.
type archive struct {
	data     []byte
	at       int  // next byte to read
	reading  bool // else it writes ...
	deciding bool // ... only what decides how the run goes on; see World.Hash
	err      error
	library  library
}

func (a *archive) fail(format string, args ...any) {
	if a.err == nil {
		a.err = fmt.Errorf(format, args...)
	}
}

// bound refuses what is read where it is more than the program takes.
func (a *archive) bound(b *limit.Bound, n int) {
	if err := b.Check(n); a.reading && err != nil {
		a.fail("%w", err)
	}
}

func (a *archive) word(x *uint64) {
	if !a.reading {
		a.data = binary.LittleEndian.AppendUint64(a.data, *x)
		return
	}
	*x = 0
	if a.err == nil && len(a.data)-a.at < 8 {
		a.fail("it ends after %d bytes, in the middle", len(a.data))
	}
	if a.err == nil {
		*x = binary.LittleEndian.Uint64(a.data[a.at:])
		a.at += 8
	}
}

// whole takes any integer.
func whole[T ~int | ~int8 | ~int32 | ~int64 | ~uint8 | ~uint32 | ~uint64](a *archive, x *T) {
	word := uint64(*x)
	a.word(&word)
	if *x = T(word); a.reading && uint64(*x) != word {
		a.fail("a number is out of its range, got %d", int64(word))
	}
}

func (a *archive) flag(x *bool) {
	var word uint64
	if *x {
		word = 1
	}
	if a.word(&word); word > 1 {
		a.fail("a flag must be 0 or 1, got %d", word)
	}
	*x = word == 1
}

func (a *archive) number(x *float64) {
	word := math.Float64bits(*x)
	a.word(&word)
	*x = math.Float64frombits(word)
}

func (a *archive) numbers(list ...*float64) {
	for _, x := range list {
		a.number(x)
	}
}

func (a *archive) vector(x *vec.Vec3) { a.numbers(&x.X, &x.Y, &x.Z) }

func (a *archive) vectors(list ...*vec.Vec3) {
	for _, x := range list {
		a.vector(x)
	}
}

func (a *archive) quat(x *vec.Quat) { a.numbers(&x.W, &x.X, &x.Y, &x.Z) }

func (a *archive) corners(t *[3]int32) {
	for k := range t {
		whole(a, &t[k])
	}
}

// text takes a string, padded to whole words.
func (a *archive) text(s *string) {
	n := a.count(len(*s), 1)
	padded := (n + 7) / 8 * 8
	if !a.reading {
		a.data = append(append(a.data, *s...), make([]byte, padded-n)...)
		return
	}
	if *s = ""; a.err == nil && len(a.data)-a.at < padded {
		a.fail("it ends after %d bytes, in the middle of a text", len(a.data))
	}
	if a.err == nil {
		*s = string(a.data[a.at : a.at+n])
		a.at += padded
	}
}

// name takes a string that decides nothing.
func (a *archive) name(s *string) {
	if !a.deciding {
		a.text(s)
	}
	if err := CheckName(*s); a.reading && err != nil {
		a.fail("%w", err)
	}
}

// count takes the length of a list whose items are at least so many bytes each, so that a
// wrong length cannot ask for more memory than there is data.
func (a *archive) count(n, bytes int) int {
	word := uint64(n)
	a.word(&word)
	if a.reading && word > uint64((len(a.data)-a.at)/bytes) {
		a.fail("a list of %d items is longer than what is left", word)
		return 0
	}
	return int(word)
}

// listOf takes a list of items of at least one word each.
func listOf[T any](a *archive, list *[]T, item func(*T)) {
	n := a.count(len(*list), 8)
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

// optional takes what may not be there.
func optional[T any](a *archive, x **T, item func(*T)) {
	there := *x != nil
	a.flag(&there)
	if !there {
		*x = nil
		return
	}
	if a.reading {
		*x = new(T)
	}
	item(*x)
}
