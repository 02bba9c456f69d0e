package render

import (
	"fmt"

	"example.org/tumble/render/internal/cmemory"
	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// Renderer draws snapshots into a framebuffer object of its own. It belongs to the thread
// of the OpenGL context that was current when it was made.
type Renderer struct {
	kit     kit
	drawers []drawer
	glyphs  *glyphs
	flat    *sheetDrawer
	block   *gpu.Buffer
	picture *gpu.Target // nil before the first picture
	aside   *gpu.Target // the last picture of another size, or nil
	coarse  *gpu.Target // the scene of a picture, if it is drawn with fewer points; or nil
	shadow  shadowPass
	stages  stages
	shown   shown
	earlier [2]shown // before shown, the last first
	still   still
	meshes  meshStore
	memory  overlay.Memory
	picker  picker
	outline outlines

	bar   view.Legend // in the last picture
	share float64     // of the picture that is being drawn, 0 to 1

	order, dataOrder []int // of drawers

	revision uint64 // of the scene that was drawn last

	others   []*bridge.Snapshot // that are drawn beside this one, in one picture; it is among them
	keysAway bool               // another of them says what glyphs mean
	keysOf   []*Renderer        // of which this one says it
}

// maxSize is the largest side of a picture [px]; OpenGL 4.1 promises textures of that size.
const maxSize = 16384

// New returns a renderer for the OpenGL 4.1 core context that is current on the calling
// thread, after LoadFunctions or OpenOffscreen. The error names the shader or object that the driver refuses.
func New() (*Renderer, error) {
	r := &Renderer{
		kit:    kit{programs: map[string]*gpu.Program{}},
		block:  gpu.NewUniformBuffer(frameBlock),
		meshes: meshStore{assets: map[*bridge.MeshGeometry]*meshAsset{}},
	}
	var err error
	if r.glyphs, err = newGlyphs(&r.kit); err != nil {
		return nil, err
	}
	if r.flat, err = newSheetDrawer(&r.kit); err != nil {
		return nil, err
	}
	if err := r.still.open(&r.kit); err != nil {
		return nil, err
	}
	if err := r.shadow.open(&r.kit); err != nil {
		return nil, err
	}
	for _, row := range drawers {
		d, err := row.open(&r.kit)
		if err != nil {
			return nil, err
		}
		r.drawers = append(r.drawers, d)
	}
	r.order, r.dataOrder = orders(r.drawers)
	gpu.Release()
	return r, nil
}

// Draw draws a snapshot as the view asks into the renderer's own framebuffer object of
// width x height pixels. It keeps nothing of the snapshot but mesh geometry. It leaves its
// framebuffer object bound.
func (r *Renderer) Draw(s *bridge.Snapshot, v *view.View, width, height int) error {
	_, err := r.DrawUnless(s, v, width, height, nil)
	return err
}

// DrawUnless is Draw in parts, for pictures that take long: it calls stop between them, which
// may wait until what was asked for has been drawn, and abandons the picture once stop returns
// true. It reports whether the picture is whole; if not, the last one is still there. While stop
// runs the last picture is the one to show and to pick in, and the context is free to be used.
func (r *Renderer) DrawUnless(s *bridge.Snapshot, v *view.View, width, height int, stop func() bool) (whole bool,
	err error) {
	if width < 1 || height < 1 || width > maxSize || height > maxSize {
		return false, fmt.Errorf("render: draw: size must be 1 to %d pixels, got %d x %d", maxSize, width, height)
	}
	for gpu.Error() != 0 { // left by others
	}
	s = r.visible(s, v)
	r.shown.torn, r.share = true, 0 // until it is drawn
	f, err := r.begin(s, v, width, height, stop)
	if err == nil {
		err = r.compose(f)
	}
	if err != nil {
		return false, fmt.Errorf("render: draw: %w", err)
	}
	r.meshes.sweep()
	gpu.Release()
	if e := gpu.Error(); e != 0 {
		return false, fmt.Errorf("render: draw: the driver reports error 0x%x", e)
	}
	if f.abandoned {
		r.picture, r.aside = r.aside, r.picture
		return false, nil
	}
	r.note(s, v, width, height)
	r.bar = r.glyphs.sheet.Legend
	return true, nil
}

// begin lays out a picture and hands what is in it to the graphics processor.
func (r *Renderer) begin(s *bridge.Snapshot, v *view.View, width, height int, stop func() bool) (*frame, error) {
	if s.Revision != r.revision {
		r.revision = s.Revision
		cmemory.Trim() // the scene before may have been much larger
	}
	if err := r.resize(width, height, stop != nil); err != nil {
		return nil, err
	}
	face, err := r.flat.typeface(v.MarkScale(height))
	if err != nil {
		return nil, err
	}
	r.glyphs.sheet.Reset(face, s.Revision)
	r.memory.Range.Read(s, v)
	r.memory.Range.Fit(v)
	r.block.Rebind(frameBlock)
	f := newFrame(s, v, width, height, &r.meshes, &r.stages)
	if err := r.target(f); err != nil {
		return nil, err
	}
	f.beside(r)
	r.memory.Follow(&f.Frame)
	if stop != nil {
		f.stop = func() bool { return r.interrupt(f, stop) }
	}
	f.upload(r.block)
	for _, d := range r.drawers {
		d.prepare(f)
	}
	r.glyphs.prepare(f)
	return f, nil
}

// compose draws the scene, in one pass or in many, and what lies over it.
func (r *Renderer) compose(f *frame) (err error) {
	if f.View.Quality == view.Best {
		err = r.still.draw(r, f)
	} else {
		err = r.pass(f)
	}
	if err != nil || f.abandoned {
		return err
	}
	return r.finish(f)
}

// interrupt calls stop between parts of a picture, with the last one in its place, and goes on where
// the picture was.
func (r *Renderer) interrupt(f *frame, stop func() bool) bool {
	restore, picture, aside := gpu.Keep(), r.picture, r.aside
	r.picture, r.aside = aside, nil
	stopped := stop()
	r.picture, r.aside = picture, aside
	r.block.Rebind(frameBlock)
	f.upload(r.block)
	restore()
	return stopped
}

// pass draws everything once, the light's maps first.
func (r *Renderer) pass(f *frame) error {
	f.upload(r.block)
	if f.shadows {
		if err := r.shadow.draw(r, f); err != nil {
			return err
		}
	}
	f.scene.Bind()
	gpu.State{}.Apply()
	gpu.ClearDepth()
	order := r.order
	if f.Data {
		order = r.dataOrder
	}
	for _, i := range order {
		if !f.stopped() {
			r.drawers[i].draw(f)
		}
	}
	if !f.stopped() {
		r.drawOverlays(f)
	}
	return nil
}

// drawOverlays draws the overlays: those over bodies without the depth of bodies, if contacts inside a pile are to be
// seen.
func (r *Renderer) drawOverlays(f *frame) {
	r.glyphs.draw(f, false)
	if overlay.ShowsContacts(f.View) {
		gpu.State{}.Apply()
		gpu.ClearDepth()
	}
	r.glyphs.draw(f, true)
}

// Close frees everything the renderer made.
func (r *Renderer) Close() {
	for _, d := range r.drawers {
		d.close()
	}
	r.glyphs.close()
	r.flat.close()
	r.meshes.close()
	r.shadow.close()
	r.still.close()
	r.picker.close()
	r.outline.close()
	r.block.Delete()
	r.kit.close()
	for _, t := range []*gpu.Target{r.picture, r.aside, r.coarse} {
		if t != nil {
			t.Delete()
		}
	}
}

// Watch lets trails take the places of bodies in a snapshot that is not drawn.
func (r *Renderer) Watch(s *bridge.Snapshot) { r.memory.Trails.Watch(s, s.Bounds.Grain) }

// Share returns how much of the picture that is being drawn is done, 0 to 1, for what is called between its parts.
func (r *Renderer) Share() float64 { return r.share }

// Legend returns where the last picture says what its colours mean.
func (r *Renderer) Legend() view.Legend { return r.bar }
