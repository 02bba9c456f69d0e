package woo

import (
	"slices"
	"strings"

	"github.com/go-python/gpython/ast"

	"example.org/tumble/sim/vec"
)

// attr returns an attribute of a value.
func (in *interp) attr(v value, name string) value {
	in.spend(1)
	switch v := v.(type) {
	case *module:
		if got := v.get(in, name); got != nil {
			return got
		}
		return in.noteMissing("%s", notIn(v.name, name, v.list))
	case missing:
		return v
	case *class:
		return v.static(in, name)
	case *object:
		return v.attr(in, name)
	case *list:
		if m := listMethod(v, name); m != nil {
			return method{builtin{name, m}, v}
		}
	case *dict:
		if m := dictMethod(v, name); m != nil {
			return method{builtin{name, m}, v}
		}
	case string:
		if m := textMethod(v, name); m != nil {
			return method{builtin{name, m}, v}
		}
	case vec.Vec3, vector2, vec.Quat:
		if got := vectorAttr(v, name); got != nil {
			return got
		}
	}
	return in.noteMissing("%s.%s is not supported", typeName(v), name)
}

// setAttr assigns to an attribute.
func (in *interp) setAttr(o value, name string, v value) {
	in.spend(1)
	switch o := o.(type) {
	case *object:
		if f := o.class.field(name); f != nil && f.made != "" {
			in.fail("%s.%s can be given when the %s is made, and only be read later: %s", o.class.name, name, o.class.name,
				f.made)
		}
		o.setAttr(in, name, v)
		return
	case *module:
		in.fail("module %s: %s cannot be assigned to", o.name, name)
	case missing:
		return
	}
	in.fail("%s.%s cannot be assigned to", typeName(o), name)
}

// cut is the subscript of a slice, from:to:step.
type cut struct{ from, to, step value }

// subscript evaluates the expression in the brackets of a subscript.
func (in *interp) subscript(s *scope, slice ast.Slicer) value {
	switch n := slice.(type) {
	case *ast.Index:
		return in.eval(s, n.Value)
	case *ast.Slice:
		part := func(e ast.Expr) value {
			if e == nil {
				return none{}
			}
			return in.eval(s, e)
		}
		return cut{part(n.Lower), part(n.Upper), part(n.Step)}
	}
	in.fail("this subscript is not supported in scripts")
	return nil
}

// item returns an element of a sequence, or the value for a key of a dict.
func (in *interp) item(o, key value) value {
	in.spend(1)
	if in.anyMissing(o, key) {
		return missing{}
	}
	if d, ok := o.(*dict); ok {
		if i := d.find(in, key); i >= 0 {
			return d.vals[i]
		}
		in.fail("the dict has no key %s", in.brief(key))
	}
	var items []value
	switch o := o.(type) {
	case tuple:
		items = o
	case *list:
		items = o.items
	case string:
		items = in.elements(o)
	case *object:
		if o.class.items == nil {
			in.fail("%s has no elements", o.class.name)
		}
		items = o.class.items(in, o)
	case span:
		items = in.elements(o)
	default:
		parts, ok := components(o)
		if !ok {
			in.fail("%s has no elements", typeName(o))
		}
		items = parts
	}
	if c, ok := key.(cut); ok {
		return in.slice(o, items, c)
	}
	if i, ok := key.(int64); ok && len(in.unsupported) > 0 && i >= int64(len(items)) {
		return missing{} // an unsupported call may have added this element
	}
	return items[in.index(key, len(items))]
}

// index reads an index, which may count from the end.
func (in *interp) index(key value, n int) int {
	i := in.integer("index", key)
	if i < 0 {
		i += int64(n)
	}
	if i < 0 || i >= int64(n) {
		in.fail("index %s is out of range: there are %d elements", in.brief(key), n)
	}
	return int(i)
}

// slice returns part of a sequence, of the same type.
func (in *interp) slice(o value, items []value, c cut) value {
	if _, ok := c.step.(none); !ok {
		in.fail("slices with a step are not supported in scripts")
	}
	bound := func(v value, otherwise int) int {
		if _, ok := v.(none); ok {
			return otherwise
		}
		i := in.integer("index", v)
		if i < 0 {
			i += int64(len(items))
		}
		return int(min(max(i, 0), int64(len(items))))
	}
	from := bound(c.from, 0)
	to := max(bound(c.to, len(items)), from)
	in.spend(to - from)
	in.allocate(elementSize * (to - from))
	part := items[from:to]
	switch o.(type) {
	case string:
		var b strings.Builder
		for _, e := range part {
			b.WriteString(e.(string))
		}
		return b.String()
	case tuple:
		return slices.Clone(tuple(part))
	}
	return &list{slices.Clone(part)}
}

