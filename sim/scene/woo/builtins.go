package woo

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-python/gpython/ast"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// builtins are the functions that need no import.
var builtins = map[string]value{}

// builtinNames are their names, sorted.
var builtinNames []string

// hidden gives the reasons why functions of Python are not supported.
var hidden = map[string]string{
	"open": "a script cannot read or write files", "eval": "a script cannot make programs",
	"exec":    "a script cannot make programs",
	"compile": "a script cannot make programs", "__import__": "use import",
	"input":   "nobody is asked while a scene is made",
	"globals": "names are not values", "locals": "names are not values", "vars": "names are not values",
	"getattr": "attributes are named in the script", "setattr": "attributes are named in the script",
	"exit": "a script ends with its last line", "quit": "a script ends with its last line",
}

func init() {
	for _, f := range []builtin{
		{"abs", builtinAbs}, {"bool", builtinBool}, {"dict", builtinDict}, {"enumerate", builtinEnumerate},
		{"float", builtinFloat}, {"int", builtinInt}, {"len", builtinLen}, {"list", builtinList},
		{"max", builtinMax}, {"min", builtinMin}, {"pow", builtinPow}, {"print", builtinPrint},
		{"range", builtinRange}, {"repr", builtinRepr}, {"reversed", builtinReversed}, {"round", builtinRound},
		{"sorted", builtinSorted}, {"str", builtinStr}, {"sum", builtinSum}, {"tuple", builtinTuple}, {"zip", builtinZip},
		{"any", builtinAny}, {"all", builtinAll},
	} {
		builtins[f.name] = f
		builtinNames = append(builtinNames, f.name)
	}
	slices.Sort(builtinNames)
}

// positional returns the positional arguments of a function that takes least to most of them
// and none by name.
func (a *args) positional(in *interp, name string, least, most int) []value {
	if len(a.names) > 0 {
		in.fail("%s() takes no argument %s", name, a.names[0])
	}
	if len(a.pos) < least || len(a.pos) > most {
		in.fail("%s() takes %d to %d arguments, got %d", name, least, most, len(a.pos))
	}
	return a.pos
}

func builtinAbs(in *interp, a *args) value {
	switch v := a.positional(in, "abs", 1, 1)[0].(type) {
	case bool, int64:
		if _, n, _, _ := asNumber(v); n < 0 {
			return in.integers(ast.Sub, 0, n) // 0 - n, checked
		} else {
			return n
		}
	case float64:
		return math.Abs(v)
	}
	in.fail("abs() takes a number")
	return nil
}

func builtinBool(in *interp, a *args) value { return in.truth(a.positional(in, "bool", 1, 1)[0]) }

func builtinDict(in *interp, a *args) value {
	d := &dict{}
	if len(a.pos) > 0 {
		in.fail("dict() takes arguments by name only")
	}
	for i, n := range a.names {
		d.put(in, n, a.named[i])
	}
	return d
}

func builtinEnumerate(in *interp, a *args) value {
	v := a.positional(in, "enumerate", 1, 2)
	n := int64(0)
	if len(v) > 1 {
		n = in.integer("start of enumerate", v[1])
	}
	out := &list{}
	for _, e := range in.elements(v[0]) {
		in.allocate(4 * elementSize)
		out.items = append(out.items, tuple{n, e})
		n++
	}
	return out
}

func builtinFloat(in *interp, a *args) value {
	v := a.positional(in, "float", 1, 1)[0]
	if s, ok := v.(string); ok {
		x, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		if err != nil {
			in.fail("float(): %q is not a number", s)
		}
		return x
	}
	return in.float("what float() takes", v)
}

func builtinInt(in *interp, a *args) value {
	v := a.positional(in, "int", 1, 1)[0]
	if s, ok := v.(string); ok {
		n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
		if err != nil {
			in.fail("int(): %q is not a whole number", s)
		}
		return n
	}
	x, n, whole, ok := asNumber(v)
	if !ok || !whole && !(math.Abs(x) < 1<<62) {
		in.fail("int() takes a number less than 2**62, got %s", in.repr(v))
	}
	if whole {
		return n
	}
	return int64(x)
}

