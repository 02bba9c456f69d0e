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

// Renderer draws snapshots into framebuffer objects of its own: one world as a picture of one tile, several worlds
// that run beside each other as one picture with a tile for each world. Every tile remembers the data of its own
// world, such as trails; the ranges of colours and the scales of arrows are the same in all tiles, so that the
// worlds can be compared. A renderer belongs to the thread of the OpenGL context that was current when it was
// made.
type Renderer struct {
	device   device
	tiles    []*tile  // as many as the picture with the most tiles has had
	composed pictures // put together from several tiles
	vision   vision
	last     *pictures // composed, or the pictures of the only tile of the last picture
	count    int       // tiles of the last picture
	of       view.View // view of the first tile of the last picture
	parts    []Part    // of the picture that is being drawn
	views    []view.View
}

// Part is one tile of a picture.
type Part struct {
	Snapshot *bridge.Snapshot
	View     *view.View
}

// maxSize is the largest side of a picture [px]; OpenGL 4.1 promises textures of that size.
const maxSize = 16384

// New returns a renderer for the OpenGL 4.1 core context that is current on the calling
// thread, after LoadFunctions or OpenOffscreen. The error names the shader or object that the driver refuses.
func New() (*Renderer, error) {
	r := &Renderer{composed: pictures{flat: true}, count: 1,
		device: device{programs{map[string]*gpu.Program{}}, gpu.NewUniformBuffer(frameBlock)}}
	if err := r.ready(1); err != nil {
		return nil, err
	}
	r.last = &r.tiles[0].pictures
	return r, r.vision.open(&r.device.programs)
}

// ready makes the first n tiles.
func (r *Renderer) ready(n int) error {
	for len(r.tiles) < n {
		t, err := newTile(&r.device)
		if err != nil {
			return err
		}
		r.tiles = append(r.tiles, t)
	}
	return nil
}

// Draw draws a snapshot, with the worlds beside it, as the view asks into the renderer's own framebuffer object of
// width x height pixels. It keeps nothing of the snapshot but mesh geometry. It leaves its framebuffer object bound.
func (r *Renderer) Draw(s *bridge.Snapshot, v *view.View, width, height int) error {
	_, err := r.DrawUnless(s, v, width, height, nil)
	return err
}

// DrawUnless is Draw in parts, for pictures that take long: it calls stop between them with how much is done, 0 to
// 1. Stop may wait until the graphics processor has drawn the parts so far; once stop returns true, the picture is
// abandoned. DrawUnless reports whether the picture is whole; if not, the last picture is still there. While stop
// runs, Blit and PickShown work on the last picture, and the caller may use the context. A nil stop never stops.
func (r *Renderer) DrawUnless(s *bridge.Snapshot, v *view.View, width, height int, stop func(done float64) bool) (
	whole bool, err error) {
	return r.DrawParts(r.split(s, v), width, height, stop)
}

// split returns the tiles of a snapshot and the worlds beside it, in the order of their places; the list is valid
// until the next call. Only the last tile has the legend; with a wipe all tiles have it, in the same place.
func (r *Renderer) split(s *bridge.Snapshot, v *view.View) []Part {
	n := len(s.Comparison.Others) + 1
	r.parts, r.views = slices.Grow(r.parts[:0], n)[:n], slices.Grow(r.views[:0], n)[:n]
	put := func(s *bridge.Snapshot) {
		place := max(0, min(s.Comparison.Place, n-1))
		r.views[place] = *v
		r.views[place].NoLegend = v.NoLegend || place < n-1 && !v.Split.Wipe
		r.parts[place] = Part{s, &r.views[place]}
	}
	put(s)
	for i := range s.Comparison.Others {
		put(&s.Comparison.Others[i])
	}
	return r.parts
}

// DrawParts draws several worlds, or several views of one world, as a picture of tiles, as DrawUnless does. The
// first view says how the tiles share the picture.
func (r *Renderer) DrawParts(list []Part, width, height int, stop func(done float64) bool) (whole bool, err error) {
	if width < 1 || height < 1 || width > maxSize || height > maxSize {
		return false, fmt.Errorf("render: draw: size must be 1 to %d pixels, got %d x %d", maxSize, width, height)
	}
	if err := r.ready(len(list)); err != nil {
		return false, err
	}
	for gpu.Error() != 0 { // clear errors that other code has left, so that they are not reported as ours
	}
	shown := r.share(list)
	for i, place := range list[0].View.Split.Tiles(len(list), width, height) {
		t := r.tiles[i]
		var ask func() bool
		if stop != nil {
			ask = func() bool { return stop((float64(i) + t.share) / float64(len(list))) }
		}
		whole, err := t.draw(shown[i], list[i].View, max(place.Width, 1), max(place.Height, 1), ask)
		if err != nil || !whole {
			return false, err
		}
	}
	r.count, r.of = len(list), *list[0].View
	return true, r.compose(width, height)
}

