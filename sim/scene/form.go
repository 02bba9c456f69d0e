package scene

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
)

// maxAliased bounds how many values all aliases of a document may stand for together, since nested aliases
// multiply.
const maxAliased = 10_000

// form checks a document against the types that it is decoded into, so that error messages use the words of scene
// files, and converts numbers with a unit to SI.
type form struct {
	keys    map[reflect.Type][]keyField
	anchors map[string]ast.Node
	lines   map[string]int // lines where entries of the document begin, by their path
	depth   int
	alias   int // how many aliases are being followed, one inside another
	aliased int
	merged  int // how many maps are being merged into others: such a map may lack needed keys

	constants environment // of the document
}

// place is where in a document a value stands.
type place struct {
	path  string // in the form that --set takes
	units []unit // of the numbers in it; nil: plain numbers
}

func (p place) key(k string) place {
	if p.path != "" {
		k = p.path + "." + k
	}
	return place{k, p.units}
}

// refuse returns an error at a value, with an excerpt of the document.
func refuse(n ast.Node, at place, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if at.path != "" {
		text = at.path + ": " + text
	}
	return &yaml.SyntaxError{Message: text, Token: start(n)}
}

// value checks a value that is decoded into the type t, and returns the value with its numbers in SI.
func (f *form) value(n ast.Node, t reflect.Type, at place) (ast.Node, error) {
	f.depth++
	defer func() { f.depth-- }()
	if err := limit.Depth.Check(f.depth); err != nil { // through aliases, values can nest deeper than the text
		return n, refuse(n, at, "%v", err)
	}
	if f.alias > 0 {
		if f.aliased++; f.aliased > maxAliased {
			return n, refuse(n, at, "aliases must stand for at most %d values", maxAliased)
		}
	}
	switch n := n.(type) {
	case *ast.AnchorNode:
		v, err := f.value(n.Value, t, at)
		n.Value = v
		f.anchors[n.Name.GetToken().Value] = v
		return n, err
	case *ast.AliasNode:
		return n, f.follow(n, t, at)
	case *ast.TagNode: // tags mean nothing here: the key decides the type of its value
		if n.Value == nil {
			return n, refuse(n, at, "has no value")
		}
		return f.value(n.Value, t, at)
	case *ast.NullNode:
		if optional(t) {
			return n, nil
		}
		return n, refuse(n, at, "has no value")
	}
	return f.given(n, t, at)
}

// optional reports whether a key may be given without a value, which counts as an empty list or map.
func optional(t reflect.Type) bool { return t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice }

// follow checks the value that an alias stands for.
func (f *form) follow(n *ast.AliasNode, t reflect.Type, at place) error {
	name := n.Value.GetToken().Value
	v := f.anchors[name]
	if v == nil {
		return refuse(n, at, "there is no anchor &%s before it", name)
	}
	f.alias++
	defer func() { f.alias-- }()
	_, err := f.value(v, t, at)
	return err
}

// given checks a value that is not empty.
func (f *form) given(n ast.Node, t reflect.Type, at place) (ast.Node, error) {
	switch t.Kind() {
	case reflect.Pointer:
		return f.value(n, t.Elem(), at)
	case reflect.Struct:
		return n, f.mapping(n, t, at)
	case reflect.Slice, reflect.Array:
		return n, f.list(n, t, at)
	case reflect.Map:
		return n, f.numbers(n, at)
	case reflect.Float64:
		return f.number(n, at)
	case reflect.Int, reflect.Int64:
		return f.whole(n, at)
	case reflect.Bool:
		if _, ok := n.(*ast.BoolNode); !ok {
			return n, refuse(n, at, "must be true or false, got %s", shortly(n))
		}
	case reflect.String:
		s, ok := n.(ast.ScalarNode)
		if !ok {
			return n, refuse(n, at, "must be a text, got %s", shortly(n))
		}
		if err := limit.Text.Check(len(s.GetToken().Value)); err != nil {
			return n, refuse(n, at, "%v", err)
		}
	}
	return n, nil
}

