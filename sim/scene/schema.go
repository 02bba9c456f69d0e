package scene

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"regexp"
	"strings"
)

// The comments in these files are the descriptions of the keys in the schema.
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
	//go:embed joint.go
	jointSource string
	//go:embed expression.go
	expressionSource string
)

// node is one schema. Its fields are in the order in which the file has them.
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
	Others      any              `json:"additionalProperties,omitempty"` // false, or the schema of keys not in Properties
	Definitions map[string]*node `json:"$defs,omitempty"`
}

// Schema returns the JSON schema (draft 2020-12) of scene files, for editors: all keys with their descriptions;
// other keys are not allowed.
func Schema() ([]byte, error) {
	b, err := newSchemaBuilder()
	if err != nil {
		return nil, fmt.Errorf("scene: schema: %w", err)
	}
	root := b.structure(reflect.TypeFor[Spec]())
	root.Schema, root.Title, root.Definitions = "https://json-schema.org/draft/2020-12/schema", "Tumble scene", b.defs
	return json.MarshalIndent(root, "", "  ")
}

// schemaBuilder makes the schemas of types, each type once.
type schemaBuilder struct {
	defs     map[string]*node
	comments map[string]string // of types, and of fields as Type.Field
}

// newSchemaBuilder returns a builder with the comments of all sources.
func newSchemaBuilder() (*schemaBuilder, error) {
	b := &schemaBuilder{defs: map[string]*node{}, comments: map[string]string{}}
	for _, source := range []string{
		specSource, solidsSource, exportSource, particlesSource, facetsSource, copiesSource, jointSource,
		expressionSource,
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
					b.comments[t.Name.Name+"."+n.Name] = oneLine(cmp.Or(f.Comment, f.Doc)) // on its line, or above it
				}
			}
		}
	}
	return nil
}

func oneLine(c *ast.CommentGroup) string { return strings.Join(strings.Fields(c.Text()), " ") }

// structure describes a struct as an object that allows no keys besides its own.
func (b *schemaBuilder) structure(t reflect.Type) *node {
	n := &node{Type: "object", Description: b.comments[t.Name()], Properties: map[string]*node{}, Others: false}
	b.fields(t, n)
	return n
}

func (b *schemaBuilder) fields(t reflect.Type, n *node) {
	for _, k := range keysOf(t) {
		p := b.of(k.Type, k.units)
		p.Description = b.meaning(&k)
		p.Enum = k.words()
		n.Properties[k.key] = p
		if k.needed {
			n.Required = append(n.Required, k.key)
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
			b.defs[t.Name()] = &node{} // made before its fields, since a type may contain itself
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

// expressionPattern is the regular expression of a number that is an expression.
const expressionPattern = `^\s*` + expressionMark

// numberPattern returns the regular expression of the texts that stand for a number with one of the units.
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
