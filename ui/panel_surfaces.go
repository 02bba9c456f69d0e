package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// Explanations of surfaces in panels.
const (
	aboutSurface = "What contacts do to the selected body is measured: force, torque, power, pressure, wear. As this is " +
		"added up from the beginning on, the scene begins again."
	aboutPatch        = "As above, but of the triangles of the selected body whose centres are in the chosen region now."
	aboutTypedSurface = "Enter adds a surface, or changes the one of this name: NAME=@BODY, " +
		"NAME=box/x,y,z/x,y,z@BODY for the triangles there, NAME=facing/x,y,z/DEGREES@BODY for those that face a " +
		"direction; NAME=@BODY#triangles also keeps sums for each triangle, which paint the body. The scene begins again."
)

// draw lists the surfaces, with the numbers of the chosen one.
func (sf *surfaces) draw(u *widget.Context) {
	list, wide := sf.snap.Surfaces, imgui.ContentRegionAvail().X
	if len(list) == 0 {
		u.Paragraph(u.Fonts.Text, widget.ColorSecondary, "What contacts do to a body, or to a part of its triangles, is "+
			"measured and added up: force, torque, power, pressure, wear.")
	}
	_, now := sf.names()
	for i := range list {
		imgui.PushIDInt(i)
		sf.surfaceRow(u, i, i == now)
		imgui.PopID()
	}
	sf.newRows(u, wide)
	u.Refusal("surfaces")
	if now >= 0 {
		sf.numberRows(u, &list[now])
	}
}

// surfaceRow shows the name of a surface, which a click chooses, and takes it away.
func (sf *surfaces) surfaceRow(u *widget.Context, i int, chosen bool) {
	s, h := &sf.snap.Surfaces[i].Surface, u.RowHeight()
	if u.Button("surface", s.Name, "", imgui.ContentRegionAvail().X-h-u.Px(2), h, chosen) {
		sf.chosen = s.Name
	}
	u.Tip(s.String() + ". Conditions ask for its numbers: surface(" + s.Name + ", pressure) > 5e3.")
	imgui.SameLineV(0, u.Px(2))
	if u.FlatButton("drop surface", widget.IconClose, h, h, widget.ColorSecondary) {
		sf.setSurfaces(slices.DeleteFunc(sf.list(), func(o bridge.Surface) bool { return o.Name == s.Name }))
	}
	u.Tip("Measures this surface no more. The scene begins again.")
}

// newRows show what adds a surface: the selected body, its part in the chosen region, and a text.
func (sf *surfaces) newRows(u *widget.Context, wide float32) {
	on := &sf.snap.Inspected
	if on.Things[0].Kind == bridge.ThingBody && !on.Missing[0] {
		body := bodyName(on)
		if u.Button("measure body", "Measure "+body, "", wide, u.RowHeight(), false) {
			sf.put(bridge.Surface{Body: body})
		}
		u.Tip(aboutSurface)
		if r, ok := sf.regions.within(body, &on.Body.Frame); ok {
			text := "Measure its part in " + r.Name
			if u.Button("measure part", text, "", wide, u.RowHeight(), false) {
				sf.put(bridge.Surface{Body: body, Part: bridge.InRegion, Region: r})
			}
			u.Tip(aboutPatch)
		}
	}
	taken := u.TextField("surface", "lid=@bottle", &sf.writing, wide)
	if text := strings.TrimSpace(sf.writing.Text); taken && text != "" {
		s, err := bridge.ParseSurface(text)
		if err != nil {
			sf.refuse.Set("surfaces", err.Error())
		} else {
			sf.writing.Text = ""
			sf.put(s)
		}
	}
	u.Tip(aboutTypedSurface)
}

// list returns the surfaces that are measured.
func (sf *surfaces) list() (list []bridge.Surface) {
	for i := range sf.snap.Surfaces {
		list = append(list, sf.snap.Surfaces[i].Surface)
	}
	return list
}

// put adds a surface, or replaces the one of its name, and chooses it. One without a name gets the name of its body, or
// of its region.
func (sf *surfaces) put(s bridge.Surface) {
	list := sf.list()
	if base := strings.ReplaceAll(strings.Trim(s.Region.Name+"-"+s.Body, "-"), " ", "-"); s.Name == "" {
		s.Name = base
		for n := 2; slices.ContainsFunc(list, func(o bridge.Surface) bool { return o.Name == s.Name }); n++ {
			s.Name = fmt.Sprintf("%s-%d", base, n)
		}
		if s.Part == bridge.InRegion {
			s.Region.Name, s.Region.Body = s.Name, s.Body
		}
	}
	sf.chosen = s.Name
	sf.setSurfaces(withNamed(list, s, func(s *bridge.Surface) string { return s.Name }))
}

// setSurfaces sends the surfaces, unless they are refused here.
func (sf *surfaces) setSurfaces(list []bridge.Surface) {
	sf.refuse.Forget("surfaces")
	if err := bridge.CheckSurfaces(list); err != nil {
		sf.refuse.Set("surfaces", err.Error())
		return
	}
	sf.send(bridge.SetSurfaces{Surfaces: list})
}

// numberRows shows what contacts do to a surface now, and in the mean since the beginning.
func (sf *surfaces) numberRows(u *widget.Context, p *bridge.Pressed) {
	mean := p.Mean(sf.snap.Time)
	for i := range bridge.SurfaceNumbers {
		n := &bridge.SurfaceNumbers[i]
		name := strings.ToUpper(n.Name[:1]) + n.Name[1:]
		u.Reading(name, format.Quantity(n.Of(p, &p.Now), n.Unit, 4), fmt.Sprintf("%s In the mean since %s: %s.", n.About,
			format.Quantity(p.Since, "s", 3), format.Quantity(n.Of(p, &mean), n.Unit, 4)))
	}
}
