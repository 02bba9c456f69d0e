package ui

import (
	"example.org/tumble/sim/spell"
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/measure/query"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/grouping"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// search is the pane that finds bodies by an expression that a person types.
type search struct {
	*shared
	camera *camera
	groups *groups

	open     bool
	text     string
	read     string // text from which query was parsed
	query    *query.Query
	why      string // why the text cannot be read or evaluated, or empty
	found    []bridge.Thing
	searched uint64 // number of the snapshot that was searched
	frames   bool   // Enter was pressed: the next result is selected and framed
}

// wants adds the data that the query needs to the data that snapshots must contain.
func (f *search) wants(w *bridge.Wanted) {
	if !f.open || f.query == nil {
		return
	}
	grouping.Ask(f.query.Groups(), w)
}

// ready reports whether a snapshot contains the data that the query needs.
func (f *search) ready(s *bridge.Snapshot) bool {
	return f.query == nil || grouping.Has(s, f.query.Groups())
}

// findBodies parses the text if it has changed, and searches the snapshot if it is a new one.
func (f *search) findBodies() {
	s := f.snap
	if !f.open || s == nil {
		return
	}
	if f.text != f.read || f.query == nil && f.why == "" {
		f.read, f.why, f.query, f.found, f.searched = f.text, "", nil, nil, 0
		q, err := query.Parse(f.text)
		if err != nil {
			f.why = err.Error()
		} else {
			f.query = q
		}
	}
	if f.query == nil || !f.ready(s) || f.searched == s.Seq {
		return
	}
	f.searched = s.Seq
	f.found, f.why = matches(s, f.query)
	if f.frames {
		f.frames = false
		f.selectFound()
	}
}

// selectFound selects and frames the bodies that were found; hidden ones are shown again.
func (f *search) selectFound() {
	if len(f.found) == 0 {
		return
	}
	for _, t := range f.found {
		if f.view.Hidden.HasBody(t.Body) {
			f.groups.list.Choose(t.Body, grouping.Usual)
		}
	}
	f.groups.regroup()
	f.view.Selected = view.NewThings(f.found...)
	f.camera.frame(f.camera.selectionExtent(f.snap, 8)) // with room: others may cover them
}

// matches returns the bodies of a snapshot that fulfil a query, in the order of the snapshot, or the reason why
// the query cannot be evaluated.
func matches(s *bridge.Snapshot, q *query.Query) (list []bridge.Thing, why string) {
	rows := grouping.Rows(s, nil)
	for i := range rows {
		ok, err := q.Match(&rows[i])
		if err != nil {
			return nil, err.Error()
		}
		if ok {
			list = append(list, s.BodyThing(int32(i), 0, 0))
		}
	}
	return list, ""
}

// findHeight is the height of the search pane at a scale of 1.
const findHeight = 112

// paneSize returns the size of the search pane.
func (f *search) paneSize(u *widget.Context, most layout.Size) layout.Size {
	if !f.open {
		return layout.Size{}
	}
	return layout.Size{Width: min(u.Px(480), most.Width), Height: u.Px(findHeight)}
}

// findPane shows the pane in which a person types an expression.
func (f *search) findPane(u *widget.Context, at layout.Rect) {
	if at.Width == 0 { // the pane waits for room
		return
	}
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, u.Vec(14, 12))
	u.Pane("##find", at, widget.ColorRaised, 0)
	if u.Entry("what", "17, a name, or speed > 0.5 && contacts == 0", &f.text, at.Width-u.Px(28)) {
		f.frames = true
		f.searched = 0
	}
	f.findBodies()
	color, said := widget.ColorSecondary, "Enter selects and frames what is found."
	switch {
	case f.text == "":
	case f.why != "":
		color, said = widget.ColorRecord, f.why
	case f.snap == nil || !f.ready(f.snap):
		said = "…"
	default:
		said = spell.Count(len(f.found), "body", "bodies") + " found. " + said
	}
	u.Paragraph(u.Fonts.Small, color, format.Shorten(said, 110))
	u.Paragraph(u.Fonts.Small, widget.ColorFaint, format.Shorten(quantitiesLine(), 130))
	imgui.End()
	imgui.PopStyleVar()
}
