package overlay

import (
	"slices"
	"strings"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
)

// words returns the parts of a text between which a line may end: not between a number, its unit and what it equals.
func words(e *glyph.Key) (list []string) {
	for _, w := range strings.Fields(e.Text) {
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

// cardMargin is the room between the card and the edges of the picture [px at scale 1], cardPad that
// between its edges and what is on it.
const cardMargin, cardPad = 6, 8

// cardTop returns how far from the lower edge of the picture the card of keys ends at the right [px].
func (f *Frame) cardTop(to *glyph.List) float32 {
	if c := f.cardPlace(to); !c.left {
		return c.top
	}
	return 0
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

// cardPlace lays out the card of keys with what it holds so far: at the right, or, if that covers bodies and the place
// beside the axes less than half as many, there. The card changes sides only for a reason, and not to and fro.
func (f *Frame) cardPlace(to *glyph.List) (c cardRect) {
	s := f.Scale
	if len(to.Keys) == 0 {
		return c
	}
	c.lines, c.sample = f.keyLines(to)
	text := float32(0)
	for _, l := range c.lines {
		text = max(text, to.Face.Width(l.text))
	}
	c.width = 2*cardPad*s + c.sample + text
	c.height = 2*cardPad*s + (to.Face.Line+6*s)*float32(len(c.lines)) - 6*s
	right, left := c, c
	lift := f.View.Lift * float32(f.Height)
	right.top = cardMargin*s + max(to.KeysLift, lift) + c.height
	right.x, right.y = float32(f.Width)-cardMargin*s-c.width, float32(f.Height)-right.top
	left.left, left.top = true, cardMargin*s+max(captionHeight(f, to), lift)+c.height
	left.x, left.y = tripodRoom*s, float32(f.Height)-left.top
	if left.x+left.width < right.x { // else there is no choice
		at, other := f.covered(&right), f.covered(&left)
		if to.CardLeft {
			at, other = other, at
		}
		if 2*other < at {
			to.CardLeft = !to.CardLeft
		}
	} else {
		to.CardLeft = false
	}
	if to.CardLeft {
		return left
	}
	return right
}

// keyLine is a line of the card of keys: an entry, or how its text goes on.
type keyLine struct {
	text  string
	entry *glyph.Key // nil where a text goes on
}

// keyLines returns the lines of the card, none wider than the picture if words allow that, and the room that samples
// take at the left. What is of this tile stands first.
func (f *Frame) keyLines(to *glyph.List) (list []keyLine, sample float32) {
	s := f.Scale
	slices.SortStableFunc(to.Keys, func(a, b glyph.Key) int {
		if len(f.Others) < 2 || a.Own == b.Own {
			return 0
		} else if a.Own {
			return -1
		}
		return 1
	})
	for _, e := range to.Keys {
		sample = max(sample, e.Sample)
	}
	if sample > 0 {
		sample += 8 * s
	}
	most := float32(f.Width) - 2*(cardMargin+cardPad)*s - sample
	for i := range to.Keys {
		line := keyLine{entry: &to.Keys[i]}
		for _, word := range words(&to.Keys[i]) {
			longer := strings.TrimSpace(line.text + " " + word)
			if line.text != "" && to.Face.Width(longer) > most {
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
func (f *Frame) covered(c *cardRect) (n int) {
	for i := 0; i < len(f.Capsules); i += 1 + len(f.Capsules)/mostCounted {
		x, y, _, ok := f.Screen(f.Capsules[i].Center)
		if ok && x > c.x && x < c.x+c.width && y > c.y && y < c.y+c.height {
			n++
		}
	}
	return n
}

// card lists what glyphs mean, in one place at the lower right or, where bodies are, beside the axes.
func card(f *Frame, to *glyph.List) {
	s := f.Scale
	if len(to.Keys) == 0 {
		return
	}
	pad, gap, step := cardPad*s, 8*s, to.Face.Line+6*s
	c := f.cardPlace(to)
	x, y, sample := c.x, c.y, c.sample
	if len(c.lines) > 1 { // a single line needs no ground
		f.pane(to, x, y, c.width, c.height)
	}
	to.Keep(view.Room{Bottom: float32(f.Height) - y})
	if f.View.Split.Side > 0 && !to.KeysHanded && len(to.Keys) > 1 {
		to.Keep(view.Room{Right: f.stripWidth(to, sample)})
	}
	x, y = x+pad, y+pad
	for _, l := range c.lines {
		to.Text(x+sample, y, l.text, f.Theme.Text, f.Theme.Halo)
		if l.entry != nil && l.entry.Draw != nil {
			l.entry.Draw(to.Sheet, x+sample-gap-l.entry.Sample, y+to.Face.Line*0.55)
		}
		y += step
	}
}

// stripWidth returns how wide a strip of keys beside tiles should be: lines of eight times their height, or so.
func (f *Frame) stripWidth(to *glyph.List, sample float32) float32 {
	text, word, face := float32(0), float32(0), to.Face
	for _, e := range to.Keys {
		text = max(text, face.Width(e.Text))
		for _, w := range words(&e) {
			word = max(word, face.Width(w))
		}
	}
	return max(word, min(text, 8*face.Line)) + sample + 2*(cardMargin+cardPad)*f.Scale + 1
}

// pane lays a ground under keys and legends, but not in a figure, where nothing else is there.
func (f *Frame) pane(to *glyph.List, x, y, width, height float32) {
	if !f.View.Figure.On() {
		to.Rect(x, y, width, height, f.Theme.Pane)
	}
}
