package ui

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// act names one thing that a person can do by key, button or mouse.
type act int

const (
	actSelect act = iota
	actSelectMore
	actBoxSelect
	actPivot
	actFollow
	actMenu
	actDragBody
	actTurnBody
	actFind
	actOrbit
	actPan
	actDolly
	actZoom
	actFrame
	actFrameAll
	actFrameCore
	actViewX
	actViewXBack
	actViewY
	actViewYBack
	actViewZ
	actViewZBack
	actOrtho
	actStore7
	actStore8
	actStore9
	actRecall7
	actRecall8
	actRecall9
	actPlay
	actStep
	actStep10
	actStep100
	actNextEvent
	actLastEvent
	actBack
	actBack10
	actBack100
	actUndo
	actRedo
	actReset
	actTwin
	actTwinNext
	actFaster
	actSlower
	actContacts
	actForces
	actNetwork
	actVelocity
	actInlets
	actTrails
	actLabels
	actBoxes
	actMotions
	actGrid
	actAxes
	actScale
	actMarks
	actCutX
	actCutY
	actCutZ
	actStyle
	actOpacity
	actColorBy
	actLegend
	actLockRange
	actRange
	actRangeReset
	actReference
	actQuality
	actRecord
	actShot
	actPicker
	actSave
	actInspector
	actExplain
	actMessages
	actCharts
	actHide
	actFullScreen
	actBigger
	actSmaller
	actNormal
	actHelp
	actCancel
	actQuit
	numActs
)

// Gesture is what the mouse does in a chord.
type Gesture uint8

// The gestures; Drag0 to Drag2 follow the numbers of the buttons.
const (
	NoGesture Gesture = iota
	DragLeft
	DragRight
	DragMiddle
	Turn // of the wheel
	Click
	DoubleClick
	RightClick
	MiddleClick
	DragLegend
	ClickLegend
)

// Chord is one way to ask for something: a key, a typed character or a gesture, with the
// modifiers that are held.
type Chord struct {
	Mods    glfw.ModifierKey
	Key     glfw.Key
	Rune    rune
	Gesture Gesture
}

// Binding ties chords to an action. Input, the help, tooltips and the manual all read
// the one table of bindings.
type Binding struct {
	act    act
	Group  string
	Text   string // what it does
	Chords []Chord
	repeat bool // goes on while the key is held
}

