package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// statusParts returns the parts of the status line.
func (g *gui) statusParts() []part {
	m := g.m
	s := m.snap
	if s == nil {
		return []part{{id: "wait", text: "Preparing the scene…", color: widget.ColorSecondary}}
	}
	parts := []part{{id: "time", text: "t " + format.SceneTime(s.Time, s.End), color: widget.ColorText}}
	asked, real := m.speed(), s.Stats.RealTimeFactor
	speed := part{id: "speed", text: format.Speed(real) + " (asked " + format.AskedSpeed(asked) + ")",
		color: widget.ColorText, rank: 1}
	switch {
	case s.Fault != "":
		speed.text, speed.color = "stopped", widget.ColorRecord
	case m.paused():
		speed.text, speed.color = "paused (asked "+format.AskedSpeed(asked)+")", widget.ColorAccentHi
	case asked > 0 && real < 0.9*asked:
		speed.color = widget.ColorWarning
	}
	parts = append(parts, speed)
	if fps := g.m.readings.rates.fps; !m.paused() && fps >= 0.5 { // otherwise there is no rate yet
		parts = append(parts, part{id: "fps", text: fmt.Sprintf("%2.0f fps", fps),
			color: widget.ColorSecondary,
			rank:  4})
	}
	if g.m.readings.plainer != "" {
		parts = append(parts, part{id: "plainer", text: g.m.readings.plainer, color: widget.ColorWarning, rank: 2})
	}
	parts = append(parts,
		part{id: "step", text: "step " + spell.Grouped(s.Step), color: widget.ColorSecondary, rank: 3},
		part{id: "contacts", text: contactsText(s), color: widget.ColorSecondary, rank: 5})
	if p, ok := m.receipt.receiptPart(); ok {
		parts = append(parts, p)
	}
	if p, ok := m.jobs.jobPart(); ok {
		parts = append(parts, p)
	}
	switch r := &m.recorder; {
	case r.state == recording:
		text := "REC " + format.Clock(r.following.length(r))
		if m.recorder.recordingWaits() != "" {
			text += " waits"
		}
		parts = append(parts, part{id: "rec", text: text, color: widget.ColorRecord, mark: true})
	case r.leaving:
		parts = append(parts, part{id: "rec", text: "closes when the video is made", color: widget.ColorWarning})
	case r.closing > 0:
		parts = append(parts, part{id: "rec", text: "saving the video", color: widget.ColorSecondary})
	}
	if text := m.hand.handText(); text != "" {
		parts = append(parts, part{id: "hand", text: text, color: widget.ColorWarning, mark: true})
	}
	if hash := s.Readings.Hash; hash != 0 {
		text := fmt.Sprintf("hash %08x…", hash>>32)
		parts = append(parts, part{id: "hash", text: text, color: widget.ColorFaint, rank: 6})
	}
	return parts
}

// statusSize returns the size of the floating status line, which is shown if the lane is hidden and no message
// takes its place.
func (g *gui) statusSize(most layout.Size) layout.Size {
	if !g.m.shell.hidden || len(g.m.toasts.list) > 0 {
		return layout.Size{}
	}
	return layout.Size{Width: g.floatingWidth(most.Width), Height: g.Px(layout.StatusHeight)}
}

// Room round and between the parts of the floating status, at a scale of 1.
const (
	statusPad = 12
	statusGap = 16
)

// floatingWidth returns the width of the floating status, which does not depend on its text.
func (g *gui) floatingWidth(most float32) float32 {
	return max(min(most-g.Px(keysWidth), g.Px(mostStatus)), g.Px(60))
}

// floatingStatus shows the clock, the speed and the like at the bottom of a view without panels. The corners are
// left to the marks of the renderer: the axes at the left, the card of keys at the right.
func (g *gui) floatingStatus(at layout.Rect) {
	parts, _ := g.fitParts(g.statusParts(), at.Width-2*g.Px(statusPad), g.Px(statusGap))
	g.Pane("##status", at, widget.Fade(widget.ColorPanel, 0.9), imgui.WindowFlagsNoInputs|widget.Quiet)
	g.putParts(parts, at.X+g.Px(statusPad), at.Y+at.Height/2, g.Px(statusGap), true)
	imgui.End()
}

