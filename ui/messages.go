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
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// messages shows what the window says to the person, and keeps it behind the bell.
type messages struct {
	*shared
	shell  *shell
	opener string // program that shows a folder; empty if there is none
	open   bool   // the list of all messages is shown
	notice uint64 // newest notice of the simulation that was read
}

// toastStack shows the messages at the bottom of the view.
func (ms *messages) toastStack(u *widget.Context, v layout.Rect) {
	w := u.Px(340)
	if most := v.Width - u.Px(statusLeft) - u.Px(10); w > most {
		w = most
	}
	bottom := v.Y + v.Height - u.Px(layout.FloatMargin)
	if ms.shell.hidden {
		bottom -= u.Px(layout.StatusHeight + layout.FloatMargin)
	}
	for i := len(ms.toasts.list) - 1; i >= 0; i-- {
		t := &ms.toasts.list[i]
		h := ms.messageHeight(u, *t, w-2*u.Px(18)) + 2*u.Px(9) + u.Px(2)
		if bottom-h < v.Y+u.Px(60) {
			return
		}
		bottom -= h
		ms.toast(u, i, t, layout.Box(v.X+u.Px(statusLeft), bottom, w, h))
		bottom -= u.Px(6)
	}
}

// levelColor is the colour of the bar beside a message.
func levelColor(l bridge.Level) imgui.Vec4 {
	return [...]imgui.Vec4{bridge.Info: widget.ColorAccent, bridge.Warning: widget.ColorWarning,
		bridge.Refused: widget.ColorRecord,
		bridge.Fault:   widget.ColorRecord}[l]
}

// toast shows a message. It goes on to show while the pointer is over it.
func (ms *messages) toast(u *widget.Context, i int, t *toast, at layout.Rect) {
	a := t.opacity(ms.now)
	imgui.PushStyleVarFloat(imgui.StyleVarAlpha, a)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: u.Px(18), Y: u.Px(9)})
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, u.Vec(6, 4))
	flags := widget.Quiet
	if t.file == "" { // nothing to click
		flags |= imgui.WindowFlagsNoInputs
	}
	u.Pane(fmt.Sprintf("##toast%d", i), at, widget.ColorRaised, flags|imgui.WindowFlagsNoScrollbar)
	list, corner := imgui.WindowDrawList(), imgui.Vec2{X: at.X, Y: at.Y}
	list.PushClipRect(corner, imgui.Vec2{X: at.X + at.Width, Y: at.Y + at.Height})
	list.AddRectFilledV(corner, imgui.Vec2{X: at.X + u.Px(4), Y: at.Y + at.Height},
		widget.Pack(widget.Fade(levelColor(t.level), a)),
		u.Px(3), imgui.DrawFlagsRoundCornersLeft)
	list.PopClipRect()
	ms.message(u, *t)
	if imgui.IsWindowHoveredV(imgui.HoveredFlagsAllowWhenBlockedByActiveItem) {
		t.born = ms.now
	}
	imgui.End()
	imgui.PopStyleVarV(3)
}

// messageHeight returns the height of a message that is wrapped to a width.
func (ms *messages) messageHeight(u *widget.Context, t toast, w float32) float32 {
	imgui.PushFont(u.Fonts.Text)
	h := imgui.CalcTextSize(t.text, false, widget.AtLeast1(w)).Y
	imgui.PopFont()
	if t.file != "" {
		imgui.PushFont(u.Fonts.Small)
		h += imgui.CalcTextSize(t.file, false, widget.AtLeast1(w)).Y + u.Px(4+22+4)
		imgui.PopFont()
	}
	return h
}

// message writes a message, and for a file its path and what can be done with it.
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

// bellList shows the messages that were, newest first, below the bell.
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

// keptMessage shows one of the messages that were, with its time. A click copies it.
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

// shownByField reports whether a panel shows refusals of the field next to its widget.
func shownByField(field string) bool {
	return settingOf(field) != nil || strings.HasPrefix(field, "materials.")
}

// readNotices shows the notices that are new in s: refusals of an edit beside the field,
// the fault as a banner, the rest as toasts.
func (ms *messages) readNotices(s *bridge.Snapshot) {
	for _, n := range s.Notices {
		if n.ID <= ms.notice {
			continue
		}
		ms.notice = n.ID
		switch {
		case n.Level == bridge.Fault && s.Fault != "":
		case n.Level == bridge.Refused && shownByField(n.Field):
			// a newer edit of the field on its way makes this one void
			if !ms.edits.waiting(n.Field) {
				ms.refuse.Set(n.Field, reason(n))
			}
		default:
			ms.toasts.addOfWorld(n.Level, n.Text, ms.now)
		}
	}
}

// reason is the text of a refusal without what its place in the panel says already.
func reason(n bridge.Notice) string {
	for _, p := range []string{n.Field + ": ", n.Field + " "} {
		if t, ok := strings.CutPrefix(n.Text, p); ok {
			return t
		}
	}
	return n.Text
}

// folderOpener returns the program that shows a folder to a person, or nothing where there is none.
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
	go cmd.Wait() // so that no dead process stays
}

// unread says how many messages there are that the bell has not shown.
func (ms *messages) unread(u *widget.Context) string {
	if ms.toasts.unread == 0 {
		return ""
	}
	return strconv.Itoa(ms.toasts.unread)
}
