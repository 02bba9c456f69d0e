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
		info := &b.Info[j.Body]
		list = append(list, bridge.Joint{Body: int64(info.ID), Name: info.Name, Varies: len(j.Times) > 0,
			At: b.Pos[j.Body], JointNumbers: inspect.Joint(j, b)})
	}
	return list
}
