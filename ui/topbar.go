package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// topBar shows the scene, the speed and the lamps at the left, and the buttons of the window at the right. In a
// narrow window the title of the scene is shortened first, then the speed is left out.
func (g *gui) topBar(at layout.Rect) {
	g.BarPane("##top", at, func() {
		h := min(g.Px(28), at.Height)
		y := float32(int((at.Height - h) / 2))
		right := g.windowButtons(at.Width, y, h)
		if g.m.snap == nil {
			return
		}
		left, gap := g.Px(6), g.Px(14)
		speed := g.Px(190)
		scene := min(g.Px(280), right-left-speed-2*gap)
		if scene < g.Px(90) {
			speed, scene = 0, min(g.Px(280), right-left-gap)
		}
		lamps := g.lampsWidth(right - left - scene - speed - 2*gap)
		for _, part := range []struct {
			width float32
			show  func(w, h float32)
		}{{scene, g.sceneButton}, {speed, g.speedControls}, {lamps, g.showLamps}} {
			if part.width < g.Px(60) || left+part.width > right {
				continue
			}
			imgui.SetCursorPos(imgui.Vec2{X: left, Y: y})
			part.show(part.width, h)
			left += part.width + gap
		}
	})
}

// windowButtons shows the buttons at the right end of the top bar, and returns the left end of the first one.
func (g *gui) windowButtons(end, y, h float32) float32 {
	x := end - g.Px(6)
	for _, b := range []struct {
		act  keymap.Action
		sign widget.Icon
		on   bool
		text string
		tint imgui.Vec4
	}{
		{keymap.Help, widget.IconHelp, g.m.help.open, "", widget.ColorText},
		{keymap.Inspector, widget.IconInspector, g.m.shell.Inspector, "", widget.ColorText},
		{keymap.Messages, widget.IconBell, g.m.messages.open, g.m.messages.unread(g.Context), widget.ColorText},
		{keymap.Record, g.recordSign(), false, g.recordLength(), widget.ColorRecord},
		{keymap.Find, widget.IconFind, g.m.search.open, "", widget.ColorText},
	} {
		w := g.Px(34)
		if b.text != "" {
			w += widget.TextWidth(g.Fonts.Mono, b.text) + g.Px(6)
		}
		if x-w < 0 {
			break
		}
		x -= w
		imgui.SetCursorPos(imgui.Vec2{X: x, Y: y})
		if g.barButton(b.act, b.sign, b.text, w, h, b.on, b.tint) {
			g.m.do(b.act)
		}
		x -= g.Px(2)
	}
	return x
}

// recordSign returns the icon of the record button: a dot, or a square while a video is being made.
func (g *gui) recordSign() widget.Icon {
	if g.m.recorder.state == recording {
		return widget.IconStop
	}
	return widget.IconRecord
}

// recordLength returns the length of the video so far, or "" if none is being made.
func (g *gui) recordLength() string {
	switch {
	case g.m.recorder.state != recording:
		return ""
	case g.m.recorder.recordingWaits() != "":
		return "REC waits"
	}
	return "REC " + format.Clock(g.m.recorder.following.length(&g.m.recorder))
}

// barButton draws a button of a bar: an icon, and a text if there is one. It has a background only while it is on
// or under the pointer.
func (g *gui) barButton(a keymap.Action, sign widget.Icon, text string, w, h float32, on bool, tint imgui.Vec4) bool {
	clicked := g.FlatButton(keymap.Of(a).Text, sign, w, h, tint)
	lo, hi := imgui.ItemRectMin(), imgui.ItemRectMax()
	if on {
		widget.Fill(imgui.WindowDrawList(), imgui.Vec2{X: lo.X + g.Px(4), Y: hi.Y - g.Px(2)},
			imgui.Vec2{X: hi.X - g.Px(4), Y: hi.Y}, widget.Pack(widget.ColorAccent))
	}
	if text != "" {
		g.TextAt(g.Fonts.Mono, tint, lo.X+g.Px(32), (lo.Y+hi.Y)/2, text)
	}
	g.Tip(keymap.Tip(a, ""))
	return clicked
}

// sceneButton shows the title of the scene; a click opens the picker.
func (g *gui) sceneButton(w, h float32) {
	p := imgui.CursorScreenPos()
	if widget.Clickable("scene", w, h) {
		g.m.do(keymap.Picker)
	}
	g.ButtonFace(p, w, h, false)
	g.TextAt(g.Fonts.Medium, widget.ColorText, p.X+g.Px(10), p.Y+h/2, g.Fit(g.Fonts.Medium, g.m.title(), w-g.Px(36)))
	g.Chevron(p.X+w-g.Px(14), p.Y+h/2, true, widget.ColorSecondary)
	g.Tip(g.m.title() + "\n" + keymap.Tip(keymap.Picker, ""))
}

// speedControls shows the buttons for the target speed, and the actual speed.
func (g *gui) speedControls(w, h float32) {
	b, gap, actual := g.Px(24), g.Px(2), g.Px(74)
	if g.Button("slower", "−", "", b, h, false) {
		g.m.do(keymap.Slower)
	}
	g.Tip(keymap.Tip(keymap.Slower, ""))
	imgui.SameLineV(0, gap)
	p := imgui.CursorScreenPos()
	middle := w - 2*(b+gap) - actual
	f := g.m.speed()
	if widget.Clickable("speed", middle, h) {
		g.m.timeline.setSpeed(1)
	}
	g.ButtonFace(p, middle, h, false)
	s := format.AskedSpeed(f)
	g.TextAt(g.Fonts.Mono, widget.ColorText, p.X+(middle-widget.TextWidth(g.Fonts.Mono, s))/2, p.Y+h/2, s)
	g.Tip("Asked speed: simulated seconds per second of wall time. Click for real time; max is as fast as possible.")
	imgui.SameLineV(0, gap)
	if g.Button("faster", "+", "", b, h, false) {
		g.m.do(keymap.Faster)
	}
	g.Tip(keymap.Tip(keymap.Faster, ""))
	imgui.SameLineV(0, 0)
	g.actualSpeed(f, actual, h)
}

// actualSpeed shows the actual speed, in yellow if the simulation cannot keep up with the target.
func (g *gui) actualSpeed(asked float64, w, h float32) {
	p := imgui.CursorScreenPos()
	widget.Clickable("actual", w, h)
	real, c := g.m.snap.Stats.RealTimeFactor, widget.ColorSecondary
	s := format.Speed(real)
	switch {
	case g.m.snap.Fault != "":
		s, c = "stopped", widget.ColorRecord
	case g.m.paused():
		s, c = "paused", widget.ColorAccentHi
	case asked > 0 && real < 0.9*asked:
		c = widget.ColorWarning
	}
	g.TextAt(g.Face(s), c, p.X+g.Px(8), p.Y+h/2, s)
	g.Tip("Actual simulated seconds per second of wall time. Yellow: slower than asked.")
}
