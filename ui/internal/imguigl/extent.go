package imguigl

// Extent is the size of a window at one moment, in units of the window and in pixels of its framebuffer.
type Extent struct{ Width, Height, PixelWidth, PixelHeight int }

// Sized is a window that knows its size in its own units and in pixels, as a window of GLFW does.
type Sized interface {
	GetSize() (width, height int)
	GetFramebufferSize() (width, height int)
}

const (
	// mostDense is the upper bound of the pixels per unit of a window, and of the units per pixel. Systems that hide
	// the pixel density of the screen from programs have 1 to 4 pixels per unit.
	mostDense = 8
	// measurings is how many times Measure asks for the size while the size changes.
	measurings = 4
)

// Measure reads the size of a window. It returns false if no frame can be drawn at this size: the window is an
// icon, is being resized too fast, or has an impossible size in pixels. Another program may resize the window
// between the two questions to the system, for the size in units and the size in pixels. The answers belong
// together only if the first question has the same answer again after the second.
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

// fits reports whether a number of pixels is possible for a side of a window.
func fits(units, pixels int) bool {
	return units > 0 && pixels > 0 && pixels <= mostDense*units && units <= mostDense*pixels
}

// Scale returns the pixels of the framebuffer per unit of the window. It is 1, also before the first size was
// read, except on systems that hide the pixel density of the screen from programs.
func (e Extent) Scale() float32 {
	if e.Width == 0 {
		return 1
	}
	return float32(e.PixelWidth) / float32(e.Width)
}
