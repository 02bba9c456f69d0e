package narrow

import (
	"math"

	"example.org/tumble/sim/vec"
)

// Polyhedron is a closed mesh at its place, as flat walls and tubes see it: they touch nothing but its corners.
type Polyhedron struct {
	Corners []vec.Vec3 // in the frame of the body; the mesh keeps them [m]
	Reach   float64    // from the origin of that frame to the farthest of them [m]
	Half    float64    // half thickness of the mesh, the radius of a ball round each corner [m]
	Pos     vec.Vec3
	Ori     vec.Quat
}

// MostCorners is how many corners of a polyhedron can touch one wall or tube.
const MostCorners = math.MaxUint8

// sharp is the volume that the normals of three facets at a vertex must span for it to be a corner, and the area that
// two of them must span: the rounding of single precision coordinates.
const sharp = 1e-5

// Corners returns the vertices at which the normals of the facets span space: not those in the middle of a flat part or
// of a straight edge, which never touch a plane before their neighbours do.
func (s *Surface) Corners() (corners []vec.Vec3) {
	for v := range s.Vertices {
		if s.isCorner(int32(v)) {
			corners = append(corners, s.Vertices[v])
		}
	}
	return corners
}

func (s *Surface) isCorner(v int32) bool {
	ring := s.ring(v)
	if len(ring) == 0 {
		return false
	}
	first := s.facets[ring[0]].normal
	var across vec.Vec3 // perpendicular to two normals
	for _, i := range ring[1:] {
		n := s.facets[i].normal
		switch {
		case across == vec.Vec3{}:
			if c := first.Cross(n); c.Norm() > sharp {
				across = c.Unit()
			}
		case math.Abs(across.Dot(n)) > sharp:
			return true
		}
	}
	return false
}

// MostLevel returns how many of the corners lie in one plane at most: that of a face of so many triangles that a
// polygon of more than MostCorners corners could be cut into them. It returns 0 if no face has so many.
func (s *Surface) MostLevel(corners []vec.Vec3) (most int) {
	triangles := make([]int, len(s.faces)) // by face
	for _, face := range s.faces {
		triangles[face]++
	}
	for face, n := range triangles {
		if n < MostCorners-1 {
			continue
		}
		f, level := &s.facets[face], 0
		for _, c := range corners {
			if math.Abs(c.Sub(f.middle).Dot(f.normal)) <= sharp*f.radius {
				level++
			}
		}
		most = max(most, level)
	}
	return most
}

// corner returns where a corner is [m].
func (p *Polyhedron) corner(i int) vec.Vec3 { return p.Pos.Add(p.Ori.Rotate(p.Corners[i])) }
