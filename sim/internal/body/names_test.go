package body

import (
	"testing"

	"example.org/tumble/sim/internal/shape"
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
