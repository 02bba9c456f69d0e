package vec

import (
	"math"
	"math/rand/v2"
	"testing"
)

func random(r *rand.Rand) Vec3 { return New(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()) }

func randomQuat(r *rand.Rand) Quat {
	return Quat{r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Unit()
}

func near(t *testing.T, what string, got, want Vec3, tolerance float64) {
	t.Helper()
	if d := got.Sub(want).Norm(); !(d <= tolerance) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// Contract: a quaternion, its matrix and its rotation vector are the same rotation; the
// product is the composition, the conjugate the inverse.
func TestRotationsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for i := 0; i < 1000; i++ {
		p, q, v := randomQuat(r), randomQuat(r), random(r)
		near(t, "matrix", q.Mat().Apply(v), q.Rotate(v), 1e-14)
		near(t, "matrix back to quaternion", q.Mat().Quat().Rotate(v), q.Rotate(v), 1e-13)
		near(t, "rotation vector", FromRotationVector(q.RotationVector()).Rotate(v), q.Rotate(v), 1e-13)
		near(t, "product", p.Mul(q).Rotate(v), p.Rotate(q.Rotate(v)), 1e-14)
		near(t, "inverse", q.Unrotate(q.Rotate(v)), v, 1e-14)
	}
	near(t, "quarter turn about z", FromAxisAngle(AxisZ, math.Pi/2).Rotate(AxisX), AxisY, 1e-15)
}

// Contract: Slerp goes along the shorter arc at constant rate, whichever sign the
// quaternions have.
func TestSlerp(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	for i := 0; i < 200; i++ {
		q := randomQuat(r)
		angle, axis := 3.1*r.Float64(), random(r).Unit()
		p := FromAxisAngle(axis, angle).Mul(q)
		if i%2 == 0 {
			p = p.Neg()
		}
		f := r.Float64()
		near(t, "slerp", q.Slerp(p, f).Mul(q.Conj()).RotationVector(), axis.Scale(f*angle), 1e-12)
	}
}

// Contract: Principal diagonalises a symmetric matrix with ascending values and
// right-handed axes; equal values and diagonal matrices included.
func TestPrincipal(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for i := 0; i < 1000; i++ {
		d := New(r.Float64(), r.Float64(), r.Float64())
		switch i % 4 {
		case 1:
			d.Y = d.X
		case 2:
			d.X, d.Y = 1e-9*d.X, 1e9*d.Y
		case 3:
			d = New(1, 1, 1)
		}
		q := randomQuat(r)
		m := q.Mat().Mul(Diagonal(d)).Mul(q.Mat().Transpose())
		values, axes := m.Principal()
		if !(values.X <= values.Y && values.Y <= values.Z) {
			t.Fatalf("values %v do not ascend", values)
		}
		rot := axes.Mat()
		if math.Abs(rot.Det()-1) > 1e-12 {
			t.Fatalf("determinant of the axes %g, want 1", rot.Det())
		}
		back := rot.Mul(Diagonal(values)).Mul(rot.Transpose())
		for k := 0; k < 3; k++ {
			near(t, "matrix", back.Apply(Axis(k)), m.Apply(Axis(k)), 1e-13*values.Z)
		}
	}
	if values, axes := Diagonal(New(1, 2, 2)).Principal(); values != New(1, 2, 2) || axes != Identity {
		t.Errorf("a diagonal matrix gives %v and %v, want itself and no rotation", values, axes)
	}
}

// Contract: Perpendicular is a unit vector at a right angle for any vector but zero.
func TestPerpendicular(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	for i := 0; i < 1000; i++ {
		v := random(r).Mul(New(math.Pow(10, 20*r.Float64()-10), 1, 1))
		p := v.Perpendicular()
		if math.Abs(p.Norm()-1) > 1e-14 || math.Abs(p.Dot(v.Unit())) > 1e-14 {
			t.Fatalf("perpendicular of %v: %v", v, p)
		}
	}
}
