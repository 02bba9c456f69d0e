package ui

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/measure/query"
	"example.org/tumble/ui/bodies"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/widget"
)

// Measures of the table at a scale of 1.
const (
	tableTools = 30 // row of the filter
	tableRow   = 20
	wordColumn = 84
	cellMargin = 6
	mostSpread = 48 // the most by which a column is wider than needed
)

// tableDigits is how many significant digits the largest number of a column has.
const tableDigits = 4

// column is a quantity of the table as it is drawn now.
type column struct {
	q        *query.Quantity
	numbers  []float64
	factor   float64 // size of the shown unit in SI units
	unit     string
	most     float64 // largest number, without its sign, in SI units
	decimals int
	x, width float32 // in the table
}

// widestNumber is as wide as the widest number of a column with a unit.
const widestNumber = "−00.000"

// columns lays the columns out in a width, or in a larger one if they need it.
func (t *table) columns(u *widget.Context, width float32) (list []column, total float32) {
	for _, name := range t.Columns {
		c := column{q: bodies.Of(name), numbers: t.list.Numbers(name), factor: 1}
		c.width = u.Px(wordColumn)
		if !c.q.IsWord() {
			rows := t.list.Moved() // bodies that forces move: else the force on a container would make all others small
			if len(rows) == 0 {
				rows = t.list.Shown()
			}
			c.scale(rows)
			head := widget.TextWidth(u.Fonts.Small, c.q.Name) + u.Px(14) // with room for the mark of the sort order
			widest := strings.Repeat("0", max(len(strconv.FormatFloat(c.most, 'f', 0, 64)), 5))
			if c.q.Unit != "" {
				head += widget.TextWidth(u.Fonts.Small, " m"+c.q.Unit)
				widest = widestNumber
			}
			c.width = max(head, widget.TextWidth(u.Fonts.Mono, widest)) + 2*u.Px(cellMargin)
		}
		list = append(list, c)
		total += c.width
	}
	more := layout.Clamp(float32(int((width-total)/float32(max(len(list), 1)))), 0, u.Px(mostSpread))
	total = 0
	for i := range list {
		list[i].x = total
		list[i].width += more
		total += list[i].width
	}
	return list, total
}

// scale chooses the unit and the decimals by the largest number of some rows.
func (c *column) scale(rows []int32) {
	if c.numbers == nil {
		return
	}
	low, high := bodies.Extent(c.numbers, rows)
	c.most = max(math.Abs(low), math.Abs(high))
	if !(c.most <= math.MaxFloat64) {
		c.most = 0
	}
	c.factor, c.unit = format.Scale(c.most, c.q.Unit)
	if c.most > 0 && c.q.Unit != "" {
		c.decimals = max(tableDigits-1-int(math.Floor(math.Log10(c.most/c.factor))), 0)
	}
}

// text writes the number of a row. A number so small that the decimals of the column would leave less than two
// digits gets its own two digits. A number that is too wide for the column, as the force on a wall may be, has an
// exponent.
func (c *column) text(row int32) string {
	if c.numbers == nil {
		return format.Unknown
	}
	v := c.numbers[row] / c.factor
	text := strings.Replace(strconv.FormatFloat(v, 'f', c.decimals, 64), "-", "−", 1)
	if math.IsNaN(v) || math.IsInf(v, 0) || math.Abs(v) < 10*math.Pow10(-c.decimals) && v != math.Trunc(v) {
		text = format.Number(v, 2)
	}
	if c.q.Unit != "" && utf8.RuneCountInString(text) > utf8.RuneCountInString(widestNumber) {
		return format.Short(v)
	}
	return text
}

