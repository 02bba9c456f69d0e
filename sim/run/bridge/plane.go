package bridge

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// Plane is what bodies flow through: all of a plane across an axis, or a named part of one in any direction.
//
// Of the former the flow is known at any moment, by what is beyond it: a body is beyond it if its centre of mass is.
// Through the latter a world counts, step by step, the centres that cross it. They move along straight lines in a step,
// so that place and time of a crossing are exact. A part can move with a body: what crosses it then is counted as seen
// from the body.
type Plane struct {
	Axis     int     // perpendicular to the plane, 0 to 2
	Negative bool    // coordinates beyond the plane are smaller than At, else larger
	At       float64 // position on the axis [m]

	Name string // of a part of a plane, for which what is above is 0; empty: across an axis
	Part PlanePart
	Body string // name or number of the body with whose frame the part moves; empty: it stands still
}

// PlanePart is a finite part of a plane: a disc or a rectangle.
type PlanePart struct {
	Center vec.Vec3    // [m]
	Normal vec.Vec3    // of a disc: what goes this way counts as forward, in any length; of a rectangle: 0
	Radius float64     // of a disc [m]
	Half   [2]vec.Vec3 // from the centre of a rectangle to the middles of two sides; their product is the normal [m]
}

// Forward returns the unit vector of the way that counts as forward.
func (p *PlanePart) Forward() vec.Vec3 {
	if p.Radius > 0 {
		return p.Normal.Unit()
	}
	return p.Half[0].Cross(p.Half[1]).Unit()
}

// Outline returns the corners of the part, of a disc many points of its edge [m].
func (p *PlanePart) Outline() (line []vec.Vec3) {
	if p.Radius > 0 {
		around := circle(p.Center, p.Forward(), p.Radius)
		return around[:len(around)-1] // the last is the first
	}
	for _, s := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		line = append(line, p.Center.AddScaled(s[0], p.Half[0]).AddScaled(s[1], p.Half[1]))
	}
	return line
}

// Of returns the part in global coordinates, which is given in a frame.
func (p PlanePart) Of(frame *BodyFrame) PlanePart {
	p.Center = frame.Of(p.Center)
	return p.turned(frame.Orientation)
}

// In returns the part in a frame, which is given in global coordinates.
func (p PlanePart) In(frame *BodyFrame) PlanePart {
	p.Center = frame.In(p.Center)
	return p.turned(frame.Orientation.Conj())
}

func (p PlanePart) turned(by vec.Quat) PlanePart {
	p.Normal = by.Rotate(p.Normal)
	for k := range p.Half {
		p.Half[k] = by.Rotate(p.Half[k])
	}
	return p
}

// Holds reports whether a point of the plane belongs to the part.
func (p *PlanePart) Holds(at vec.Vec3) bool {
	d := at.Sub(p.Center)
	if p.Radius > 0 {
		return d.Norm2() <= p.Radius*p.Radius
	}
	return math.Abs(d.Dot(p.Half[0])) <= p.Half[0].Norm2() && math.Abs(d.Dot(p.Half[1])) <= p.Half[1].Norm2()
}

// Distance returns how far a point is from the part [m].
func (p *PlanePart) Distance(at vec.Vec3) float64 {
	d := at.Sub(p.Center)
	height := d.Dot(p.Forward())
	if p.Radius > 0 {
		return math.Hypot(height, max(math.Sqrt(max(d.Norm2()-height*height, 0))-p.Radius, 0))
	}
	beside := func(half vec.Vec3) float64 {
		side := half.Norm()
		return max(math.Abs(d.Dot(half))/side-side, 0)
	}
	return vec.New(height, beside(p.Half[0]), beside(p.Half[1])).Norm()
}

// Reach returns how far the points of the part are from its centre, at most [m].
func (p *PlanePart) Reach() float64 {
	if p.Radius > 0 {
		return p.Radius
	}
	return p.Half[0].Add(p.Half[1]).Norm()
}

// Passed is the flow through a plane. Of one across an axis it is the bodies moved by forces whose centre of mass is
// beyond the plane, plus the bodies that outlets have removed there, minus the bodies that inlets have made there; of a
// named one, those that went forward less those that went back.
type Passed struct {
	Plane  Plane
	Frame  BodyFrame // of a named one: in which its part lies; the orientation is 0 if its body is not there
	Bodies int64
	Mass   float64  // [kg]
	Across []string // inlets and outlets that reach across the plane: what they make or take beyond counts as flow

	// Of a named one only.
	Since         float64 // when counting began [s]
	Forward, Back Crossed
	Last          float64 // moment of the last crossing, NaN before the first [s]
}

// Crossed is what crossed a plane in one direction.
type Crossed struct {
	Bodies int64   // each time that one crosses
	Mass   float64 // [kg]
}

// PassedNumber is a number of the flow through a plane. All that reads numbers of planes has those of PassedNumbers.
type PassedNumber struct {
	Name, Unit string
	Whole      bool // it is a count
	Named      bool // it is known of named planes only
	About      string
	Of         func(*Passed) float64
}

