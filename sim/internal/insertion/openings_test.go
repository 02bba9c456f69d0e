package insertion

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// Contract: a trial for which the openings are closed has no room wherever its centroid is, as long as no item has gone
// farther than the slack: places all over the volume and many in each cell that is not marked are tried. Some trials
// are closed though the cells have room for their core, others are not closed and have room.
func TestClosedTrialsHaveNoRoom(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	const slack = 0.003
	rod := []body.ShapeDef{{Kind: shape.KindCapsule, Radius: 0.05, Shaft: 0.03, Orientation: vec.Identity}}
	clump := []body.ShapeDef{rod[0],
		{Kind: shape.KindSphere, Radius: 0.04, Position: vec.New(0.01, 0.015, 0), Orientation: vec.Identity}}
	var bodies [2]*body.Template
	for i, shapes := range [2][]body.ShapeDef{rod, clump} {
		var err error
		if bodies[i], err = body.NewTemplate(shapes, func(int) float64 { return 1000 }, vec.Vec3{}, 0); err != nil {
			t.Fatal(err)
		}
	}
	box := Volume{Kind: VolumeBox, Origin: vec.New(3, -2, 1), Half: vec.New(0.4, 0.35, 0.4)}
	box.Orientation = vec.Identity
	cylinder := Volume{Kind: VolumeCylinder, Origin: vec.New(0, 0, -0.4), Axis: vec.AxisZ, Radius: 0.4, Height: 0.8}
	closed, room := 0, 0
	for round := range 24 {
		v := [2]*Volume{&box, &cylinder}[round%2]
		o, gap := obstacles(r, v, 0.1+0.001*float64(round), slack)
		turned := func() *trial {
			tried := trial{template: bodies[round/2%2], orientation: vec.FromUniform(r.Float64(), r.Float64(), r.Float64())}
			tried.setParts()
			return &tried
		}
		o.mark(turned().core)
		o.judge(v, bodies[round/2%2].BoundingRadius())
		var cells []vec.Box
		o.cover.open(v, func(cell vec.Box) bool {
			cells = append(cells, cell)
			return true
		})
		moved := make([]vec.Box, len(o.items))
		for i := range moved {
			b := o.items[i].box
			away := vec.Vec3{}
			for axis := range 3 {
				away = away.WithComponent(axis, math.Copysign(slack, b.Center().Sub(gap).Component(axis)))
			}
			moved[i] = shifted(b, away)
		}
		for range 20 {
			tried := turned()
			has := tried.hasRoom(r, v, cells, moved)
			switch {
			case o.closed(tried) && has:
				t.Fatalf("round %d: a body turned by %v is closed, but has room", round, tried.orientation)
			case o.closed(tried) && len(o.openings.ends) > 0:
				closed++
			case has && o.openings.few:
				room++
			}
			if tried.core /= 2; o.closed(tried) {
				t.Fatal("a body is closed with a smaller core than that for which cells are marked")
			}
		}
	}
	if closed < 30 || room < 30 {
		t.Errorf("%d trials are closed, %d have room: the test sees nothing", closed, room)
	}
}

// obstacles returns balls near the places of a lattice in a volume and round it, but for one near a gap at most.
func obstacles(r *rand.Rand, v *Volume, pitch, slack float64) (o *occupancy, gap vec.Vec3) {
	o = &occupancy{slack: slack}
	bounds := v.Bounds()
	gap = bounds.Center().Add(within(r, vec.Box{}.Grow(0.2)))
	o.reset(bounds, 0.2)
	for z := bounds.Lo.Z - pitch; z <= bounds.Hi.Z+pitch; z += pitch {
		for y := bounds.Lo.Y - pitch; y <= bounds.Hi.Y+pitch; y += pitch {
			for x := bounds.Lo.X - pitch; x <= bounds.Hi.X+pitch; x += pitch {
				c := shape.Capsule{Center: vec.New(x, y, z).Add(within(r, vec.Box{}.Grow(0.001))), Axis: vec.AxisX, Radius: 0.05}
				if c.Center.Sub(gap).Norm() > pitch/2 {
					o.add(c.Bounds(), c, shape.KindSphere, -1)
				}
			}
		}
	}
	return o, gap
}

// hasRoom reports whether a body fits into a volume, without meeting a box, in one of many places.
func (t *trial) hasRoom(r *rand.Rand, v *Volume, cells, boxes []vec.Box) bool {
	free := func(p vec.Vec3) bool {
		if !t.fits(v, p) {
			return false
		}
		for _, b := range boxes {
			if t.meets(shifted(b, p.Neg())) {
				return false
			}
		}
		return true
	}
	for range 200 {
		if free(within(r, v.Bounds())) {
			return true
		}
	}
	for _, cell := range cells {
		for k := range 4 {
			if free(cell.Corner(2*k)) || free(within(r, cell)) {
				return true
			}
		}
	}
	return false
}

// within returns a random point of a box.
func within(r *rand.Rand, b vec.Box) vec.Vec3 {
	return b.Lo.Add(vec.New(r.Float64(), r.Float64(), r.Float64()).Mul(b.Size()))
}
