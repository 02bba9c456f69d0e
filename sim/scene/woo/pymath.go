package woo

import "math"

// mathModule is the module math of Python, as far as it is about real numbers.
var mathModule = map[string]value{"pi": math.Pi, "e": math.E, "inf": math.Inf(1), "nan": math.NaN()}

func init() {
	for _, f := range []struct {
		name string
		of   func(float64) float64
	}{
		{"sqrt", math.Sqrt}, {"sin", math.Sin}, {"cos", math.Cos}, {"tan", math.Tan}, {"asin", math.Asin},
		{"acos", math.Acos},
		{"atan", math.Atan}, {"sinh", math.Sinh}, {"cosh", math.Cosh}, {"tanh", math.Tanh}, {"exp", math.Exp},
		{"log10", math.Log10},
		{"fabs", math.Abs}, {"radians", radians}, {"degrees", degrees},
	} {
		mathModule[f.name] = builtin{f.name, func(in *interp, a *args) value {
			x := in.float("argument of "+f.name, a.positional(in, f.name, 1, 1)[0])
			y := f.of(x)
			if math.IsNaN(y) && !math.IsNaN(x) {
				in.fail("math.%s(%s) is no real number", f.name, formatFloat(x))
			}
			return y
		}}
	}
	for _, f := range []struct {
		name string
		of   func(x, y float64) float64
	}{{"atan2", math.Atan2}, {"pow", math.Pow}, {"hypot", math.Hypot}, {"fmod", math.Mod}, {"copysign", math.Copysign}} {
		mathModule[f.name] = builtin{f.name, func(in *interp, a *args) value {
			v := a.positional(in, f.name, 2, 2)
			return f.of(in.float("argument of "+f.name, v[0]), in.float("argument of "+f.name, v[1]))
		}}
	}
	for _, f := range []struct {
		name string
		of   func(float64) float64
	}{{"floor", math.Floor}, {"ceil", math.Ceil}, {"trunc", math.Trunc}} {
		mathModule[f.name] = builtin{f.name, func(in *interp, a *args) value {
			x := in.float("argument of "+f.name, a.positional(in, f.name, 1, 1)[0])
			return builtinInt(in, &args{pos: []value{f.of(x)}})
		}}
	}
	mathModule["log"] = builtin{"log", mathLog}
}

func radians(x float64) float64 { return x * math.Pi / 180 }
func degrees(x float64) float64 { return x * 180 / math.Pi }

// mathLog is the logarithm to a base, e if none is given.
func mathLog(in *interp, a *args) value {
	v := a.positional(in, "log", 1, 2)
	x, base := in.float("argument of log", v[0]), math.E
	if len(v) > 1 {
		base = in.float("base of log", v[1])
	}
	if !(x > 0) || !(base > 0) || base == 1 {
		in.fail("math.log() takes positive numbers, and a base other than 1")
	}
	if len(v) == 1 {
		return math.Log(x)
	}
	return math.Log(x) / math.Log(base)
}