// PassedNumbers are all numbers of the flow through a plane, in the order of columns.
var PassedNumbers = []PassedNumber{
	{"bodies", "", true, false, "That went forward less those that went back.",
		func(p *Passed) float64 { return float64(p.Bodies) }},
	{"mass", "kg", false, false, "Of these bodies.", func(p *Passed) float64 { return p.Mass }},
	{"forward bodies", "", true, true, "Crossings along the normal.",
		func(p *Passed) float64 { return float64(p.Forward.Bodies) }},
	{"forward mass", "kg", false, true, "Of these.", func(p *Passed) float64 { return p.Forward.Mass }},
	{"back bodies", "", true, true, "Crossings against the normal.",
		func(p *Passed) float64 { return float64(p.Back.Bodies) }},
	{"back mass", "kg", false, true, "Of these.", func(p *Passed) float64 { return p.Back.Mass }},
	{"last crossing", "s", false, true, "When it was.", func(p *Passed) float64 { return p.Last }},
}

// Column returns the name of the column of the number in tables, for a named plane.
func (n *PassedNumber) Column(plane string) string { return "through " + plane + " " + n.Name }

// Word returns the name of the number as one word, as conditions have it.
func (n *PassedNumber) Word() string { return strings.ReplaceAll(n.Name, " ", "_") }

// FindPassedNumber returns a number of the flow through a plane by its name, written with spaces or as one word.
//
// Errors: there is none.
func FindPassedNumber(name string) (*PassedNumber, error) {
	var words []string
	for i := range PassedNumbers {
		n := &PassedNumbers[i]
		if words = append(words, n.Word()); name == n.Name || name == n.Word() {
			return n, nil
		}
	}
	return nil, fmt.Errorf("a plane has no %s%s (there are %s)", spell.Quote(name), spell.DidYouMean(name, words),
		strings.Join(words, ", "))
}

// FindPlane returns the named plane of a name, with its flow.
//
// Errors: there is none.
func FindPlane(list []Passed, name string) (*Passed, error) {
	var names []string
	for i := range list {
		if names = append(names, list[i].Plane.Name); names[i] == name {
			return &list[i], nil
		}
	}
	return nil, noneOf("plane", name, names)
}

// MostPlanes is the largest number of planes for which flow is counted.
const MostPlanes = 16

// farthest is the largest distance of a plane from the origin [m].
const farthest = 1e6

// planeSyntax says how a plane is written.
const planeSyntax = "must be x, y, z, -x, -y or -z with = and a place in metres, as -z=0.05"

// partSyntax says how a part of a plane is written.
const partSyntax = "must be NAME=disc/CENTRE/NORMAL/RADIUS or NAME=rectangle/CENTRE/HALF/HALF, with vectors as " +
	"x,y,z in metres: mouth=disc/0,0,0.05/0,0,-1/0.02, or gate=rectangle/0,0,0.1/0.05,0,0/0,0.02,0 with perpendicular " +
	"vectors to the middles of two sides, whose product is the normal; with @BODY behind it, it moves with a body"

// Check returns an error unless the plane is possible.
func (p Plane) Check() error {
	if p.Name != "" {
		return p.checkPart()
	}
	if p.Axis < 0 || p.Axis > 2 || !(math.Abs(p.At) <= farthest) {
		return fmt.Errorf("a plane lies across x, y or z within %g m, got axis %d at %g", farthest, p.Axis, p.At)
	}
	return nil
}

// checkPart returns an error unless the named plane is possible.
func (p *Plane) checkPart() error {
	a := &p.Part
	for _, v := range []vec.Vec3{a.Center, a.Normal, a.Half[0], a.Half[1], vec.New(a.Radius, 0, 0)} {
		if !(v.Norm() <= farthest) {
			return fmt.Errorf("plane %s: numbers must be within %g m, got %v", p.Name, farthest, v)
		}
	}
	switch u, v := a.Half[0], a.Half[1]; {
	case !plainName(p.Name):
		return fmt.Errorf("%s, got the name %s", partSyntax, spell.Quote(p.Name))
	case a.Radius < 0:
		return fmt.Errorf("plane %s: the radius must be > 0 m, got %g", p.Name, a.Radius)
	case a.Radius > 0 && a.Normal == vec.Vec3{}:
		return fmt.Errorf("plane %s: the normal must not be zero", p.Name)
	case a.Radius == 0 && !(u.Cross(v).Norm() > 0):
		return fmt.Errorf("plane %s: it has no area", p.Name)
	case a.Radius == 0 && math.Abs(u.Dot(v)) > 1e-6*u.Norm()*v.Norm():
		return fmt.Errorf("plane %s: its sides must be perpendicular, got %v and %v", p.Name, u, v)
	}
	return nil
}

// Beyond reports whether a coordinate on the plane's axis is beyond it [m].
func (p Plane) Beyond(x float64) bool { return p.Negative && x < p.At || !p.Negative && x > p.At }

