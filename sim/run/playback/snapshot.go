package playback

import (
	"fmt"
	"math"
	"slices"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Clock, Energy, State and Fill make a moment a source for exports and pictures, like a world.
var _ state.Source = (*Moment)(nil)

// Clock returns the clock at the moment. The length of a step is zero.
func (m *Moment) Clock() contact.Clock { return contact.Clock{Step: m.Step, Time: m.Time} }

// Energy returns the energies in the dumps [J], which are only those of motion. The others are NaN.
func (m *Moment) Energy() bridge.Energy {
	nan := math.NaN()
	e := bridge.Energy{Kinetic: nan, Elastic: nan, Potential: nan, Dissipated: nan, Work: nan, ClosureError: nan,
		Translation: nan, Rotation: nan, ElasticNormal: nan, ElasticShear: nan, ElasticRolling: nan, Damping: nan,
		Friction: nan, Viscous: nan, Rolling: nan, Adhesion: nan, Inlets: nan, Outlets: nan, Imposed: nan, Edits: nan,
		ContactRule: nan, External: nan, Drag: nan}
	if m.Missing.Mass || m.Missing.Velocity || m.Missing.Spin {
		return e
	}
	e.Kinetic, e.Translation, e.Rotation = 0, 0, 0
	for i := range m.Bodies {
		b := &m.Bodies[i]
		t := 0.5 * b.Mass * b.Velocity.Norm2()
		e.Kinetic, e.Translation, e.Rotation = e.Kinetic+b.Kinetic, e.Translation+t, e.Rotation+b.Kinetic-t
	}
	return e
}

// FillNumbers fills in the values of the whole world.
func (m *Moment) FillNumbers(s *bridge.Snapshot) {
	s.Step, s.Time, s.Stats.Bodies, s.Missing = m.Step, m.Time, len(m.Bodies), m.Missing
	nan := math.NaN()
	s.Means, s.Stats.MaxOverlapRatio = bridge.Means{Coordination: nan, Mechanical: nan}, nan
	if s.TimeStep = m.run.step; m.run.step == 0 {
		s.TimeStep = nan
	}
	for i := range s.Planes {
		m.pass(&s.Planes[i])
	}
	for i := range s.Regions {
		m.measure(&s.Regions[i])
	}
	if m.Missing.Velocity {
		s.Means.Speed, s.Means.MaxSpeed = nan, nan
		return
	}
	for i := range m.Bodies {
		v := m.Bodies[i].Velocity.Norm()
		s.Means.Speed, s.Means.MaxSpeed = s.Means.Speed+v/float64(len(m.Bodies)), max(s.Means.MaxSpeed, v)
	}
}

// measure counts the bodies in a region; dumps have too little for its other numbers.
func (m *Moment) measure(to *bridge.Measured) {
	nan := math.NaN()
	*to = bridge.Nothing(to.Region)
	to.Frame.Orientation = vec.Identity // regions of dumps do not move
	to.Solid, to.Kinetic, to.Elastic, to.Stress = nan, nan, nan, [6]float64{nan, nan, nan, nan, nan, nan}
	for i := range m.Bodies {
		if b := &m.Bodies[i]; to.Region.Depth(b.Center) >= 0 {
			to.Bodies, to.Mass = to.Bodies+1, to.Mass+b.Mass
		}
	}
	if m.Missing.Mass {
		to.Mass = nan
	}
}

// pass counts the bodies beyond a plane.
func (m *Moment) pass(to *bridge.Passed) {
	*to = bridge.Passed{Plane: to.Plane}
	for i := range m.Bodies {
		if b := &m.Bodies[i]; to.Plane.Beyond(b.Center.Component(to.Plane.Axis)) {
			to.Bodies, to.Mass = to.Bodies+1, to.Mass+b.Mass
		}
	}
	if m.Missing.Mass {
		to.Mass = math.NaN()
	}
}

// Fill fills a snapshot from the moment, and lists what is missing.
func (m *Moment) Fill(s *bridge.Snapshot) {
	wanted, keep := s.Wanted, *s
	*s = bridge.Snapshot{Seq: keep.Seq, Wanted: wanted, Bodies: keep.Bodies[:0], Details: keep.Details[:0],
		Capsules: keep.Capsules[:0], Materials: keep.Materials[:0]}
	r := m.run
	s.Scene, s.Title, s.View, s.Missing = r.Name, r.Title, r.View, m.Missing
	m.FillNumbers(s)
	s.End = r.Times[len(r.Times)-1]
	for i := range m.Bodies {
		b := &m.Bodies[i]
		s.Bodies = append(s.Bodies, bridge.Body{Number: b.Number, Center: b.Center.Float32(),
			Velocity: b.Velocity.Float32(), Spin: b.Spin.Float32(), Mass: float32(b.Mass)})
		if wanted.Details {
			s.Details = append(s.Details, m.detail(b))
		}
		for k, a := range m.solids(b) {
			s.Capsules = append(s.Capsules, capsule(b, &a, i, k))
		}
	}
	s.Materials = m.fillMaterials(s.Materials)
	if r.stage != nil {
		r.stage.fill(s)
	}
	s.Bounds = bounds(s)
	s.Readings = bridge.Readings{Step: m.Step, Time: m.Time, Energy: m.Energy(), Bodies: len(m.Bodies)}
}

// fillMaterials adds the materials: the scene's, or one for each type of atoms.
func (m *Moment) fillMaterials(list []bridge.Material) []bridge.Material {
	switch {
	case m.run.stage != nil:
		return append(list, m.run.stage.scene.Materials...)
	case !m.typed:
		return append(list, bridge.Material{Name: "type not known"})
	}
	for k := range m.run.types {
		list = append(list, bridge.Material{Name: fmt.Sprintf("type %d", k+1)})
	}
	return list
}

func (m *Moment) solids(b *Body) []solid { return m.shapes[b.first : b.first+b.count] }

func (m *Moment) detail(b *Body) bridge.Detail {
	d := bridge.Detail{Force: b.Force.Float32(), Kinetic: float32(b.Kinetic), Born: b.Born, Start: b.Start.Float32(),
		Name: b.name, Material: m.solids(b)[0].material}
	unknown := float32(math.NaN())
	if m.Missing.Force {
		d.Force = [3]float32{unknown, unknown, unknown}
	}
	if m.Missing.Mass || m.Missing.Velocity {
		d.Kinetic = unknown
	}
	return d
}

// frameOf returns the orientation of a shape. Its segment lies along z, as in LAMMPS.
func frameOf(b *Body, a *solid) vec.Quat {
	if b.own {
		return a.Orientation
	}
	return b.Orientation
}

func capsule(b *Body, a *solid, body, k int) bridge.Capsule {
	q := frameOf(b, a)
	return bridge.Capsule{Center: a.Position.Float32(), Half: float32(a.Shaft / 2), Radius: float32(a.Radius),
		Axis: q.Rotate(vec.AxisZ).Float32(), Side: q.Rotate(vec.AxisX).Float32(), Body: int32(body), Shape: int32(k),
		Material: a.material, Colors: a.colors}
}

// astray is a multiple of the mean distance from the middle: bodies farther away are left out of the
// view.
const astray = 4

// spreadOf returns the mean place of capsules, and their mean distance from it [m].
func spreadOf(list []bridge.Capsule) (middle vec.Vec3, spread float64) {
	n := float64(max(len(list), 1))
	for i := range list {
		middle = middle.AddScaled(1/n, double(list[i].Center))
	}
	for i := range list {
		spread += double(list[i].Center).Sub(middle).Norm() / n
	}
	return middle, spread
}

// bounds returns the boxes that a picture of the capsules should show.
func bounds(s *bridge.Snapshot) bridge.Bounds {
	middle, spread := spreadOf(s.Capsules)
	all, core, grain := vec.EmptyBox(), vec.EmptyBox(), math.Inf(1)
	for i := range s.Capsules {
		c := &s.Capsules[i]
		at, reach := double(c.Center), float64(c.Radius+c.Half)
		one := vec.EmptyBox().Include(at).Grow(reach)
		all, grain = all.Union(one), min(grain, float64(c.Radius))
		if at.Sub(middle).Norm() <= astray*spread+reach {
			core = core.Union(one)
		}
	}
	if all.IsEmpty() {
		return bridge.Bounds{}
	}
	return bridge.Bounds{All: [2][3]float32{all.Lo.Float32(), all.Hi.Float32()},
		Core: [2][3]float32{core.Lo.Float32(), core.Hi.Float32()}, Grain: float32(grain)}
}

// notes describe the moment of the numbers in a state.
var notes = []string{"taken from a dump of another program; orientations are from where bodies were seen first"}

// State returns a copy of all values, in double precision.
func (m *Moment) State() state.State {
	s := state.State{Time: m.Time, Step: m.Step, Notes: notes, Bodies: make([]state.Body, 0, len(m.Bodies)),
		Contacts: []state.Contact{}}
	materials := m.fillMaterials(nil)
	for k := range materials {
		s.Materials = append(s.Materials, materials[k].Name)
	}
	for i := range m.Bodies {
		b := &m.Bodies[i]
		one := state.Body{ID: body.ID(b.Number), Name: b.name, Kind: "dynamic", Position: array(b.Center),
			Orientation: array4(b.Orientation), Velocity: array(b.Velocity), Spin: array(b.Spin), Force: array(b.Force),
			Torque: array(b.Torque), Mass: b.Mass, Inertia: array(b.Inertia), Age: m.Time - b.Born}
		for _, a := range m.solids(b) {
			one.Shapes = append(one.Shapes, m.placed(b, &a))
		}
		one.Material = s.Materials[m.solids(b)[0].material]
		s.Bodies = append(s.Bodies, one)
	}
	if st := m.run.stage; st != nil {
		s.Bodies = append(s.Bodies, st.bodies(m.Time)...)
	}
	slices.SortFunc(s.Bodies, func(a, b state.Body) int { return int(a.ID - b.ID) })
	return s
}

// StateOfBodies is State, which has no contacts.
func (m *Moment) StateOfBodies() state.State { return m.State() }

// placed returns the shape of an atom in a state, where its segment lies along its own x.
func (m *Moment) placed(b *Body, a *solid) state.Shape {
	q := frameOf(b, a).Mul(vec.FromAxisAngle(vec.AxisY, -math.Pi/2))
	def := body.ShapeDef{Kind: shape.KindSphere, Radius: a.Radius, Material: int(a.material), Colors: a.colors}
	if a.Shaft > 0 {
		def.Kind, def.Shaft = shape.KindCapsule, a.Shaft
	}
	def.Position, def.Orientation = b.Orientation.Unrotate(a.Position.Sub(b.Center)), b.Orientation.Conj().Mul(q)
	return state.Shape{ID: a.ID, Kind: def.Kind.String(), Radius: a.Radius, Shaft: a.Shaft, Position: array(a.Position),
		Orientation: array4(q), Def: &def}
}

func array(v vec.Vec3) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

func array4(q vec.Quat) [4]float64 { return [4]float64{q.W, q.X, q.Y, q.Z} }
