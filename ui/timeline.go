package ui

import (
	"example.org/tumble/sim/spell"
	"fmt"
	"math"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// timeline is the time line in the lane: it shows how far the run was computed, its key frames, and the present
// moment.
type timeline struct {
	*shared
	questions *questions
	touched   bool // a person has pressed a key or a button
	ended     bool // the run had paused at the scene's own end in the last snapshot shown

	shown   [2]float64 // times at the ends of the line when zoomed in [s]; equal: the whole run is shown
	dragged bool       // a person drags the present moment
	asked   float64    // last time that was requested by the drag [s]
	hovered bool       // the pointer is over the line,
	pointer float64    // at a time [s]
	track   int        // ID of the track that is being named
	name    string
}

// span returns the times at the ends of the line: of the whole run, or of the part to which a person has zoomed
// in.
func (l *timeline) span(s *bridge.Snapshot) (begin, end float64) {
	if l.shown[1] > l.shown[0] {
		return l.shown[0], l.shown[1]
	}
	return wholeRun(s)
}

// wholeRun returns the begin and the end of the run: the scene's own end, or the end of the longest track if that
// is later.
func wholeRun(s *bridge.Snapshot) (begin, end float64) {
	begin, end = s.Time, max(s.End, s.Time)
	for i := range s.Timeline.Tracks {
		t := &s.Timeline.Tracks[i]
		begin, end = min(begin, t.Begin.Time), max(end, t.Until.Time)
	}
	if end <= begin {
		end = begin + 1e-3
	}
	return begin, end
}

// endText returns the text about the scene's own end beside the present time; empty if the scene has no end.
func endText(s *bridge.Snapshot) string {
	switch {
	case s.End <= 0:
		return ""
	case s.Time > s.End+s.TimeStep && !s.Timeline.Ended: // the step that reaches the end goes beyond it
		return "beyond " + format.Quantity(s.End, "s", 4)
	}
	return "of " + format.Quantity(s.End, "s", 4)
}

// sayBeyond shows a message if a run goes on that had paused at the scene's own end.
func (l *timeline) sayBeyond(s *bridge.Snapshot) {
	if l.ended && !s.Timeline.Ended && !s.Paused && s.Time >= s.End {
		l.toasts.addOfWorld(bridge.Info, "The run goes on beyond the scene's own end at "+format.Quantity(s.End, "s", 4)+". "+
			keymap.Shortcut(keymap.SceneSpan)+" shows the scene's own span on the time line.", l.now)
	}
	l.ended = s.Timeline.Ended
}

// showScene makes the line show the scene's own span if the run has gone beyond it; a second call, or a run that
// has not, shows the whole run.
func (l *timeline) showScene() {
	if l.snap == nil {
		return
	}
	begin, end := wholeRun(l.snap)
	own := [2]float64{begin, l.snap.End}
	if own[1] <= own[0] || own[1] >= end || l.shown == own {
		own = [2]float64{}
	}
	l.shown = own
}

// zoom makes the line show a shorter or a longer span, and keeps one time at its place.
func (l *timeline) zoom(s *bridge.Snapshot, about, factor float64) {
	first, last := wholeRun(s)
	begin, end := l.span(s)
	begin, end = about-(about-begin)/factor, about+(end-about)/factor
	begin, end = max(begin, first), min(end, last)
	if end-begin >= last-first || end-begin < 1e-9 {
		begin, end = 0, 0
	}
	l.shown = [2]float64{begin, end}
}

// seek shows the first moment at or after a time.
func (tl *timeline) seek(time float64) { tl.set("paused", true, bridge.SeekTime{Time: time}) }

// Heights of the parts of the line at a scale of 1.
const (
	lineHeight = 8
	markHeight = 5
)

// timeLine shows the time line between two ends in the middle of the lane, and handles the mouse on it.
func (tl *timeline) timeLine(u *widget.Context, left, right float32, lane layout.Rect) {
	s := tl.snap
	begin, end := tl.span(s)
	w := right - left
	place := func(t float64) float32 {
		return left + w*float32(max(0, min(1, (t-begin)/(end-begin))))
	}
	imgui.SetCursorScreenPos(imgui.Vec2{X: left, Y: lane.Y + 1})
	widget.Clickable("time line", w, lane.Height-2)
	hovered, held := imgui.IsItemHovered(), imgui.IsItemActive()
	pointer := begin + (end-begin)*float64((imgui.MousePos().X-left)/w)
	tl.hovered, tl.pointer = hovered, pointer
	tl.drawLine(u, place, left, right, lane)
	switch {
	case held:
		if t := max(0, pointer); !tl.dragged || t != tl.asked {
			tl.dragged, tl.asked = true, t
			tl.seek(t)
		}
	default:
		tl.dragged = false
	}
	if hovered {
		if _, wheel := imgui.CurrentIO().MouseWheel(); wheel != 0 {
			tl.zoom(s, pointer, math.Pow(1.5, float64(wheel)))
		}
		list, x := imgui.WindowDrawList(), place(pointer)
		list.AddLine(imgui.Vec2{X: x, Y: lane.Y + 4}, imgui.Vec2{X: x, Y: lane.Y + lane.Height - 4},
			widget.Pack(widget.ColorText))
		tl.overLine(u, x, lane, lineTip(s, pointer, (end-begin)*float64(u.Px(5)/w)))
	}
	if hovered && imgui.IsMouseReleased(1) {
		at := imgui.MousePos()
		t := &s.Timeline
		kept := fmt.Sprintf("%s, %s of %s", spell.Count(t.Frames, "key frame", "key frames"), format.Bytes(t.Bytes),
			format.Bytes(t.Budget))
		tl.menus.Open(at.X, at.Y, kept, tl.lineItems()...)
	}
}

// drawLine draws the line: the part still to come, the computed part, the played part; key frames and edits above
// it, events and the other tracks, as thin lines, below it.
func (tl *timeline) drawLine(u *widget.Context, place func(float64) float32, left, right float32, lane layout.Rect) {
	s := tl.snap
	t, list := &s.Timeline, imgui.WindowDrawList()
	h := u.Px(lineHeight)
	y := float32(int(lane.Y + (lane.Height-h)/2))
	box := func(from, to float32, y, h float32, c imgui.Vec4) {
		widget.FillRounded(list, imgui.Vec2{X: from, Y: y}, imgui.Vec2{X: max(to, from+1), Y: y + h}, widget.Pack(c), u.Px(2),
			imgui.DrawFlagsRoundCornersAll)
	}
	box(left, right, y, h, widget.ColorFrame)
	if track := present(t); track != nil {
		box(place(track.Begin.Time), place(track.Until.Time), y, h, widget.ColorFill)
		box(place(track.Begin.Time), place(s.Time), y, h, widget.ColorAccent)
	} else {
		box(left, place(s.Time), y, h, widget.ColorAccent)
	}
	tl.drawEnd(u, place, left, right, y, h)
	for _, kept := range t.Kept {
		x := float32(int(place(kept)))
		list.AddLine(imgui.Vec2{X: x, Y: y - u.Px(2)}, imgui.Vec2{X: x, Y: y}, widget.Pack(widget.ColorFaint))
	}
	others := 0
	for i := range t.Tracks {
		if track := &t.Tracks[i]; track.ID != t.Present && others < 3 {
			others++
			box(place(track.From.Time), place(track.Until.Time), y+h+u.Px(float32(3*others)), u.Px(2), widget.ColorSecondary)
		}
	}
	if t.Loop[1] > t.Loop[0] {
		lo, hi := imgui.Vec2{X: place(t.Loop[0]), Y: y - u.Px(4)}, imgui.Vec2{X: place(t.Loop[1]), Y: y + h + u.Px(4)}
		widget.Outline(list, lo, hi, widget.Pack(widget.ColorAccentHi), 1, 1)
	}
	tl.drawStretches(u, place, box, y, h, lane)
	for i := range t.Edits {
		x, m := place(t.Edits[i].Time), u.Px(markHeight)
		list.AddTriangleFilled(imgui.Vec2{X: x, Y: y - u.Px(2)}, imgui.Vec2{X: x - m, Y: y - u.Px(2) - m},
			imgui.Vec2{X: x + m, Y: y - u.Px(2) - m}, widget.Pack(widget.ColorWarning))
	}
	for i := range t.Events {
		c := widget.ColorText
		if t.Events[i].Level != bridge.Info {
			c = widget.ColorRecord
		}
		list.AddCircleFilled(imgui.Vec2{X: place(t.Events[i].Time), Y: y + h + u.Px(5)}, u.Px(2.5), widget.Pack(c))
	}
	x := place(s.Time)
	if t.Seeking { // the moment that is being sought
		x = place(t.Target.Time)
	}
	if tl.dragged {
		x = place(tl.asked)
	}
	widget.FillRounded(list, imgui.Vec2{X: x - u.Px(2), Y: y - u.Px(5)}, imgui.Vec2{X: x + u.Px(2), Y: y + h + u.Px(5)},
		widget.Pack(widget.ColorText), u.Px(2), imgui.DrawFlagsRoundCornersAll)
}

// drawEnd marks the scene's own end if the run goes beyond it; the part beyond is faint.
func (tl *timeline) drawEnd(u *widget.Context, place func(float64) float32, left, right, y, h float32) {
	begin, end := tl.span(tl.snap)
	at := tl.snap.End
	if at <= 0 || at >= end {
		return
	}
	list := imgui.WindowDrawList()
	x := left
	if at > begin {
		x = float32(int(place(at)))
		list.AddLineV(imgui.Vec2{X: x, Y: y - u.Px(5)}, imgui.Vec2{X: x, Y: y + h + u.Px(5)},
			widget.Pack(widget.ColorSecondary), u.Px(1.5))
	}
	widget.Fill(list, imgui.Vec2{X: x, Y: y}, imgui.Vec2{X: right, Y: y + h},
		widget.Pack(widget.Fade(widget.ColorPanel, 0.45)))
}

// drawStretches marks the spans that were filmed, below the line, and the span that is played slowly, with its
// speed above the line.
func (tl *timeline) drawStretches(u *widget.Context, place func(float64) float32,
	box func(from, to, y, h float32, c imgui.Vec4), y, h float32,
	lane layout.Rect) {
	t := &tl.snap.Timeline
	for i := range t.Films {
		box(place(t.Films[i].Begin), place(t.Films[i].End), y+h, u.Px(2), widget.ColorRecord)
	}
	if slow := &t.Slow; slow.End > slow.Begin {
		from, to := place(slow.Begin), place(slow.End)
		box(from, to, y, h, widget.Fade(widget.ColorWarning, 0.45))
		if text := "×" + factorText(slow.Speed); to-from > widget.TextWidth(u.Fonts.Small, text) {
			u.TextAt(u.Fonts.Small, widget.ColorText, (from+to-widget.TextWidth(u.Fonts.Small, text))/2, lane.Y+u.Px(9), text)
		}
	}
}

// overLine shows a text above the line, its middle at x where there is room.
func (tl *timeline) overLine(u *widget.Context, x float32, lane layout.Rect, text string) {
	imgui.PushFont(u.Fonts.Small)
	size := imgui.CalcTextSize(text, false, 0)
	imgui.PopFont()
	w, h := size.X+u.Px(16), size.Y+u.Px(10)
	at := layout.Box(max(0, min(x-w/2, u.Size.X-w)), max(0, lane.Y-h-u.Px(4)), w, h)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, u.Vec(8, 5))
	u.Pane("##over line", at, widget.ColorRaised, imgui.WindowFlagsNoInputs|widget.Quiet)
	u.Text(u.Fonts.Small, widget.ColorText, text)
	imgui.End()
	imgui.PopStyleVar()
}

