package widget

import "github.com/inkyblackness/imgui-go/v4"

// TextField is a field for lines of text that Enter takes, one after the other.
type TextField struct {
	Text  string
	again bool // it keeps the keyboard
}

// TextField shows a field of a width, with a hint while it is empty, and reports whether Enter took its text now. The
// field keeps its text and the keyboard.
func (u *Context) TextField(id, hint string, f *TextField, w float32) bool {
	imgui.SetNextItemWidth(AtLeast1(w))
	if f.again {
		imgui.SetKeyboardFocusHere()
	}
	f.again = imgui.InputTextWithHintV("##"+id, hint, &f.Text,
		imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsAutoSelectAll, nil)
	return f.again
}
