package render

import (
	"github.com/go-gl/mathgl/mgl32"

	"tumble/render/internal/gpu"
)

// backdrop fills the picture with the theme's gradient and, over it, the floor without its
// shadows. Both stay as they are until the camera moves or the scene gets larger: they are
// drawn once and then copied, which in software is many times as fast.
type backdrop struct {
	gradient, floor *gpu.Program
	array           *gpu.VertexArray
	kept            *gpu.Target // nil before the first picture
	shows           backdropKey
}

// backdropKey is all that a backdrop depends on.
type backdropKey struct {
	width, height int
	theme         *theme
	viewProj      mgl32.Mat4
	focus         mgl32.Vec4
	ground        bool
	sheet         sheet
	level         float32 // of the floor [m]
	tint          rgba
	step          float32 // of the grid [m], 0 for none
}

func newBackdrop(k *kit) (drawer, error) {
	gradient, err := k.program("fullscreen.vert", "background.frag")
	if err != nil {
		return nil, err
	}
	floor, err := k.program("wall.vert", "wall.frag", "OPAQUE")
	return &backdrop{gradient: gradient, floor: floor, array: gpu.NewVertexArray()}, err
}

func (b *backdrop) prepare(*frame) {}

// draw copies what is kept, made anew if it is of another picture. Where the driver refuses
// a second picture of that size nothing is kept.
func (b *backdrop) draw(f *frame) {
	k := b.key(f)
	if b.kept == nil || k != b.shows {
		b.resize(f.width, f.height)
		if b.kept == nil {
			b.fill(f, &k)
			return
		}
		b.kept.Bind()
		b.fill(f, &k)
		b.shows = k
	}
	gpu.State{}.Apply()
	b.kept.CopyTo(f.picture)
	f.picture.Bind()
}

func (b *backdrop) key(f *frame) backdropKey {
	k := backdropKey{width: f.width, height: f.height, theme: f.theme}
	s, ok := groundOf(f)
	if !ok || s.empty() {
		return k
	}
	k.viewProj, k.focus, k.ground = f.shared.viewProj, f.shared.focus, true
	k.sheet, k.tint = s, sceneColor(s.wall.Color, f.theme.floor)
	if gridded(f, &s) {
		k.step = gridStep(f)
	}
	k.level, k.sheet.wall = s.wall.Position, nil // its address says nothing
	return k
}

func (b *backdrop) fill(f *frame, k *backdropKey) {
	gpu.State{}.Apply()
	b.gradient.Use()
	b.array.Triangles(3)
	if s, ok := groundOf(f); ok && k.ground {
		useSheet(b.floor, f, &s, k.tint)
		drawCells(b.array, b.floor, 0, 0, wallCells, wallCells)
	}
}

func (b *backdrop) resize(width, height int) {
	if b.kept != nil {
		if w, h := b.kept.Size(); w == width && h == height {
			return
		}
		b.kept.Delete()
		b.kept = nil
	}
	if kept, err := gpu.NewTarget(gpu.NewTexture(gpu.Screen, width, height, nil), nil); err == nil {
		b.kept = kept
	}
}

func (b *backdrop) close() {
	b.array.Delete()
	if b.kept != nil {
		b.kept.Delete()
	}
}