// number checks a number and converts it to SI.
func (f *form) number(n ast.Node, at place) (ast.Node, error) {
	switch v := n.(type) {
	case *ast.IntegerNode, *ast.FloatNode:
		return n, nil
	case *ast.StringNode: // the parser also takes numbers without a point, such as 1e7, for strings
		if text, ok := expression(n); ok {
			x, err := f.constants.evaluate(text)
			if err != nil {
				return n, refuse(n, at, "%v", err)
			}
			return &ast.FloatNode{BaseNode: v.BaseNode, Token: v.Token, Value: x}, nil
		}
		x, err := parseQuantity(v.Value, at.units)
		if err != nil {
			return n, refuse(n, at, "%v", err)
		}
		return &ast.FloatNode{BaseNode: v.BaseNode, Token: v.Token, Value: x}, nil
	case *ast.InfinityNode, *ast.NanNode:
		return n, refuse(n, at, "must be a finite number, got %s", shortly(n))
	}
	return n, refuse(n, at, "must be a number%s, got %s", unitHint(at.units), shortly(n))
}

// whole checks a whole number.
func (f *form) whole(n ast.Node, at place) (ast.Node, error) {
	if _, ok := n.(*ast.IntegerNode); ok {
		return n, nil
	}
	text, ok := expression(n)
	if !ok {
		return n, refuse(n, at, "must be a whole number, got %s", shortly(n))
	}
	x, err := f.constants.evaluate(text)
	switch {
	case err != nil:
		return n, refuse(n, at, "%v", err)
	case x != math.Trunc(x) || math.Abs(x) > 1e15:
		return n, refuse(n, at, "must be a whole number, %q is %g", text, x)
	}
	return &ast.IntegerNode{BaseNode: &ast.BaseNode{}, Token: n.GetToken(), Value: int64(x)}, nil
}

// numbers checks a map from names to numbers, each with any unit.
func (f *form) numbers(n ast.Node, at place) error {
	m, ok := n.(ast.MapNode)
	if !ok {
		return refuse(n, at, "must be names with numbers, got %s", shortly(n))
	}
	for each := m.MapRange(); each.Next(); {
		pair := each.KeyValue()
		v, err := f.number(pair.Value, place{at.key(each.Key().GetToken().Value).path, constantUnits})
		if err != nil {
			return err
		}
		pair.Value = v
	}
	return nil
}

// list checks a list of values.
func (f *form) list(n ast.Node, t reflect.Type, at place) error {
	s, ok := n.(*ast.SequenceNode)
	if !ok || t.Kind() == reflect.Array && len(s.Values) != t.Len() {
		want := "a list"
		if t.Kind() == reflect.Array {
			want = fmt.Sprintf("a list of %d", t.Len())
		}
		return refuse(n, at, "must be %s, got %s", want, shortly(n))
	}
	for i, e := range s.Values {
		in := at.key(entryName(e, i))
		if f.depth == 2 {
			if line, known := f.lines[in.path]; known && at.path != "pairs" {
				return refuse(e, in, "there is one of that name in line %d", line)
			}
			f.lines[in.path] = start(e).Position.Line
		}
		v, err := f.value(e, t.Elem(), in)
		if err != nil {
			return err
		}
		s.Values[i] = v
	}
	return nil
}