// setItem assigns to an element.
func (in *interp) setItem(o, key, v value) {
	if in.anyMissing(o, key) {
		return
	}
	switch o := o.(type) {
	case *list:
		o.items[in.index(key, len(o.items))] = v
	case *dict:
		o.put(in, key, v)
	default:
		in.fail("elements of %s cannot be assigned to", typeName(o))
	}
}

func listMethod(l *list, name string) func(*interp, *args) value {
	switch name {
	case "append":
		return func(in *interp, a *args) value {
			in.allocate(elementSize)
			l.items = append(l.items, a.positional(in, "append", 1, 1)[0])
			return none{}
		}
	case "extend":
		return func(in *interp, a *args) value {
			l.items = append(l.items, in.elements(a.positional(in, "extend", 1, 1)[0])...)
			return none{}
		}
	case "index":
		return func(in *interp, a *args) value {
			v := a.positional(in, "index", 1, 1)[0]
			i := slices.IndexFunc(l.items, func(e value) bool { return in.equal(e, v) })
			if i < 0 {
				in.fail("%s is not in the list", in.brief(v))
			}
			return int64(i)
		}
	case "pop":
		return func(in *interp, a *args) value {
			key := value(int64(-1))
			if v := a.positional(in, "pop", 0, 1); len(v) > 0 {
				key = v[0]
			}
			i := in.index(key, len(l.items))
			in.spend((len(l.items) - i) / 8)
			v := l.items[i]
			l.items = slices.Delete(l.items, i, i+1)
			return v
		}
	}
	return nil
}

func dictMethod(d *dict, name string) func(*interp, *args) value {
	copied := func(items []value) func(*interp, *args) value {
		return func(in *interp, a *args) value {
			a.positional(in, name, 0, 0)
			in.spend(len(items))
			in.allocate(elementSize * len(items))
			return &list{slices.Clone(items)}
		}
	}
	switch name {
	case "keys":
		return copied(d.keys)
	case "values":
		return copied(d.vals)
	case "items":
		return func(in *interp, a *args) value {
			out := &list{}
			in.spend(len(d.keys))
			in.allocate(4 * elementSize * len(d.keys))
			for i := range d.keys {
				out.items = append(out.items, tuple{d.keys[i], d.vals[i]})
			}
			return out
		}
	case "get":
		return func(in *interp, a *args) value {
			v := a.positional(in, "get", 1, 2)
			if i := d.find(in, v[0]); i >= 0 {
				return d.vals[i]
			}
			if len(v) > 1 {
				return v[1]
			}
			return none{}
		}
	}
	return nil
}

func textMethod(s, name string) func(*interp, *args) value {
	plain := func(f func(string) string) func(*interp, *args) value {
		return func(in *interp, a *args) value {
			a.positional(in, name, 0, 0)
			in.spend(len(s))
			in.allocate(len(s))
			return f(s)
		}
	}
	switch name {
	case "lower":
		return plain(strings.ToLower)
	case "upper":
		return plain(strings.ToUpper)
	case "strip":
		return plain(strings.TrimSpace)
	case "startswith", "endswith":
		return func(in *interp, a *args) value {
			part := in.text("argument of "+name, a.positional(in, name, 1, 1)[0])
			in.spend(len(part) / 8)
			if name == "endswith" {
				return strings.HasSuffix(s, part)
			}
			return strings.HasPrefix(s, part)
		}
	case "join":
		return func(in *interp, a *args) value {
			var parts []string
			for _, e := range in.elements(a.positional(in, "join", 1, 1)[0]) {
				part := in.text("what join() joins", e)
				in.spend(len(part) + len(s))
				in.allocate(len(part) + len(s))
				parts = append(parts, part)
			}
			return strings.Join(parts, s)
		}
	case "split":
		return func(in *interp, a *args) value {
			v := a.positional(in, "split", 0, 1)
			parts := strings.Fields(s)
			if len(v) > 0 {
				parts = strings.Split(s, in.text("separator", v[0]))
			}
			in.spend(len(s))
			in.allocate(elementSize * len(parts))
			out := &list{}
			for _, p := range parts {
				out.items = append(out.items, p)
			}
			return out
		}
	}
	return nil
}
