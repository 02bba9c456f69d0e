package query

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run/bridge"
)

// World holds the quantities of a whole world that a condition can use, in SI units.
type World struct {
	Time    float64 `expr:"time"`
	Step    int64   `expr:"step"`
	Bodies  int     `expr:"bodies"`
	Touches int     `expr:"touches"`
	Overlap float64 `expr:"overlap"`
	Closure float64 `expr:"closure"` // see Moment.Closure
}

// WorldQuantities are the quantities of a whole world that a condition can use; Quantities are those of a body.
var WorldQuantities = []Quantity{
	{Name: "time", Unit: "s", About: "simulated time",
		read: func(at *subject) float64 { return at.Time }},
	{Name: "step", About: "steps done", read: func(at *subject) float64 { return float64(at.Step) }},
	{Name: "bodies", About: "number of bodies",
		read: func(at *subject) float64 { return float64(at.Bodies) }},
	{Name: "touches", About: "number of contacts",
		read: func(at *subject) float64 { return float64(at.Touches) }},
	{Name: "overlap", About: "largest overlap over the smaller radius: overlap > 5%",
		read: func(at *subject) float64 { return at.Overlap }},
	{Name: "closure", About: "closure error of the energies over what was dissipated, without its sign",
		read: func(at *subject) float64 { return at.Closure }},
}

// Moment is a world between two steps, as conditions see it.
type Moment interface {
	// World returns all quantities except the closure error, which costs a sum over all bodies.
	World() World
	Closure() float64
	// Each calls yield for each body in the order of the world, with the number of the body and the requested groups
	// in row. Bodies that forces do not move are left out unless the group Identity is requested.
	Each(groups GroupSet, row *Body, yield func() bool)
	// Deepest names the contact with the largest overlap over the smaller radius.
	Deepest() bridge.Thing
	// Touch names the first contact between two bodies, each given by number or name, or by an empty text for any
	// body. With sliding, only sliding contacts count.
	Touch(a, b string, sliding bool) (bridge.Thing, bool)
	// Servo returns the body that the servo of a name moves now, or no body, the load of the contacts of the body [N, Pa
	// or N·m], and whether the servo has settled.
	Servo(name string) (body bridge.Thing, load float64, settled bool)
	// Joint returns the body of a name that is on a hinge or a slider, and its numbers there; no body and NaN if there is
	// no such body.
	Joint(name string) (body bridge.Thing, at bridge.JointNumbers)
	// Region returns a number of what is in the region of a name; NaN if there is no such region.
	Region(name string, number *bridge.RegionNumber) float64
	// Surface returns a number of the surface of a name: its sum, or its rate in the last step; NaN if there is no such
	// surface.
	Surface(name string, number *bridge.SurfaceNumber, sum bool) float64
	// Outlet returns a number of what the outlet of a name took; NaN if there is no such outlet.
	Outlet(name string, number func(*bridge.Outlet) float64) float64
	// Through returns a number of the flow through a plane, which is written as bridge.ParsePlane reads it or is the name
	// of one; NaN if there is no such plane.
	Through(plane string, number *bridge.PassedNumber) float64
	// Between returns a number of the collisions of two materials, named A+B, or of all; NaN if there are no such
	// materials or the world does not follow collisions.
	Between(pair string, number *bridge.CollisionNumber) float64
}

// GroupSet is a set of groups of quantities of bodies. Only the groups that a condition uses are computed for it,
// because it is evaluated for each body after each step.
type GroupSet uint16

// The groups.
const (
	Words GroupSet = 1 << iota
	Velocity
	Spin
	Force
	Mass
	Kinetic
	Contacts
	Place
	Radius
	Size
	Age
	// Identity is the group of the quantities that select bodies. Only a condition that uses one of these quantities
	// is also evaluated for walls, meshes and other bodies that forces do not move: a floor always fulfils z < 0.1.
	Identity
)