func builtinLen(in *interp, a *args) value {
	switch v := a.positional(in, "len", 1, 1)[0].(type) {
	case string:
		return int64(len([]rune(v)))
	case span:
		return v.len()
	case none, bool, int64, float64:
		in.fail("%s has no len()", typeName(v))
		return nil
	default:
		return int64(len(in.elements(v)))
	}
}

func builtinList(in *interp, a *args) value {
	v := a.positional(in, "list", 0, 1)
	if len(v) == 0 {
		return &list{}
	}
	return &list{in.elements(v[0])}
}

func builtinTuple(in *interp, a *args) value {
	v := a.positional(in, "tuple", 0, 1)
	if len(v) == 0 {
		return tuple{}
	}
	return tuple(in.elements(v[0]))
}

func builtinMax(in *interp, a *args) value {
	return extreme(in, a, "max", func(x, y value) bool { return in.less(y, x) })
}

func builtinMin(in *interp, a *args) value {
	return extreme(in, a, "min", in.less)
}

// extreme returns the best element, the first one if several are equal.
func extreme(in *interp, a *args, name string, better func(x, y value) bool) value {
	v := a.positional(in, name, 1, maxSteps)
	if len(v) == 1 {
		v = in.elements(v[0])
	}
	if len(v) == 0 {
		in.fail("%s() of nothing", name)
	}
	best := v[0]
	for _, e := range v[1:] {
		if better(e, best) {
			best = e
		}
	}
	return best
}

func builtinPow(in *interp, a *args) value {
	v := a.positional(in, "pow", 2, 2)
	return in.binary(ast.Pow, v[0], v[1])
}

// builtinPrint adds a line to the output of the script, which is shown to the person.
func builtinPrint(in *interp, a *args) value {
	parts := make([]string, len(a.pos))
	for i, v := range a.pos {
		parts[i] = in.str(v)
		in.allocate(len(parts[i])) // before they are joined
	}
	if err := limit.Prints.Check(len(in.prints) + 1); err != nil {
		in.fail("print(): %v", err)
	}
	text := strings.Join(parts, " ")
	in.allocate(len(text) + elementSize)
	in.prints = append(in.prints, text)
	return none{}
}

func builtinRange(in *interp, a *args) value {
	v := a.positional(in, "range", 1, 3)
	s := span{step: 1}
	switch len(v) {
	case 1:
		s.to = in.integer("end of range", v[0])
	case 3:
		s.step = in.integer("step of range", v[2])
		fallthrough
	case 2:
		s.from, s.to = in.integer("start of range", v[0]), in.integer("end of range", v[1])
	}
	const most = 1 << 53
	if s.step == 0 || max(s.from, s.to, s.step) > most || min(s.from, s.to, s.step) < -most {
		in.fail("range(): the step must not be 0, and numbers must be less than 2**53")
	}
	return s
}

func builtinRepr(in *interp, a *args) value { return in.repr(a.positional(in, "repr", 1, 1)[0]) }

func builtinStr(in *interp, a *args) value { return in.str(a.positional(in, "str", 1, 1)[0]) }

func builtinReversed(in *interp, a *args) value {
	items := in.elements(a.positional(in, "reversed", 1, 1)[0])
	slices.Reverse(items)
	return &list{items}
}

// builtinRound rounds half to even, as Python does.
func builtinRound(in *interp, a *args) value {
	v := a.positional(in, "round", 1, 2)
	x := in.float("what round() takes", v[0])
	if len(v) == 1 {
		return builtinInt(in, &args{pos: []value{math.RoundToEven(x)}})
	}
	digits := in.integer("digits of round", v[1])
	if digits < 0 || digits > 17 || x-x != 0 {
		in.fail("round() takes a finite number and 0 to 17 digits")
	}
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', int(digits), 64), 64)
	return y
}

