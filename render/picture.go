package render

import "example.org/tumble/render/internal/gpu"

// pictures are the targets of a tile, or of all tiles together: the present picture and a picture of another size.
// The two take turns while a window and its recording are drawn.
type pictures struct {
	picture *gpu.Target // nil before the first picture
	aside   *gpu.Target // the last picture of another size, or nil
	coarse  *gpu.Target // the scene, if it is drawn with fewer points than the picture has; or nil
	flat    bool        // the targets have no depth, because no scene is drawn into them
}

func (p *pictures) swap() { p.picture, p.aside = p.aside, p.picture }

// resize makes the present picture a target of the given size. The last picture of another size stays unchanged;
// with keep, the last picture stays unchanged whatever its size, so that it can be shown while the new one is
// drawn.
func (p *pictures) resize(width, height int, keep bool) error {
	if !keep && p.recall(width, height) {
		return nil
	}
	p.swap()
	if keep && sized(p.picture, width, height) {
		return nil
	}
	var depth *gpu.Texture
	if !p.flat {
		depth = gpu.NewTexture(gpu.Depth, width, height, nil)
	}
	t, err := gpu.NewTarget(gpu.NewTexture(gpu.Screen, width, height, nil), depth)
	if err != nil {
		return err
	}
	if p.picture != nil {
		p.picture.Delete()
	}
	p.picture = t
	return nil
}

// target sets the targets that a picture is drawn into.
func (p *pictures) target(f *frame) error {
	f.scene, f.picture = p.picture, p.picture
	if f.points == [2]int{f.Width, f.Height} {
		return nil
	}
	if !sized(p.coarse, f.points[0], f.points[1]) {
		if p.coarse != nil {
			p.coarse.Delete()
			p.coarse = nil
		}
		t, err := gpu.NewTarget(gpu.NewTexture(gpu.Screen, f.points[0], f.points[1], nil),
			gpu.NewTexture(gpu.Depth, f.points[0], f.points[1], nil))
		if err != nil {
			return err
		}
		p.coarse = t
	}
	f.scene = p.coarse
	return nil
}

// sized reports whether a target exists and has the given size.
func sized(t *gpu.Target, width, height int) bool {
	if t == nil {
		return false
	}
	w, h := t.Size()
	return w == width && h == height
}

// recall makes the last picture of a size the present one, if this size is one of the last two, and reports
// whether it is.
func (p *pictures) recall(width, height int) bool {
	if !sized(p.picture, width, height) && sized(p.aside, width, height) {
		p.swap()
	}
	return sized(p.picture, width, height)
}

func (p *pictures) close() {
	for _, t := range []*gpu.Target{p.picture, p.aside, p.coarse} {
		if t != nil {
			t.Delete()
		}
	}
}
