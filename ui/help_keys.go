package ui

import (
	"cmp"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/find"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/widget"
)

// sheet is the page of key bindings, laid out in columns.
type sheet struct {
	blocks  []keyBlock
	columns [][]int // indices of blocks, top to bottom
	width   float32 // of a column
	height  float32
}

// keyBlock is a group of bindings with its heading, which stays together.
type keyBlock struct {
	title  string
	first  bool // its actions concern the selected thing
	rows   []keyRow
	height float32
}

// keyRow is a binding as it is drawn: its text, and its keys at the right end.
type keyRow struct {
	text []string
	keys [][]string
}

// lines returns how many lines a row takes.
func (r *keyRow) lines() int { return max(len(r.text), len(r.keys)) }

// Sizes of the page of key bindings at a scale of 1.
const (
	sheetLine   = 20
	sheetColumn = 272 // the least width of a column
	sheetGap    = 26  // between columns
	sheetMost   = 5   // columns
	blockGap    = 12
	sheetInset  = 8
)

// layoutSheet lays out the bindings that the search finds in columns over a width: first the actions on the
// selected thing, then group by group.
func (hp *help) layoutSheet(u *widget.Context, w float32) (s sheet) {
	gap := u.Px(sheetGap)
	n := max(min(int((w+gap)/u.Px(sheetColumn+sheetGap)), sheetMost), 1)
	s.width = float32(int((w - float32(n-1)*gap) / float32(n)))
	found := hp.foundKeys()
	add := func(title string, first bool, list []*keymap.Binding) {
		b := keyBlock{title: title, first: first, height: u.Px(sheetLine + 4 + blockGap)}
		for _, k := range list {
			if found[k.Action] {
				row := hp.layoutRow(u, k, s.width)
				b.rows = append(b.rows, row)
				b.height += u.Px(sheetLine) * float32(row.lines())
			}
		}
		if len(b.rows) > 0 {
			s.blocks = append(s.blocks, b)
		}
	}
	title, subject := hp.subject()
	var own []*keymap.Binding
	for _, a := range keymap.For[subject] {
		own = append(own, keymap.Of(a))
	}
	add(title, true, own)
	for _, group := range keymap.Groups {
		add(group, false, keymap.InGroup(group))
	}
	heights := make([]float32, len(s.blocks))
	for i := range s.blocks {
		heights[i] = s.blocks[i].height
	}
	s.columns, s.height = pack(heights, n)
	return s
}

// subject returns the kind of the selected thing, as a heading for people and for the table of keys.
func (hp *help) subject() (string, keymap.Subject) {
	switch t, n := hp.view.Selected.Last(), hp.view.Selected.Len(); {
	case n == 0:
		return "To begin with", keymap.Nothing
	case t.Kind == bridge.ThingContact:
		return hp.nameOf(t) + ", selected", keymap.Contact
	case n > 1:
		return spell.Count(n, "thing", "things") + " selected", keymap.Body
	default:
		return hp.nameOf(t) + ", selected", keymap.Body
	}
}

// foundKeys returns which actions the search finds.
func (hp *help) foundKeys() (found [keymap.NumActions]bool) {
	list := keymap.Bindings
	for _, i := range find.Order(len(list), hp.search, func(i int) []string {
		b := &list[i]
		return append([]string{b.Text, b.Group}, keymap.Names(hp.chords(b))...)
	}) {
		found[list[i].Action] = true
	}
	return found
}

// chords returns the keys and gestures of an action in the present navigation style.
func (hp *help) chords(b *keymap.Binding) []keymap.Chord {
	return keymap.Navigations[hp.camera.navigation].Chords(b)
}

// layoutRow breaks the keys and the text of a binding into lines, so that both have room side by side in a column
// of a width.
func (hp *help) layoutRow(u *widget.Context, b *keymap.Binding, w float32) (r keyRow) {
	const share = 0.62 // of the width, for keys
	wide, at := float32(0), float32(0)
	for _, k := range keymap.Names(hp.chords(b)) {
		size := u.KeyCapWidth(k)
		if at == 0 || at+u.Px(4)+size > w*share {
			r.keys, at = append(r.keys, nil), -u.Px(4)
		}
		last := len(r.keys) - 1
		r.keys[last] = append(r.keys[last], k)
		at += u.Px(4) + size
		wide = max(wide, at)
	}
	const most = 4 // lines
	r.text = u.Wrap(u.Fonts.Small, b.Text, w-wide-u.Px(10), most)
	return r
}

// pack puts blocks of some heights into columns so that the highest column is low: the highest block first, each
// into the lowest column. The blocks of a column keep their order, and the columns are sorted by their first
// blocks.
func pack(heights []float32, columns int) (list [][]int, height float32) {
	list = make([][]int, columns)
	order, filled := make([]int, len(heights)), make([]float32, columns)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(heights[b], heights[a]) })
	for _, i := range order {
		k := slices.Index(filled, slices.Min(filled))
		list[k] = append(list[k], i)
		filled[k] += heights[i]
	}
	list = slices.DeleteFunc(list, func(c []int) bool { return len(c) == 0 })
	for _, c := range list {
		slices.Sort(c)
	}
	slices.SortFunc(list, func(a, b []int) int { return cmp.Compare(a[0], b[0]) })
	return list, slices.Max(filled)
}

// drawSheet draws the page of key bindings.
func (hp *help) drawSheet(u *widget.Context, s *sheet) {
	p, line, pad := imgui.CursorScreenPos(), u.Px(sheetLine), u.Px(sheetInset)
	list := imgui.WindowDrawList()
	for i, column := range s.columns {
		x, y := p.X+pad+float32(i)*(s.width+u.Px(sheetGap)), p.Y+u.Px(6)
		for _, k := range column {
			b := &s.blocks[k]
			c := widget.ColorAccentHi
			if b.first {
				c = widget.ColorText
				widget.FillRounded(list, imgui.Vec2{X: x - pad, Y: y - u.Px(4)},
					imgui.Vec2{X: x + s.width + pad, Y: y + b.height - u.Px(blockGap-3)}, widget.Pack(widget.ColorGround),
					u.Px(4), imgui.DrawFlagsRoundCornersAll)
			}
			u.TextAt(u.Fonts.Medium, c, x, y+line/2, u.Fit(u.Fonts.Medium, b.title, s.width))
			row := y + line + u.Px(4)
			for j := range b.rows {
				for n, text := range b.rows[j].text {
					u.TextAt(u.Fonts.Small, widget.ColorText, x, row+line*(float32(n)+0.5), text)
				}
				for n, keys := range b.rows[j].keys {
					u.KeyCaps(keys, x+s.width, row+line*(float32(n)+0.5))
				}
				row += line * float32(b.rows[j].lines())
			}
			y += b.height
		}
	}
	if len(s.blocks) == 0 {
		u.TextAt(u.Fonts.Text, widget.ColorSecondary, p.X, p.Y+u.Px(20), "No key does "+
			format.Shorten(strings.TrimSpace(hp.search), 40)+".")
	}
	imgui.Dummy(widget.Sized(1, s.height))
}