// lineTip returns the text about a place of the line, with the edits and events that are no farther than near [s].
func lineTip(s *bridge.Snapshot, time, near float64) string {
	t := &s.Timeline
	text := []string{"t " + format.SceneTime(time, s.End)}
	if track := present(t); track != nil && time > track.Until.Time {
		text = []string{"t " + format.SceneTime(track.Until.Time, s.End) + " is as far as it was computed"}
	}
	for i := range t.Edits {
		if e := &t.Edits[i]; math.Abs(e.Time-time) <= near {
			text = append(text, fmt.Sprintf("step %s: %s", spell.Grouped(e.Step), e.Text))
		}
	}
	for i := range t.Events {
		if e := &t.Events[i]; math.Abs(e.Time-time) <= near {
			text = append(text, fmt.Sprintf("step %s: %s", spell.Grouped(e.Step), e.Text))
		}
	}
	for i := range t.Films {
		if f := &t.Films[i]; f.Begin <= time && time <= f.End {
			text = append(text, fmt.Sprintf("filmed from %s to %s", format.SceneTime(f.Begin, s.End),
				format.SceneTime(f.End, s.End)))
		}
	}
	if w := &t.Slow; w.Begin <= time && time < w.End {
		text = append(text, "played at ×"+factorText(w.Speed))
	}
	if s.End > 0 && time > s.End+near {
		text = append(text, "beyond the scene's own end")
	} else if s.End > 0 && math.Abs(time-s.End) <= near {
		text = append(text, "the scene's own end")
	}
	if len(text) > 12 {
		text = append(text[:11], fmt.Sprintf("and %d more", len(text)-11))
	}
	return strings.Join(text, "\n")
}

