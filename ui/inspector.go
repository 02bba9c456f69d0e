package ui

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// inspector shows the numbers of the selected thing.
type inspector struct {
	*shared
	shell     *shell
	inspected *view.Things // selection for which the inspector was last opened or closed
	asked     bool         // the inspector is open by the person's own wish, not for a selection
	trace     int          // index into the quantities of a history
}

// askedAbout returns the two things whose data the simulation is asked for: the thing that was selected last, and
// for the ruler the thing selected before it.
func (ins *inspector) askedAbout() (things [2]bridge.Thing) {
	list := ins.view.Selected.List()
	if n := len(list); n > 0 {
		things[0] = list[n-1]
		if n > 1 {
			things[1] = list[n-2]
		}
	}
	return things
}

// reply returns the answer of the simulation for the present selection, nil until it has answered.
func (ins *inspector) reply() *bridge.Inspected {
	if ins.snap == nil || ins.snap.Inspected.Things != ins.askedAbout() ||
		ins.snap.Inspected.Things[0].Kind == bridge.NoThing {
		return nil
	}
	return &ins.snap.Inspected
}

// answered reports whether a thing of a kind is selected and the simulation has answered with its data.
func (ins *inspector) answered(kind bridge.ThingKind) bool {
	in := ins.reply()
	return in != nil && in.Things[0].Kind == kind && !in.Missing[0]
}

// nearestToSliding returns the contact of the selected body that uses the largest share of its friction limit; of
// equal ones the contact with the largest normal force.
func (ins *inspector) nearestToSliding() (t bridge.Thing, ok bool) {
	if !ins.answered(bridge.ThingBody) {
		return t, false
	}
	list := ins.reply().Body.Touching
	for i, most := 0, 0; i < len(list); i++ {
		if by := cmp.Or(cmp.Compare(list[i].Used, list[most].Used),
			cmp.Compare(list[i].NormalForce, list[most].NormalForce)); by >= 0 {
			most = i
			t, ok = list[i].Thing, true
		}
	}
	return t, ok
}

// explain shows how a contact was found: the contact under the pointer, else the selected contact, else the
// contact of the selected body that is nearest to sliding. A second call ends the explanation.
func (ins *inspector) explain() {
	switch hover := ins.view.Hover; {
	case hover.Kind == bridge.ThingContact && !ins.view.Selected.Has(hover):
		ins.selectThing(hover)
		ins.view.Explain = true
	case ins.view.Selected.Last().Kind == bridge.ThingContact:
		ins.view.Explain = !ins.view.Explain
	default:
		contact, ok := ins.nearestToSliding()
		if !ok {
			ins.toasts.add(bridge.Info, "Select a body that touches another, or point at a contact ("+
				keymap.Shortcut(keymap.Contacts)+" shows them), then press "+keymap.Shortcut(keymap.Explain), ins.now)
			return
		}
		ins.selectThing(contact)
		ins.view.Explain = true
	}
	if ins.view.Explain {
		ins.shell.Inspect(true)
	}
}

// numberRow is a row of numbers: a scalar, or the three components of a vector.
type numberRow struct {
	name, unit string
	values     []float64
	help       string
}

func one(name, unit string, v float64, help string) numberRow {
	return numberRow{name, unit, []float64{v}, help}
}

func three(name, unit string, v vec.Vec3, help string) numberRow {
	return numberRow{name, unit, []float64{v.X, v.Y, v.Z}, help}
}

// The significant digits that the inspector shows where there is room for them, and at least.
const (
	digits       = 6
	fewestDigits = 3
)

// text writes the numbers with a number of digits: the components of a vector have one unit, and as many decimals as
// the largest component needs.
func (r numberRow) text(digits int) string {
	if len(r.values) == 1 {
		return format.Quantity(r.values[0], r.unit, digits)
	}
	most := 0.
	for _, v := range r.values {
		most = max(most, v, -v)
	}
	if !(most <= math.MaxFloat64) {
		return "not finite"
	}
	if most == 0 {
		return format.Quantity(0, r.unit, digits)
	}
	factor, unit := format.Scale(most*(1+0.5*math.Pow10(1-digits)), r.unit) // rounded, maybe up to the next unit
	decimals := max(digits-2-int(math.Floor(math.Log10(most/factor))), 0)
	list := make([]string, 0, 5)
	for _, v := range r.values {
		s := strconv.FormatFloat(v/factor, 'f', decimals, 64)
		switch {
		case most < 0.1*factor:
			s = format.Number(v/factor, max(digits-2, 1))
		case strings.Trim(s, "-0.") == "": // zero has no sign
			s = strings.TrimPrefix(s, "-")
		}
		s = strings.Replace(s, "-", "−", 1)
		list = append(list, strings.Repeat(" ", max(digits+1-utf8.RuneCountInString(s), 0))+s)
	}
	if unit != "" {
		list = append(list, unit)
	}
	return strings.Join(list, " ")
}

