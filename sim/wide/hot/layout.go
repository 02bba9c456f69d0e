// Code generated from package sim/wide/hot by go generate ./sim/wide. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package hot

import "unsafe"

//go:noescape
func friction(a *Friction)

const (
	_ = -(unsafe.Offsetof(Friction{}.Contact) - 0)
	_ = -(unsafe.Offsetof(Friction{}.PointX) - 8)
	_ = -(unsafe.Offsetof(Friction{}.PointY) - 16)
	_ = -(unsafe.Offsetof(Friction{}.PointZ) - 24)
	_ = -(unsafe.Offsetof(Friction{}.NormalX) - 32)
	_ = -(unsafe.Offsetof(Friction{}.NormalY) - 40)
	_ = -(unsafe.Offsetof(Friction{}.NormalZ) - 48)
	_ = -(unsafe.Offsetof(Friction{}.Overlap) - 56)
	_ = -(unsafe.Offsetof(Friction{}.BodyA) - 64)
	_ = -(unsafe.Offsetof(Friction{}.BodyB) - 72)
	_ = -(unsafe.Offsetof(Friction{}.Pos) - 80)
	_ = -(unsafe.Offsetof(Friction{}.Vel) - 88)
	_ = -(unsafe.Offsetof(Friction{}.Spin) - 96)
	_ = -(unsafe.Offsetof(Friction{}.Kn) - 104)
	_ = -(unsafe.Offsetof(Friction{}.Kt) - 168)
	_ = -(unsafe.Offsetof(Friction{}.Mu) - 232)
	_ = -(unsafe.Offsetof(Friction{}.Part) - 296)
	_ = -(unsafe.Offsetof(Friction{}.Drag) - 360)
	_ = -(unsafe.Offsetof(Friction{}.Share) - 424)
	_ = -(unsafe.Offsetof(Friction{}.Step) - 488)
	_ = -(unsafe.Offsetof(Friction{}.Half) - 496)
	_ = -(unsafe.Offsetof(Friction{}.Nearly) - 504)
	_ = -(unsafe.Offsetof(Friction{}.Lost) - 512)
	_ = -(unsafe.Offsetof(Friction{}.GoesOn) - 576)
	_ = -(unsafe.Offsetof(Friction{}.Acts) - 577)
	_ = -(unsafe.Offsetof(Friction{}.Slides) - 578)
)

//go:noescape
func touchSpheres(a *Touches)

const (
	_ = -(unsafe.Offsetof(Touches{}.A) - 0)
	_ = -(unsafe.Offsetof(Touches{}.B) - 8)
	_ = -(unsafe.Offsetof(Touches{}.RowsA) - 16)
	_ = -(unsafe.Offsetof(Touches{}.RowsB) - 24)
	_ = -(unsafe.Offsetof(Touches{}.Gap) - 32)
	_ = -(unsafe.Offsetof(Touches{}.PointX) - 40)
	_ = -(unsafe.Offsetof(Touches{}.PointY) - 48)
	_ = -(unsafe.Offsetof(Touches{}.PointZ) - 56)
	_ = -(unsafe.Offsetof(Touches{}.NormalX) - 64)
	_ = -(unsafe.Offsetof(Touches{}.NormalY) - 72)
	_ = -(unsafe.Offsetof(Touches{}.NormalZ) - 80)
	_ = -(unsafe.Offsetof(Touches{}.Overlap) - 88)
	_ = -(unsafe.Offsetof(Touches{}.Coincident) - 96)
	_ = -(unsafe.Offsetof(Touches{}.Parallel) - 104)
	_ = -(unsafe.Offsetof(Touches{}.Cancelled) - 112)
	_ = -(unsafe.Offsetof(Touches{}.Pairs) - 120)
	_ = -(unsafe.Offsetof(Touches{}.Touching) - 121)
	_ = -(unsafe.Offsetof(Touches{}.Careful) - 122)
)

//go:noescape
func touchCapsules(a *Touches)

//go:noescape
func sums(a *Sums)

const (
	_ = -(unsafe.Offsetof(Sums{}.Contact) - 0)
	_ = -(unsafe.Offsetof(Sums{}.BodyA) - 8)
	_ = -(unsafe.Offsetof(Sums{}.BodyB) - 16)
	_ = -(unsafe.Offsetof(Sums{}.Pos) - 24)
	_ = -(unsafe.Offsetof(Sums{}.Wrench) - 32)
)

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
	_ = -(unsafe.Offsetof(Motion{}.Inverse) - 128)
	_ = -(unsafe.Offsetof(Motion{}.Reach) - 192)
	_ = -(unsafe.Offsetof(Motion{}.InvX) - 256)
	_ = -(unsafe.Offsetof(Motion{}.InvY) - 320)
	_ = -(unsafe.Offsetof(Motion{}.InvZ) - 384)
	_ = -(unsafe.Offsetof(Motion{}.Step) - 448)
	_ = -(unsafe.Offsetof(Motion{}.Half) - 456)
	_ = -(unsafe.Offsetof(Motion{}.Quarter) - 464)
	_ = -(unsafe.Offsetof(Motion{}.Less) - 472)
	_ = -(unsafe.Offsetof(Motion{}.More) - 480)
	_ = -(unsafe.Offsetof(Motion{}.GravityX) - 488)
	_ = -(unsafe.Offsetof(Motion{}.GravityY) - 496)
	_ = -(unsafe.Offsetof(Motion{}.GravityZ) - 504)
	_ = -(unsafe.Offsetof(Motion{}.Round) - 512)
)

//go:noescape
func moveRound(a *Motion)

//go:noescape
func moveDamped(a *Motion)

//go:noescape
func moveDampedRound(a *Motion)
