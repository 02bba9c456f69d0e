package inspect

import (
	"fmt"
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/setting"
)

// Language compiles the texts of forces from outside: formulas, and choices of bodies.
type Language struct {
	Bodies   *body.Set
	Contacts *contact.Set
	Clock    *contact.Clock
}

// row fills in the values of body i that a formula or a choice uses.
func (l *Language) row(m *Moment, groups query.GroupSet, i int, row *query.Body) {
	m.Clock = *l.Clock
	row.ID = int64(l.Bodies.ID(i))
	m.fillMotion(groups, i, row)
	if groups&(query.Mass|query.Size|query.Radius|query.Words) != 0 {
		m.fillMake(groups, i, row)
	}
}

// moment returns a moment with the parts that a row needs.
func (l *Language) moment() *Moment {
	return &Moment{Site: Site{Bodies: l.Bodies, Contacts: l.Contacts}}
}

// Formula returns a function that computes formulas for body i, for one goroutine.
//
// Errors name the formula: a text that is none.
func (l *Language) Formula(list setting.Formula) (func(i int, into *[6]float64), error) {
	all := &query.Formulas{List: make([]*query.Formula, len(list))}
	for k, text := range list {
		if text == "" {
			continue
		}
		f, err := query.ParseFormula(text)
		if err != nil {
			return nil, fmt.Errorf("formula: %s: %q: %w", setting.FormulaKeys[k], text, err)
		}
		all.List[k] = f
	}
	groups, m, row := query.Groups(all.List), l.moment(), new(query.Body)
	return func(i int, into *[6]float64) {
		l.row(m, groups, i, row)
		all.Values(row, l.Clock.Time, into[:])
	}, nil
}

// Choice returns a function that says whether a text chooses body i, for one goroutine, and whether the choice of a
// body may change.
//
// Errors: a text that is no query, a query of what is not known when forces are summed.
func (l *Language) Choice(text string) (is func(i int) (bool, error), changes bool, err error) {
	q, err := query.Parse(text)
	if err != nil {
		return nil, false, err
	}
	if late := q.Late(); late != "" {
		return nil, false, fmt.Errorf("%s is known only after the forces", late)
	}
	changing := func(of query.Quantity) bool { return of.Changes && q.Uses(of.Name) }
	groups, m, row := q.Groups(), l.moment(), new(query.Body)
	return func(i int) (bool, error) {
		l.row(m, groups, i, row)
		return q.Match(row)
	}, slices.ContainsFunc(query.Quantities, changing), nil
}
