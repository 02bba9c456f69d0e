package vec

import "math"

// Mat3 is a matrix of three columns A, B, C.
type Mat3 struct{ A, B, C Vec3 }

// Diagonal returns the matrix with d on its diagonal.
func Diagonal(d Vec3) Mat3 {
	return Mat3{Vec3{X: d.X}, Vec3{Y: d.Y}, Vec3{Z: d.Z}}
}

// Outer returns the matrix u vᵀ.
func Outer(u, v Vec3) Mat3 { return Mat3{u.Scale(v.X), u.Scale(v.Y), u.Scale(v.Z)} }

// Apply returns m v.
func (m Mat3) Apply(v Vec3) Vec3 {
	return m.A.Scale(v.X).AddScaled(v.Y, m.B).AddScaled(v.Z, m.C)
}

// Transpose returns mᵀ.
func (m Mat3) Transpose() Mat3 {
	return Mat3{
		Vec3{m.A.X, m.B.X, m.C.X},
		Vec3{m.A.Y, m.B.Y, m.C.Y},
		Vec3{m.A.Z, m.B.Z, m.C.Z},
	}
}

// Mul returns m n.
func (m Mat3) Mul(n Mat3) Mat3 { return Mat3{m.Apply(n.A), m.Apply(n.B), m.Apply(n.C)} }

// Add returns m + n.
func (m Mat3) Add(n Mat3) Mat3 { return Mat3{m.A.Add(n.A), m.B.Add(n.B), m.C.Add(n.C)} }

// Sub returns m - n.
func (m Mat3) Sub(n Mat3) Mat3 { return Mat3{m.A.Sub(n.A), m.B.Sub(n.B), m.C.Sub(n.C)} }

// Scale returns f m.
func (m Mat3) Scale(f float64) Mat3 { return Mat3{m.A.Scale(f), m.B.Scale(f), m.C.Scale(f)} }

// Det returns the determinant.
func (m Mat3) Det() float64 { return m.A.Dot(m.B.Cross(m.C)) }

// Quat returns the unit quaternion of a rotation matrix (orthonormal, determinant +1).
// Method: Shepperd, J. Guidance and Control 1 (1978) 223, by the largest of the four components.
func (m Mat3) Quat() Quat {
	tr := m.A.X + m.B.Y + m.C.Z
	var q Quat
	switch {
	case tr > 0:
		q = Quat{1 + tr, m.B.Z - m.C.Y, m.C.X - m.A.Z, m.A.Y - m.B.X}
	case m.A.X >= m.B.Y && m.A.X >= m.C.Z:
		q = Quat{m.B.Z - m.C.Y, 1 + m.A.X - m.B.Y - m.C.Z, m.A.Y + m.B.X, m.C.X + m.A.Z}
	case m.B.Y >= m.C.Z:
		q = Quat{m.C.X - m.A.Z, m.A.Y + m.B.X, 1 + m.B.Y - m.A.X - m.C.Z, m.B.Z + m.C.Y}
	default:
		q = Quat{m.A.Y - m.B.X, m.C.X + m.A.Z, m.B.Z + m.C.Y, 1 + m.C.Z - m.A.X - m.B.Y}
	}
	return q.Unit()
}

// Principal returns the eigenvalues of the symmetric matrix m in ascending order and the
// rotation whose local axes are the eigenvectors, always right-handed:
//
//	m = R diag(values) Rᵀ,  R = axes.Mat(),  det R = +1
//
// The method is cyclic Jacobi rotations (Golub and Van Loan, Matrix Computations, 8.5), which
// keep small eigenvalues accurate and converge for every finite symmetric matrix.
func (m Mat3) Principal() (values Vec3, axes Quat) {
	a := [3][3]float64{{m.A.X, m.B.X, m.C.X}, {m.A.Y, m.B.Y, m.C.Y}, {m.A.Z, m.B.Z, m.C.Z}}
	v := [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	for sweep := 0; sweep < 50; sweep++ {
		off := a[0][1]*a[0][1] + a[0][2]*a[0][2] + a[1][2]*a[1][2]
		dia := a[0][0]*a[0][0] + a[1][1]*a[1][1] + a[2][2]*a[2][2]
		if off <= 1e-34*dia {
			break
		}
		for p := 0; p < 2; p++ {
			for q := p + 1; q < 3; q++ {
				jacobi(&a, &v, p, q)
			}
		}
	}
	cols := [3]int{0, 1, 2}
	for i := 0; i < 2; i++ {
		for j := 0; j < 2-i; j++ {
			if a[cols[j]][cols[j]] > a[cols[j+1]][cols[j+1]] {
				cols[j], cols[j+1] = cols[j+1], cols[j]
			}
		}
	}
	col := func(i int) Vec3 { return Vec3{v[0][cols[i]], v[1][cols[i]], v[2][cols[i]]} }
	r := Mat3{col(0), col(1), col(2)}
	if r.Det() < 0 {
		r.C = r.C.Neg()
	}
	return Vec3{a[cols[0]][cols[0]], a[cols[1]][cols[1]], a[cols[2]][cols[2]]}, r.Quat()
}

// jacobi zeroes a[p][q] by one plane rotation and applies it to the eigenvectors v.
func jacobi(a, v *[3][3]float64, p, q int) {
	if a[p][q] == 0 {
		return
	}
	theta := (a[q][q] - a[p][p]) / (2 * a[p][q])
	t := 1 / (math.Abs(theta) + math.Sqrt(theta*theta+1))
	if theta < 0 {
		t = -t
	}
	c := 1 / math.Sqrt(t*t+1)
	s := t * c
	for k := 0; k < 3; k++ {
		a[k][p], a[k][q] = c*a[k][p]-s*a[k][q], s*a[k][p]+c*a[k][q]
	}
	for k := 0; k < 3; k++ {
		a[p][k], a[q][k] = c*a[p][k]-s*a[q][k], s*a[p][k]+c*a[q][k]
	}
	for k := 0; k < 3; k++ {
		v[k][p], v[k][q] = c*v[k][p]-s*v[k][q], s*v[k][p]+c*v[k][q]
	}
}