// lineItems returns the menu of the line.
func (tl *timeline) lineItems() []widget.MenuItem {
	t := &tl.snap.Timeline
	begin, end := tl.span(tl.snap)
	items := []widget.MenuItem{{Text: "Loop what is shown", Do: func() {
		tl.send(bridge.SetLoop{Begin: begin, End: min(end, wholeComputed(t))})
	}}}
	if t.Loop[1] > t.Loop[0] {
		items = append(items, widget.MenuItem{Text: "End the loop", Do: func() { tl.send(bridge.SetLoop{}) }})
	}
	items = append(items, tl.slowItems(begin, end)...)
	if _, last := wholeRun(tl.snap); last > tl.snap.End && tl.snap.End > 0 && end > tl.snap.End {
		items = append(items, widget.MenuItem{Text: "Show the scene's own span", Hint: keymap.Shortcut(keymap.SceneSpan),
			Do: tl.showScene})
	}
	if tl.shown[1] > tl.shown[0] {
		items = append(items, widget.MenuItem{Text: "Show the whole run", Do: func() { tl.shown = [2]float64{} }})
	}
	return items
}

// slowSpeeds are the speeds at which a span can be played.
var slowSpeeds = []float64{0.5, 0.25, 0.1, 0.05, 0.01}

// slowItems returns items that give a span a speed of its own: the loop, if there is one and the line is not
// zoomed in, else the span that is shown.
func (tl *timeline) slowItems(begin, end float64) []widget.MenuItem {
	t, what := &tl.snap.Timeline, "Slow motion of what is shown"
	if t.Loop[1] > t.Loop[0] && tl.shown == [2]float64{} {
		begin, end, what = t.Loop[0], t.Loop[1], "Slow motion of the loop"
	}
	var speeds []widget.MenuItem
	for _, speed := range slowSpeeds {
		speeds = append(speeds, widget.MenuItem{Text: "×" + factorText(speed),
			Now: t.Slow.End > begin && t.Slow.Speed == speed,
			Do:  func() { tl.send(bridge.SetSlow{Begin: max(begin, 0), End: end, Speed: speed}) }})
	}
	items := []widget.MenuItem{{Text: what + "…", Do: func() { tl.menus.OpenNext(what, speeds...) }}}
	if t.Slow.End > t.Slow.Begin {
		items = append(items, widget.MenuItem{Text: "End the slow motion", Do: func() { tl.send(bridge.SetSlow{}) }})
	}
	return items
}

