//go:build goexperiment.simd && amd64

package hot

import "tumble/sim/wide"

// Friction is the law of eight contacts with linear springs and friction. A contact goes on unless
// its normal has turned too far; one that begins has no shear.
type Friction struct {
	Contact                   *wide.Lane // columns: point, normal, shear, normal force, bodies, overlap
	Next                      *wide.Lane // contacts that are done before long
	PointX, PointY, PointZ    *wide.Lane // of the touches
	NormalX, NormalY, NormalZ *wide.Lane
	Overlap                   *wide.Lane
	BodyA, BodyB              *wide.Index
	Pos, Vel, Spin            wide.Records
	Kn, Kt, Mu                wide.Lane
	Part                      wide.Lane   // of the last step, in which the bodies touched
	Drag                      wide.Lane   // what dashpots push
	Share                     wide.Lane   // of the force of two spheres
	Step, Half                wide.Number // the last step and half of it
	Nearly                    wide.Number // least cosine between the normals of a contact that goes on

	Sizes  wide.Lane // squares of all forces so far are added to it
	Lost   wide.Lane // energy that sliding takes
	GoesOn wide.Set
	Acts   wide.Set // there is shear
	Slides wide.Set
}

// Cache lines of a block of contacts that the law and sums look at.
const (
	lawLines  = 12
	sumsLines = 11
)

// apply does it: trialShear and law.Slide in lanes.
func (f *Friction) apply() {
	f.Next.Soon(lawLines)
	wasPoint, wasNormal, shear := f.Contact.Vec3(0), f.Contact.Vec3(3), f.Contact.Vec3(6)
	point := wide.Vec3{X: f.PointX.Load(), Y: f.PointY.Load(), Z: f.PointZ.Load()}
	normal := wide.Vec3{X: f.NormalX.Load(), Y: f.NormalY.Load(), Z: f.NormalZ.Load()}
	overlap := f.Overlap.Load()
	goesOn := wasNormal.Dot(normal).Greater(f.Nearly.Load())
	f.GoesOn.Put(goesOn)
	posA, velA, spinA := f.BodyA.Vectors(f.Pos, f.Vel, f.Spin)
	posB, velB, spinB := f.BodyB.Vectors(f.Pos, f.Vel, f.Spin)

	// trialShear
	half := f.Half.Load()
	mid := wasPoint.Add(point).Scale(wide.Halves.Load())
	armA := mid.Sub(posA).AddScaled(half, velA)
	armB := mid.Sub(posB).AddScaled(half, velB)
	v := velB.Add(spinB.Cross(armB)).Sub(velA).Sub(spinA.Cross(armA))
	m := wasNormal.Add(normal)
	m = m.Scale(wide.Ones.Load().Div(m.Norm2().Sqrt()))
	turn := wasNormal.Cross(normal).AddScaled(half.Mul(m.Dot(spinA.Add(spinB))), m)
	kt := f.Kt.Load()
	slid := v.SubScaled(m.Dot(v), m).Scale(kt.Mul(f.Part.Load()).Mul(f.Step.Load()))
	carried := turn.Cross(shear)
	carried = shear.Add(carried).AddScaled(wide.Halves.Load(), turn.Cross(carried))
	trial := carried.Add(slid).AddScaled(wide.Halves.Load(), turn.Cross(slid))
	trial = trial.SubScaled(normal.Dot(trial), normal)

	// law.Slide
	push, mu := f.Kn.Load().Mul(overlap).Add(f.Drag.Load()).Mul(f.Share.Load()), f.Mu.Load()
	limit, t2 := mu.Mul(push), trial.Norm2()
	var zero wide.Float
	some := wide.Either(shear.X.NotEqual(zero), wide.Either(shear.Y.NotEqual(zero), shear.Z.NotEqual(zero)))
	acts := wide.Both(goesOn, wide.Either(some, mu.Greater(zero)))
	slides := wide.Both(acts, t2.Greater(limit.Mul(limit)))
	f.Acts.Put(acts)
	f.Slides.Put(slides)
	f.Sizes.Keep(f.Sizes.Load().Add(t2.Add(push.Mul(push))))
	shear = trial.Masked(acts)
	f.Contact.KeepVec3(0, point)
	f.Contact.KeepVec3(3, normal)
	f.Contact.Column(9).Keep(push)
	f.Contact.Column(11).Keep(overlap)
	f.Contact.KeepVec3(6, shear)
	if !wide.Any(slides) {
		return
	}
	shear = trial.Scale(limit.Div(t2.Sqrt())).Merge(shear, slides)
	f.Lost.Keep(carried.Add(shear).Dot(trial.Sub(shear)).Div(kt.Add(kt)).Masked(kt.Greater(zero)))
	f.Contact.KeepVec3(6, shear)
}
