package scene

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// parse decodes a scene strictly: a key that does not exist, or a value of another kind
// than its key wants, is an error with its line and an excerpt. Values of --set are put in
// and the whole is checked again. It also returns where the entries of the document begin.
func parse(name string, data []byte, set []string) (Spec, map[string]int, error) {
	spec, lines, err := decode(data)
	if err != nil {
		return spec, nil, fmt.Errorf("scene: %s: %w", name, err)
	}
	if len(set) == 0 {
		return spec, lines, nil
	}
	changed, err := applySets(data, set)
	if err == nil {
		if spec, _, err = decode(changed); err != nil {
			err = fmt.Errorf("set %s: %w", strings.Join(set, " "), err)
		}
	}
	if err != nil {
		return spec, nil, fmt.Errorf("scene: %s: %w", name, err)
	}
	return spec, lines, nil
}

// decode decodes a document.
func decode(data []byte) (spec Spec, lines map[string]int, err error) {
	defer func() {
		if r := recover(); r != nil { // of the YAML library, on a document that no editor would write
			err = fmt.Errorf("the file is no YAML that can be read (%v)", r)
		}
	}()
	spec = Spec{TimeStep: defaultTimeStep}
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		return spec, nil, readable(err)
	}
	body, err := only(file)
	if body == nil || err != nil {
		return spec, nil, readable(err)
	}
	f := form{fields: map[reflect.Type][]formField{}, anchors: map[string]ast.Node{}, lines: map[string]int{}}
	body, err = f.value(body, reflect.TypeFor[Spec](), place{})
	if err == nil {
		err = yaml.NodeToValue(body, &spec, yaml.Strict())
	}
	return spec, f.lines, readable(err)
}

// only returns the one document of a file, nil for an empty one.
func only(file *ast.File) (ast.Node, error) {
	var body ast.Node
	for _, d := range file.Docs {
		switch d.Body.(type) {
		case nil, *ast.CommentGroupNode:
			continue
		}
		if body != nil {
			return nil, refuse(d.Body, place{}, "a scene must be one document, this is the second")
		}
		body = d.Body
	}
	return body, nil
}

// readable gives an error of the YAML library its line, column and excerpt.
func readable(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s", strings.TrimSpace(yaml.FormatError(err, false, true)))
}
