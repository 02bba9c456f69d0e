package assets_test

import (
	"math"
	"testing"

	"example.org/tumble/assets"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/vec"
)

const bottleFile = "pill-bottle.stl"

func bottle(t *testing.T) (mesh.Mesh, mesh.Report) {
	t.Helper()
	data, err := assets.FS.ReadFile(bottleFile)
	if err != nil {
		t.Fatal(err)
	}
	s, err := mesh.Read(bottleFile, data)
	if err != nil {
		t.Fatal(err)
	}
	return mesh.Weld(s, mesh.DefaultTolerance)
}

// TestBottle: 60 mm wide, 113 mm tall, in the frame of the scene that it is made for, at
// most 2,000 triangles, nothing dropped, open in one loop that is the topmost ring.
func TestBottle(t *testing.T) {
	m, r := bottle(t)
	// The file holds single precision: 4 nm at these coordinates.
	const rounding = 1e-5
	want := vec.Box{Lo: vec.New(-86, -27, -20), Hi: vec.New(-26, 86, 40)}
	if r.Box.Lo.Sub(want.Lo).Norm() > rounding || r.Box.Hi.Sub(want.Hi).Norm() > rounding {
		t.Errorf("box %v, want %v", r.Box, want)
	}
	if r.Triangles > 2000 || r.Triangles != r.Facets {
		t.Errorf("%d triangles of %d facets, want at most 2000 and none dropped", r.Triangles, r.Facets)
	}
	if r.Rims != 1 || r.NonManifoldEdges != 0 || r.FlippedEdges != 0 || r.Components != 1 {
		t.Errorf("report %+v, want one rim, manifold, consistent, one component", r)
	}
	if r.Vertices-r.Edges+r.Triangles != 1 {
		t.Errorf("Euler characteristic %d, want 1, that of a disc", r.Vertices-r.Edges+r.Triangles)
	}
	rim := 0
	topology := mesh.NewTopology(&m)
	for i, sides := range topology.Sides {
		for k, s := range sides {
			if s.Neighbor != mesh.Rim {
				continue
			}
			rim++
			v := m.Vertices[m.Triangles[i][k]]
			radius := math.Hypot(v.X+56, v.Z-10)
			if math.Abs(v.Y-86) > rounding || radius < 18 {
				t.Errorf("rim vertex %v at radius %g, want y = 86 and room for the inlet of 18 mm", v, radius)
			}
		}
	}
	if rim != r.OpenEdges {
		t.Errorf("%d rim sides, %d open edges", rim, r.OpenEdges)
	}
}

// TestBottleFacesOutwards: seen from the axis or from above the floor, every triangle
// shows its back; and none is a sliver.
func TestBottleFacesOutwards(t *testing.T) {
	m, _ := bottle(t)
	for i, n := range mesh.NewTopology(&m).Normals {
		a, b, c := m.Corners(int32(i))
		middle := a.Add(b).Add(c).Scale(1.0 / 3)
		// A point inside the bottle that sees the triangle: on the axis, above the dome
		// of the floor and below the lip.
		inside := vec.New(-56, vec.Clamp(middle.Y, -20, 80), 10)
		if n.Dot(middle.Sub(inside)) <= 0 {
			t.Errorf("triangle %d at %v faces inwards", i, middle)
		}
		if angle := smallestAngle(a, b, c); angle < 13*math.Pi/180 {
			t.Errorf("triangle %d at %v is a sliver: smallest angle %.1f°", i, middle, angle*180/math.Pi)
		}
	}
}

func smallestAngle(a, b, c vec.Vec3) float64 {
	angle := func(p, q, r vec.Vec3) float64 {
		u, v := q.Sub(p), r.Sub(p)
		return math.Atan2(u.Cross(v).Norm(), u.Dot(v))
	}
	return math.Min(angle(a, b, c), math.Min(angle(b, c, a), angle(c, a, b)))
}

// TestBottleHasRoom: with Woo's scale, shift and rotation the bottle stands on z = 0
// about the z axis, the inlet's cylinder passes the mouth, and below the neck at least
// 0.25 litres are free, twice what 158 pills of 0.76 cm³ fill.
func TestBottleHasRoom(t *testing.T) {
	m, _ := bottle(t)
	m.Transform(0.001, vec.New(0.056, 0.027, -0.01), vec.FromAxisAngle(vec.AxisX, math.Pi/2))
	tree := mesh.NewTree(&m)
	box := tree.Bounds()
	if math.Abs(box.Lo.Z) > 1e-8 || math.Abs(box.Hi.Z-0.113) > 1e-8 {
		t.Errorf("bottle spans z %v to %v m, want 0 to 0.113", box.Lo.Z, box.Hi.Z)
	}
	for z := 0.1; z <= 0.12; z += 0.001 {
		if _, _, d := tree.Nearest(vec.New(0, 0, z)); d < 0.0205 {
			t.Errorf("at z = %g m the wall is %g m from the axis, want room for the inlet of 0.018 m", z, d)
		}
	}
	volume := 0.0
	for i := range m.Triangles {
		a, b, c := m.Corners(int32(i))
		// Columns between the triangle and the plane z = 0.1, above which nothing counts.
		height := 0.1 - (a.Z+b.Z+c.Z)/3
		if height > 0 {
			volume -= b.Sub(a).Cross(c.Sub(a)).Z / 2 * height
		}
	}
	if volume < 0.25e-3 || volume > 0.28e-3 {
		t.Errorf("volume below the neck %.4g m³, want 0.25e-3 to 0.28e-3", volume)
	}
}
