package bridge

import (
	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/vec"
)

// World has the methods by which edits read and change a world.
type World interface {
	Params() setting.Params
	Material(i int) (name string, m law.Material, ok bool)
	Motion(i int) (name string, keys []MotionKey, ok bool)
	Inlet(i int) (name string, flow InletFlow, ok bool)
	Servo(motion int) (name string, held setting.Servo, ok bool)
	Force(i int) (name string, acts setting.Force, ok bool)
	Joint(body int64) (name string, slides bool, acts setting.Joint, ok bool)
	Velocity(body int64) (velocity, spin vec.Vec3, ok bool)
	Body(number int64) (b NewBody, ok bool)
	Imposed(body int64) (now Impose, ok bool)
	Pushed(body int64) (now Push, ok bool)

	SetParams(p setting.Params) error
	SetMaterial(i int, m law.Material) error
	SetMotionKey(i, key int, to MotionKey) error
	AddMotionKey(i int, to MotionKey) error
	RemoveMotionKey(i int, time float64) error
	SetInlet(i int, flow InletFlow) error
	SetServo(motion int, to setting.Servo) error
	SetForce(i int, to setting.Force) error
	SetJoint(body int64, to setting.Joint) error
	SetSeed(seed uint64)
	SetVelocity(body int64, velocity, spin vec.Vec3) error
	AddBodies(list []NewBody) error
	RemoveBodies(numbers []int64) error
	Impose(e Impose) error
	Push(e Push) error
	Grab(body int64, at, to vec.Vec3, turn bool) error
	Release()

	Log() *notice.Log
}
