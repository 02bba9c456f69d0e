package ui

import (
	"strconv"

	"github.com/inkyblackness/imgui-go/v4"
)

// topBar shows the scene, the transport and the speed at the left, and what concerns the window
// at the right. In a narrow window the name of the scene gives way first, then the speed.
func (g *gui) topBar(at rect) {
	g.barPane("##top", at, func() {
		h := min(g.px(28), at.height)
		y := float32(int((at.height - h) / 2))
		right := g.windowButtons(at.width, y, h)
		if g.m.snap == nil {
			return
		}
		left, gap := g.px(6), g.px(14)
		transport, speed := g.px(3*30+2*2), g.px(190)
		scene := min(g.px(280), right-left-transport-speed-3*gap)
		if scene < g.px(90) {
			speed, scene = 0, min(g.px(280), right-left-transport-2*gap)
		}
		for _, part := range []struct {
			width float32
			show  func(w, h float32)
		}{{scene, g.sceneButton}, {transport, g.transport}, {speed, g.speedControls}, {g.lampsWidth(), g.showLamps}} {
			if part.width < g.px(60) || left+part.width > right {
				continue
			}
			imgui.SetCursorPos(imgui.Vec2{X: left, Y: y})
			part.show(part.width, h)
			left += part.width + gap
		}
	})
}

// windowButtons shows the buttons at the right end of the top bar, and returns where they begin.
func (g *gui) windowButtons(end, y, h float32) float32 {
	x := end - g.px(6)
	for _, b := range []struct {
		act  act
		sign icon
		on   bool
		text string
		tint imgui.Vec4
	}{
		{actHelp, iconHelp, g.m.help, "", colorText},
		{actInspector, iconInspector, g.m.shell.Inspector, "", colorText},
		{actMessages, iconBell, g.m.bell, g.unread(), colorText},
		{actRecord, g.recordSign(), false, g.recordLength(), colorRecord},
		{actFind, iconFind, g.m.search.open, "", colorText},
	} {
		w := g.px(34)
		if b.text != "" {
			w += width(g.fonts.mono, b.text) + g.px(6)
		}
		if x-w < 0 {
			break
		}
		x -= w
		imgui.SetCursorPos(imgui.Vec2{X: x, Y: y})
		if g.barButton(b.act, b.sign, b.text, w, h, b.on, b.tint) {
			g.m.do(b.act)
		}
		x -= g.px(2)
	}
	return x
}

// unread says how many messages there are that the bell has not shown.
func (g *gui) unread() string {
	if g.m.toasts.unread == 0 {
		return ""
	}
	return strconv.Itoa(g.m.toasts.unread)
}

// recordSign is a dot, or a square while a video is being made.
func (g *gui) recordSign() icon {
	if g.m.recorder.state == recording {
		return iconStop
	}
	return iconRecord
}

// recordLength says how long the video is so far, while there is one.
func (g *gui) recordLength() string {
	switch {
	case g.m.recorder.state != recording:
		return ""
	case g.m.recordingWaits() != "":
		return clock(g.m.recorder.length()) + " waits"
	}
	return clock(g.m.recorder.length())
}

// barButton draws a button of a bar: a sign, and a text if there is one. It has a ground only
// while it is on or under the pointer.
func (g *gui) barButton(a act, sign icon, text string, w, h float32, on bool, tint imgui.Vec4) bool {
	clicked := g.bare(binding(a).Text, sign, w, h, tint)
	lo, hi := imgui.ItemRectMin(), imgui.ItemRectMax()
	if on {
		imgui.WindowDrawList().AddRectFilled(imgui.Vec2{X: lo.X + g.px(4), Y: hi.Y - g.px(2)},
			imgui.Vec2{X: hi.X - g.px(4), Y: hi.Y}, packed(colorAccent))
	}
	if text != "" {
		g.put(g.fonts.mono, tint, lo.X+g.px(32), (lo.Y+hi.Y)/2, text)
	}
	g.tip(tipFor(a, ""))
	return clicked
}

// sceneButton names the scene; a click opens the picker.
func (g *gui) sceneButton(w, h float32) {
	p := imgui.CursorScreenPos()
	if hit("scene", w, h) {
		g.m.do(actPicker)
	}
	g.face(p, w, h, false)
	g.put(g.fonts.medium, colorText, p.X+g.px(10), p.Y+h/2, g.fit(g.fonts.medium, g.m.title(), w-g.px(36)))
	g.chevron(p.X+w-g.px(14), p.Y+h/2, true, colorSecondary)
	g.tip(g.m.title() + "\n" + tipFor(actPicker, ""))
}

// transport is the row of reset, play and step.
func (g *gui) transport(w, h float32) {
	gap := g.px(2)
	each := float32(int((w - 2*gap) / 3))
	play := icon(iconPause)
	if g.m.paused() {
		play = iconPlay
	}
	for i, b := range []struct {
		act  act
		sign icon
		on   bool
	}{{actReset, iconReset, false}, {actPlay, play, g.m.paused()}, {actStep, iconStep, false}} {
		if i > 0 {
			imgui.SameLineV(0, gap)
		}
		if g.iconButton(b.act, b.sign, "", each, h, b.on, colorText) {
			g.m.do(b.act)
		}
	}
}

// speedControls set the asked speed and show the actual one.
func (g *gui) speedControls(w, h float32) {
	b, gap, actual := g.px(24), g.px(2), g.px(74)
	if g.button("slower", "−", "", b, h, false) {
		g.m.do(actSlower)
	}
	g.tip(tipFor(actSlower, ""))
	imgui.SameLineV(0, gap)
	p := imgui.CursorScreenPos()
	middle := w - 2*(b+gap) - actual
	f := g.m.speed()
	if hit("speed", middle, h) {
		g.m.setSpeed(1)
	}
	g.face(p, middle, h, false)
	s := askedSpeed(f)
	g.put(g.fonts.mono, colorText, p.X+(middle-width(g.fonts.mono, s))/2, p.Y+h/2, s)
	g.tip("Asked speed: simulated seconds per second of wall time. Click for real time; max is as fast as possible.")
	imgui.SameLineV(0, gap)
	if g.button("faster", "+", "", b, h, false) {
		g.m.do(actFaster)
	}
	g.tip(tipFor(actFaster, ""))
	imgui.SameLineV(0, 0)
	g.actualSpeed(f, actual, h)
}

// actualSpeed is yellow where the simulation cannot keep up.
func (g *gui) actualSpeed(asked float64, w, h float32) {
	p := imgui.CursorScreenPos()
	hit("actual", w, h)
	real, c := g.m.snap.Stats.RealTimeFactor, colorSecondary
	s := factor(real)
	switch {
	case g.m.snap.Fault != "":
		s, c = "stopped", colorRecord
	case g.m.paused():
		s, c = "paused", colorAccentHi
	case asked > 0 && real < 0.9*asked:
		c = colorWarning
	}
	g.put(g.fonts.mono, c, p.X+g.px(8), p.Y+h/2, s)
	g.tip("Actual simulated seconds per second of wall time. Yellow: slower than asked.")
}
