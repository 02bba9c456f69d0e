package render

import (
	"fmt"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/internal/cmemory"
	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// tile draws one world of a picture, into targets of its own, and remembers the earlier pictures of this world.
type tile struct {
	device   *device // of all tiles
	scene    scenery
	glyphs   *glyphs
	flat     *sheetDrawer
	outline  outlines
	picker   picker
	meshes   meshStore
	pictures pictures
	history  history
	memory   memory
	beside   neighbours
	share    float64 // of the picture that is being drawn, 0 to 1
}

// device holds the OpenGL objects that all tiles share: programs, and the block of uniforms.
type device struct {
	programs
	block *gpu.Buffer
}

// memory holds the data that a tile remembers of the snapshots that it has drawn.
type memory struct {
	overlay.Memory
	stages   stages
	revision uint64 // of the scene
}

// neighbours holds the data that a tile needs of the other tiles of a picture.
type neighbours struct {
	snapshots  []*bridge.Snapshot // of all tiles, this tile included
	keysHanded bool               // another tile shows the keys of this tile's glyphs
	keysOf     []*tile            // the tiles whose keys this tile shows
}

func newTile(d *device) (*tile, error) {
	t := &tile{device: d, meshes: meshStore{assets: map[*bridge.MeshGeometry]*meshAsset{}}}
	var err error
	if t.glyphs, err = newGlyphs(&d.programs); err != nil {
		return nil, err
	}
	if t.flat, err = newSheetDrawer(&d.programs); err != nil {
		return nil, err
	}
	if err := t.scene.open(&d.programs); err != nil {
		return nil, err
	}
	gpu.Release()
	return t, nil
}

// draw draws a snapshot, whose range of colours has been read, as Renderer.DrawUnless does.
func (t *tile) draw(s *bridge.Snapshot, v *view.View, width, height int, stop func() bool) (whole bool, err error) {
	t.history.last.torn, t.share = true, 0 // until the picture is whole
	f, err := t.begin(s, v, width, height, stop)
	if err == nil {
		err = t.compose(f)
	}
	if err != nil {
		return false, fmt.Errorf("render: draw: %w", err)
	}
	t.meshes.sweep()
	gpu.Release()
	if e := gpu.Error(); e != 0 {
		return false, fmt.Errorf("render: draw: the driver reports error 0x%x", e)
	}
	if f.abandoned {
		t.pictures.swap()
		return false, nil
	}
	t.history.add(s, v, width, height, t.glyphs.sheet.Legend)
	return true, nil
}

// begin lays out a picture and uploads its bodies and glyphs to the graphics processor.
func (t *tile) begin(s *bridge.Snapshot, v *view.View, width, height int, stop func() bool) (*frame, error) {
	if s.Revision != t.memory.revision {
		t.memory.revision = s.Revision
		cmemory.Trim() // the previous scene may have been much larger
	}
	if err := t.pictures.resize(width, height, stop != nil); err != nil {
		return nil, err
	}
	face, err := t.flat.typeface(v.MarkScale(height))
	if err != nil {
		return nil, err
	}
	t.resetSheet(face, s.Revision)
	t.memory.Range.Fit(v)
	t.device.block.Rebind(frameBlock)
	f := newFrame(s, v, width, height, &t.meshes, &t.memory.stages)
	if err := t.pictures.target(f); err != nil {
		return nil, err
	}
	f.Others = t.beside.snapshots
	t.memory.Follow(&f.Frame)
	if stop != nil {
		f.stop = func() bool { return t.interrupt(f, stop) }
	}
	f.upload(t.device.block)
	t.scene.prepare(f)
	t.glyphs.prepare(f)
	return f, nil
}

// resetSheet empties the sheet, and puts the keys of the other tiles that this tile shows for them on its card.
func (t *tile) resetSheet(face *glyph.Face, revision uint64) {
	sheet := &t.glyphs.sheet
	sheet.Reset(face, revision)
	sheet.KeysHanded = t.beside.keysHanded
	for _, other := range t.beside.keysOf {
		for _, e := range other.glyphs.sheet.Handed {
			sheet.Key(e.Text, e.Sample, e.Draw)
		}
	}
}

// compose draws the scene, in one pass or in many, and then the outlines and flat parts over it.
func (t *tile) compose(f *frame) (err error) {
	if f.View.Quality == view.Best {
		err = t.scene.average.draw(f, t)
	} else {
		err = t.pass(f)
	}
	if err != nil || f.abandoned {
		return err
	}
	return t.finish(f)
}

// pass draws the scene and its overlays once, from one place of the eye and the light.
func (t *tile) pass(f *frame) error {
	f.upload(t.device.block)
	if err := t.scene.draw(f); err != nil {
		return err
	}
	if !f.stopped() {
		t.drawOverlays(f)
	}
	return nil
}

// drawOverlays draws the overlays. If contacts are shown, it clears the depth of bodies before the overlays over
// bodies, so that contacts inside a pile are visible.
func (t *tile) drawOverlays(f *frame) {
	t.glyphs.draw(f, false)
	if overlay.ShowsContacts(f.View) {
		gpu.State{}.Apply()
		gpu.ClearDepth()
	}
	t.glyphs.draw(f, true)
}

// interrupt calls stop between parts of a picture, with the last picture in its place, and then restores the
// targets and the OpenGL state, so that drawing can go on.
func (t *tile) interrupt(f *frame, stop func() bool) bool {
	restore, now := gpu.Keep(), t.pictures
	t.pictures.picture, t.pictures.aside = now.aside, nil
	stopped := stop()
	t.pictures.picture, t.pictures.aside = now.picture, now.aside
	t.device.block.Rebind(frameBlock)
	f.upload(t.device.block)
	restore()
	return stopped
}

func (t *tile) close() {
	t.scene.close()
	t.glyphs.close()
	t.flat.close()
	t.meshes.close()
	t.picker.close()
	t.outline.close()
	t.pictures.close()
}
