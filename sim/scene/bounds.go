package scene

import (
	"bytes"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"

	"example.org/tumble/sim/limit"
)

// The YAML library goes down one level of its stack for each bracket, and for each key of a map, and its time
// grows with the square of the number of keys in one map and of the number of values left out. So a document is
// checked against bounds before the library sees it.

// tokens splits a document into tokens.
//
// Errors: more values, levels, keys or left out values than the bounds allow.
func tokens(data []byte) (token.Tokens, error) {
	if err := limit.SceneValues.Check(values(data)); err != nil {
		return nil, err
	}
	list := lexer.Tokenize(string(data))
	m := measure{}
	var at *token.Token
	for _, t := range append(list, nil) {
		if t != nil && t.Type == token.CommentType {
			continue
		}
		if at != nil {
			if err := m.countToken(at, t); err != nil {
				return nil, err
			}
		}
		at = t
	}
	return list, nil
}

// values returns how many values and lines a document has at most, without reading it.
func values(data []byte) (n int) {
	for _, mark := range []string{",", "[", "{", "\n", ": "} {
		n += bytes.Count(data, []byte(mark))
	}
	return n
}

// measure counts levels, keys and left out values.
type measure struct {
	open   []level
	marks  int // tags and anchors that follow each other
	absent int // values left out
	last   *token.Token
}

// level is a map or list that has begun and not ended.
type level struct {
	flow   bool // in brackets
	braces bool // the brackets are the braces of a map
	column int  // of its keys or dashes, if it is not in brackets
	keys   int
	commas int
}

// countToken counts a token; then is the token after it, nil at the end.
func (m *measure) countToken(t, then *token.Token) error {
	defer func() { m.last = t }()
	switch t.Type {
	case token.TagType, token.AnchorType:
		m.marks++
	case token.MappingStartType, token.SequenceStartType:
		m.open, m.marks = append(m.open, level{flow: true, braces: t.Type == token.MappingStartType}), 0
	case token.MappingEndType, token.SequenceEndType:
		m.close()
	case token.CollectEntryType:
		if l := m.inner(); l != nil {
			l.commas++
		}
	case token.SequenceEntryType, token.MappingKeyType:
		m.block(t.Position.Column)
		m.count(t, then, t.Position.Column)
	case token.MappingValueType:
		m.key(t, then)
	default:
		if m.last == nil || m.last.Type != token.AnchorType { // else it is the anchor's name
			m.marks = 0
		}
	}
	return m.check(t)
}

// inner returns the level in brackets that a token is in, nil if it is in none.
func (m *measure) inner() *level {
	if n := len(m.open); n > 0 && m.open[n-1].flow {
		return &m.open[n-1]
	}
	return nil
}

// close ends a level in brackets and adds its keys without a value to absent.
func (m *measure) close() {
	if l := m.inner(); l != nil {
		if l.braces {
			m.absent += max(0, l.commas+1-l.keys)
		}
		m.open = m.open[:len(m.open)-1]
	}
}

// block makes the level whose keys or dashes are in this column the innermost one: it closes deeper levels, and
// opens this level if there is none.
func (m *measure) block(column int) {
	n := len(m.open)
	for n > 0 && !m.open[n-1].flow && m.open[n-1].column > column {
		n--
	}
	if m.open = m.open[:n]; n == 0 || m.open[n-1].flow || m.open[n-1].column < column {
		m.open = append(m.open, level{column: column})
	}
}

// key counts a key; t is the colon after it.
func (m *measure) key(t, then *token.Token) {
	if l := m.inner(); l != nil {
		if l.keys++; empty(then) {
			m.absent++
		}
		return
	}
	column := t.Position.Column
	if m.last != nil && m.last.Position.Line == t.Position.Line {
		column = m.last.Position.Column
	}
	m.block(column)
	m.open[len(m.open)-1].keys++
	m.count(t, then, column)
}

// count counts a value that is left out after a dash, or after a key in this column.
func (m *measure) count(t, then *token.Token, column int) {
	if then == nil {
		m.absent++
		return
	}
	// The dashes of a list may be below the key that it belongs to.
	list := then.Type == token.SequenceEntryType && t.Type == token.MappingValueType
	if at := then.Position; at.Line > t.Position.Line && (at.Column < column || at.Column == column && !list) {
		m.absent++
	}
}

// empty reports whether the token after a colon shows that the value is left out: a comma, a closing bracket or
// the end.
func empty(then *token.Token) bool {
	if then == nil {
		return true
	}
	switch then.Type {
	case token.MappingEndType, token.SequenceEndType, token.CollectEntryType:
		return true
	}
	return false
}

// check returns an error at the token if a count is above its bound.
func (m *measure) check(t *token.Token) error {
	err := limit.Depth.Check(len(m.open) + m.marks)
	if n := len(m.open); err == nil && n > 0 {
		err = limit.Keys.Check(m.open[n-1].keys)
	}
	if err == nil {
		err = limit.Absent.Check(m.absent)
	}
	if err != nil {
		return &yaml.SyntaxError{Message: err.Error(), Token: t}
	}
	return nil
}

// checkText returns an error for a text that is beyond the bounds for the YAML library.
func checkText(data []byte) error {
	_, err := tokens(data)
	return readable(err, data)
}
