package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// jointKey returns the key of a hinge or a slider, as --set names it, with the number of its body: several may have one
// name.
func jointKey(j *bridge.Joint) string {
	return fmt.Sprintf("bodies.%s.%s %d", j.Name, setting.JointKind(j.Slides), j.Body)
}

// setJoint changes motor, spring and damper of a hinge or a slider.
func (mo *motions) setJoint(j *bridge.Joint, to setting.Joint) {
	mo.refuse.Forget(jointKey(j))
	mo.set(jointKey(j), to, bridge.SetJoint{Body: j.Body, To: to})
}

// drawJoints shows where hinges and sliders stand, and lets a person edit what acts there.
func (mo *motions) drawJoints(u *widget.Context) {
	for i := range mo.snap.Joints {
		imgui.PushIDInt(i)
		mo.jointRows(u, &mo.snap.Joints[i])
		imgui.PopID()
	}
}

// jointRows shows one hinge or slider.
func (mo *motions) jointRows(u *widget.Context, j *bridge.Joint) {
	key := jointKey(j)
	acts := shown(&mo.edits, key, j.Acts)
	u.Heading(j.Name, "on a "+setting.JointKind(j.Slides))
	way, wayUnit, speedUnit, load, loadUnit := "Angle", "rad", "rad/s", "torque", "N·m"
	if j.Slides {
		way, wayUnit, speedUnit, load, loadUnit = "Way", "m", "m/s", "force", "N"
	}
	u.Reading(way, format.Quantity(j.Way, wayUnit, 3), "Since the body came.")
	u.Reading("Speed", format.Quantity(j.Pace, speedUnit, 3), "Of the body on its "+setting.JointKind(j.Slides)+".")
	u.Reading("Motor", format.Quantity(j.Motor, loadUnit, 3), "The "+load+" that the motor exerted in the last step.")
	if acts.Stiffness > 0 {
		u.Reading("Spring", format.Quantity(j.Spring, loadUnit, 3), "The "+load+" that the spring exerts at this place.")
	}
	if u.Toggle("Motor holds a speed", "", acts.Holds) {
		acts.Holds, acts.Drive, acts.Limit = !acts.Holds, 0, 0
		if acts.Speed = 0; acts.Holds {
			acts.Speed = j.Pace
		}
		mo.setJoint(j, acts)
	}
	u.Tip("Off: the motor exerts a constant " + load + ", 0 for none.")
	for _, n := range acts.Numbers(j.Slides) {
		help := n.Help
		if j.Varies && (n.Of == &acts.Drive || n.Of == &acts.Speed) {
			help += " It is multiplied by a factor that the scene gives over time."
		}
		least, size := 0., *n.Of
		if n.Of == &acts.Drive || n.Of == &acts.Speed {
			size = max(size, -size)
			least = -2 * max(size, 0.5)
		}
		w := u.Label(n.Word, help+" ["+n.Unit+"]")
		if x, ok := u.Number(widget.Field{Key: key + "." + n.Key, Unit: n.Unit, Name: n.Word,
			Scale: widget.Scale{Lo: least, Hi: 2 * max(size, 0.5)}, Help: help}, *n.Of, w); ok {
			*n.Of = x
			mo.setJoint(j, acts)
		}
	}
	u.Refusal(key)
}
