package scene

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"example.org/tumble/sim/spell"
)

// unit is a unit that a number may be given in: SI value = number · 10^shift · multiply / divide. A power of ten
// moves the decimal point of the text, and factors below 1 are divisors where possible, so that 1.2 mm is the same
// number as 0.0012 m to the last bit.
type unit struct {
	name     string
	shift    int
	multiply float64
	divide   float64
}

// The units of each quantity. A number without a unit has the first one.
var (
	plain   = []unit{{"", 0, 1, 1}, {"1", 0, 1, 1}}
	lengths = []unit{{"m", 0, 1, 1}, {"mm", -3, 1, 1}, {"cm", -2, 1, 1}, {"um", -6, 1, 1}, {"µm", -6, 1, 1}}
	times   = []unit{{"s", 0, 1, 1}, {"ms", -3, 1, 1}, {"us", -6, 1, 1}, {"µs", -6, 1, 1}, {"min", 0, 60, 1},
		{"h", 0, 3600, 1}}
	masses    = []unit{{"kg", 0, 1, 1}, {"g", -3, 1, 1}, {"mg", -6, 1, 1}, {"t", 3, 1, 1}}
	pressures = []unit{{"Pa", 0, 1, 1}, {"kPa", 3, 1, 1}, {"MPa", 6, 1, 1}, {"GPa", 9, 1, 1}, {"N/m2", 0, 1, 1}}
	forces    = []unit{{"N", 0, 1, 1}, {"kN", 3, 1, 1}, {"MN", 6, 1, 1}, {"mN", -3, 1, 1}}
	torques   = []unit{{"N·m", 0, 1, 1}, {"N m", 0, 1, 1}, {"Nm", 0, 1, 1}, {"kN·m", 3, 1, 1}, {"kN m", 3, 1, 1},
		{"kNm", 3, 1, 1}, {"mN·m", -3, 1, 1}, {"mN m", -3, 1, 1}, {"mNm", -3, 1, 1}}
	viscosities = []unit{{"Pa·s", 0, 1, 1}, {"Pa s", 0, 1, 1}, {"Pas", 0, 1, 1}, {"mPa·s", -3, 1, 1},
		{"mPa s", -3, 1, 1}, {"mPas", -3, 1, 1}}
	stiffnesses = []unit{{"N/m", 0, 1, 1}, {"kN/m", 3, 1, 1}, {"MN/m", 6, 1, 1}, {"N/mm", 3, 1, 1}, {"mN/m", -3, 1, 1}}
	torsions    = []unit{{"N·m/rad", 0, 1, 1}, {"N m/rad", 0, 1, 1}, {"Nm/rad", 0, 1, 1}, {"kN·m/rad", 3, 1, 1},
		{"mN·m/rad", -3, 1, 1}, {"N·m/deg", 0, 180, math.Pi}}
	dashpots     = []unit{{"N·s/m", 0, 1, 1}, {"N s/m", 0, 1, 1}, {"Ns/m", 0, 1, 1}, {"kN·s/m", 3, 1, 1}}
	turnDashpots = []unit{{"N·m·s/rad", 0, 1, 1}, {"N m s/rad", 0, 1, 1}, {"Nms/rad", 0, 1, 1},
		{"mN·m·s/rad", -3, 1, 1}}
	areas = []unit{{"m2", 0, 1, 1}, {"m²", 0, 1, 1}, {"cm2", -4, 1, 1}, {"cm²", -4, 1, 1}, {"mm2", -6, 1, 1},
		{"mm²", -6, 1, 1}}
	densities = []unit{{"kg/m3", 0, 1, 1}, {"kg/m³", 0, 1, 1}, {"g/cm3", 3, 1, 1}, {"g/cm³", 3, 1, 1},
		{"t/m3", 3, 1, 1}}
	speeds        = []unit{{"m/s", 0, 1, 1}, {"mm/s", -3, 1, 1}, {"cm/s", -2, 1, 1}, {"km/h", 3, 1, 3600}}
	accelerations = []unit{{"m/s2", 0, 1, 1}, {"m/s²", 0, 1, 1}, {"cm/s2", -2, 1, 1}}
	spins         = []unit{{"rad/s", 0, 1, 1}, {"deg/s", 0, math.Pi, 180}, {"1/s", 0, 1, 1}, {"rpm", 0, math.Pi, 30}}
	angles        = []unit{{"deg", 0, 1, 1}, {"°", 0, 1, 1}, {"rad", 0, 180, math.Pi}}
	frequencies   = []unit{{"Hz", 0, 1, 1}, {"kHz", 3, 1, 1}, {"1/s", 0, 1, 1}, {"rpm", 0, 1, 60}}
	flows         = []unit{{"kg/s", 0, 1, 1}, {"g/s", -3, 1, 1}, {"kg/h", 0, 1, 3600}, {"t/h", 3, 1, 3600}}
)

