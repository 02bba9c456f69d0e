package scene

import (
	"fmt"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/setting"
)

// Section is the reference of one kind of entry of a scene file.
type Section struct {
	Name  string   // name of the kind: Body
	In    []string // keys that hold it: bodies
	About string
	Keys  []KeyInfo
}

// KeyInfo says what a key of a scene file takes and means.
type KeyInfo struct {
	Name    string
	Value   string // number [m], text, list of 3 numbers, or the name of a section
	Meaning string
	Needed  bool
}

// Reference returns the reference of scene files, made from the comments of their types and, for keys that take
// one of a few words, from the tables of these words.
//
// Errors: sources that cannot be read, which a test rules out.
func Reference() ([]Section, error) {
	b, err := newSchemaBuilder()
	if err != nil {
		return nil, fmt.Errorf("scene: reference: %w", err)
	}
	r := referenceBuilder{schemaBuilder: b, index: map[string]int{}}
	r.section(reflect.TypeFor[Spec](), "")
	for len(r.later) > 0 {
		next := r.later[0]
		r.later = r.later[1:]
		r.section(next.of, next.in)
	}
	return r.sections, nil
}

// Part returns the sections of a reference that a word names: a kind of entry, or a key that holds such entries.
// It is empty if there is no such section.
func Part(sections []Section, word string) (part []Section) {
	for _, s := range sections {
		if strings.EqualFold(s.Name, word) || slices.Contains(s.In, word) {
			part = append(part, s)
		}
	}
	return part
}

// referenceBuilder makes sections; the sections of types inside a type come after it.
type referenceBuilder struct {
	*schemaBuilder
	sections []Section
	index    map[string]int // index of a section, by its name
	later    []struct {
		of reflect.Type
		in string
	}
}

// section adds the section of a type; in is the key that holds values of this type.
func (r *referenceBuilder) section(t reflect.Type, in string) {
	if i, ok := r.index[t.Name()]; ok {
		if s := &r.sections[i]; in != "" && !slices.Contains(s.In, in) {
			s.In = append(s.In, in)
		}
		return
	}
	s := Section{Name: t.Name(), About: r.about(t.Name())}
	switch {
	case t == reflect.TypeFor[Particles]():
		var columns []string
		for _, c := range particleColumns {
			columns = append(columns, c.name)
		}
		s.About += " Columns: " + strings.Join(columns, ", ") + "."
	case in == "":
		s.Name, s.About = "Scene", "Everything that decides how a run goes, but for the seed."
	}
	if in != "" {
		s.In = []string{in}
	}
	r.index[s.Name] = len(r.sections)
	r.keys(t, &s)
	r.sections = append(r.sections, s)
}

// about returns the comment of a type as a sentence without the name of the type.
func (r *referenceBuilder) about(name string) string {
	text := r.comments[name]
	if rest, ok := strings.CutPrefix(text, name+" "); ok {
		for _, verb := range []string{"is ", "are "} {
			rest = strings.TrimPrefix(rest, verb)
		}
		text = strings.ToUpper(rest[:1]) + rest[1:]
	}
	return text
}

func (r *referenceBuilder) keys(t reflect.Type, s *Section) {
	for _, k := range keysOf(t) {
		info := KeyInfo{Name: k.key, Meaning: r.meaning(&k), Needed: k.needed, Value: r.value(k.Type, k.units, k.key)}
		if strings.Contains(info.Value, "[") {
			info.Meaning = strings.TrimSuffix(info.Meaning, unitAtEnd.FindString(info.Meaning))
		}
		if list := k.words(); list != nil {
			info.Value = "one of " + strings.Join(list, ", ")
		}
		s.Keys = append(s.Keys, info)
	}
}

// unitAtEnd matches the unit at the end of a comment, which is left out where the value of the key names the unit.
var unitAtEnd = regexp.MustCompile(`\s*\[[^\]]*\]$`)

