package render

import (
	"image"

	"example.org/tumble/render/internal/gpu"
)

// resize makes the framebuffer object the asked size. The last picture of another size stays
// as it is, and with keep the last one of any size.
func (r *Renderer) resize(width, height int, keep bool) error {
	if keep {
		r.picture, r.aside = r.aside, r.picture
		if sized(r.picture, width, height) {
			return nil
		}
	} else if r.Recall(width, height) {
		return nil
	} else {
		r.picture, r.aside = r.aside, r.picture
	}
	t, err := gpu.NewTarget(gpu.NewTexture(gpu.Screen, width, height, nil), gpu.NewTexture(gpu.Depth, width, height, nil))
	if err != nil {
		return err
	}
	if r.picture != nil {
		r.picture.Delete()
	}
	r.picture = t
	return nil
}

// target gives a picture what it is drawn into.
func (r *Renderer) target(f *frame) error {
	f.scene, f.picture = r.picture, r.picture
	if f.points == [2]int{f.Width, f.Height} {
		return nil
	}
	if !sized(r.coarse, f.points[0], f.points[1]) {
		if r.coarse != nil {
			r.coarse.Delete()
			r.coarse = nil
		}
		t, err := gpu.NewTarget(gpu.NewTexture(gpu.Screen, f.points[0], f.points[1], nil),
			gpu.NewTexture(gpu.Depth, f.points[0], f.points[1], nil))
		if err != nil {
			return err
		}
		r.coarse = t
	}
	f.scene = r.coarse
	return nil
}

// sized reports whether there is a picture of a size.
func sized(t *gpu.Target, width, height int) bool {
	if t == nil {
		return false
	}
	w, h := t.Size()
	return w == width && h == height
}

// Recall makes the last picture of a size the present one, if it is one of the last two sizes,
// and reports whether it is: a window and its recording take turns.
func (r *Renderer) Recall(width, height int) bool {
	if !sized(r.picture, width, height) && sized(r.aside, width, height) {
		r.picture, r.aside = r.aside, r.picture
	}
	return sized(r.picture, width, height)
}

// Size returns the size of the last picture in pixels, 0 before the first.
func (r *Renderer) Size() (width, height int) {
	if r.picture == nil {
		return 0, 0
	}
	return r.picture.Size()
}

// Blit copies the last picture to a rectangle of the default framebuffer, the window's, given by its
// lower left corner and its size in pixels, and leaves that one bound. Before the first picture
// it does nothing.
func (r *Renderer) Blit(x, y, width, height int) {
	if r.picture != nil {
		gpu.State{}.Apply()
		r.picture.Show(x, y, width, height)
	}
}

// Pixels returns the last picture as RGBA bytes, top row first, 4 bytes per pixel. It uses
// dst if that is large enough. Before the first picture it returns nothing.
func (r *Renderer) Pixels(dst []byte) []byte {
	if r.picture == nil {
		return dst[:0]
	}
	return pixels(r.picture, dst)
}

// pixels returns what a target holds, in dst if that is large enough.
func pixels(from *gpu.Target, dst []byte) []byte {
	width, height := from.Size()
	n := 4 * width * height
	if cap(dst) < n {
		dst = make([]byte, n)
	}
	dst = dst[:n]
	from.Read(dst)
	return dst
}

// Image returns a copy of the last picture, empty before the first.
func (r *Renderer) Image() *image.RGBA {
	width, height := r.Size()
	return &image.RGBA{Pix: r.Pixels(nil), Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}
}
