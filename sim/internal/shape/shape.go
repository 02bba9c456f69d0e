// Package shape holds the shapes of the engine as plain values in global coordinates:
// volume, inertia, bounds and containment of each, and nothing that knows of bodies,
// contacts or drawing.
package shape

import "example.org/tumble/sim/vec"

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
	Name  string // as scene files and panels write it
	Solid bool   // it has a volume, and so a mass: forces may move it
}

// Kinds lists all kinds, indexed by Kind.
var Kinds = [...]KindInfo{
	KindSphere:   {"sphere", true},
	KindCapsule:  {"capsule", true},
	KindWall:     {"wall", false},
	KindMesh:     {"mesh", false},
	KindCylinder: {"cylinder", false},
}

// Solids lists the kinds that have a volume.
var Solids = solids()

func solids() (all []Kind) {
	for k := range Kinds {
		if Kinds[k].Solid {
			all = append(all, Kind(k))
		}
	}
	return all
}

// Solid reports whether shapes of the kind have a volume.
func (k Kind) Solid() bool { return int(k) < len(Kinds) && Kinds[k].Solid }

// Solid is a shape with a volume.
type Solid interface {
	Volume() float64          // [m³]
	Inertia() vec.Vec3        // principal moments about its centre, in its own axes, per unit of density [m⁵]
	Bounds() vec.Box          // the smallest axis-aligned box that holds it
	Contains(p vec.Vec3) bool // whether p lies inside; the surface counts as outside
	Hull() Capsule            // a capsule that holds it, as tight as can be
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
