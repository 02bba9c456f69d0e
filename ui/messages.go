package ui

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// messages shows messages to the person, and keeps them in a list that the bell opens.
type messages struct {
	*shared
	shell  *shell
	opener string // program that shows a folder; empty if there is none
	open   bool   // the list of all messages is shown
	notice uint64 // newest notice of the simulation that was read
}

// Sizes of a shown message at a scale of 1: it has at most two lines; the whole text is in the list of the bell.
const (
	toastWidth  = 460
	toastHeight = 40
	toastRow    = 16
	toastPad    = 12
)

// toastSize returns the size of the newest message if the lane, which shows it otherwise, is hidden.
func (ms *messages) toastSize(u *widget.Context, most layout.Size) layout.Size {
	if !ms.shell.hidden || len(ms.toasts.list) == 0 {
		return layout.Size{}
	}
	return layout.Size{Width: min(u.Px(toastWidth), most.Width), Height: u.Px(toastHeight)}
}

// levelColor returns the colour of the bar beside a message.
func levelColor(l bridge.Level) imgui.Vec4 {
	return [...]imgui.Vec4{bridge.Info: widget.ColorAccent, bridge.Warning: widget.ColorWarning,
		bridge.Refused: widget.ColorRecord,
		bridge.Fault:   widget.ColorRecord}[l]
}

// toastPane shows the newest message and the number of others: a click shows all of them. The message does not
// fade while the pointer is over it.
func (ms *messages) toastPane(u *widget.Context, at layout.Rect) {
	n := len(ms.toasts.list)
	t := &ms.toasts.list[n-1]
	a := t.opacity(ms.now)
	imgui.PushStyleVarFloat(imgui.StyleVarAlpha, a)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{})
	u.Pane("##toast", at, widget.ColorRaised, widget.Quiet|imgui.WindowFlagsNoScrollbar|imgui.WindowFlagsNoScrollWithMouse)
	list := imgui.WindowDrawList()
	widget.FillRounded(list, imgui.Vec2{X: at.X, Y: at.Y}, imgui.Vec2{X: at.X + u.Px(4), Y: at.Y + at.Height},
		widget.Pack(levelColor(t.level)), u.Px(3), imgui.DrawFlagsRoundCornersLeft)
	right := ms.fileButtons(u, t, at)
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X, Y: at.Y})
	if widget.Clickable("all messages", right-at.X, at.Height) {
		ms.do(keymap.Messages)
	}
	x, f := at.X+u.Px(toastPad), u.Fonts.Small
	if n > 1 {
		more := fmt.Sprintf("+%d", n-1)
		right -= widget.TextWidth(f, more) + u.Px(8)
		u.TextAt(f, widget.ColorSecondary, right, at.Y+at.Height/2, more)
	}
	text := t.text
	if t.file != "" {
		text += ": " + filepath.Base(t.file)
	}
	lines := u.Wrap(f, text, right-u.Px(6)-x, 2)
	y := at.Y + (at.Height-u.Px(toastRow)*float32(len(lines)-1))/2
	for i, line := range lines {
		u.TextAt(f, widget.ColorText, x, y+u.Px(toastRow)*float32(i), line)
	}
	if imgui.IsWindowHoveredV(imgui.HoveredFlagsAllowWhenBlockedByActiveItem) {
		t.born = ms.now
		u.Tip(t.whole() + "\nClick to see all messages.")
	}
	imgui.End()
	imgui.PopStyleVarV(2)
}

// fileButtons shows at the right of a message buttons for its file, and returns the left end of the first one.
func (ms *messages) fileButtons(u *widget.Context, t *toast, at layout.Rect) (left float32) {
	right, h := at.X+at.Width-u.Px(6), u.Px(24)
	if t.file == "" {
		return right
	}
	for _, b := range []struct {
		text string
		on   bool
		do   func()
	}{
		{"Copy path", true, func() { ms.copy(t.file) }},
		{"Open folder", ms.opener != "", func() { ms.openFolder(t.file) }},
	} {
		w := u.ButtonWidth(b.text, "")
		if !b.on || right-w < at.X+at.Width/2 {
			continue
		}
		right -= w
		imgui.SetCursorScreenPos(imgui.Vec2{X: right, Y: at.Y + (at.Height-h)/2})
		if u.Button(b.text, b.text, "", w, h, false) {
			b.do()
		}
		right -= u.Px(4)
	}
	return right
}

