package ui

import (
	"fmt"
	"math"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// servoKey returns the key of a servo, as --set names it.
func (mo *motions) servoKey(i int) string { return "motions." + mo.snap.Motions[i].Name + ".servo" }

// setServo changes what a servo holds.
func (mo *motions) setServo(i int, to setting.Servo) {
	key := mo.servoKey(i)
	if err := to.Check(); err != nil {
		mo.refuse.Set(key, err.Error())
		return
	}
	mo.refuse.Forget(key)
	mo.set(key, to, bridge.SetServo{Motion: i, To: to})
}

// servoRows shows the load that a servo holds and the load of its contacts, and lets a person edit what it holds.
func (mo *motions) servoRows(u *widget.Context, i int) {
	one, key := &mo.snap.Motions[i], mo.servoKey(i)
	s, held := &one.Servo, shown(&mo.edits, key, one.Servo.Held)
	if one.Started && !one.Retired {
		u.Reading("Present "+s.Load, format.Quantity(s.Present, s.Unit, 3), heldHelp(s))
		u.Reading("To hold", targetText(s), heldHelp(s))
		u.Reading("Speed", format.Quantity(s.Speed, s.SpeedUnit, 3), "How fast the body moves to hold the load.")
		if s.Radius > 0 {
			u.Reading("Radius", format.Quantity(s.Radius, "m", 5), "Of the cylinder, whose side moves to hold the load.")
		}
	}
	help := "The load that the body holds, along " + direction(s.Axis) + "."
	if s.Shares {
		help = "The volume that the walls of the box hold together, as a share of what it was."
	}
	if s.Varies {
		help += " It is multiplied by a factor that the scene gives over time."
	}
	w := u.Label("Set "+s.Load, help)
	if v, ok := u.Number(widget.Field{Key: key + ".set", Unit: s.Unit, Name: "Set " + s.Load,
		Scale: widget.Scale{Lo: min(0, 2*held.Set), Hi: max(0, 2*held.Set, 1)}, Help: help}, held.Set, w); ok {
		held.Set = v
		mo.setServo(i, held)
	}
	w = u.Label("Limit", "The largest speed, at which the body also moves until it touches something.")
	if v, ok := u.Number(widget.Field{Key: key + ".limit", Unit: s.SpeedUnit, Name: "Limit of the speed",
		Scale: widget.Scale{Lo: 0, Hi: 2 * held.Limit}, Help: "Above 0."}, held.Limit, w); ok {
		held.Limit = v
		mo.setServo(i, held)
	}
	u.Refusal(key)
}

// heldText says which load a servo has of the one that it is to hold, and by how many per cent it is off: 35.2 kPa of
// 40 kPa (−12 %).
func heldText(s *bridge.ServoState) string {
	return format.Quantity(s.Present, s.Unit, 3) + " of " + targetText(s)
}

// targetText says which load a servo is to hold, and by how many per cent its load is off: 40 kPa (−12 %).
func targetText(s *bridge.ServoState) string {
	text := format.Quantity(s.Target, s.Unit, 3)
	if s.Target == 0 {
		return text
	}
	off := 100 * (s.Present - s.Target) / math.Abs(s.Target)
	sign := ""
	if off = math.Round(10*off) / 10; off > 0 {
		sign = "+"
	}
	return fmt.Sprintf("%s (%s%s %%)", text, sign, format.Number(off, 2))
}

// heldHelp explains what heldText says.
func heldHelp(s *bridge.ServoState) string {
	if s.Shares {
		return "The volume between the walls, as a share of what it was when they began to hold it: " +
			format.Number(s.Present, 15) + ", to be " + format.Number(s.Target, 15) + "."
	}
	return "The " + s.Load + " with which the body presses against its contacts, along " + direction(s.Axis) +
		", of the one to hold: " + format.Quantity(s.Present, s.Unit, 6) + " of " +
		format.Quantity(s.Target, s.Unit, 6) + "."
}

// direction returns the name of a direction along a global axis, and the numbers of another one. None is that of the
// side of a cylinder.
func direction(axis [3]float32) string {
	if axis[0]*axis[1] != 0 || axis[1]*axis[2] != 0 || axis[2]*axis[0] != 0 { // no global axis
		return fmt.Sprintf("(%.3g, %.3g, %.3g)", axis[0], axis[1], axis[2])
	}
	for k, name := range []string{"x", "y", "z"} {
		switch x := axis[k]; {
		case x < 0:
			return "-" + name
		case x > 0:
			return "+" + name
		}
	}
	return "its radius"
}