// meaning returns the comment of a field or, where a table describes the key, the text of the table, which the
// tips of the window show as well.
func (b *schemaBuilder) meaning(k *keyField) string {
	text := b.comments[k.owner.Name()+"."+k.Name]
	switch k.owner {
	case reflect.TypeFor[Material]():
		for _, f := range law.Fields {
			if f.Name == k.key && f.Unit != "" {
				return f.Meaning + " [" + f.Unit + "]"
			} else if f.Name == k.key {
				return f.Meaning
			}
		}
	case reflect.TypeFor[TimeStep]():
		return ofSetting("timeStep."+k.key, text)
	case reflect.TypeFor[Spec]():
		text = ofSetting(k.key, text)
	}
	return text
}

// ofSetting returns the description of a setting, with the comment of its field and its choices; for other keys it
// returns the comment.
func ofSetting(key, comment string) string {
	s := setting.Of(key)
	if s == nil {
		return comment
	}
	text := s.Meaning
	if s.Bound != "" {
		text += "; " + s.Bound
	}
	switch {
	case comment == "":
	case strings.HasPrefix(comment, "["): // the unit
		text += " " + comment
	case comment != s.Meaning:
		text += "; " + comment
	}
	if s.IsWord() {
		for i, c := range s.Choices() {
			text += separator(i) + c.Name + ": " + c.About
		}
	}
	return text
}

func separator(i int) string {
	if i == 0 {
		return ". "
	}
	return "; "
}

// value describes the values that a key of a type takes, and queues the types inside it for later sections.
func (r *referenceBuilder) value(t reflect.Type, units []unit, key string) string {
	switch t.Kind() {
	case reflect.Pointer:
		return r.value(t.Elem(), units, key)
	case reflect.Slice:
		return "list of " + r.value(t.Elem(), units, key)
	case reflect.Array:
		return fmt.Sprintf("list of %d: %s", t.Len(), r.value(t.Elem(), units, key))
	case reflect.Map:
		return "names with numbers"
	case reflect.Struct:
		r.later = append(r.later, struct {
			of reflect.Type
			in string
		}{t, key})
		return t.Name()
	case reflect.Float64:
		if units != nil {
			return "number [" + units[0].name + "]"
		}
		return "number"
	case reflect.Int, reflect.Int64:
		return "whole number"
	case reflect.Bool:
		return "true or false"
	}
	return "text"
}

// referenceHead begins the page of the whole reference.
const referenceHead = `# Scene files

A scene is a YAML file. Numbers are in SI units and angles in degrees, or say their unit:
` + "`radius: 5.5 mm`, `young: 10 MPa`" + `. One that begins with ` + "`=`" + ` is an expression of the scene's
constants. Keys that are marked as needed must be given; a key that does not stand here is an error.
This page is made from the program: ` + "`tumble help scene`" + ` prints it, ` + "`tumble help scene inlets`" + ` a
part of it.
`

// WriteReference writes sections as Markdown, which is readable in a terminal as well; the whole reference begins
// with referenceHead.
//
// Errors: those of w.
func WriteReference(w io.Writer, sections []Section) error {
	var b strings.Builder
	if len(sections) > 1 && len(sections[0].In) == 0 {
		b.WriteString(referenceHead)
	}
	for i := range sections {
		s := &sections[i]
		fmt.Fprintf(&b, "\n## %s\n\n", s.Name)
		about := s.About
		if len(s.In) > 0 {
			about = "In `" + strings.Join(s.In, "`, `") + "`. " + about
		}
		wrap(&b, "", about)
		b.WriteString("\n")
		for _, k := range s.Keys {
			text := "- `" + k.Name + "`"
			if k.Needed {
				text += " (needed)"
			}
			text += ": " + k.Value
			if k.Meaning != "" {
				text += "; " + k.Meaning
			}
			wrap(&b, "  ", text)
		}
	}
	_, err := io.WriteString(w, strings.TrimLeft(b.String(), "\n"))
	return err
}

// wrap writes a paragraph in lines of at most 100 characters, later ones indented.
func wrap(b *strings.Builder, indent, text string) {
	column := 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case column > 0 && column+1+n > 100:
			b.WriteString("\n" + indent)
			column = len(indent)
		case column > 0:
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += n
	}
	b.WriteString("\n")
}
