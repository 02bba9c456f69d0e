package render

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"example.org/tumble/render/internal/egl"
)

// functions are the functions of OpenGL that the process uses, by name; nil before they are loaded.
var functions struct {
	sync.Mutex
	found map[string]unsafe.Pointer
}

// LoadFunctions looks up the functions of OpenGL for the context that is current on the calling thread; find
// returns the address of a function by its name. go-gl keeps one address of each function for the whole process,
// so that only the first call stores addresses: to write them again while another thread draws would be a race.
// The addresses are valid for the contexts of all threads, however these contexts were opened. On Linux they lead
// into the library that GLX and EGL share (libGLdispatch, or Mesa's libglapi), on Windows into the driver, and
// both pass each call to the context that is current on the calling thread.
//
// Errors: the driver lacks a function of OpenGL 4.1; the functions of this context have other addresses than the
// functions in use, because its library has nothing in common with the library of the first context.
func LoadFunctions(find func(name string) unsafe.Pointer) error {
	f := &functions
	f.Lock()
	defer f.Unlock()
	for name, used := range f.found {
		if other := find(name); other != nil && used != nil && other != used {
			return fmt.Errorf("render: load OpenGL: %s of this context is another than that of the context which was opened "+
				"before; one program cannot use both", name)
		}
	}
	if f.found != nil {
		return nil
	}
	found := map[string]unsafe.Pointer{}
	err := gl.InitWithProcAddrFunc(func(name string) unsafe.Pointer {
		found[name] = find(name)
		return found[name]
	})
	if err != nil {
		return fmt.Errorf("render: load OpenGL 4.1: the driver has no %w", err)
	}
	f.found = found
	return nil
}

// Offscreen is an OpenGL context that needs no display.
type Offscreen struct{ context *egl.Context }

// OpenOffscreen makes an OpenGL 4.1 core context without a surface current on the calling
// thread, which the caller has locked, and loads its functions. Each thread may have a context of
// its own. The error names the Debian packages to install.
func OpenOffscreen() (*Offscreen, error) {
	Prepare()
	c, err := egl.Open()
	if err != nil {
		return nil, fmt.Errorf("render: open a context without a display: %w", err)
	}
	if err := LoadFunctions(egl.ProcAddress); err != nil {
		c.Close()
		return nil, err
	}
	return &Offscreen{c}, nil
}

// Close destroys the context; call it on the thread that opened it, after the renderer's
// Close.
func (o *Offscreen) Close() { o.context.Close() }
