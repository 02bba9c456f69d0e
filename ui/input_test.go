package ui

import (
	"testing"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/internal/imguigl"
	"example.org/tumble/ui/keymap"
)

// person is somebody who uses mouse and keys over a view in which each place shows a body of its own in each
// picture: the number of the body is 1000 times that of the picture and the distance from the left.
type person struct {
	m       *model
	p       pointer
	picture int
	at      time.Time
}

func newPerson(t *testing.T) *person {
	t.Helper()
	h := &person{m: newTestModel(), p: pointer{button: -1}, at: time.Unix(1e9, 0)}
	h.m.viewport.pick = func(picture int, x, y float32) view.Hit {
		if y < 10 {
			return view.Hit{}
		}
		return view.Hit{Thing: bridge.Thing{Kind: bridge.ThingBody, Body: int64(1000*picture) + int64(x)}, Depth: 1}
	}
	return h
}

func (h *person) do(e imguigl.Event) {
	h.at = h.at.Add(20 * time.Millisecond)
	e.At, e.Picture = h.at, h.picture
	h.m.input(&h.p, []imguigl.Event{e}, capture{})
}

func (h *person) move(x, y float32) { h.do(imguigl.Event{Kind: imguigl.Move, X: x, Y: y}) }

func (h *person) button(code int, down bool, mods glfw.ModifierKey) {
	h.do(imguigl.Event{Kind: imguigl.Button, Code: code, Down: down, Mods: int(mods)})
}

func (h *person) click(x, y float32, code int, mods glfw.ModifierKey) {
	h.move(x, y)
	h.button(code, true, mods)
	h.picture++ // pictures come between press and release
	h.move(x+2, y-2)
	h.button(code, false, mods)
}

func (h *person) selected() (numbers []int64) {
	for _, t := range h.m.view.Selected.List() {
		numbers = append(numbers, t.Body)
	}
	return numbers
}

func (h *person) expect(t *testing.T, what string, want ...int64) {
	t.Helper()
	got := h.selected()
	same := len(got) == len(want)
	for i := range want {
		same = same && got[i] == want[i]
	}
	if !same {
		t.Errorf("%s: selected %v, want %v", what, got, want)
	}
}

// A click selects what lay under the pointer, as it was pressed, in the picture that was on the screen
// then; a drag selects nothing and a click moves nothing.
func TestClicksSelect(t *testing.T) {
	h := newPerson(t)
	camera := h.m.view.Camera
	h.click(40, 300, 0, 0)
	h.expect(t, "a click", 40)
	h.at = h.at.Add(time.Second)
	h.click(60, 300, 0, keymap.Shift)
	h.expect(t, "a click with Shift", 40, 1060)
	h.picture = 0
	h.click(40, 300, 0, keymap.Shift)
	h.expect(t, "a click with Shift on what is selected", 1060)
	h.at = h.at.Add(time.Second)
	h.click(99, 5, 0, 0)
	h.expect(t, "a click on nothing")
	if h.m.view.Camera != camera {
		t.Error("clicks have moved the camera")
	}
	h.move(200, 300)
	h.button(0, true, 0)
	h.move(203, 300)
	h.move(230, 300)
	h.button(0, false, 0)
	h.expect(t, "a drag")
	turned := camera
	turned.Orbit(30, 0) // by all of the way
	if h.m.view.Camera != turned {
		t.Errorf("a drag by 30 gives the camera %+v, want %+v", h.m.view.Camera, turned)
	}
	h.click(40, 300, 1, 0)
	if h.m.menus.Now == nil || h.m.menus.Now.Title != "Body 2040" {
		t.Errorf("a right click opens the menu %+v", h.m.menus.Now)
	}
}

// Two clicks are double where they are near each other in place and time, and about what the first one met.
func TestDoubleClickFollows(t *testing.T) {
	h := newPerson(t)
	h.m.snap.Bodies = []bridge.Body{{Number: 3}, {Number: 40, Center: [3]float32{1, 2, 3}}}
	h.click(40, 300, 0, keymap.Ctrl)
	h.click(40, 300, 0, keymap.Ctrl)
	if f := h.m.camera.following; !f.on || f.number != 40 || h.m.camera.flight.to.Pivot != [3]float32{1, 2, 3} {
		t.Fatalf("Ctrl and a double click follow %+v and fly to %v", f, h.m.camera.flight.to.Pivot)
	}
	h.m.camera.flight.stop(&h.m.view.Camera)
	was := h.m.view.Camera.Pivot
	h.m.snap.Bodies[1].Center = [3]float32{1, 2, 4}
	h.m.camera.goAlong(h.m.snap)
	if by := h.m.view.Camera.Pivot.Sub(was); by != [3]float32{0, 0, 1} {
		t.Errorf("a body that moves by 1 m moves the camera by %v", by)
	}
	h.m.camera.following.on, h.picture = false, 0
	h.at = h.at.Add(time.Second)
	h.click(40, 300, 0, keymap.Ctrl)
	h.at = h.at.Add(time.Second)
	h.click(40, 300, 0, keymap.Ctrl)
	if h.m.camera.following.on {
		t.Error("two slow clicks follow a body")
	}
	h.picture, h.p.delay = 0, time.Second // where pictures take that long nobody can tell
	h.at = h.at.Add(9 * time.Second)
	h.click(40, 300, 0, keymap.Ctrl)
	h.at = h.at.Add(time.Second)
	h.click(40, 300, 0, keymap.Ctrl)
	if !h.m.camera.following.on {
		t.Error("two clicks between which a picture took a second do not follow a body")
	}
}

// Esc undoes one thing at a time: what is open, the flight, following, the selection.
func TestEscapeUndoesInOrder(t *testing.T) {
	h := newPerson(t)
	m := h.m
	m.snap.Bodies = []bridge.Body{{Number: 40}}
	h.click(40, 300, 0, 0)
	m.camera.follow(bridge.Thing{Kind: bridge.ThingBody, Body: 40})
	h.click(40, 300, 1, 0)
	m.shell.hidden = true
	for i, done := range []func() bool{
		func() bool { return m.menus.Now == nil && m.camera.flight.flying },
		func() bool { return !m.camera.flight.flying && m.camera.following.on },
		func() bool { return !m.camera.following.on && m.view.Selected.Len() == 1 },
		func() bool { return m.view.Selected.Len() == 0 && m.shell.hidden },
		func() bool { return !m.shell.hidden },
	} {
		m.do(keymap.Cancel)
		if !done() {
			t.Fatalf("the wrong thing was undone at step %d", i+1)
		}
	}
}

// Hidden bodies leave the selection and come back together; another scene forgets both.
func TestHiddenAndSelected(t *testing.T) {
	m := newTestModel()
	a, b := bridge.Thing{Kind: bridge.ThingBody, Body: 1, Shape: 2}, bridge.Thing{Kind: bridge.ThingBody, Body: 2}
	m.snap.Bodies = []bridge.Body{{Number: 1}, {Number: 2}}
	m.view.Selected = view.NewThings(a, b)
	m.groups.hide(a)
	if !m.view.Hidden.HasBody(1) || m.view.Hidden.HasBody(2) || m.view.Selected.Len() != 1 {
		t.Errorf("hidden %v, selected %v", m.view.Hidden.List(), m.view.Selected.List())
	}
	next := *m.snap
	next.Revision++
	next.Applied++
	m.showSnapshot(&next)
	if m.view.Hidden.Len()+m.view.Selected.Len() != 0 {
		t.Error("another scene keeps what was hidden or selected")
	}
}