// quantityList lists the quantities that have units.
var quantityList = [][]unit{lengths, times, masses, pressures, densities, speeds, accelerations, spins, angles,
	frequencies, flows, forces, torques, areas, viscosities, stiffnesses, torsions, dashpots,
	turnDashpots}

// quantities maps the first unit of each quantity, which fields of a scene name in their unit tag, to all units of
// the quantity.
var quantities = func() map[string][]unit {
	all := map[string][]unit{}
	for _, q := range quantityList {
		all[q[0].name] = q
	}
	return all
}()

// decimal is a number at the beginning of a text, as YAML and JSON write it.
const decimal = `[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?`

var leadingNumber = regexp.MustCompile("^" + decimal)

// CutUnit returns the number at the beginning of a text, and the unit behind it; an empty number: there is none.
func CutUnit(text string) (number, unit string) {
	s := strings.TrimSpace(text)
	number = leadingNumber.FindString(s)
	return number, strings.TrimSpace(s[len(number):])
}

// parseQuantity reads a number, with one of the units or without: 12 mm, 1e7Pa, 0.3. If units is nil, the number
// must have no unit.
//
// Errors name the text and the units.
func parseQuantity(text string, units []unit) (float64, error) {
	number, name := CutUnit(text)
	if number == "" || name != "" && units == nil {
		return 0, fmt.Errorf("must be a number%s, got %s", unitHint(units), spell.Quote(text))
	}
	if name == "" {
		return finite(number, text, unit{multiply: 1, divide: 1})
	}
	for _, u := range units {
		if u.name == name {
			return finite(number, text, u)
		}
	}
	return 0, fmt.Errorf("the unit must be one of %s, got %s", unitNames(units), spell.Quote(text))
}

// finite returns the SI value of a number in a unit.
func finite(number, text string, u unit) (float64, error) {
	x, err := u.parse(number)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		return 0, fmt.Errorf("must be a finite number, got %s", spell.Quote(text))
	}
	return x, nil
}

// parse returns the SI value of the text of a number in the unit.
func (u unit) parse(number string) (float64, error) {
	if u.shift != 0 {
		mantissa, exponent := number, 0
		if i := strings.IndexAny(number, "eE"); i >= 0 {
			var err error
			if exponent, err = strconv.Atoi(number[i+1:]); err != nil {
				return 0, err
			}
			mantissa = number[:i]
		}
		number = fmt.Sprintf("%se%d", mantissa, exponent+u.shift)
	}
	x, err := strconv.ParseFloat(number, 64)
	return x * u.multiply / u.divide, err
}

// unitNames lists units for people.
func unitNames(units []unit) string {
	var names []string
	for _, u := range units {
		names = append(names, u.name)
	}
	return strings.Join(names, ", ")
}

// unitHint returns the remark of an error that names the unit of a number without one, and the allowed units.
func unitHint(units []unit) string {
	if units == nil {
		return ""
	}
	return " of " + units[0].name + ", or with a unit (" + unitNames(units) + ")"
}
