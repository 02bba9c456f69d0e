package render

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// backdrop fills the picture with the theme's gradient and, over the gradient, the floor without its
// shadows and the walls behind the scene. The backdrop does not change until the camera moves or
// the scene gets larger, so that it is drawn once and then copied, which in software is many
// times as fast.
type backdrop struct {
	gradient, floor, sheets *gpu.Program
	array                   *gpu.VertexArray
	kept                    *gpu.Target // nil before the first picture
	shows, next             backdropKey
}

// backdropKey holds everything that a backdrop depends on.
type backdropKey struct {
	width, height int
	theme         *overlay.Theme
	ground        view.Ground
	viewProj      mgl32.Mat4
	focus         mgl32.Vec4
	step          float32 // of the grid [m]
	walls         []backWall
}

// backWall is a wall of a backdrop.
type backWall struct {
	sheet  sheet
	wall   bridge.Wall // copy of the wall that sheet.wall points to
	tint   glyph.RGBA
	ground bool // the wall is the floor, which hides the bodies below it
	grid   bool
}

func newBackdrop(k *programs) (drawer, error) {
	b := &backdrop{array: gpu.NewVertexArray()}
	for _, x := range []struct {
		to     **gpu.Program
		vs, fs string
		macros []string
	}{
		{&b.gradient, "fullscreen.vert", "background.frag", nil},
		{&b.floor, "wall.vert", "wall.frag", []string{"OPAQUE"}},
		{&b.sheets, "wall.vert", "wall.frag", nil},
	} {
		p, err := k.program(x.vs, x.fs, x.macros...)
		if err != nil {
			return nil, err
		}
		*x.to = p
	}
	return b, nil
}

func (b *backdrop) prepare(*frame) {}

// draw copies the kept backdrop into the picture, and draws it again first if anything that it depends on
// has changed. If the driver refuses a second target of that size, nothing is kept.
func (b *backdrop) draw(f *frame) {
	b.describe(f)
	if b.kept == nil || !b.next.equal(&b.shows) {
		b.resize(f.points[0], f.points[1])
		if b.kept == nil {
			b.fill(f)
			return
		}
		b.kept.Bind()
		b.fill(f)
		b.shows, b.next = b.next, b.shows
	}
	gpu.State{}.Apply()
	b.kept.CopyTo(f.scene)
	f.scene.Bind()
}

// describe fills in the key of the picture's backdrop. The floor comes first in the list of walls, because it lies
// behind everything else.
func (b *backdrop) describe(f *frame) {
	k := &b.next
	*k = backdropKey{width: f.points[0], height: f.points[1], theme: f.Theme, ground: f.View.Ground,
		walls: k.walls[:0]}
	ground, ok := groundOf(f)
	if ok && !ground.empty() {
		k.walls = append(k.walls, backWall{ground, *ground.wall, f.Tint(ground.wall.Color, f.Theme.Floor), true,
			gridded(f, &ground)})
	}
	for i := range f.Walls {
		s := sheetOf(f, &f.Walls[i])
		if ok && s.wall == ground.wall || s.front || s.empty() {
			continue
		}
		k.walls = append(k.walls, backWall{s, f.Walls[i], sheetTint(f, &s), false, gridded(f, &s)})
	}
	if len(k.walls) > 0 {
		k.viewProj, k.focus, k.step = f.shared.viewProj, f.shared.focus, overlay.GridStep(&f.Frame)
	}
}

func (k *backdropKey) equal(l *backdropKey) bool {
	return k.width == l.width && k.height == l.height && k.theme == l.theme &&
		k.ground == l.ground && k.viewProj == l.viewProj &&
		k.focus == l.focus && k.step == l.step && slices.EqualFunc(k.walls, l.walls, func(x, y backWall) bool {
		x.sheet.wall, y.sheet.wall = nil, nil // addresses differ between snapshots; the copies are compared
		return x == y
	})
}

func (b *backdrop) fill(f *frame) {
	gpu.State{}.Apply()
	switch b.next.ground {
	case view.GroundBlack:
		gpu.Clear(0, 0, 0, 1)
	case view.GroundWhite:
		gpu.Clear(1, 1, 1, 1)
	default:
		b.gradient.Use()
		b.array.Triangles(3)
	}
	for i := range b.next.walls {
		w := &b.next.walls[i]
		bare := w.ground && b.next.ground != view.GroundTheme // only the grid and the shadows of the floor
		if bare && !w.grid {
			continue
		}
		p := b.sheets
		gpu.State{Blend: gpu.Over}.Apply()
		tint := w.tint
		switch {
		case bare:
			tint = tint.Alpha(0)
		case w.ground:
			p = b.floor
			gpu.State{}.Apply()
		}
		useSheet(p, f, &w.sheet, tint)
		drawCells(b.array, p, 0, 0, wallCells, wallCells)
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
