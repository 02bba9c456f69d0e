package ui

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
)

// answered is a contact with random numbers.
func answered(r *rand.Rand) *bridge.ContactNumbers {
	number := func() float64 { return (2*r.Float64() - 1) * math.Pow(10, float64(r.IntN(12)-8)) }
	vector := func() vec.Vec3 { return vec.New(number(), number(), number()) }
	c := &bridge.ContactNumbers{Pair: "capsule-mesh", Point: vector(), Normal: vector(), Overlap: number(),
		Force: vector(), NormalForce: number(), TangentialForce: number(),
		Friction: number(), Used: number(), Kn: number(), Kt: number(),
		Law: "frictional", Formula: "Fn = kn u", FormulaTeX: "F_n = k_n u"}
	c.Explained = bridge.Explained{Rule: "documented", Branch: "several ends overlap"}
	for range 1 + r.IntN(4) {
		c.Explained.Places = append(c.Explained.Places, bridge.Place{Part: "end − of A", On: "edge 3–4 of facet 12",
			Distance: number(), Overlap: number(), Weight: number(), Point: vector()})
	}
	return c
}

// numbersIn returns the numbers of a text, where those of LaTeX are written as plain ones.
func numbersIn(text string) (list []float64) {
	text = strings.NewReplacer(
		"\\ ", " ", " \\cdot 10^{", "e", "}", " ", "$", " ", "(", " ", ")", " ", ",\\;", " ", "&", " ",
	).Replace(text)
	for _, word := range strings.Fields(text) {
		if v, err := strconv.ParseFloat(strings.TrimSuffix(word, ","), 64); err == nil {
			list = append(list, v)
		}
	}
	return list
}

// holds reports whether some numbers follow one another in a list, to the last bit.
func holds(list []float64, want ...float64) bool {
	for i := range list {
		if len(list)-i >= len(want) && list[i] == want[0] {
			same := true
			for k := range want {
				same = same && list[i+k] == want[k]
			}
			if same {
				return true
			}
		}
	}
	return false
}

// What is copied of an explained contact, as text and as LaTeX, holds every number of the table to the last bit, and
// the point, the overlap and the forces; the inspector's copy holds all its rows.
func TestCopiedNumbersAreWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 2))
	for range 200 {
		c := answered(r)
		for name, text := range map[string]string{"text": explainText(c), "LaTeX": explainTeX(c)} {
			list := numbersIn(text)
			for _, p := range c.Explained.Places {
				if !holds(list, p.Distance, p.Overlap, p.Weight, p.Point.X, p.Point.Y, p.Point.Z) {
					t.Fatalf("%s lacks the place %+v:\n%s", name, p, text)
				}
			}
			for _, v := range []float64{c.Point.X, c.Normal.Z, c.Overlap, c.NormalForce, c.TangentialForce, c.Kn, c.Kt,
				c.Used} {
				if !holds(list, v) {
					t.Fatalf("%s lacks %g:\n%s", name, v, text)
				}
			}
		}
		rows := contactRows(c)
		list := numbersIn(exactText("x", rows))
		for _, row := range rows {
			if !holds(list, row.values...) {
				t.Fatalf("the copy lacks %+v:\n%s", row, exactText("x", rows))
			}
		}
	}
}

// The inspector shows numbers rounded in the last digit that it prints, and no other.
func TestShownNumbersAreRounded(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 4))
	units := []string{"m", "N", "N·m", "rad/s", "", "kg"}
	for range 5000 {
		v := vec.New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Scale(math.Pow(10, float64(r.IntN(14)-8)))
		row := three("x", units[r.IntN(len(units))], v, "")
		fields := strings.Fields(row.text(digits))
		unit := ""
		if len(fields) > 3 {
			unit = fields[3]
		}
		most := max(math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z))
		for k, want := range row.values {
			got, err := format.Parse(strings.TrimSpace(fields[k]+" "+unit), row.unit)
			if err != nil || math.Abs(got-want) > 5.001e-4*most || most == 0 {
				t.Fatalf("%v in %q is shown as %q: %v", v, row.unit, row.text(digits), err)
			}
		}
	}
}