// exactText writes the rows for the clipboard, one per line, in SI units with all digits.
func exactText(title string, rows []numberRow) string {
	var b strings.Builder
	b.WriteString(title + "\n")
	for _, r := range rows {
		b.WriteString(r.name)
		if r.unit != "" {
			b.WriteString(" [" + r.unit + "]")
		}
		for _, v := range r.values {
			b.WriteString("\t" + strconv.FormatFloat(v, 'g', -1, 64))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// drawRows shows rows of numbers, a vector below its name where both have no room in one line; whether they have does
// not depend on the numbers, so that no row moves when numbers change. Numbers that are too long for their line have
// fewer digits, and all digits in the tip.
func (ins *inspector) drawRows(u *widget.Context, rows []numberRow) {
	for i, r := range rows {
		imgui.PushIDInt(i)
		name, help, room := r.name, r.help, imgui.ContentRegionAvail().X
		beside := room - widget.TextWidth(u.Fonts.Text, name) - u.Px(8)
		usual := strings.Repeat("−0.0000 ", len(r.values)) + format.Longest(r.unit)
		if len(r.values) > 1 && widget.TextWidth(u.Fonts.Mono, usual) > beside {
			u.Reading(name, "", help)
			name, beside = "", room
		}
		text := r.text(digits)
		for n := digits - 1; n >= fewestDigits && widget.TextWidth(u.Face(text), text) > beside; n-- {
			text = r.text(n)
		}
		if all := r.text(digits); text != all {
			help = strings.TrimLeft(help+"\n"+strings.Join(strings.Fields(all), " "), "\n")
		}
		u.Reading(name, text, help)
		imgui.PopID()
	}
}

// whyEmpty says why the inspector shows no numbers.
func (ins *inspector) whyEmpty() string {
	things := ins.askedAbout()
	switch in := ins.reply(); {
	case things[0].Kind == bridge.NoThing:
		return "Nothing is selected. Click a body, a contact or a wall in the view."
	case in == nil:
		return "Asking the simulation…"
	case things[0].Kind == bridge.ThingContact:
		return ins.nameOf(things[0]) + ": they do not touch now."
	}
	return ins.nameOf(things[0]) + " has left the scene."
}

// wants reports whether a section has anything to show now.
func (ins rulerPanel) wants() bool    { in := ins.reply(); return in != nil && in.Ruler.Given }
func (ins explainPanel) wants() bool  { return ins.answered(bridge.ThingContact) }
func (ins contactPanel) wants() bool  { return ins.answered(bridge.ThingContact) }
func (ins bodyPanel) wants() bool     { return ins.answered(bridge.ThingBody) }
func (ins touchingPanel) wants() bool { return ins.answered(bridge.ThingBody) }
func (ins membersPanel) wants() bool {
	return ins.answered(bridge.ThingBody) && len(ins.reply().Body.Members) > 1
}
func (ins historyPanel) wants() bool {
	return ins.answered(bridge.ThingBody) || ins.answered(bridge.ThingContact)
}

// toggle closes the inspector, or opens it until it is closed again, even if nothing is selected.
func (ins *inspector) toggle() {
	ins.shell.Inspect(!ins.shell.Inspector)
	ins.asked = ins.shell.Inspector
}

// inspectSelection opens the inspector when something is selected, and closes it when nothing is selected any
// more, unless a person has opened it. An inspector that was closed stays closed until something else is selected.
func (ins *inspector) inspectSelection() {
	before := ins.inspected
	if ins.inspected = ins.view.Selected; ins.inspected == before {
		return
	}
	switch some := ins.inspected.Len() > 0; {
	case some:
		ins.shell.Inspect(true)
	case !ins.asked:
		ins.shell.Inspect(false)
	}
}
