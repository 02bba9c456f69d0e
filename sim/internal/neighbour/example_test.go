package neighbour_test

import (
	"fmt"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/ledger"
	"example.org/tumble/sim/internal/neighbour"
	"example.org/tumble/sim/internal/parallel"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/vec"
)

// Three balls in a row: two pairs are near each other, of which one touches.
func Example() {
	var (
		bodies body.Set
		shapes body.Shapes
		set    contact.Set
		search neighbour.Search
		lost   ledger.Loss
	)
	team := parallel.New(1)
	defer team.Close()
	shapes.Bind(&bodies, team)
	set.Bind(&bodies, &shapes, &contact.Clock{Dt: 1e-5}, team)
	set.SetRule(contact.CapsuleRules[0].Name)
	search.Bind(&set)
	set.AddMaterial("glass", law.Default)
	for _, x := range []float64{0, 0.0199, 0.0401} {
		ball := body.Def{Shapes: []body.ShapeDef{{Radius: 0.01}}, Position: vec.New(x, 0, 0)}
		t, err := body.NewTemplate(ball.Shapes, set.Density, vec.Vec3{}, 0)
		if err != nil {
			fmt.Println(err)
			return
		}
		bodies.Insert(&shapes, t, &ball, 0)
	}
	shapes.Place(shape.KindSphere, &bodies, 0, shapes.Count(shape.KindSphere))
	err := search.Update()
	set.Update(&lost)
	for i := range set.Lists {
		if n := set.Lists[i].Count(); n > 0 {
			fmt.Println(set.Lists[i].KindA, set.Lists[i].KindB, "pairs:", n)
		}
	}
	fmt.Println("contacts:", set.Count, err)
	// Output:
	// sphere sphere pairs: 2
	// contacts: 1 <nil>
}
