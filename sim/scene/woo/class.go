package woo

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"example.org/tumble/sim/vec"
)

// class is a class of Woo, as far as this program supports it.
type class struct {
	name    string
	fields  []field
	statics map[string]value                               // static methods and constants
	methods map[string]func(*interp, *object, *args) value // methods of objects
	items   func(in *interp, o *object) []value            // elements for loops and indices; nil: it has none
	made    func(in *interp, o *object)                    // checks and completes a new object
	// build makes a plain value, such as a vector, instead of an object; nil: the class has objects
	build  func(in *interp, a *args) value
	free   *freely // attributes that scripts invent; nil: there are none
	single bool    // everybody shares one object of the class
}

// field is an attribute of the objects of a class, and an argument of its constructor.
type field struct {
	name string
	conv converter // reads a value that is assigned; nil: the attribute can only be read
	init value     // value before it is assigned; nil: None
	get  func(in *interp, o *object) value
	set  func(in *interp, o *object, v value) // other effects of an assignment
	mute string                               // why it has no effect here, as a notice says
	made string                               // how to do it later, if only the constructor takes it
}

// freely gets and sets attributes that no table lists.
type freely struct {
	get func(in *interp, o *object, name string) value
	set func(in *interp, o *object, name string, v value)
}

// object is an object of a class.
type object struct {
	class *class
	vals  map[string]value // values that were assigned
	lines map[string]int   // lines of the assignments
	line  int              // line where the object was made
	extra any              // data of its class besides the attributes
}

// converter checks and converts a value, or fails; what is the name of the value in messages.
type converter func(in *interp, what string, v value) value

// The converters.
var (
	number converter = func(in *interp, what string, v value) value {
		x := in.float(what, v)
		if math.IsNaN(x) {
			in.fail("%s must be a number, got nan", what)
		}
		return x
	}
	anyNumber converter = func(in *interp, what string, v value) value { return in.float(what, v) }
	whole     converter = func(in *interp, what string, v value) value { return in.integer(what, v) }
	words     converter = func(in *interp, what string, v value) value { return in.text(what, v) }
	anything  converter = func(in *interp, what string, v value) value { return v }
	yesNo     converter = func(in *interp, what string, v value) value { return in.truth(v) }
	space     converter = func(in *interp, what string, v value) value { return in.vector(what, v) }
	turned    converter = func(in *interp, what string, v value) value { return in.rotation(what, v) }
)

// of reads an object of a class.
func of(c *class) converter {
	return func(in *interp, what string, v value) value {
		o, ok := v.(*object)
		if !ok || o.class != c {
			in.fail("%s must be a %s, got %s", what, c.name, in.brief(v))
		}
		return o
	}
}

// orNone reads a value as conv does, or None.
func orNone(conv converter) converter {
	return func(in *interp, what string, v value) value {
		if _, ok := v.(none); ok {
			return v
		}
		return conv(in, what, v)
	}
}

// several reads a list of values, each as conv does.
func several(conv converter) converter {
	return func(in *interp, what string, v value) value {
		var out tuple
		for _, e := range in.elements(v) {
			out = append(out, conv(in, what, e))
		}
		return out
	}
}

// pair reads two values, each as conv does.
func pair(conv converter) converter {
	return func(in *interp, what string, v value) value {
		t := several(conv)(in, what, v).(tuple)
		if len(t) != 2 {
			in.fail("%s must be two values, got %s", what, in.brief(v))
		}
		return t
	}
}

// only accepts the one value that this program supports.
func only(can value, why string) converter {
	return func(in *interp, what string, v value) value {
		if !in.equal(v, can) {
			in.noteMissing("%s=%s is not supported (%s)", what, in.brief(v), why)
		}
		return can
	}
}

func (c *class) field(name string) *field {
	for i := range c.fields {
		if c.fields[i].name == name {
			return &c.fields[i]
		}
	}
	return nil
}

func (c *class) names() (list []string) {
	for _, f := range c.fields {
		list = append(list, f.name)
	}
	return list
}

// create makes an object; arguments are given by name.
func (c *class) create(in *interp, a *args) value {
	incomplete := in.anyMissing(a.pos...) || in.anyMissing(a.named...)
	switch {
	case c.build != nil && incomplete:
		return missing{}
	case c.build != nil:
		return c.build(in, a)
	}
	if c.fields == nil {
		in.fail("%s cannot be made by a script", c.name)
	}
	o := c.object(in)
	o.update(in, a)
	if c.made != nil && !incomplete {
		c.made(in, o)
	}
	return o
}

// object makes an object with nothing assigned.
func (c *class) object(in *interp) *object {
	in.allocate(objectSize)
	return &object{class: c, vals: map[string]value{}, lines: map[string]int{}, line: in.line}
}

