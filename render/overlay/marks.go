package overlay

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
)

// Marks are the contacts that overlays mark: the contacts that the view asks for, but at most the markLimit ones
// with the largest forces. The zero value marks nothing.
type Marks struct {
	List  []Mark // from the farthest to the nearest
	Asked int    // number of contacts that the view asks for, before the limit

	strengths []float32
	cells     map[[2]int32]int32
}

// Mark is one contact that overlays mark.
type Mark struct {
	*bridge.Contact
	strength float32 // magnitude of the contact force [N]
	depth    float32 // toward the eye, greater is nearer [m]
	Opacity  float32 // 0 to 1: falls with the depth and toward the limit of strength
}

// markLimit is the greatest number of marked contacts: more marks would hide each other and the bodies behind.
const markLimit = 2000

// markFade is the part of the marks that fade if there are as many as the limit: the weakest. A contact
// that enters or leaves the list as forces change is then faint, so that marks do not flicker.
const markFade = 0.2

// farthest is the opacity of a mark at the far end of the scene.
const farthest = 0.3

// Follow replaces the marks by the marks of a picture. Marks fade with their depth in Frame.Box.
func (g *Marks) Follow(f *Frame) {
	g.List, g.Asked = g.List[:0], 0
	if !ShowsContacts(f.View) {
		return
	}
	asked := f.markRule()
	for i := range f.Contacts {
		if c := &f.Contacts[i]; asked(c) {
			g.List = append(g.List, Mark{Contact: c, strength: strength(c), Opacity: 1})
		}
	}
	g.Asked = len(g.List)
	g.limit()
	g.recede(f)
}

// strength returns the magnitude of the force in a contact [N]; 0 if it is not finite.
func strength(c *bridge.Contact) float32 {
	x := glyph.Norm([3]float32{c.NormalForce, glyph.Norm(c.Tangential), 0})
	if x-x != 0 {
		return 0
	}
	return x
}

// markRule returns the function that reports whether the view asks for a contact.
func (f *Frame) markRule() func(*bridge.Contact) bool {
	switch f.View.Marks {
	case view.MarkSliding:
		return func(c *bridge.Contact) bool { return c.Sliding }
	case view.MarkStrong:
		sum := 0.0
		for i := range f.Contacts {
			sum += float64(strength(&f.Contacts[i]))
		}
		mean := float32(sum / float64(max(len(f.Contacts), 1)))
		return func(c *bridge.Contact) bool { return strength(c) > mean }
	case view.MarkSelected:
		chosen := func(body int32) bool {
			return body >= 0 && int(body) < len(f.Bodies) && f.View.Selected.HasBody(f.Bodies[body].Number)
		}
		return func(c *bridge.Contact) bool { return chosen(c.A) || chosen(c.B) }
	}
	return func(*bridge.Contact) bool { return true }
}

// limit removes all marks but the markLimit strongest. Of several marks that are as strong as the weakest
// remaining one, the first in the order of contacts stay, because this order is the same in every run.
func (g *Marks) limit() {
	if len(g.List) <= markLimit {
		return
	}
	g.strengths = g.strengths[:0]
	for i := range g.List {
		g.strengths = append(g.strengths, g.List[i].strength)
	}
	slices.SortFunc(g.strengths, func(a, b float32) int { return cmp.Compare(b, a) })
	least, whole := g.strengths[markLimit-1], g.strengths[int((1-markFade)*markLimit)]
	ties := 0
	for _, x := range g.strengths[:markLimit] {
		if x == least {
			ties++
		}
	}
	kept := g.List[:0]
	for _, x := range g.List {
		switch {
		case x.strength < least:
			continue
		case x.strength == least && ties == 0:
			continue
		case x.strength == least:
			ties--
		}
		if whole > least {
			x.Opacity = mgl32.Clamp((x.strength-least)/(whole-least), 0, 1)
		}
		kept = append(kept, x)
	}
	g.List = kept
}

// recede makes marks fainter with their depth in the scene, and sorts them from back to front.
func (g *Marks) recede(f *Frame) {
	back, extent := f.Camera.Back(), float32(0)
	for k := range back {
		extent += mgl32.Abs(back[k]) * (f.Box[1][k] - f.Box[0][k])
	}
	for i := range g.List {
		x := &g.List[i]
		p := x.Point
		x.depth = p[0]*back[0] + p[1]*back[1] + p[2]*back[2]
		near := mgl32.Clamp(0.5+(x.depth-f.Box[1].Add(f.Box[0]).Mul(0.5).Dot(back))/max(extent, 1e-9), 0, 1)
		x.Opacity *= farthest + (1-farthest)*near*near
	}
	slices.SortStableFunc(g.List, func(a, b Mark) int { return cmp.Compare(a.depth, b.depth) })
}

// spacing returns the mean distance between neighbouring marks on the screen [px at scale 1]: the root
// of the area of the cells with marks over the number of marks.
func (g *Marks) spacing(f *Frame) float32 {
	const cell = 24
	if g.cells == nil {
		g.cells = map[[2]int32]int32{}
	}
	clear(g.cells)
	m, n := f.ViewProj, 0
	for i := range g.List {
		p := m.Mul4x1([4]float32{g.List[i].Point[0], g.List[i].Point[1], g.List[i].Point[2], 1})
		x, y := p[0]/p[3], p[1]/p[3]
		if p[3] <= 0 || !(mgl32.Abs(x) < 1 && mgl32.Abs(y) < 1) {
			continue
		}
		n++
		w, h := float32(f.Width)/f.Scale/cell, float32(f.Height)/f.Scale/cell
		g.cells[[2]int32{int32((x + 1) / 2 * w), int32((y + 1) / 2 * h)}]++
	}
	if n == 0 {
		return cell
	}
	return cell * float32(math.Sqrt(float64(len(g.cells))/float64(n)))
}

// markWords are the names of the marked contacts in the key, for one contact and for several.
var markWords = [view.NumMarks][2]string{{"contact", "contacts"}, {"sliding contact", "sliding contacts"},
	{"contact above the mean force", "contacts above the mean force"},
	{"contact of the selection", "contacts of the selection"}}

// countKey adds the number of marked contacts and of all contacts to the keys.
func (f *Frame) countKey(to *glyph.List) {
	g, words := f.Marks, markWords[f.View.Marks]
	text := spell.Count(g.Asked, words[0], words[1])
	switch {
	case g.Asked > len(g.List):
		text = "largest " + spell.Grouped(len(g.List)) + " of " + text
	case f.View.Marks != view.MarkAll:
		text = fmt.Sprintf("%s of %s: %s", spell.Grouped(g.Asked), spell.Grouped(len(f.Contacts)),
			spell.Plural(g.Asked, words[0], words[1]))
	}
	to.OwnKey(text, 0, nil)
}