const (
	ctrl  = glfw.ModControl
	shift = glfw.ModShift
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

// bindings is the table.
var bindings = []Binding{
	{actSelect, "Select", "Select what is under the pointer", []Chord{mouse(0, Click)}, false},
	{actSelectMore, "Select", "Add to the selection, or take away", []Chord{mouse(shift, Click)}, false},
	{actBoxSelect, "Select", "Select bodies in a box", []Chord{mouse(alt, DragRight)}, false},
	{actMenu, "Select", "Menu: follow, frame, hide, copy numbers", []Chord{mouse(0, RightClick)}, false},
	{actDragBody, "Select", "Drag a body; the wheel brings it closer", []Chord{mouse(ctrl, DragLeft)}, false},
	{actTurnBody, "Select", "Turn a body", []Chord{mouse(ctrl|shift, DragLeft)}, false},
	{actFind, "Select", "Find by number, name or expression", []Chord{with(ctrl, glfw.KeyF)}, false},

	{actPivot, "Camera", "Turn about the body under the pointer", []Chord{mouse(0, DoubleClick)}, false},
	{actFollow, "Camera", "Follow the body under the pointer", []Chord{mouse(ctrl, DoubleClick)}, false},
	{actOrbit, "Camera", "Orbit", []Chord{mouse(0, DragLeft)}, false},
	{actPan, "Camera", "Pan", []Chord{mouse(0, DragMiddle), mouse(shift, DragLeft)}, false},
	{actDolly, "Camera", "Move closer or away", []Chord{mouse(0, DragRight)}, false},
	{actZoom, "Camera", "Zoom toward the pointer", []Chord{mouse(0, Turn)}, false},
	{actFrame, "Camera", "Frame the selection", keys(glfw.KeyF), false},
	{actFrameAll, "Camera", "Frame all bodies and meshes", keys(glfw.KeyHome), false},
	{actFrameCore, "Camera", "Frame without stray bodies", []Chord{with(shift, glfw.KeyHome)}, false},
	{actViewX, "Camera", "View from the right, +X", keys(glfw.KeyX, glfw.KeyKP3), false},
	{actViewXBack, "Camera", "View from the left, −X", []Chord{with(shift, glfw.KeyX), with(ctrl, glfw.KeyKP3)}, false},
	{actViewY, "Camera", "View from the front, −Y", keys(glfw.KeyY, glfw.KeyKP1), false},
	{actViewYBack, "Camera", "View from the back, +Y", []Chord{with(shift, glfw.KeyY), with(ctrl, glfw.KeyKP1)}, false},
	{actViewZ, "Camera", "View from above, +Z", keys(glfw.KeyZ, glfw.KeyKP7), false},
	{actViewZBack, "Camera", "View from below, −Z", []Chord{with(shift, glfw.KeyZ), with(ctrl, glfw.KeyKP7)}, false},
	{actOrtho, "Camera", "Orthographic or perspective", keys(glfw.KeyT, glfw.KeyKP5), false},
	{actStore7, "Camera", "Store the view 7", []Chord{with(alt, glfw.Key7)}, false},
	{actStore8, "Camera", "Store the view 8", []Chord{with(alt, glfw.Key8)}, false},
	{actStore9, "Camera", "Store the view 9", []Chord{with(alt, glfw.Key9)}, false},
	{actRecall7, "Camera", "Go to the view 7", keys(glfw.Key7), false},
	{actRecall8, "Camera", "Go to the view 8", keys(glfw.Key8), false},
	{actRecall9, "Camera", "Go to the view 9", keys(glfw.Key9), false},

	{actPlay, "Run", "Play or pause", keys(glfw.KeySpace), false},
	{actStep, "Run", "One step", keys(glfw.KeyPeriod, glfw.KeyRight), true},
	{actStep10, "Run", "10 steps", withAll(shift, glfw.KeyPeriod, glfw.KeyRight), true},
	{actStep100, "Run", "100 steps", withAll(ctrl, glfw.KeyPeriod, glfw.KeyRight), true},
	{actNextEvent, "Run", "Run to the next event", keys(glfw.KeyR), false},
	{actLastEvent, "Run", "Back to the previous event", withAll(shift, glfw.KeyR), false},
	{actBack, "Run", "One step back", keys(glfw.KeyComma, glfw.KeyLeft), true},
	{actBack10, "Run", "10 steps back", withAll(shift, glfw.KeyComma, glfw.KeyLeft), true},
	{actBack100, "Run", "100 steps back", withAll(ctrl, glfw.KeyComma, glfw.KeyLeft), true},
	{actUndo, "Run", "Take the last edit back", []Chord{with(ctrl, glfw.KeyZ)}, true},
	{actRedo, "Run", "Give it again", []Chord{with(ctrl|shift, glfw.KeyZ), with(ctrl, glfw.KeyY)}, true},
	{actReset, "Run", "Back to the start, keeping edits", keys(glfw.KeyBackspace), false},
	{actTwin, "Run", "A twin: the same world twice, side by side; or end it", keys(glfw.KeyU), false},
	{actTwinNext, "Run", "Edit world A, B or both", []Chord{with(shift, glfw.KeyU)}, false},
	{actFaster, "Run", "Faster", []Chord{key(glfw.KeyEqual), with(shift, glfw.KeyEqual), key(glfw.KeyKPAdd)}, true},
	{actSlower, "Run", "Slower", keys(glfw.KeyMinus, glfw.KeyKPSubtract), true},

	{actContacts, "Show", "Contact points and normals", keys(glfw.KeyC), false},
	{actForces, "Show", "Contact forces", []Chord{with(shift, glfw.KeyC)}, false},
	{actNetwork, "Show", "Force network", keys(glfw.KeyN), false},
	{actVelocity, "Show", "Velocity", keys(glfw.KeyV), false},
	{actInlets, "Show", "Inlets", []Chord{with(shift, glfw.KeyI)}, false},
	{actTrails, "Show", "Trails of bodies", keys(glfw.KeyJ), false},
	{actLabels, "Show", "Numbers of bodies", []Chord{with(shift, glfw.KeyB)}, false},
	{actBoxes, "Show", "Bounding boxes", keys(glfw.KeyB), false},
	{actMotions, "Show", "Key frames of motions", keys(glfw.KeyP), false},
	{actGrid, "Show", "Grid", keys(glfw.KeyG), false},
	{actAxes, "Show", "Axes", keys(glfw.KeyA), false},
	{actScale, "Show", "Scale bar", []Chord{with(shift, glfw.KeyG)}, false},
	{actMarks, "Show", "Mark all, sliding, strong or selected contacts", []Chord{with(shift, glfw.KeyN)}, false},
	{actCutX, "Show", "Cut across X", []Chord{with(ctrl, glfw.Key1)}, false},
	{actCutY, "Show", "Cut across Y", []Chord{with(ctrl, glfw.Key2)}, false},
	{actCutZ, "Show", "Cut across Z", []Chord{with(ctrl, glfw.Key3)}, false},
	{actStyle, "Show", "Solid, wire, hidden line", keys(glfw.KeyW), false},
	{actOpacity, "Show", "Opacity of meshes", keys(glfw.KeyO), false},
	{actColorBy, "Show", "Next quantity to colour by", keys(glfw.KeyK), false},
	{actLegend, "Show", "Legend of the colours", keys(glfw.KeyL), false},
	{actLockRange, "Show", "Lock the range of the colours", []Chord{with(shift, glfw.KeyL)}, false},
	{actRange, "Show", "Change the range of the colours", []Chord{mouse(0, DragLegend)}, false},
	{actRangeReset, "Show", "Range of the colours from the data", []Chord{mouse(0, ClickLegend)}, false},
	{actReference, "Show", "Count displacements from now", []Chord{with(shift, glfw.KeyS)}, false},
	{actQuality, "Show", "Quality of the picture", keys(glfw.KeyQ), false},

	{actRecord, "Window", "Start or stop a video", keys(glfw.KeyF9), false},
	{actShot, "Window", "Save a picture", keys(glfw.KeyF12), false},
	{actPicker, "Window", "Pick a scene", []Chord{with(ctrl, glfw.KeyO)}, false},
	{actSave, "Window", "Save the run, this moment or the scene", []Chord{with(ctrl, glfw.KeyS)}, false},
	{actInspector, "Window", "Inspector", keys(glfw.KeyI), false},
	{actCharts, "Window", "Charts of energy and contacts", keys(glfw.KeyM), false},
	{actExplain, "Show", "How the contact under the pointer, or the selected one, came about", keys(glfw.KeyE), false},
	{actMessages, "Window", "Messages", []Chord{with(ctrl, glfw.KeyM)}, false},
	{actHide, "Window", "Hide or show all but the view", keys(glfw.KeyTab), false},
	{actFullScreen, "Window", "Full screen", keys(glfw.KeyF11), false},
	{actBigger, "Window", "Larger text", []Chord{with(ctrl, glfw.KeyEqual), with(ctrl|shift, glfw.KeyEqual),
		with(ctrl, glfw.KeyKPAdd)}, true},
	{actSmaller, "Window", "Smaller text", withAll(ctrl, glfw.KeyMinus, glfw.KeyKPSubtract), true},
	{actNormal, "Window", "Normal text", withAll(ctrl, glfw.Key0, glfw.KeyKP0), false},
	{actHelp, "Window", "Keys and manual", []Chord{key(glfw.KeyF1), key(glfw.KeyH), {Rune: '?'}}, false},
	{actCancel, "Window", "Close what is open; never quits", keys(glfw.KeyEscape), false},
	{actQuit, "Window", "Quit", []Chord{with(ctrl, glfw.KeyQ)}, false},
}

// groups are the groups of bindings in the order of the help.
var groups = []string{"Select", "Camera", "Run", "Show", "Window"}

// modifiers are the ones that make one chord differ from another; locks do not.
const modifiers = glfw.ModShift | glfw.ModControl | glfw.ModAlt | glfw.ModSuper

// find returns the binding of a chord, or nil.
func find(c Chord) *Binding {
	c.Mods &= modifiers
	if runtime.GOOS == "darwin" && c.Mods&glfw.ModSuper != 0 {
		c.Mods = c.Mods&^glfw.ModSuper | ctrl
	}
	for i := range bindings {
		for _, have := range bindings[i].Chords {
			if have == c {
				return &bindings[i]
			}
		}
	}
	return nil
}

// binding returns the binding of an action.
func binding(a act) *Binding {
	for i := range bindings {
		if bindings[i].act == a {
			return &bindings[i]
		}
	}
	return &Binding{act: a}
}

// shortcut returns the first chord of an action as people read it.
func shortcut(a act) string {
	if b := binding(a); len(b.Chords) > 0 {
		return b.Chords[0].String()
	}
	return ""
}

// String returns the chord as people read it: "Shift+C", "right drag".
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
		s.WriteString(keyName(c.Key))
	}
	return s.String()
}

func keyName(k glfw.Key) string {
	names := map[glfw.Key]string{
		glfw.KeySpace: "Space", glfw.KeyBackspace: "Backspace", glfw.KeyLeft: "←", glfw.KeyRight: "→", glfw.KeyHome: "Home",
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

// chordList returns all chords of a binding as people read them.
func (b *Binding) chordList() string {
	var s []string
	for _, c := range b.Chords {
		s = append(s, c.String())
	}
	return strings.Join(s, ", ")
}

// BindingsMarkdown returns the table of keys and gestures as Markdown, for the manual.
func BindingsMarkdown() string {
	var s strings.Builder
	s.WriteString("| | | |\n|---|---|---|\n")
	for _, g := range groups {
		head := "**" + g + "**"
		for i := range bindings {
			if b := &bindings[i]; b.Group == g {
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
