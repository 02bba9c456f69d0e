package bridge

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
	"example.org/tumble/sim/vec"
)

// Surface is what is measured of one body: all its contacts, or those of a part of the triangles of its meshes.
type Surface struct {
	Name string
	Body string // name or number
	Part SurfacePart

	Region Region   // InRegion: holds the centres of the triangles, in the coordinates in which the scene gives the body
	Facing vec.Vec3 // Facing: the normals of the triangles are at most Within away from it, in the same coordinates
	Within float64  // [°]

	Triangles bool // sums are kept for each triangle, too, of all meshes of the body
}

// SurfacePart says which triangles belong to a surface.
type SurfacePart uint8

// The parts.
const (
	WholeBody SurfacePart = iota // also of bodies without triangles
	InRegion                     // those with their centre in a region
	FacingWay                    // those that face a direction
)

// MostSurfaces is the largest number of surfaces that are measured.
const MostSurfaces = 16

// surfaceSyntax says how a surface is written.
const surfaceSyntax = "must be NAME=@BODY for all of a body; NAME=box/x,y,z/x,y,z@BODY, " +
	"NAME=sphere/x,y,z/radius@BODY or NAME=cylinder/x,y,z/x,y,z/radius@BODY for the triangles of its meshes that have " +
	"their centre there; or NAME=facing/x,y,z/DEGREES@BODY for those whose normal is at most so far from a direction; " +
	"NAME=@BODY" + eachTriangle + " keeps sums for each triangle, too"

// String writes the surface as ParseSurface reads it.
func (s Surface) String() string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	switch s.Part {
	case InRegion:
		return s.Region.String()
	case FacingWay:
		f := s.Facing
		way := number(f.X) + "," + number(f.Y) + "," + number(f.Z)
		return fmt.Sprintf("%s=facing/%s/%s@%s", s.Name, way, number(s.Within), s.Body)
	}
	if s.Triangles {
		return s.Name + "=@" + s.Body + eachTriangle
	}
	return s.Name + "=@" + s.Body
}

// eachTriangle is what is written behind a surface whose sums are kept for each triangle.
const eachTriangle = "#triangles"

// ParseSurface reads a surface as scenes and the command line have it.
func ParseSurface(text string) (s Surface, err error) {
	name, rest, _ := strings.Cut(text, "=")
	what, body, _ := strings.Cut(rest, "@")
	body, each := strings.CutSuffix(body, eachTriangle)
	s = Surface{Name: name, Body: body, Triangles: each}
	switch kind, _, _ := strings.Cut(what, "/"); {
	case what == "":
	case kind == "facing":
		if s.Part = FacingWay; !s.parseFacing(strings.Split(what, "/")[1:]) {
			return Surface{}, fmt.Errorf("%s, got %s", surfaceSyntax, spell.Quote(text))
		}
	case slices.Contains(RegionKinds(), kind):
		s.Part = InRegion
		if s.Region, err = ParseRegion(strings.TrimSuffix(text, eachTriangle)); err != nil {
			return Surface{}, err
		}
	default:
		return Surface{}, fmt.Errorf("%s, got %s", surfaceSyntax, spell.Quote(text))
	}
	return s, s.Check()
}

// parseFacing reads a direction and an angle, and reports whether they are numbers.
func (s *Surface) parseFacing(parts []string) bool {
	if len(parts) != 2 {
		return false
	}
	axes := strings.Split(parts[0], ",")
	if len(axes) != 3 {
		return false
	}
	for i, text := range append(axes, parts[1]) {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return false
		}
		if i == 3 {
			s.Within = v
		} else {
			s.Facing = s.Facing.WithComponent(i, v)
		}
	}
	return true
}

// Check returns an error unless the surface is possible.
func (s *Surface) Check() error {
	if !plainName(s.Name) || s.Body == "" || s.Part > FacingWay {
		return fmt.Errorf("%s, got the name %s and the body %s", surfaceSyntax, spell.Quote(s.Name), spell.Quote(s.Body))
	}
	if err := limit.Line.Check(len(s.Body)); err != nil {
		return fmt.Errorf("surface %s: the name of its body: %w", s.Name, err)
	}
	if s.Triangles && s.Part != WholeBody {
		return fmt.Errorf("surface %s: %s must be of all of a body, %s=@%s%s", s.Name, eachTriangle, s.Name, s.Body,
			eachTriangle)
	}
	switch s.Part {
	case InRegion:
		r := &s.Region
		if r.Name != s.Name || r.Body != s.Body || r.Group != "" || r.Time || r.Power || r.OfMesh() {
			return fmt.Errorf("surface %s: %s", s.Name, surfaceSyntax)
		}
		return s.Region.Check()
	case FacingWay:
		if n := s.Facing.Norm(); !(n > 0) || math.IsInf(n, 0) {
			return fmt.Errorf("surface %s: the direction must not be zero, got %v", s.Name, s.Facing)
		}
		if !(s.Within >= 0 && s.Within <= 180) {
			return fmt.Errorf("surface %s: the angle must be 0 to 180 degrees, got %g", s.Name, s.Within)
		}
	}
	return nil
}

// ParseSurfaces reads surfaces with distinct names.
func ParseSurfaces(texts []string) (list []Surface, err error) {
	if len(texts) > MostSurfaces { // before each is read
		return nil, TooManySurfaces(len(texts))
	}
	for _, text := range texts {
		s, err := ParseSurface(text)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, CheckSurfaces(list)
}

// CheckSurfaces returns an error unless the surfaces are possible and have distinct names.
func CheckSurfaces(list []Surface) error {
	if len(list) > MostSurfaces {
		return TooManySurfaces(len(list))
	}
	for i := range list {
		if err := list[i].Check(); err != nil {
			return err
		}
		if slices.ContainsFunc(list[:i], func(o Surface) bool { return o.Name == list[i].Name }) {
			return fmt.Errorf("the surface %s is there twice", list[i].Name)
		}
	}
	return nil
}

// TooManySurfaces is the error for more than MostSurfaces.
func TooManySurfaces(n int) error {
	return fmt.Errorf("must be at most %d surfaces, got %d", MostSurfaces, n)
}