// drawRows shows the table in a pane of the drawer.
func (t *table) drawRows(u *widget.Context, at layout.Rect) {
	t.refresh()
	t.tools(u, layout.Box(at.X+u.Px(10), at.Y, at.Width-u.Px(18), u.Px(tableTools)))
	top := at.Y + u.Px(tableTools)
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + u.Px(2), Y: top})
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{})
	size := widget.Sized(at.Width-u.Px(6), at.Y+at.Height-top-u.Px(2))
	imgui.BeginChildV("##bodies", size, false, imgui.WindowFlagsHorizontalScrollbar)
	t.rows(u)
	imgui.EndChild()
	imgui.PopStyleVar()
}

// tools shows the row above the table: the filter, the number of bodies, and the buttons for columns and copying.
func (t *table) tools(u *widget.Context, at layout.Rect) {
	h := u.Px(22)
	y := at.Y + u.Px(3)
	copyWidth, listWidth := u.ButtonWidth("Copy", ""), u.Px(92)
	right := at.X + at.Width - copyWidth
	place := func(x float32) { imgui.SetCursorScreenPos(imgui.Vec2{X: x, Y: y}) }
	if place(right); u.Button("copy rows", "Copy", "", copyWidth, h, false) {
		t.do(keymap.CopyTable)
	}
	u.Tip(keymap.Tip(keymap.CopyTable,
		"The rows that are shown, in their order, for a spreadsheet: SI units, all digits."))
	right -= listWidth + u.Px(4)
	if place(right); u.ListButton("columns", u.Fonts.Text, "Columns", listWidth, h) {
		u.OpenList(t.columnItems()...)
	}
	u.Tip("What of the bodies is shown.")
	why, said := t.list.Why(), t.count()
	color := widget.ColorSecondary
	if why != "" {
		said, color = why, widget.ColorRecord
	}
	free := right - at.X - u.Px(8)
	field := max(min(u.Px(300), free-widget.TextWidth(u.Fonts.Small, t.count())-u.Px(16)), min(u.Px(120), free))
	place(at.X)
	imgui.SetNextItemWidth(widget.AtLeast1(field))
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: u.Px(8), Y: (h - imgui.FontSize()) / 2})
	enter := imgui.InputTextWithHintV("##filter", "Filter: speed > 0.5", &t.text,
		imgui.InputTextFlagsEnterReturnsTrue, nil)
	imgui.PopStyleVar()
	lo, hi := imgui.ItemRectMin(), imgui.ItemRectMax()
	if why != "" {
		widget.Outline(imgui.WindowDrawList(), lo, hi, widget.Pack(color), u.Px(3), 1)
	}
	u.Tip("Shows only these bodies: a number, a part of a name, or an expression. Enter selects them all.\n" +
		quantitiesLine())
	if enter {
		t.selectRows(t.list.Shown())
		t.followed = t.view.Selected
	}
	x := at.X + field + u.Px(10)
	imgui.SetCursorScreenPos(imgui.Vec2{X: x, Y: y})
	widget.Clickable("said", right-x-u.Px(4), h)
	u.TextAt(u.Fonts.Small, color, x, y+h/2, u.Fit(u.Fonts.Small, said, right-x-u.Px(4)))
	u.Tip(why)
}

// columnItems lists all quantities, with a mark on the shown ones. The list stays open after a choice.
func (t *table) columnItems() (list []widget.MenuItem) {
	for i := range query.Quantities {
		q := &query.Quantities[i]
		list = append(list, widget.MenuItem{Text: q.Name, Hint: q.Unit, Now: slices.Contains(t.Columns, q.Name),
			Do: func() {
				t.toggleColumn(q.Name)
				t.menus.OpenNext("", t.columnItems()...)
			}})
	}
	return list
}

