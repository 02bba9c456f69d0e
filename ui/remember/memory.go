// Package remember keeps the state of a window from one run of the program to the next: its size and layout, how
// scenes are drawn, the last scene and the files that were opened.
package remember

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/layout"
)

// LeastWidth and LeastHeight are the smallest size of a window [units of the screen].
const LeastWidth, LeastHeight = 640, 400

// Memory is the state that a window keeps. Its zero value is the memory of a first start.
type Memory struct {
	Greeted       bool            // the person has seen the introduction to the mouse
	Width, Height int             // of the window, in units of the screen
	Scale         float32         // scale of text and widgets that the person has chosen
	Layout        layout.Shell    // of the window
	Table         Table           // of bodies
	Sections      map[string]bool // sections of the docks by their titles: open or not
	Scene         string          // the last scene: a name or an absolute path
	Recent        []string        // absolute paths of scene files that were opened, newest first
	Commands      []string        // commands that were chosen from the palette, newest first
	View          View
	Navigation    string  // name of the navigation of the mouse; empty: the first one
	Places        []Place // scenes with views, groups or breakpoints of their own, the last changed first
}

// Table holds the person's choices for the table of bodies and for the plots beside it: quantities by their names.
type Table struct {
	Columns    []string // empty: the columns of a first start
	Sort       string   // quantity by which rows are sorted; empty: the order of the world
	Down       bool     // largest first
	Histogram  string
	Across, Up string   // quantities of the scatter plot
	Logs       []string // quantities that plots show by their logarithms
}

// Place is the state that is kept for one scene.
type Place struct {
	Scene  string // in the form of Memory.Scene
	Views  []Named
	Groups []Group
	// Breakpoints are the conditions at which the run pauses. A condition that begins with # is switched off.
	Breakpoints []string
}

// Named is a camera that a person has stored under a name.
type Named struct {
	Name   string
	Camera view.Camera
}

// Group is a group of bodies with a style of its own; see package grouping.
type Group struct {
	Rule  string
	Style string `json:"Look"` // files keep the former name of the field
}

// View says how the last scene was drawn, with names from the tables of package view.
type View struct {
	Camera              view.Camera
	Style, Marks        string
	ColorBy             string
	ColorMap            string
	ColorScale          string
	Quality, Theme      string
	Overlays            []string
	Opacity, GlyphScale float32
	Measured            Measured `json:",omitzero"`
}

// Measured says which sensors were drawn, with texts as the command line has them; see view.Measured.
type Measured struct {
	Slice                string `json:",omitempty"`
	Plane                string `json:",omitempty"`
	Through, Regions     bool   `json:",omitempty"`
	Part, Region, Number int    `json:",omitempty"`
}

// keep stores which sensors are drawn.
func (k *Measured) keep(m *view.Measured) {
	if !m.On() {
		return
	}
	*k = Measured{Slice: m.Slice.String(), Through: m.Through, Regions: m.Regions, Part: m.Part, Region: m.Region,
		Number: m.Chart}
	if m.Flow {
		k.Plane = m.Plane.String()
	}
}

// give draws the sensors that were drawn, besides those that are drawn. What cannot be read is left out.
func (k *Measured) give(m *view.Measured, slice bool) {
	m.Through, m.Regions = m.Through || k.Through, m.Regions || k.Regions
	m.Part, m.Region, m.Chart = k.Part, k.Region, max(0, min(k.Number, len(bridge.RegionCharts())-1))
	if of, err := bridge.ParseSlice(k.Slice); err == nil && slice {
		m.Slice = of
	}
	if p, err := bridge.ParsePlane(k.Plane); err == nil && p.Name == "" {
		m.Flow, m.Plane = true, p
	}
}

// mostPlaces is the largest number of scenes whose views, groups and breakpoints are kept.
const mostPlaces = 50

// mostRecent is the largest number of recent files, and of recent commands.
const mostRecent = 8

// File returns the path of the memory file of the person who runs the program; its folder need not exist.
func File() (string, error) {
	folder := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(folder) { // the XDG specification says that relative paths are ignored
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		folder = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(folder, "tumble", "window.json"), nil
}

// Read returns the memory in a file, or the memory of a first start if there is no such file or name is empty.
//
// Errors: the file cannot be read, or holds no memory. Read then returns the memory of a first start, too.
func Read(name string) (Memory, error) {
	if name == "" {
		return Memory{}, nil
	}
	data, err := input.Read(name, limit.MemoryBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return Memory{}, nil
	}
	if err != nil {
		return Memory{}, err
	}
	var m Memory
	if err := json.Unmarshal(data, &m); err != nil {
		return Memory{}, fmt.Errorf("%s: %w", name, err)
	}
	if err := m.check(); err != nil {
		return Memory{}, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// check returns an error for numbers that no window can have.
func (m *Memory) check() error {
	l, c := m.Layout, m.View.Camera
	for _, n := range []struct {
		name         string
		v, low, high float32
	}{
		{"Width", float32(m.Width), 0, 1 << 15}, {"Height", float32(m.Height), 0, 1 << 15}, {"Scale", m.Scale, 0, 10},
		{"DockWidth", l.DockWidth, 0, 1e4}, {"InspectorWidth", l.InspectorWidth, 0, 1e4},
		{"DrawerHeight", l.DrawerHeight, 0, 1e4}, {"Opacity", m.View.Opacity, 0, 1},
		{"GlyphScale", m.View.GlyphScale, 0, 1e3}, {"Distance", c.Distance, 0, math.MaxFloat32}, {"Fov", c.Fov, 0, 170},
	} {
		if !(n.v >= n.low && n.v <= n.high) {
			return fmt.Errorf("%s must be from %g to %g, got %g", n.name, n.low, n.high, n.v)
		}
	}
	for _, p := range m.Places {
		for _, v := range p.Views {
			if c := v.Camera; !(c.Distance > 0 && c.Distance <= math.MaxFloat32 && c.Fov >= 0 && c.Fov <= 170) {
				return fmt.Errorf("Distance of the view %q must be > 0, and Fov from 0 to 170, got %g and %g", v.Name, c.Distance,
					c.Fov)
			}
		}
	}
	return nil
}

// Write writes the memory to a file, and creates its folder. Both may be links, because they are the person's own.
func (m Memory) Write(name string) error {
	outfile.Follow(name)
	if err := outfile.MakeFolder(filepath.Dir(name)); err != nil {
		return err
	}
	data, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return err
	}
	return outfile.WriteBytes(name, append(data, '\n'))
}

// Opened records that a scene was opened: a built-in scene or a file. A file becomes the newest of the recent
// files.
func (m *Memory) Opened(scene string, builtIn bool) {
	if builtIn {
		m.Scene = scene
		return
	}
	whole, err := filepath.Abs(scene)
	if err != nil || scene == input.Standard {
		return
	}
	m.Scene = whole
	m.Recent = newest(m.Recent, whole)
}

// AddCommand records that a command was chosen from the palette.
func (m *Memory) AddCommand(command string) {
	m.Commands = newest(m.Commands, command)
}

// newest returns a list with a text moved to its front, with at most mostRecent elements.
func newest(list []string, text string) []string {
	list = slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == text })
	list = append([]string{text}, list...)
	return list[:min(len(list), mostRecent)]
}

