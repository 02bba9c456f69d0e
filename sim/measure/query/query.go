// Package query finds bodies by the text of a person: a number, a name, or an expression of the
// quantities of a body, such as speed > 0.5 && contacts == 0.
package query

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
)

// Body holds the quantities of a body that an expression can use, in SI units. Vectors have their size and their
// components.
type Body struct {
	ID       int64   `expr:"id"`
	Name     string  `expr:"name"`
	Material string  `expr:"material"`
	Speed    float64 `expr:"speed"`
	VX       float64 `expr:"vx"`
	VY       float64 `expr:"vy"`
	VZ       float64 `expr:"vz"`
	Spin     float64 `expr:"spin"`
	WX       float64 `expr:"wx"`
	WY       float64 `expr:"wy"`
	WZ       float64 `expr:"wz"`
	Force    float64 `expr:"force"`
	Mass     float64 `expr:"mass"`
	Kinetic  float64 `expr:"kinetic"`
	Contacts int     `expr:"contacts"`
	Members  int     `expr:"members"`
	X        float64 `expr:"x"`
	Y        float64 `expr:"y"`
	Z        float64 `expr:"z"`
	Radius   float64 `expr:"radius"` // of the largest sphere or capsule, 0 if there is none
	Size     float64 `expr:"size"`   // diameter of the ball about the centre of mass that holds spheres and capsules
	Age      float64 `expr:"age"`    // time since the body was made
}

// Quantity is a name that an expression can use, with its unit and a description.
type Quantity struct {
	Name, Unit, About string

	Groups  GroupSet // groups that must be computed for the quantity, if it is one of a body
	Changes bool     // the quantity of a body changes as the scene runs

	read func(at *subject) float64 // value without the interpreter; nil for words
	word func(*Body) string        // nil for numbers
}

// IsWord reports whether the quantity is a word, such as a name, and not a number.
func (q *Quantity) IsWord() bool { return q.word != nil }

// Word returns the word of a body for the quantity; empty if the quantity is a number.
func (q *Quantity) Word(of *Body) string {
	if q.word == nil {
		return ""
	}
	return q.word(of)
}

// ReadNumbers reads quantities of bodies into slices: one slice for each quantity, with one number for each body,
// in SI units. A quantity that is a word has NaN. ReadNumbers reuses the memory of into.
func ReadNumbers(of []*Quantity, rows []Body, into [][]float64) [][]float64 {
	into = slices.Grow(into[:0], len(of))[:len(of)]
	for k := range into {
		into[k] = slices.Grow(into[k][:0], len(rows))[:len(rows)]
	}
	var at subject
	for i := range rows {
		at.Body = rows[i]
		for k, q := range of {
			if into[k][i] = math.NaN(); q.read != nil {
				into[k][i] = q.read(&at)
			}
		}
	}
	return into
}

// Quantities are the quantities of a body. A new quantity needs a row here, a field of Body, and the code in
// package inspect that fills this field.
var Quantities = []Quantity{
	{Name: "id", About: "number of the body", Groups: Identity,
		read: func(at *subject) float64 { return float64(at.ID) }},
	{Name: "name", About: "its name in the scene", Groups: Words | Identity,
		word: func(b *Body) string { return b.Name }},
	{Name: "material", About: "name of its material", Groups: Words | Identity,
		word: func(b *Body) string { return b.Material }},
	{Name: "speed", Unit: "m/s", About: "also v; components vx, vy, vz", Groups: Velocity, Changes: true,
		read: func(at *subject) float64 { return at.Speed }},
	{Name: "vx", Unit: "m/s", About: "velocity along x", Groups: Velocity, Changes: true,
		read: func(at *subject) float64 { return at.VX }},
	{Name: "vy", Unit: "m/s", About: "velocity along y", Groups: Velocity, Changes: true,
		read: func(at *subject) float64 { return at.VY }},
	{Name: "vz", Unit: "m/s", About: "velocity along z", Groups: Velocity, Changes: true,
		read: func(at *subject) float64 { return at.VZ }},
	{Name: "spin", Unit: "rad/s", About: "angular speed, also w; components wx, wy, wz", Groups: Spin, Changes: true,
		read: func(at *subject) float64 { return at.Spin }},
	{Name: "wx", Unit: "rad/s", About: "spin about x", Groups: Spin, Changes: true,
		read: func(at *subject) float64 { return at.WX }},
	{Name: "wy", Unit: "rad/s", About: "spin about y", Groups: Spin, Changes: true,
		read: func(at *subject) float64 { return at.WY }},
	{Name: "wz", Unit: "rad/s", About: "spin about z", Groups: Spin, Changes: true,
		read: func(at *subject) float64 { return at.WZ }},
	{Name: "force", Unit: "N", About: "sum of all forces, weight included", Groups: Force, Changes: true,
		read: func(at *subject) float64 { return at.Force }},
	{Name: "mass", Unit: "kg", About: "0 for what forces do not move", Groups: Mass | Identity,
		read: func(at *subject) float64 { return at.Mass }},
	{Name: "kinetic", Unit: "J", About: "energy of motion and spin", Groups: Kinetic, Changes: true,
		read: func(at *subject) float64 { return at.Kinetic }},
	{Name: "contacts", About: "number of contacts", Groups: Contacts, Changes: true,
		read: func(at *subject) float64 { return float64(at.Contacts) }},
	{Name: "members", About: "number of spheres and capsules, 2 and more of a clump", Groups: Size,
		read: func(at *subject) float64 { return float64(at.Members) }},
	{Name: "x", Unit: "m", About: "place of the centre of mass, or of the plane of a wall", Groups: Place, Changes: true,
		read: func(at *subject) float64 { return at.X }},
	{Name: "y", Unit: "m", About: "place along y", Groups: Place, Changes: true,
		read: func(at *subject) float64 { return at.Y }},
	{Name: "z", Unit: "m", About: "height", Groups: Place, Changes: true,
		read: func(at *subject) float64 { return at.Z }},
	{Name: "radius", Unit: "m", About: "of its largest sphere or capsule", Groups: Radius,
		read: func(at *subject) float64 { return at.Radius }},
	{Name: "size", Unit: "m", About: "of the ball that holds its spheres and capsules", Groups: Size,
		read: func(at *subject) float64 { return at.Size }},
	{Name: "age", Unit: "s", About: "time since it came", Groups: Age, Changes: true,
		read: func(at *subject) float64 { return at.Age }},
}

