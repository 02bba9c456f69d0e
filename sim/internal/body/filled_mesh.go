package body

import (
	"fmt"
	"math"

	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/vec"
)

// FilledMesh is what a filled mesh has beside its surface: the corners with which it touches walls and tubes.
type FilledMesh struct {
	Corners []vec.Vec3 // in the frame of the body [m]
	Far     float64    // from the origin of that frame to the farthest of them [m]
	// Radius is that of the sphere that a corner is as stiff as [m]: so that all corners of a face together are about
	// as stiff as the body under a load on this face, however finely the face is cut.
	Radius float64
	Ball   float64 // radius of the ball that has the volume of the mesh [m]
}

// ballOf returns the radius of the ball of a volume [m³].
func ballOf(volume float64) float64 { return math.Cbrt(3 * volume / (4 * math.Pi)) }

// newFilledMesh returns the corners of a surface of an area [m²] that encloses a volume [m³].
//
// A corner stands for the N-th part A of the area of all N, and the body is a spring E A/l there, where its size is
// l. Two equal spheres of radius r touch with π r E/2, so that r is 2 A/(π l).
func newFilledMesh(s *narrow.Surface, area, volume float64) *FilledMesh {
	b := &FilledMesh{Corners: s.Corners(), Ball: ballOf(volume)}
	for _, c := range b.Corners {
		b.Far = math.Max(b.Far, c.Norm())
	}
	b.Radius = area / (math.Pi * b.Far * float64(max(len(b.Corners), 1)))
	return b
}

// ball returns the ball round the corners of a filled mesh, a capsule without shaft.
func (m *PlacedMesh) ball() shape.Capsule {
	return shape.Capsule{Center: m.Pos, Axis: vec.AxisX, Radius: m.Far + m.Surface.Half}
}

// checkFilled refuses a mesh that encloses no volume, has a mass out of its range, or too many corners in one plane.
func checkFilled(d *ShapeDef) error {
	if !(d.Mass >= 0) {
		return fmt.Errorf("mass of a filled mesh must be ≥ 0 kg, got %g", d.Mass)
	}
	if err := limit.Mass.Check("mass", d.Mass); err != nil {
		return err
	}
	switch r := d.Mesh.Inspect(); {
	case !r.Closed:
		return fmt.Errorf("mesh %s: a filled mesh must be closed: it has %d open edges, and %d edges of more than two "+
			"triangles", d.MeshName, r.OpenEdges, r.NonManifoldEdges)
	case r.FlippedEdges > 0:
		return fmt.Errorf("mesh %s: the triangles of a filled mesh must all face outwards: at %d edges two triangles face "+
			"to different sides", d.MeshName, r.FlippedEdges)
	case !(math.Abs(r.Volume) > flatMesh*r.Area*math.Sqrt(r.Area)):
		return fmt.Errorf("mesh %s: a filled mesh must enclose a volume, got %g m³ within %g m²", d.MeshName,
			math.Abs(r.Volume), r.Area)
	}
	return limit.CornersInPlane.Check(mostLevel(d))
}

// flatMesh is the volume over the area to the power 3/2 below which a mesh is flat. A cube has .068.
const flatMesh = 1e-9

// mostLevel returns how many corners of a mesh lie in one plane at most, on those faces that have many triangles.
func mostLevel(d *ShapeDef) (most int) {
	if len(d.Mesh.Triangles) < narrow.MostCorners {
		return 0
	}
	s := newSurface(d.Mesh, mesh.NewTopology(d.Mesh), d)
	return s.MostLevel(s.Corners())
}

// weighMesh adds a filled mesh with a density [kg/m³] to the moments of its body.
func weighMesh(m *moments, d *ShapeDef, density float64) {
	if !d.Filled {
		return
	}
	at := d.Mesh.Bounds().Center()
	own := d.Mesh.Moments(at)
	if d.Mass > 0 {
		density = d.Mass / own.Volume
	}
	mass := density * own.Volume
	centroid := own.First.Scale(1 / own.Volume)
	// About the centroid, where no digit is lost: J = tr(S) 1 - S of the second moments S there.
	s := own.Second.Sub(vec.Outer(centroid, centroid).Scale(own.Volume))
	trace := s.A.X + s.B.Y + s.C.Z
	tensor := vec.Diagonal(vec.New(trace, trace, trace)).Sub(s).Scale(density)
	r := d.Orientation.Unit()
	turn := r.Mat()
	center := d.Position.Add(r.Rotate(at.Add(centroid)))
	m.volume += own.Volume
	m.mass += mass
	m.first = m.first.AddScaled(mass, center)
	m.second = m.second.Add(turn.Mul(tensor).Mul(turn.Transpose())).Add(steiner(mass, center))
}

// FilledMeshes calls yield for the filled meshes.
func (s *Shapes) FilledMeshes(yield func(i int) bool) {
	for i := range s.Meshes {
		if s.Meshes[i].FilledMesh != nil && !yield(i) {
			return
		}
	}
}

// Hollow reports whether a shape is a mesh that is not filled: it passes through walls and tubes.
func (s *Shapes) Hollow(kind shape.Kind, i int) bool {
	return kind == shape.KindMesh && s.Meshes[i].FilledMesh == nil
}

// CheckPairs returns an error if a body of a template could meet shapes that it would pass through: filled meshes touch
// walls, tubes, spheres and capsules, but neither meshes nor cylinders from outside.
func (s *Shapes) CheckPairs(t *Template) error {
	filled := false
	for range s.FilledMeshes {
		filled = true
	}
	for i := range t.Shapes {
		d := t.Shapes[i].Def
		meets := d.Filled && len(s.Meshes) > 0 || filled && d.Kind == shape.KindMesh ||
			filled && d.Kind == shape.KindCylinder && !d.Cylinder.Hollow
		for k := range s.Cylinders {
			meets = meets || d.Filled && !s.Cylinders[k].Hollow
		}
		if meets {
			return fmt.Errorf("a filled mesh touches walls, tubes (cylinders from inside), spheres and capsules, but would " +
				"pass through another mesh and through a cylinder from outside: make these of walls, spheres or capsules")
		}
	}
	return nil
}