// factorText writes the speed of a span.
func factorText(speed float64) string { return format.Number(speed, 3) }

// wholeComputed returns the time to which the present track was computed [s].
func wholeComputed(t *bridge.Timeline) float64 {
	if track := present(t); track != nil {
		return track.Until.Time
	}
	return math.Inf(1)
}

// trackMenu shows which track is played, if there are several, in a button that ends at x, and returns the left
// end of the button.
func (tl *timeline) trackMenu(u *widget.Context, x float32, lane layout.Rect) float32 {
	t := &tl.snap.Timeline
	track := present(t)
	if len(t.Tracks) < 2 || track == nil {
		return x
	}
	h := min(u.Px(24), lane.Height)
	w := min(u.ButtonWidth(track.Name, ""), u.Px(134))
	imgui.SetCursorScreenPos(imgui.Vec2{X: x - w, Y: float32(int(lane.Y + (lane.Height-h)/2))})
	if u.Button("track", track.Name, "", w, h, false) {
		imgui.OpenPopup("tracks")
	}
	u.Tip("Tracks: an edit of the past begins a new one, and the old future stays.")
	u.Popup("tracks", func() {
		u.Text(u.Fonts.Medium, widget.ColorSecondary, "Tracks of this run")
		for i := range t.Tracks {
			tl.trackRow(u, &t.Tracks[i])
		}
	})
	return x - w - u.Px(8)
}

