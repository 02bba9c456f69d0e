package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// motionPanel shows the prescribed motions: where each stands, and its key frames on a track, to be
// changed.
func (g *gui) motionPanel() {
	m := g.m
	if len(m.snap.Motions) == 0 {
		g.paragraph(g.fonts.text, colorSecondary, "Nothing follows a prescribed motion in this scene.")
		return
	}
	if g.toggle("In the view", shortcut(actMotions), m.view.Overlays&view.OverlayMotions != 0) {
		m.do(actMotions)
	}
	g.tip("The way of each body, with its key frames. Drag one there to move it.")
	for i := range m.snap.Motions {
		one := &m.snap.Motions[i]
		imgui.PushIDInt(i)
		g.heading(one.Name, standing(one, m.snap.Time))
		switch {
		case one.Kind != bridge.MotionKeys:
			g.line("kind", g.fonts.text, colorSecondary, motionKinds[one.Kind], "It has no key frames that could be changed.")
		default:
			g.motionTrack(i)
			if f, ok := m.chosenFrame(); ok && f.motion == i {
				g.keyFrameRows(f)
			}
		}
		imgui.PopID()
	}
}

// motionKinds tell how motions go that have no key frames.
var motionKinds = [...]string{bridge.MotionHarmonic: "Swings", bridge.MotionConstant: "Goes on steadily",
	bridge.MotionSum: "Several motions at once", bridge.MotionKeys: ""}

// standing says where a motion stands.
func standing(o *bridge.Motion, now float64) string {
	switch {
	case o.Retired:
		return "another took over"
	case o.Begun && o.Duration > 0 && now-o.At >= o.Duration:
		return "done"
	case o.Begun:
		return "at " + quantity(now-o.At, "s", 3)
	case o.After == "":
		return "begins at " + quantity(o.Start, "s", 3)
	case o.Delay > 0:
		return quantity(o.Delay, "s", 3) + " after " + o.After
	}
	return "after " + o.After
}

// trackTime maps times of a motion to places of its track.
type trackTime struct {
	x, width    float32
	begin, span float64
}

func (t trackTime) place(time float64) float32 {
	return t.x + t.width*float32(min(max((time-t.begin)/t.span, 0), 1))
}

// trackOf lays out the track of a motion: from its start to a little beyond its last key frame.
func (g *gui) trackOf(one *bridge.Motion, x, w float32) trackTime {
	first, last := min(one.Keys[0].Time, 0), one.Keys[len(one.Keys)-1].Time
	t := trackTime{x: x + g.px(8), width: w - g.px(16), begin: first, span: last - first}
	if !(t.span > 0) {
		t.span = 1
	}
	return t
}

// motionTrack draws the key frames of a motion along its time, with where it is now. A click chooses one.
func (g *gui) motionTrack(i int) {
	m := g.m
	one := &m.snap.Motions[i]
	p, w, h := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X, g.px(30)
	clicked := hit("track "+one.Name, w, h)
	list, y := imgui.WindowDrawList(), p.Y+h/2
	t := g.trackOf(one, p.X, w)
	list.AddLineV(imgui.Vec2{X: t.x, Y: y}, imgui.Vec2{X: t.x + t.width, Y: y}, packed(colorFaint), g.px(2))
	if one.Begun && !one.Retired {
		x := t.place(m.snap.Time - one.At)
		list.AddLineV(imgui.Vec2{X: t.x, Y: y}, imgui.Vec2{X: x, Y: y}, packed(colorAccent), g.px(3))
		list.AddRectFilled(imgui.Vec2{X: x - g.px(1), Y: p.Y + g.px(2)}, imgui.Vec2{X: x + g.px(1), Y: p.Y + h - g.px(2)},
			packed(colorText))
	}
	nearest, reach := -1, g.px(9)
	for k := range one.Keys {
		f := frameOf{i, k}
		x := t.place(m.keyFrame(f).Time)
		c, size := colorSecondary, g.px(5)
		if now, ok := m.chosenFrame(); ok && f == now {
			c, size = colorAccentHi, g.px(7)
		}
		triangle(list, x, y, 2*size, 1/0.87/2, packed(c))
		triangle(list, x, y, 2*size, -1/0.87/2, packed(c))
		if d := max(imgui.MousePos().X-x, x-imgui.MousePos().X); d <= reach {
			nearest, reach = k, d
		}
	}
	if nearest >= 0 {
		if clicked {
			m.chooseFrame(frameOf{i, nearest})
		}
		g.tip(fmt.Sprintf("Key frame %d of %d, %s after the motion begins. Click to change it.", nearest+1, len(one.Keys),
			quantity(m.keyFrame(frameOf{i, nearest}).Time, "s", 4)))
	}
}

