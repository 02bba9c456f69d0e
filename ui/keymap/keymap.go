// Package keymap is the table of all actions that a person can trigger by key, button or mouse. Input, help,
// tooltips and the manual read the table. Other packages carry the actions out.
package keymap

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// Action names one thing that a person can do by key, button or mouse.
type Action int

// The actions, in the order of the table of bindings, which describes them.
const (
	Select Action = iota
	SelectMore
	BoxSelect
	Pivot
	Follow
	Menu
	DragBody
	TurnBody
	Find
	CopyTable
	Orbit
	Pan
	Dolly
	Zoom
	Frame
	FrameAll
	FrameCore
	ViewX
	ViewXBack
	ViewY
	ViewYBack
	ViewZ
	ViewZBack
	Ortho
	Store7
	Store8
	Store9
	Recall7
	Recall8
	Recall9
	Play
	Step
	Step10
	Step100
	NextEvent
	LastEvent
	Back
	Back10
	Back100
	SceneSpan
	Undo
	Redo
	Reset
	Twin
	TwinNext
	Faster
	Slower
	Contacts
	Forces
	Network
	Velocity
	Inlets
	Trails
	Labels
	Boxes
	Motions
	Grid
	Axes
	Scale
	Marks
	CutX
	CutY
	CutZ
	Style
	Opacity
	ColorBy
	Legend
	LockRange
	Range
	RangeReset
	Reference
	Quality
	Vision
	Record
	Shot
	Picker
	Save
	Inspector
	Explain
	Messages
	Charts
	Table
	Hide
	FullScreen
	Bigger
	Smaller
	Normal
	Help
	Palette
	Cancel
	Quit
	NumActions
)

// Gesture is the mouse action of a chord.
type Gesture uint8

// The gestures.
const (
	NoGesture Gesture = iota
	DragLeft
	DragRight
	DragMiddle
	Turn // turn of the wheel
	Click
	DoubleClick
	RightClick
	MiddleClick
	DragLegend
	ClickLegend
)

// Chord is one way to trigger an action: a key, a typed character or a gesture, with the modifiers that are held.
type Chord struct {
	Mods    glfw.ModifierKey
	Key     glfw.Key
	Rune    rune
	Gesture Gesture
}

// Binding assigns chords to an action.
type Binding struct {
	Action Action
	Group  string
	Text   string // description of the action
	Chords []Chord
	Repeat bool // the action repeats while the key is held
}

// The modifiers of chords.
const (
	Ctrl  = glfw.ModControl
	Shift = glfw.ModShift
	alt   = glfw.ModAlt
)

func key(k glfw.Key) Chord                      { return Chord{Key: k} }
func with(m glfw.ModifierKey, k glfw.Key) Chord { return Chord{Mods: m, Key: k} }
func mouse(m glfw.ModifierKey, g Gesture) Chord { return Chord{Mods: m, Gesture: g} }
func keys(ks ...glfw.Key) []Chord               { return withAll(0, ks...) }
func withAll(m glfw.ModifierKey, ks ...glfw.Key) []Chord {
	var c []Chord
	for _, k := range ks {
		c = append(c, with(m, k))
	}
	return c
}

