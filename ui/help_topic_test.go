package ui

import (
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/inkyblackness/imgui-go/v4"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"

	"example.org/tumble/ui/internal/imguigl"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// F1 opens the keys, and a click on the name of a topic the topic.
func TestHelpOpensTheManual(t *testing.T) {
	b := newBench(t)
	m := b.g.m
	b.size(1280, 720, 1)
	top := helpTop(b)
	b.events.Push(imguigl.Event{Kind: imguigl.Key, Code: int(glfw.KeyF1), Down: true})
	b.frame()
	if !m.help.open || m.help.topic != 0 || b.g.m.help.helpTitle() != "Keys and mouse" {
		t.Fatalf("F1 shows topic %d", m.help.topic)
	}
	for range 4 { // the field takes the keyboard
		b.frame()
	}
	topics := 1 + len(m.help.manual)
	w := b.g.Size.X - 20 - 2*helpPad
	b.events.Push(imguigl.Event{Kind: imguigl.Move, X: 10 + helpPad + 1.5*w/float32(topics), Y: top + 14 + 38 + 12})
	b.frame()
	for _, down := range []bool{true, false} {
		b.events.Push(imguigl.Event{Kind: imguigl.Button, Down: down})
		b.frame()
	}
	b.frame()
	if b.g.m.help.helpTitle() != b.g.m.help.manual[0].Title {
		t.Errorf("the click shows %q, want %q", b.g.m.help.helpTitle(), b.g.m.help.manual[0].Title)
	}
}

// helpTop returns where the help begins in the window.
func helpTop(b *bench) float32 {
	imgui.NewFrame()
	defer imgui.Render()
	s := b.g.m.help.layoutSheet(b.g.Context, b.g.Size.X-20-2*helpPad-2*sheetInset)
	h := min(helpHead+s.height+2*helpPad, b.g.Size.Y-20)
	return float32(int((b.g.Size.Y - h) / 2))
}

// The blocks of the keys are as low as they can be side by side, whole and in order, and all groups are there; a search
// leaves what it finds.
func TestSheetOfKeys(t *testing.T) {
	columns, height := pack([]float32{9, 8, 23, 18, 29, 18}, 4)
	if want := [][]int{{0, 3}, {1, 5}, {2}, {4}}; !reflect.DeepEqual(columns, want) || height != 29 {
		t.Errorf("packed as %v, %g high", columns, height)
	}
	b := newBench(t)
	b.size(1280, 720, 1)
	m := b.g.m
	for _, w := range []float32{300, 1200} {
		for _, scale := range []float32{0.5, 2} {
			b.size(1280, 720, scale)
			b.frame()
			imgui.NewFrame()
			s := m.help.layoutSheet(b.g.Context, w*scale)
			rows := 0
			for _, k := range s.blocks {
				rows += len(k.rows)
				for _, r := range k.rows {
					for _, keys := range r.keys {
						caps := float32(0)
						for _, k := range keys {
							caps += b.g.KeyCapWidth(k) + b.g.Px(4)
						}
						for _, text := range r.text {
							if widget.TextWidth(b.g.Fonts.Small, text)+caps > s.width {
								t.Fatalf("%g wide at %g: %q meets %q", w, scale, text, keys)
							}
						}
					}
				}
			}
			imgui.Render()
			if want := len(keymap.Bindings) + len(keymap.For[keymap.Nothing]); rows != want ||
				len(s.blocks) != 1+len(keymap.Groups) {
				t.Errorf("%g wide: %d rows in %d blocks, want %d", w, rows, len(s.blocks), want)
			}
		}
	}
	for search, want := range map[string]keymap.Action{"shift+c": keymap.Forces, "follow": keymap.Follow,
		"ctrl+z": keymap.Undo, "←": keymap.Back} {
		m.help.search = search
		if found := m.help.foundKeys(); !found[want] || found[keymap.FullScreen] {
			t.Errorf("%q does not find %q", search, keymap.Of(want).Text)
		}
	}
}

// Every binding has a text and a group, and the font has each sign of its keys.
func TestKeysCanBeDrawn(t *testing.T) {
	font, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	var buf sfnt.Buffer
	for _, b := range keymap.Bindings {
		for _, name := range append(keymap.Names(b.Chords), b.Text) {
			for _, r := range name {
				if i, err := font.GlyphIndex(&buf, r); err != nil || i == 0 {
					t.Errorf("%q: the font lacks %q of %q", b.Text, r, name)
				}
			}
		}
	}
	for k := glfw.KeySpace; k <= glfw.KeyLast; k++ {
		if name := keymap.KeyName(k); name == "" || name != strings.ToValidUTF8(name, "") || []rune(name)[0] < ' ' {
			t.Errorf("key %d is called %q", k, name)
		}
	}
}

// What lies over the view lies in the window, also where the view is narrower than it.
func TestOverlaysLieInTheWindow(t *testing.T) {
	b := newBench(t)
	for _, size := range [][2]float32{{640, 400}, {800, 560}, {1280, 720}, {1920, 1080}} {
		b.size(size[0], size[1], 1)
		view := b.g.m.shell.at.View
		if at := b.g.Middle(view, 900, 760); at.X < 0 || at.X+at.Width > size[0] || at.Y < 0 || at.Y+at.Height > size[1] {
			t.Errorf("%g × %g, view %+v: %+v", size[0], size[1], view, at)
		}
	}
}