// Changing are the names of the quantities that change as the scene runs.
func Changing() (names []string) {
	for i := range Quantities {
		if Quantities[i].Changes {
			names = append(names, Quantities[i].Name)
		}
	}
	return names
}

// shorthands are other names of quantities.
var shorthands = map[string]string{"v": "speed", "w": "spin"}

// Query is a search for bodies. It can be matched with any number of bodies, by one goroutine at a time.
type Query struct {
	number  int64  // number of the body that is searched for, or -1
	part    string // part of a name that is searched for, in lower case, or empty
	program *vm.Program
	direct  logical // the program without the interpreter; nil if logicalOf cannot compute it
	at      subject // argument of direct
	uses    []string
}

// Error says what is wrong with a text, and at which column, counted from 0 in characters.
type Error struct {
	Column int
	Text   string
}

func (e *Error) Error() string { return fmt.Sprintf("at character %d: %s", e.Column+1, e.Text) }

var (
	plainNumber = regexp.MustCompile(`^#?[0-9]+$`)
	plainWord   = regexp.MustCompile(`^[\pL_][\pL\pN_\- ]*$`)
)

// Parse reads a query as a person writes it. A number finds the body with this number, a word that is no quantity
// finds the bodies with this word in their names, and everything else is an expression that is true or false of a
// body. The error is an *Error.
func Parse(text string) (*Query, error) {
	trimmed := strings.TrimSpace(text)
	if trimmed == "" {
		return nil, &Error{0, "write a number, a name, or an expression such as speed > 0.5"}
	}
	if err := limit.Expression.Check(len(text)); err != nil {
		return nil, &Error{0, err.Error()}
	}
	if plainNumber.MatchString(trimmed) {
		n, err := strconv.ParseInt(strings.TrimPrefix(trimmed, "#"), 10, 64)
		if err != nil {
			return nil, &Error{0, trimmed + " is too large for the number of a body"}
		}
		return &Query{number: n, uses: []string{"id"}}, nil
	}
	if plainWord.MatchString(trimmed) && !isQuantity(trimmed) && !strings.Contains(trimmed, " and ") {
		return &Query{number: -1, part: strings.ToLower(trimmed), uses: []string{"name"}}, nil
	}
	return parseExpression(text)
}

func isQuantity(word string) bool {
	_, short := shorthands[word]
	same := func(q Quantity) bool { return q.Name == word }
	return short || slices.ContainsFunc(Quantities, same)
}

// parseExpression reads an expression.
func parseExpression(text string) (*Query, error) {
	code, added := doubled(text)
	q := &Query{number: -1}
	read := &names{query: q}
	program, err := expr.Compile(code, expr.Env(Body{}), expr.AsBool(), expr.DisableAllBuiltins(),
		expr.EnableBuiltin("abs"), expr.EnableBuiltin("floor"), expr.EnableBuiltin("ceil"), expr.EnableBuiltin("round"),
		expr.EnableBuiltin("lower"), expr.MaxNodes(maxNodes), expr.Patch(read))
	if err != nil {
		return nil, explained(err, added, Quantities)
	}
	if err := read.wrong("an expression is about one body, and has no loops"); err != nil {
		return nil, err
	}
	q.program, q.direct = program, logicalOf(program.Node())
	return q, nil
}

// maxNodes is the largest number of parts that an expression may have.
const maxNodes = 500

