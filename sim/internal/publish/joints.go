package publish

import (
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/measure/inspect"
	"example.org/tumble/sim/run/bridge"
)

// Joints appends the hinges and sliders of bodies to a list.
func Joints(list []bridge.Joint, b *body.Set) []bridge.Joint {
	for k := range b.Joints {
		j := &b.Joints[k]
		list = append(list, bridge.Joint{Body: int64(b.ID(int(j.Body))), Name: b.Name(int(j.Body)), Varies: len(j.Times) > 0,
			At: b.Pos[j.Body], JointNumbers: inspect.Joint(j, b)})
	}
	return list
}
