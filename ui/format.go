package ui

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// prefixes are the SI prefixes that panels write and understand.
var prefixes = []struct {
	text   string
	factor float64
}{
	{"p", 1e-12}, {"n", 1e-9}, {"µ", 1e-6}, {"m", 1e-3}, {"", 1}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12},
}

// prefixable units take SI prefixes; compound ones do not.
func prefixable(unit string) bool {
	switch unit {
	case "Pa", "s", "N", "N/m", "m", "J", "kg", "m/s":
		return unit != "kg"
	}
	return false
}

// unknown stands for a number that nobody knows.
const unknown = "–"

// quantity writes a value with its unit and the given number of significant digits: 10 MPa.
func quantity(v float64, unit string, digits int) string {
	if unit == "" || math.IsNaN(v) {
		return number(v, digits)
	}
	if !prefixable(unit) || v == 0 || math.IsInf(v, 0) {
		return number(v, digits) + " " + unit
	}
	best := prefixes[0]
	for _, p := range prefixes {
		// a value that rounds up to the next prefix belongs to that one
		if math.Abs(v) >= p.factor*(1-0.5*math.Pow10(-digits)) {
			best = p
		}
	}
	return number(v/best.factor, digits) + " " + best.text + unit
}

// number writes a value with at most the given number of significant digits, and with an
// exponent only where it saves much.
func number(v float64, digits int) string {
	if v == 0 {
		return "0"
	} else if math.IsNaN(v) {
		return unknown
	}
	a := math.Abs(v)
	if a < 1e-4 || a >= 1e7 || math.IsInf(v, 0) {
		s := strconv.FormatFloat(v, 'g', digits, 64)
		s = strings.NewReplacer("e+0", "e", "e+", "e", "e-0", "e-").Replace(s)
		if v < 0 {
			s = "−" + s[1:]
		}
		return s
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

// exact writes a value so that parseQuantity gets exactly it back: with its unit if that
// is short, else as a plain number.
func exact(v float64, unit string) string {
	s := quantity(v, unit, 6)
	if got, err := parseQuantity(s, unit); err == nil && got == v {
		return strings.Replace(s, "−", "-", 1)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// parseQuantity reads a number with or without its unit: "1e7", "10 MPa", "10M", "0,5".
func parseQuantity(text, unit string) (float64, error) {
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
	if prefixable(unit) {
		for _, p := range prefixes {
			if p.text != "" && (plain == p.text+unit || plain == p.text) || p.text == "µ" && plain == "u"+unit {
				return v * p.factor, nil
			}
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

// grouped writes a count with its thousands set apart: 38 099.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
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

// clockTime writes the time of a scene that ends at end, in the same unit all along where
// the scene is long enough to be read in seconds.
func clockTime(t, end float64) string {
	if end >= 1 || t >= 1 {
		return fmt.Sprintf("%.3f s", t)
	}
	return duration(t)
}

// askedSpeed writes a speed that is asked for: 0 is as fast as possible.
func askedSpeed(f float64) string {
	if f == 0 {
		return "max"
	}
	return factor(f)
}

// factor writes a speed: ×0.25, ×13; ×0 stands still.
func factor(f float64) string {
	switch {
	case f < 0.00095:
		return "×" + number(f, 2)
	case f >= 9.995:
		return fmt.Sprintf("×%.0f", f)
	case f >= 0.0995:
		return fmt.Sprintf("×%.2f", f)
	case f >= 0.00995:
		return fmt.Sprintf("×%.3f", f)
	}
	return fmt.Sprintf("×%.4f", f)
}

// clock writes a length of video: 00:12.
func clock(seconds float64) string {
	s := int(seconds)
	return fmt.Sprintf("%02d:%02d", s/60, s%60)
}
