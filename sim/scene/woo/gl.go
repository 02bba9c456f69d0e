package woo

import (
	"math"
	"slices"
	"strings"

	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/vec"
)

// viewSettings holds the settings of the view that a script makes.
type viewSettings struct {
	objects   map[string]*object // the display objects of Woo, by class
	overlays  map[string]bool    // overlays that the script turned on or off
	style     string
	colorBy   string
	glyph     float64 // 0: not set
	direction *vec.Vec3
}

// viewClasses are the classes of display objects, and their names in S.gl.
var (
	viewClasses []*class
	viewNames   = map[string]string{
		"renderer": "Renderer", "demField": "Gl1_DemField", "cPhys": "Gl1_CPhys", "sphere": "Gl1_Sphere",
		"capsule": "Gl1_Capsule",
		"wall":    "Gl1_Wall", "facet": "Gl1_Facet", "infCylinder": "Gl1_InfCylinder", "node": "Gl1_Node",
	}
)

// viewSetup is the class of S.gl.
var viewSetup *class

// relMaxRad is the default thickness at which the view draws the strongest contact force, relative to the scene.
const relMaxRad = 0.1

// Reasons why an option of Woo has no effect here.
const (
	noSuchOption = "the view has no such option"
	alwaysWhole  = "bodies are always drawn whole and smooth"
)

// initView makes the display classes.
func initView() {
	setView := func(f func(w *viewSettings, v value)) func(*interp, *object, value) {
		return func(in *interp, _ *object, v value) { f(in.session.view, v) }
	}
	overlay := func(name string) func(*interp, *object, value) {
		return setView(func(w *viewSettings, v value) { w.overlays[name] = v.(bool) })
	}
	wired := field{name: "wire", conv: yesNo, init: false, set: setView(func(w *viewSettings, v value) {
		if w.style = ""; v.(bool) {
			w.style = "wire"
		}
	})}
	smooth := field{name: "smooth", conv: only(true, alwaysWhole), init: true}
	solid := []field{wired, smooth, {name: "quality", conv: number, mute: "the quality is chosen in the window"}}
	viewClasses = []*class{
		{name: "Renderer", fields: rendererFields(setView, overlay)},
		{name: "Gl1_DemField", fields: append([]field{
			{name: "cPhys", conv: yesNo, init: false, set: overlay("forces")},
			{name: "bound", conv: yesNo, init: false, mute: noSuchOption},
			{name: "colorBy", conv: words, set: colorBy}, {name: "glyph", conv: words, set: glyphs},
			{name: "cNode", conv: whole, init: int64(0), set: setView(func(w *viewSettings, v value) {
				w.overlays["contacts"] = v.(int64) != 0
			})},
			wired,
		}, muted("shape", "shape2", "mask", "modulo", "colorBy2", "colorRange", "colorRange2", "vecAxis", "nodes",
			"deadNodes", "guiEvery", "glyphRelSz", "periodic")...)},
		{name: "Gl1_CPhys", fields: append([]field{
			{name: "relMaxRad", conv: positive, init: 0.01, set: setView(func(w *viewSettings, v value) {
				w.glyph = v.(float64) / relMaxRad
			})},
		}, muted("range", "shearRange", "shearColor", "signFilter", "slices")...)},
		{name: "Gl1_Sphere", fields: append(slices.Clone(solid), muted("scale", "glutSlices", "glutStacks")...)},
		{name: "Gl1_Capsule", fields: append(slices.Clone(solid), muted("scale", "glutSlices", "glutStacks")...)},
		{name: "Gl1_Facet", fields: muted("wire", "slices", "fastDrawLim", "wd")},
		{name: "Gl1_Wall", fields: muted("div")}, {name: "Gl1_InfCylinder",
			fields: muted("wire", "spokes", "slices", "stacks")},
		{name: "Gl1_Node", fields: muted("wd", "len")},
	}
	for _, c := range viewClasses {
		c.single = true
	}
	viewSetup = &class{name: "GlSetup", single: true}
	for _, name := range sortedNames(viewNames) {
		viewSetup.fields = append(viewSetup.fields, field{name: name, conv: anything,
			get: func(in *interp, o *object) value { return in.session.view.object(in, viewNames[name]) }})
	}
}

type viewSetter func(func(w *viewSettings, v value)) func(*interp, *object, value)