// doubled replaces single equals signs by double ones, and returns the columns of the new text at which it added a
// sign, so that errors of the compiler can be shown at the right column of the old text.
func doubled(text string) (code string, added []int) {
	var b strings.Builder
	runes := []rune(text)
	quoted := rune(0)
	for i, r := range runes {
		b.WriteRune(r)
		switch {
		case quoted != 0:
			if r == quoted {
				quoted = 0
			}
		case r == '"' || r == '\'' || r == '`':
			quoted = r
		case r == '=' && lone(runes, i):
			b.WriteRune('=')
			added = append(added, i+len(added)+1)
		}
	}
	return b.String(), added
}

// lone reports whether the equals sign at i is not part of another operator, as in id = 17.
func lone(runes []rune, i int) bool {
	before, after := ' ', ' '
	if i > 0 {
		before = runes[i-1]
	}
	if i+1 < len(runes) {
		after = runes[i+1]
	}
	return !strings.ContainsRune("=!<>", before) && after != '='
}

// names replaces shorthands by the quantities that they stand for, and notes which quantities are used.
type names struct {
	query *Query
	loop  ast.Node // a loop over a list, which could run for ever; nil if there is none
	zero  ast.Node // a remainder of a division by 0; nil if there is none
}

// wrong returns an error for a loop or a division by 0, which an expression must not have. loop is the text of the
// error for a loop.
func (n *names) wrong(loop string) error {
	switch {
	case n.loop != nil:
		return &Error{n.loop.Location().From, loop}
	case n.zero != nil:
		return &Error{n.zero.Location().From, byZero}
	}
	return nil
}

// byZero is the text of the error for a remainder that cannot be computed.
const byZero = "the remainder % of a division by 0 is no number: ask first, as in contacts > 0 and id % contacts = 1"

// Visit is called for each part of an expression.
func (n *names) Visit(node *ast.Node) {
	if p, ok := (*node).(*ast.PredicateNode); ok {
		n.loop = p
	}
	if b, ok := (*node).(*ast.BinaryNode); ok && b.Operator == "%" {
		if by, ok := b.Right.(*ast.IntegerNode); ok && by.Value == 0 {
			n.zero = b
		}
	}
	id, ok := (*node).(*ast.IdentifierNode)
	if !ok {
		return
	}
	if long := shorthands[id.Value]; long != "" {
		ast.Patch(node, &ast.IdentifierNode{Value: long})
		n.note(long)
		return
	}
	n.note(id.Value)
}

func (n *names) note(name string) {
	if !slices.Contains(n.query.uses, name) {
		n.query.uses = append(n.query.uses, name)
	}
}

var unknown = regexp.MustCompile(`^unknown name (\S+)`)

// explained translates an error of the interpreter into few words for a person. added are the columns that doubled
// returned; known are the quantities that the expression may use.
func explained(err error, added []int, known ...[]Quantity) error {
	var f *file.Error
	if !errors.As(err, &f) {
		f = &file.Error{Message: err.Error()}
	}
	at := f.Column
	for _, a := range added {
		if f.Column > a {
			at--
		}
	}
	text := f.Message
	switch name := unknown.FindStringSubmatch(text); {
	case name != nil:
		var all []string
		for _, q := range slices.Concat(known...) {
			all = append(all, q.Name)
		}
		text = name[1] + " is no quantity; there are " + strings.Join(all, ", ")
		if len(known) == 1 {
			text = name[1] + " is no quantity of a body; there are " + strings.Join(all, ", ")
		}
		if meant := spell.Nearest(name[1], all); meant != "" {
			text, _, _ = strings.Cut(text, ";")
			text += "; did you mean " + meant + "?"
		}
	case strings.Contains(text, "func("):
		text = "a function needs names in brackets, as in " + Functions[0].Example
	case strings.HasPrefix(text, "expected bool"):
		text = "this is a quantity, not true or false: compare it, as in speed > 0.5"
	case strings.HasSuffix(text, "integer divide by zero"):
		text = byZero
	case strings.HasPrefix(text, "unexpected token EOF"):
		text = "something is missing at the end"
	}
	return &Error{at, text}
}

// Uses reports whether the query uses at least one of the given quantities.
func (q *Query) Uses(quantities ...string) bool {
	return slices.ContainsFunc(quantities, func(name string) bool { return slices.Contains(q.uses, name) })
}

// Groups returns the groups of the quantities that the query uses.
func (q *Query) Groups() (set GroupSet) {
	for i := range Quantities {
		if q.Uses(Quantities[i].Name) {
			set |= Quantities[i].Groups
		}
	}
	return set
}

// Match reports whether the query finds a body.
//
// Errors: a value that cannot be computed, such as the remainder of a division by 0.
func (q *Query) Match(b *Body) (bool, error) {
	switch {
	case q.program == nil && q.part != "":
		return strings.Contains(strings.ToLower(b.Name), q.part), nil
	case q.program == nil:
		return b.ID == q.number, nil
	case q.direct != nil:
		q.at.Body = *b
		return q.direct(&q.at), nil
	}
	out, err := expr.Run(q.program, *b)
	if err != nil {
		return false, explained(err, nil, Quantities)
	}
	return out == true, nil
}
