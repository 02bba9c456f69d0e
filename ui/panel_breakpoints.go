package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/widget"
)

// breaks are the breakpoints: conditions at which the run pauses, as the panel lists them.
type breaks struct {
	*shared
	camera *camera

	lines []string // a line that begins with # is switched off
	typed widget.TextField
	hit   int // number of the last hit that was shown
}

// giveBreaks sends the conditions to the simulation.
func (k *breaks) giveBreaks() {
	k.send(bridge.SetBreakpoints{Lines: strings.Join(k.lines, "\n")})
}

// addOwnBreaks adds the conditions of the scene itself, unless they are listed already, switched on or off.
func (k *breaks) addOwnBreaks() {
	if k.snap == nil {
		return
	}
	for _, line := range k.snap.StopWhen {
		if !slices.Contains(k.lines, line) && !slices.Contains(k.lines, "# "+line) {
			k.lines = append(k.lines, line)
		}
	}
}

// addBreak adds the condition that was typed, or says why it cannot be read.
func (k *breaks) addBreak(key string) {
	line := strings.TrimSpace(k.typed.Text)
	k.refuse.Forget(key)
	if line == "" {
		return
	}
	if _, err := query.ParseCondition(line); err != nil {
		k.refuse.Set(key, err.Error())
		return
	}
	k.typed.Text = ""
	if !slices.Contains(k.lines, line) {
		k.lines = append(k.lines, line)
		k.giveBreaks()
	}
}

// switchBreak switches a condition off or on.
func (k *breaks) switchBreak(i int) {
	line := &k.lines[i]
	if rest, off := strings.CutPrefix(*line, "#"); off {
		*line = strings.TrimSpace(rest)
	} else {
		*line = "# " + *line
	}
	k.giveBreaks()
}

// showHit selects, frames and reports the body or contact that has fulfilled a condition since the last snapshot.
func (k *breaks) showHit(s *bridge.Snapshot) {
	if s.Hit.Number == k.hit {
		return
	}
	found := s.Hit.Number > k.hit
	if k.hit = s.Hit.Number; !found {
		return
	}
	k.toasts.addOfWorld(bridge.Warning, "Paused: "+s.Hit.Text+".", k.now)
	k.camera.showCulprit(s.Hit.Culprit)
}

// draw lists the conditions at which the run pauses.
func (k *breaks) draw(u *widget.Context) {
	key := "breakpoint"
	state := map[string]bridge.Breakpoint{}
	for _, b := range k.snap.Breakpoints {
		state[b.Line] = b
	}
	for i := 0; i < len(k.lines); i++ {
		imgui.PushIDInt(i)
		if k.breakRow(u, k.lines[i], state[k.lines[i]], func() { k.switchBreak(i) }) {
			k.lines = slices.Delete(k.lines, i, i+1)
			k.giveBreaks()
		}
		imgui.PopID()
	}
	if u.TextField("condition", "overlap > 5%", &k.typed, imgui.ContentRegionAvail().X) {
		k.addBreak(key)
	}
	u.Tip("Enter adds a condition. The run pauses in the step with which it becomes true, and what made it so is " +
		"selected. Of the whole: " + wholeLine() + ". " + functionLine() + ". Of any body that moves: speed > 3, z < 0; " +
		"all that Ctrl+F knows. Of walls and meshes, too: name == 'top' && force > 5.")
	u.Refusal(key)
}

// breakRow shows a condition, and reports whether it is to be removed.
func (k *breaks) breakRow(u *widget.Context, line string, state bridge.Breakpoint, change func()) (drop bool) {
	p, h := imgui.CursorScreenPos(), u.RowHeight()
	left := max(imgui.ContentRegionAvail().X-h-u.Px(2), 1)
	text, off := strings.CutPrefix(line, "# ")
	c, about := widget.ColorText, "A click switches it off."
	switch {
	case off:
		c, about = widget.ColorFaint, "Switched off; a click switches it on."
	case state.Why != "":
		c, about = widget.ColorRecord, state.Why
	}
	if widget.Clickable("condition "+line, left, h) {
		change()
	}
	hits := ""
	if state.Hits > 0 {
		hits = fmt.Sprintf("%d ×", state.Hits)
		about = spell.Count(state.Hits, "time", "times") + " the run paused here. " + about
	}
	w := widget.TextWidth(u.Fonts.Mono, hits)
	u.TextAt(u.Fonts.Mono, c, p.X, p.Y+h/2, u.Fit(u.Fonts.Mono, text, left-w-u.Px(10)))
	u.TextAt(u.Fonts.Mono, widget.ColorSecondary, p.X+left-w-u.Px(4), p.Y+h/2, hits)
	u.Tip(about)
	imgui.SameLineV(0, u.Px(2))
	drop = u.FlatButton("drop "+line, widget.IconClose, h, h, widget.ColorSecondary)
	u.Tip("Takes this condition away.")
	return drop
}

// functionLine names what a condition can ask about bodies and servos.
func functionLine() string {
	var list []string
	for _, f := range query.Functions {
		list = append(list, f.Example+": "+f.About)
	}
	return strings.Join(list, "; ")
}

// wholeLine names the quantities of the whole world that a condition can use.
func wholeLine() string {
	var names []string
	for _, q := range query.WorldQuantities {
		names = append(names, q.Name)
	}
	return strings.Join(names, ", ")
}
