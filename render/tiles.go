package render

import (
	"fmt"
	"image"
	"slices"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// Tiles draws snapshots as a Renderer does, and those of worlds that run beside each other as one picture with a tile
// for each. Every tile has a Renderer of its own, so that what pictures remember, as trails, is of one world; the
// ranges of colours and the sizes of arrows are those of all.
type Tiles struct {
	each  []*Renderer // by tile; the first also draws worlds that are alone
	count int         // of tiles of the last picture, 0 if it was of one world
	made  int         // tiles that are done of those of the picture that is being drawn, which are all
	all   int
	of    view.View // of the first of them
	whole target    // the last pictures of several worlds
}

// Part is one tile of a picture.
type Part struct {
	Snapshot *bridge.Snapshot
	View     *view.View
}

// target is the last pictures of two sizes.
type target struct{ picture, aside *gpu.Target }

// NewTiles is New for Tiles.
func NewTiles() (*Tiles, error) {
	r, err := New()
	if err != nil {
		return nil, err
	}
	return &Tiles{each: []*Renderer{r}}, nil
}

// Draw draws a snapshot, with the worlds beside it, as Renderer.Draw does.
func (t *Tiles) Draw(s *bridge.Snapshot, v *view.View, width, height int) error {
	_, err := t.DrawUnless(s, v, width, height, nil)
	return err
}

// DrawUnless is Draw in parts, as Renderer.DrawUnless.
func (t *Tiles) DrawUnless(s *bridge.Snapshot, v *view.View, width, height int, stop func() bool) (bool, error) {
	if len(s.Beside.Others) == 0 {
		t.each[0].others, t.each[0].keysAway = nil, false
		t.made, t.all = 0, 1
		whole, err := t.each[0].DrawUnless(s, v, width, height, stop)
		if whole {
			t.count = 0
		}
		return whole, err
	}
	return t.DrawParts(parts(s, v), width, height, stop)
}

// Share returns how much of the picture that is being drawn is done, as Renderer.Share.
func (t *Tiles) Share() float64 {
	return (float64(t.made) + t.each[t.made].Share()) / float64(max(t.all, 1))
}

// parts returns the tiles of a snapshot and the worlds beside it, by their places. The last one has the legend; with
// a wipe both have, in the same place.
func parts(s *bridge.Snapshot, v *view.View) []Part {
	list := make([]Part, len(s.Beside.Others)+1)
	put := func(s *bridge.Snapshot) {
		place := max(0, min(s.Beside.Place, len(list)-1))
		own := *v
		own.NoLegend = v.NoLegend || place < len(list)-1 && !v.Beside.Wipe
		list[place] = Part{s, &own}
	}
	put(s)
	for i := range s.Beside.Others {
		put(&s.Beside.Others[i])
	}
	return list
}

// DrawParts draws several worlds, or several views of one, as a picture of tiles. The first view says how they share
// it.
func (t *Tiles) DrawParts(list []Part, width, height int, stop func() bool) (whole bool, err error) {
	if width < 1 || height < 1 || width > maxSize || height > maxSize {
		return false, fmt.Errorf("render: draw: size must be 1 to %d pixels, got %d x %d", maxSize, width, height)
	}
	if err := t.ready(len(list)); err != nil {
		return false, err
	}
	t.share(list)
	t.all = len(list)
	for i, tile := range list[0].View.Beside.Tiles(len(list), width, height) {
		t.made = i
		whole, err := t.each[i].DrawUnless(list[i].Snapshot, list[i].View, max(tile.Width, 1), max(tile.Height, 1), stop)
		if err != nil || !whole {
			return false, err
		}
	}
	if err := t.whole.resize(width, height); err != nil {
		return false, fmt.Errorf("render: draw: %w", err)
	}
	t.count, t.of = len(list), *list[0].View
	t.compose()
	return true, nil
}

// ready makes the renderers of n tiles.
func (t *Tiles) ready(n int) error {
	for len(t.each) < n {
		r, err := New()
		if err != nil {
			return err
		}
		t.each = append(t.each, r)
	}
	return nil
}

// share lets all tiles have the ranges of colours and the scales of arrows of all worlds.
func (t *Tiles) share(list []Part) {
	all := make([]*bridge.Snapshot, len(list))
	for i, p := range list {
		all[i] = p.Snapshot
		t.each[i].memory.Range.Read(t.each[i].visible(p.Snapshot, p.View), p.View)
	}
	ranges := make([]*overlay.Range, len(list))
	for i := range list {
		ranges[i], t.each[i].others = &t.each[i].memory.Range, all
	}
	overlay.Join(ranges)
	t.shareKeys(list)
}

// shareKeys lets the last tile say for all what glyphs mean, if that is the same in all of them.
func (t *Tiles) shareKeys(list []Part) {
	first, last := list[0].View, len(list)-1
	once := !first.Beside.Wipe && !slices.ContainsFunc(list, func(p Part) bool { return p.View.Camera != first.Camera })
	for i := range list {
		t.each[i].keysAway, t.each[i].keysOf = once && i < last, nil
	}
	if once {
		t.each[last].keysOf = t.each[:last]
	}
}

// lineWidth is the width of the lines between tiles [px].
const lineWidth = 2

// compose puts the pictures of the tiles together.
func (t *Tiles) compose() {
	to, n, of := t.whole.picture, t.count, t.of.Beside
	width, height := to.Size()
	line := lineWidth * int(max(t.of.MarkScale(height), 1))
	ink := overlay.ThemeOf(&t.of).Text
	tiles := of.Tiles(n, width, height)
	to.Fill(0, 0, width, height, t.blank())
	for i, tile := range tiles {
		from := 0
		t.each[i].Recall(tile.Width, tile.Height) // one of another size may have been shown meanwhile
		if of.Wipe && n == 2 && i == 1 {
			from = of.At(width)
		}
		t.each[i].picture.CopyPart(to, from, 0, tile.X+from, tile.Y, tile.Width-from, tile.Height)
	}
	for i, tile := range tiles {
		x := tile.X
		if of.Wipe && n == 2 {
			x = i * of.At(width)
		}
		if x > 0 {
			to.Fill(x-line/2, tile.Y, line, tile.Height, ink)
		}
		if tile.Y > 0 {
			to.Fill(tile.X, tile.Y-line/2, tile.Width, line, ink)
		}
	}
	to.Bind()
	gpu.Release()
}

// blank is the colour of what no tile covers.
func (t *Tiles) blank() glyph.RGBA {
	switch t.of.Ground {
	case view.GroundBlack:
		return glyph.Hex(0)
	case view.GroundWhite:
		return glyph.Hex(0xFFFFFF)
	}
	return overlay.ThemeOf(&t.of).Bottom
}

// resize makes the present picture one of a size, and keeps the last one of another.
func (t *target) resize(width, height int) error {
	if t.recall(width, height) {
		return nil
	}
	t.picture, t.aside = t.aside, t.picture
	fresh, err := gpu.NewTarget(gpu.NewTexture(gpu.Screen, width, height, nil), nil)
	if err != nil {
		return err
	}
	if t.picture != nil {
		t.picture.Delete()
	}
	t.picture = fresh
	return nil
}

func (t *target) recall(width, height int) bool {
	if !sized(t.picture, width, height) && sized(t.aside, width, height) {
		t.picture, t.aside = t.aside, t.picture
	}
	return sized(t.picture, width, height)
}

// Close frees everything.
func (t *Tiles) Close() {
	for _, r := range t.each {
		r.Close()
	}
	for _, x := range []*gpu.Target{t.whole.picture, t.whole.aside} {
		if x != nil {
			x.Delete()
		}
	}
}

// alone reports whether the last picture was of one world.
func (t *Tiles) alone() bool { return t.count == 0 }

// Shows reports whether the last picture looks as one of the snapshot would, as Renderer.Shows.
func (t *Tiles) Shows(s *bridge.Snapshot, v *view.View, width, height int) bool {
	if len(s.Beside.Others) == 0 || t.alone() {
		return len(s.Beside.Others) == 0 && t.alone() && t.each[0].Shows(s, v, width, height)
	}
	return t.forAll(s, v, width, height, func(r *Renderer, p Part, tile view.Tile) bool {
		return r.Shows(p.Snapshot, p.View, tile.Width, tile.Height)
	})
}

// Outline brings the outlines of the last picture up to date, as Renderer.Outline.
func (t *Tiles) Outline(s *bridge.Snapshot, v *view.View, width, height int) (bool, error) {
	if len(s.Beside.Others) == 0 || t.alone() {
		if len(s.Beside.Others) > 0 || !t.alone() {
			return false, nil
		}
		return t.each[0].Outline(s, v, width, height)
	}
	var failed error
	done := t.forAll(s, v, width, height, func(r *Renderer, p Part, tile view.Tile) bool {
		done, err := r.Outline(p.Snapshot, p.View, tile.Width, tile.Height)
		if err != nil {
			failed = err
		}
		return done && err == nil
	})
	if done {
		t.compose()
	}
	return done, failed
}

// forAll asks something of all tiles of a snapshot that has as many as the last picture, of the same size.
func (t *Tiles) forAll(s *bridge.Snapshot, v *view.View, width, height int,
	ask func(*Renderer, Part, view.Tile) bool) bool {
	list := parts(s, v)
	if len(list) != t.count || v.Beside != t.of.Beside || !sized(t.whole.picture, width, height) {
		return false
	}
	for i, tile := range v.Beside.Tiles(len(list), width, height) {
		if !ask(t.each[i], list[i], tile) {
			return false
		}
	}
	return true
}

// PickShown returns what lies under a pixel of the last picture of a size, as Renderer.PickShown.
func (t *Tiles) PickShown(before, width, height, x, y int) (view.Hit, error) {
	if t.alone() {
		return t.each[0].PickShown(before, width, height, x, y)
	}
	i, tile := t.of.Beside.Under(t.count, width, height, x, y)
	return t.each[i].PickShown(before, tile.Width, tile.Height, x-tile.X, y-tile.Y)
}

// Legend returns where the last picture says what its colours mean: its last tile does.
func (t *Tiles) Legend() view.Legend {
	if t.alone() {
		return t.each[0].Legend()
	}
	n := t.count
	width, height := t.whole.picture.Size()
	tile := t.of.Beside.Tiles(n, width, height)[n-1]
	bar := t.each[n-1].Legend()
	bar.X, bar.Y = bar.X+float32(tile.X), bar.Y+float32(tile.Y)
	return bar
}

// Recall makes the last picture of a size the present one, as Renderer.Recall.
func (t *Tiles) Recall(width, height int) bool {
	if t.alone() {
		return t.each[0].Recall(width, height)
	}
	return t.whole.recall(width, height)
}

// Blit copies the last picture to the window, as Renderer.Blit.
func (t *Tiles) Blit(x, y, width, height int) {
	if t.alone() {
		t.each[0].Blit(x, y, width, height)
		return
	}
	gpu.State{}.Apply()
	t.whole.picture.Show(x, y, width, height)
}

// Pixels returns the last picture, as Renderer.Pixels.
func (t *Tiles) Pixels(dst []byte) []byte {
	if t.alone() {
		return t.each[0].Pixels(dst)
	}
	return pixels(t.whole.picture, dst)
}

// Image returns a copy of the last picture, empty before the first.
func (t *Tiles) Image() *image.RGBA {
	if t.alone() {
		return t.each[0].Image()
	}
	width, height := t.whole.picture.Size()
	return &image.RGBA{Pix: t.Pixels(nil), Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}
}

// Watch lets trails take the places of bodies in a snapshot that is not drawn, and in those beside it. The first of
// them is that of a tile.
func (t *Tiles) Watch(s *bridge.Snapshot, tile int) error {
	list := parts(s, &view.View{})
	if err := t.ready(tile + len(list)); err != nil {
		return err
	}
	for i, p := range list {
		t.each[tile+i].Watch(p.Snapshot)
	}
	return nil
}
