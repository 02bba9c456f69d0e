// Package shape holds the shapes of the engine as plain values in global coordinates:
// volume, inertia, bounds and containment of each, and nothing that knows of bodies,
// contacts or drawing.
package shape

import "tumble/sim/vec"

// Kind names a family of shapes.
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
	Name  string // as scene files and panels write it
	Solid bool   // it has a volume and a mass of its own
	Order int    // in a contact the shape of the lower order is the first
}

// Kinds lists all kinds, indexed by Kind.
var Kinds = [...]KindInfo{
	KindSphere:   {"sphere", true, 3},
	KindCapsule:  {"capsule", true, 4},
	KindWall:     {"wall", false, 0},
	KindMesh:     {"mesh", false, 1},
	KindCylinder: {"cylinder", false, 2},
}

// String returns the name of the kind, or "unknown".
func (k Kind) String() string {
	if int(k) < len(Kinds) {
		return Kinds[k].Name
	}
	return "unknown"
}

// Parse returns the kind of that name and whether there is one.
func Parse(name string) (Kind, bool) {
	for k := range Kinds {
		if Kinds[k].Name == name {
			return Kind(k), true
		}
	}
	return 0, false
}

// ball returns the box of the sphere of radius r [m] round c.
func ball(c vec.Vec3, r float64) vec.Box {
	e := vec.Vec3{X: r, Y: r, Z: r}
	return vec.Box{Lo: c.Sub(e), Hi: c.Add(e)}
}
