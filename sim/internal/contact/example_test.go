package contact_test

import (
	"fmt"

	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/law"
)

// Two materials share the smaller friction coefficient, unless their pair is given one.
func ExampleSet_AddPair() {
	var set contact.Set
	steel, _ := set.AddMaterial("steel", law.Material{Young: 200e9, Density: 7850, TanPhi: 0.3})
	rubber, _ := set.AddMaterial("rubber", law.Material{Young: 1e6, Density: 1100, TanPhi: 0.9})
	both := steel*len(set.Materials) + rubber
	fmt.Println(set.Properties[both].TanPhi)
	err := set.AddPair(contact.PairDef{A: rubber, B: steel, Given: []law.Given{{Name: "tanPhi", Value: 0.7}}})
	fmt.Println(set.Properties[both].TanPhi, err)
	// Output:
	// 0.3
	// 0.7 <nil>
}
