package render

import (
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"example.org/tumble/render/internal/egl"
)

// loader finds OpenGL functions for the next New: nil for those of the window system,
// else those of the library that OpenOffscreen opened.
var loader func(name string) unsafe.Pointer

// Offscreen is an OpenGL context that needs no display.
type Offscreen struct{ context *egl.Context }

// OpenOffscreen makes an OpenGL 4.1 core context without a surface current on the calling
// thread, which the caller has locked. The error names the Debian packages to install.
func OpenOffscreen() (*Offscreen, error) {
	Prepare()
	c, err := egl.Open()
	if err != nil {
		return nil, fmt.Errorf("render: open a context without a display: %w", err)
	}
	loader = egl.ProcAddress
	return &Offscreen{c}, nil
}

// Close destroys the context; call it on the thread that opened it, after the renderer's
// Close.
func (o *Offscreen) Close() {
	o.context.Close()
	loader = nil
}

// loadFunctions looks the OpenGL functions up for the current context.
func loadFunctions() error {
	if loader != nil {
		return gl.InitWithProcAddrFunc(loader)
	}
	return gl.Init()
}
