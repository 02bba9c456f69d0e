package scene

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/vec"
)

// Facets are a mesh written in the scene file: points and triangles, or exactly one of plate, disc, box, tube and
// cone, which are placed at the body's origin. Circles become polygons whose corners are on the circle.
type Facets struct {
	Points []Vector `yaml:"points,omitempty,flow" unit:"m" with:"triangles"` // corners of the triangles [m]
	// for each triangle the numbers of its three points, counted from 0
	Triangles [][3]int  `yaml:"triangles,omitempty,flow" with:"points"`
	Plate     *Plate    `yaml:"plate,omitempty,flow"` // a rectangle
	Disc      *Disc     `yaml:"disc,omitempty,flow"`  // a disc or ring
	Box       *BoxFaces `yaml:"box,omitempty,flow"`   // a box, or some of its faces
	Tube      *Tube     `yaml:"tube,omitempty,flow"`  // the wall of a cylinder
	Cone      *Cone     `yaml:"cone,omitempty,flow"`  // the wall of a cone or funnel
}

// Plate is a rectangle perpendicular to z, about the origin. With an orientation of the body it is a finite wall
// of any inclination.
type Plate struct {
	Size [2]float64 `yaml:"size,flow" unit:"m"` // lengths along x and y [m]
	// numbers of rectangles along x and y that it is divided into, of two triangles each; 1, 1 if not given. What is
	// measured of each triangle, such as wear, then has as many places
	Cells [2]int `yaml:"cells,omitempty,flow"`
}

// Disc is a disc perpendicular to z, with a hole if inner is given.
type Disc struct {
	Radius   float64 `yaml:"radius" unit:"m"`          // radius of the disc [m]
	Inner    float64 `yaml:"inner,omitempty" unit:"m"` // radius of the hole [m]
	Segments int     `yaml:"segments,omitempty"`       // number of corners on the circle; 64 if not given
}

// BoxFaces are the faces of a box about the origin.
type BoxFaces struct {
	Size Vector   `yaml:"size,flow" unit:"m"`  // lengths of the edges [m]
	Open []string `yaml:"open,omitempty,flow"` // faces to leave out: -x, +x, -y, +y, -z, +z
}

// Tube is the wall of a cylinder from z = 0 upward, open at both ends or with end faces.
type Tube struct {
	Radius   float64 `yaml:"radius" unit:"m"`    // radius of the tube [m]
	Length   float64 `yaml:"length" unit:"m"`    // length from end to end [m]
	Segments int     `yaml:"segments,omitempty"` // number of corners on the circle; 64 if not given
	Ends     bool    `yaml:"ends,omitempty"`     // true: with an end face at both ends
}

// Cone is the wall of a cone, or of a truncated cone, from z = 0 upward, open at both ends or with end faces.
type Cone struct {
	Radius   float64 `yaml:"radius" unit:"m"`        // radius at z = 0 [m]
	Top      float64 `yaml:"top,omitempty" unit:"m"` // radius at the other end; 0: a tip [m]
	Length   float64 `yaml:"length" unit:"m"`        // length from end to end [m]
	Segments int     `yaml:"segments,omitempty"`     // number of corners on the circle; 64 if not given
	Ends     bool    `yaml:"ends,omitempty"`         // true: with an end face at each end that is no tip
}

// defaultSegments keeps the middle of each edge within 0.12 % of the radius from the circle.
const defaultSegments = 64

// soup returns the triangles.
func (f *Facets) soup() (mesh.Soup, error) {
	given := 0
	var s mesh.Soup
	var err error
	for _, made := range []struct {
		name string
		yes  bool
		make func() (mesh.Soup, error)
	}{
		{"points", f.Points != nil || f.Triangles != nil, f.listed},
		{"plate", f.Plate != nil, func() (mesh.Soup, error) { return f.Plate.soup() }},
		{"disc", f.Disc != nil, func() (mesh.Soup, error) { return f.Disc.soup() }},
		{"box", f.Box != nil, func() (mesh.Soup, error) { return f.Box.soup() }},
		{"tube", f.Tube != nil, func() (mesh.Soup, error) { return f.Tube.soup() }},
		{"cone", f.Cone != nil, func() (mesh.Soup, error) { return f.Cone.soup() }},
	} {
		if !made.yes {
			continue
		}
		given++
		if s, err = made.make(); err != nil {
			return s, fmt.Errorf("facets: %s%w", prefix(made.name), err)
		}
	}
	if given != 1 {
		return s, fmt.Errorf("facets: must have exactly one of points, plate, disc, box, tube, cone, got %d", given)
	}
	return s, nil
}

func prefix(name string) string {
	if name == "points" {
		return ""
	}
	return name + ": "
}

// listed returns the triangles that are given one by one.
func (f *Facets) listed() (s mesh.Soup, err error) {
	for i, t := range f.Triangles {
		var corners [3]vec.Vec3
		for k, n := range t {
			if n < 0 || n >= len(f.Points) {
				return s, fmt.Errorf("triangle %d has point %d, but there are %d points, from 0", i, n, len(f.Points))
			}
			corners[k] = f.Points[n].Vec()
		}
		s.Triangles = append(s.Triangles, corners)
	}
	return s, nil
}

