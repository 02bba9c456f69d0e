package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// bodyPanel shows the numbers of the body that is selected, from the simulation's own state.
func (g *gui) bodyPanel() {
	b := &g.m.reply().Body
	g.Heading(bodyTitle(b), movers[b.Kind])
	rows := bodyRows(b)
	g.told(rows)
	if g.Button("copy", "Copy numbers", "", g.Px(120), g.RowHeight(), false) {
		g.m.copy(exactText(bodyTitle(b), rows))
		g.m.toasts.add(bridge.Info, "Copied the numbers of "+bodyTitle(b)+" with all their digits", g.m.now)
	}
	g.Tip("Puts all numbers on the clipboard, in SI units with all their digits.")
	g.triangleRows(&b.Triangle)
}

// membersPanel shows the numbers of the members of a clump.
func (g *gui) membersPanel() {
	b := &g.m.reply().Body
	for i := range b.Members {
		g.memberRows(b, i)
	}
}

// movers say what moves a body.
var movers = [...]string{bridge.Dynamic: "moved by forces", bridge.Kinematic: "follows a motion",
	bridge.Static: "stands still"}

// bodyTitle names a body for people.
func bodyTitle(b *bridge.BodyNumbers) string {
	title := fmt.Sprintf("Body %d", b.Number)
	if b.Name != "" {
		title += ", " + b.Name
	}
	return title
}

// bodyRows are the numbers of a body.
func bodyRows(b *bridge.BodyNumbers) (rows []told) {
	q := b.Orientation
	if w := b.Wall; w.Given {
		rows = append(rows, one("Position along "+string("xyz"[w.Axis]), "m", w.Position,
			"Of the plane. It pushes to the side "+[]string{"below", "of the body's centre", "above"}[w.Sense+1]+"."))
	} else {
		rows = append(rows, three("Position", "m", b.Position, "Of the centre of mass."),
			told{"Orientation", "", []float64{q.W, q.X, q.Y, q.Z}, "Of the principal axes, as a quaternion w, x, y, z."})
	}
	rows = append(rows, three("Velocity", "m/s", b.Velocity, "Half a step older than the position (leapfrog)."),
		three("Spin", "rad/s", b.Spin, "Angular velocity, along global axes."),
		three("Force", "N", b.Force, "Of gravity and contacts, before damping."),
		three("Contacts", "N", b.ContactForce, "Force of the contacts, without gravity."),
		three("Torque", "N·m", b.Torque, "About the centre of mass; gravity has none."))
	if b.Mass > 0 {
		rows = append(rows, one("Mass", "kg", b.Mass, ""), three("Inertia", "kg·m²", b.Inertia, "Principal moments."),
			one("Energy, moving", "J", b.Translation, "½ m v²"), one("… turning", "J", b.Rotation, "½ L·ω"),
			one("… in gravity", "J", b.Potential, "0 at the origin."))
	}
	return rows
}

// memberRows are the numbers of one member of a clump.
func (g *gui) memberRows(b *bridge.BodyNumbers, i int) {
	m := &b.Members[i]
	imgui.PushIDInt(i)
	chosen := ""
	if int32(i) == b.Shape {
		chosen = "clicked"
	}
	g.Heading(fmt.Sprintf("Member %d, %s of %s", i, m.Kind, m.Material), chosen)
	rows := []told{one("Radius", "m", m.Radius, ""), one("Shaft", "m", m.Shaft,
		"Length between the centres of the caps."),
		three("Position", "m", m.Position, "Of the middle of the member."),
		three("Force", "N", m.Force, "Of the contacts on this member."),
		three("Torque", "N·m", m.Torque, "Of the contacts on this member, about its own middle.")}
	if m.Shaft == 0 {
		rows = append(rows[:1], rows[2:]...)
	}
	g.told(rows)
	imgui.PopID()
}

// triangleRows are the numbers of a triangle that was clicked.
func (g *gui) triangleRows(t *bridge.Triangle) {
	if t.Area == 0 {
		return
	}
	g.Heading(fmt.Sprintf("Triangle %d", t.Number), t.Mesh)
	g.told([]told{three("Vertex 0", "m", t.Vertices[0], ""), three("Vertex 1", "m", t.Vertices[1], ""),
		three("Vertex 2", "m", t.Vertices[2], ""), three("Normal", "", t.Normal, ""), one("Area", "m²", t.Area, "")})
}

// touchingPanel lists the contacts of the body that is selected. The partner is selected by a click on its
// name, the contact by one on its numbers.
func (g *gui) touchingPanel() {
	list := g.m.reply().Body.Touching
	if len(list) == 0 {
		g.Paragraph(g.Fonts.Text, widget.ColorSecondary, "It touches nothing.")
		return
	}
	const most = 40
	for i := range list[:min(len(list), most)] {
		imgui.PushIDInt(i)
		g.touchingRow(&list[i])
		imgui.PopID()
	}
	if len(list) > most {
		g.Text(g.Fonts.Small, widget.ColorFaint, fmt.Sprintf("and %d more", len(list)-most))
	}
}

