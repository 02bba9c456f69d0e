package serve

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"example.org/tumble/sim/measure/state"
)

// param is a parameter of a method.
type param struct{ Name, Kind, About string }

// paramsOf returns the parameters of a method, from the fields of their type.
func (m *method) paramsOf() (list []param) {
	for _, f := range reflect.VisibleFields(reflect.TypeOf(m.params()).Elem()) {
		if name := f.Tag.Get("json"); name != "" {
			list = append(list, param{name, kindOf(f.Type), f.Tag.Get("about")})
		}
	}
	return list
}

// kindOf says in words which JSON values a type takes.
func kindOf(t reflect.Type) string {
	if t == reflect.TypeFor[json.RawMessage]() {
		return "a value"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return kindOf(t.Elem())
	case reflect.Slice:
		return "a list of " + strings.TrimPrefix(strings.TrimPrefix(kindOf(t.Elem()), "a "), "an ") + "s"
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Float64:
		return "a number"
	case reflect.Uint64:
		return "a whole number ≥ 0"
	case reflect.Struct:
		return "an object"
	}
	return "a whole number"
}

// Reference returns all methods and arrays, as Markdown for the manual.
func Reference() string {
	var s strings.Builder
	for i := range methods {
		m := &methods[i]
		fmt.Fprintf(&s, "\n### %s\n\n%s", m.Name, wrapped(sentence(m.About)+"."+m.of.note()))
		if params := m.paramsOf(); len(params) > 0 {
			s.WriteString("\n| parameter | is | meaning |\n|---|---|---|\n")
			for _, p := range params {
				fmt.Fprintf(&s, "| `%s` | %s | %s |\n", p.Name, p.Kind, p.About)
			}
		}
		fmt.Fprintf(&s, "\n%s", wrapped("Result: "+m.Result+"."))
	}
	s.WriteString("\n## Arrays\n\nOf bodies:\n\n| name | unit | shape | meaning |\n|---|---|---|---|\n")
	for _, a := range state.BodyArrays {
		arrayRow(&s, a.Name, a.Unit, a.About, a.Width)
	}
	s.WriteString("\nOf contacts:\n\n| name | unit | shape | meaning |\n|---|---|---|---|\n")
	for _, a := range state.ContactArrays {
		arrayRow(&s, a.Name, a.Unit, a.About, a.Width)
	}
	return s.String()
}

func arrayRow(s *strings.Builder, name, unit, about string, width int) {
	shape := fmt.Sprintf("(n, %d)", width)
	switch width {
	case 0:
		shape = "n words"
	case 1:
		shape = "(n,)"
	}
	fmt.Fprintf(s, "| `%s` | %s | %s | %s |\n", name, unit, shape, about)
}

// sentence returns a text with a capital letter at its beginning.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// wrapped returns a paragraph in lines of at most 120 bytes.
func wrapped(text string) string {
	var s strings.Builder
	size := 0
	for _, word := range strings.Fields(text) {
		switch {
		case size > 0 && size+1+len(word) > 120:
			s.WriteString("\n")
			size = 0
		case size > 0:
			s.WriteString(" ")
			size++
		}
		s.WriteString(word)
		size += len(word)
	}
	return s.String() + "\n"
}
