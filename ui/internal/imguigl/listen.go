package imguigl

import (
	"slices"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/inkyblackness/imgui-go/v4"
)

// keyMap gives the GLFW key for each key of imgui.
var keyMap = map[int]glfw.Key{
	imgui.KeyTab: glfw.KeyTab, imgui.KeyLeftArrow: glfw.KeyLeft, imgui.KeyRightArrow: glfw.KeyRight,
	imgui.KeyUpArrow: glfw.KeyUp, imgui.KeyDownArrow: glfw.KeyDown, imgui.KeyPageUp: glfw.KeyPageUp,
	imgui.KeyPageDown: glfw.KeyPageDown, imgui.KeyHome: glfw.KeyHome, imgui.KeyEnd: glfw.KeyEnd,
	imgui.KeyInsert: glfw.KeyInsert, imgui.KeyDelete: glfw.KeyDelete, imgui.KeyBackspace: glfw.KeyBackspace,
	imgui.KeySpace: glfw.KeySpace, imgui.KeyEnter: glfw.KeyEnter, imgui.KeyEscape: glfw.KeyEscape,
	imgui.KeyKeyPadEnter: glfw.KeyKPEnter, imgui.KeyA: glfw.KeyA, imgui.KeyC: glfw.KeyC,
	imgui.KeyV: glfw.KeyV, imgui.KeyX: glfw.KeyX, imgui.KeyY: glfw.KeyY, imgui.KeyZ: glfw.KeyZ,
}

// listen sets the window's callbacks, which put all events into the queue.
func (c *Context) listen() {
	push := func(e Event) {
		e.Picture, e.At = c.picture, time.Now()
		c.queue.Push(e)
		c.wake()
	}
	c.window.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) {
		push(Event{Kind: Move, X: float32(x), Y: float32(y)})
	})
	c.window.SetCursorEnterCallback(func(_ *glfw.Window, entered bool) {
		if !entered && !slices.Contains(c.buttons[:], true) { // a drag goes on outside of the window
			push(Event{Kind: Move, X: -1, Y: -1})
		}
	})
	c.window.SetMouseButtonCallback(func(_ *glfw.Window, b glfw.MouseButton, a glfw.Action, m glfw.ModifierKey) {
		down := a == glfw.Press
		if int(b) < buttons && c.buttons[b] != down {
			c.buttons[b] = down
			push(Event{Kind: Button, Code: int(b), Mods: int(m), Down: down})
		}
	})
	c.window.SetScrollCallback(func(_ *glfw.Window, x, y float64) {
		push(Event{Kind: Wheel, X: float32(x), Y: float32(y)})
	})
	c.window.SetKeyCallback(func(_ *glfw.Window, k glfw.Key, scancode int, a glfw.Action, m glfw.ModifierKey) {
		if k = layoutKey(k, scancode); k < 0 || k > glfw.KeyLast {
			return
		}
		c.held[k] = a != glfw.Release
		push(Event{Kind: Key, Code: int(k), Mods: int(m), Down: a != glfw.Release, Repeat: a == glfw.Repeat})
	})
	c.window.SetCharCallback(func(_ *glfw.Window, r rune) { push(Event{Kind: Char, Rune: r}) })
	c.window.SetFocusCallback(func(_ *glfw.Window, focused bool) {
		if !focused {
			c.releaseAll()
		}
		c.wake()
	})
}

// releaseAll releases every key and button that is down: the release itself goes to another window.
func (c *Context) releaseAll() {
	for b, down := range c.buttons {
		if down {
			c.buttons[b] = false
			c.queue.Push(Event{Kind: Button, Code: b})
		}
	}
	for k, down := range c.held {
		if down {
			c.held[k] = false
			c.queue.Push(Event{Kind: Key, Code: k})
		}
	}
}

// layoutKey returns the key that is printed on a key in the layout of the keyboard, for the keys that shortcuts
// use. GLFW itself names keys by their place on a US keyboard.
func layoutKey(k glfw.Key, scancode int) glfw.Key {
	if k < glfw.KeyApostrophe || k > glfw.KeyGraveAccent {
		return k
	}
	name := glfw.GetKeyName(k, scancode)
	if len(name) != 1 {
		return k
	}
	switch r := name[0]; {
	case r >= 'a' && r <= 'z':
		return glfw.KeyA + glfw.Key(r-'a')
	case r >= 'A' && r <= 'Z':
		return glfw.KeyA + glfw.Key(r-'A')
	case r == '=' || r == '-' || r == '.' || r == '/':
		return glfw.Key(r)
	}
	return k
}