// PlaceOf returns the state that is kept for a scene.
func (m *Memory) PlaceOf(scene string) Place {
	for _, p := range m.Places {
		if p.Scene == scene {
			return p
		}
	}
	return Place{Scene: scene}
}

// KeepPlace keeps views, groups and breakpoints of a scene. It makes a new list, so that copies of the memory do
// not change.
func (m *Memory) KeepPlace(p Place) {
	if had := m.PlaceOf(p.Scene); slices.Equal(had.Views, p.Views) && slices.Equal(had.Groups, p.Groups) &&
		slices.Equal(had.Breakpoints, p.Breakpoints) {
		return
	}
	list := slices.DeleteFunc(slices.Clone(m.Places), func(o Place) bool { return o.Scene == p.Scene })
	if len(p.Views)+len(p.Groups)+len(p.Breakpoints) > 0 {
		list = slices.Insert(list, 0, p)
	}
	m.Places = list[:min(len(list), mostPlaces)]
}

// IsLastScene reports whether a scene is the last scene of the memory.
func (m *Memory) IsLastScene(scene string) bool {
	whole, err := filepath.Abs(scene)
	return m.Scene != "" && (scene == m.Scene || err == nil && whole == m.Scene)
}

// Keep stores the settings of a view, by which a scene is drawn.
func (m *Memory) Keep(v *view.View) {
	k := &m.View
	*k = View{Camera: v.Camera, Style: view.StyleNames[v.Style], Marks: view.MarkNames[v.Marks],
		ColorBy:  v.Quantity().Name,
		ColorMap: view.ColorMapNames()[v.ColorMap], ColorScale: view.ColorScaleNames[v.ColorScale],
		Quality: view.QualityNames[v.Quality], Theme: view.ThemeNames[v.Theme], Opacity: v.Opacity, GlyphScale: v.GlyphScale}
	k.Measured.keep(&v.Measured)
	for _, o := range overlay.Choices() {
		if v.Overlays&o.Bit != 0 {
			k.Overlays = append(k.Overlays, o.Name)
		}
	}
}

// Give sets a view to the stored settings: to the settings for any scene, and with same also to the settings that
// belong to the last scene. Fields that a person has chosen stay.
func (m *Memory) Give(v *view.View, same bool, chosen view.Fields) {
	k := &m.View
	if k.Camera.Distance == 0 { // nothing was kept
		return
	}
	index := func(names []string, name string, field view.Fields) (int, bool) {
		i := slices.Index(names, name)
		return i, i >= 0 && !chosen.Has(field)
	}
	if i, ok := index(view.QualityNames[:], k.Quality, view.FieldQuality); ok {
		v.Quality = view.Quality(i)
	}
	if i, ok := index(view.ThemeNames[:], k.Theme, view.FieldTheme); ok {
		v.Theme = view.Theme(i)
	}
	if i, ok := index(view.ColorMapNames(), k.ColorMap, view.FieldColorMap); ok {
		v.ColorMap = view.ColorMap(i)
	}
	v.GlyphScale = k.GlyphScale
	if !same {
		return
	}
	v.Opacity = k.Opacity
	if i, ok := index(view.StyleNames[:], k.Style, view.FieldStyle); ok {
		v.Style = view.Style(i)
	}
	if i, ok := index(view.MarkNames[:], k.Marks, view.FieldMarks); ok {
		v.Marks = view.Marks(i)
	}
	if i, ok := index(view.ColorByNames(), k.ColorBy, view.FieldColorBy); ok {
		v.ColorBy = view.ColorBy(i)
	}
	if i, ok := index(view.ColorScaleNames[:], k.ColorScale, view.FieldColorScale); ok {
		v.ColorScale = view.ColorScale(i)
	}
	if !chosen.Has(view.FieldOverlays) {
		v.Overlays = 0
		for _, o := range overlay.Choices() {
			if slices.Contains(k.Overlays, o.Name) {
				v.Overlays |= o.Bit
			}
		}
	}
	if !chosen.Has(view.FieldCamera) {
		v.Camera = k.Camera
	}
	if k.Measured != (Measured{}) {
		k.Measured.give(&v.Measured, !chosen.Has(view.FieldSlice))
	}
}
