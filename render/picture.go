package render

import "example.org/tumble/render/internal/gpu"

// pictures are the targets of a tile, or of all tiles together: the present picture and one of another size, which
// take turns where a window and its recording are drawn.
type pictures struct {
	picture *gpu.Target // nil before the first picture
	aside   *gpu.Target // the last picture of another size, or nil
	coarse  *gpu.Target // the scene of a picture, if it is drawn with fewer points; or nil
	flat    bool        // without depth: no scene is drawn into them
}

func (p *pictures) swap() { p.picture, p.aside = p.aside, p.picture }

// resize makes the present picture one of a size. The last picture of another size stays as it is, and with keep the
// last one of any size.
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

// target gives a picture what it is drawn into.
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

// sized reports whether there is a picture of a size.
func sized(t *gpu.Target, width, height int) bool {
	if t == nil {
		return false
	}
	w, h := t.Size()
	return w == width && h == height
}

// recall makes the last picture of a size the present one, if it is one of the last two sizes, and reports whether it
// is.
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
