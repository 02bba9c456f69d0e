package render

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"unsafe"

	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/view"
)

// hud collects what lies flat over the picture: text, keys, legends, the axes. Places are
// in pixels from the upper left corner.
type hud struct {
	face     *typeface
	program  *gpu.Program
	buffer   *gpu.Buffer
	array    *gpu.VertexArray
	vertices []hudVertex
	keys     []keyEntry
	handed   []keyEntry // that another tile of the picture says
	keyTop   float32    // room below the card of keys [px]
	apart    bool       // what is collected goes into flat as well
	flat     []view.FlatPart
	room     view.Room
	side     cardSide
}

type hudVertex struct {
	x, y, u, v float32
	color      rgba
}

func newHud(k *kit) (*hud, error) {
	p, err := k.program("hud.vert", "hud.frag")
	if err != nil {
		return nil, err
	}
	h := &hud{program: p, buffer: gpu.NewVertexBuffer(), array: gpu.NewVertexArray()}
	h.array.Attach(h.buffer, unsafe.Sizeof(hudVertex{}), false,
		gpu.Attribute{Location: 0, Count: 4},
		gpu.Attribute{Location: 1, Count: 4, Offset: unsafe.Offsetof(hudVertex{}.color), Bytes: true})
	return h, nil
}

// begin empties the collection and makes letters of the right size.
func (h *hud) begin(scale float32, apart bool) error {
	h.vertices, h.keys, h.handed, h.keyTop = h.vertices[:0], h.keys[:0], h.handed[:0], 0
	h.apart, h.flat, h.room = apart, nil, view.Room{}
	if h.face != nil && h.face.scale == scale {
		return nil
	}
	face, err := newTypeface(scale)
	if err != nil {
		return err
	}
	if h.face != nil {
		h.face.texture.Delete()
	}
	h.face = face
	return nil
}

// draw puts the collection over the picture, unless it is wanted apart.
func (h *hud) draw() {
	if len(h.vertices) == 0 || h.apart {
		return
	}
	gpu.State{Blend: gpu.Over}.Apply()
	gpu.Upload(h.buffer, h.vertices)
	h.program.Use()
	h.program.Int("atlas", 0)
	h.face.texture.Bind(0)
	h.array.Triangles(len(h.vertices))
}

func (h *hud) close() {
	h.buffer.Delete()
	h.array.Delete()
	if h.face != nil {
		h.face.texture.Delete()
	}
}

// shape fills four corners, in order round the shape, with a colour.
func (h *hud) shape(p [4][2]float32, c rgba) {
	h.note(view.FlatPart{Points: p[:], Color: color.NRGBA{c[0], c[1], c[2], c[3]}})
	h.quad(p, [4]rgba{c, c, c, c})
}

// note adds a part to what is wanted apart.
func (h *hud) note(p view.FlatPart) {
	if h.apart && (p.Color.A > 0 || p.Ramp != nil) {
		h.flat = append(h.flat, p)
	}
}

// quad adds four corners, in order round the shape, of the atlas's white cell.
func (h *hud) quad(p [4][2]float32, c [4]rgba) {
	w := h.face.white
	for _, i := range [6]int{0, 1, 2, 0, 2, 3} {
		h.vertices = append(h.vertices, hudVertex{p[i][0], p[i][1], w[0], w[1], c[i]})
	}
}

// rect fills a rectangle with a colour.
func (h *hud) rect(x, y, width, height float32, c rgba) {
	h.shape([4][2]float32{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}, c)
}

// ramp fills a rectangle with colours, evenly from the top down or from left to right.
func (h *hud) ramp(x, y, width, height float32, colors []rgba, sideways bool) {
	part := view.FlatPart{Points: [][2]float32{{x, y}, {x + width, y + height}}, Sideways: sideways}
	for _, c := range colors {
		part.Ramp = append(part.Ramp, color.NRGBA{c[0], c[1], c[2], c[3]})
	}
	h.note(part)
	n := len(colors) - 1
	for i := range n {
		from, to := float32(i)/float32(n), float32(i+1)/float32(n)
		a, b := colors[i], colors[i+1]
		if sideways {
			l, r := x+from*width, x+to*width
			h.quad([4][2]float32{{l, y}, {r, y}, {r, y + height}, {l, y + height}}, [4]rgba{a, b, b, a})
		} else {
			t, u := y+from*height, y+to*height
			h.quad([4][2]float32{{x, t}, {x + width, t}, {x + width, u}, {x, u}}, [4]rgba{a, a, b, b})
		}
	}
}