// share gives all tiles the ranges of colours and the scales of arrows of all worlds, and returns for each tile
// the visible part of its snapshot.
func (r *Renderer) share(list []Part) []*bridge.Snapshot {
	all, shown := make([]*bridge.Snapshot, len(list)), make([]*bridge.Snapshot, len(list))
	ranges := make([]*overlay.Range, len(list))
	first, last := list[0].View, len(list)-1
	// The last tile explains the glyphs for all tiles, if their cameras agree and they thus mean the same in all.
	once := !first.Split.Wipe && !slices.ContainsFunc(list, func(p Part) bool { return p.View.Camera != first.Camera })
	for i, p := range list {
		t := r.tiles[i]
		all[i], shown[i], ranges[i] = p.Snapshot, visible(p.Snapshot, p.View), &t.memory.Range
		ranges[i].Read(shown[i], p.View)
		t.beside = neighbours{snapshots: all, keysHanded: once && i < last}
	}
	if once {
		r.tiles[last].beside.keysOf = r.tiles[:last]
	}
	overlay.Join(ranges)
	return shown
}

// lineWidth is the width of the lines between tiles [px].
const lineWidth = 2

// compose puts the pictures of the tiles together. The picture of a single tile is the whole picture.
func (r *Renderer) compose(width, height int) error {
	if r.count == 1 {
		r.last = &r.tiles[0].pictures
		return nil
	}
	if err := r.composed.resize(width, height, false); err != nil {
		return fmt.Errorf("render: draw: %w", err)
	}
	r.last = &r.composed
	to, n, of := r.composed.picture, r.count, r.of.Split
	line := lineWidth * int(max(r.of.MarkScale(height), 1))
	ink := overlay.ThemeOf(&r.of).Text
	tiles := of.Tiles(n, width, height)
	to.Fill(0, 0, width, height, r.blank())
	for i, tile := range tiles {
		from, own := 0, &r.tiles[i].pictures
		own.recall(tile.Width, tile.Height) // a picture of another size may have been shown meanwhile
		if of.Wipe && n == 2 && i == 1 {
			from = of.At(width)
		}
		own.picture.CopyPart(to, from, 0, tile.X+from, tile.Y, tile.Width-from, tile.Height)
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
	return nil
}

// blank is the colour of the parts of the picture that no tile covers.
func (r *Renderer) blank() glyph.RGBA {
	switch r.of.Ground {
	case view.GroundBlack:
		return glyph.Hex(0)
	case view.GroundWhite:
		return glyph.Hex(0xFFFFFF)
	}
	return overlay.ThemeOf(&r.of).Bottom
}

// Shows reports whether the last picture looks as a picture of the snapshot would: nothing has changed, or bodies
// have moved by less than a person can see. It returns false where forces, velocities or numbers are shown,
// because these change while bodies rest.
func (r *Renderer) Shows(s *bridge.Snapshot, v *view.View, width, height int) bool {
	return r.forAll(s, v, width, height, func(t *tile, p Part, place view.Tile) bool {
		return t.shows(p.Snapshot, p.View, place.Width, place.Height)
	})
}

// Outline turns the last picture into the picture that Draw would draw, if the two differ in outlines only, for
// which the scene need not be drawn again. It reports whether it has done so.
func (r *Renderer) Outline(s *bridge.Snapshot, v *view.View, width, height int) (bool, error) {
	var failed error
	done := r.forAll(s, v, width, height, func(t *tile, p Part, place view.Tile) bool {
		done, err := t.outlined(p.Snapshot, p.View, place.Width, place.Height)
		if err != nil {
			failed = err
		}
		return done && err == nil
	})
	if done {
		failed = r.compose(width, height)
	}
	return done, failed
}

// forAll calls ask for the tiles of a snapshot until one call returns false, and reports whether all returned
// true. It returns false at once if the number or the arrangement of tiles differs from the last picture.
func (r *Renderer) forAll(s *bridge.Snapshot, v *view.View, width, height int,
	ask func(*tile, Part, view.Tile) bool) bool {
	list := r.split(s, v)
	if len(list) != r.count || v.Split != r.of.Split {
		return false
	}
	for i, place := range v.Split.Tiles(len(list), width, height) {
		if !ask(r.tiles[i], list[i], place) {
			return false
		}
	}
	return true
}

// PickShown returns the thing under the pixel (x, y), counted from the upper left corner, of the last picture of a
// size, or of the picture that was drawn so many pictures before. It does not matter how bodies and camera have
// moved since.
func (r *Renderer) PickShown(before, width, height, x, y int) (view.Hit, error) {
	i, place := r.of.Split.Under(r.count, width, height, x, y)
	return r.tiles[i].pickShown(before, place.Width, place.Height, x-place.X, y-place.Y)
}

// Layout returns the flat parts over the last picture, their legend and the room they take.
func (r *Renderer) Layout() (l overlay.Layout) {
	width, height := r.Size()
	for i, place := range r.of.Split.Tiles(r.count, width, height) {
		t := r.tiles[i]
		for _, p := range t.glyphs.flat() {
			l.Flat = append(l.Flat, p.Moved(float32(place.X), float32(place.Y)))
		}
		room := t.glyphs.sheet.Room
		if r.of.Split.Side > 0 && r.count > 1 && i == r.count-1 { // this tile has no scene
			room = view.Room{Right: room.Right}
		}
		l.Room = l.Room.Union(room)
		l.Legend = t.history.last.legend // the last tile has it
		l.Legend.X, l.Legend.Y = l.Legend.X+float32(place.X), l.Legend.Y+float32(place.Y)
	}
	return l
}

// Recall makes the last picture of a size the present one, if this size is one of the last two,
// and reports whether it is. Two sizes are kept because a window and its recording take turns.
func (r *Renderer) Recall(width, height int) bool { return r.last.recall(width, height) }

// Size returns the size of the last picture in pixels, 0 before the first.
func (r *Renderer) Size() (width, height int) {
	if r.last.picture == nil {
		return 0, 0
	}
	return r.last.picture.Size()
}

// Blit copies the last picture, with the colour vision that its view chooses, to a rectangle of the default
// framebuffer (the window), given by its lower left corner and its size in pixels, and leaves the default
// framebuffer bound. Before the first picture it does nothing.
func (r *Renderer) Blit(x, y, width, height int) {
	switch {
	case r.last.picture == nil:
	case r.of.Vision == 0:
		gpu.State{}.Apply()
		r.last.picture.Show(x, y, width, height)
	default:
		gpu.BindWindow(x, y, width, height)
		r.vision.draw(r.last.picture.Color, r.of.Vision)
	}
}

// Pixels returns the last picture as RGBA bytes, top row first, 4 bytes per pixel. It uses
// dst if dst is large enough. Before the first picture it returns an empty slice.
func (r *Renderer) Pixels(dst []byte) []byte {
	width, height := r.Size()
	n := 4 * width * height
	if cap(dst) < n {
		dst = make([]byte, n)
	}
	dst = dst[:n]
	if n > 0 {
		r.last.picture.Read(dst)
	}
	return dst
}

// Image returns a copy of the last picture, empty before the first.
func (r *Renderer) Image() *image.RGBA {
	width, height := r.Size()
	return &image.RGBA{Pix: r.Pixels(nil), Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}
}

// Watch lets trails remember the places of bodies in a snapshot that is not drawn, and in the snapshots beside it.
// The first of these snapshots belongs to the tile with the given index, the others to the tiles after it.
func (r *Renderer) Watch(s *bridge.Snapshot, tile int) error {
	list := r.split(s, &view.View{})
	if err := r.ready(tile + len(list)); err != nil {
		return err
	}
	for i, p := range list {
		r.tiles[tile+i].memory.Trails.Watch(p.Snapshot, p.Snapshot.Bounds.Grain)
	}
	return nil
}

// Close frees everything the renderer made.
func (r *Renderer) Close() {
	for _, t := range r.tiles {
		t.close()
	}
	r.composed.close()
	r.vision.close()
	r.device.block.Delete()
	r.device.close()
}