// Bindings is the table of all bindings.
var Bindings = []Binding{
	{Select, "Select", "Select what is under the pointer", []Chord{mouse(0, Click)}, false},
	{SelectMore, "Select", "Add to the selection, or take away", []Chord{mouse(Shift, Click)}, false},
	{BoxSelect, "Select", "Select bodies in a box", []Chord{mouse(alt, DragRight)}, false},
	{Menu, "Select", "Menu: follow, frame, hide, copy numbers", []Chord{mouse(0, RightClick)}, false},
	{DragBody, "Select", "Drag a body; the wheel brings it closer", []Chord{mouse(Ctrl, DragLeft)}, false},
	{TurnBody, "Select", "Turn a body", []Chord{mouse(Ctrl|Shift, DragLeft)}, false},
	{Find, "Select", "Find by number, name or expression", []Chord{with(Ctrl, glfw.KeyF)}, false},
	{CopyTable, "Select", "Copy the rows of the table of bodies", []Chord{with(Ctrl, glfw.KeyC)}, false},

	{Pivot, "Camera", "Turn about the body under the pointer", []Chord{mouse(0, DoubleClick)}, false},
	{Follow, "Camera", "Follow the body under the pointer", []Chord{mouse(Ctrl, DoubleClick)}, false},
	{Orbit, "Camera", "Orbit", []Chord{mouse(0, DragLeft)}, false},
	{Pan, "Camera", "Pan", []Chord{mouse(0, DragMiddle), mouse(Shift, DragLeft)}, false},
	{Dolly, "Camera", "Move closer or away", []Chord{mouse(0, DragRight)}, false},
	{Zoom, "Camera", "Zoom toward the pointer", []Chord{mouse(0, Turn)}, false},
	{Frame, "Camera", "Frame the selection", keys(glfw.KeyF), false},
	{FrameAll, "Camera", "Frame all bodies and meshes", keys(glfw.KeyHome), false},
	{FrameCore, "Camera", "Frame without stray bodies", []Chord{with(Shift, glfw.KeyHome)}, false},
	{ViewX, "Camera", "View from the right, +X", keys(glfw.KeyX, glfw.KeyKP3), false},
	{ViewXBack, "Camera", "View from the left, −X", []Chord{with(Shift, glfw.KeyX), with(Ctrl, glfw.KeyKP3)}, false},
	{ViewY, "Camera", "View from the front, −Y", keys(glfw.KeyY, glfw.KeyKP1), false},
	{ViewYBack, "Camera", "View from the back, +Y", []Chord{with(Shift, glfw.KeyY), with(Ctrl, glfw.KeyKP1)}, false},
	{ViewZ, "Camera", "View from above, +Z", keys(glfw.KeyZ, glfw.KeyKP7), false},
	{ViewZBack, "Camera", "View from below, −Z", []Chord{with(Shift, glfw.KeyZ), with(Ctrl, glfw.KeyKP7)}, false},
	{Ortho, "Camera", "Orthographic or perspective", keys(glfw.KeyT, glfw.KeyKP5), false},
	{Store7, "Camera", "Store the view 7", []Chord{with(alt, glfw.Key7)}, false},
	{Store8, "Camera", "Store the view 8", []Chord{with(alt, glfw.Key8)}, false},
	{Store9, "Camera", "Store the view 9", []Chord{with(alt, glfw.Key9)}, false},
	{Recall7, "Camera", "Go to the view 7", keys(glfw.Key7), false},
	{Recall8, "Camera", "Go to the view 8", keys(glfw.Key8), false},
	{Recall9, "Camera", "Go to the view 9", keys(glfw.Key9), false},

	{Play, "Run", "Play or pause", keys(glfw.KeySpace), false},
	{Step, "Run", "One step", keys(glfw.KeyPeriod, glfw.KeyRight), true},
	{Step10, "Run", "10 steps", withAll(Shift, glfw.KeyPeriod, glfw.KeyRight), true},
	{Step100, "Run", "100 steps", withAll(Ctrl, glfw.KeyPeriod, glfw.KeyRight), true},
	{NextEvent, "Run", "Run to the next event", keys(glfw.KeyR), false},
	{LastEvent, "Run", "Back to the previous event", withAll(Shift, glfw.KeyR), false},
	{Back, "Run", "One step back", keys(glfw.KeyComma, glfw.KeyLeft), true},
	{Back10, "Run", "10 steps back", withAll(Shift, glfw.KeyComma, glfw.KeyLeft), true},
	{Back100, "Run", "100 steps back", withAll(Ctrl, glfw.KeyComma, glfw.KeyLeft), true},
	{SceneSpan, "Run", "Time line of the scene alone, or of the whole run", keys(glfw.KeyEnd), false},
	{Undo, "Run", "Take the last edit back", []Chord{with(Ctrl, glfw.KeyZ)}, true},
	{Redo, "Run", "Give it again", []Chord{with(Ctrl|Shift, glfw.KeyZ), with(Ctrl, glfw.KeyY)}, true},
	{Reset, "Run", "Back to the start, keeping edits", keys(glfw.KeyBackspace), false},
	{Twin, "Run", "Twin: the same world twice, side by side", keys(glfw.KeyU), false},
	{TwinNext, "Run", "Edit world A, B or both", []Chord{with(Shift, glfw.KeyU)}, false},
	{Faster, "Run", "Faster", []Chord{key(glfw.KeyEqual), with(Shift, glfw.KeyEqual), key(glfw.KeyKPAdd)}, true},
	{Slower, "Run", "Slower", keys(glfw.KeyMinus, glfw.KeyKPSubtract), true},

	{Contacts, "Show", "Contact points and normals", keys(glfw.KeyC), false},
	{Forces, "Show", "Contact forces", []Chord{with(Shift, glfw.KeyC)}, false},
	{Network, "Show", "Force network", keys(glfw.KeyN), false},
	{Velocity, "Show", "Velocity", keys(glfw.KeyV), false},
	{Inlets, "Show", "Inlets", []Chord{with(Shift, glfw.KeyI)}, false},
	{Trails, "Show", "Trails of bodies", keys(glfw.KeyJ), false},
	{Labels, "Show", "Numbers of bodies", []Chord{with(Shift, glfw.KeyB)}, false},
	{Boxes, "Show", "Bounding boxes", keys(glfw.KeyB), false},
	{Motions, "Show", "Key frames, hinges and sliders", keys(glfw.KeyP), false},
	{Grid, "Show", "Grid", keys(glfw.KeyG), false},
	{Axes, "Show", "Axes", keys(glfw.KeyA), false},
	{Scale, "Show", "Scale bar", []Chord{with(Shift, glfw.KeyG)}, false},
	{Marks, "Show", "Mark all, sliding, strong or selected contacts", []Chord{with(Shift, glfw.KeyN)}, false},
	{CutX, "Show", "Cut across X", []Chord{with(Ctrl, glfw.Key1)}, false},
	{CutY, "Show", "Cut across Y", []Chord{with(Ctrl, glfw.Key2)}, false},
	{CutZ, "Show", "Cut across Z", []Chord{with(Ctrl, glfw.Key3)}, false},
	{Style, "Show", "Solid, wire, hidden line", keys(glfw.KeyW), false},
	{Opacity, "Show", "Opacity of meshes", keys(glfw.KeyO), false},
	{ColorBy, "Show", "Next quantity to colour by", keys(glfw.KeyK), false},
	{Legend, "Show", "Legend of the colours", keys(glfw.KeyL), false},
	{LockRange, "Show", "Lock the range of the colours", []Chord{with(Shift, glfw.KeyL)}, false},
	{Range, "Show", "Change the range of the colours", []Chord{mouse(0, DragLegend)}, false},
	{RangeReset, "Show", "Colours follow the data", []Chord{mouse(0, ClickLegend)}, false},
	{Reference, "Show", "Count displacements from now", []Chord{with(Shift, glfw.KeyS)}, false},
	{Quality, "Show", "Quality of the picture", keys(glfw.KeyQ), false},
	{Vision, "Show", "Preview for other eyes: colour-blind, grey", []Chord{with(Shift, glfw.KeyQ)}, false},

	{Record, "Window", "Start or stop a video", keys(glfw.KeyF9), false},
	{Shot, "Window", "Save a picture", keys(glfw.KeyF12), false},
	{Picker, "Window", "Pick a scene", []Chord{with(Ctrl, glfw.KeyO)}, false},
	{Save, "Window", "Save the run, this moment or the scene", []Chord{with(Ctrl, glfw.KeyS)}, false},
	{Inspector, "Window", "Inspector", keys(glfw.KeyI), false},
	{Charts, "Window", "Charts of energy and contacts", keys(glfw.KeyM), false},
	{Table, "Window", "Table of all bodies", []Chord{with(Shift, glfw.KeyM)}, false},
	{Explain, "Show", "Explain a contact", keys(glfw.KeyE), false},
	{Messages, "Window", "Messages", []Chord{with(Ctrl, glfw.KeyM)}, false},
	{Hide, "Window", "Hide or show all but the view", keys(glfw.KeyTab), false},
	{FullScreen, "Window", "Full screen", keys(glfw.KeyF11), false},
	{Bigger, "Window", "Larger text", []Chord{with(Ctrl, glfw.KeyEqual), with(Ctrl|Shift, glfw.KeyEqual),
		with(Ctrl, glfw.KeyKPAdd)}, true},
	{Smaller, "Window", "Smaller text", withAll(Ctrl, glfw.KeyMinus, glfw.KeyKPSubtract), true},
	{Normal, "Window", "Normal text", withAll(Ctrl, glfw.Key0, glfw.KeyKP0), false},
	{Help, "Window", "Keys and manual", []Chord{key(glfw.KeyF1), key(glfw.KeyH), {Rune: '?'}}, false},
	{Palette, "Window", "Find anything by its name, and do it", []Chord{with(Ctrl, glfw.KeyK)}, false},
	{Cancel, "Window", "Close what is uppermost, then select nothing", keys(glfw.KeyEscape), false},
	{Quit, "Window", "Quit", []Chord{with(Ctrl, glfw.KeyQ)}, false},
}