// rows draws the header and the visible rows, and handles clicks on them.
func (t *table) rows(u *widget.Context) {
	p, avail := imgui.WindowPos(), imgui.ContentRegionAvail()
	columns, total := t.columns(u, avail.X)
	shown, h := t.list.Shown(), u.Px(tableRow)
	in := layout.Box(p.X, p.Y+h, avail.X, max(avail.Y-h, 0)) // area of the rows
	t.follow(h, in.Height)
	left, top := p.X-imgui.ScrollX(), imgui.ScrollY()

	over := -1
	if mouse := imgui.MousePos(); imgui.IsWindowHovered() && in.Has(mouse.X, mouse.Y) {
		if i := int((mouse.Y - in.Y + top) / h); i < len(shown) {
			over = i
			t.view.Hover = t.list.Thing(shown[i])
			t.clicks(i)
		}
		t.walk()
	}
	list := imgui.WindowDrawList()
	list.PushClipRectV(imgui.Vec2{X: in.X, Y: in.Y}, imgui.Vec2{X: in.X + in.Width, Y: in.Y + in.Height}, true)
	for i := int(top / h); i < min(len(shown), int((top+in.Height)/h)+1); i++ {
		y := in.Y + h*float32(i) - top
		ground := imgui.Vec4{}
		switch {
		case t.isSelected(shown[i]):
			ground = widget.ColorFill
		case i == over:
			ground = widget.ColorFrame
		}
		widget.Fill(list, imgui.Vec2{X: in.X, Y: y}, imgui.Vec2{X: in.X + in.Width, Y: y + h}, widget.Pack(ground))
		for k := range columns {
			columns[k].cell(u, t, shown[i], left, y+h/2, in)
		}
	}
	list.PopClipRect()
	switch {
	case t.list.Len() == 0:
		t.empty(u, p.X, in.Y-top, "There are no bodies yet.")
	case len(shown) == 0:
		t.empty(u, p.X, in.Y-top, "No body is as the filter asks.")
	}
	t.header(u, columns, layout.Box(left, p.Y, max(avail.X, total), h), avail.X, p.X)
	imgui.SetCursorPos(imgui.Vec2{X: widget.AtLeast1(total) - 1, Y: h*float32(max(len(shown), 1)+1) - 1})
	imgui.Dummy(imgui.Vec2{X: 1, Y: 1})
}

// empty says in place of the first row, at y, why there are no rows.
func (t *table) empty(u *widget.Context, x, y float32, why string) {
	u.TextAt(u.Fonts.Text, widget.ColorSecondary, x+u.Px(10), y+u.Px(tableRow)/2, why)
}

// cell draws a cell with its middle at height y. A number that is only partly visible is not drawn, because it
// would read as another number.
func (c *column) cell(u *widget.Context, t *table, row int32, left, y float32, sight layout.Rect) {
	x := left + c.x + u.Px(cellMargin)
	if c.q.IsWord() {
		u.TextAt(u.Fonts.Small, widget.ColorText, x, y,
			u.Fit(u.Fonts.Small, t.list.Word(c.q, row), min(c.width, sight.X+sight.Width-x)-u.Px(cellMargin)))
		return
	}
	text := c.text(row)
	x = left + c.x + c.width - u.Px(cellMargin) - widget.TextWidth(u.Fonts.Mono, text)
	if x >= sight.X && left+c.x+c.width <= sight.X+sight.Width {
		u.TextAt(u.Fonts.Mono, widget.ColorText, x, y, text)
	}
}

