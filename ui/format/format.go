// Package format writes numbers for people, in SI units with prefixes, and reads numbers that people type. It is
// pure: each function depends on its arguments alone.
package format

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Unit is a unit in which values of a quantity are written, and its factor relative to the SI unit of the
// quantity.
type Unit struct {
	Text   string
	Factor float64
}

// prefixes are the SI prefixes that panels write and understand.
var prefixes = []Unit{
	{"p", 1e-12}, {"n", 1e-9}, {"µ", 1e-6}, {"m", 1e-3}, {"", 1}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12},
}

// units lists, for the SI unit of each quantity whose values may be small or large, the units in which values are
// written, from the smallest. Other quantities have only their SI unit.
var units = func() map[string][]Unit {
	list := map[string][]Unit{
		"kg·m²": {{"mg·mm²", 1e-12}, {"g·mm²", 1e-9}, {"g·cm²", 1e-7}, {"kg·cm²", 1e-4}, {"kg·m²", 1}},
		"m²":    {{"µm²", 1e-12}, {"mm²", 1e-6}, {"cm²", 1e-4}, {"m²", 1}},
	}
	for _, unit := range []string{"Pa", "s", "N", "N/m", "m", "J", "m/s", "N·m", "N·s/m"} {
		for _, p := range prefixes {
			list[unit] = append(list[unit], Unit{p.Text + unit, p.Factor})
		}
	}
	for _, per := range []string{"", "/s"} {
		list["kg"+per] = []Unit{{"ng" + per, 1e-12}, {"µg" + per, 1e-9}, {"mg" + per, 1e-6}, {"g" + per, 1e-3},
			{"kg" + per, 1}}
	}
	return list
}()

// Unknown is the text for an unknown number.
const Unknown = "–"

// Quantity writes a value with its unit and the given number of significant digits: 10 MPa.
func Quantity(v float64, unit string, digits int) string {
	if unit == "" || math.IsNaN(v) {
		return Number(v, digits)
	}
	if v == 0 || math.IsInf(v, 0) {
		return Number(v, digits) + " " + unit
	}
	// a value that rounds up to the next unit is written in the next unit
	u := unitOf(math.Abs(v), unit, 1-0.5*math.Pow10(-digits))
	if math.Abs(v) < 1e-3*u.Factor { // no prefix helps
		return Number(v, digits) + " " + unit
	}
	return Number(v/u.Factor, digits) + " " + u.Text
}

// unitOf returns the largest unit in which a size is at least share, otherwise the smallest unit.
func unitOf(size float64, unit string, share float64) Unit {
	list := units[unit]
	if len(list) == 0 || size == 0 {
		return Unit{unit, 1}
	}
	best := list[0]
	for _, u := range list {
		if size >= u.Factor*share {
			best = u
		}
	}
	return best
}

// Short writes a value with two significant digits and an exponent, in at most seven characters: 4.5e6.
func Short(v float64) string { return withExponent(v, 'e', 1) }

// withExponent writes a value as strconv does, with a short exponent and a minus sign.
func withExponent(v float64, form byte, digits int) string {
	s := strconv.FormatFloat(v, form, digits, 64)
	s = strings.NewReplacer("e+0", "e", "e+", "e", "e-0", "e-").Replace(s)
	if v < 0 {
		s = "−" + s[1:]
	}
	return s
}

// Number writes a value with at most the given number of significant digits, and with an exponent only where the
// exponent makes it much shorter.
func Number(v float64, digits int) string {
	if v == 0 {
		return "0"
	} else if math.IsNaN(v) {
		return Unknown
	}
	a := math.Abs(v)
	if a < 1e-4 || a >= 1e7 || math.IsInf(v, 0) {
		return withExponent(v, 'g', digits)
	}
	decimals := digits - 1 - int(math.Floor(math.Log10(a)))
	if decimals < 0 {
		decimals = 0
	}
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return strings.Replace(s, "-", "−", 1)
}

