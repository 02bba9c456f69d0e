package ui

import (
	"strings"

	"example.org/tumble/render/view"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// choice is a property of the view that has one of several options, such as the style. The dock, the lists of the
// toolbar and the palette read it.
type choice struct {
	name string
	act  keymap.Action // action that goes to the next option; NumActions: no key does
	help string
	of   []option
	now  func(*view.View) int
	set  func(*drawing, int)
	data bool // the choice applies only where a quantity colours the bodies
}

// option is one of the options of a choice.
type option struct {
	name, unit string
	why        func(*drawing) string // why the option would show nothing now; nil: it always shows something
}

// The choices, top to bottom in the dock.
var (
	choiceStyle = &choice{name: "Style", act: keymap.Style, of: options("solid", "wire", "hidden"),
		now: func(v *view.View) int { return int(v.Style) }, set: func(dr *drawing, i int) { dr.view.Style = view.Style(i) }}
	choiceColor = &choice{name: "Colour by", act: keymap.ColorBy, of: quantityOptions(),
		help: "What bodies are coloured by; the first are the colours of the scene.",
		now:  func(v *view.View) int { return int(v.ColorBy) },
		set:  func(dr *drawing, i int) { dr.setColorBy(view.ColorBy(i)) }}
	choiceMap = &choice{name: "Colours", act: keymap.NumActions, of: options(mapLabels()...), data: true,
		help: "auto is viridis for magnitudes, and blue to orange where 0 is in the middle.",
		now:  func(v *view.View) int { return int(v.ColorMap) },
		set:  func(dr *drawing, i int) { dr.view.ColorMap = view.ColorMap(i) }}
	choiceScale = &choice{name: "Scale", act: keymap.NumActions, of: options(view.ColorScaleNames[:]...), data: true,
		help: "How the range is spread over the colours. auto begins at 0, or has it in the middle of signed " +
			"quantities; linear goes from the smallest to the largest; log goes by ratios; symmetric has 0 in the middle.",
		now: func(v *view.View) int { return int(v.ColorScale) },
		set: func(dr *drawing, i int) {
			dr.view.ColorScale = view.ColorScale(i)
			dr.view.ColorRange = [2]float32{}
		}}
	choiceQuality = &choice{name: "Quality", act: keymap.Quality, of: options(view.QualityNames[:]...),
		help: "fast has no shadows, plain finer hollows, good shadows, best smooth edges. While you move the camera, a " +
			"processor that cannot keep up draws fast.",
		now: func(v *view.View) int { return int(v.Quality) },
		set: func(dr *drawing, i int) { dr.view.Quality = view.Quality(i) }}
	choiceTheme = &choice{name: "Theme", act: keymap.NumActions, of: options(view.ThemeNames[:]...),
		help: "Background, lines and panels: dark, or light and print for slides and paper.",
		now:  func(v *view.View) int { return int(v.Theme) },
		set:  func(dr *drawing, i int) { dr.view.Theme = view.Theme(i) }}
	choiceVision = &choice{name: "Seen", act: keymap.Vision, of: options(visionLabels()...),
		help: "Whose eyes the window shows its picture through; what is saved stays as it is.",
		now:  func(v *view.View) int { return int(v.Vision) },
		set:  func(dr *drawing, i int) { dr.view.Vision = view.Vision(i) }}
	choiceCamera = &choice{name: "Camera", act: keymap.Ortho, of: options("perspective", "ortho"),
		now: func(v *view.View) int {
			if v.Camera.Ortho {
				return 1
			}
			return 0
		},
		set: func(dr *drawing, _ int) { dr.do(keymap.Ortho) }}
	choiceMarks = &choice{name: "Marked contacts", act: keymap.Marks, of: options(view.MarkNames[:]...),
		help: "strong is above the mean force; selection is of what is selected.",
		now:  func(v *view.View) int { return int(v.Marks) },
		set:  func(dr *drawing, i int) { dr.view.Marks = view.Marks(i) }}
)

// choices lists all of them.
var choices = []*choice{choiceStyle, choiceColor, choiceMap, choiceScale, choiceQuality, choiceTheme, choiceVision,
	choiceCamera, choiceMarks}

// text returns the chosen option, as the toolbar shows it.
func (c *choice) text(v *view.View) string { return format.Sentence(c.of[c.now(v)].name) }

// options returns options with the given names.
func options(names ...string) (list []option) {
	for _, n := range names {
		list = append(list, option{name: n})
	}
	return list
}

// quantityOptions returns the quantities that can colour bodies.
func quantityOptions() (list []option) {
	for i := range view.Quantities {
		q := &view.Quantities[i]
		list = append(list, option{q.Label, q.Unit, func(dr *drawing) string {
			if view.ColorBy(i) == apartQuantity && !dr.twins() {
				return "there is no twin"
			}
			return dr.snap.Missing.Reason(q.Needs)
		}})
	}
	return list
}

// mapLabels returns the names of the colour maps, with a remark on maps that do not suit the colour-blind.
func mapLabels() []string {
	list := view.ColorMapNames()
	for i := range view.Maps {
		if !view.Maps[i].Safe {
			list[i+1] += ", not for the colour-blind"
		}
	}
	return list
}

// visionLabels returns the names of the kinds of colour vision that the window can simulate.
func visionLabels() (list []string) {
	for _, v := range view.Visions {
		list = append(list, v.Label)
	}
	return list
}

// choiceOf returns the choice that an action steps through, if it has more than two options, else nil.
func choiceOf(a keymap.Action) *choice {
	for _, c := range choices {
		if c.act == a && len(c.of) > 2 {
			return c
		}
	}
	return nil
}

// items returns the options of a choice as a menu.
func (dr *drawing) items(c *choice) []widget.MenuItem {
	now := c.now(&dr.view)
	list := make([]widget.MenuItem, len(c.of))
	for i, o := range c.of {
		list[i] = widget.MenuItem{Text: o.name, Hint: o.unit, Now: i == now, Do: func() {
			if i != c.now(&dr.view) {
				c.set(dr, i)
			}
		}}
		if o.why != nil {
			if why := o.why(dr); why != "" {
				list[i].Hint = why
			}
		}
	}
	return list
}

// choiceRow shows a choice in the dock: buttons where they have room, else a list.
func (dr *drawing) choiceRow(u *widget.Context, c *choice) {
	help := c.help
	if c.act != keymap.NumActions {
		help = keymap.Tip(c.act, c.help)
	}
	w, now := u.Label(c.name, help), c.now(&dr.view)
	const mostButtons = 4
	if len(c.of) > mostButtons {
		o := c.of[now]
		if u.ListButton(c.name, u.Fonts.Text, strings.TrimSpace(o.name+"  "+o.unit), w, u.RowHeight()) {
			u.OpenList(dr.items(c)...)
		}
		return
	}
	names := make([]string, len(c.of))
	for i := range c.of {
		names[i] = c.of[i].name
	}
	if i := u.Choice(c.name, names, now, w); i >= 0 {
		c.set(dr, i)
	}
}