// Groups are the groups of bindings in the order of the help.
var Groups = []string{"Select", "Camera", "Run", "Show", "Window"}

// Subject is the kind of thing that is selected, as far as it matters for keys.
type Subject int

// The subjects.
const (
	Nothing Subject = iota
	Body
	Contact
	NumSubjects
)

// For lists, for each kind of selection, the actions that act on it. The help shows them first.
var For = [NumSubjects][]Action{
	Nothing: {Palette, Select, BoxSelect, Find, Menu, Orbit, Pan, Zoom, FrameAll, Play},
	Body:    {Inspector, Frame, Pivot, Follow, DragBody, TurnBody, Menu, SelectMore, Cancel},
	Contact: {Explain, Inspector, Frame, Marks, Menu, SelectMore, Cancel},
}

// Modifiers are the modifiers that distinguish chords; Caps Lock and Num Lock do not.
const Modifiers = glfw.ModShift | glfw.ModControl | glfw.ModAlt | glfw.ModSuper

// Lookup returns the binding of a chord, or nil.
func Lookup(c Chord) *Binding {
	c.Mods &= Modifiers
	if runtime.GOOS == "darwin" && c.Mods&glfw.ModSuper != 0 {
		c.Mods = c.Mods&^glfw.ModSuper | Ctrl
	}
	for i := range Bindings {
		for _, have := range Bindings[i].Chords {
			if have == c {
				return &Bindings[i]
			}
		}
	}
	return nil
}

