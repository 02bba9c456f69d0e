package kinematic

import (
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/internal/archive"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// Holding is where a servo stands.
type Holding struct {
	Target float64 // the load to hold [N], [Pa], [N·m] or [1]
	Force  float64 // what the body pressed with at last, along or about the axis [N] or [N·m]; or the volume [m³]
	Speed  float64 // of the body along or about the axis [m/s] or [rad/s]

	volume  bool              // it holds a volume
	area    float64           // the area of a pressure [m²]; the volume at the start [m³]; 1 for other loads
	mean    float64           // of the speed over the last steps [m/s] or [rad/s]
	opposed motion.Opposition // of the contacts, as Site.Opposing gives it
}

// holdingOf returns where a servo stands that has not begun; nil for another path.
func holdingOf(path motion.Motion) *Holding {
	s, ok := servoOf(path)
	if !ok {
		return nil
	}
	return &Holding{volume: s.Load == motion.LoadVolume}
}

// Present returns the load that the contacts had at last, in the unit of Target.
func (h *Holding) Present() float64 {
	if h.area == 0 {
		return h.Force
	}
	return h.Force / h.area
}

// settledWithin is the share of its load by which a servo that has settled is off at most.
const settledWithin = 0.01

// Settled reports whether the contacts have the load that the servo holds, and keep it: the drag of the contacts at the
// mean of the speed, too, may only be that share of the load. A load that merely passes the target has a moving body.
func (h *Holding) Settled() bool {
	load := h.Target * h.area
	off := math.Max(math.Abs(h.Force-load), h.opposed.Drag*math.Abs(h.mean))
	return (h.opposed.Drag > 0 || h.volume) && off <= settledWithin*math.Abs(load)
}

// averaged is over how many times the drag per stiffness the mean of the speed is taken. A wave needs one such time
// for each layer of particles, so that the servo is well damped in front of some fifty layers.
const averaged = 50

// yielding is the drag of the servo as a share of that of its contacts. With a share s, waves come back with
// (1-s)/(1+s) of their height, and put the load off by 2s/(1+s) of what they do to a servo that takes them up whole.
const yielding = 1. / 3

// next moves the servo on by a step of the given length [s]: it finds the speed that takes the load to its target.
//
// The contacts oppose the drag Z = Σ √(k m) to the body, with the stiffness k of each contact and the mass m that it
// moves: so much force a wave in the particles takes for each speed. A body with this drag takes up what comes to it
// instead of sending it back; one with a part of it holds its load the better, and still lets waves die out. With the
// target F₀ and the mean w of the speeds before, the servo is a dashpot Z/3 with the speed v:
//
//	Z/3 (v - w) = F₀ - F
//
// w takes the difference to zero while particles yield at a constant speed. F is the load of the coming step: it
// follows from v, since the velocities that the particles have in this step are known. So nothing has to be tuned, and
// particles that give way are followed at once. A body without contacts moves at the limit until it touches something.
func (h *Holding) next(load, most, step float64) {
	lacks, o := load-h.Force, &h.opposed
	if !(o.Drag > 0) {
		h.mean = 0
		if h.Speed = 0; lacks != 0 {
			h.Speed = math.Copysign(most, lacks)
		}
		return
	}
	drag, stiff := yielding*o.Drag, o.Stiffness*step+o.Viscosity
	lacks += o.Passing + o.Springs*step + o.Dashpots
	h.Speed = vec.Clamp((lacks+drag*h.mean)/(drag+stiff), -most, most)
	h.mean += (h.Speed - h.mean) * step / (step + averaged*o.Drag/o.Stiffness)
}

// held returns the pose of the body of a servo, which it had the time step [s] ago at another place, at the time t [s]
// since the servo began. That of a side keeps its pose.
func (m *Motions) held(one *Motion, t float64, now schedule.Now) motion.Pose {
	p, h, step := m.poseOf(one), one.Holding, now.Last
	s, _ := servoOf(one.Def.Path)
	h.area = m.areaOf(&s, one.Body)
	h.Target = s.Target(t)
	if h.Speed = 0; one.done || step == 0 {
		m.restSide(one.Body)
		return p
	}
	h.next(h.Target*h.area, s.Limit, step)
	if s.Radial() {
		m.moveSide(one, now)
		return p
	}
	if s.Load == motion.LoadTorque {
		p.Orientation = vec.FromRotationVector(s.Axis.Scale(h.Speed * step)).Mul(p.Orientation)
		return p
	}
	p.Position = p.Position.AddScaled(h.Speed*step, s.Axis)
	return p
}

// areaOf returns the area that a pressure acts on [m²]; 1 for another load, which is no load per area.
func (m *Motions) areaOf(s *motion.Servo, body int) float64 {
	switch {
	case s.Load != motion.LoadPressure:
		return 1
	case len(s.Between) == 0:
		return s.Area
	case len(s.Between) == 1:
		c := m.side(m.site.Bodies.ByName(s.Between[0]))
		if c == nil { // a damaged state
			return 0
		}
		return math.Pi * c.Radius * c.Radius
	}
	var at [4]float64
	for k, name := range s.Between {
		_, at[k] = m.plane(m.site.Bodies.ByName(name))
	}
	if s.Radial() {
		return 2 * math.Pi * m.side(body).Radius * math.Abs(at[1]-at[0])
	}
	return math.Abs((at[1] - at[0]) * (at[3] - at[2]))
}

// plane returns the axis of a wall and where its plane is along the axis [m]; the axis -1 if the body is no wall.
func (m *Motions) plane(i int) (axis int, at float64) {
	b := m.site.Bodies
	if i < 0 || b.Template(i).Shapes[0].Def.Kind != shape.KindWall {
		return -1, 0
	}
	t := b.Template(i)
	d := t.Shapes[0].Def.Wall
	return d.Axis, b.Pos[i].Component(d.Axis) + d.Position - t.Center.Component(d.Axis)
}

// checkServo returns an error if a motion is a servo between walls that are not there or not opposite to each other.
func (m *Motions) checkServo(d *Def) error {
	s, ok := servoOf(d.Path)
	switch {
	case !ok:
		return nil
	case s.Load == motion.LoadVolume && len(s.Between) == 6:
		return m.checkVolume(&s, d.Body)
	case s.Radial():
		return m.checkSide(&s, d.Body)
	case len(s.Between) == 1:
		return m.checkAround(&s)
	}
	var axes [4]int
	for k, name := range s.Between {
		if axes[k], _ = m.plane(m.site.Bodies.ByName(name)); axes[k] < 0 {
			return fmt.Errorf("servo: between: there is no wall %q", name)
		}
		if !(s.Axis.Component(axes[k]) == 0) {
			return fmt.Errorf("servo: between: the wall %q does not stand along the axis", name)
		}
	}
	if len(s.Between) == 4 && (axes[0] != axes[1] || axes[2] != axes[3] || axes[0] == axes[2]) {
		return fmt.Errorf("servo: between must name two opposite walls, and then the two walls across")
	}
	return nil
}

// Measure notes, for each servo, the load and the stiffness of the contacts of its body, after the forces of a step
// were summed.
func (m *Motions) Measure() {
	for k := range m.List {
		one := &m.List[k]
		if one.Holding != nil && !one.Holding.volume && !one.Retired && (one.Started || one.holdsSide()) {
			m.measure(one)
		}
	}
}

func (m *Motions) measure(one *Motion) {
	b, i, h := m.site.Bodies, one.Body, one.Holding
	s, _ := servoOf(one.Def.Path)
	along := func(vec.Vec3) vec.Vec3 { return s.Axis }
	h.Force = -b.Wrench[i].Force.Dot(s.Axis)
	switch {
	case s.Radial():
		h.opposed = m.site.Opposing(i, m.side(i).Pressing)
		h.Force = h.opposed.Load
		return
	case s.Load == motion.LoadTorque:
		h.Force = -b.Wrench[i].Torque.Dot(s.Axis)
		along = func(point vec.Vec3) vec.Vec3 { return s.Axis.Cross(point.Sub(b.Pos[i])) }
	}
	h.opposed = m.site.Opposing(i, along)
}

// Servo returns the name of a motion and what it holds, and whether it is a servo.
func (m *Motions) Servo(i int) (name string, held setting.Servo, ok bool) {
	if i < 0 || i >= len(m.List) {
		return "", held, false
	}
	s, ok := servoOf(m.List[i].Def.Path)
	return m.List[i].Def.Name, setting.Servo{Set: s.Set, Limit: s.Limit}, ok
}

// Load returns the body that a servo moves now, the load of its contacts and whether it has settled; the body -1 if no
// servo of this name moves a body now.
func (m *Motions) Load(name string) (body int, load float64, settled bool) {
	for k := range m.List {
		if one := &m.List[k]; one.Def.Name == name && one.Holding != nil && one.Started && !one.Retired {
			return one.Body, one.Holding.Present(), one.Holding.Settled()
		}
	}
	return -1, 0, false
}

// CheckServos returns an error unless each name is that of a servo.
func (m *Motions) CheckServos(names []string) error {
	var all []string
	for k := range m.List {
		if one := &m.List[k]; one.Holding != nil && !slices.Contains(all, one.Def.Name) {
			all = append(all, one.Def.Name)
		}
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return fmt.Errorf("no motion that is a servo is called %s%s", spell.Quote(name), spell.DidYouMean(name, all))
		}
	}
	return nil
}

