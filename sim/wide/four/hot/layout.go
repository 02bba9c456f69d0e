// Code generated from package sim/wide/hot by go generate ./sim/wide. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package hot

import "unsafe"

//go:noescape
func friction(a *Friction)

const (
	_ = -(unsafe.Offsetof(Friction{}.Contact) - 0)
	_ = -(unsafe.Offsetof(Friction{}.Next) - 8)
	_ = -(unsafe.Offsetof(Friction{}.PointX) - 16)
	_ = -(unsafe.Offsetof(Friction{}.PointY) - 24)
	_ = -(unsafe.Offsetof(Friction{}.PointZ) - 32)
	_ = -(unsafe.Offsetof(Friction{}.NormalX) - 40)
	_ = -(unsafe.Offsetof(Friction{}.NormalY) - 48)
	_ = -(unsafe.Offsetof(Friction{}.NormalZ) - 56)
	_ = -(unsafe.Offsetof(Friction{}.Overlap) - 64)
	_ = -(unsafe.Offsetof(Friction{}.BodyA) - 72)
	_ = -(unsafe.Offsetof(Friction{}.BodyB) - 80)
	_ = -(unsafe.Offsetof(Friction{}.Pos) - 88)
	_ = -(unsafe.Offsetof(Friction{}.Vel) - 96)
	_ = -(unsafe.Offsetof(Friction{}.Spin) - 104)
	_ = -(unsafe.Offsetof(Friction{}.Kn) - 112)
	_ = -(unsafe.Offsetof(Friction{}.Kt) - 144)
	_ = -(unsafe.Offsetof(Friction{}.Mu) - 176)
	_ = -(unsafe.Offsetof(Friction{}.Part) - 208)
	_ = -(unsafe.Offsetof(Friction{}.Drag) - 240)
	_ = -(unsafe.Offsetof(Friction{}.Share) - 272)
	_ = -(unsafe.Offsetof(Friction{}.Step) - 304)
	_ = -(unsafe.Offsetof(Friction{}.Half) - 336)
	_ = -(unsafe.Offsetof(Friction{}.Nearly) - 368)
	_ = -(unsafe.Offsetof(Friction{}.Sizes) - 400)
	_ = -(unsafe.Offsetof(Friction{}.Lost) - 432)
	_ = -(unsafe.Offsetof(Friction{}.GoesOn) - 464)
	_ = -(unsafe.Offsetof(Friction{}.Acts) - 465)
	_ = -(unsafe.Offsetof(Friction{}.Slides) - 466)
)

//go:noescape
func touchSpheres(a *Touches)

const (
	_ = -(unsafe.Offsetof(Touches{}.A) - 0)
	_ = -(unsafe.Offsetof(Touches{}.B) - 8)
	_ = -(unsafe.Offsetof(Touches{}.RowsA) - 16)
	_ = -(unsafe.Offsetof(Touches{}.RowsB) - 24)
	_ = -(unsafe.Offsetof(Touches{}.Next) - 32)
	_ = -(unsafe.Offsetof(Touches{}.Gap) - 40)
	_ = -(unsafe.Offsetof(Touches{}.PointX) - 48)
	_ = -(unsafe.Offsetof(Touches{}.PointY) - 56)
	_ = -(unsafe.Offsetof(Touches{}.PointZ) - 64)
	_ = -(unsafe.Offsetof(Touches{}.NormalX) - 72)
	_ = -(unsafe.Offsetof(Touches{}.NormalY) - 80)
	_ = -(unsafe.Offsetof(Touches{}.NormalZ) - 88)
	_ = -(unsafe.Offsetof(Touches{}.Overlap) - 96)
	_ = -(unsafe.Offsetof(Touches{}.Coincident) - 104)
	_ = -(unsafe.Offsetof(Touches{}.Parallel) - 136)
	_ = -(unsafe.Offsetof(Touches{}.Cancelled) - 168)
	_ = -(unsafe.Offsetof(Touches{}.Pairs) - 200)
	_ = -(unsafe.Offsetof(Touches{}.Touching) - 201)
	_ = -(unsafe.Offsetof(Touches{}.Careful) - 202)
)

//go:noescape
func touchCapsules(a *Touches)

//go:noescape
func sums(a *Sums)

const (
	_ = -(unsafe.Offsetof(Sums{}.Contact) - 0)
	_ = -(unsafe.Offsetof(Sums{}.Next) - 8)
	_ = -(unsafe.Offsetof(Sums{}.BodyA) - 16)
	_ = -(unsafe.Offsetof(Sums{}.BodyB) - 24)
	_ = -(unsafe.Offsetof(Sums{}.Pos) - 32)
	_ = -(unsafe.Offsetof(Sums{}.Turns) - 40)
	_ = -(unsafe.Offsetof(Sums{}.OntoA) - 48)
	_ = -(unsafe.Offsetof(Sums{}.OntoB) - 56)
	_ = -(unsafe.Offsetof(Sums{}.Wrench) - 64)
)

//go:noescape
func sumsSpread(a *Sums)

//go:noescape
func move(a *Motion)

const (
	_ = -(unsafe.Offsetof(Motion{}.Pos) - 0)
	_ = -(unsafe.Offsetof(Motion{}.Vel) - 8)
	_ = -(unsafe.Offsetof(Motion{}.Spin) - 16)
	_ = -(unsafe.Offsetof(Motion{}.AngMom) - 24)
	_ = -(unsafe.Offsetof(Motion{}.Ori) - 32)
	_ = -(unsafe.Offsetof(Motion{}.Wrench) - 40)
	_ = -(unsafe.Offsetof(Motion{}.Travel) - 48)
	_ = -(unsafe.Offsetof(Motion{}.Tally) - 56)
	_ = -(unsafe.Offsetof(Motion{}.Mass) - 64)
	_ = -(unsafe.Offsetof(Motion{}.Inverse) - 96)
	_ = -(unsafe.Offsetof(Motion{}.Reach) - 128)
	_ = -(unsafe.Offsetof(Motion{}.InvX) - 160)
	_ = -(unsafe.Offsetof(Motion{}.InvY) - 192)
	_ = -(unsafe.Offsetof(Motion{}.InvZ) - 224)
	_ = -(unsafe.Offsetof(Motion{}.Step) - 256)
	_ = -(unsafe.Offsetof(Motion{}.Half) - 288)
	_ = -(unsafe.Offsetof(Motion{}.Quarter) - 320)
	_ = -(unsafe.Offsetof(Motion{}.Less) - 352)
	_ = -(unsafe.Offsetof(Motion{}.More) - 384)
	_ = -(unsafe.Offsetof(Motion{}.GravityX) - 416)
	_ = -(unsafe.Offsetof(Motion{}.GravityY) - 448)
	_ = -(unsafe.Offsetof(Motion{}.GravityZ) - 480)
	_ = -(unsafe.Offsetof(Motion{}.Round) - 512)
)

//go:noescape
func moveRound(a *Motion)

//go:noescape
func moveDamped(a *Motion)

//go:noescape
func moveDampedRound(a *Motion)
