package mesh

import (
	"fmt"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// maxConcave bounds the number of corners of a polygon that is not strictly convex: cutting
// ears takes time with the square of this number, and with the cube for a contrived polygon.
const maxConcave = 1000

// divider cuts polygons into triangles, and counts its work.
type divider struct{ tests int } // number of corners tested so far; see limit.Corners

// triangulate appends the triangles of a nearly flat polygon to out. A strictly convex
// polygon becomes a fan. From another polygon, ears are cut (Meisters, Amer. Math. Monthly 82
// (1975) 648); if no ear is left because edges of the polygon cross, the rest becomes a fan.
// A corner in the middle of a straight edge remains a corner of a triangle that has a height,
// so that no crack opens beside the next face. A fan alone would not guarantee this.
func (d *divider) triangulate(out [][3]vec.Vec3, corners []vec.Vec3) ([][3]vec.Vec3, error) {
	n := len(corners)
	if n < 3 {
		return out, fmt.Errorf("a face needs at least 3 corners, got %d", n)
	}
	if err := limit.Triangles.Check(len(out) + n - 2); err != nil {
		return out, err
	}
	if n > 3 && !isConvex(corners) {
		if n > maxConcave {
			return out, fmt.Errorf("a face that is not strictly convex has too many corners, got %d (<= %d)", n, maxConcave)
		}
		out, corners = d.cutEars(out, corners)
		if err := limit.Corners.Check(d.tests); err != nil {
			return out, err
		}
	}
	for i := 2; i < len(corners); i++ {
		out = append(out, [3]vec.Vec3{corners[0], corners[i-1], corners[i]})
	}
	return out, nil
}

// isConvex reports whether the polygon turns in the sense of its normal at every corner.
func isConvex(corners []vec.Vec3) bool {
	normal := polygonNormal(corners)
	for i := range corners {
		if turnAt(corners, i).Dot(normal) <= 0 {
			return false
		}
	}
	return true
}

// polygonNormal returns the vector area of the polygon (Newell's method), which is normal to the
// polygon whether it is convex or not. The sum is relative to the first corner to keep digits.
func polygonNormal(corners []vec.Vec3) vec.Vec3 {
	sum := vec.Vec3{}
	for i := 2; i < len(corners); i++ {
		sum = sum.Add(corners[i-1].Sub(corners[0]).Cross(corners[i].Sub(corners[0])))
	}
	return sum
}

// turnAt returns the vector product of the two sides that meet at corner i.
func turnAt(corners []vec.Vec3, i int) vec.Vec3 {
	before, at, after := around(corners, i)
	return at.Sub(before).Cross(after.Sub(at))
}

func around(corners []vec.Vec3, i int) (before, at, after vec.Vec3) {
	n := len(corners)
	return corners[(i+n-1)%n], corners[i], corners[(i+1)%n]
}

// cutEars cuts triangles that lie inside the polygon and appends them to out. It also returns
// the corners that remain: three, or more if no ear is left.
func (d *divider) cutEars(out [][3]vec.Vec3, corners []vec.Vec3) ([][3]vec.Vec3, []vec.Vec3) {
	rest := append([]vec.Vec3(nil), corners...)
	normal := polygonNormal(rest)
	for i, failed := 0, 0; len(rest) > 3 && failed < len(rest) && d.tests <= limit.Corners.Most; {
		i %= len(rest)
		d.tests += len(rest)
		if !isEar(rest, i, normal) {
			i, failed = i+1, failed+1
			continue
		}
		before, at, after := around(rest, i)
		out = append(out, [3]vec.Vec3{before, at, after})
		rest = append(rest[:i], rest[i+1:]...)
		failed = 0
	}
	return out, rest
}

// isEar reports whether the triangle at corner i lies inside the polygon: it turns in the
// sense of the normal and holds no other corner.
func isEar(corners []vec.Vec3, i int, normal vec.Vec3) bool {
	if turnAt(corners, i).Dot(normal) <= 0 {
		return false
	}
	a, b, c := around(corners, i)
	left := func(p, q, r vec.Vec3) bool { return q.Sub(p).Cross(r.Sub(p)).Dot(normal) >= 0 }
	for _, p := range corners {
		if p != a && p != b && p != c && left(a, b, p) && left(b, c, p) && left(c, a, p) {
			return false
		}
	}
	return true
}
