package bridge

import "example.org/tumble/sim/internal/ages"

// Ages are the ages of the bodies that an outlet took, from their birth until then; see package ages.
type Ages = ages.Ages

// AgeNumber is a number of the ages of the bodies that an outlet took: of their residence times. Tables, results,
// reports and the window read it from AgeNumbers.
type AgeNumber struct {
	Name, Unit string
	Whole      bool // it is a count
	About      string
	Of         func(*Ages) float64
}

// AgeNumbers are all numbers of ages, in the order of columns.
var AgeNumbers = []AgeNumber{
	{"ages", "", true, "Bodies whose age was kept.", func(a *Ages) float64 { return float64(a.Count) }},
	{"mean age", "s", false, "From birth until the outlet took the body.", (*Ages).Mean},
	{"age deviation", "s", false, "Root of the mean square of ages about their mean.", (*Ages).Deviation},
	{"age 5 %", "s", false, "A twentieth of the bodies was younger.", func(a *Ages) float64 { return a.Quantile(0.05) }},
	{"median age", "s", false, "Half of the bodies were younger.", func(a *Ages) float64 { return a.Quantile(0.5) }},
	{"age 95 %", "s", false, "A twentieth of the bodies was older.", func(a *Ages) float64 { return a.Quantile(0.95) }},
}

// Column returns the name of the column of the number in tables, for an outlet.
func (n *AgeNumber) Column(outlet string) string { return outlet + " " + n.Name }