// Condition is an expression that is true or false of a world. An expression with quantities of bodies is true if
// it is true for any body that forces move or, if it uses a quantity of the group Identity, for any body.
type Condition struct {
	program *vm.Program
	direct  logical // the program without the interpreter; nil if logicalOf cannot compute it
	ofBody  bool    // the condition uses quantities of a body
	groups  GroupSet
	overlap bool     // it uses the largest overlap
	closure bool     // it uses the closure error
	named   []string // names and numbers of bodies in calls of Functions, and those in chosen
	servos  []string // names of servos in calls of Functions
	joints  []string // names of bodies on hinges and sliders in calls of Functions
	regions []string // names of regions in calls of Functions
	on      []string // names of surfaces in calls of Functions
	outlets []string // names of outlets in calls of Functions
	planes  []string // names of planes in calls of Functions
	pairs   []string // names of pairs of materials in calls of Functions
	chosen  []string // names and numbers of bodies in comparisons with name and id
	uses    []string // names of the used quantities
	at      subject
	now     Moment
	seen    bridge.Thing // the contact that a function found
	was     bool         // the condition was true at the last Check
}

// subject holds the values of the names in an expression.
type subject struct {
	Body
	World
}

// percent matches a number in per cent at the end of an operand, as in overlap > 5%. Elsewhere, % is the remainder
// of a division.
var percent = regexp.MustCompile(`([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*%(\s*(?:$|[)&|,<>=!]|and\b|or\b))`)

// fromPercent replaces numbers in per cent by plain numbers: 5% by 0.05.
func fromPercent(text string) string {
	return percent.ReplaceAllStringFunc(text, func(found string) string {
		parts := percent.FindStringSubmatch(found)
		v, err := strconv.ParseFloat(parts[1], 64)
		if err != nil {
			return found
		}
		return strconv.FormatFloat(v/100, 'g', -1, 64) + parts[2]
	})
}

// Function is what a condition can ask about bodies, servos, hinges, regions, surfaces, outlets, planes or materials it
// names.
type Function struct {
	Name, Example, About string

	of    subjects
	types any // pointer to a function with the types of the arguments and of the result
	// value returns the result and what made it so, or nothing.
	value func(m Moment, of []string) (any, bridge.Thing)
}

// subjects says what the arguments of a function name.
type subjects uint8

const (
	ofBodies subjects = iota // bodies, by name or number
	ofServos
	ofJoints  // bodies on hinges and sliders, by name
	ofRegion  // a region, and then one of its numbers
	ofSurface // a surface, and then one of its numbers
	ofOutlet  // an outlet, and then a number of what it took
	ofPlane   // a plane, and then a number of the flow through it
	ofPair    // two materials or all, and then a number of their collisions
)

// Functions are all that conditions can ask about what they name.
var Functions = []Function{
	{Name: "contact", Example: "contact(12, floor)", About: "two bodies, by number or name, touch",
		types: new(func(string, string) bool), value: func(m Moment, of []string) (any, bridge.Thing) {
			seen, is := m.Touch(of[0], of[1], false)
			return is, seen
		}},
	{Name: "slip", Example: "slip(17)", About: "a body has a contact that slides",
		types: new(func(string) bool), value: func(m Moment, of []string) (any, bridge.Thing) {
			seen, is := m.Touch(of[0], "", true)
			return is, seen
		}},
	{Name: "settled", Example: "settled(press)", About: "a servo has its load within 1 %, and its body hardly moves",
		of: ofServos, types: new(func(string) bool), value: func(m Moment, of []string) (any, bridge.Thing) {
			seen, _, is := m.Servo(of[0])
			return is, seen
		}},
	{Name: "load", Example: "load(press) > 35e3", About: "what the contacts of a servo bear, in N, Pa or N·m",
		of: ofServos, types: new(func(string) float64), value: func(m Moment, of []string) (any, bridge.Thing) {
			seen, load, _ := m.Servo(of[0])
			return load, seen
		}},
	ofJoint("way", "way(paddle) < -0.5", "how far a body has turned on its hinge, in rad, or gone on its slider, in m",
		func(j *bridge.JointNumbers) float64 { return j.Way }),
	ofJoint("pace", "pace(paddle) > 2", "how fast a body turns on its hinge or goes on its slider, in rad/s or m/s",
		func(j *bridge.JointNumbers) float64 { return j.Pace }),
	ofJoint("motor", "motor(paddle) > 0.1", "what the motor of a hinge or a slider exerts, in N·m or N",
		func(j *bridge.JointNumbers) float64 { return j.Motor }),
	{Name: "region", Example: "region(core, pressure) > 5e3", About: "a number of what is in a region, in SI units",
		of: ofRegion, types: new(func(string, string) float64),
		value: numberOf(bridge.FindRegionNumber, Moment.Region)},
	{Name: "surface", Example: "surface(blade, work) > 5", About: "a number of what contacts do to a surface, in SI units",
		of: ofSurface, types: new(func(string, string) float64), value: func(m Moment, of []string) (any, bridge.Thing) {
			n, sum, err := bridge.FindSurfaceNumber(of[1])
			if err != nil { // arguments has refused it
				return math.NaN(), bridge.Thing{}
			}
			return m.Surface(of[0], n, sum), bridge.Thing{}
		}},
	{Name: "outlet", Example: "outlet(drain, median_age) > 2", About: "a number of the bodies that an outlet took",
		of: ofOutlet, types: new(func(string, string) float64),
		value: numberOf(bridge.FindOutletNumber, Moment.Outlet)},
	{Name: "through", Example: "through('-z=0.05', mass) > 0.1",
		About: "bodies or mass that went through a plane across an axis, or through one of the scene, by its name",
		of:    ofPlane, types: new(func(string, string) float64),
		value: numberOf(bridge.FindPassedNumber, Moment.Through)},
	{Name: "between", Example: "between(steel+grain, energy_lost) > 0.1",
		About: "a number of the collisions of two materials, or of all, in a scene with collisions: true, in SI units",
		of:    ofPair, types: new(func(string, string) float64),
		value: numberOf(bridge.FindCollisionNumber, Moment.Between)},
}

