package fields

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// CheckSlice returns an error if a slice asks for a quantity or a component that there is not.
func CheckSlice(of bridge.SliceOf) error {
	if !of.Given() {
		return nil
	}
	q := Find(of.Quantity)
	if q == nil {
		var names []string
		for i := range Quantities {
			names = append(names, Quantities[i].Name)
		}
		return fmt.Errorf("slice %s: there is no quantity %s%s (there are %s)", of.Field.Box.Name, spell.Quote(of.Quantity),
			spell.DidYouMean(of.Quantity, names), strings.Join(names, ", "))
	}
	if of.Component == "" && q.Width() <= 3 || slices.Contains(q.Components, of.Component) {
		return nil
	}
	has := "no components"
	if q.Components != nil {
		has = "the components " + strings.Join(q.Components, ", ")
	}
	return fmt.Errorf("slice %s: %s has %s, got %s", of.Field.Box.Name, q.Name, has, spell.Quote(of.Component))
}

// Slice makes a slice of what lies near it. There are no numbers if it is not possible, or m is nil.
func Slice(of bridge.SliceOf, m *state.Matter) (s bridge.Slice) {
	q := Find(of.Quantity)
	if m == nil || q == nil {
		return s
	}
	g, err := Of(of.Field, m)
	if err != nil {
		return s
	}
	s.Of, s.Title, s.Unit = of, q.Text(of.Component), q.Unit
	component, wide := slices.Index(q.Components, of.Component), q.Width()
	density, velocity := g.Numbers(Find("density")), g.Numbers(Find("velocity"))
	for cell, numbers := 0, g.Numbers(q); cell < g.Cells(); cell++ {
		v := velocity[3*cell : 3*cell+3]
		s.Density = append(s.Density, float32(density[cell]))
		s.Velocity = append(s.Velocity, vec.New(v[0], v[1], v[2]).Float32())
		row, x := numbers[cell*wide:(cell+1)*wide], math.NaN()
		switch {
		case component >= 0:
			x = row[component]
		case wide == 3:
			x = vec.New(row[0], row[1], row[2]).Norm()
		case wide == 1:
			x = row[0]
		}
		s.Values = append(s.Values, float32(x))
	}
	return s
}
