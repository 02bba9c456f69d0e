package render

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// marked is the contacts that overlays mark: those that the view asks for, of which the largest
// forces are taken where there are more than markLimit.
type marked struct {
	list  []mark
	asked int // contacts that the view asks for, before the limit

	strengths []float32
	cells     map[[2]int32]int32
}

// mark is one contact that overlays mark.
type mark struct {
	*bridge.Contact
	strength float32 // size of the force that bodies exert on each other there [N]
	depth    float32 // toward the eye, greater is nearer [m]
	opacity  float32 // 0 to 1: falls with the depth and toward the limit of strength
}

// markLimit is the most contacts that are marked: more hide each other, and what is behind.
const markLimit = 2000

// markFade is the part of the marks at the limit, the weakest, that fade: one that comes or goes
// as forces change is faint then, so that nothing flickers.
const markFade = 0.2

// farthest is the opacity of a mark at the far end of the scene.
const farthest = 0.3

// follow takes the contacts of a picture that are to be marked, from the farthest to the nearest.
func (g *marked) follow(f *frame) {
	g.list, g.asked = g.list[:0], 0
	if !f.view.Overlays.NeedContacts() {
		return
	}
	asked := f.marks()
	for i := range f.Contacts {
		if c := &f.Contacts[i]; asked(c) {
			g.list = append(g.list, mark{Contact: c, strength: strength(c), opacity: 1})
		}
	}
	g.asked = len(g.list)
	g.limit()
	g.recede(f)
}

// strength returns the size of the force in a contact [N]; 0 if it is no number.
func strength(c *bridge.Contact) float32 {
	x := norm([3]float32{c.NormalForce, norm(c.Tangential), 0})
	if x-x != 0 {
		return 0
	}
	return x
}

// marks returns whether the view asks for a contact.
func (f *frame) marks() func(*bridge.Contact) bool {
	switch f.view.Marks {
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
			return body >= 0 && int(body) < len(f.Bodies) && f.view.Selected.HasBody(f.Bodies[body].Number)
		}
		return func(c *bridge.Contact) bool { return chosen(c.A) || chosen(c.B) }
	}
	return func(*bridge.Contact) bool { return true }
}

// limit takes away all but the strongest. Of those as strong as the weakest that is left the
// first ones stay, in the order of contacts, which is the same in every run.
func (g *marked) limit() {
	if len(g.list) <= markLimit {
		return
	}
	g.strengths = g.strengths[:0]
	for i := range g.list {
		g.strengths = append(g.strengths, g.list[i].strength)
	}
	slices.SortFunc(g.strengths, func(a, b float32) int { return cmp.Compare(b, a) })
	least, whole := g.strengths[markLimit-1], g.strengths[int((1-markFade)*markLimit)]
	ties := 0
	for _, x := range g.strengths[:markLimit] {
		if x == least {
			ties++
		}
	}
	kept := g.list[:0]
	for _, x := range g.list {
		switch {
		case x.strength < least:
			continue
		case x.strength == least && ties == 0:
			continue
		case x.strength == least:
			ties--
		}
		if whole > least {
			x.opacity = clamp((x.strength-least)/(whole-least), 0, 1)
		}
		kept = append(kept, x)
	}
	g.list = kept
}

// recede lets marks fade with their depth in the scene and sorts them from back to front.
func (g *marked) recede(f *frame) {
	back, extent := f.camera.Back(), float32(0)
	for k := range back {
		extent += abs(back[k]) * (f.light.hi[k] - f.light.lo[k])
	}
	for i := range g.list {
		x := &g.list[i]
		p := x.Point
		x.depth = p[0]*back[0] + p[1]*back[1] + p[2]*back[2]
		near := clamp(0.5+(x.depth-f.light.center.Dot(back))/max(extent, 1e-9), 0, 1)
		x.opacity *= farthest + (1-farthest)*near*near
	}
	slices.SortStableFunc(g.list, func(a, b mark) int { return cmp.Compare(a.depth, b.depth) })
}

// spacing returns the mean distance of the marks on the screen from one to the next [px at scale
// 1]: the root of the area that has marks over their number.
func (g *marked) spacing(f *frame) float32 {
	const cell = 24
	if g.cells == nil {
		g.cells = map[[2]int32]int32{}
	}
	clear(g.cells)
	m, n := f.shared.viewProj, 0
	for i := range g.list {
		p := m.Mul4x1([4]float32{g.list[i].Point[0], g.list[i].Point[1], g.list[i].Point[2], 1})
		x, y := p[0]/p[3], p[1]/p[3]
		if p[3] <= 0 || !(abs(x) < 1 && abs(y) < 1) {
			continue
		}
		n++
		w, h := float32(f.width)/f.scale/cell, float32(f.height)/f.scale/cell
		g.cells[[2]int32{int32((x + 1) / 2 * w), int32((y + 1) / 2 * h)}]++
	}
	if n == 0 {
		return cell
	}
	return cell * float32(math.Sqrt(float64(len(g.cells))/float64(n)))
}

// markWords name what is marked in the key.
var markWords = [view.NumMarks]string{"contacts", "sliding contacts", "contacts above the mean force",
	"contacts of the selection"}

// countKey says how many contacts are marked, of how many.
func (f *frame) countKey() {
	g := f.marked
	switch {
	case g.asked > len(g.list):
		f.ownKey(fmt.Sprintf("largest %s of %s %s", grouped(len(g.list)), grouped(g.asked), markWords[f.view.Marks]), 0, nil)
	case f.view.Marks != view.MarkAll:
		f.ownKey(fmt.Sprintf("%s of %s: %s", grouped(g.asked), grouped(len(f.Contacts)), markWords[f.view.Marks]), 0, nil)
	case g.asked == 1:
		f.ownKey("1 contact", 0, nil)
	default:
		f.ownKey(fmt.Sprintf("%s %s", grouped(g.asked), markWords[f.view.Marks]), 0, nil)
	}
}

// grouped writes a whole number with commas between its thousands.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
