package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// draw shows the prescribed motions, the state of each, and its key frames on a track, where they can be changed; and
// then hinges and sliders.
func (mo *motions) draw(u *widget.Context) {
	if len(mo.snap.Motions)+len(mo.snap.Joints) == 0 {
		u.Paragraph(u.Fonts.Text, widget.ColorSecondary,
			"Nothing follows a prescribed motion in this scene, or is on a hinge or a slider.")
		return
	}
	if u.Toggle("In the view", keymap.Shortcut(keymap.Motions), mo.view.Overlays&view.OverlayMotions != 0) {
		mo.do(keymap.Motions)
	}
	u.Tip("The way of each body, with its key frames, which you can drag there, and the axes of hinges and sliders.")
	for i := range mo.snap.Motions {
		one := &mo.snap.Motions[i]
		imgui.PushIDInt(i)
		u.Heading(one.Name, standing(one, mo.snap.Time))
		switch {
		case one.Kind == bridge.MotionServo:
			mo.servoRows(u, i)
		case one.Kind != bridge.MotionKeys:
			u.Line("kind", u.Fonts.Text, widget.ColorSecondary, motionKinds[one.Kind],
				"It has no key frames that could be changed.")
		default:
			mo.motionTrack(u, i)
			if f, ok := mo.chosenFrame(); ok && f.motion == i {
				mo.keyFrameRows(u, f)
			}
		}
		imgui.PopID()
	}
	mo.drawJoints(u)
}

// motionKinds describe motions that have no key frames.
var motionKinds = [...]string{bridge.MotionHarmonic: "Swings", bridge.MotionConstant: "Goes on steadily",
	bridge.MotionSum: "Several motions at once", bridge.MotionServo: "", bridge.MotionKeys: ""}

// standing says in which state a motion is.
func standing(o *bridge.Motion, now float64) string {
	switch {
	case o.Retired:
		return "another took over"
	case o.Started && o.Duration > 0 && now-o.At >= o.Duration:
		return "done"
	case o.Started:
		return "at " + format.Quantity(now-o.At, "s", 3)
	case o.After == "":
		return "begins at " + format.Quantity(o.Start, "s", 3)
	case o.Delay > 0:
		return format.Quantity(o.Delay, "s", 3) + " after " + o.After
	}
	return "after " + o.After
}

// trackTime maps times of a motion to places on its track.
type trackTime struct {
	x, width    float32
	begin, span float64
}

func (t trackTime) place(time float64) float32 {
	return t.x + t.width*float32(min(max((time-t.begin)/t.span, 0), 1))
}

// trackOf lays out the track of a motion: from its start to a little beyond its last key frame.
func (mo *motions) trackOf(u *widget.Context, one *bridge.Motion, x, w float32) trackTime {
	first, last := min(one.Keys[0].Time, 0), one.Keys[len(one.Keys)-1].Time
	t := trackTime{x: x + u.Px(8), width: w - u.Px(16), begin: first, span: last - first}
	if !(t.span > 0) {
		t.span = 1
	}
	return t
}

// motionTrack draws the key frames of a motion along its time, with a mark at the present time. A click chooses a
// key frame.
func (mo *motions) motionTrack(u *widget.Context, i int) {
	one := &mo.snap.Motions[i]
	p, w, h := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X, u.Px(30)
	clicked := widget.Clickable("track "+one.Name, w, h)
	list, y := imgui.WindowDrawList(), p.Y+h/2
	t := mo.trackOf(u, one, p.X, w)
	list.AddLineV(imgui.Vec2{X: t.x, Y: y}, imgui.Vec2{X: t.x + t.width, Y: y}, widget.Pack(widget.ColorFaint), u.Px(2))
	if one.Started && !one.Retired {
		x := t.place(mo.snap.Time - one.At)
		list.AddLineV(imgui.Vec2{X: t.x, Y: y}, imgui.Vec2{X: x, Y: y}, widget.Pack(widget.ColorAccent), u.Px(3))
		widget.Fill(list, imgui.Vec2{X: x - u.Px(1), Y: p.Y + u.Px(2)}, imgui.Vec2{X: x + u.Px(1), Y: p.Y + h - u.Px(2)},
			widget.Pack(widget.ColorText))
	}
	nearest, reach := -1, u.Px(9)
	for k := range one.Keys {
		f := frameOf{i, k}
		x := t.place(mo.keyFrame(f).Time)
		c, size := widget.ColorSecondary, u.Px(5)
		if now, ok := mo.chosenFrame(); ok && f == now {
			c, size = widget.ColorAccentHi, u.Px(7)
		}
		widget.Triangle(list, x, y, 2*size, 1/0.87/2, widget.Pack(c))
		widget.Triangle(list, x, y, 2*size, -1/0.87/2, widget.Pack(c))
		if d := max(imgui.MousePos().X-x, x-imgui.MousePos().X); d <= reach {
			nearest, reach = k, d
		}
	}
	if nearest >= 0 {
		if clicked {
			mo.chooseFrame(frameOf{i, nearest})
		}
		u.Tip(fmt.Sprintf("Key frame %d of %d, %s after the motion begins. Click to change it.", nearest+1, len(one.Keys),
			format.Quantity(mo.keyFrame(frameOf{i, nearest}).Time, "s", 4)))
	}
}