// line draws a line with soft sides.
func (h *hud) line(x0, y0, x1, y1, width float32, c rgba) {
	dx, dy := x1-x0, y1-y0
	n := float32(math.Hypot(float64(dx), float64(dy)))
	if n < 1e-3 {
		return
	}
	h.note(view.FlatPart{Points: [][2]float32{{x0, y0}, {x1, y1}}, Width: width, Color: color.NRGBA{c[0], c[1], c[2],
		c[3]}})
	nx, ny := -dy/n, dx/n
	clear := c.alpha(0)
	edges := [4]float32{-width/2 - 0.6, -width/2 + 0.4, width/2 - 0.4, width/2 + 0.6}
	colors := [4]rgba{clear, c, c, clear}
	for i := 0; i < 3; i++ {
		a, b := edges[i], edges[i+1]
		h.quad([4][2]float32{{x0 + nx*a, y0 + ny*a}, {x1 + nx*a, y1 + ny*a}, {x1 + nx*b, y1 + ny*b}, {x0 + nx*b, y0 + ny*b}},
			[4]rgba{colors[i], colors[i], colors[i+1], colors[i+1]})
	}
}

// text writes a line of text whose upper left corner is at (x, y), with a halo that keeps
// it legible over anything.
func (h *hud) text(x, y float32, text string, c, halo rgba) {
	x, y = float32(math.Round(float64(x))), float32(math.Round(float64(y)))
	y += h.face.ascent
	h.note(view.FlatPart{Points: [][2]float32{{x, y}}, Text: text, Color: color.NRGBA{c[0], c[1], c[2], c[3]},
		Size: view.TextSize * h.face.scale, Advance: h.face.width(text), HaloWidth: h.face.haloWidth(),
		Halo: color.NRGBA{halo[0], halo[1], halo[2], halo[3]}})
	h.letters(x, y, text, halo, func(g *glyph) *letterCell { return &g.halo })
	h.letters(x, y, text, c, func(g *glyph) *letterCell { return &g.letter })
}

// letters adds the letters of a text, or their halos, with the pen at (x, y).
func (h *hud) letters(x, y float32, text string, c rgba, of func(*glyph) *letterCell) {
	for _, r := range text {
		g := h.face.glyphs[r]
		l := of(&g)
		x0, y0 := float32(math.Round(float64(x)))+l.x, y+l.y
		p := [4]hudVertex{
			{x0, y0, l.u0, l.v0, c}, {x0 + l.w, y0, l.u1, l.v0, c},
			{x0 + l.w, y0 + l.h, l.u1, l.v1, c}, {x0, y0 + l.h, l.u0, l.v1, c},
		}
		for _, i := range [6]int{0, 1, 2, 0, 2, 3} {
			h.vertices = append(h.vertices, p[i])
		}
		x += g.advance
	}
}

// keyEntry is an entry of the card of keys: a text and, left of it, a sample.
type keyEntry struct {
	text   string
	sample float32                      // its width [px]
	draw   func(f *frame, x, y float32) // at its left end and middle line; nil for none
	own    bool                         // it is of this tile alone
}

// words returns the parts of a text between which a line may end: not between a number, its unit and what it equals.
func (e *keyEntry) words() (list []string) {
	for _, w := range strings.Fields(e.text) {
		if n := len(list); n > 0 {
			last := list[n-1][len(list[n-1])-1]
			if w == "=" || last == '=' || last >= '0' && last <= '9' {
				list[n-1] += " " + w
				continue
			}
		}
		list = append(list, w)
	}
	return list
}

// key adds what glyphs mean to the card of keys, unless it has an entry of that text: what several overlays, or several
// tiles of a picture, share is said once. The sample is drawn from its left end at its middle line.
func (f *frame) key(text string, sample float32, draw func(f *frame, x, y float32)) {
	list := &f.hud.keys
	if f.keysAway {
		list = &f.hud.handed
	}
	if !slices.ContainsFunc(*list, func(e keyEntry) bool { return e.text == text }) {
		*list = append(*list, keyEntry{text, sample, draw, false})
	}
}

// ownKey is key for what is said of each tile, as a count is.
func (f *frame) ownKey(text string, sample float32, draw func(f *frame, x, y float32)) {
	if !slices.ContainsFunc(f.hud.keys, func(e keyEntry) bool { return e.text == text }) {
		f.hud.keys = append(f.hud.keys, keyEntry{text, sample, draw, true})
	}
}

// beside takes over what a renderer knows of the other tiles of the picture, with the keys that they do not say.
func (f *frame) beside(r *Renderer) {
	f.others, f.keysAway = r.others, r.keysAway
	for _, other := range r.keysOf {
		for _, e := range other.hud.handed {
			f.key(e.text, e.sample, e.draw)
		}
	}
}

// card lists what glyphs mean, in one place at the lower right or, where bodies are, beside the axes.
type card struct{}

func newCard(*kit) (drawer, error) { return card{}, nil }

// cardMargin is the room between the card and the edges of the picture [px at scale 1], cardPad that
// between its edges and what is on it.
const cardMargin, cardPad = 6, 8

// cardTop returns how far from the lower edge of the picture the card of keys ends at the right [px].
func (f *frame) cardTop() float32 {
	if c := f.card(); !c.left {
		return c.top
	}
	return 0
}

// cardSide is where the card of keys is: it changes sides only for a reason, and not to and fro.
type cardSide struct {
	left     bool
	revision uint64 // of the scene
}

