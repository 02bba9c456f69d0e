package body

import (
	"slices"
	"testing"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// Contract: the offset of a kind tells the bodies of all its shapes, or that it does not, also after bodies have come,
// gone and changed places. Where the positions of bodies are said to be the centres of their shapes, they are.
func TestOffsetTellsBodies(t *testing.T) {
	var b Set
	var s Shapes
	s.Bind(&b, nil)
	ball := ShapeDef{Kind: shape.KindSphere, Radius: 1}
	second := ball
	second.Position = vec.New(1, 0, 0)
	rod := ShapeDef{Kind: shape.KindCapsule, Radius: 1, Shaft: 1}
	templates := map[rune]*Template{}
	for name, shapes := range map[rune][]ShapeDef{'s': {ball}, 'c': {rod}, '2': {ball, second}, 'm': {second, rod}} {
		var err error
		if templates[name], err = NewTemplate(shapes, func(int) float64 { return 1 }, vec.Vec3{}, 0); err != nil {
			t.Fatal(err)
		}
	}
	check := func(when string, spheres, capsules bool) {
		t.Helper()
		for kind, want := range map[shape.Kind]bool{shape.KindSphere: spheres, shape.KindCapsule: capsules} {
			by, same := s.Offset(kind)
			if same != want {
				t.Errorf("%s: the offset of %vs is the same for all: %v, want %v", when, kind, same, want)
			}
			centers, centred := s.centers(kind, &b, 0, s.Count(kind))
			for i := range centers {
				if want := b.CenterOf(&s.Infos[kind][i]); centers[i] != want {
					t.Errorf("%s: the centre of %v %d is said to be %v, want %v", when, kind, i, centers[i], want)
				}
			}
			off := func(info ShapeInfo) bool { return b.Part(&info).Local != (vec.Vec3{}) }
			if want := same && !slices.ContainsFunc(s.Infos[kind], off); centred != want {
				t.Errorf("%s: %vs are said to be at the centres of their bodies: %v, want %v", when, kind, centred, want)
			}
			for i, info := range s.Infos[kind] {
				if same && info.Body != by+int32(i) {
					t.Errorf("%s: %v %d is of body %d, not %d more", when, kind, i, info.Body, by)
				}
			}
		}
	}
	add := func(names string) {
		for _, name := range names {
			b.Insert(&s, templates[name], &Def{Position: vec.New(float64(b.Next), 0, 0), Orientation: vec.Identity}, 0)
		}
	}
	renumber := func(r *Renumbering) {
		b.Renumber(r)
		s.Renumber(r)
	}
	leave := func(i int) {
		b.Leave(i)
		renumber(b.Departure())
	}
	check("without any", false, false)
	add("ssscc")
	check("spheres, then capsules", true, true)
	add("s")
	check("a sphere behind them", false, true)
	leave(5)
	check("without it", true, true)
	renumber(&Renumbering{Bodies: []int32{4, 0, 1, 2, 3}, Stay: 5})
	check("with the first one last", false, true)
	leave(4)
	add("2")
	check("with a clump", false, true)
	leave(4)
	check("without the clump", true, true)
	leave(0)
	leave(0)
	check("without spheres", false, true)
	leave(0)
	leave(0)
	add("mm")
	check("with spheres that are not at the centres of their bodies", true, true)
}
