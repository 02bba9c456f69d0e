package query

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// moment is a world of two bodies that touch.
type moment struct {
	whole   World
	closure float64
	bodies  []Body
}

func (m *moment) World() World          { return m.whole }
func (m *moment) Closure() float64      { return m.closure }
func (m *moment) Deepest() bridge.Thing { return bridge.Thing{Kind: bridge.ThingContact, Nth: 7} }

func (m *moment) Each(_ GroupSet, row *Body, yield func() bool) {
	for i := range m.bodies {
		if *row = m.bodies[i]; !yield() {
			return
		}
	}
}

func (m *moment) Touch(a, b string, sliding bool) (bridge.Thing, bool) {
	return bridge.Thing{Kind: bridge.ThingContact}, (a+"|"+b == "1|floor" || a+"|"+b == "floor|1") && !sliding
}

func (m *moment) Outlet(name string, number func(*bridge.Outlet) float64) float64 {
	if name != "drain" {
		return math.NaN()
	}
	o := bridge.Outlet{Bodies: 7, Mass: 3}
	o.Ages.Add(2)
	return number(&o)
}

func (m *moment) Through(plane string, number *bridge.PassedNumber) float64 {
	p, err := bridge.ParsePlane(plane)
	if err != nil && plane != "mouth" {
		return math.NaN()
	}
	return number.Of(&bridge.Passed{Bodies: 4, Mass: p.At, Back: bridge.Crossed{Bodies: 3}})
}

func (m *moment) Between(pair string, number *bridge.CollisionNumber) float64 {
	if pair != "all" && pair != "steel+grain" && pair != "a-b+grain" {
		return math.NaN()
	}
	return number.Of(&bridge.CollisionBin{Count: 4, Normal: 2, MaxNormal: 0.75, LostNormal: 3}, 2)
}

func (m *moment) Servo(name string) (bridge.Thing, float64, bool) {
	if name != "press" && name != "2" {
		return bridge.Thing{}, 0, false
	}
	return bridge.Thing{Kind: bridge.ThingBody, Body: 7}, 35e3, name == "press"
}

func (m *moment) Joint(name string) (bridge.Thing, bridge.JointNumbers) {
	if name != "paddle" {
		return bridge.Thing{}, bridge.JointNumbers{Way: math.NaN(), Pace: math.NaN(), Motor: math.NaN()}
	}
	return bridge.Thing{Kind: bridge.ThingBody, Body: 8}, bridge.JointNumbers{Way: 0.5, Pace: -2, Motor: 0.1}
}

func (m *moment) Region(name string, number *bridge.RegionNumber) float64 {
	if name != "core" && name != "a-b" {
		return math.NaN()
	}
	return number.Of(&bridge.Measured{Bodies: 12, Solid: 0.6, Stress: [6]float64{1, 2, 6e3}})
}

func (m *moment) Surface(name string, number *bridge.SurfaceNumber, sum bool) float64 {
	switch {
	case name != "blade":
		return math.NaN()
	case sum:
		return number.Of(&bridge.Pressed{}, &bridge.Load{Power: 7})
	}
	return number.Of(&bridge.Pressed{}, &bridge.Load{Power: 3})
}

