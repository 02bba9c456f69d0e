package bridge

import (
	"fmt"
	"strings"

	"example.org/tumble/sim/internal/ages"
	"example.org/tumble/sim/spell"
)

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

// Word returns the name of the number as one word, as conditions have it: median_age.
func (n *AgeNumber) Word() string { return oneWord(n.Name) }

// oneWord writes a name as conditions have it: age_5 for age 5 %.
func oneWord(name string) string { return strings.ReplaceAll(strings.TrimSuffix(name, " %"), " ", "_") }

// FindOutletNumber returns how a number of what an outlet took is read, by its name as one word: bodies, mass [kg], or
// one of AgeNumbers.
//
// Errors: there is none.
func FindOutletNumber(word string) (of func(*Outlet) float64, err error) {
	list := []AgeNumber{{Name: "bodies"}, {Name: "mass"}}
	reads := []func(*Outlet) float64{func(o *Outlet) float64 { return float64(o.Bodies) },
		func(o *Outlet) float64 { return o.Mass }}
	for i := range AgeNumbers {
		n := &AgeNumbers[i]
		list, reads = append(list, *n), append(reads, func(o *Outlet) float64 { return n.Of(&o.Ages) })
	}
	var words []string
	for i := range list {
		if words = append(words, list[i].Word()); words[i] == word {
			return reads[i], nil
		}
	}
	return nil, fmt.Errorf("an outlet has no %s%s (there are %s)", spell.Quote(word), spell.DidYouMean(word, words),
		strings.Join(words, ", "))
}

// FindOutlet returns the outlet with a name.
//
// Errors: there is none.
func FindOutlet(list []Outlet, name string) (*Outlet, error) {
	var names []string
	for i := range list {
		if names = append(names, list[i].Name); list[i].Name == name {
			return &list[i], nil
		}
	}
	return nil, noneOf("outlet", name, names)
}
