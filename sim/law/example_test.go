package law_test

import (
	"fmt"

	"example.org/tumble/sim/law"
)

// The force between two spheres of 5 mm that overlap by 0.1 mm.
func ExampleByName() {
	k, err := law.ByName("frictional")
	if err != nil {
		fmt.Println(err)
		return
	}
	m := law.Material{Young: 1e7, KtDivKn: 0.2, TanPhi: 0.5, Density: 1000}.Completed()
	row := &law.Kinds[k]
	springs := row.Mix(m, m, law.MixPair(m, m), 0.005, 0.005)
	force, _ := row.Force(springs, 1e-4)
	fmt.Printf("%s: %.2f N\n", row.Name, force)
	// Output: frictional: 7.85 N
}