// Contract: a condition is true of the whole, of any body, or of a contact; it says what made it true, once for each
// time it becomes true.
func TestConditions(t *testing.T) {
	m := &moment{
		whole:   World{Time: 1.5, Step: 30, Bodies: 2, Touches: 1, Overlap: 0.06},
		closure: 2e-3,
		bodies:  []Body{{ID: 1, Speed: 2, VZ: -2, Name: "ball"}, {ID: 2, Speed: 4, VZ: 4, Name: "ball"}},
	}
	contact, body := bridge.Thing{Kind: bridge.ThingContact}, bridge.Thing{Kind: bridge.ThingBody, Body: 2}
	held := bridge.Thing{Kind: bridge.ThingBody, Body: 7}
	for text, want := range map[string]bridge.Thing{
		"overlap > 5%": m.Deepest(), "(overlap>5.5%) && time > 1": m.Deepest(), "speed > 3": body, "v > 3": body,
		"contact(1, floor)": contact, "contact('floor', 1)": contact, "vz > 0 and name == 'ball'": body,
		"closure > 1e-3": {}, "time >= 1.5": {}, "step = 30": {}, "step % 10 = 0 && bodies == 2": {}, "touches == 1": {},
		"speed > 3 && time > 1": body, "settled(press)": held, "settled('press') and time > 1": held, "load(2) > 3e4": held,
		"abs(load(press) - 35e3) < 1": held, "not settled(2)": {},
		"region(core, stress_zz) > 5e3": {}, "region('a-b', \"stress zz\") > 5e3 and time > 1": {},
		"outlet(drain, bodies) == 7 && outlet(drain, mass) == 3 && outlet(drain, mean_age) == 2":   {},
		"outlet(drain, ages) == 1 && outlet(drain, age_95) > 1.9 && not (outlet(other, mass) > 0)": {},
		"through('-z=0.5', mass) == 0.5 && through(\"x=1\", bodies) == 4":                          {},
		"through(mouth, back_bodies) == 3":                                                         {},
		"between(steel+grain, energy_lost) == 3 && between(all, rate) == 2":                        {},
		"between('a-b+grain', \"max normal speed\") > 0.7 && not (between(a+b, collisions) > 0)":   {},
		"surface(blade, power) > 2": {},
		"surface('blade', \"work\") > 5 && not (surface(other, force_x) > 0)": {},
		"region(core, solid_fraction) > 59% && region(core, bodies) == 12":    {},
	} {
		c, err := ParseCondition(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		culprit, became, err := c.Check(m)
		if err != nil || !became || culprit != want {
			t.Errorf("%s: %+v, became true %v, error %v, want %+v", text, culprit, became, err, want)
		}
		if _, became, _ := c.Check(m); became {
			t.Errorf("%s: became true twice", text)
		}
	}
	for _, text := range []string{"overlap > 7%", "contact(1, 2)", "slip(1)", "settled(2)", "load(floor) > 0",
		"speed > 5", "time < 1", "step % 7 = 0"} {
		c, err := ParseCondition(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if _, became, err := c.Check(m); became || err != nil {
			t.Errorf("%s: became true %v, error %v", text, became, err)
		}
	}
}

// Contract: what cannot be read is named with its place.
func TestConditionsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"": "write a condition", "overlop > 5%": "did you mean overlap?", "overlap": "true or false",
		"speed >":       "at character",
		"step % 0 == 1": "at character 6: the remainder % of a division by 0 is no number", "5 % 0 == 1": "is no number",
		"contact(1)": "contact", "all(1..9, {# > 0})": "no loops", "slip(1, 2)": "slip",
		"settled()": "settled", "settled(a, b)": "settled", "load(press)": "true or false", "load(1.5) > 1": "load",
		"outlet(drain, age) > 5":                    "at character 15: an outlet has no \"age\"",
		"through('w=1', mass) > 5":                  "must be x, y, z, -x, -y or -z with = and a place in metres",
		"through('z=1', speed) > 5":                 "a plane has no \"speed\" (there are bodies, mass, forward_bodies",
		"through('z=1', back_mass) > 5":             "back mass is known of planes under planes: only, by their names",
		"through('a=disc/0,0,0/0,0,1/1', mass) > 5": "list the plane a under planes: and give its name alone",
		"through(-0.05, mass) > 5":                  "cannot use float64 as argument",
		"surface(blade, wrk) > 5":                   "at character 16: a surface has no \"wrk\" (did you mean work?)",
		"surface(a-b, work) > 5":                    "needs the name of a surface and of one of its numbers",
		"between(all, enrgy_lost) > 5":              "at character 14: collisions have no \"enrgy_lost\" (did you mean",
		"between(a-b, energy_lost) > 5":             "needs the name of a pair of materials and of one of its numbers",
		"between(a+b+c, energy_lost) > 5":           "needs the name of a pair of materials and of one of its numbers",
		"settled(press) > 1":                        "at character", "lod(press) > 1": "lod",
		"settled":  "needs names in brackets",
		"load > 1": "needs names in brackets",
	} {
		if _, err := ParseCondition(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	c, err := ParseCondition("id % contacts == 1")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.Check(&moment{bodies: []Body{{ID: 1}}}); err == nil || !strings.Contains(err.Error(), byZero) {
		t.Errorf("a body without contacts: %v, want %q", err, byZero)
	}
}

// Contract: what is computed directly is what the interpreter computes, and takes no memory.
func TestConditionsComputedDirectly(t *testing.T) {
	m := &moment{
		whole:  World{Time: 1.5, Step: 30, Bodies: 2, Overlap: 0.06},
		bodies: []Body{{ID: 1, Speed: 2, VZ: -2, Z: 1, Mass: 3}, {ID: 2, Speed: 4, VZ: 4, Contacts: 2}},
	}
	for _, text := range []string{
		"speed > 3 && z < 0.1", "not (speed > 1) or vz < -1", "mass*speed/2 - 1 >= 2", "-vz > 1.5",
		"id != 1 && contacts == 2",
		"speed + z*2 <= time", "overlap > 5% and step < 40", "bodies/step == 2/30", "x/x > 0", "!(x/x > 0)", "id / 2 == 0.5",
	} {
		c, err := ParseCondition(text)
		if err != nil || c.direct == nil {
			t.Errorf("%s: error %v, direct %v", text, err, c != nil && c.direct != nil)
			continue
		}
		slow := *c
		slow.direct = nil
		thing, is, err := c.evaluate(m)
		other, was, wrong := slow.evaluate(m)
		if is != was || thing != other || err != nil || wrong != nil {
			t.Errorf("%s: %v of %v, interpreted %v of %v; errors %v, %v", text, is, thing, was, other, err, wrong)
		}
		if n := testing.AllocsPerRun(10, func() { c.direct(&c.at) }); n > 0 {
			t.Errorf("%s takes memory %v times", text, n)
		}
	}
	for _, q := range append(WorldQuantities[:len(WorldQuantities):len(WorldQuantities)], Quantities...) {
		if q.Name != "name" && q.Name != "material" && read[q.Name] == nil {
			t.Errorf("%s is not computed directly", q.Name)
		}
	}
}

// Contract: what a condition asks of bodies is found for it, and nothing else.
func TestConditionAsksForWhatItUses(t *testing.T) {
	for _, q := range Quantities {
		value := "1"
		if q.Name == "name" || q.Name == "material" {
			value = "'a'"
		}
		c, err := ParseCondition(q.Name + " == " + value)
		if err != nil {
			t.Fatal(err)
		}
		if want := q.Groups; !c.ofBody || c.groups != want || want == 0 {
			t.Errorf("%s asks for %b, want %b", q.Name, c.groups, want)
		}
	}
}

// Contract: bodies whose names or numbers a condition compares with are told, like those that contact is given.
func TestConditionTellsItsBodies(t *testing.T) {
	c, err := ParseCondition("name == 'top' && force > 5 || 7 == id && 'b' != name || contact(top, 3) || " +
		"lower(name) == 'x' || settled(press) || load(\"side\") > load(press) || way(paddle) > motor(lever)")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(c.Servos(), []string{"press", "side"}) {
		t.Errorf("servos %q", c.Servos())
	}
	if !slices.Equal(c.Joints(), []string{"paddle", "lever"}) {
		t.Errorf("joints %q", c.Joints())
	}
	if !slices.Equal(c.Bodies(), []string{"top", "7", "3"}) || !slices.Equal(c.Chosen(), []string{"top", "7"}) {
		t.Errorf("bodies %q, chosen %q", c.Bodies(), c.Chosen())
	}
}
