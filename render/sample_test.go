package render

import (
	"math"
	"math/rand/v2"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// The sample scene: pills of two capsules each, relaxed by moving overlapping ones apart,
// in a bottle that stands or is tilted, and some on the floor.

const (
	pillRadius = 0.00345
	pillHalf   = 0.0061 // of the whole pill's segment
)

// pill is a rod while the scene is relaxed: the ends of its segment.
type pill struct{ a, b vec.Vec3 }

// pourScene returns a bottle at an angle [degrees] that has poured some of n pills.
func pourScene(n int, angle float64) *bridge.Snapshot {
	random := rand.New(rand.NewPCG(1, 2))
	bottle := vec.FromAxisAngle(vec.AxisX, angle*math.Pi/180)
	origin := vec.New(0, 0, 0)
	if angle > 0 {
		origin = vec.New(0, 0.03, 0.105)
	}
	pills := make([]pill, n)
	inside := make([]bool, n)
	for i := range pills {
		inside[i] = angle == 0 || i%3 == 0
		c := vec.New((random.Float64()-0.5)*0.03, (random.Float64()-0.5)*0.03, 0.012+0.09*float64(i)/float64(n))
		if inside[i] {
			c = origin.Add(bottle.Rotate(c))
		} else {
			r, t := 0.05*math.Sqrt(random.Float64()), 2*math.Pi*random.Float64()
			c = vec.New(r*math.Cos(t), -0.06+r*math.Sin(t), 0.004+0.05*random.Float64()*math.Exp(-r*50))
		}
		d := vec.New(random.NormFloat64(), random.NormFloat64(), random.NormFloat64()).Unit().Scale(pillHalf)
		pills[i] = pill{c.Sub(d), c.Add(d)}
	}
	for round := 0; round < 350; round++ {
		relax(pills, inside, bottle, origin, round < 300)
	}
	s := snapshotOf(pills, bottle, origin)
	s.Motions = []bridge.Motion{{Name: "pour", Moves: -1, Started: true, Keys: []bridge.MotionKey{
		{Position: vec.New(0, 0, 0.04), Orientation: vec.Identity},
		{Time: 0.5, Position: vec.New(0, 0.05, 0.08), Orientation: vec.FromAxisAngle(vec.AxisX, 2)},
		{Time: 2, Position: vec.New(0, 0.03, 0.15), Orientation: vec.FromAxisAngle(vec.AxisX, 2.8)}}}}
	return s
}

// relax moves pills down a little, apart, and back to where the bottle and floor allow.
func relax(pills []pill, inside []bool, bottle vec.Quat, origin vec.Vec3, fall bool) {
	for i := range pills {
		p := &pills[i]
		if fall {
			p.a.Z -= 0.0003
			p.b.Z -= 0.0003
		}
		for j := i + 1; j < len(pills); j++ {
			q := &pills[j]
			s, t, d := closest(p, q)
			dist := d.Norm()
			if dist >= 2*pillRadius || dist == 0 {
				continue
			}
			push := d.Scale(0.5 * (2*pillRadius - dist) / dist)
			p.a, p.b = p.a.AddScaled(-(1-s), push), p.b.AddScaled(-s, push)
			q.a, q.b = q.a.AddScaled(1-t, push), q.b.AddScaled(t, push)
		}
		for _, end := range [2]*vec.Vec3{&p.a, &p.b} {
			if inside[i] {
				local := bottle.Unrotate(end.Sub(origin))
				r := math.Hypot(local.X, local.Y)
				if limit := bottleRadius(local.Z) - pillRadius - 0.0004; r > limit {
					local.X, local.Y = local.X*limit/r, local.Y*limit/r
				}
				local.Z = math.Max(local.Z, pillRadius+0.001)
				*end = origin.Add(bottle.Rotate(local))
			}
			end.Z = math.Max(end.Z, pillRadius)
		}
		middle, d := p.a.Add(p.b).Scale(0.5), p.b.Sub(p.a).Unit().Scale(pillHalf)
		p.a, p.b = middle.Sub(d), middle.Add(d)
	}
}

// closest returns the parameters of the nearest points of two rods and the vector between
// them, by alternating projections, which converge quickly enough here.
func closest(p, q *pill) (s, t float64, d vec.Vec3) {
	u, v := p.b.Sub(p.a), q.b.Sub(q.a)
	s, t = 0.5, 0.5
	for k := 0; k < 4; k++ {
		t = vec.Clamp(p.a.AddScaled(s, u).Sub(q.a).Dot(v)/v.Norm2(), 0, 1)
		s = vec.Clamp(q.a.AddScaled(t, v).Sub(p.a).Dot(u)/u.Norm2(), 0, 1)
	}
	return s, t, q.a.AddScaled(t, v).Sub(p.a.AddScaled(s, u))
}

// bottleRadius is the profile of the bottle over its height [m].
func bottleRadius(z float64) float64 {
	switch {
	case z < 0.004:
		return 0.026 + math.Sqrt(math.Max(0, 0.004*0.004-(0.004-z)*(0.004-z)))
	case z < 0.080:
		return 0.030
	case z < 0.092:
		t := (z - 0.080) / 0.012
		return 0.030 - 0.008*t*t*(3-2*t)
	}
	return 0.022
}

// snapshotOf makes a snapshot of the sample scene, with contacts where rods nearly touch.
func snapshotOf(pills []pill, bottle vec.Quat, origin vec.Vec3) *bridge.Snapshot {
	s := &bridge.Snapshot{
		Scene: "sample", Title: "Pill bottle", Time: 1.24, Step: 38099, Revision: 1,
		Wanted: bridge.Wanted{Contacts: true},
		Bodies: []bridge.Body{{Kind: bridge.Static}, {Kind: bridge.Kinematic}},
		Walls:  []bridge.Wall{{Axis: 2, Sense: 1, Lo: [2]float32{-0.2, -0.2}, Hi: [2]float32{0.2, 0.2}}},
		Inlets: []bridge.Inlet{{Name: "feed", Position: [3]float32{0, 0, 0.17}, Axis: [3]float32{0, 0, -1}, Radius: 0.018,
			Height: 0.05}},
		Meshes: []bridge.Mesh{{
			Geometry: lathe(48), Body: 1, Position: origin.Float32(),
			Rotation: [4]float32{float32(bottle.W), float32(bottle.X), float32(bottle.Y), float32(bottle.Z)},
		}},
	}
	for i, p := range pills {
		axis := p.b.Sub(p.a).Unit()
		center := p.a.Add(p.b).Scale(0.5)
		body := int32(len(s.Bodies))
		s.Bodies = append(s.Bodies, bridge.Body{
			Number: int64(body), Center: center.Float32(), Mass: 7.6e-4,
			Velocity: vec.New(0.1*math.Sin(float64(i)), 0.3*center.Z, -4*center.Z).Float32(),
			Spin:     vec.New(3*math.Cos(float64(i)), 9*math.Sin(float64(i)), 0).Float32(),
		})
		side := axis.Perpendicular().Float32()
		white, red := bridge.RGBA{241, 238, 228, 255}, bridge.RGBA{179, 18, 42, 255}
		s.Capsules = append(s.Capsules,
			bridge.Capsule{Center: center.AddScaled(-0.00315, axis).Float32(), Half: 0.00315, Axis: axis.Float32(),
				Radius: 0.003315, Side: side, Body: body, Colors: [2]bridge.RGBA{white, white}},
			bridge.Capsule{Center: center.AddScaled(0.0034, axis).Float32(), Half: 0.0029, Axis: axis.Float32(),
				Radius: 0.003455, Side: side, Body: body, Colors: [2]bridge.RGBA{red, red}})
		for j := i + 1; j < len(pills); j++ {
			t, _, d := closest(&pills[i], &pills[j])
			if gap := d.Norm() - 2*pillRadius; gap < 1e-4 {
				point := p.a.AddScaled(t, p.b.Sub(p.a)).AddScaled(0.5, d)
				s.Contacts = append(s.Contacts, sampleContact(point, d.Unit(), body, body+int32(j-i), center.Z))
			}
		}
		if low := math.Min(p.a.Z, p.b.Z); low < pillRadius*1.02 {
			s.Contacts = append(s.Contacts, sampleContact(vec.New(center.X, center.Y, 0), vec.New(0, 0, -1), body, 0, center.Z))
		}
	}
	s.Bounds = bridge.Bounds{Core: [2][3]float32{{-0.06, -0.1, 0}, {0.06, 0.09, 0.16}}, Grain: pillRadius}
	s.Bounds.All = s.Bounds.Core
	return s
}

// sampleContact makes up a contact force that grows with depth.
func sampleContact(point, normal vec.Vec3, a, b int32, z float64) bridge.Contact {
	force := 0.12 * math.Exp(-z*35) * (0.3 + 0.7*math.Abs(math.Sin(float64(7*a+3*b))))
	return bridge.Contact{
		Point: point.Float32(), Normal: normal.Float32(), NormalForce: float32(force),
		Tangential: normal.Perpendicular().Scale(0.15 * force).Float32(), A: a, B: b,
		Sliding: (a+b)%4 == 0, Friction: 0.15 + 0.1*float32((a+b)%4),
	}
}

// lathe returns the bottle, open at its mouth, with rings of the given number of corners.
func lathe(sides int) *bridge.MeshGeometry {
	g := &bridge.MeshGeometry{Name: "bottle"}
	heights := []float64{0, 0.0012, 0.004, 0.02, 0.04, 0.06, 0.08, 0.083, 0.086, 0.089, 0.092, 0.1, 0.113}
	g.Vertices = append(g.Vertices, [3]float32{})
	for _, z := range heights {
		for i := 0; i < sides; i++ {
			s, c := math.Sincos(2 * math.Pi * float64(i) / float64(sides))
			r := bottleRadius(z)
			g.Vertices = append(g.Vertices, [3]float32{float32(r * c), float32(r * s), float32(z)})
		}
	}
	at := func(ring, i int) int32 { return int32(1 + ring*sides + i%sides) }
	for i := 0; i < sides; i++ {
		g.Triangles = append(g.Triangles, [3]int32{0, at(0, i+1), at(0, i)})
		for r := 0; r+1 < len(heights); r++ {
			g.Triangles = append(g.Triangles, [3]int32{at(r, i), at(r, i+1), at(r+1, i)},
				[3]int32{at(r+1, i), at(r, i+1), at(r+1, i+1)})
		}
		g.Edges = append(g.Edges, [2]int32{at(len(heights)-1, i), at(len(heights)-1, i+1)})
	}
	return g
}

// sampleView returns a view framed on the sample scene.
func sampleView() view.View {
	v := view.Default()
	v.Camera.Frame([3]float32{-0.055, -0.10, 0}, [3]float32{0.055, 0.09, 0.15}, 16.0/9)
	v.Camera.Distance *= 0.8
	return v
}

// drumScene returns a drum with spheres in it beside a roller, between walls without a
// rectangle of their own.
func drumScene() *bridge.Snapshot {
	s := &bridge.Snapshot{
		Scene: "drum", Revision: 1,
		Bodies: []bridge.Body{{Kind: bridge.Static}, {Kind: bridge.Kinematic}, {Kind: bridge.Kinematic}},
		Walls: []bridge.Wall{
			{Axis: 2, Sense: 1, Lo: [2]float32{-0.3, -0.3}, Hi: [2]float32{0.3, 0.3}},
			{Axis: 1, Sense: -1, Position: 0.06}, {Axis: 1, Sense: 1, Position: -0.06},
		},
		Cylinders: []bridge.Cylinder{
			{Point: [3]float32{-0.05, 0, 0.08}, Axis: [3]float32{0, 1, 0}, Side: [3]float32{0.6, 0, -0.8}, Radius: 0.07,
				Half: 0.05, Inside: true, Body: 1},
			{Point: [3]float32{0.09, 0, 0.035}, Axis: [3]float32{0, 1, 0}, Side: [3]float32{0, 0, 1}, Radius: 0.03, Half: 0.05,
				Body: 2, Color: bridge.RGBA{86, 180, 233, 255}},
		},
		View:   bridge.ViewHint{Given: true, Frame: [2][3]float32{{-0.12, -0.06, 0}, {0.12, 0.06, 0.15}}},
		Bounds: bridge.Bounds{Core: [2][3]float32{{-0.12, -0.05, 0}, {0.12, 0.05, 0.15}}, Grain: 0.01},
	}
	for i := 0; i < 24; i++ {
		x, y, z := float32(i%4)*0.02-0.08, float32(i/4%3)*0.02-0.02, float32(i/12)*0.02+0.04
		s.Capsules = append(s.Capsules, bridge.Capsule{
			Center: [3]float32{x, y, z}, Axis: [3]float32{1, 0, 0}, Side: [3]float32{0, 1, 0}, Radius: 0.01,
			Body: int32(len(s.Bodies)),
		})
		s.Bodies = append(s.Bodies, bridge.Body{Number: int64(len(s.Bodies)), Center: [3]float32{x, y, z}, Mass: 1})
	}
	return s
}
