package ui

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/go-gl/glfw/v3.3/glfw"

	"example.org/tumble/ui/internal/imguigl"
	"example.org/tumble/ui/keymap"
)

var update = flag.Bool("update", false, "write the table of keys into the manual")

// No chord means two things, and every row of the table does something that no other does.
func TestBindingsAreOneTable(t *testing.T) {
	seen := map[keymap.Chord]string{}
	bound := map[keymap.Action]bool{}
	for _, b := range keymap.Bindings {
		if bound[b.Action] {
			t.Errorf("%q: its action has two rows", b.Text)
		}
		bound[b.Action] = true
		if b.Text == "" || len(b.Chords) == 0 || !slices.Contains(keymap.Groups, b.Group) {
			t.Errorf("row %d is not complete: %+v", b.Action, b)
		}
		if (actions[b.Action] == nil) == (gestures[b.Action] == nil) {
			t.Errorf("%q must be either an action or a gesture", b.Text)
		}
		for _, c := range b.Chords {
			if c.Key > unicode.MaxASCII && keymap.KeyName(c.Key) == string(rune(c.Key)) {
				t.Errorf("%q: its key %d has no name", b.Text, c.Key)
			}
			if other := seen[c]; other != "" {
				t.Errorf("%s means both %q and %q", c, other, b.Text)
			}
			seen[c] = b.Text
			if (c.Gesture != keymap.NoGesture) != (gestures[b.Action] != nil) {
				t.Errorf("%s: %q is bound to the wrong kind of chord", c, b.Text)
			}
		}
	}
	for a := keymap.Action(0); a < keymap.NumActions; a++ {
		if !bound[a] {
			t.Errorf("action %d has no binding", a)
		}
	}
}

// The manual holds the table between its marks, so that it cannot drift from the keys.
// With -update the test writes it there.
func TestManualHoldsTheKeys(t *testing.T) {
	const path, begin, end = "../assets/manual/window.md", "<!-- keys -->", "<!-- /keys -->"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(data), begin)
	have, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s must hold the table of keys between %s and %s", path, begin, end)
	}
	want := "\n" + keymap.Markdown()
	if have == want {
		return
	}
	if !*update {
		t.Fatal("the keys in the manual are not those of the program; go test ./ui -update writes them")
	}
	if err := os.WriteFile(path, []byte(before+begin+want+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Locks do not change what a key does, but modifiers do, and a text field keeps its keys.
func TestKeysReachTheirActions(t *testing.T) {
	m := newTestModel()
	p := pointer{button: -1}
	press := func(k glfw.Key, mods glfw.ModifierKey, want capture) {
		m.input(&p, []imguigl.Event{{Kind: imguigl.Key, Code: int(k), Mods: int(mods), Down: true}}, want)
	}
	before := m.view.Overlays
	press(glfw.KeyC, glfw.ModCapsLock|glfw.ModNumLock, capture{})
	if m.view.Overlays == before {
		t.Error("C with the locks on does nothing")
	}
	forces := m.view.Overlays
	press(glfw.KeyC, glfw.ModShift, capture{})
	if m.view.Overlays == forces || m.view.Overlays == before {
		t.Error("Shift+C is not another key than C")
	}
	before = m.view.Overlays
	press(glfw.KeyC, 0, capture{text: true})
	press(glfw.KeyC, glfw.ModControl, capture{})
	if m.view.Overlays != before {
		t.Error("a key went to the view that was typed into a field, or with another modifier")
	}
	for i := 0; i < 5; i++ {
		press(glfw.KeyEscape, 0, capture{})
	}
	if m.quit {
		t.Error("Escape quits")
	}
	press(glfw.KeyQ, glfw.ModControl, capture{})
	if !m.quit {
		t.Error("Ctrl+Q does not quit")
	}
}