// Of returns the binding of an action.
func Of(a Action) *Binding {
	for i := range Bindings {
		if Bindings[i].Action == a {
			return &Bindings[i]
		}
	}
	return &Binding{Action: a}
}

// Shortcut returns the first chord of an action as text for people.
func Shortcut(a Action) string {
	if b := Of(a); len(b.Chords) > 0 {
		return b.Chords[0].String()
	}
	return ""
}

// Types reports whether a text field with the keyboard uses a key: all keys except function keys, and except
// letters with Ctrl that neither edit nor copy.
func (c Chord) Types() bool {
	switch {
	case c.Key >= glfw.KeyF1 && c.Key <= glfw.KeyF25:
		return false
	case c.Mods&Ctrl != 0 && c.Key >= glfw.KeyA && c.Key <= glfw.KeyZ:
		return strings.ContainsRune("ACVXYZ", rune(c.Key))
	}
	return true
}

// String returns the chord as text for people: "Shift+C", "right drag".
func (c Chord) String() string {
	var s strings.Builder
	for _, m := range []struct {
		bit  glfw.ModifierKey
		name string
	}{{glfw.ModControl, "Ctrl+"}, {glfw.ModAlt, "Alt+"}, {glfw.ModShift, "Shift+"}} {
		if c.Mods&m.bit != 0 {
			s.WriteString(m.name)
		}
	}
	switch {
	case c.Gesture != NoGesture:
		s.WriteString([...]string{"", "left drag", "right drag", "middle drag", "wheel", "click", "double click",
			"right click", "middle click", "drag in the legend", "right click in the legend"}[c.Gesture])
	case c.Rune != 0:
		s.WriteRune(c.Rune)
	default:
		s.WriteString(KeyName(c.Key))
	}
	return s.String()
}

