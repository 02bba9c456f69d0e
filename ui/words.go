package ui

import (
	"fmt"
	"slices"
	"strings"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/setting"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// word is the explanation of a number of a material in the panels, the range of its slider, and its usual range,
// beyond which a person is asked before it is set: typed numbers may use the whole range that law.Fields allows.
type word struct {
	formula string // its effect, in symbols
	slider  widget.Scale
	usual   [2]float64
}

// materialWords are the words of law.Fields, by the names of the fields.
var materialWords = map[string]word{
	"young": {"kn = E A / (l₁ + l₂) for two alike", widget.Scale{Lo: 1e4, Hi: 1e12, Log: true},
		[2]float64{1e3, 2e12}},
	"ktDivKn": {"kt / kn", widget.Scale{Lo: 0, Hi: 1}, [2]float64{0, 2}},
	"tanPhi":  {"|Ft| ≤ tan φ · Fn", widget.Scale{Lo: 0, Hi: 1.5}, [2]float64{0, 5}},
	"density": {"m = ρ V", widget.Scale{Lo: 10, Hi: 2e4, Log: true}, [2]float64{1, 3e4}},

	"poisson":          {"G = E / 2 (1 + ν)", widget.Scale{Lo: 0, Hi: 0.5}, [2]float64{0, 0.5}},
	"restitution":      {"e = v′ / v", widget.Scale{Lo: 0.01, Hi: 1}, [2]float64{0.01, 1}},
	"rollingFriction":  {"|Mr| ≤ μr · R · Fn", widget.Scale{Lo: 0, Hi: 0.5}, [2]float64{0, 2}},
	"twistingFriction": {"|Mt| ≤ μt · R · Fn", widget.Scale{Lo: 0, Hi: 0.5}, [2]float64{0, 2}},
	"surfaceEnergy":    {"pull-off 3/2 π γ R", widget.Scale{Lo: 0, Hi: 10}, [2]float64{0, 100}},
}

// wordOf returns the word of a number of a material; a number without a row gets the whole range that is allowed.
func wordOf(f law.Field) word {
	if w, ok := materialWords[f.Name]; ok {
		return w
	}
	return word{slider: widget.Scale{Lo: f.Min, Hi: f.Max}, usual: [2]float64{f.Min, f.Max}}
}

// wordFor returns the name of the field of a key in the panels, or "".
func wordFor(key string) string {
	if s := settingOf(key); s != nil && s.Key != key {
		return s.Name + " along " + strings.TrimPrefix(key, s.Key+".")
	} else if s != nil {
		return s.Name
	}
	rest, ok := strings.CutPrefix(key, "materials.")
	if !ok {
		return ""
	}
	dot := strings.LastIndexByte(rest, '.')
	if dot < 0 {
		return rest
	}
	name := rest[dot+1:]
	if i := slices.IndexFunc(law.Fields, func(f law.Field) bool { return f.Name == name }); i >= 0 {
		name = law.Fields[i].Word
	}
	return rest[:dot] + ", " + name
}

// settingOf returns the setting that the key of a field or of one of its components belongs to, or nil.
func settingOf(key string) *setting.Setting {
	if s := setting.Of(key); s != nil {
		return s
	}
	dot := max(strings.LastIndexByte(key, '.'), 0)
	if s := setting.Of(key[:dot]); s != nil && s.IsVector() {
		return s
	}
	return nil
}

// fieldHelp says what a number of a material means, its other names and its allowed range.
func fieldHelp(f law.Field) string {
	unit := ""
	if f.Unit != "" {
		unit = " [" + f.Unit + "]"
	}
	meaning := strings.ToUpper(f.Meaning[:1]) + f.Meaning[1:]
	s := fmt.Sprintf("%s%s, ≥ %s and ≤ %s.\nIn scene files: %s", meaning, unit, format.Number(f.Min, 3),
		format.Number(f.Max, 3), f.Name)
	if formula := wordOf(f).formula; formula != "" {
		s += ".   " + formula
	}
	return s
}