// numberOf returns the value of a function of a subject that is named first and one of its numbers.
func numberOf[Number any](find func(name string) (Number, error),
	read func(m Moment, subject string, n Number) float64) func(Moment, []string) (any, bridge.Thing) {
	return func(m Moment, of []string) (any, bridge.Thing) {
		n, err := find(of[1])
		if err != nil { // arguments has refused it
			return math.NaN(), bridge.Thing{}
		}
		return read(m, of[0], n), bridge.Thing{}
	}
}

// ofJoint returns a function that is a number of a hinge or a slider.
func ofJoint(name, example, about string, number func(*bridge.JointNumbers) float64) Function {
	return Function{Name: name, Example: example, About: about, of: ofJoints, types: new(func(string) float64),
		value: func(m Moment, of []string) (any, bridge.Thing) {
			seen, at := m.Joint(of[0])
			return number(&at), seen
		}}
}

// option makes a function known to the compiler of a condition.
func (f *Function) option(c *Condition) expr.Option {
	return expr.Function(f.Name, func(args ...any) (any, error) {
		var of [2]string
		for i, a := range args {
			of[i] = a.(string)
		}
		value, seen := f.value(c.now, of[:])
		if value != false {
			c.seen = seen
		}
		return value, nil
	}, f.types)
}

// ParseCondition reads a condition: an expression of WorldQuantities, of Quantities of any body, and of Functions. The
// error is an *Error.
func ParseCondition(text string) (*Condition, error) {
	if strings.TrimSpace(text) == "" {
		return nil, &Error{0, "write a condition, such as overlap > 5%, contact(12, wall) or speed > 3"}
	}
	if err := limit.Expression.Check(len(text)); err != nil {
		return nil, &Error{0, err.Error()}
	}
	code, added := doubled(fromPercent(text))
	c := &Condition{}
	used, given := &names{query: &Query{}}, &arguments{}
	options := []expr.Option{expr.Env(subject{}), expr.AsBool(), expr.DisableAllBuiltins(),
		expr.EnableBuiltin("abs"), expr.EnableBuiltin("floor"), expr.EnableBuiltin("ceil"), expr.EnableBuiltin("round"),
		expr.EnableBuiltin("lower"), expr.MaxNodes(maxNodes), expr.Patch(given), expr.Patch(used)}
	for i := range Functions {
		options = append(options, Functions[i].option(c))
	}
	program, err := expr.Compile(code, options...)
	if err != nil {
		return nil, explained(err, added, WorldQuantities, Quantities)
	}
	if err := used.wrong("a condition has no loops"); err != nil {
		return nil, err
	}
	if given.wrong != nil {
		return nil, given.wrong
	}
	c.program, c.direct, c.named, c.chosen = program, logicalOf(program.Node()), given.named, given.chosen
	c.servos, c.regions, c.on, c.uses = given.servos, given.regions, given.surfaces, used.query.uses
	c.outlets, c.planes, c.joints, c.pairs = given.outlets, given.planes, given.joints, given.pairs
	for _, q := range Quantities {
		if used.query.Uses(q.Name) {
			c.ofBody = true
			c.groups |= q.Groups
		}
	}
	c.overlap, c.closure = used.query.Uses("overlap"), used.query.Uses("closure")
	return c, nil
}