// mapping checks keys and their values.
func (f *form) mapping(n ast.Node, t reflect.Type, at place) error {
	m, ok := n.(ast.MapNode)
	if !ok {
		return refuse(n, at, "must be keys with values, got %s", shortly(n))
	}
	keys := f.keysOf(t)
	for each := m.MapRange(); each.Next(); {
		pair, key := each.KeyValue(), each.Key().GetToken().Value
		if each.Key().IsMergeKey() {
			f.merged++
			_, err := f.value(pair.Value, t, at)
			if f.merged--; err != nil {
				return err
			}
			continue
		}
		i := slices.IndexFunc(keys, func(k keyField) bool { return k.key == key })
		if i < 0 {
			return refuse(pair.Key, at, "there is no key %s%s", spell.Quote(key), hint(key, keys))
		}
		in := at.key(key)
		if in.units = keys[i].units; f.depth == 1 {
			f.lines[in.path] = pair.Key.GetToken().Position.Line
		}
		if _, null := pair.Value.(*ast.NullNode); null && !optional(keys[i].Type) {
			return refuse(pair.Key, in, "has no value")
		}
		v, err := f.value(pair.Value, keys[i].Type, in)
		if err != nil {
			return err
		}
		pair.Value = v
	}
	return f.complete(m, keys, n, at)
}

// complete returns an error if a map lacks a key that must be given. Maps that merge another map, or are merged
// into one, are not checked, since the other map may have the key.
func (f *form) complete(m ast.MapNode, keys []keyField, n ast.Node, at place) error {
	given := map[string]bool{}
	if f.merged > 0 {
		return nil
	}
	for each := m.MapRange(); each.Next(); {
		if each.Key().IsMergeKey() {
			return nil
		}
		given[each.Key().GetToken().Value] = true
	}
	goesOn := at.path == "" && given["state"]
	for i := range keys {
		k := &keys[i]
		if goesOn && given[k.key] && !slices.Contains(besideState, k.key) {
			return refuse(n, at.key(k.key), "is in the state, and only changed by change: [\"%s=...\"]", k.key)
		}
		if k.needed && !given[k.key] && !goesOn {
			return refuse(n, at, "needs %s", k.key)
		}
		if k.with != "" && given[k.key] && !given[k.with] {
			return refuse(n, at, "needs %s", k.with)
		}
	}
	return nil
}

// keysOf returns the keys of a struct. It caches them, since a document may hold ten thousand values of one type.
func (f *form) keysOf(t reflect.Type) []keyField {
	keys, ok := f.keys[t]
	if !ok {
		keys = keysOf(t)
		f.keys[t] = keys
	}
	return keys
}

// hint returns a remark for an error message: the key that may have been meant.
func hint(key string, keys []keyField) string {
	var known []string
	for i := range keys {
		known = append(known, keys[i].key)
	}
	if leadingNumber.MatchString(key) {
		return " (numbers have a point, not a comma)"
	}
	if near := spell.Nearest(key, known); near != "" {
		return fmt.Sprintf(" (did you mean %s?)", near)
	}
	return fmt.Sprintf(" (allowed: %s)", strings.Join(known, ", "))
}

// entryName returns the name of an entry of a list in the form that --set takes, or the index of the entry.
func entryName(n ast.Node, i int) string {
	if a, ok := n.(*ast.AnchorNode); ok {
		n = a.Value
	}
	var name, first, second string
	if m, ok := n.(ast.MapNode); ok {
		for each := m.MapRange(); each.Next(); {
			s, ok := each.Value().(*ast.StringNode)
			if !ok {
				continue
			}
			switch each.Key().GetToken().Value {
			case "name":
				name = s.Value
			case "a":
				first = s.Value
			case "b":
				second = s.Value
			}
		}
	}
	switch {
	case name != "":
		return name
	case first != "":
		return first + "+" + second
	}
	return strconv.Itoa(i)
}

// start returns the token where a value begins: for a map, the token of the node is only the colon after its first
// key.
func start(n ast.Node) *token.Token {
	if m, ok := n.(ast.MapNode); ok {
		if each := m.MapRange(); each.Next() {
			return each.Key().GetToken()
		}
	}
	return n.GetToken()
}

// shortly returns a value as it is written, or a description if it is a map or a list.
func shortly(n ast.Node) string {
	switch v := n.(type) {
	case ast.MapNode:
		return "keys with values"
	case *ast.SequenceNode:
		return fmt.Sprintf("a list of %d", len(v.Values))
	}
	return spell.Quote(n.GetToken().Value)
}