// String writes the plane as the command line reads it: -z=0.05, mouth=disc/0,0,0.05/0,0,-1/0.02.
func (p Plane) String() string {
	if a := &p.Part; p.Name != "" {
		text := p.Name + "=rectangle" + triple(a.Center) + triple(a.Half[0]) + triple(a.Half[1])
		if a.Radius > 0 {
			text = p.Name + "=disc" + triple(a.Center) + triple(a.Normal) + "/" + decimal(a.Radius)
		}
		if p.Body != "" {
			text += "@" + p.Body
		}
		return text
	}
	sign := ""
	if p.Negative {
		sign = "-"
	}
	return sign + "xyz"[p.Axis:p.Axis+1] + "=" + decimal(p.At)
}

// Called returns what the plane is called: its name or, across an axis, what String writes.
func (p Plane) Called() string {
	if p.Name != "" {
		return p.Name
	}
	return p.String()
}

// decimal writes the shortest digits that read back as the same number.
func decimal(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// triple writes a vector with a slash before it.
func triple(v vec.Vec3) string { return "/" + decimal(v.X) + "," + decimal(v.Y) + "," + decimal(v.Z) }

// ParsePlane reads a plane as String writes it.
func ParsePlane(s string) (Plane, error) {
	s = strings.TrimSpace(s)
	side, place, _ := strings.Cut(s, "=")
	if strings.Contains(place, "/") {
		return parsePart(s, side, place)
	}
	name, negative := strings.CutPrefix(side, "-")
	at, err := strconv.ParseFloat(place, 64)
	p := Plane{Axis: strings.Index("xyz", name), Negative: negative, At: at}
	if len(name) != 1 || err != nil || p.Check() != nil {
		return Plane{}, fmt.Errorf("%s, got %q", planeSyntax, s)
	}
	return p, nil
}

// parsePart reads a named plane.
func parsePart(s, name, place string) (p Plane, err error) {
	place, of, moves := strings.Cut(place, "@")
	parts := strings.Split(place, "/")
	bad := fmt.Errorf("%s, got %s", partSyntax, spell.Quote(s))
	if err := limit.Line.Check(len(s)); err != nil {
		return Plane{}, err
	}
	var numbers [][]float64
	for _, part := range parts[1:] {
		list, ok := parseNumbers(part)
		if !ok {
			return Plane{}, bad
		}
		numbers = append(numbers, list)
	}
	if len(numbers) != 3 || len(numbers[0]) != 3 || len(numbers[1]) != 3 {
		return Plane{}, bad
	}
	vector := func(k int) vec.Vec3 { return vec.New(numbers[k][0], numbers[k][1], numbers[k][2]) }
	p = Plane{Name: name, Part: PlanePart{Center: vector(0)}, Body: of}
	switch last := numbers[2]; {
	case parts[0] == "disc" && len(last) == 1:
		if p.Part.Normal, p.Part.Radius = vector(1), last[0]; last[0] == 0 {
			return Plane{}, fmt.Errorf("plane %s: the radius must be > 0 m, got 0", name)
		}
	case parts[0] == "rectangle" && len(last) == 3:
		p.Part.Half = [2]vec.Vec3{vector(1), vector(2)}
	default:
		return Plane{}, bad
	}
	if name == "" || moves && of == "" {
		return Plane{}, bad
	}
	return p, p.Check()
}

// parseNumbers reads numbers with commas between them.
func parseNumbers(text string) (list []float64, ok bool) {
	for _, word := range strings.Split(text, ",") {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return nil, false
		}
		list = append(list, v)
	}
	return list, true
}

// ParsePlanes reads named planes with distinct names.
func ParsePlanes(texts []string) (list []Plane, err error) {
	if len(texts) > MostPlanes { // before each is read
		return nil, CheckPlanes(make([]Plane, len(texts)))
	}
	for _, text := range texts {
		p, err := ParsePlane(text)
		if err != nil {
			return nil, err
		}
		if p.Name == "" {
			return nil, fmt.Errorf("%s, got %s: tables count the flow through planes across an axis by themselves "+
				"(through)", partSyntax, spell.Quote(text))
		}
		list = append(list, p)
	}
	return list, CheckPlanes(list)
}

// CheckPlanes returns an error if there are too many planes, or the same plane or name twice.
func CheckPlanes(planes []Plane) error {
	if len(planes) > MostPlanes {
		return fmt.Errorf("must be at most %d planes, got %d", MostPlanes, len(planes))
	}
	for i, p := range planes {
		if slices.ContainsFunc(planes[:i], func(o Plane) bool { return o.Called() == p.Called() }) {
			return fmt.Errorf("the plane %s is there twice", p.Called())
		}
	}
	return nil
}

// WhyAcross says why the flow through a plane is not exact if the named inlets and outlets reach across it.
func WhyAcross(names []string) string {
	return strings.Join(names, " and ") + " reaches across the plane: what it makes or takes beyond counts as flow, too"
}
