package ui

import "example.org/tumble/ui/widget"

// panel is a part of a column, with a heading of its own.
type panel interface {
	draw(u *widget.Context)
}

// section is a panel of the inspector: it is shown only while it has something to show.
type section interface {
	panel
	wants() bool
}

// panels are the sections of the docks, top to bottom. A new panel is a file panel_<name>.go with a type of its own,
// and a row here.
var panels = []struct {
	title string
	dock  string // dock that holds the panel
	open  bool   // at first
	world bool   // it needs a world: the dump of another program has nothing for it to show
	of    func(*model) panel
}{
	{titleGuide, dockScene, true, true, func(m *model) panel { return &m.stories }},
	{"Now", dockScene, true, false, func(m *model) panel { return watchPanel{&m.readings} }},
	{"Parameters", dockScene, true, true, func(m *model) panel { return scenePanel{&m.physics} }},
	{"Stop when", dockScene, true, true, func(m *model) panel { return &m.breaks }},
	{"Materials", dockMaterials, true, true, func(m *model) panel { return materialsPanel{&m.physics} }},
	{"Inlets and outlets", dockFlow, true, true, func(m *model) panel { return &m.inlets }},
	{"Motions", dockFlow, true, true, func(m *model) panel { return &m.motions }},
	{"Forces", dockFlow, true, true, func(m *model) panel { return &m.forces }},
	{"View", dockView, true, false, func(m *model) panel { return &m.drawing }},
	{"Groups", dockView, false, false, func(m *model) panel { return &m.groups }},
	{"Camera", dockView, true, false, func(m *model) panel { return &m.camera }},
	{"Picture", dockExport, true, false, func(m *model) panel { return &m.pictures }},
	{"Video", dockExport, true, false, func(m *model) panel { return &m.recorder }},
	{"Replay and report", dockExport, true, true, func(m *model) panel { return &m.pages }},
	{"Export", dockExport, true, true, func(m *model) panel { return &m.export }},
	{"Regions", dockMeasure, true, true, func(m *model) panel { return &m.regions }},
	{"Flow through a plane", dockMeasure, true, false, func(m *model) panel { return &m.plane }},
	{"Flow through discs and rectangles", dockMeasure, true, true, func(m *model) panel { return &m.flows }},
	{"Field in a slice", dockMeasure, true, true, func(m *model) panel { return &m.slice }},
	{"Surfaces", dockMeasure, true, true, func(m *model) panel { return &m.surfaces }},
	{"Collisions", dockMeasure, true, true, func(m *model) panel { return &m.collided }},
	{"Statistics", dockStats, true, false, func(m *model) panel { return statsPanel{&m.readings} }},
}

// inspectors are the sections of the inspector, top to bottom: the data of the selected thing. A new section is a
// file panel_<name>.go with a type of its own, and a row here.
var inspectors = []struct {
	title string
	open  bool // at first
	of    func(*inspector) section
}{
	{"Ruler", true, func(i *inspector) section { return rulerPanel{i} }},
	{"Explain this contact", true, func(i *inspector) section { return explainPanel{i} }},
	{"Contact", true, func(i *inspector) section { return contactPanel{i} }},
	{"Body", true, func(i *inspector) section { return bodyPanel{i} }},
	{"Touches", true, func(i *inspector) section { return touchingPanel{i} }},
	{"Members", true, func(i *inspector) section { return membersPanel{i} }},
	{"Last steps", true, func(i *inspector) section { return historyPanel{i} }},
}
