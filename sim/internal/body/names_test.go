package body

import (
	"fmt"
	"testing"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// Contract: a name is that of the first body that has it, also after bodies have come and gone.
func TestByName(t *testing.T) {
	var b Set
	var s Shapes
	s.Bind(&b, nil)
	tpl, err := NewTemplate([]ShapeDef{{Kind: shape.KindSphere, Radius: 1}}, func(int) float64 { return 1 }, vec.Vec3{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	add := func(name string) { b.Insert(&s, tpl, &Def{Name: name, Orientation: vec.Identity}, 0) }
	check := func(name string, want int) {
		t.Helper()
		if i := b.ByName(name); i != want {
			t.Errorf("%q is body %d, want %d", name, i, want)
		}
	}
	for _, name := range []string{"a", "b", "a", "c"} {
		add(name)
	}
	check("a", 0)
	check("c", 3)
	check("d", -1)
	add("d")
	check("d", 4)
	b.Leave(0)
	b.Renumber(b.Departure())
	check("a", 1)
	check("d", 3)
	check("b", 0)
}

// Contract: what bodies have in common with none that is left is let go, and the others keep their names and masses.
func TestWhatNoBodyHasIsLetGo(t *testing.T) {
	var b Set
	var s Shapes
	s.Bind(&b, nil)
	add := func(name string, radius float64) {
		ball := []ShapeDef{{Kind: shape.KindSphere, Radius: radius}}
		tpl, err := NewTemplate(ball, func(int) float64 { return 1 }, vec.Vec3{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		b.Insert(&s, tpl, &Def{Name: name, Orientation: vec.Identity}, 0)
	}
	for i := range 10 {
		add(fmt.Sprint("stays ", i), float64(1+i))
	}
	for i := range 1000 {
		add(fmt.Sprint("leaves ", i), 100)
		b.Leave(b.Len() - 1)
		r := b.Departure()
		b.Renumber(r)
		s.Renumber(r)
		if n := len(b.commons.all); n > 2*b.Len()+3 {
			t.Fatalf("%d bodies have %d things in common", b.Len(), n)
		}
	}
	for i := range 10 {
		if r := s.Part(shape.KindSphere, int32(i)).Radius; b.Name(i) != fmt.Sprint("stays ", i) || r != float64(1+i) {
			t.Errorf("body %d is %q of radius %g", i, b.Name(i), r)
		}
	}
}

// Contract: no more bodies come than have numbers of their own.
func TestNumbersEnd(t *testing.T) {
	var b Set
	var s Shapes
	tpl, err := NewTemplate([]ShapeDef{{Kind: shape.KindSphere, Radius: 1}}, func(int) float64 { return 1 }, vec.Vec3{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for b.Next = ID(limit.Created.Most) - 1; b.Next <= ID(limit.Created.Most); b.Next++ {
		err := b.CheckRoom(&s, tpl)
		if room := int(b.Next) < limit.Created.Most; (err == nil) != room {
			t.Errorf("number %d: %v", b.Next, err)
		}
	}
}
