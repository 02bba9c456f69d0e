package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
)

// unit is a unit that the number of a flag may have. The value in SI units is number / divide * multiply: dividing
// by 1000 makes 200ms exactly 0.2. If a text ends with several units, as 5ms ends with ms and s, the first one in
// the list counts.
type unit struct {
	suffix           string
	divide, multiply float64
}

var (
	timeUnits = []unit{{"min", 1, 60}, {"ms", 1e3, 1}, {"us", 1e6, 1}, {"µs", 1e6, 1}, {"h", 1, 3600}, {"s", 1, 1},
		{"", 1, 1}}
	forceUnits = []unit{{"mN", 1, 1e-3}, {"uN", 1, 1e-6}, {"µN", 1, 1e-6}, {"kN", 1, 1e3}, {"MN", 1, 1e6}, {"N", 1, 1},
		{"", 1, 1}}
	byteUnits = []unit{{"kB", 1, 1e3}, {"KB", 1, 1e3}, {"MB", 1, 1e6}, {"GB", 1, 1e9}, {"B", 1, 1}, {"", 1, 1}}
)

// parseWithUnit reads a number with one of the units.
//
// Errors: the errors of strconv.ParseFloat.
func parseWithUnit(s string, units []unit) (x float64, err error) {
	i := slices.IndexFunc(units, func(u unit) bool { return strings.HasSuffix(s, u.suffix) })
	u := &units[i] // the last unit is empty, so that one is always found
	x, err = strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(s, u.suffix)), 64)
	return x / u.divide * u.multiply, err
}

// leastTime is the shortest time that a flag may give [s]. It is far below the duration of contacts, which last
// some nanoseconds at least.
const leastTime = 1e-15

// parseTime reads a time > 0: a number with a unit (s, ms, us, µs, min, h), or a number alone, which is in
// seconds.
func parseTime(s string) (seconds float64, err error) {
	v, err := parseWithUnit(s, timeUnits)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange), !(v > 0):
		return 0, fmt.Errorf("must be a time > 0, in seconds or with a unit (4.1s, 200ms, 50us, 2min), got %s",
			spell.Quote(s))
	case v > limit.Time.Most, v < leastTime:
		return 0, fmt.Errorf("must be a time from %g to %g s, got %s", leastTime, limit.Time.Most, spell.Quote(s))
	}
	return v, nil
}

// parseMoment reads a time ≥ 0: of the beginning, or as parseTime does.
func parseMoment(s string) (seconds float64, err error) {
	s = strings.TrimSpace(s)
	if v, err := parseWithUnit(s, timeUnits); err == nil && v == 0 {
		return 0, nil
	}
	return parseTime(s)
}

// parseForce reads a force > 0 [N]: a number with a unit, or a number alone, which is in newtons.
func parseForce(s string) (float32, error) {
	v, err := parseWithUnit(s, forceUnits)
	if err != nil || !(v >= 1e-12 && v <= 1e12) {
		return 0, fmt.Errorf("must be a force from 1e-12 to 1e12 N, in newtons or with a unit (0.2, 200mN, 3kN), got %s",
			spell.Quote(s))
	}
	return float32(v), nil
}

// oneOf returns the index of a name in a table.
func oneOf(s string, table []string) (index int, err error) {
	for i, n := range table {
		if s == n {
			return i, nil
		}
	}
	return 0, fmt.Errorf("must be one of %s, got %s%s", strings.Join(table, ", "), spell.Quote(s),
		spell.DidYouMean(s, table))
}

// assignment is one PATH=VALUE of --set.
type assignment struct{ path, value string }

func parseSetting(s string) (assignment, error) {
	path, value, ok := strings.Cut(s, "=")
	if path = strings.TrimSpace(path); !ok || path == "" {
		return assignment{}, fmt.Errorf("must be PATH=VALUE, such as damping=0.1, got %s", spell.Quote(s))
	}
	return assignment{path, strings.TrimSpace(value)}, nil
}

// parseBytes reads the size of a file: 8MB, 500kB, 1.5GB (powers of 1000), or a number of bytes. The size is at
// least 1 kB and at most 1 TB.
func parseBytes(s string) (int64, error) {
	x, err := parseWithUnit(strings.TrimSpace(s), byteUnits)
	if err != nil || !(x >= 1e3 && x <= 1e12) {
		return 0, fmt.Errorf("must be a size of a file from 1kB to 1000GB, such as 8MB, got %s", spell.Quote(s))
	}
	return int64(x), nil
}

// parseNumber reads a number in [lo, hi].
func parseNumber(s string, lo, hi float64) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !(v >= lo && v <= hi) {
		return 0, fmt.Errorf("must be a number from %g to %g, got %s", lo, hi, spell.Quote(s))
	}
	return v, nil
}