// Bodies returns the names and numbers of the bodies that the condition passes to Functions, and those of Chosen.
func (c *Condition) Bodies() []string { return c.named }

// Servos returns the names of the servos that the condition passes to Functions.
func (c *Condition) Servos() []string { return c.servos }

// Joints returns the names of bodies on hinges and sliders that the condition passes to Functions.
func (c *Condition) Joints() []string { return c.joints }

// Regions returns the names of the regions that the condition passes to Functions.
func (c *Condition) Regions() []string { return c.regions }

// Surfaces returns the names of the surfaces that the condition passes to Functions.
func (c *Condition) Surfaces() []string { return c.on }

// Outlets returns the names of the outlets that the condition passes to Functions.
func (c *Condition) Outlets() []string { return c.outlets }

// Planes returns the names of the planes that the condition passes to Functions, but for those across an axis.
func (c *Condition) Planes() []string { return c.planes }

// Pairs returns the names of the pairs of materials that the condition passes to Functions.
func (c *Condition) Pairs() []string { return c.pairs }

// Chosen returns the names and numbers of the bodies that the condition selects by name == or id ==.
func (c *Condition) Chosen() []string { return c.chosen }

// Uses returns the names of the quantities that the condition uses.
func (c *Condition) Uses() []string { return c.uses }

// arguments lists the names and numbers by which an expression refers to bodies and what else Functions are of, and
// makes the arguments of functions texts.
type arguments struct {
	named, chosen, servos, joints, regions, surfaces, outlets, planes, pairs []string

	wrong error // an argument that nothing of its kind can have; nil if there is none
}

// numbered are the subjects that have a number as their second argument: what they are called, and why a name is none
// of their numbers.
var numbered = map[subjects]struct {
	called string
	check  func(name string) error
}{
	ofRegion:  {"region", func(name string) error { _, err := bridge.FindRegionNumber(name); return err }},
	ofSurface: {"surface", func(name string) error { _, _, err := bridge.FindSurfaceNumber(name); return err }},
	ofOutlet:  {"outlet", func(name string) error { _, err := bridge.FindOutletNumber(name); return err }},
	ofPlane:   {"plane", func(name string) error { _, err := bridge.FindPassedNumber(name); return err }},
	ofPair:    {"pair of materials", func(name string) error { _, err := bridge.FindCollisionNumber(name); return err }},
}

// Visit is called for each part of an expression.
func (l *arguments) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.CallNode:
		l.call(n)
	case *ast.BinaryNode:
		l.compare(n.Operator, n.Left, n.Right)
		l.compare(n.Operator, n.Right, n.Left)
	}
}

