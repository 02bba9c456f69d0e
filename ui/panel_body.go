package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// bodyPanel shows the numbers of the body that is selected, from the simulation's own state.
type bodyPanel struct{ *inspector }

func (ins bodyPanel) draw(u *widget.Context) {
	b := &ins.reply().Body
	servos, mover := ins.servosOf(b.Number), movers[b.Kind]
	switch {
	case len(servos) > 0:
		mover = "moved by a servo"
	case b.Joint != nil:
		mover = "on a " + setting.JointKind(b.Joint.Slides)
	}
	u.Heading(bodyTitle(b), mover)
	for _, one := range servos {
		ins.servoLine(u, one)
	}
	rows := bodyRows(b)
	ins.drawRows(u, rows)
	if u.Button("copy", "Copy numbers", "", u.Px(120), u.RowHeight(), false) {
		ins.copy(exactText(bodyTitle(b), rows))
		ins.toasts.add(bridge.Info, "Copied the numbers of "+bodyTitle(b)+" with all their digits", ins.now)
	}
	u.Tip("Puts all numbers on the clipboard, in SI units with all their digits.")
	ins.triangleRows(u, &b.Triangle)
}

// servosOf returns the servos that move a body now.
func (ins *inspector) servosOf(body int64) (list []*bridge.Motion) {
	for i := range ins.snap.Motions {
		one := &ins.snap.Motions[i]
		if one.Kind == bridge.MotionServo && one.Moves == body && one.Started && !one.Retired {
			list = append(list, one)
		}
	}
	return list
}

// servoLine says which servo moves a body, and how well it holds its load.
func (ins *inspector) servoLine(u *widget.Context, one *bridge.Motion) {
	title := "Held by servo " + one.Name
	help := title + "\n" + heldHelp(&one.Servo)
	u.Reading(u.Fit(u.Fonts.Text, title, imgui.ContentRegionAvail().X), "", help)
	u.Reading("", heldText(&one.Servo), help)
}

// membersPanel shows the numbers of the members of a clump.
type membersPanel struct{ *inspector }

func (ins membersPanel) draw(u *widget.Context) {
	b := &ins.reply().Body
	for i := range b.Members {
		ins.memberRows(u, b, i)
	}
}

// movers are texts that say what moves a body.
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

// bodyRows returns the numbers of a body.
func bodyRows(b *bridge.BodyNumbers) (rows []numberRow) {
	q := b.Orientation
	if w := b.Wall; w.Given {
		rows = append(rows, one("Position along "+string("xyz"[w.Axis]), "m", w.Position,
			"Of the plane. It pushes to the side "+[]string{"below", "of the body's centre", "above"}[w.Sense+1]+"."))
	} else {
		rows = append(rows, three("Position", "m", b.Position, "Of the centre of mass."),
			numberRow{"Orientation", "", []float64{q.W, q.X, q.Y, q.Z}, "Of the principal axes, as a quaternion w, x, y, z."})
	}
	rows = append(rows, three("Velocity", "m/s", b.Velocity, "Half a step older than the position (leapfrog)."),
		three("Spin", "rad/s", b.Spin, "Angular velocity, along global axes."),
		three("Force", "N", b.Force, "Of gravity, contacts and forces from outside, before damping."),
		three("Force of contacts", "N", b.ContactForce, "Without gravity."),
		three("Torque", "N·m", b.Torque, "About the centre of mass; gravity has none."))
	rows = append(rows, externalRows(b)...)
	rows = append(rows, jointRows(b.Joint)...)
	if b.Mass > 0 {
		rows = append(rows, one("Mass", "kg", b.Mass, ""), three("Inertia", "kg·m²", b.Inertia, "Principal moments."),
			one("Energy, moving", "J", b.Translation, "½ m v²"), one("… turning", "J", b.Rotation, "½ L·ω"),
			one("… in gravity", "J", b.Potential, "0 at the origin."))
	}
	return rows
}

// externalRows returns what forces from outside put on a body.
func externalRows(b *bridge.BodyNumbers) (rows []numberRow) {
	for i := range b.External {
		on := &b.External[i]
		rows = append(rows, three("Force "+on.Name, "N", on.Force, "From outside, at this place and velocity."))
		if on.Torque.Norm2() > 0 {
			rows = append(rows, three("Torque "+on.Name, "N·m", on.Torque, "From outside, about the centre of mass."))
		}
	}
	return rows
}

// jointRows returns the numbers of the hinge or slider of a body; nil for none.
func jointRows(j *bridge.JointNumbers) (rows []numberRow) {
	if j == nil {
		return nil
	}
	way, unit, speed, load, loadUnit := "Angle on it", "rad", "rad/s", "Torque", "N·m"
	if j.Slides {
		way, unit, speed, load, loadUnit = "Way on it", "m", "m/s", "Force", "N"
		rows = append(rows, three("Slider along", "", j.Axis, "Direction of its axis, along which alone the body moves."))
	} else {
		rows = append(rows, three("Hinge along", "", j.Axis, "Direction of its axis, about which alone the body turns."),
			three("Hinge through", "m", j.Point, "A point of its axis."))
	}
	rows = append(rows, one(way, unit, j.Way, "Since the body came."), one("Speed on it", speed, j.Pace, ""),
		one(load+" of motor", loadUnit, j.Motor, "What the motor exerted in the last step."),
		one(load+" of spring", loadUnit, j.Spring, "What the spring exerts at this place."))
	for _, n := range j.Acts.Numbers(j.Slides) {
		rows = append(rows, one(n.Word, n.Unit, *n.Of, n.Help))
	}
	return rows
}