// update assigns the arguments of a constructor.
func (o *object) update(in *interp, a *args) {
	if len(a.pos) > 0 {
		in.fail("%s() takes its arguments by name", o.class.name)
	}
	line := in.line
	for i, name := range a.names {
		in.line = a.lines[i]
		o.setAttr(in, name, a.named[i])
	}
	in.line = line
}

// static returns an attribute of the class itself.
func (c *class) static(in *interp, name string) value {
	if v, ok := c.statics[name]; ok {
		return v
	}
	return in.noteMissing("%s.%s is not supported%s", c.name, name, nearest(name, sortedNames(c.statics)))
}

func (o *object) attr(in *interp, name string) value {
	if o.class.free != nil {
		return o.class.free.get(in, o, name)
	}
	f := o.class.field(name)
	if f == nil {
		if m, ok := o.class.methods[name]; ok {
			return method{builtin{name, func(in *interp, a *args) value { return m(in, o, a) }}, o}
		}
		if v, ok := o.class.statics[name]; ok {
			return v
		}
		known := append(o.class.names(), sortedNames(o.class.methods)...)
		known = append(known, sortedNames(o.class.statics)...)
		return in.noteMissing("%s.%s is not supported%s", o.class.name, name, nearest(name, known))
	}
	if f.get != nil {
		return f.get(in, o)
	}
	return o.get(name)
}

// get returns the value that was assigned to an attribute, else its initial value.
func (o *object) get(name string) value {
	if v, ok := o.vals[name]; ok {
		return v
	}
	if f := o.class.field(name); f != nil && f.init != nil {
		return f.init
	}
	return none{}
}

// given reports whether an attribute was assigned.
func (o *object) given(name string) bool {
	v, ok := o.vals[name]
	_, nothing := v.(none)
	return ok && !nothing
}

func (o *object) setAttr(in *interp, name string, v value) {
	if o.class.free != nil {
		o.class.free.set(in, o, name, v)
		return
	}
	f := o.class.field(name)
	switch {
	case f == nil:
		in.noteMissing("%s.%s is not supported%s", o.class.name, name, nearest(name, o.class.names()))
		return
	case in.anyMissing(v):
		return
	case f.conv == nil:
		in.fail("%s.%s can only be read", o.class.name, name)
	}
	in.mayChange(o.class.name, name)
	v = f.conv(in, o.class.name+"."+name, v)
	if in.setLater(o, name, v) {
		return
	}
	if f.mute != "" {
		in.notice("%s.%s has no effect: %s", o.class.name, name, f.mute)
	}
	o.vals[name], o.lines[name] = v, in.line
	if f.set != nil {
		f.set(in, o, v)
	}
}

// The values of attributes whose converter guarantees the type.
func (o *object) float(name string) float64 { return o.get(name).(float64) }
func (o *object) int(name string) int64     { return o.get(name).(int64) }
func (o *object) bool(name string) bool     { return o.get(name).(bool) }
func (o *object) vec(name string) vec.Vec3  { return o.get(name).(vec.Vec3) }
func (o *object) quat(name string) vec.Quat { return o.get(name).(vec.Quat) }

// object returns the object an attribute refers to, nil for None.
func (o *object) object(name string) *object {
	got, _ := o.get(name).(*object)
	return got
}

func (o *object) tuple(name string) tuple {
	got, _ := o.get(name).(tuple)
	return got
}

// sortedNames returns the keys of a map, sorted.
func sortedNames[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}

// parameter is one argument of a function of this program.
type parameter struct {
	name string
	conv converter
	init value // nil: it must be given
}

// bound holds the arguments of a function of this program, by their names.
type bound map[string]value

// bind reads the arguments of a call.
func (a *args) bind(in *interp, name string, parameters []parameter) bound {
	if len(a.pos) > len(parameters) {
		in.fail("%s() takes %d arguments, got %d", name, len(parameters), len(a.pos))
	}
	b, line := bound{}, in.line
	for i, p := range parameters {
		v := p.init
		if i < len(a.pos) {
			v = a.pos[i]
		}
		if k := slices.Index(a.names, p.name); k >= 0 {
			if i < len(a.pos) {
				in.fail("%s(): argument %s is given twice", name, p.name)
			}
			v = a.named[k]
			in.line = a.lines[k]
		}
		if v == nil {
			in.fail("%s() needs argument %s", name, p.name)
		}
		b[p.name] = p.conv(in, fmt.Sprintf("%s(): %s", name, p.name), v)
		in.line = line
	}
	for _, n := range a.names {
		if !slices.ContainsFunc(parameters, func(p parameter) bool { return p.name == n }) {
			var known []string
			for _, p := range parameters {
				known = append(known, p.name)
			}
			in.noteMissing("%s(): argument %s is not supported%s", name, n, nearest(n, known))
		}
	}
	return b
}
