package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// breaks are the conditions at which the run pauses, as the person sees them.
type breaks struct {
	lines []string // one that begins with # is switched off
	typed string   // that is being written
	again bool     // the field takes the keyboard again, which Enter takes from it
	hit   int      // number of the last one that was shown
}

// giveBreaks tells the simulation the conditions.
func (m *model) giveBreaks() {
	m.send(bridge.SetBreakpoints{Lines: strings.Join(m.breaks.lines, "\n")})
}

// addOwnBreaks lists the conditions of the scene itself that are not listed, switched on or off.
func (m *model) addOwnBreaks() {
	if m.snap == nil {
		return
	}
	for _, line := range m.snap.StopWhen {
		if !slices.Contains(m.breaks.lines, line) && !slices.Contains(m.breaks.lines, "# "+line) {
			m.breaks.lines = append(m.breaks.lines, line)
		}
	}
}

// addBreak adds the condition that was written, unless it cannot be read, which it says.
func (m *model) addBreak(key string) {
	k := &m.breaks
	line := strings.TrimSpace(k.typed)
	m.refuse.Forget(key)
	if line == "" {
		return
	}
	if _, err := query.ParseCondition(line); err != nil {
		m.refuse.Set(key, err.Error())
		return
	}
	k.typed = ""
	if !slices.Contains(k.lines, line) {
		k.lines = append(k.lines, line)
		m.giveBreaks()
	}
}

// switchBreak switches a condition off or on.
func (m *model) switchBreak(i int) {
	line := &m.breaks.lines[i]
	if rest, off := strings.CutPrefix(*line, "#"); off {
		*line = strings.TrimSpace(rest)
	} else {
		*line = "# " + *line
	}
	m.giveBreaks()
}

// showHit shows what a condition has found since the last snapshot: it is selected and framed, and said.
func (m *model) showHit(s *bridge.Snapshot) {
	k := &m.breaks
	if s.Hit.Number == k.hit {
		return
	}
	found := s.Hit.Number > k.hit
	if k.hit = s.Hit.Number; !found {
		return
	}
	m.toasts.addOfWorld(bridge.Warning, "Paused: "+s.Hit.Text+".", m.now)
	m.showCulprit(s.Hit.Culprit)
}

// showCulprit selects a body or contact and frames it with what lies round it.
func (m *model) showCulprit(t bridge.Thing) {
	if t.Kind == bridge.NoThing {
		return
	}
	m.view.Selected = view.NewThings(t)
	m.frame(m.selectionExtent(m.snap, 8))
}

// breaksPanel lists the conditions at which the run pauses.
func (g *gui) breaksPanel() {
	m, key := g.m, "breakpoint"
	told := map[string]bridge.Breakpoint{}
	for _, b := range m.snap.Breakpoints {
		told[b.Line] = b
	}
	for i := 0; i < len(m.breaks.lines); i++ {
		imgui.PushIDInt(i)
		if g.breakRow(m.breaks.lines[i], told[m.breaks.lines[i]], func() { m.switchBreak(i) }) {
			m.breaks.lines = slices.Delete(m.breaks.lines, i, i+1)
			m.giveBreaks()
		}
		imgui.PopID()
	}
	imgui.SetNextItemWidth(widget.AtLeast1(imgui.ContentRegionAvail().X))
	if m.breaks.again {
		imgui.SetKeyboardFocusHere()
	}
	m.breaks.again = imgui.InputTextWithHintV("##condition", "overlap > 5%", &m.breaks.typed,
		imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsAutoSelectAll, nil)
	if m.breaks.again {
		m.addBreak(key)
	}
	g.Tip("Enter adds a condition. The run pauses in the step with which it becomes true, and what made it so is " +
		"selected. Of the whole: " + wholeLine() + "; contact(12, floor) of two bodies by number or name, slip(17) of a " +
		"body with a contact that slides. Of any body that moves: speed > 3, z < 0; all that Ctrl+F knows. Of walls and " +
		"meshes, too: name == 'top' && force > 5.")
	g.Refusal(key)
}

// breakRow shows a condition, and reports whether it is to be taken away.
func (g *gui) breakRow(line string, told bridge.Breakpoint, change func()) (drop bool) {
	p, h := imgui.CursorScreenPos(), g.RowHeight()
	left := max(imgui.ContentRegionAvail().X-h-g.Px(2), 1)
	text, off := strings.CutPrefix(line, "# ")
	c, about := widget.ColorText, "A click switches it off."
	switch {
	case off:
		c, about = widget.ColorFaint, "Switched off; a click switches it on."
	case told.Why != "":
		c, about = widget.ColorRecord, told.Why
	}
	if widget.Clickable("condition "+line, left, h) {
		change()
	}
	hits := ""
	if told.Hits > 0 {
		hits = fmt.Sprintf("%d ×", told.Hits)
		about = format.Count(told.Hits, "time", "times") + " the run paused here. " + about
	}
	w := widget.TextWidth(g.Fonts.Mono, hits)
	g.TextAt(g.Fonts.Mono, c, p.X, p.Y+h/2, g.Fit(g.Fonts.Mono, text, left-w-g.Px(10)))
	g.TextAt(g.Fonts.Mono, widget.ColorSecondary, p.X+left-w-g.Px(4), p.Y+h/2, hits)
	g.Tip(about)
	imgui.SameLineV(0, g.Px(2))
	drop = g.FlatButton("drop "+line, widget.IconClose, h, h, widget.ColorSecondary)
	g.Tip("Takes this condition away.")
	return drop
}

// wholeLine names what a condition can ask of the whole.
func wholeLine() string {
	var names []string
	for _, q := range query.WholeQuantities {
		names = append(names, q.Name)
	}
	return strings.Join(names, ", ")
}
