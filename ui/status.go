package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"tumble/sim/bridge"
)

// part is a piece of the status line.
type part struct {
	id, text string
	color    imgui.Vec4
	mark     bool // a red dot before it
	rank     int  // parts of a higher rank give way first in a narrow view
}

// statusParts returns what the status line says.
func (g *gui) statusParts() []part {
	m := g.m
	s := m.snap
	if s == nil {
		return []part{{id: "wait", text: "Preparing the scene…", color: colorSecondary}}
	}
	parts := []part{{id: "time", text: "t " + duration(s.Time), color: colorText}}
	asked, real := m.speed(), s.Stats.RealTimeFactor
	speed := part{id: "speed", text: factor(real) + " (asked " + factor(asked) + ")", color: colorText}
	switch {
	case m.paused():
		speed.text, speed.color = "paused (asked "+factor(asked)+")", colorAccentHi
	case asked > 0 && real < 0.9*asked:
		speed.color = colorWarning
	}
	parts = append(parts, speed,
		part{id: "fps", text: fmt.Sprintf("%2.0f fps", g.rates.fps), color: colorSecondary, rank: 2},
		part{id: "step", text: "step " + grouped(s.Step), color: colorSecondary, rank: 1},
		part{id: "contacts", text: grouped(int64(s.Stats.Contacts)) + " contacts", color: colorSecondary, rank: 3})
	switch r := &m.recorder; {
	case r.state == recording:
		parts = append(parts, part{id: "rec", text: "REC " + clock(r.length()), color: colorRecord, mark: true})
	case r.closing > 0:
		parts = append(parts, part{id: "rec", text: "saving the video", color: colorSecondary})
	}
	if s.Hash != 0 {
		parts = append(parts, part{id: "hash", text: fmt.Sprintf("hash %08x…", s.Hash>>32), color: colorFaint, rank: 4})
	}
	return parts
}

// statusLine shows the clock, the speed and the like over the bottom of the view.
func (g *gui) statusLine(v rect) {
	h := g.px(statusHeight)
	imgui.PushStyleVarFloat(imgui.StyleVarWindowRounding, 0)
	g.pane("##status", rect{v.x, v.y + v.height - h, v.width, h}, fade(colorPanel, 0.86), imgui.WindowFlagsNoInputs)
	imgui.PopStyleVar()
	p := imgui.WindowPos()
	list := imgui.WindowDrawList()
	x, y := p.X+g.px(12), p.Y+h/2
	parts := g.fitParts(g.statusParts(), v.width-g.px(24))
	for i, q := range parts {
		if i > 0 {
			g.put(g.fonts.mono, colorFaint, x, y, "·")
			x += g.px(16)
		}
		if q.mark {
			list.AddCircleFilled(imgui.Vec2{X: x + g.px(5), Y: y + g.px(1)}, g.px(4), packed(colorRecord))
			x += g.px(15)
		}
		g.put(g.fonts.mono, q.color, x, y, q.text)
		x += g.partWidth(q)
	}
	imgui.End()
}

// partWidth returns the room a part takes: it grows only, so that the line stands still.
func (g *gui) partWidth(q part) float32 {
	w := width(g.fonts.mono, q.text) + g.px(8)
	if w > g.widths[q.id] {
		g.widths[q.id] = w
	}
	return g.widths[q.id]
}

// fitParts leaves out the parts of the highest ranks until the rest fits.
func (g *gui) fitParts(parts []part, space float32) []part {
	for {
		total, worst := float32(0), 0
		for i, q := range parts {
			total += g.partWidth(q) + g.px(16)
			if q.mark {
				total += g.px(15)
			}
			if q.rank > parts[worst].rank {
				worst = i
			}
		}
		if total <= space || parts[worst].rank == 0 {
			return parts
		}
		parts = append(parts[:worst:worst], parts[worst+1:]...)
	}
}

// faultBanner says why the world stopped for good.
func (g *gui) faultBanner(v rect) {
	if g.m.snap == nil || g.m.snap.Fault == "" {
		return
	}
	margin := g.px(toolbarMargin)
	y := v.y + margin
	if !g.m.hidden {
		y += g.px(26+8) + margin
	}
	w := v.width - 2*margin
	text := g.m.snap.Fault
	imgui.PushFont(g.fonts.text)
	th := imgui.CalcTextSize(text, false, w-g.px(28)).Y
	imgui.PopFont()
	h := th + g.px(20) + g.px(22)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, g.vec(14, 10))
	g.pane("##fault", rect{v.x + margin, y, w, h}, colorFault, 0)
	g.text(g.fonts.medium, colorText, "The simulation stopped")
	g.paragraph(g.fonts.text, colorText, text)
	imgui.End()
	imgui.PopStyleVar()
}

// toastStack shows the messages above the right end of the status line.
func (g *gui) toastStack(v rect) {
	w := g.px(340)
	if w > v.width-g.px(20) {
		w = v.width - g.px(20)
	}
	bottom := v.y + v.height - g.px(statusHeight) - g.px(10)
	for i := len(g.m.toasts.list) - 1; i >= 0; i-- {
		t := g.m.toasts.list[i]
		imgui.PushFont(g.fonts.text)
		size := imgui.CalcTextSize(t.text, false, w-g.px(30))
		imgui.PopFont()
		h := size.Y + g.px(18)
		if bottom-h < v.y+g.px(60) {
			return
		}
		bottom -= h
		g.toast(i, t, rect{v.x + v.width - w - g.px(10), bottom, w, h})
		bottom -= g.px(6)
	}
}

func (g *gui) toast(i int, t toast, at rect) {
	a := t.opacity(g.m.now)
	imgui.PushStyleVarFloat(imgui.StyleVarAlpha, a)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: g.px(18), Y: g.px(9)})
	g.pane(fmt.Sprintf("##toast%d", i), at, hex(0x2A2C31, 0.97), imgui.WindowFlagsNoInputs)
	c := [...]imgui.Vec4{bridge.Info: colorAccent, bridge.Warning: colorWarning, bridge.Refused: colorRecord, bridge.Fault: colorRecord}[t.level]
	imgui.WindowDrawList().AddRectFilledV(imgui.Vec2{X: at.x, Y: at.y}, imgui.Vec2{X: at.x + g.px(4), Y: at.y + at.height},
		packed(fade(c, a)), g.px(3), imgui.DrawFlagsRoundCornersLeft)
	g.paragraph(g.fonts.text, colorText, t.text)
	imgui.End()
	imgui.PopStyleVarV(2)
}