// positive returns an error for a length that is not > 0.
func positive(name string, x float64) error {
	if !(x > 0) {
		return fmt.Errorf("%s must be > 0 m, got %g", name, x)
	}
	return nil
}

func (p *Plate) soup() (s mesh.Soup, err error) {
	for _, x := range p.Size {
		if err := positive("size", x); err != nil {
			return s, err
		}
	}
	nx, ny := or(p.Cells[0], 1), or(p.Cells[1], 1)
	for _, n := range []int{nx, ny} {
		if err := limit.Segments.Check(n); err != nil || n < 1 {
			return s, cmp.Or(err, fmt.Errorf("cells must be ≥ 1, got %d", n))
		}
	}
	if err := limit.Triangles.Check(2 * nx * ny); err != nil {
		return s, fmt.Errorf("cells: %w", err)
	}
	at := func(i, k int) vec.Vec3 {
		return vec.New(p.Size[0]*(float64(i)/float64(nx)-0.5), p.Size[1]*(float64(k)/float64(ny)-0.5), 0)
	}
	for k := range ny {
		for i := range nx {
			quad(&s, at(i, k), at(i+1, k), at(i+1, k+1), at(i, k+1))
		}
	}
	return s, nil
}

func (d *Disc) soup() (s mesh.Soup, err error) {
	if err := positive("radius", d.Radius); err != nil {
		return s, err
	}
	if !(d.Inner >= 0 && d.Inner < d.Radius) {
		return s, fmt.Errorf("inner must be in [0, radius = %g) m, got %g", d.Radius, d.Inner)
	}
	return frustum(d.Radius, d.Inner, 0, d.Segments, false)
}

func (t *Tube) soup() (s mesh.Soup, err error) {
	if err := positive("radius", t.Radius); err != nil {
		return s, err
	}
	if err := positive("length", t.Length); err != nil {
		return s, err
	}
	return frustum(t.Radius, t.Radius, t.Length, t.Segments, t.Ends)
}

func (c *Cone) soup() (s mesh.Soup, err error) {
	if !(c.Radius >= 0 && c.Top >= 0 && c.Radius+c.Top > 0) {
		return s, fmt.Errorf("radius and top must be ≥ 0 m, and one of them > 0, got %g and %g", c.Radius, c.Top)
	}
	if err := positive("length", c.Length); err != nil {
		return s, err
	}
	return frustum(c.Radius, c.Top, c.Length, c.Segments, c.Ends)
}

// frustum returns the surface between a circle of radius a at z = 0 and one of radius b at
// z = length, either of which may be a point, with the discs within both circles if ends is set.
func frustum(a, b, length float64, segments int, ends bool) (s mesh.Soup, err error) {
	segments = or(segments, defaultSegments)
	if segments < 3 {
		return s, fmt.Errorf("segments must be ≥ 3, got %d", segments)
	}
	if err := limit.Segments.Check(segments); err != nil {
		return s, err
	}
	at := func(k int, r, z float64) vec.Vec3 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k%segments) / float64(segments))
		return vec.New(r*cos, r*sin, z)
	}
	for k := range segments {
		quad(&s, at(k, a, 0), at(k+1, a, 0), at(k+1, b, length), at(k, b, length))
		if low, high := vec.New(0, 0, 0), vec.New(0, 0, length); ends {
			quad(&s, low, low, at(k+1, a, 0), at(k, a, 0))
			quad(&s, high, high, at(k, b, length), at(k+1, b, length))
		}
	}
	return s, nil
}

// faceNames are the faces of a box in the order of its axes.
var faceNames = [...]string{"-x", "+x", "-y", "+y", "-z", "+z"}

func (b *BoxFaces) soup() (s mesh.Soup, err error) {
	open := map[string]bool{}
	for _, name := range b.Open {
		if !strings.Contains(strings.Join(faceNames[:], " "), name) || len(name) != 2 {
			return s, fmt.Errorf("open must be faces of %s, got %q", strings.Join(faceNames[:], ", "), name)
		}
		open[name] = true
	}
	if len(open) == len(faceNames) {
		return s, fmt.Errorf("open must leave a face, got all six")
	}
	for _, x := range b.Size {
		if err := positive("size", x); err != nil {
			return s, err
		}
	}
	half := b.Size.Vec().Scale(0.5)
	for axis := range 3 {
		for side, sign := range []float64{-1, 1} {
			if open[faceNames[2*axis+side]] {
				continue
			}
			corner := func(u, v float64) vec.Vec3 {
				c := vec.Vec3{}.WithComponent(axis, sign*half.Component(axis))
				c = c.WithComponent((axis+1)%3, u*sign*half.Component((axis+1)%3))
				return c.WithComponent((axis+2)%3, v*half.Component((axis+2)%3))
			}
			quad(&s, corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)) // seen from outside, counter-clockwise
		}
	}
	return s, nil
}

// quad adds the two triangles of a plane quadrilateral, or one triangle if two neighbouring corners are the same
// point.
func quad(s *mesh.Soup, a, b, c, d vec.Vec3) {
	for _, t := range [][3]vec.Vec3{{a, b, c}, {a, c, d}} {
		if t[0] != t[1] && t[1] != t[2] && t[2] != t[0] {
			s.Triangles = append(s.Triangles, t)
		}
	}
}
