package sim

import (
	"math"

	"tumble/sim/vec"
)

// Hash returns a fingerprint of the state: two runs that took the same way have the same
// one, bit for bit. FNV-1a over the 64-bit words of time, poses, velocities and the shear
// forces of contacts.
func (w *World) Hash() uint64 {
	h := hasher(14695981039346656037)
	h.word(uint64(w.clock.step))
	h.number(w.clock.time)
	h.number(w.clock.dt)
	b := &w.bodies
	for i := range b.pos {
		h.vector(b.pos[i])
		h.number(b.ori[i].W)
		h.vector(vec.Vec3{X: b.ori[i].X, Y: b.ori[i].Y, Z: b.ori[i].Z})
		h.vector(b.vel[i])
		h.vector(b.spin[i])
	}
	for k := range w.listed {
		t := &k.contacts
		for i := range t.n {
			c, l := t.row(i)
			h.vector(c.shear.at(l))
			if len(t.resistance) > 0 && t.resistance[i].couple != (vec.Vec3{}) {
				h.vector(t.resistance[i].couple)
			}
		}
	}
	return uint64(h)
}

// hasher folds words into an FNV-1a state, eight bytes at a time.
type hasher uint64

func (h *hasher) word(x uint64) { *h = (*h ^ hasher(x)) * 1099511628211 }

func (h *hasher) number(x float64) { h.word(math.Float64bits(x)) }

func (h *hasher) vector(v vec.Vec3) {
	h.number(v.X)
	h.number(v.Y)
	h.number(v.Z)
}
