package find

import (
	"slices"
	"testing"
)

// A search finds what is called so before what begins so, what has it inside and what only speaks of it; words may
// stand anywhere, be shortened or have a letter wrong; one that nothing has finds nothing.
func TestOrder(t *testing.T) {
	rows := [][]string{
		{"Terrain"}, {"Rainbow"}, {"Bottle", "Pill bottle", "capsules rain into it"}, {"Rain"}, {"Light rain"},
		{"Colour by: Speed", "m/s"}, {"Friction of pill"}, {"Contact forces", "Show"}, {"Contact points", "forces"},
	}
	for search, want := range map[string][]int{
		"":               {0, 1, 2, 3, 4, 5, 6, 7, 8},
		"rain":           {3, 1, 4, 0, 2},
		"  RAIN ":        {3, 1, 4, 0, 2},
		"rain light":     {4},
		"cbs":            {5},
		"colour m/s":     {5},
		"frctn":          {6},
		"firction":       {6},
		"frixtion":       {6},
		"friiction":      {6},
		"fricton pill":   {6},
		"contact forces": {7, 8},
		"show contact":   {7},
		"xyzzy":          nil,
		"capsul into":    {2},
		"capsxle":        nil, // a letter may be wrong in the first text only
		"rx":             nil,
	} {
		got := Order(len(rows), search, func(i int) []string { return rows[i] })
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", search, got, want)
		}
	}
}
