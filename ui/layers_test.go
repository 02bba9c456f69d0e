package ui

import (
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/internal/imguigl"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// Whatever was opened over the window, Escape closes what was opened last, one thing at a time, also while its own
// field is typed in, and then ends what lasts. What opens in the middle closes what was there.
func TestEscapeClosesTheUppermost(t *testing.T) {
	b := newBench(t)
	b.size(1280, 720, 1)
	b.io.KeyMap(imgui.KeyEscape, int(glfw.KeyEscape))
	m := b.g.m
	openers := []func(){
		func() { m.help.greet = true },
		func() { m.do(keymap.Find) },
		func() { m.do(keymap.Messages) },
		func() { m.do(keymap.Help) },
		func() { m.do(keymap.Picker) },
		func() { m.do(keymap.Palette) },
		func() { m.do(keymap.Save) },
		func() { m.questions.ask(question{text: "Really?", yes: "Yes", do: func() {}}) },
		func() { m.menus.Popup = true },
		func() { m.menus.Open(10, 10, "menu", widget.MenuItem{Text: "row", Do: func() {}}) },
	}
	if len(openers) != len(layers) {
		t.Fatalf("%d layers, %d of them are tried", len(layers), len(openers))
	}
	const popup = 8 // imgui's own, opened and closed with its own means
	esc := func() {
		for _, down := range []bool{true, false} {
			b.events.Push(imguigl.Event{Kind: imguigl.Key, Code: int(glfw.KeyEscape), Down: down})
		}
		b.frame()
		b.frame()
		b.frame()
	}
	for i := range layers {
		for k := range layers {
			if i == k || i == popup || k == popup {
				continue
			}
			openers[i]()
			b.frame()
			openers[k]()
			for range 3 { // fields take the keyboard
				b.frame()
			}
			if want := !(layers[i].middle && layers[k].middle); layers[i].open(m) != want || !layers[k].open(m) {
				t.Fatalf("layers %d, then %d: open are %v and %v", i, k, layers[i].open(m), layers[k].open(m))
			}
			if want := layers[i].open(m); want {
				esc()
				if !layers[i].open(m) || layers[k].open(m) {
					t.Fatalf("layers %d, then %d, and Escape: open are %v and %v", i, k, layers[i].open(m), layers[k].open(m))
				}
			}
			if esc(); len(m.stack) > 0 {
				t.Fatalf("layers %d, then %d: %v stay open", i, k, m.stack)
			}
		}
	}

	m.menus.Popup = true
	if !m.stack.closeTop(m) {
		t.Error("a popup is not a layer")
	}
	m.menus.Popup, m.fullScreen, m.shell.hidden = false, true, true
	m.do(keymap.Help)
	for n, want := range []bool{true, true, false} {
		if m.fullScreen != want && n < 2 || m.shell.hidden != true && n < 3 {
			t.Errorf("after %d times Escape: full screen %v, hidden %v", n, m.fullScreen, m.shell.hidden)
		}
		m.do(keymap.Cancel)
	}
	if m.fullScreen || m.shell.hidden {
		t.Error("Escape does not end what lasts")
	}
}

// A field of a column that is typed in keeps Escape for itself, whatever lies over the window.
func TestEscapeEndsTyping(t *testing.T) {
	b := newBench(t)
	b.size(1280, 720, 1)
	m := b.g.m
	m.do(keymap.Messages)
	b.frame()
	b.frame()
	b.g.BeginTyping("damping", "0.3")
	for range 4 {
		b.frame()
	}
	if !b.io.WantTextInput() {
		t.Fatal("nothing is typed")
	}
	b.events.Push(imguigl.Event{Kind: imguigl.Key, Code: int(glfw.KeyEscape), Down: true})
	b.frame()
	if !m.messages.open {
		t.Error("Escape closed the messages while a number of the column was typed")
	}
}