func (g *gui) touchingRow(t *bridge.Touching) {
	m, w, h := g.m, imgui.ContentRegionAvail().X, g.Px(22)
	left := float32(int(0.36 * w))
	p := imgui.CursorScreenPos()
	name := t.Name
	if name == "" {
		name = "body"
	}
	if widget.Clickable("partner", left, h) {
		m.selectThing(t.Partner)
	}
	c := widget.ColorText
	if imgui.IsItemHovered() {
		c = widget.ColorAccentHi
	}
	g.TextAt(g.Fonts.Text, c, p.X, p.Y+h/2, g.Fit(g.Fonts.Text, fmt.Sprintf("%d %s", t.Partner.Body, name), left-g.Px(6)))
	g.Tip("Selects the body that it touches.")
	imgui.SameLineV(0, 0)
	if widget.Clickable("contact", w-left, h) {
		m.selectThing(t.Thing)
	}
	if c = widget.ColorSecondary; imgui.IsItemHovered() {
		c = widget.ColorAccentHi
	}
	right := format.Quantity(t.NormalForce, "N", 4)
	g.TextAt(g.Fonts.Mono, c, p.X+left+g.Px(84)-widget.TextWidth(g.Fonts.Mono, right), p.Y+h/2, right)
	bar := widget.ColorStick
	if t.Sliding {
		bar = widget.ColorSlip
	}
	g.Bar(imgui.Vec2{X: p.X + left + g.Px(94), Y: p.Y + h/2 - g.Px(2)}, w-left-g.Px(94), g.Px(5), t.Used, bar)
	g.Tip(fmt.Sprintf("Normal force %s, tangential %s, overlap %s.\n"+
		"The bar is how much of the friction is used: %.0f %%.\n"+
		"A click selects the contact; %s explains it.", format.Quantity(t.NormalForce, "N", digits),
		format.Quantity(t.TangentialForce, "N", digits), format.Quantity(t.Overlap, "m",
			digits), 100*t.Used, keymap.Shortcut(keymap.Explain)))
}

// contactPanel shows the numbers of the contact that is selected.
func (g *gui) contactPanel() {
	c := &g.m.reply().Contact
	state := "sticks"
	switch {
	case c.Sliding:
		state = "slides"
	case c.Fresh:
		state = "new"
	}
	g.Heading(contactTitle(c), state)
	each := float32(int((imgui.ContentRegionAvail().X - g.Px(6)) / 2))
	for i, t := range c.Bodies {
		imgui.PushIDInt(i)
		name := c.Names[i]
		if name == "" {
			name = "body"
		}
		text := g.Fit(g.Fonts.Text, fmt.Sprintf("%c: %d %s", 'A'+i, t.Body, name), each-g.Px(10))
		if g.Button("body", text, "", each, g.RowHeight(), false) {
			g.m.selectThing(t)
		}
		g.Tip("Selects this body.")
		imgui.PopID()
		if i == 0 {
			imgui.SameLine()
		}
	}
	g.told(contactRows(c))
}

func contactTitle(c *bridge.ContactNumbers) string {
	return fmt.Sprintf("%s, %d and %d", c.Pair, c.Bodies[0].Body, c.Bodies[1].Body)
}

// contactRows are the numbers of a contact.
func contactRows(c *bridge.ContactNumbers) []told {
	rows := []told{
		three("Point", "m", c.Point, "Where the force acts."), three("Normal", "", c.Normal, "From A to B."),
		one("Overlap", "m", c.Overlap, ""),
		one("Normal force", "N", c.NormalForce, "Positive where the bodies push each other."),
		one("Tangential force", "N", c.TangentialForce, "Its size."),
		three("Force on A", "N", c.Force, "All of it."),
		one("Friction", "", c.Friction, "Coefficient µ."),
		one("Friction used", "", c.Used, "|Ft| over µ Fn: at 1 the contact slides."),
		one("Stiffness, normal", "N/m", c.Kn, "At this overlap."), one("… tangential", "N/m", c.Kt, "At this overlap."),
		one("Closing speed", "m/s", c.Closing, "At which the bodies approach."),
		three("Slip", "m/s", c.Slip, "Velocity of A over B, at the point."),
		one("Elastic energy", "J", c.ElasticNormal, "Of the normal spring."),
		one("… tangential", "J", c.ElasticShear, "Of the spring across."),
	}
	if c.Torque != (vec.Vec3{}) {
		rows = append(rows, three("Torque on A", "N·m", c.Torque, "About the point."),
			one("… rolling energy", "J", c.ElasticRolling, ""))
	}
	if c.Viscosity > 0 {
		rows = append(rows, one("Dashpot", "N·s/m", c.Viscosity, ""), one("… its force", "N", c.Drag, ""))
	}
	return rows
}