// E explains the contact under the pointer, which it selects; once more hides that; without a contact it says
// what to do. The simulation is asked about what is selected, and about what was selected before it.
func TestExplainKey(t *testing.T) {
	e := newEngine(64)
	m := newTestModelOf(e)
	contact := bridge.Thing{Kind: bridge.ThingContact, Body: 3, Other: 4}
	m.do(keymap.Explain)
	if len(m.toasts.list) != 1 || m.view.Explain {
		t.Errorf("without a contact: %d messages, explaining %v", len(m.toasts.list), m.view.Explain)
	}
	m.view.Hover = contact
	for _, want := range []bool{true, false, true} {
		m.do(keymap.Explain)
		if m.view.Selected.Last() != contact || m.view.Explain != want {
			t.Errorf("selected %+v, explaining %v, want %v", m.view.Selected.Last(), m.view.Explain, want)
		}
	}
	body := bridge.Thing{Kind: bridge.ThingBody, Body: 7}
	sliding := bridge.Thing{Kind: bridge.ThingContact, Body: 7, Other: 9}
	m.selection.selectThing(body)
	m.view.Hover = bridge.Thing{}
	m.askWanted()
	m.snap.Inspected = bridge.Inspected{Things: m.inspector.askedAbout(), Body: bridge.BodyNumbers{
		Touching: []bridge.Touching{{Thing: contact, Used: 0.9, NormalForce: 8},
			{Thing: sliding, Used: 1, NormalForce: 2}, {Used: 1, NormalForce: 1}}}}
	if m.do(keymap.Explain); m.view.Selected.Last() != sliding || !m.view.Explain {
		t.Errorf("of a body: selected %+v, explaining %v", m.view.Selected.Last(), m.view.Explain)
	}
	m.selection.selectThing(contact)
	m.selection.selectMore(body)
	m.askWanted()
	if want := [2]bridge.Thing{body, contact}; m.wanted.Inspect != want {
		t.Errorf("asked about %+v, want %+v", m.wanted.Inspect, want)
	}
	if m.inspector.reply() != nil {
		t.Error("a reply before the simulation said anything")
	}
	m.snap.Inspected.Things = m.wanted.Inspect
	if !(bodyPanel{&m.inspector}).wants() || (contactPanel{&m.inspector}).wants() {
		t.Error("the reply about a body is not taken as one")
	}
}

// The sections of the inspector can be built with any numbers, also such as no simulation should have.
func TestInspectorBearsAnyNumbers(t *testing.T) {
	b := newBench(t)
	b.size(1280, 900, 1)
	b.g.m.shell.Inspect(true)
	r := rand.New(rand.NewPCG(18, 5))
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -0., math.MaxFloat64, 5e-324, 1}
	for n := range 40 {
		kind := []bridge.ThingKind{bridge.ThingBody, bridge.ThingContact}[n%2]
		things := [2]bridge.Thing{{Kind: kind, Body: 1}, {Kind: bridge.ThingBody, Body: 2}}
		b.g.m.view.Selected = view.NewThings(things[1], things[0])
		in := bridge.Inspected{Things: things, Contact: *answered(r), Ruler: bridge.Ruler{Given: true, HasGap: n%3 == 0}}
		v := func() float64 { return odd[r.IntN(len(odd))] }
		c := &in.Contact
		c.NormalForce, c.TangentialForce, c.Used, c.Point, c.Overlap = v(), v(), v(), vec.New(v(), v(), v()), v()
		in.Ruler.Gap, in.Ruler.Center = v(), v()
		in.Body = bridge.BodyNumbers{Position: vec.New(v(), v(), v()), Mass: 1, Members: make([]bridge.Member, n%3),
			Touching: make([]bridge.Touching, n%50), Wall: bridge.WallNumbers{Given: n%5 == 0, Axis: n % 3}}
		for k := range in.History.Values {
			in.History.Values[k] = []float32{float32(v()), float32(v()), 1}
		}
		b.e.state.Inspected = in
		b.g.m.snap.Inspected = in
		b.frame()
		b.frame()
		b.g.m.snap.Inspected = in
		if b.frame(); b.g.m.shell.at.Inspector.Width < 100 {
			t.Fatalf("the inspector has the width %g", b.g.m.shell.at.Inspector.Width)
		}
	}
}
