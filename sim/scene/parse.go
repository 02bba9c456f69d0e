package scene

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"example.org/tumble/sim/spell"
)

// parse decodes a scene strictly: a key that does not exist, or a value of the wrong type for its key, is an error
// with its line and an excerpt. Then the values of --set are put in and the changed document is checked as well.
// parse also returns the lines where the entries of the document begin, by their path.
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
			err = fmt.Errorf("set %s: %w", spell.Quote(strings.Join(set, " ")), err)
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
		if r := recover(); r != nil { // the YAML library panics on some documents that no editor would write
			err = fmt.Errorf("the file is no YAML that can be read (%v)", r)
		}
	}()
	spec = Spec{TimeStep: defaultTimeStep}
	list, err := tokens(data)
	if err != nil {
		return spec, nil, readable(err, data)
	}
	file, err := parser.Parse(list, 0)
	if err != nil {
		return spec, nil, readable(err, data)
	}
	body, err := only(file)
	if body == nil || err != nil {
		return spec, nil, readable(err, data)
	}
	f := form{keys: map[reflect.Type][]keyField{}, anchors: map[string]ast.Node{}, lines: map[string]int{}}
	if err = f.define(body); err == nil {
		body, err = f.value(body, reflect.TypeFor[Spec](), place{})
	}
	if err == nil {
		err = yaml.NodeToValue(body, &spec, yaml.Strict())
	}
	if err == nil {
		err = spec.putConstants()
	}
	spec.Constants = nil // each expression is replaced by its value now
	return spec, f.lines, readable(err, data)
}

// only returns the one document of a file, nil for an empty file.
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

// readable adds the line, the column and an excerpt of the text to an error of the YAML library.
func readable(err error, data []byte) error {
	if err == nil {
		return nil
	}
	var at yaml.Error
	if !errors.As(err, &at) || at.GetToken() == nil || at.GetToken().Position == nil {
		return err
	}
	p := at.GetToken().Position
	return fmt.Errorf("[%d:%d] %s%s", p.Line, p.Column, at.GetMessage(), excerpt(string(data), p.Line, p.Column))
}

// An excerpt shows this many lines before and after the line of the error, and this many characters of each line;
// if the column of the error lies further right, the characters around it.
const around, wide = 3, 160

// excerpt shows the lines about a place in a text, with a caret under it.
func excerpt(text string, line, column int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	last := min(line+around, len(lines))
	width := max(len(strconv.Itoa(last)), 2)
	left := 0
	if column > wide {
		left = column - wide/2
	}
	var b strings.Builder
	for n := max(line-around, 1); n <= last; n++ {
		mark := ' '
		if n == line {
			mark = '>'
		}
		s := []rune(strings.ReplaceAll(lines[n-1], "\t", " "))
		s = s[min(left, len(s)):min(left+wide, len(s))]
		b.WriteString("\n" + strings.TrimRight(fmt.Sprintf("%c %*d | %s", mark, width, n, string(s)), " \r"))
		if n == line {
			b.WriteString("\n" + strings.Repeat(" ", width+5+max(column-1-left, 0)) + "^")
		}
	}
	return b.String()
}