// keyFrameRows edits the chosen key frame.
func (mo *motions) keyFrameRows(u *widget.Context, f frameOf) {
	one, key := &mo.snap.Motions[f.motion], mo.frameKey(f)
	to := mo.keyFrame(f)
	past := one.Started && to.Time <= mo.snap.Time-one.At
	title := fmt.Sprintf("Key frame %d of %d", f.key+1, len(one.Keys))
	if past {
		title += ", past"
	}
	u.Line("frame", u.Fonts.Medium, widget.ColorText, title,
		"What has happened stays: a change of a key frame in the past counts from the next start, with Reset.")
	half := float32(int((imgui.ContentRegionAvail().X - u.Px(3)) / 2))
	if u.Button("add", "Add after", "", half, u.RowHeight(), false) {
		mo.addKeyFrame(f)
	}
	u.Tip("Puts a key frame halfway to the next one, or after the last.")
	imgui.SameLineV(0, u.Px(3))
	if u.Button("remove", "Remove", "", half, u.RowHeight(), false) {
		mo.removeKeyFrame(f)
		return // the key frame of the rows below is gone
	}
	u.Tip("Takes this key frame away: the body goes straight from the one before to the next. " +
		keymap.Shortcut(keymap.Undo) +
		" gives it back.")
	w := u.Label("Time", "When the body is there, after the motion has begun [s].")
	last := one.Keys[len(one.Keys)-1].Time
	if v, ok := u.Number(widget.Field{Key: key + ".time", Unit: "s", Name: "Time",
		Scale: widget.Scale{Lo: 0, Hi: 2 * max(last, 0.5)},
		Help:  "Between the times of the key frames before and after."}, to.Time, w); ok {
		to.Time = v
		mo.setKeyFrame(f, to)
	}
	mo.keyPosition(u, f, to)
	degrees, axis := mo.turned(f)
	w = u.Label("Turn", fmt.Sprintf("How far the body is turned [°], about the axis (%s, %s, %s).",
		format.Number(axis.X, 3),
		format.Number(axis.Y, 3), format.Number(axis.Z, 3)))
	if v, ok := u.Number(widget.Field{Key: key + ".turn", Unit: "°", Name: "Turn", Scale: widget.Scale{Lo: -180, Hi: 180},
		Help: "The body goes the shorter way round from one key frame to the next."}, degrees, w); ok {
		mo.turnKeyFrame(f, v)
	}
	u.Refusal(key)
	u.Refusal("motions")
}

// keyPosition shows the rows of the position of a key frame.
func (mo *motions) keyPosition(u *widget.Context, f frameOf, to bridge.MotionKey) {
	reach := 0.1
	for k := range 3 {
		b := &mo.snap.Bounds
		reach = max(reach, 1.5*float64(max(b.Core[1][k], -b.Core[0][k])))
	}
	for axis := range 3 {
		w := u.Label(fmt.Sprintf("Position %c", "xyz"[axis]), fmt.Sprintf("Where the body's centre is, along %c [m].",
			"xyz"[axis]))
		v, ok := u.Number(widget.Field{Key: fmt.Sprintf("%s.%c", mo.frameKey(f), "xyz"[axis]), Unit: "m",
			Name: fmt.Sprintf("Position along %c", "xyz"[axis]), Scale: widget.Scale{Lo: -reach, Hi: reach},
			Help: "Or drag the key frame in the view."}, to.Position.Component(axis), w)
		if ok {
			to.Position = to.Position.WithComponent(axis, v)
			mo.setKeyFrame(f, to)
		}
	}
}
