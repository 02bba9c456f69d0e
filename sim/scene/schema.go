package scene

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"iter"
	"reflect"
	"regexp"
	"strings"

	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/setting"
)

// The comments of these files are what the schema says of each key.
var (
	//go:embed spec.go
	specSource string
	//go:embed solids.go
	solidsSource string
	//go:embed export.go
	exportSource string
	//go:embed particles.go
	particlesSource string
	//go:embed facets.go
	facetsSource string
	//go:embed copies.go
	copiesSource string
	//go:embed expression.go
	expressionSource string
)

// words are the keys that take one of some words, by type and field.
var words = map[string]func() []string{
	"Wall.Axis":    func() []string { return []string{"x", "y", "z"} },
	"Sizes.By":     func() []string { return []string{"mass", "number"} },
	"Inlet.NoRoom": func() []string { return insertion.NoRooms[:] },
	"Body.Seams":   func() []string { return seamNames[:] },
}

// wordsOf returns the words that a key of a type takes, nil if it takes any.
func wordsOf(t reflect.Type, field, key string) (list []string) {
	if w := words[t.Name()+"."+field]; w != nil {
		return w()
	}
	if s := setting.Of(key); s != nil && s.IsWord() && t == reflect.TypeFor[Spec]() {
		for _, c := range s.Choices() {
			list = append(list, c.Name)
		}
	}
	return list
}

// node is one schema. The order of its fields is that of the file.
type node struct {
	Schema      string           `json:"$schema,omitempty"`
	Title       string           `json:"title,omitempty"`
	Ref         string           `json:"$ref,omitempty"`
	Description string           `json:"description,omitempty"`
	Type        string           `json:"type,omitempty"`
	Enum        []string         `json:"enum,omitempty"`
	Pattern     string           `json:"pattern,omitempty"`
	AnyOf       []*node          `json:"anyOf,omitempty"`
	Items       *node            `json:"items,omitempty"`
	MinItems    int              `json:"minItems,omitempty"`
	MaxItems    int              `json:"maxItems,omitempty"`
	Properties  map[string]*node `json:"properties,omitempty"`
	Required    []string         `json:"required,omitempty"`
	Others      any              `json:"additionalProperties,omitempty"` // false, or the schema of keys that have no own
	Definitions map[string]*node `json:"$defs,omitempty"`
}

// Schema returns the JSON schema (draft 2020-12) of scene files, for editors: all keys
// with what they mean, and no others.
func Schema() ([]byte, error) {
	b, err := newSchemaBuilder()
	if err != nil {
		return nil, fmt.Errorf("scene: schema: %w", err)
	}
	root := b.structure(reflect.TypeFor[Spec]())
	root.Schema, root.Title, root.Definitions = "https://json-schema.org/draft/2020-12/schema", "Tumble scene", b.defs
	return json.MarshalIndent(root, "", "  ")
}

// schemaBuilder makes the schema of types, each of them once.
type schemaBuilder struct {
	defs     map[string]*node
	comments map[string]string // of types, and of fields as Type.Field
}

// newSchemaBuilder returns a builder with the comments of all sources.
func newSchemaBuilder() (*schemaBuilder, error) {
	b := &schemaBuilder{defs: map[string]*node{}, comments: map[string]string{}}
	for _, source := range []string{
		specSource, solidsSource, exportSource, particlesSource, facetsSource, copiesSource, expressionSource,
	} {
		if err := b.read(source); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// read collects the comments of a source file.
func (b *schemaBuilder) read(source string) error {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range file.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.TYPE {
			continue
		}
		for _, s := range decl.Specs {
			t := s.(*ast.TypeSpec)
			b.comments[t.Name.Name] = oneLine(decl.Doc)
			fields, ok := t.Type.(*ast.StructType)
			if !ok {
				continue
			}
			for _, f := range fields.Fields.List {
				for _, n := range f.Names {
					b.comments[t.Name.Name+"."+n.Name] = oneLine(cmp.Or(f.Comment, f.Doc)) // at its line, or above it
				}
			}
		}
	}
	return nil
}

func oneLine(c *ast.CommentGroup) string { return strings.Join(strings.Fields(c.Text()), " ") }

// structure describes a struct as an object without other keys than its own.
func (b *schemaBuilder) structure(t reflect.Type) *node {
	n := &node{Type: "object", Description: b.comments[t.Name()], Properties: map[string]*node{}, Others: false}
	b.fields(t, n)
	return n
}

// keyField is a field that is a key of scene files.
type keyField struct {
	reflect.StructField
	owner  reflect.Type // that has the field, which may stand inline in others
	needed bool
}

// keysOf goes through the fields of a type by the names of their keys, those of inline types too.
func keysOf(t reflect.Type) iter.Seq2[keyField, string] {
	return func(yield func(keyField, string) bool) {
		for i := range t.NumField() {
			f := t.Field(i)
			name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
			if !strings.Contains(options, "inline") {
				if !yield(keyField{f, t, needed(t, f, options)}, name) {
					return
				}
				continue
			}
			for inner, key := range keysOf(f.Type) {
				if !yield(inner, key) {
					return
				}
			}
		}
	}
}

func (b *schemaBuilder) fields(t reflect.Type, n *node) {
	for f, name := range keysOf(t) {
		t := f.owner
		p := b.of(f.Type, quantities[f.Tag.Get("unit")])
		p.Description = b.meaning(t, f.Name, name)
		p.Enum = wordsOf(t, f.Name, name)
		n.Properties[name] = p
		if f.needed {
			n.Required = append(n.Required, name)
		}
	}
}

// of describes a value of a type, whose numbers may have the units.
func (b *schemaBuilder) of(t reflect.Type, units []unit) *node {
	switch t.Kind() {
	case reflect.Pointer:
		return b.of(t.Elem(), units)
	case reflect.Slice:
		return &node{Type: "array", Items: b.of(t.Elem(), units)}
	case reflect.Array:
		return &node{Type: "array", Items: b.of(t.Elem(), units), MinItems: t.Len(), MaxItems: t.Len()}
	case reflect.Struct:
		if b.defs[t.Name()] == nil {
			b.defs[t.Name()] = &node{} // it may hold itself
			*b.defs[t.Name()] = *b.structure(t)
		}
		return &node{Ref: "#/$defs/" + t.Name()}
	case reflect.Map:
		return &node{Type: "object", Others: b.of(t.Elem(), constantUnits)}
	case reflect.Float64:
		return &node{AnyOf: []*node{{Type: "number"}, {Type: "string", Pattern: numberPattern(units)}}}
	case reflect.Int, reflect.Int64:
		return &node{AnyOf: []*node{{Type: "integer"}, {Type: "string", Pattern: expressionPattern}}}
	case reflect.Bool:
		return &node{Type: "boolean"}
	}
	return &node{Type: "string"}
}

// expressionPattern is the regular expression of an expression.
const expressionPattern = `^\s*` + expressionMark

// numberPattern is the regular expression of what stands for a number with one of the units.
func numberPattern(units []unit) string {
	if units == nil {
		return expressionPattern
	}
	var names []string
	for _, u := range units {
		names = append(names, regexp.QuoteMeta(u.name))
	}
	return expressionPattern + `|^\s*` + decimal + `\s*(` + strings.Join(names, "|") + `)?\s*$`
}
