package archive_test

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"testing"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// everything has a field of every type that an archive takes.
type everything struct {
	small    int8
	unsigned uint8
	whole    int
	flag     bool
	number   float64
	vector   vec.Vec3
	quat     vec.Quat
	corners  [3]int32
	text     string
	name     string
	list     []float64
	present  *vec.Vec3
	absent   *vec.Vec3
}

func (e *everything) Archive(a *archive.Archive) {
	archive.Integer(a, &e.small)
	archive.Integer(a, &e.unsigned)
	archive.Integer(a, &e.whole)
	a.Flag(&e.flag)
	a.Number(&e.number)
	a.Vectors(&e.vector)
	a.Quat(&e.quat)
	a.Corners(&e.corners)
	a.Text(&e.text)
	a.Name(&e.name)
	archive.List(a, &e.list, a.Number)
	archive.Optional(a, &e.present, a.Vector)
	archive.Optional(a, &e.absent, a.Vector)
}

func filled() everything {
	v := vec.New(4, math.Copysign(0, -1), math.SmallestNonzeroFloat64)
	return everything{
		small: -3, unsigned: 200, whole: math.MinInt64, flag: true, number: -math.MaxFloat64,
		vector: vec.New(1, 2, 3), quat: vec.Quat{W: 1, X: 2, Y: 3, Z: 4}, corners: [3]int32{7, -8, 9},
		text: "nine signs", name: "ball", list: []float64{math.Pi, math.Inf(1)}, present: &v,
	}
}

// Contract: what is written is read back with all its bits, and nothing is left over.
func TestWhatIsWrittenIsReadBack(t *testing.T) {
	in, header := filled(), []byte("head")
	w := archive.NewWriter(header)
	in.Archive(w)
	if !bytes.HasPrefix(w.Bytes(), header) || (len(w.Bytes())-len(header))%8 != 0 || w.Err() != nil {
		t.Fatalf("%d bytes begin with %q: %v", len(w.Bytes()), w.Bytes()[:4], w.Err())
	}
	var out everything
	r := archive.NewReader(w.Bytes(), len(header))
	out.Archive(r)
	if r.Err() != nil || r.Left() != 0 || !r.Good() {
		t.Fatalf("%v, %d bytes left", r.Err(), r.Left())
	}
	if !reflect.DeepEqual(in, out) || !math.Signbit(out.present.Y) {
		t.Errorf("read %+v, want %+v", out, in)
	}
}

// Contract: data that end too early are refused wherever they end, and nothing is made of them that
// could not be there.
func TestShortDataAreRefused(t *testing.T) {
	in := filled()
	w := archive.NewWriter(nil)
	in.Archive(w)
	for n := range w.Bytes() {
		var out everything
		r := archive.NewReader(w.Bytes()[:n], 0)
		if out.Archive(r); r.Err() == nil {
			t.Fatalf("%d of %d bytes are enough", n, len(w.Bytes()))
		}
	}
}

// Contract: words that no value of the type has are refused, and the first failure is the one told.
func TestStrangeWordsAreRefused(t *testing.T) {
	for name, read := range map[string]func(a *archive.Archive){
		"a number out of its range": func(a *archive.Archive) { archive.Integer(a, new(int8)) },
		"a negative number":         func(a *archive.Archive) { archive.Integer(a, new(uint8)) },
		"a flag":                    func(a *archive.Archive) { a.Flag(new(bool)) },
		"a longer list":             func(a *archive.Archive) { archive.List(a, new([]float64), a.Number) },
		"a longer text":             func(a *archive.Archive) { a.Text(new(string)) },
		"too many":                  func(a *archive.Archive) { a.Bound(limit.Materials, limit.Materials.Most+1) },
	} {
		w := archive.NewWriter(nil)
		strange := -1000
		archive.Integer(w, &strange)
		r := archive.NewReader(w.Bytes(), 0)
		read(r)
		if r.Err() == nil {
			t.Errorf("%s is taken", name)
		}
		first := r.Err()
		if r.Fail("another"); r.Err() != first {
			t.Errorf("%s: the failure is %v, want the first, %v", name, r.Err(), first)
		}
	}
	control := "line\nbreak"
	w := archive.NewWriter(nil)
	w.Text(&control)
	r := archive.NewReader(w.Bytes(), 0)
	if r.Name(new(string)); r.Err() == nil {
		t.Error("a name of two lines is taken")
	}
}

// Contract: names decide nothing, every other value does, and so does every word of a record.
func TestDigestSeesWhatDecides(t *testing.T) {
	sum := func(change func(e *everything)) uint64 {
		e, a := filled(), archive.NewDigest()
		change(&e)
		e.Archive(a)
		return a.Sum()
	}
	was := sum(func(*everything) {})
	if sum(func(e *everything) { e.name = "another" }) != was {
		t.Error("a name is in the digest")
	}
	for i, change := range []func(e *everything){
		func(e *everything) { e.small++ }, func(e *everything) { e.flag = false },
		func(e *everything) { e.vector.Z = -3 }, func(e *everything) { e.text += "!" },
		func(e *everything) { e.list = e.list[:1] }, func(e *everything) { e.present = nil },
	} {
		if sum(change) == was {
			t.Errorf("change %d is not in the digest", i)
		}
	}
	var r archive.Record
	seen := map[uint64]bool{r.Sum(19): true}
	for at := range 18 {
		r.Words(at, uint64(at+1), 0)
		seen[r.Sum(19)] = true
	}
	r.Vector(16, vec.New(1, 2, 3))
	seen[r.Sum(19)] = true
	if len(seen) != 20 {
		t.Errorf("20 records have %d sums", len(seen))
	}
}

type ball struct {
	radius float64
	center vec.Vec3
	name   string
}

// Archive says once what a ball consists of, for writing and for reading.
func (b *ball) Archive(a *archive.Archive) {
	a.Number(&b.radius)
	a.Vector(&b.center)
	a.Name(&b.name)
	if a.Reading() && !(b.radius > 0) {
		a.Fail("a ball has radius %g m", b.radius)
	}
}

func Example() {
	w := archive.NewWriter(nil)
	(&ball{0.01, vec.New(1, 2, 3), "marble"}).Archive(w)

	var b ball
	r := archive.NewReader(w.Bytes(), 0)
	b.Archive(r)
	fmt.Println(b, r.Err(), r.Left())

	(&ball{}).Archive(r) // behind the end
	fmt.Println(r.Err())
	// Output:
	// {0.01 {1 2 3} marble} <nil> 0
	// it ends after 48 bytes, in the middle
}
