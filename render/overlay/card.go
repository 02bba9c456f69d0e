package overlay

import (
	"slices"
	"strings"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
)

// words returns the parts of a text between which a line may break. It keeps a number, its unit, "=" and the value
// after it in one part.
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

// cardMargin is the room between the card and the edges of the picture, cardPad the room between the edges of the
// card and its text [px at scale 1].
const cardMargin, cardPad = 6, 8

// cardTop returns the height of the upper edge of the card of keys above the lower edge of the picture [px]; 0 if
// the card is not at the right.
func (f *Frame) cardTop(to *glyph.List) float32 {
	if c := f.cardPlace(to); !c.left {
		return c.top
	}
	return 0
}

// cardRect is the place of the card of keys [px]: top is the height of its upper edge above the lower edge of the
// picture, sample the width of the column of samples. It has no size if there are no keys.
type cardRect struct {
	x, y, width, height, top, sample float32
	left                             bool
	lines                            []keyLine
}

// tripodRoom is the room at the left that the axes take [px at scale 1].
const tripodRoom = 120

// cardPlace lays out the card of keys with the keys added so far, at the right or at the left beside the axes. The
// card changes sides only if the other place covers less than half as many bodies, so that it does not go to and
// fro.
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

// keyLine is a line of the card of keys: the first line of an entry, or a further line of its text.
type keyLine struct {
	text  string
	entry *glyph.Key // nil for a further line
}

// keyLines returns the lines of the card, none wider than the picture unless a single word is, and the room that
// samples take at the left. If there are several worlds, the keys of this tile alone stand first.
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

// mostCounted is the number of bodies, about, from which covered estimates how many bodies a card covers.
const mostCounted = 1000

// covered returns the number of bodies in a sample of the bodies whose middle lies under a card.
func (f *Frame) covered(c *cardRect) (n int) {
	for i := 0; i < len(f.Capsules); i += 1 + len(f.Capsules)/mostCounted {
		x, y, _, ok := f.Screen(f.Capsules[i].Center)
		if ok && x > c.x && x < c.x+c.width && y > c.y && y < c.y+c.height {
			n++
		}
	}
	return n
}

// card lists the meanings of glyphs in one place, at the lower right or, if bodies are there, beside the axes.
func card(f *Frame, to *glyph.List) {
	s := f.Scale
	if len(to.Keys) == 0 {
		return
	}
	pad, gap, step := cardPad*s, 8*s, to.Face.Line+6*s
	c := f.cardPlace(to)
	x, y, sample := c.x, c.y, c.sample
	if len(c.lines) > 1 { // a single line needs no pane behind it
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

// stripWidth returns the width of a strip of keys beside the tiles [px]: lines are about eight times as wide as
// high, and no narrower than the widest word.
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

// pane draws a pane behind keys and legends, but not in a figure, where the scene is placed clear of them.
func (f *Frame) pane(to *glyph.List, x, y, width, height float32) {
	if !f.View.Figure.On() {
		to.Rect(x, y, width, height, f.Theme.Pane)
	}
}
