package sim

import (
	"tumble/sim/law"
	"tumble/sim/narrow"
	"tumble/sim/shape"
	"tumble/sim/vec"
)

// spreading is a kernel whose contacts spread along the shafts of capsules (see
// narrow.Distributed). It finds contacts where the kernel of the same pair does.
type spreading func(w *contactSet, c *candidate, space *workspace, out []narrow.Distributed) ([]narrow.Distributed, float64)

// spreadings is the matrix of these kernels; empty cells have contacts in one point.
type spreadings [len(shape.Kinds)][len(shape.Kinds)]spreading

// spread is how a contact spreads; see narrow.Distributed.
type spread struct {
	share float64  // force over that of two spheres with this overlap [1]
	turn  vec.Vec3 // couple on the second body over the same force [m]
}

// inOnePoint is a contact that does not spread.
var inOnePoint = spread{share: 1}

// leastShare is the least share that counts in inertia.
const leastShare = 0.1

// inertia returns by how much heavier the overlap is than the bodies: its speed is share
// times theirs. What a couple moves is not counted, so it is limited.
func (s *spread) inertia() float64 {
	if s.share < leastShare {
		return 1 / (leastShare * leastShare)
	}
	return 1 / (s.share * s.share)
}

// spreadTable keeps how the touches of a chunk of pairs spread, beside their touchTable. It is
// empty if they do not.
type spreadTable struct {
	share []float64
	turn  vectors
}

// resize makes it hold n of them; see touchTable.resize.
func (t *spreadTable) resize(n int) {
	t.share = sized(t.share, n)
	t.turn.resize(n)
}

func (t *spreadTable) len() int { return len(t.share) }

// at returns how touch i spreads.
func (t *spreadTable) at(i int) spread { return spread{t.share[i], t.turn.at(i)} }

// put makes that what a kernel has found.
func (t *spreadTable) put(i int, d *narrow.Distributed) {
	t.share[i] = d.Share
	t.turn.put(i, d.Turn)
}

// turns holds the couples on a [N·m] that the contacts of a chunk have because they spread
// along shafts; it is empty if they do not. They are no history: each step finds them anew.
type turns []vec.Vec3

// resize returns n of them, with any numbers. Vector kernels may read and write as many as a
// block of contacts has, where the last one is.
func (t turns) resize(n int) turns {
	if n == 0 || n+blockSize <= cap(t) {
		return t[:n]
	}
	return make(turns, n, n+n/4+blockSize)
}

// turn returns a torque that contact i puts on a body, with its couple.
func (k *chunkOfPairs) turn(i int, torque vec.Vec3) vec.Vec3 {
	if len(k.turns) == 0 {
		return torque
	}
	return torque.Add(k.turns[i])
}

// turns returns those of a pair's contacts, from its chunk, none if they do not spread.
func (c *candidate) turns(k *chunkOfPairs) turns {
	if c.count == 0 || len(k.turns) == 0 {
		return nil
	}
	return k.turns[c.contact : int(c.contact)+int(c.count)]
}

// turning calls yield for all contacts of the last step that spread, with their couples on
// a, in contact order.
func (w *contactSet) turning(yield func(*contact, vec.Vec3) bool) {
	for k := range w.listed {
		for i, turn := range k.turns {
			k.read(i, &w.seen)
			if !yield(&w.seen, turn) {
				return
			}
		}
	}
}

// keepSpread drops the last contact, which a kernel has written there, if there is none. It is
// for pairs that have at most one.
func keepSpread(out []narrow.Distributed, gap float64) ([]narrow.Distributed, float64) {
	if gap >= 0 {
		return out[:len(out)-1], gap
	}
	return out, 0
}

func capsuleCapsuleIntegral(w *contactSet, c *candidate, _ *workspace, out []narrow.Distributed) ([]narrow.Distributed, float64) {
	out = append(out, narrow.Distributed{})
	return keepSpread(out, narrow.SpreadCapsules(&w.shapes.Capsules[c.a], &w.shapes.Capsules[c.b], &out[len(out)-1]))
}

// sphereCapsuleIntegral takes the sphere as a capsule without shaft, so that a shaft may
// shrink to nothing without a jump.
func sphereCapsuleIntegral(w *contactSet, c *candidate, _ *workspace, out []narrow.Distributed) ([]narrow.Distributed, float64) {
	sphere := w.shapes.Round(shape.KindSphere, int(c.a))
	out = append(out, narrow.Distributed{})
	return keepSpread(out, narrow.SpreadCapsules(&sphere, &w.shapes.Capsules[c.b], &out[len(out)-1]))
}

func wallCapsuleIntegral(w *contactSet, c *candidate, _ *workspace, out []narrow.Distributed) ([]narrow.Distributed, float64) {
	wall, r := &w.shapes.Walls[c.a].Wall, &w.shapes.Capsules[c.b]
	if c.count == 0 {
		if gap := c.chooseSide(wall, r); gap > 0 {
			return out, gap
		}
	}
	out = append(out, narrow.Distributed{})
	return keepSpread(out, narrow.SpreadWallCapsule(wall, r, int(c.side), &out[len(out)-1]))
}

func cylinderCapsuleIntegral(w *contactSet, c *candidate, space *workspace, out []narrow.Distributed) ([]narrow.Distributed, float64) {
	space.profile.Tangent = law.Kinds[w.law].Power
	return narrow.CylinderCapsuleIntegral(w.shapes.Cylinders[c.a].Cylinder, w.shapes.Capsules[c.b], &space.profile, out)
}

// meshCapsuleIntegral works in the mesh's frame, as meshRound does.
func meshCapsuleIntegral(w *contactSet, c *candidate, space *workspace, out []narrow.Distributed) ([]narrow.Distributed, float64) {
	m, v := &w.shapes.Meshes[c.a], &w.views[c.view]
	r := m.ToLocal(w.shapes.Capsules[c.b])
	unseen := v.see(m, &r, w.clock.step, c.count > 0)
	if len(v.Triangles) == 0 {
		return out, unseen
	}
	first := len(out)
	space.profile.Tangent = law.Kinds[w.law].Power
	out, gap := v.MeshCapsuleIntegral(m.Surface, r, &space.profile, out)
	for i := range out[first:] {
		d := &out[first+i]
		d.Point = m.Pos.Add(m.Ori.Rotate(d.Point))
		d.Normal, d.Turn = m.Ori.Rotate(d.Normal), m.Ori.Rotate(d.Turn)
	}
	return out, lower(gap, unseen)
}