func builtinSorted(in *interp, a *args) value {
	items := append([]value(nil), in.elements(a.positional(in, "sorted", 1, 1)[0])...)
	slices.SortStableFunc(items, func(x, y value) int {
		switch {
		case in.less(x, y):
			return -1
		case in.less(y, x):
			return 1
		}
		return 0
	})
	return &list{items}
}

func builtinSum(in *interp, a *args) value {
	v := a.positional(in, "sum", 1, 2)
	total := value(int64(0))
	if len(v) > 1 {
		total = v[1]
	}
	for _, e := range in.elements(v[0]) {
		if n, ok := total.(int64); ok && n == 0 && len(v) == 1 {
			if _, _, _, number := asNumber(e); !number {
				total = e // vectors cannot be added to the number 0
				continue
			}
		}
		total = in.binary(ast.Add, total, e)
	}
	return total
}

func builtinZip(in *interp, a *args) value {
	out := &list{}
	var columns [][]value
	for _, v := range a.positional(in, "zip", 1, 100) {
		columns = append(columns, in.elements(v))
	}
	for i := 0; ; i++ {
		row := make(tuple, len(columns))
		for k, c := range columns {
			if i >= len(c) {
				return out
			}
			row[k] = c[i]
		}
		in.spend(len(row))
		in.allocate(elementSize * (len(row) + 2))
		out.items = append(out.items, row)
	}
}

func builtinAny(in *interp, a *args) value {
	return slices.ContainsFunc(in.elements(a.positional(in, "any", 1, 1)[0]), in.truth)
}

func builtinAll(in *interp, a *args) value {
	return !slices.ContainsFunc(in.elements(a.positional(in, "all", 1, 1)[0]), func(v value) bool { return !in.truth(v) })
}

// float reads a number.
func (in *interp) float(what string, v value) float64 {
	x, _, _, ok := asNumber(v)
	if !ok {
		in.fail("%s must be a number, got %s", what, in.brief(v))
	}
	return x
}

// integer reads a whole number.
func (in *interp) integer(what string, v value) int64 {
	x, n, whole, ok := asNumber(v)
	if ok && !whole && x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		n, whole = int64(x), true
	}
	if !ok || !whole {
		in.fail("%s must be a whole number, got %s", what, in.brief(v))
	}
	return n
}

// text reads a string.
func (in *interp) text(what string, v value) string {
	s, ok := v.(string)
	if !ok {
		in.fail("%s must be a str, got %s", what, in.brief(v))
	}
	return s
}

// vector reads a Vector3 or three numbers.
func (in *interp) vector(what string, v value) vec.Vec3 {
	switch v := v.(type) {
	case vec.Vec3:
		return v
	case tuple, *list:
		if e := in.elements(v); len(e) == 3 {
			return vec.New(in.float(what, e[0]), in.float(what, e[1]), in.float(what, e[2]))
		}
	}
	in.fail("%s must be three numbers, got %s", what, in.brief(v))
	return vec.Vec3{}
}

// plane reads a Vector2 or two numbers.
func (in *interp) plane(what string, v value) vector2 {
	switch v := v.(type) {
	case vector2:
		return v
	case tuple, *list:
		if e := in.elements(v); len(e) == 2 {
			return vector2{in.float(what, e[0]), in.float(what, e[1])}
		}
	}
	in.fail("%s must be two numbers, got %s", what, in.brief(v))
	return vector2{}
}

// rotation reads a Quaternion, or an axis and an angle.
func (in *interp) rotation(what string, v value) vec.Quat {
	switch v := v.(type) {
	case vec.Quat:
		return v
	case tuple, *list:
		if e := in.elements(v); len(e) == 2 {
			return vec.FromAxisAngle(in.vector("axis of "+what, e[0]), in.float("angle of "+what, e[1]))
		}
	}
	in.fail("%s must be a Quaternion, or an axis and an angle, got %s", what, in.brief(v))
	return vec.Quat{}
}

// brief is repr, shortened for messages.
func (in *interp) brief(v value) string {
	s := []rune(in.repr(v))
	if len(s) > 60 {
		s = append(s[:57], []rune("...")...)
	}
	return string(s)
}