// markWidth is the room for the mark before a part, at a scale of 1.
const markWidth = 15

// putParts draws parts from x on, with dots between them if they are apart.
func (g *gui) putParts(parts []part, x, y, gap float32, dots bool) {
	list := imgui.WindowDrawList()
	for i, q := range parts {
		if i > 0 {
			if dots {
				list.AddCircleFilled(imgui.Vec2{X: x + (gap-g.Px(8))/2, Y: y}, g.Px(1.5), widget.Pack(widget.ColorFaint))
			}
			x += gap
		}
		if q.mark {
			list.AddCircleFilled(imgui.Vec2{X: x + g.Px(5), Y: y}, g.Px(4.5), widget.Pack(widget.ColorRecord))
			x += g.Px(markWidth)
		}
		g.TextAt(g.Face(q.text), q.color, x, y, q.text)
		x += g.partWidth(q)
	}
}

// partWidth returns the width of a part, which only grows, so that the line does not jitter.
func (g *gui) partWidth(q part) float32 {
	w := widget.TextWidth(g.Face(q.text), q.text) + g.Px(8)
	if w > g.widths[q.id] {
		g.widths[q.id] = w
	}
	return g.widths[q.id]
}

// fitParts leaves out the parts of the highest ranks until the rest fits, and returns the rest and its width.
func (g *gui) fitParts(parts []part, space, gap float32) ([]part, float32) {
	for len(parts) > 0 {
		total, worst := -gap, 0
		for i, q := range parts {
			total += g.partWidth(q) + gap
			if q.mark {
				total += g.Px(markWidth)
			}
			if q.rank > parts[worst].rank {
				worst = i
			}
		}
		if total <= space || parts[worst].rank == 0 {
			return parts, total
		}
		parts = append(parts[:worst:worst], parts[worst+1:]...)
	}
	return parts, 0
}

// banner returns the text of a world that has stopped for good, or of a run that has paused by itself, and the
// colour behind it; an empty heading: neither is the case.
func (g *gui) banner() (heading, text string, ground imgui.Vec4) {
	switch s := g.m.snap; {
	case s == nil:
	case s.Fault != "":
		return "The simulation stopped", s.Fault, widget.ColorFault
	case s.Hold != "" && g.m.paused():
		return "Paused: bodies overlap deeply", s.Hold + " " + keymap.Shortcut(keymap.Play) + " goes on.", widget.ColorHold
	}
	return "", "", imgui.Vec4{}
}

// bannerSize returns the size of the banner, which is as wide as the view.
func (g *gui) bannerSize(most layout.Size) layout.Size {
	heading, text, _ := g.banner()
	if heading == "" {
		return layout.Size{}
	}
	return layout.Size{Width: most.Width, Height: g.Wrapped(g.Fonts.Text, text, most.Width-g.Px(28)) + g.Px(20+22)}
}

// drawBanner shows the banner. It takes no click.
func (g *gui) drawBanner(at layout.Rect) {
	heading, text, ground := g.banner()
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, g.Vec(14, 10))
	g.Pane("##banner", at, ground, imgui.WindowFlagsNoInputs|widget.Quiet)
	g.Text(g.Fonts.Medium, widget.ColorText, heading)
	g.Paragraph(g.Fonts.Text, widget.ColorText, text)
	imgui.End()
	imgui.PopStyleVar()
}

// contactsText says how many contacts there are, if that is known.
func contactsText(s *bridge.Snapshot) string {
	if s.Missing.Contacts {
		return "no contacts known"
	}
	return spell.Count(s.Stats.Contacts, "contact", "contacts")
}
