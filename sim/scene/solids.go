package scene

import (
	"strings"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
)

// Solid is a shape with a volume. A new kind gets a field with its keys, and its part of shapes.
type Solid struct {
	Sphere  *Sphere  `yaml:"sphere,omitempty,flow"`  // a ball
	Capsule *Capsule `yaml:"capsule,omitempty,flow"` // a rod with round ends
}

// Sphere is a ball.
type Sphere struct {
	Radius float64 `yaml:"radius" unit:"m"` // radius of the ball [m]
}

// Capsule is a sphere swept along a segment of the local x axis.
type Capsule struct {
	Radius float64 `yaml:"radius" unit:"m"` // radius of the sphere [m]
	// length of the segment; the capsule as a whole is longer by two radii [m]
	Shaft float64 `yaml:"shaft" unit:"m"`
}

// shapes returns the shapes that are given; there should be exactly one.
func (s *Solid) shapes() (given []body.ShapeDef) {
	if d := s.Sphere; d != nil {
		given = append(given, body.ShapeDef{Kind: shape.KindSphere, Radius: d.Radius})
	}
	if d := s.Capsule; d != nil {
		given = append(given, body.ShapeDef{Kind: shape.KindCapsule, Radius: d.Radius, Shaft: d.Shaft})
	}
	return given
}

// solidNames returns the keys of a solid, joined by a text.
func solidNames(by string) string {
	var names []string
	for _, kind := range shape.Solids {
		names = append(names, kind.String())
	}
	return strings.Join(names, by)
}
