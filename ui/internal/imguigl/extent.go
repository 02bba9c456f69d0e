package imguigl

// Extent is the size of a window at one moment, in units of the window and in pixels of its framebuffer.
type Extent struct{ Width, Height, PixelWidth, PixelHeight int }

// Sized is a window that knows its size in its own units and in pixels, as a window of GLFW does.
type Sized interface {
	GetSize() (width, height int)
	GetFramebufferSize() (width, height int)
}

const (
	// mostDense bounds the pixels per unit of a window, and their reciprocal: systems that hide the density of the
	// screen from programs have 1 to 4.
	mostDense = 8
	// measurings is how often Measure asks again while the size changes.
	measurings = 4
)

// Measure reads the size of a window, and reports false where no frame can have it: the window is an icon, is being
// resized too fast, or has a size in pixels that no screen gives it. The system answers each question with what is so
// by then, and another program may resize the window between two of them: they belong together only where the first
// has the same answer after the second.
func Measure(w Sized) (Extent, bool) {
	for range measurings {
		var e Extent
		e.Width, e.Height = w.GetSize()
		e.PixelWidth, e.PixelHeight = w.GetFramebufferSize()
		if width, height := w.GetSize(); width == e.Width && height == e.Height {
			return e, fits(e.Width, e.PixelWidth) && fits(e.Height, e.PixelHeight)
		}
	}
	return Extent{}, false
}

// fits reports whether a side of a window may have so many pixels.
func fits(units, pixels int) bool {
	return units > 0 && pixels > 0 && pixels <= mostDense*units && units <= mostDense*pixels
}

// Scale returns the pixels of the framebuffer per unit of the window: 1 but for systems that hide the density of the
// screen from programs, and before the first size was read.
func (e Extent) Scale() float32 {
	if e.Width == 0 {
		return 1
	}
	return float32(e.PixelWidth) / float32(e.Width)
}