// header shows the names and units of the columns. A click sorts the rows.
func (t *table) header(u *widget.Context, columns []column, at layout.Rect, width, left float32) {
	list := imgui.WindowDrawList()
	widget.Fill(list, imgui.Vec2{X: left, Y: at.Y}, imgui.Vec2{X: left + width, Y: at.Y + at.Height},
		widget.Pack(widget.ColorGround))
	for i := range columns {
		c := &columns[i]
		imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + c.x, Y: at.Y})
		if widget.Clickable("column "+c.q.Name, c.width, at.Height) {
			t.sortBy(c.q)
		}
		name := widget.ColorSecondary
		if imgui.IsItemHovered() || t.Sort == c.q.Name {
			name = widget.ColorText
		}
		if imgui.IsItemHovered() && imgui.IsMouseClicked(1) {
			t.headerMenu(c.q)
		}
		x, y := at.X+c.x+u.Px(cellMargin), at.Y+at.Height/2
		if !c.q.IsWord() {
			wide := widget.TextWidth(u.Fonts.Small, c.q.Name)
			if c.unit != "" {
				wide += widget.TextWidth(u.Fonts.Small, " "+c.unit)
			}
			x = at.X + c.x + c.width - u.Px(cellMargin) - wide
		}
		end := x + widget.TextWidth(u.Fonts.Small, c.q.Name)
		if !c.q.IsWord() && at.X+c.x+c.width > left+width {
			continue // not drawn, like its numbers
		}
		u.TextAt(u.Fonts.Small, name, x, y, u.Fit(u.Fonts.Small, c.q.Name, left+width-x))
		u.TextAt(u.Fonts.Small, widget.ColorFaint, end, y, strings.TrimRight(" "+c.unit, " "))
		if t.Sort == c.q.Name {
			mark := x - u.Px(9)
			if c.q.IsWord() {
				mark = end + u.Px(9)
			}
			u.Chevron(mark, y, t.Down, widget.ColorText)
		}
		about := format.Sentence(c.q.About) + ". A click orders the rows by it, a right click has more."
		if why := t.list.Unavailable(c.q.Name); why != "" {
			about = "Not known: " + why + "."
		}
		u.Tip(about)
	}
}

// headerMenu opens the menu of a column.
func (t *table) headerMenu(q *query.Quantity) {
	at := imgui.MousePos()
	order := func(down bool) func() { return func() { t.Sort, t.Down, t.stale = q.Name, down, true } }
	items := []widget.MenuItem{
		{Text: "Smallest first", Do: order(false), Now: t.Sort == q.Name && !t.Down},
		{Text: "Largest first", Do: order(true), Now: t.Sort == q.Name && t.Down},
		{Text: "As in the world", Do: func() { t.Sort, t.stale = "", true }, Now: t.Sort == ""},
	}
	if q.IsWord() {
		items[0].Text, items[1].Text = "From A to Z", "From Z to A"
	}
	items = append(items, widget.MenuItem{Text: "Hide this column", Do: func() { t.toggleColumn(q.Name) }})
	t.menus.Open(at.X, at.Y, q.Name, items...)
}

// clicks selects the body of the row under the pointer as soon as a button is pressed, since rows may move before
// it is released.
func (t *table) clicks(row int) {
	io := imgui.CurrentIO()
	switch {
	case t.menus.Now != nil:
	case imgui.IsMouseDoubleClicked(0):
		t.camera.frameSelection()
	case imgui.IsMouseClicked(0):
		t.clickRow(row, io.KeyCtrlPressed(), io.KeyShiftPressed())
	}
}

// walk moves the selection by the arrow keys.
func (t *table) walk() {
	for key, by := range map[int]int{imgui.KeyDownArrow: 1, imgui.KeyUpArrow: -1} {
		if !imgui.IsKeyPressed(imgui.KeyIndex(key)) || imgui.IsAnyItemActive() || len(t.list.Shown()) == 0 {
			continue
		}
		row := -1
		if last := t.view.Selected.Last(); isBody(last) {
			row = t.list.Place(last.Body)
		}
		t.clickRow(min(max(row+by, 0), len(t.list.Shown())-1), false, false)
		t.followed = nil
	}
}

// follow scrolls to a body that was selected elsewhere, such as in the view.
func (t *table) follow(h, height float32) {
	if t.followed == t.view.Selected {
		return
	}
	t.followed = t.view.Selected
	row := -1
	if last := t.view.Selected.Last(); isBody(last) {
		row = t.list.Place(last.Body)
	}
	if row < 0 {
		return
	}
	switch y, top := h*float32(row), imgui.ScrollY(); {
	case y < top:
		imgui.SetScrollY(y)
	case y+h > top+height:
		imgui.SetScrollY(y + h - height)
	}
}