// message writes a message, and if it has a file, its path and buttons for it.
func (ms *messages) message(u *widget.Context, t toast) {
	u.Paragraph(u.Fonts.Text, widget.ColorText, t.text)
	if t.file == "" {
		return
	}
	u.Paragraph(u.Fonts.Small, widget.ColorSecondary, t.file)
	h := u.Px(22)
	const open, cp = "Open folder", "Copy path"
	if ms.opener != "" {
		if u.Button("open "+t.file, open, "", u.ButtonWidth(open, ""), h, false) {
			ms.openFolder(t.file)
		}
		imgui.SameLineV(0, u.Px(6))
	}
	if u.Button("copy "+t.file, cp, "", u.ButtonWidth(cp, ""), h, false) {
		ms.copy(t.file)
	}
}

// bellList shows all kept messages, newest first, below the bell.
func (ms *messages) bellList(u *widget.Context) {
	top := ms.shell.at.Top.Y + ms.shell.at.Top.Height
	w := min(u.Px(420), u.Size.X)
	h := min(u.Px(460), ms.shell.at.Lane.Y-top-u.Px(12))
	at := layout.Box(u.Size.X-w-u.Px(8), top+u.Px(6), w, h)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, u.Vec(14, 12))
	u.Pane("##bell", at, widget.ColorRaised, 0)
	u.OverlayHead("Messages", at)
	imgui.BeginChildV("##messages", widget.Sized(at.Width-u.Px(28), at.Height-u.Px(48)), false, 0)
	if len(ms.toasts.kept) == 0 {
		u.Paragraph(u.Fonts.Text, widget.ColorSecondary, "There have been none.")
	}
	for i := len(ms.toasts.kept) - 1; i >= 0; i-- {
		imgui.PushIDInt(i)
		ms.keptMessage(u, ms.toasts.kept[i])
		imgui.PopID()
	}
	imgui.EndChild()
	imgui.End()
	imgui.PopStyleVar()
}

// keptMessage shows a kept message with its time. A click copies it.
func (ms *messages) keptMessage(u *widget.Context, t toast) {
	p, w := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	h := u.Px(18)
	if widget.Clickable("time", w, h) {
		ms.copy(t.whole())
	}
	c := widget.ColorFaint
	if imgui.IsItemHovered() {
		c = widget.ColorText
	}
	u.Tip("Click to copy this message.")
	list := imgui.WindowDrawList()
	list.AddCircleFilled(imgui.Vec2{X: p.X + u.Px(4), Y: p.Y + h/2}, u.Px(4), widget.Pack(levelColor(t.level)))
	u.TextAt(u.Fonts.Mono, c, p.X+u.Px(16), p.Y+h/2, t.born.Format("15:04:05"))
	u.TextAt(u.Fonts.Small, c, p.X+w-widget.TextWidth(u.Fonts.Small, "Copy"), p.Y+h/2, "Copy")
	ms.message(u, t)
	imgui.Dummy(imgui.Vec2{Y: u.Px(8)})
}

// shownByField reports whether a panel shows the refusals of a field next to its widget.
func shownByField(field string) bool {
	return settingOf(field) != nil || strings.HasPrefix(field, "materials.")
}

// readNotices shows the new notices of s: a refusal of an edit beside its field, the fault as a banner, all others
// as toasts.
func (ms *messages) readNotices(s *bridge.Snapshot) {
	for _, n := range s.Notices {
		if n.ID <= ms.notice {
			continue
		}
		ms.notice = n.ID
		switch {
		case n.Level == bridge.Fault && s.Fault != "":
		case n.Level == bridge.Refused && shownByField(n.Field):
			// a newer edit of the field that is on its way makes this refusal void
			if !ms.edits.waiting(n.Field) {
				ms.refuse.Set(n.Field, reason(n))
			}
		default:
			ms.toasts.addOfWorld(n.Level, n.Text, ms.now)
		}
	}
}

// reason returns the text of a refusal without the name of its field, which its place in the panel shows.
func reason(n bridge.Notice) string {
	for _, p := range []string{n.Field + ": ", n.Field + " "} {
		if t, ok := strings.CutPrefix(n.Text, p); ok {
			return t
		}
	}
	return n.Text
}

// folderOpener returns the program that shows a folder to a person, or "" if there is none.
func folderOpener() string {
	name := "xdg-open"
	if runtime.GOOS == "darwin" {
		name = "open"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	return path
}

// openFolder shows the folder of a file.
func (ms *messages) openFolder(file string) {
	cmd := exec.Command(ms.opener, filepath.Dir(file))
	if err := cmd.Start(); err != nil {
		ms.toasts.add(bridge.Warning, "Cannot open the folder: "+err.Error(), ms.now)
		return
	}
	go cmd.Wait() // so that no zombie process stays
}

// unread returns the number of messages that were not yet shown in the list of the bell, or "" for none.
func (ms *messages) unread(u *widget.Context) string {
	if ms.toasts.unread == 0 {
		return ""
	}
	return strconv.Itoa(ms.toasts.unread)
}