// memberRows shows the numbers of one member of a clump.
func (ins *inspector) memberRows(u *widget.Context, b *bridge.BodyNumbers, i int) {
	m := &b.Members[i]
	imgui.PushIDInt(i)
	chosen := ""
	if int32(i) == b.Shape {
		chosen = "clicked"
	}
	u.Heading(fmt.Sprintf("Member %d, %s of %s", i, m.Kind, m.Material), chosen)
	rows := []numberRow{one("Radius", "m", m.Radius, ""), one("Shaft", "m", m.Shaft,
		"Length between the centres of the caps."),
		three("Position", "m", m.Position, "Of the middle of the member."),
		three("Force", "N", m.Force, "Of the contacts on this member."),
		three("Torque", "N·m", m.Torque, "Of the contacts on this member, about its own middle.")}
	if m.Shaft == 0 {
		rows = append(rows[:1], rows[2:]...)
	}
	ins.drawRows(u, rows)
	imgui.PopID()
}

// triangleRows shows the numbers of a triangle that was clicked.
func (ins *inspector) triangleRows(u *widget.Context, t *bridge.Triangle) {
	if t.Area == 0 {
		return
	}
	u.Heading(fmt.Sprintf("Triangle %d", t.Number), t.Mesh)
	ins.drawRows(u, []numberRow{three("Vertex 0", "m", t.Vertices[0], ""), three("Vertex 1", "m", t.Vertices[1], ""),
		three("Vertex 2", "m", t.Vertices[2], ""), three("Normal", "", t.Normal, ""), one("Area", "m²", t.Area, "")})
}

// touchingPanel lists the contacts of the body that is selected. A click on the name of a partner selects the
// partner, a click on the numbers selects the contact.
type touchingPanel struct{ *inspector }

func (ins touchingPanel) draw(u *widget.Context) {
	list := ins.reply().Body.Touching
	if len(list) == 0 {
		u.Paragraph(u.Fonts.Text, widget.ColorSecondary, "It touches nothing.")
		return
	}
	const most = 40
	for i := range list[:min(len(list), most)] {
		imgui.PushIDInt(i)
		ins.touchingRow(u, &list[i])
		imgui.PopID()
	}
	if len(list) > most {
		u.Text(u.Fonts.Small, widget.ColorFaint, fmt.Sprintf("and %d more", len(list)-most))
	}
}

func (ins *inspector) touchingRow(u *widget.Context, t *bridge.Touching) {
	w, h := imgui.ContentRegionAvail().X, u.Px(22)
	left := float32(int(0.36 * w))
	p := imgui.CursorScreenPos()
	name := t.Name
	if name == "" {
		name = "body"
	}
	if widget.Clickable("partner", left, h) {
		ins.selectThing(t.Partner)
	}
	c := widget.ColorText
	if imgui.IsItemHovered() {
		c = widget.ColorAccentHi
	}
	u.TextAt(u.Fonts.Text, c, p.X, p.Y+h/2, u.Fit(u.Fonts.Text, fmt.Sprintf("%d %s", t.Partner.Body, name), left-u.Px(6)))
	u.Tip("Selects the body that it touches.")
	imgui.SameLineV(0, 0)
	if widget.Clickable("contact", w-left, h) {
		ins.selectThing(t.Thing)
	}
	if c = widget.ColorSecondary; imgui.IsItemHovered() {
		c = widget.ColorAccentHi
	}
	right := format.Quantity(t.NormalForce, "N", 4)
	u.TextAt(u.Fonts.Mono, c, p.X+left+u.Px(84)-widget.TextWidth(u.Fonts.Mono, right), p.Y+h/2, right)
	bar := widget.ColorStick
	if t.Sliding {
		bar = widget.ColorSlip
	}
	u.Bar(imgui.Vec2{X: p.X + left + u.Px(94), Y: p.Y + h/2 - u.Px(2)}, w-left-u.Px(94), u.Px(5), t.Used, bar)
	u.Tip(fmt.Sprintf("Normal force %s, tangential %s, overlap %s.\n"+
		"The bar is how much of the friction is used: %.0f %%.\n"+
		"A click selects the contact; %s explains it.", format.Quantity(t.NormalForce, "N", digits),
		format.Quantity(t.TangentialForce, "N", digits), format.Quantity(t.Overlap, "m",
			digits), 100*t.Used, keymap.Shortcut(keymap.Explain)))
}

// contactPanel shows the numbers of the contact that is selected.
type contactPanel struct{ *inspector }

func (ins contactPanel) draw(u *widget.Context) {
	c := &ins.reply().Contact
	state := "sticks"
	switch {
	case c.Sliding:
		state = "slides"
	case c.Fresh:
		state = "new"
	}
	u.Heading(contactTitle(c), state)
	each := float32(int((imgui.ContentRegionAvail().X - u.Px(6)) / 2))
	for i, t := range c.Bodies {
		imgui.PushIDInt(i)
		name := c.Names[i]
		if name == "" {
			name = "body"
		}
		text := fmt.Sprintf("%c: %d %s", 'A'+i, t.Body, name)
		if u.Button("body", text, "", each, u.RowHeight(), false) {
			ins.selectThing(t)
		}
		u.Tip("Selects this body.")
		imgui.PopID()
		if i == 0 {
			imgui.SameLine()
		}
	}
	ins.drawRows(u, contactRows(c))
}

func contactTitle(c *bridge.ContactNumbers) string {
	return fmt.Sprintf("%s, %d and %d", c.Pair, c.Bodies[0].Body, c.Bodies[1].Body)
}

// contactRows returns the numbers of a contact.
func contactRows(c *bridge.ContactNumbers) []numberRow {
	rows := []numberRow{
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
