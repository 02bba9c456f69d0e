// Package shape holds the shapes of the engine as plain values in global coordinates:
// volume, inertia, bounds and containment of each, and nothing that knows of bodies,
// contacts or drawing.
package shape

import "tumble/sim/vec"

// Kind names a family of shapes. In a contact the kinds are ordered wall, mesh, cylinder,
// sphere, capsule.
type Kind uint8

// The kinds of shape.
const (
	KindSphere Kind = iota
	KindCapsule
	KindWall
	KindMesh
	KindCylinder
)

// KindInfo says what the rest of the program needs to know of a kind.
type KindInfo struct {
	Name string // as scene files and panels write it
}

// Kinds lists all kinds, indexed by Kind.
var Kinds = [...]KindInfo{
	KindSphere:   {"sphere"},
	KindCapsule:  {"capsule"},
	KindWall:     {"wall"},
	KindMesh:     {"mesh"},
	KindCylinder: {"cylinder"},
}

// String returns the name of the kind, or "unknown".
func (k Kind) String() string {
	if int(k) < len(Kinds) {
		return Kinds[k].Name
	}
	return "unknown"
}

// ball returns the box of the sphere of radius r [m] round c.
func ball(c vec.Vec3, r float64) vec.Box {
	e := vec.Vec3{X: r, Y: r, Z: r}
	return vec.Box{Lo: c.Sub(e), Hi: c.Add(e)}
}
