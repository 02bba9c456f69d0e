package woo

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.org/tumble/sim/vec"
)

// value is a Python value: none, bool, int64, float64, string, tuple, *list, *dict,
// span, vec.Vec3, vector2, vec.Quat, hookTime, *function, builtin, *class, *object,
// *module, missing.
type value any

type (
	none  struct{}
	tuple []value
	list  struct{ items []value }
	// dict keeps the order in which keys were added.
	dict struct {
		keys, vals []value
	}
	// span is the value of range().
	span struct{ from, to, step int64 }
	// vector2 is a vector in a plane.
	vector2 [2]float64
	// module is a module that a script can import.
	module struct {
		name string
		get  func(in *interp, name string) value // nil: no such name
		list []string
	}
)

// hookTime is S.time inside a doneHook: the moment when the inlet is done, and some
// seconds more.
type hookTime struct{ offset float64 }

// builtin is a function of this program.
type builtin struct {
	name string
	call func(in *interp, a *args) value
}

// method is a function that belongs to a value.
type method struct {
	builtin
	of value // counted with the method, which keeps it alive
}

// args are the arguments of a call.
type args struct {
	pos   []value
	names []string
	named []value
	lines []int // lines of the named arguments
}

// typeName names the type of a value as Python does.
func typeName(v value) string {
	switch v := v.(type) {
	case none:
		return "NoneType"
	case bool:
		return "bool"
	case int64:
		return "int"
	case float64:
		return "float"
	case string:
		return "str"
	case tuple:
		return "tuple"
	case *list:
		return "list"
	case *dict:
		return "dict"
	case span:
		return "range"
	case vec.Vec3:
		return "Vector3"
	case vector2:
		return "Vector2"
	case vec.Quat:
		return "Quaternion"
	case hookTime:
		return "time of a hook"
	case *function, builtin, method:
		return "function"
	case *class:
		return "class " + v.name
	case *object:
		return v.class.name
	case *module:
		return "module"
	}
	return fmt.Sprintf("%T", v)
}

// repr writes a value as the console does. Its length counts as steps.
func (in *interp) repr(v value) string {
	in.enter()
	defer in.leave()
	var s string
	switch v := v.(type) {
	case none:
		s = "None"
	case bool:
		s = "False"
		if v {
			s = "True"
		}
	case int64:
		s = strconv.FormatInt(v, 10)
	case float64:
		s = formatFloat(v)
	case string:
		s = "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`).Replace(v) + "'"
	case tuple:
		s = in.join(v, "(", ")")
		if len(v) == 1 {
			s = s[:len(s)-1] + ",)"
		}
	case *list:
		s = in.join(v.items, "[", "]")
	case *dict:
		parts := make([]string, len(v.keys))
		for i := range v.keys {
			parts[i] = in.repr(v.keys[i]) + ": " + in.repr(v.vals[i])
		}
		s = "{" + strings.Join(parts, ", ") + "}"
	case vec.Vec3:
		s = "Vector3(" + short(v.X) + "," + short(v.Y) + "," + short(v.Z) + ")"
	case vector2:
		s = "Vector2(" + short(v[0]) + "," + short(v[1]) + ")"
	case vec.Quat:
		r := v.RotationVector()
		u := r.Unit()
		s = "Quaternion((" + short(u.X) + "," + short(u.Y) + "," + short(u.Z) + ")," + short(r.Norm()) + ")"
	case *object:
		s = "<" + v.class.name + ">"
	default:
		s = "<" + typeName(v) + ">"
	}
	in.spend(len(s))
	in.allocate(len(s))
	return s
}

func (in *interp) join(items []value, open, end string) string {
	parts := make([]string, len(items))
	for i, v := range items {
		parts[i] = in.repr(v)
	}
	return open + strings.Join(parts, ", ") + end
}

// str writes a value as print does.
func (in *interp) str(v value) string {
	if s, ok := v.(string); ok {
		return s
	}
	return in.repr(v)
}

// formatFloat writes a number as Python does: the shortest text that gives it back.
func formatFloat(x float64) string {
	switch a := math.Abs(x); {
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	case x != x:
		return "nan"
	case a != 0 && (a < 1e-4 || a >= 1e16):
		return strconv.FormatFloat(x, 'e', -1, 64)
	}
	s := strconv.FormatFloat(x, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// short writes a component of a vector as the console of Woo does: no ".0", no "+0" in
// exponents.
func short(x float64) string {
	if a := math.Abs(x); a == 0 || a >= 1e-6 && a < 1e7 || math.IsInf(x, 0) || x != x {
		return strings.TrimSuffix(formatPlain(x), ".0")
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	n, _ := strconv.Atoi(exponent)
	return mantissa + "e" + strconv.Itoa(n)
}

func formatPlain(x float64) string {
	if math.IsInf(x, 0) || x != x {
		return formatFloat(x)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// truth reports whether a value counts as true.
func (in *interp) truth(v value) bool {
	switch v := v.(type) {
	case none:
		return false
	case bool:
		return v
	case int64:
		return v != 0
	case float64:
		return v != 0
	case string:
		return v != ""
	case tuple:
		return len(v) > 0
	case *list:
		return len(v.items) > 0
	case *dict:
		return len(v.keys) > 0
	case span:
		return v.len() > 0
	case hookTime:
		in.fail("the time of a hook is not known yet: it cannot be compared")
	case missing:
		in.depend(v)
	}
	return true
}

// len returns how many numbers a range has.
func (s span) len() int64 {
	if s.step > 0 && s.from < s.to {
		return (s.to-s.from-1)/s.step + 1
	}
	if s.step < 0 && s.from > s.to {
		return (s.from-s.to-1)/-s.step + 1
	}
	return 0
}

// find returns where the key is, or -1.
func (d *dict) find(in *interp, key value) int {
	for i := range d.keys {
		if in.equal(d.keys[i], key) {
			return i
		}
	}
	return -1
}

func (d *dict) put(in *interp, key, v value) {
	switch key.(type) {
	case none, bool, int64, float64, string, tuple:
	default:
		in.fail("%s cannot be the key of a dict", typeName(key))
	}
	if i := d.find(in, key); i >= 0 {
		d.vals[i] = v
		return
	}
	in.spend(1)
	in.allocate(2 * elementSize)
	d.keys, d.vals = append(d.keys, key), append(d.vals, v)
}