// KeyName returns the name that is printed on a key.
func KeyName(k glfw.Key) string {
	names := map[glfw.Key]string{
		glfw.KeySpace: "Space", glfw.KeyBackspace: "Backspace", glfw.KeyLeft: "←", glfw.KeyRight: "→",
		glfw.KeyHome: "Home", glfw.KeyEnd: "End",
		glfw.KeyTab: "Tab", glfw.KeyEscape: "Esc", glfw.KeyKPAdd: "Num +", glfw.KeyKPSubtract: "Num −",
		glfw.KeyMinus: "−",
	}
	switch {
	case names[k] != "":
		return names[k]
	case k >= glfw.KeyF1 && k <= glfw.KeyF25:
		return fmt.Sprintf("F%d", k-glfw.KeyF1+1)
	case k >= glfw.KeyKP0 && k <= glfw.KeyKP9:
		return fmt.Sprintf("Num %d", k-glfw.KeyKP0)
	}
	return string(rune(k))
}

// Names returns chords as texts for people.
func Names(chords []Chord) []string {
	var list []string
	for _, c := range chords {
		list = append(list, c.String())
	}
	return list
}

// Markdown returns the table of keys and gestures as Markdown, for the manual.
func Markdown() string {
	var s strings.Builder
	s.WriteString("| | | |\n|---|---|---|\n")
	for _, g := range Groups {
		head := "**" + g + "**"
		for i := range Bindings {
			if b := &Bindings[i]; b.Group == g {
				var chords []string
				for _, c := range b.Chords {
					chords = append(chords, "`"+c.String()+"`")
				}
				fmt.Fprintf(&s, "| %s | %s | %s |\n", head, strings.Join(chords, " "), b.Text)
				head = ""
			}
		}
	}
	return s.String()
}

// Navigation is a way to move the camera with the mouse.
type Navigation struct {
	Name  string
	Drags map[Action][]Chord
}

// Navigations are ways to move the camera with the mouse, for people who are used to another program. The first is
// the navigation of the table of bindings; the others list only the differences.
var Navigations = []Navigation{
	{"Tumble", nil},
	{"Blender", map[Action][]Chord{
		Orbit: {mouse(0, DragMiddle)}, Pan: {mouse(Shift, DragMiddle)}, Dolly: {mouse(Ctrl, DragMiddle)},
		BoxSelect: {mouse(0, DragLeft), mouse(alt, DragRight)},
	}},
	{"MuJoCo", map[Action][]Chord{
		Orbit: {mouse(0, DragLeft)}, Pan: {mouse(0, DragRight)}, Dolly: {mouse(0, DragMiddle)},
	}},
}

// Drag returns the binding of a drag with the held modifiers in this navigation. If there is none, it returns the
// binding of the drag without modifiers, or nil.
func (n *Navigation) Drag(mods glfw.ModifierKey, g Gesture) *Binding {
	changed := n.Drags
	for _, c := range []Chord{{Mods: mods & Modifiers, Gesture: g}, {Gesture: g}} {
		for a, chords := range changed {
			for _, have := range chords {
				if have == c {
					return Of(a)
				}
			}
		}
		if b := Lookup(c); b != nil && changed[b.Action] == nil {
			return b
		}
	}
	return nil
}

// Chords returns the chords that trigger an action in this navigation.
func (n *Navigation) Chords(b *Binding) []Chord {
	changed := n.Drags
	if own := changed[b.Action]; own != nil {
		return own
	}
	taken := func(c Chord) bool {
		for _, chords := range changed {
			if slices.Contains(chords, c) {
				return true
			}
		}
		return false
	}
	return slices.DeleteFunc(slices.Clone(b.Chords), taken)
}

// InGroup returns the bindings of a group.
func InGroup(group string) []*Binding {
	var list []*Binding
	for i := range Bindings {
		if Bindings[i].Group == group {
			list = append(list, &Bindings[i])
		}
	}
	return list
}

// Tip returns the tooltip of an action, with its keys.
func Tip(a Action, more string) string {
	b := Of(a)
	s := b.Text + "  (" + strings.Join(Names(b.Chords), ", ") + ")"
	if more != "" {
		s += "\n" + more
	}
	return s
}