// keyFrameRows edit the key frame that is chosen.
func (g *gui) keyFrameRows(f frameOf) {
	m := g.m
	one, key := &m.snap.Motions[f.motion], m.frameKey(f)
	to := m.keyFrame(f)
	past := one.Begun && to.Time <= m.snap.Time-one.At
	title := fmt.Sprintf("Key frame %d of %d", f.key+1, len(one.Keys))
	if past {
		title += ", past"
	}
	g.line("frame", g.fonts.medium, colorText, title,
		"What has happened stays: a change of a key frame in the past counts from the next start, with Reset.")
	half := float32(int((imgui.ContentRegionAvail().X - g.px(3)) / 2))
	if g.button("add", "Add after", "", half, g.rowHeight(), false) {
		m.addKeyFrame(f)
	}
	g.tip("Puts a key frame halfway to the next one, or after the last.")
	imgui.SameLineV(0, g.px(3))
	if g.button("remove", "Remove", "", half, g.rowHeight(), false) {
		m.removeKeyFrame(f)
		return // the rows below tell of another
	}
	g.tip("Takes this key frame away: the body goes straight from the one before to the next. " + shortcut(actUndo) +
		" gives it back.")
	w := g.label("Time", "When the body is there, after the motion has begun [s].")
	last := one.Keys[len(one.Keys)-1].Time
	if v, ok := g.number(field{key: key + ".time", unit: "s", name: "Time", scale: scale{lo: 0, hi: 2 * max(last, 0.5)},
		help: "Between the times of the key frames before and after."}, to.Time, w); ok {
		to.Time = v
		m.setKeyFrame(f, to)
	}
	g.keyPosition(f, to)
	degrees, axis := m.turned(f)
	w = g.label("Turn", fmt.Sprintf("How far the body is turned [°], about the axis (%s, %s, %s).", number(axis.X, 3),
		number(axis.Y, 3), number(axis.Z, 3)))
	if v, ok := g.number(field{key: key + ".turn", unit: "°", name: "Turn", scale: scale{lo: -180, hi: 180},
		help: "The body goes the shorter way round from one key frame to the next."}, degrees, w); ok {
		m.turnKeyFrame(f, v)
	}
	g.refusal(key)
	g.refusal("motions")
}

// keyPosition are the rows of a key frame's position.
func (g *gui) keyPosition(f frameOf, to bridge.MotionKey) {
	reach := 0.1
	for k := range 3 {
		b := &g.m.snap.Bounds
		reach = max(reach, 1.5*float64(max(b.Core[1][k], -b.Core[0][k])))
	}
	for axis := range 3 {
		w := g.label(fmt.Sprintf("Position %c", "xyz"[axis]), fmt.Sprintf("Where the body's centre is, along %c [m].",
			"xyz"[axis]))
		v, ok := g.number(field{key: fmt.Sprintf("%s.%c", g.m.frameKey(f), "xyz"[axis]), unit: "m",
			name: fmt.Sprintf("Position along %c", "xyz"[axis]), scale: scale{lo: -reach, hi: reach},
			help: "Or drag the key frame in the view."}, to.Position.Component(axis), w)
		if ok {
			to.Position = to.Position.WithComponent(axis, v)
			g.m.setKeyFrame(f, to)
		}
	}
}