// Exact writes a value so that Parse reads exactly this value: with six digits and its unit if they are enough,
// otherwise as a plain number.
func Exact(v float64, unit string) string {
	s := Quantity(v, unit, 6)
	if got, err := Parse(s, unit); err == nil && got == v {
		return strings.Replace(s, "−", "-", 1)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// Parse reads a number with or without its unit: "1e7", "10 MPa", "10M", "0,5".
func Parse(text, unit string) (float64, error) {
	s := strings.TrimSpace(strings.NewReplacer("−", "-", ",", ".").Replace(text))
	n := numberPrefix(s)
	v, err := strconv.ParseFloat(s[:n], 64)
	if err != nil {
		return 0, fmt.Errorf("must be a number, got %q", text)
	}
	suffix := strings.TrimSpace(s[n:])
	plain := strings.NewReplacer("m3", "m³", "m2", "m²", "s2", "s²", "^", "", "μ", "µ").Replace(suffix)
	if plain == "" || plain == unit {
		return v, nil
	}
	for _, u := range units[unit] {
		bare, prefixed := strings.CutSuffix(u.Text, unit)
		if plain == u.Text || plain == strings.Replace(u.Text, "µ", "u", 1) || prefixed && bare != "" && plain == bare {
			return v * u.Factor, nil
		}
	}
	if unit == "" {
		return 0, fmt.Errorf("must be a plain number, got %q", text)
	}
	return 0, fmt.Errorf("must be in %s, got %q", unit, suffix)
}

// numberPrefix returns the length of the longest start of s that is a number.
func numberPrefix(s string) int {
	for n := len(s); n > 0; n-- {
		if _, err := strconv.ParseFloat(s[:n], 64); err == nil {
			return n
		}
	}
	return 0
}

// duration writes a time so that its width rarely changes: 1.240 s, 12.40 ms.
func duration(t float64) string {
	a := math.Abs(t)
	switch {
	case a == 0:
		return "0.000 s"
	case a < 1e-6:
		return fmt.Sprintf("%.1f ns", t*1e9)
	case a < 1e-3:
		return fmt.Sprintf("%.2f µs", t*1e6)
	case a < 1e-1:
		return fmt.Sprintf("%.2f ms", t*1e3)
	}
	return fmt.Sprintf("%.3f s", t)
}

// SceneTime writes a time of a scene that ends at end [s]. If the scene is long enough, all its times are in
// seconds, so that the unit does not change.
func SceneTime(t, end float64) string {
	if end >= 1 || t >= 1 {
		return fmt.Sprintf("%.3f s", t)
	}
	return duration(t)
}

// AskedSpeed writes the speed that a person has chosen: 0 means as fast as possible.
func AskedSpeed(f float64) string {
	if f == 0 {
		return "max"
	}
	return Speed(f)
}

// Speed writes a speed of the simulation relative to real time: ×0.25, ×13; ×0 stands still.
func Speed(f float64) string {
	switch {
	case f < 0.00095:
		return "×" + Number(f, 2)
	case f >= 9.995:
		return fmt.Sprintf("×%.0f", f)
	case f >= 0.0995:
		return fmt.Sprintf("×%.2f", f)
	case f >= 0.00995:
		return fmt.Sprintf("×%.3f", f)
	}
	return fmt.Sprintf("×%.4f", f)
}

// Clock writes a length of video: 00:12.4.
func Clock(seconds float64) string {
	tenths := int(10*seconds + 0.5)
	return fmt.Sprintf("%02d:%02d.%d", tenths/600, tenths/10%60, tenths%10)
}

// Scale returns the divisor that suits values up to a size, and the unit of the divided values.
func Scale(size float64, unit string) (factor float64, text string) {
	u := unitOf(size, unit, 1-1e-9)
	return u.Factor, u.Text
}

// Longest returns the longest unit in which values of a quantity are written.
func Longest(unit string) string {
	for _, u := range units[unit] {
		if utf8.RuneCountInString(u.Text) > utf8.RuneCountInString(unit) {
			unit = u.Text
		}
	}
	return unit
}

// AllDigits writes a number with all its digits.
func AllDigits(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// TimeLeft writes a remaining time roughly: 40 s, 3 min, 2 h.
func TimeLeft(d time.Duration) string {
	switch {
	case d < 90*time.Second:
		return fmt.Sprintf("%.0f s", max(d.Seconds(), 1))
	case d < 90*time.Minute:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}

// Percent writes a share of 1 in percent.
func Percent(x float64) string { return Number(100*x, 3) + " %" }

// Round rounds v to a multiple of step, a power of ten. For a step below 1 it divides by 1/step, which is exact,
// so that no further digits appear.
func Round(v, step float64) float64 {
	if step < 1 {
		inverse := math.Round(1 / step)
		return math.Round(v*inverse) / inverse
	}
	return math.Round(v/step) * step
}

// Shorten returns a text, or its beginning and an ellipsis if it has more than most characters.
func Shorten(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// Bytes writes a number of bytes for people.
func Bytes(bytes int64) string {
	switch {
	case bytes >= 1<<30:
		return fmt.Sprintf("%.1f GB", float64(bytes)/(1<<30))
	case bytes >= 1<<20:
		return fmt.Sprintf("%.0f MB", float64(bytes)/(1<<20))
	}
	return fmt.Sprintf("%.0f kB", float64(bytes)/(1<<10))
}

// Sentence begins a text with a capital letter.
func Sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// Each writes each value of a list with a verb of package fmt.
func Each(values []float64, verb string) []string {
	var list []string
	for _, v := range values {
		list = append(list, fmt.Sprintf(verb, v))
	}
	return list
}