// SetServo changes what a servo holds. Walls that hold the volume of one box hold the new one together.
//
// Errors: no such motion, a motion that is no servo, numbers out of their range.
func (m *Motions) SetServo(i int, to setting.Servo) error {
	if i < 0 || i >= len(m.List) {
		return fmt.Errorf("there is no motion %d (there are %d)", i, len(m.List))
	}
	one := &m.List[i]
	s, ok := servoOf(one.Def.Path)
	if !ok {
		return fmt.Errorf("motion %s is no servo", one.Def.Name)
	}
	s.Set, s.Limit = to.Set, to.Limit
	if err := s.Check(); err != nil {
		return err
	}
	one.Def.Path = s
	m.setVolume(&s)
	return nil
}

// archive archives where a servo stands.
func (h *Holding) archive(a *archive.Archive) {
	o := &h.opposed
	list := []*float64{&h.Target, &h.Force, &h.Speed, &h.area, &o.Stiffness, &o.Drag, &h.mean}
	if a.Has(14) {
		list = append(list, &o.Viscosity, &o.Springs, &o.Dashpots, &o.Passing)
	}
	a.Numbers(list...)
	for _, x := range list {
		if a.Reading() && !(math.Abs(*x) < limit.Lost) {
			a.Fail("a servo has the number %g", *x)
		}
	}
}

// archiveServo archives a servo.
func archiveServo(a *archive.Archive, s *motion.Servo) {
	archive.Integer(a, &s.Load)
	a.Numbers(&s.Set, &s.Limit, &s.Area)
	a.Vector(&s.Axis)
	archive.List(a, &s.Between, a.Text)
	archive.List(a, &s.Times, a.Number)
	archive.List(a, &s.Factors, a.Number)
}
