package woo

import (
	"testing"

	"example.org/tumble/sim/internal/shape"
)

// Contract: of each kind of shape it is known what scripts call it, and they can make it. A new kind
// fails here until someone has looked whether Woo has it: where it does not, its name is empty.
func TestEveryKindIsKnownToScripts(t *testing.T) {
	names := [len(shape.Kinds)]*string{}
	for kind, name := range map[shape.Kind]string{
		shape.KindSphere: "Sphere", shape.KindCapsule: "Capsule", shape.KindWall: "Wall", shape.KindMesh: "Facet",
		shape.KindCylinder: "InfCylinder",
	} {
		names[kind] = &name
	}
	for k, name := range names {
		switch {
		case name == nil:
			t.Errorf("%v: what do scripts call it?", shape.Kind(k))
		case *name != "" && demContent()[*name] == nil:
			t.Errorf("%v: scripts cannot make a %s", shape.Kind(k), *name)
		}
	}
}
