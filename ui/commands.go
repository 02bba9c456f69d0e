package ui

import (
	"cmp"
	"strings"

	"example.org/tumble/assets/manual"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/ui/chart"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// command is a row of the palette: something that a person can do or choose by its name.
type command struct {
	name string
	kind string // the name of the table that it comes from, for people
	key  string
	hint string // its present value, or a short description
	now  bool   // it is the chosen option, or it is on
	why  string // why it cannot be done now; empty: it can
	do   func(*model, *widget.Context)
	give *given // the number that it sets; nil: it sets none
}

// given is a number that can be typed behind its name in the palette.
type given struct {
	unit string
	set  func(*model, float64)
}

// sources are the tables whose rows the palette has. A new table of commands needs a row here.
var sources = []struct {
	kind string
	list func(*model) []command
}{
	{"selected", selectedCommands},
	{"story", storyCommands},
	{"key", actionCommands},
	{"view", choiceCommands},
	{"view", viewNumberCommands},
	{"setting", settingCommands},
	{"setting", previewCommands},
	{"material", materialCommands},
	{"panel", panelCommands},
	{"table", tableCommands},
	{"camera", storedCommands},
	{"mouse", navigationCommands},
	{"notebook", notebookCommands},
	{"scene", sceneCommands},
	{"manual", manualCommands},
}

// nextScene is the name of the command that opens the scene after the present one.
const nextScene = "Next scene of the gallery"

// atFirst are the names of the commands that the palette shows before anything is typed, after the recently used
// commands and the stories of the scene: those that a new user may want.
var atFirst = []string{
	keymap.Of(keymap.Play).Text, keymap.Of(keymap.Forces).Text, keymap.Of(keymap.Explain).Text,
	"Colour by: " + view.Quantities[view.ColorBySpeed].Label, keymap.Of(keymap.Twin).Text, keymap.Of(keymap.Charts).Text,
	keymap.Of(keymap.Table).Text, keymap.Of(keymap.Record).Text, realTimeText, nextScene, keymap.Of(keymap.Help).Text,
}

// commands lists the rows of all sources.
func (m *model) commands() (all []command) {
	for _, s := range sources {
		for _, c := range s.list(m) {
			if c.kind == "" {
				c.kind = s.kind
			}
			all = append(all, c)
		}
	}
	return all
}

// selectedCommands returns the items that the menu of a right click offers for the selected thing.
func selectedCommands(m *model) (list []command) {
	t := m.view.Selected.Last()
	if m.view.Selected.Len() == 0 || m.snap == nil {
		return nil
	}
	for _, i := range thingItems {
		if i.hint == keymap.Cancel && i.fits(m, t) { // the other items are actions, which actionCommands lists
			list = append(list, command{name: m.nameOf(t) + ": " + i.text,
				do: func(m *model, _ *widget.Context) { i.do(m, t) }})
		}
	}
	return list
}

// actionCommands are all actions of keys, the overlays among them.
func actionCommands(m *model) (list []command) {
	for i := range keymap.Bindings {
		b := &keymap.Bindings[i]
		if b.Chords[0].Gesture != keymap.NoGesture || b.Action == keymap.Cancel || b.Action == keymap.Palette {
			continue
		}
		list = append(list, command{name: b.Text, kind: strings.ToLower(b.Group), key: keymap.Shortcut(b.Action),
			now: m.overlayOn(b.Action), why: m.unavailable(b.Action),
			do: func(m *model, _ *widget.Context) { m.do(b.Action) }})
	}
	return list
}

// overlayOn reports whether an action switches an overlay that is shown now.
func (m *model) overlayOn(a keymap.Action) bool {
	for _, o := range overlayActs {
		if o.act == a {
			return m.view.Overlays&o.bit != 0
		}
	}
	return false
}

// choiceCommands returns all options of all choices of the view.
func choiceCommands(m *model) (list []command) {
	if m.snap == nil {
		return nil
	}
	for _, c := range choices {
		for i, o := range c.of {
			why := ""
			if o.why != nil {
				why = o.why(&m.drawing)
			}
			list = append(list, command{name: c.name + ": " + o.name, hint: o.unit, now: i == c.now(&m.view), why: why,
				do: func(m *model, _ *widget.Context) {
					if i != c.now(&m.view) {
						c.set(&m.drawing, i)
					}
				}})
		}
	}
	return list
}

// edit opens the panel of a number, with the number being typed.
func (m *model) edit(u *widget.Context, dock, panel, key, text string) {
	m.openPanel(u, dock, panel)
	u.BeginTyping(key, text)
}

// openPanel opens a dock, and in it a panel.
func (m *model) openPanel(u *widget.Context, dock, panel string) {
	m.shell.hidden = false
	m.shell.OpenDock(dock, true)
	u.Open[panel], u.Seek = true, panel
}

// The titles of panels that the palette opens to type one of their numbers.
const (
	titleView       = "View"
	titleParameters = "Parameters"
	titleMaterials  = "Materials"
)

// viewNumberCommands are the numbers of the view.
func viewNumberCommands(m *model) (list []command) {
	for i := range viewNumbers {
		n := &viewNumbers[i]
		x := float64(*n.at(&m.view))
		list = append(list, command{name: n.Name, hint: format.Quantity(x, n.Unit, 4),
			do: func(m *model, u *widget.Context) { m.edit(u, dockView, titleView, n.Key, format.Exact(x, n.Unit)) },
			give: &given{n.Unit, func(m *model, x float64) {
				m.drawing.limited(n.Field, x, func(x float64) { *n.at(&m.view) = float32(x) })
			}}})
	}
	return list
}

// settingCommands returns the settings that can be changed while the world runs: each number, and each option of a
// setting that is a word.
func settingCommands(m *model) (list []command) {
	if m.snap == nil {
		return nil
	}
	for i := range setting.Table {
		s := &setting.Table[i]
		if !s.Live {
			continue
		}
		v, n := m.physics.setting(s), 1
		switch {
		case s.IsWord():
			for _, c := range s.Choices() {
				list = append(list, command{name: s.Name + ": " + c.Name, hint: c.About, now: c.Name == v.Word,
					do: func(m *model, _ *widget.Context) { m.physics.setWord(s, c.Name) }})
			}
			continue
		case s.IsVector():
			n = len(v.Numbers)
		}
		for k := range n {
			key, x := componentKey(s, k), v.Numbers[k]
			list = append(list, command{name: wordFor(key), hint: format.Quantity(x, s.Unit, 4),
				do:   func(m *model, u *widget.Context) { m.edit(u, dockScene, titleParameters, key, format.Exact(x, s.Unit)) },
				give: &given{s.Unit, func(m *model, x float64) { m.physics.wantNumber(s, k, x) }}})
		}
	}
	return list
}

// materialCommands are the numbers of the materials that the present law uses.
func materialCommands(m *model) (list []command) {
	if m.snap == nil {
		return nil
	}
	used := m.physics.lawNow()
	for i := range m.snap.Materials {
		name, now := m.snap.Materials[i].Name, m.physics.material(i)
		for _, f := range law.Fields {
			if used != nil && !used.Uses(&f) {
				continue
			}
			key, x := materialKey(name, f.Name), *f.Of(&now)
			list = append(list, command{name: f.Word + " of " + name, hint: format.Quantity(x, f.Unit, 4),
				do: func(m *model, u *widget.Context) {
					m.edit(u, dockMaterials, titleMaterials, key, format.Exact(x, f.Unit))
				},
				give: &given{f.Unit, func(m *model, x float64) { m.physics.wantMaterial(i, f, x) }}})
		}
	}
	return list
}

// panelCommands returns the docks, their panels and the panes of the drawer.
func panelCommands(m *model) (list []command) {
	for _, d := range docks {
		list = append(list, command{name: "Dock: " + d.title, hint: d.about, now: m.shell.Dock == d.title,
			do: func(m *model, u *widget.Context) { m.openPanel(u, d.title, "") }})
	}
	for _, p := range panels {
		list = append(list, command{name: "Panel: " + p.title, hint: "in " + p.dock,
			do: func(m *model, u *widget.Context) { m.openPanel(u, p.dock, p.title) }})
	}
	for i, p := range m.charts.panes(chart.All(nil, nil, 0)) {
		list = append(list, command{name: "Chart: " + p.title, hint: p.about, now: m.charts.shows(i),
			do: func(m *model, _ *widget.Context) { m.charts.show(i) }})
	}
	return list
}

// tableCommands returns the quantities by which the table of bodies can be sorted and of which it can show a
// histogram.
func tableCommands(m *model) (list []command) {
	show := func(m *model, title string) {
		m.charts.show(m.charts.find(title))
		m.table.stale = true
	}
	for i := range query.Quantities {
		q := &query.Quantities[i]
		list = append(list, command{name: "Order bodies by: " + q.Name, hint: q.About, now: m.table.Sort == q.Name,
			do: func(m *model, _ *widget.Context) {
				m.table.sortBy(q)
				show(m, titleTable)
			}})
		if !q.IsWord() {
			list = append(list, command{name: "Histogram of bodies: " + q.Name, hint: q.About,
				now: m.table.Histogram == q.Name,
				do: func(m *model, _ *widget.Context) {
					m.table.Histogram = q.Name
					show(m, titleHistogram)
				}})
		}
	}
	return list
}

// storyCommands are the stories of the scene, and the next scene.
func storyCommands(m *model) (list []command) {
	if m.snap == nil {
		return nil
	}
	for i := range m.snap.Guide.Stories {
		list = append(list, command{name: "Story: " + m.snap.Guide.Stories[i].Title,
			do: func(m *model, _ *widget.Context) { m.stories.start(i) }})
	}
	if next, ok := m.stories.next(); ok {
		list = append(list, command{name: nextScene, hint: cmp.Or(next.Title, next.Name), kind: "scene",
			do: func(m *model, _ *widget.Context) { m.scene.load(next.Name) }})
	}
	return list
}

// previewCommands returns the ways to soften contacts, which makes the run faster.
func previewCommands(m *model) []command {
	if m.snap == nil {
		return nil
	}
	return []command{{name: realTimeText, hint: "softens contacts once, for a look", now: m.physics.softened(),
		why: m.snap.Missing.Reason(bridge.Missing{Edits: true}),
		do:  func(m *model, _ *widget.Context) { m.physics.realTime() }}}
}

// storedCommands are the views that a person has stored.
func storedCommands(m *model) (list []command) {
	for _, v := range m.camera.views {
		list = append(list, command{name: "Stored view: " + v.Name,
			do: func(m *model, _ *widget.Context) { m.camera.recallView(v.Name) }})
	}
	return list
}

// navigationCommands are the ways to move the camera with the mouse.
func navigationCommands(m *model) (list []command) {
	for i, n := range keymap.Navigations {
		list = append(list, command{name: "Navigation: as in " + n.Name, now: m.camera.navigation == i,
			do: func(m *model, _ *widget.Context) { m.camera.navigation = i }})
	}
	return list
}

// sceneCommands are the scenes that can be opened.
func sceneCommands(m *model) (list []command) {
	for _, s := range m.picker.scenes() {
		title := s.Title
		if title == "" {
			title = s.Name
		}
		list = append(list, command{name: "Scene: " + title, hint: s.About, now: m.snap != nil && m.snap.Scene == s.Name,
			do: func(m *model, _ *widget.Context) { m.scene.load(s.Name) }})
	}
	return list
}

// manualCommands are the topics of the manual and their headings.
func manualCommands(m *model) (list []command) {
	for i := range m.help.manual {
		t := &m.help.manual[i]
		for _, b := range t.Blocks {
			if b.Kind != manual.Heading {
				continue
			}
			name := "Manual: " + t.Title
			if b.Text != t.Title {
				name += ", " + b.Text
			}
			list = append(list, command{name: name, do: func(m *model, _ *widget.Context) {
				m.help.open, m.help.topic, m.help.part = true, i+1, b.Text
			}})
		}
	}
	return list
}

// notebookCommands returns what can be done about a notebook.
func notebookCommands(m *model) (list []command) {
	n := &m.notebook
	if n.socket == nil {
		return nil
	}
	list = append(list, command{name: "Connect a notebook", hint: "Python holds this window: tumble.attach()", now: n.open,
		do: func(m *model, _ *widget.Context) { n.connect() }})
	if n.holder != "" {
		list = append(list, command{name: "Disconnect the notebook", hint: n.holder,
			do: func(m *model, _ *widget.Context) { n.socket.Disconnect() }})
	}
	return list
}