func rendererFields(setView viewSetter, overlay func(string) func(*interp, *object, value)) []field {
	whenFast := func(in *interp, what string, v value) value { // drawing is never coarse here
		if in.truth(v) && v != "never" {
			in.notice("%s=%s has no effect: %s", what, in.brief(v), alwaysWhole)
		}
		return v
	}
	return append([]field{
		{name: "engines", conv: yesNo, init: true, set: overlay("inlets")},
		{name: "allowFast", conv: whenFast, init: true}, {name: "fast", conv: whenFast, init: "unfocused"},
		{name: "iniViewDir", conv: space, init: vec.New(-1, 0, 0), set: setView(func(w *viewSettings, v value) {
			d := v.(vec.Vec3)
			w.direction = &d
		})},
		{name: "iniUp", conv: space, init: vec.AxisZ, set: func(in *interp, o *object, v value) {
			if v.(vec.Vec3).Unit() != vec.AxisZ {
				in.notice("Renderer.iniUp has no effect: up is +z here")
			}
		}},
		{name: "oriAxes", conv: yesNo, init: true, set: overlay("axes")},
		{name: "grid", conv: whole, init: int64(0), set: setView(func(w *viewSettings, v value) {
			w.overlays["grid"] = v.(int64) != 0
		})},
	}, muted("ranges", "cell", "ghosts", "bgColor", "showTime", "showDate", "maxFps", "clipPlanes", "dispScale",
		"rotScale", "scaleOn",
		"light1", "light2", "light1Pos", "light2Pos", "oriAxesPx", "logoSize", "snapFmt", "zClipCoeff", "selFollow")...)
}

// muted are options of Woo that the view has no counterpart of.
func muted(names ...string) (fields []field) {
	for _, n := range names {
		fields = append(fields, field{name: n, conv: anything, mute: noSuchOption})
	}
	return fields
}

// quantities maps the quantities of Woo to colour by to the quantities of this program.
var quantities = map[string]string{
	"shape": "shape", "Shape.color": "shape", "vel": "speed", "velocity": "speed", "angVel": "spin",
	"angular velocity": "spin",
	"nCon":             "contacts", "number of contacts": "contacts", "position": "height", "id": "body",
}

func colorBy(in *interp, o *object, v value) {
	q, ok := quantities[v.(string)]
	if !ok {
		in.notice("Gl1_DemField.colorBy='%s' has no effect: the view colours by %s", v,
			strings.Join(sortedNames(quantities), ", "))
		return
	}
	in.session.view.colorBy = q
}

func glyphs(in *interp, o *object, v value) {
	switch v.(string) {
	case "velocity", "vel":
		in.session.view.overlays["velocity"] = true
	case "none", "keep":
	default:
		in.notice("Gl1_DemField.glyph='%s' has no effect: the view has arrows for velocities only", v)
	}
}

// has reports whether a class is one of the display.
func (w *viewSettings) has(name string) bool {
	return name == viewSetup.name || slices.ContainsFunc(viewClasses, func(c *class) bool { return c.name == name })
}

// object returns the object of a display class, nil if there is no such class.
func (w *viewSettings) object(in *interp, name string) value {
	if o := w.objects[name]; o != nil {
		return o
	}
	for _, c := range viewClasses {
		if c.name == name {
			w.objects[name] = c.object(in)
			return w.objects[name]
		}
	}
	return nil
}

func viewOptions(in *interp) value {
	w := in.session.view
	if w.objects[viewSetup.name] == nil {
		w.objects[viewSetup.name] = viewSetup.object(in)
	}
	return w.objects[viewSetup.name]
}

// startOverlays are the overlays that a view begins with.
var startOverlays = []string{"grid", "axes"}

// spec returns the view as a scene file has it, nil if the script says nothing. The frame
// is a box to have in the picture.
func (w *viewSettings) spec(wires bool, frame func() scene.Frame) *scene.View {
	style := w.style
	if wires && style == "" {
		style = "wire"
	}
	v := &scene.View{Style: style, ColorBy: w.colorBy, GlyphScale: math.Min(w.glyph, 4)}
	if len(w.overlays) > 0 {
		on := map[string]bool{}
		for _, n := range startOverlays {
			on[n] = true
		}
		for _, n := range sortedNames(w.overlays) {
			on[n] = w.overlays[n]
		}
		v.Overlays = []string{}
		for _, n := range sortedNames(on) {
			if on[n] {
				v.Overlays = append(v.Overlays, n)
			}
		}
	}
	if w.direction != nil && w.direction.Norm() > 0 {
		d := w.direction.Unit() // the eye is on the other side
		v.Azimuth = neat(math.Atan2(-d.Y, -d.X) * 180 / math.Pi)
		v.Elevation = neat(math.Asin(vec.Clamp(-d.Z, -1, 1)) * 180 / math.Pi)
		v.Frame = frame()
	}
	if v.Style == "" && v.ColorBy == "" && v.GlyphScale == 0 && v.Overlays == nil && w.direction == nil {
		return nil
	}
	return v
}
