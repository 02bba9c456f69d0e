package playback

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"example.org/tumble/sim/vec"
)

// Pose is the position and orientation of a rigid body.
type Pose struct {
	Center      vec.Vec3 // centre of the points, or the place of their frame's origin
	Orientation vec.Quat
	Off         float64 // largest distance of a point from its place in the pose [m]
}

// degenerate is the gap between eigenvalues, relative to the largest one, below which the points do not
// define a rotation.
const degenerate = 1e-9

// Fit returns the pose that brings points of a body's own frame nearest to places, by least squares. The
// rotation is the eigenvector of the largest eigenvalue of a 4x4 matrix (Horn, J. Opt. Soc. Am. A 4
// (1987) 629). Points on a line do not define the rotation about this line; such an undefined part is
// taken from the orientation before. There is a place for each point, and at least one.
func Fit(own, places []vec.Vec3, before vec.Quat) Pose {
	a, b := mean(own), mean(places)
	var s [3][3]float64
	for i := range own {
		p, q := own[i].Sub(a), places[i].Sub(b)
		for j := range 3 {
			for k := range 3 {
				s[j][k] += p.Component(j) * q.Component(k)
			}
		}
	}
	pose := Pose{Orientation: turn(&s, before)}
	pose.Center = b.Sub(pose.Orientation.Rotate(a))
	for i := range own {
		pose.Off = max(pose.Off, pose.Center.Add(pose.Orientation.Rotate(own[i])).Sub(places[i]).Norm())
	}
	return pose
}

// turn returns the rotation from the sums of products of coordinates; rows belong to own coordinates.
func turn(s *[3][3]float64, before vec.Quat) vec.Quat {
	xx, xy, xz, yx, yy, yz := s[0][0], s[0][1], s[0][2], s[1][0], s[1][1], s[1][2]
	zx, zy, zz := s[2][0], s[2][1], s[2][2]
	return eigenTurn(mat.NewSymDense(4, []float64{
		xx + yy + zz, yz - zy, zx - xz, xy - yx,
		0, xx - yy - zz, xy + yx, zx + xz,
		0, 0, -xx + yy - zz, yz + zy,
		0, 0, 0, -xx - yy + zz,
	}), before)
}

// eigenTurn returns the eigenvector of the largest eigenvalue. If several are equal, it returns the part
// of the orientation before in their space.
func eigenTurn(n *mat.SymDense, before vec.Quat) vec.Quat {
	var eigen mat.EigenSym
	if mat.Norm(n, 1) == 0 || !eigen.Factorize(n, true) {
		return before
	}
	values := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	most := values[3]
	var q vec.Quat
	for k := 3; k >= 0 && most-values[k] <= degenerate*math.Abs(most); k-- {
		e := vec.Quat{W: vectors.At(0, k), X: vectors.At(1, k), Y: vectors.At(2, k), Z: vectors.At(3, k)}
		q = q.AddScaled(e.Dot(before), e)
	}
	if q.Dot(q) < 1e-12 { // all best rotations are half a turn away
		return vec.Quat{W: vectors.At(0, 3), X: vectors.At(1, 3), Y: vectors.At(2, 3), Z: vectors.At(3, 3)}.Unit()
	}
	return q.Unit()
}

func mean(points []vec.Vec3) (m vec.Vec3) {
	for _, p := range points {
		m = m.Add(p)
	}
	return m.Scale(1 / float64(len(points)))
}