// cardRect is where the card of keys lies [px]; top is how far above the lower edge it ends, sample the width of
// the column of samples. It has no size if there are no keys.
type cardRect struct {
	x, y, width, height, top, sample float32
	left                             bool
	lines                            []keyLine
}

// tripodRoom is the room at the left that the axes take [px at scale 1].
const tripodRoom = 120

// card lays out the card of keys with what it holds so far: at the right, or, if that covers bodies and the place
// beside the axes less than half as many, there.
func (f *frame) card() (c cardRect) {
	h, s := f.hud, f.scale
	if len(h.keys) == 0 {
		return c
	}
	c.lines, c.sample = f.keyLines()
	text := float32(0)
	for _, l := range c.lines {
		text = max(text, h.face.width(l.text))
	}
	c.width = 2*cardPad*s + c.sample + text
	c.height = 2*cardPad*s + (h.face.line+6*s)*float32(len(c.lines)) - 6*s
	right, left := c, c
	right.top = cardMargin*s + h.keyTop + c.height
	right.x, right.y = float32(f.width)-cardMargin*s-c.width, float32(f.height)-right.top
	left.left, left.top = true, cardMargin*s+captionHeight(f)+c.height
	left.x, left.y = tripodRoom*s, float32(f.height)-left.top
	if h.side.revision != f.Revision {
		h.side = cardSide{revision: f.Revision}
	}
	if left.x+left.width < right.x { // else there is no choice
		at, other := f.covered(&right), f.covered(&left)
		if h.side.left {
			at, other = other, at
		}
		if 2*other < at {
			h.side.left = !h.side.left
		}
	} else {
		h.side.left = false
	}
	if h.side.left {
		return left
	}
	return right
}

// keyLine is a line of the card of keys: an entry, or how its text goes on.
type keyLine struct {
	text  string
	entry *keyEntry // nil where a text goes on
}

// keyLines returns the lines of the card, none wider than the picture if words allow that, and the room that samples
// take at the left. What is of this tile stands first.
func (f *frame) keyLines() (list []keyLine, sample float32) {
	h, s := f.hud, f.scale
	slices.SortStableFunc(h.keys, func(a, b keyEntry) int {
		if len(f.others) == 0 || a.own == b.own {
			return 0
		} else if a.own {
			return -1
		}
		return 1
	})
	for _, e := range h.keys {
		sample = max(sample, e.sample)
	}
	if sample > 0 {
		sample += 8 * s
	}
	most := float32(f.width) - 2*(cardMargin+cardPad)*s - sample
	for i := range h.keys {
		line := keyLine{entry: &h.keys[i]}
		for _, word := range h.keys[i].words() {
			longer := strings.TrimSpace(line.text + " " + word)
			if line.text != "" && h.face.width(longer) > most {
				list = append(list, line)
				line, longer = keyLine{}, word
			}
			line.text = longer
		}
		list = append(list, line)
	}
	return list, sample
}

// mostCounted is how many bodies are looked at to find out how many a card covers.
const mostCounted = 1000

// covered returns how many bodies have their middle under a card, of some of them.
func (f *frame) covered(c *cardRect) (n int) {
	for i := 0; i < len(f.Capsules); i += 1 + len(f.Capsules)/mostCounted {
		x, y, _, ok := f.screen(f.Capsules[i].Center)
		if ok && x > c.x && x < c.x+c.width && y > c.y && y < c.y+c.height {
			n++
		}
	}
	return n
}

func (card) prepare(f *frame) {
	h, s := f.hud, f.scale
	if len(h.keys) == 0 {
		return
	}
	pad, gap, step := cardPad*s, 8*s, h.face.line+6*s
	c := f.card()
	x, y, sample := c.x, c.y, c.sample
	if len(c.lines) > 1 { // a single line needs no ground
		f.pane(x, y, c.width, c.height)
	}
	h.keep(view.Room{Bottom: float32(f.height) - y})
	if f.view.Beside.Side > 0 && !f.keysAway && len(h.keys) > 1 {
		h.keep(view.Room{Right: f.stripWidth(sample)})
	}
	x, y = x+pad, y+pad
	for _, l := range c.lines {
		h.text(x+sample, y, l.text, f.theme.text, f.theme.halo)
		if l.entry != nil && l.entry.draw != nil {
			l.entry.draw(f, x+sample-gap-l.entry.sample, y+h.face.line*0.55)
		}
		y += step
	}
}

// stripWidth returns how wide a strip of keys beside tiles should be: lines of eight times their height, or so.
func (f *frame) stripWidth(sample float32) float32 {
	text, word, face := float32(0), float32(0), f.hud.face
	for _, e := range f.hud.keys {
		text = max(text, face.width(e.text))
		for _, w := range e.words() {
			word = max(word, face.width(w))
		}
	}
	return max(word, min(text, 8*face.line)) + sample + 2*(cardMargin+cardPad)*f.scale + 1
}

func (card) draw(*frame) {}
func (card) close()      {}
