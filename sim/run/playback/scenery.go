package playback

import (
	"math"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// placement is the present and the first pose of a body of the scene.
type placement struct{ now, first motion.Pose }

func (p *placement) point(x vec.Vec3) vec.Vec3 {
	return p.now.Position.Add(p.rotate(x.Sub(p.first.Position)))
}

func (p *placement) rotate(x vec.Vec3) vec.Vec3 { return p.turn(vec.Identity).Rotate(x) }

func (p *placement) turn(q vec.Quat) vec.Quat {
	return p.now.Orientation.Mul(p.first.Orientation.Conj()).Mul(q)
}

func (p *placement) place(x *[3]float32)  { *x = p.point(double(*x)).Float32() }
func (p *placement) direct(x *[3]float32) { *x = p.rotate(double(*x)).Float32() }

// numberFrom is the first number of bodies of the scene; bodies of the dumps have the other program's
// numbers.
const numberFrom = 2_000_000_000

// standing calls a function for each body not moved by forces, with its placement at a time [s].
func (s *Stage) standing(time float64, each func(b *state.Body, p *placement)) {
	for i := range s.state.Bodies {
		if b := &s.state.Bodies[i]; b.Kind != "dynamic" {
			each(b, &placement{s.poseAt(b, time),
				motion.Pose{Position: vector(b.Position), Orientation: quat(b.Orientation)}})
		}
	}
}

// fill adds the fixed and driven bodies of the scene to a snapshot of a moment.
func (s *Stage) fill(out *bridge.Snapshot) {
	from := &s.scene
	index := make(map[int32]int32) // from bodies of the scene to bodies of the snapshot
	places := map[int32]*placement{}
	s.standing(out.Time, func(b *state.Body, p *placement) {
		k := int32(from.FindBody(int64(b.ID)))
		if k < 0 {
			return
		}
		one := from.Bodies[k]
		one.Number += numberFrom
		velocity, spin := s.moves(b, p, out.Time)
		one.Velocity, one.Spin = velocity.Float32(), spin.Float32()
		p.place(&one.Center)
		index[k], places[k] = int32(len(out.Bodies)), p
		out.Bodies = append(out.Bodies, one)
		if out.Wanted.Details {
			d := from.Details[k]
			d.Force = [3]float32{nan32, nan32, nan32}
			out.Details = append(out.Details, d)
		}
	})
	for _, c := range from.Capsules {
		if p := places[c.Body]; p != nil {
			p.place(&c.Center)
			p.direct(&c.Axis)
			p.direct(&c.Side)
			c.Body = index[c.Body]
			out.Capsules = append(out.Capsules, c)
		}
	}
	s.fillSurfaces(out, index, places)
}

var nan32 = float32(math.NaN())

// fillSurfaces adds walls, cylinders and meshes.
func (s *Stage) fillSurfaces(out *bridge.Snapshot, index map[int32]int32, places map[int32]*placement) {
	from := &s.scene
	for _, w := range from.Walls {
		if p := places[w.Body]; p != nil {
			w.Position += float32(p.now.Position.Component(int(w.Axis)) - p.first.Position.Component(int(w.Axis)))
			w.Body = index[w.Body]
			out.Walls = append(out.Walls, w)
		}
	}
	for _, c := range from.Cylinders {
		if p := places[c.Body]; p != nil {
			p.place(&c.Point)
			p.direct(&c.Axis)
			p.direct(&c.Side)
			c.Body = index[c.Body]
			out.Cylinders = append(out.Cylinders, c)
		}
	}
	for _, m := range from.Meshes {
		if p := places[m.Body]; p != nil {
			p.place(&m.Position)
			q := p.turn(quat([4]float64{float64(m.Rotation[0]), float64(m.Rotation[1]), float64(m.Rotation[2]),
				float64(m.Rotation[3])}))
			m.Rotation = [4]float32{float32(q.W), float32(q.X), float32(q.Y), float32(q.Z)}
			m.Body = index[m.Body]
			out.Meshes = append(out.Meshes, m)
		}
	}
}

// bodies returns the fixed and driven bodies of the scene as in a state, at a time [s].
func (s *Stage) bodies(time float64) (list []state.Body) {
	s.standing(time, func(b *state.Body, p *placement) {
		one := *b
		one.ID += body.ID(numberFrom)
		velocity, spin := s.moves(b, p, time)
		one.Velocity, one.Spin = array(velocity), array(spin)
		one.Position, one.Orientation = array(p.now.Position), array4(p.now.Orientation)
		one.Shapes = append([]state.Shape(nil), b.Shapes...)
		for k := range one.Shapes {
			x := &one.Shapes[k]
			x.ID += numberFrom
			x.Position, x.Orientation = array(p.point(vector(x.Position))), array4(p.turn(quat(x.Orientation)))
		}
		list = append(list, one)
	})
	return list
}

// numbers returns the numbers of a body not moved by forces, at a time [s], and whether there is such a
// body. Its contacts are not known.
func (s *Stage) numbers(t bridge.Thing, time float64) (n bridge.BodyNumbers, known bool) {
	nan := math.NaN()
	none := vec.New(nan, nan, nan)
	s.standing(time, func(b *state.Body, p *placement) {
		if int64(b.ID)+numberFrom != t.Body || int(t.Shape) >= len(b.Shapes) {
			return
		}
		known = true
		n = bridge.BodyNumbers{Number: t.Body, Name: b.Name, Kind: bridge.Kinematic, Shape: t.Shape, Material: b.Material,
			Inertia: none, Position: p.now.Position, Orientation: p.now.Orientation, Force: none, Torque: none,
			ContactForce: none, Potential: nan}
		n.Velocity, n.Spin = s.moves(b, p, time)
		h := &b.Shapes[t.Shape]
		at := p.point(vector(h.Position))
		switch h.Def.Kind {
		case shape.KindWall:
			n.Wall = bridge.WallNumbers{Given: true, Axis: h.Def.Wall.Axis, Sense: h.Def.Wall.Sense,
				Position: at.Component(h.Def.Wall.Axis)}
		case shape.KindMesh:
			n.Triangle = triangle(h.Def, t.Triangle, at, p.turn(quat(h.Orientation)))
		}
	})
	return n, known
}

// triangle returns a triangle of the mesh of a placed shape, or the zero value if there is none with this
// number.
func triangle(def *body.ShapeDef, number int32, at vec.Vec3, turned vec.Quat) bridge.Triangle {
	if number < 0 || int(number) >= len(def.Mesh.Triangles) {
		return bridge.Triangle{}
	}
	var corners [3]vec.Vec3
	for k, v := range def.Mesh.Triangles[number] {
		corners[k] = at.Add(turned.Rotate(def.Mesh.Vertices[v]))
	}
	return bridge.NewTriangle(def.MeshName, number, corners)
}

// moves returns the velocity and spin of a placed body, over the last step.
func (s *Stage) moves(b *state.Body, p *placement, time float64) (velocity, spin vec.Vec3) {
	dt := s.record.TimeStep
	before := s.poseAt(b, time-dt)
	return p.now.Position.Sub(before.Position).Scale(1 / dt),
		p.now.Orientation.Mul(before.Orientation.Conj()).RotationVector().Scale(1 / dt)
}