// call lists the arguments of one of Functions.
func (l *arguments) call(n *ast.CallNode) {
	callee, ok := n.Callee.(*ast.IdentifierNode)
	if !ok {
		return
	}
	called := slices.IndexFunc(Functions, func(f Function) bool { return f.Name == callee.Value })
	if called < 0 {
		return
	}
	of := Functions[called].of
	list := map[subjects]*[]string{ofBodies: &l.named, ofServos: &l.servos, ofJoints: &l.joints, ofRegion: &l.regions,
		ofSurface: &l.surfaces, ofOutlet: &l.outlets, ofPlane: &l.planes, ofPair: &l.pairs}[of]
	subject, hasNumber := numbered[of]
	for i, a := range n.Arguments {
		if word := wordOf(a, of == ofPair); word != "" {
			ast.Patch(&n.Arguments[i], &ast.StringNode{Value: word})
		}
		text, ok := n.Arguments[i].(*ast.StringNode)
		switch {
		case hasNumber && !ok:
			example, _, _ := strings.Cut(Functions[called].Example, " >")
			l.refuse(a, example+" needs the name of a "+subject.called+" and of one of its numbers; a name with - in quotes")
		case hasNumber && i > 0:
			err := subject.check(text.Value)
			first, named := n.Arguments[0].(*ast.StringNode)
			if err == nil && of == ofPlane && named && strings.Contains(first.Value, "=") {
				if number, _ := bridge.FindPassedNumber(text.Value); number.Named {
					err = fmt.Errorf("%s is known of planes under planes: only, by their names", number.Name)
				}
			}
			if err != nil {
				l.refuse(a, err.Error())
			}
		case of == ofPlane && strings.Contains(text.Value, "="):
			p, err := bridge.ParsePlane(text.Value)
			if err == nil && p.Name != "" {
				err = fmt.Errorf("list the plane %s under planes: and give its name alone", p.Name)
			}
			if err != nil {
				l.refuse(a, err.Error())
			}
		case ok:
			*list = added(*list, text.Value)
		}
	}
}

// wordOf returns a number or a name as text, and those of a pair of materials with + between them; nothing of another
// part of an expression.
func wordOf(a ast.Node, pair bool) string {
	switch a := a.(type) {
	case *ast.IntegerNode:
		return strconv.Itoa(a.Value)
	case *ast.IdentifierNode:
		return a.Value
	case *ast.BinaryNode:
		if first, second := wordOf(a.Left, false), wordOf(a.Right, false); pair && a.Operator == "+" && first != "" &&
			second != "" {
			return first + "+" + second
		}
	}
	return ""
}

// refuse notes the first wrong argument.
func (l *arguments) refuse(a ast.Node, text string) {
	if l.wrong == nil {
		l.wrong = &Error{a.Location().From, text}
	}
}

// compare lists the name or number with which name or id is compared.
func (l *arguments) compare(operator string, quantity, with ast.Node) {
	id, ok := quantity.(*ast.IdentifierNode)
	if !ok || operator != "==" {
		return
	}
	text := ""
	switch v := with.(type) {
	case *ast.StringNode:
		if id.Value == "name" {
			text = v.Value
		}
	case *ast.IntegerNode:
		if id.Value == "id" {
			text = strconv.Itoa(v.Value)
		}
	}
	if text != "" {
		l.named, l.chosen = added(l.named, text), added(l.chosen, text)
	}
}

// added appends a text unless the list already has it.
func added(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// Check evaluates the condition for a world after a step. It reports whether the condition has become true in this
// step, and returns the body or contact that made it true, or nothing.
//
// Errors: a value that cannot be computed, such as the remainder of a division by 0.
func (c *Condition) Check(m Moment) (culprit bridge.Thing, became bool, err error) {
	culprit, is, err := c.evaluate(m)
	became = is && !c.was
	c.was = is
	return culprit, became, err
}

func (c *Condition) evaluate(m Moment) (culprit bridge.Thing, is bool, err error) {
	c.now, c.seen = m, bridge.Thing{}
	defer func() { c.now = nil }()
	c.at = subject{World: m.World()}
	if c.closure {
		c.at.Closure = m.Closure()
	}
	if !c.ofBody {
		is, err = c.run()
		if culprit = c.seen; is && c.overlap && culprit.Kind == bridge.NoThing {
			culprit = m.Deepest()
		}
		return culprit, is, err
	}
	m.Each(c.groups, &c.at.Body, func() bool {
		if is, err = c.run(); is || err != nil {
			culprit = bridge.Thing{Kind: bridge.ThingBody, Body: c.at.ID}
			return false
		}
		return true
	})
	return culprit, is, err
}

// run computes the condition for the values in c.at.
func (c *Condition) run() (bool, error) {
	if c.direct != nil {
		return c.direct(&c.at), nil
	}
	out, err := expr.Run(c.program, &c.at)
	if err != nil {
		return false, explained(err, nil, WorldQuantities, Quantities)
	}
	return out == true, nil
}