// trackRow shows one track of the list, with its buttons at the end of its row: choose it, name it, delete it.
func (tl *timeline) trackRow(u *widget.Context, track *bridge.Track) {
	imgui.PushIDInt(track.ID)
	defer imgui.PopID()
	now := track.ID == tl.snap.Timeline.Present
	p, w, h := imgui.CursorScreenPos(), u.Px(440), u.Px(30)
	name, forget := u.ButtonWidth("Name", ""), u.ButtonWidth("Delete", "")
	chosen := widget.Clickable("track", w-name-forget-u.Px(16), h)
	list, lit := imgui.WindowDrawList(), imgui.IsItemHovered()
	if now || lit {
		c := widget.ColorFrame
		if lit {
			c = widget.ColorHover
		}
		widget.FillRounded(list, p, imgui.Vec2{X: p.X + w, Y: p.Y + h}, widget.Pack(c), u.Px(4),
			imgui.DrawFlagsRoundCornersAll)
	}
	if now {
		list.AddCircleFilled(imgui.Vec2{X: p.X + u.Px(10), Y: p.Y + h/2}, u.Px(3), widget.Pack(widget.ColorAccentHi))
	}
	at := func(x float32) { imgui.SetCursorScreenPos(imgui.Vec2{X: x, Y: p.Y + u.Px(4)}) }
	if tl.track == track.ID+1 {
		at(p.X + u.Px(20))
		if u.Entry("name", "A name for this track", &tl.name, u.Px(180)) {
			tl.send(bridge.NameTrack{Track: track.ID, Name: strings.TrimSpace(tl.name)})
			tl.track = 0
		}
	} else {
		u.TextAt(u.Fonts.Text, widget.ColorText, p.X+u.Px(20), p.Y+h/2, u.Fit(u.Fonts.Text, track.Name, u.Px(130)))
		u.TextAt(u.Fonts.Small, widget.ColorSecondary, p.X+u.Px(160), p.Y+h/2, fmt.Sprintf("%s to %s",
			format.Quantity(track.From.Time, "s", 4), format.Quantity(track.Until.Time, "s", 4)))
	}
	at(p.X + w - name - forget - u.Px(10))
	if u.Button("name", "Name", "", name, u.Px(22), false) {
		tl.track, tl.name = track.ID+1, track.Name
	}
	at(p.X + w - forget - u.Px(4))
	if !now && u.Button("delete", "Delete", "", forget, u.Px(22), false) {
		tl.questions.ask(question{about: "track", text: "Delete " + track.Name + "? It cannot be had again.",
			yes: "Delete", do: func(id int) func() { return func() { tl.send(bridge.DropTrack{Track: id}) } }(track.ID)})
	}
	imgui.SetCursorScreenPos(imgui.Vec2{X: p.X, Y: p.Y + h + u.Px(2)})
	imgui.Dummy(imgui.Vec2{X: w})
	if chosen && !now {
		tl.set("paused", true, bridge.ChooseTrack{Track: track.ID})
	}
}

// loopAtEnd begins the run again at the end of the scene, if the configuration says so.
func (tl *timeline) loopAtEnd(s *bridge.Snapshot) {
	if s.Timeline.Ended && (tl.config.Loop || tl.config.LoopUntouched && !tl.touched) {
		tl.again(bridge.SetLoop{End: s.End})
	}
}

// touch notes that a person is present: a run that looped because nobody was present stops looping.
func (tl *timeline) touch() {
	if !tl.touched && !tl.config.Loop && tl.snap != nil && tl.snap.Timeline.Loop != [2]float64{} {
		tl.send(bridge.SetLoop{})
	}
	tl.touched = true
}

// again plays the run from its beginning.
func (tl *timeline) again(loop bridge.SetLoop) {
	tl.send(loop)
	tl.seek(0)
	tl.set("paused", false, bridge.Resume{})
}

func (tl *timeline) playOrPause() {
	if tl.snap == nil {
		return
	}
	if tl.paused() {
		tl.set("paused", false, bridge.Resume{})
	} else {
		tl.set("paused", true, bridge.Pause{})
	}
}

// doSteps computes n steps and pauses the run.
func (tl *timeline) doSteps(n int) {
	if tl.snap != nil {
		tl.set("paused", true, bridge.StepOnce{N: n})
	}
}

// stepBack shows the moment n steps before.
func (tl *timeline) stepBack(n int) {
	if tl.snap != nil {
		tl.set("paused", true, bridge.StepBack{N: n})
	}
}

// previousEvent shows the moment of the last event before the present moment, or says that there is none.
func (tl *timeline) previousEvent() {
	if tl.snap == nil {
		return
	}
	step, found := int64(0), false
	for i := range tl.snap.Timeline.Events {
		if e := &tl.snap.Timeline.Events[i]; e.Step < tl.snap.Step && (!found || e.Step > step) {
			step, found = e.Step, true
		}
	}
	if !found {
		tl.toasts.add(bridge.Info, "No event lies before this moment", tl.now)
		return
	}
	tl.set("paused", true, bridge.Seek{Step: step})
}

// changeHistory undoes the last edit or redoes it.
func (tl *timeline) changeHistory(c bridge.Command) {
	if tl.snap != nil {
		tl.send(c)
	}
}

func (tl *timeline) setSpeed(f float64) {
	if tl.snap != nil {
		tl.set("speed", f, bridge.SetSpeed{Factor: f})
	}
}

// speeds are the steps of the speed keys within a decade.
var speeds = []float64{1, 1.3, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8}

// The ends of the speed ladder; above the top speed is 0, as fast as possible.
const (
	slowest = 1e-3
	fastest = 100
)

// ladder lists all speeds, ascending, with 0, as fast as possible, at the end.
var ladder = func() []float64 {
	var l []float64
	for e := -3; e < 2; e++ {
		for _, s := range speeds {
			l = append(l, format.Round(s*math.Pow10(e), 1e-4))
		}
	}
	return append(l, fastest, 0)
}()

// faster returns the next speed of the ladder above f.
func faster(f float64) float64 {
	if f == 0 {
		return 0
	}
	for _, s := range ladder {
		if s > f*(1+1e-9) {
			return s
		}
	}
	return 0
}

// slower returns the next speed of the ladder below f.
func slower(f float64) float64 {
	if f == 0 {
		return fastest
	}
	for i := len(ladder) - 2; i >= 0; i-- {
		if ladder[i] < f*(1-1e-9) {
			return ladder[i]
		}
	}
	return slowest
}
