//go:build linux && cgo

// Package egl opens an OpenGL context that needs no display server. It loads libEGL only in Open,
// so that a program that only opens windows does not depend on libEGL.
package egl

/*
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

// The few declarations of EGL 1.5 that this file needs, so that it compiles without the headers of EGL.
typedef void *(*getProcFn)(const char *);
typedef void *(*platformDisplayFn)(unsigned, void *, const intptr_t *);
typedef unsigned (*initializeFn)(void *, int *, int *);
typedef unsigned (*bindFn)(unsigned);
typedef unsigned (*chooseFn)(void *, const int *, void **, int, int *);
typedef void *(*createFn)(void *, void *, void *, const int *);
typedef unsigned (*currentFn)(void *, void *, void *, void *);
typedef unsigned (*destroyFn)(void *, void *);
typedef unsigned (*terminateFn)(void *);
typedef unsigned (*devicesFn)(int, void **, int *);

static getProcFn proc;

enum { OK, NO_LIBRARY, NO_DISPLAY, NO_OPENGL, NO_CONTEXT };

static void *getProc(const char *name) { return proc(name); }

// Tries one display: initialise it, create a 4.1 core context, make it current.
static int try(void *display, void **context) {
	static const int config[] = {0x3033, 0, 0x3040, 0x0008, 0x3038}; // any surface, OpenGL
	static const int version[] = {0x3098, 4, 0x30FB, 1, 0x30FD, 1, 0x31B1, 1, 0x3038}; // 4.1 core, forward compatible
	void *chosen = NULL;
	int n = 0;
	if (!display || !((initializeFn)proc("eglInitialize"))(display, NULL, NULL)) return NO_DISPLAY;
	if (!((bindFn)proc("eglBindAPI"))(0x30A2)) return NO_OPENGL;
	((chooseFn)proc("eglChooseConfig"))(display, config, &chosen, 1, &n);
	*context = ((createFn)proc("eglCreateContext"))(display, n ? chosen : NULL, NULL, version);
	if (!*context) return NO_CONTEXT;
	if (((currentFn)proc("eglMakeCurrent"))(display, NULL, NULL, *context)) return OK;
	((destroyFn)proc("eglDestroyContext"))(display, *context);
	return NO_CONTEXT;
}

// Mesa has the surfaceless platform (0x31DD), NVIDIA's driver the device platform (0x313F).
static int openContext(void **display, void **context) {
	void *devices[16], *lib = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
	int i, n = 0, status = NO_DISPLAY;
	if (!lib || !(proc = (getProcFn)dlsym(lib, "eglGetProcAddress"))) return NO_LIBRARY;
	platformDisplayFn platform = (platformDisplayFn)proc("eglGetPlatformDisplayEXT");
	devicesFn query = (devicesFn)proc("eglQueryDevicesEXT");
	if (!platform) return NO_DISPLAY;
	*display = platform(0x31DD, NULL, NULL);
	if ((status = try(*display, context)) == OK) return OK;
	if (query) query(16, devices, &n);
	for (i = 0; i < n; i++) {
		*display = platform(0x313F, devices[i], NULL);
		if ((status = try(*display, context)) == OK) return OK;
	}
	return status;
}

static void closeContext(void *display, void *context) {
	((currentFn)proc("eglMakeCurrent"))(display, NULL, NULL, NULL);
	((destroyFn)proc("eglDestroyContext"))(display, context);
}

static void closeDisplay(void *display) { ((terminateFn)proc("eglTerminate"))(display); }
*/
import "C"

import (
	"errors"
	"sync"
	"unsafe"
)

// Context is a current OpenGL 4.1 core context without a surface.
type Context struct{ display, context unsafe.Pointer }

// displays counts the contexts of each open display. The count is needed because EGL has one display for all
// threads, opens it only once however often Open is called, and destroys the contexts of all threads when the
// display is closed.
var displays = struct {
	sync.Mutex
	contexts map[unsafe.Pointer]int
}{contexts: map[unsafe.Pointer]int{}}

// Open creates a context and makes it current on the calling thread, which must stay
// locked until Close. The error names the Debian packages that provide the missing library or driver.
func Open() (*Context, error) {
	displays.Lock()
	defer displays.Unlock()
	c := new(Context)
	switch C.openContext(&c.display, &c.context) {
	case C.OK:
		displays.contexts[c.display]++
		return c, nil
	case C.NO_LIBRARY:
		return nil, errors.New("egl: open: libEGL.so.1 cannot be loaded; on Debian install libegl1 and libgl1-mesa-dri")
	case C.NO_DISPLAY:
		return nil, errors.New("egl: open: no driver draws without a display; on Debian install libgl1-mesa-dri")
	case C.NO_OPENGL:
		return nil, errors.New("egl: open: the driver has no desktop OpenGL; on Debian install libgl1-mesa-dri")
	}
	return nil, errors.New("egl: open: the driver has no OpenGL 4.1 core context; on Debian install libgl1-mesa-dri")
}

// ProcAddress returns the address of an OpenGL function, nil if there is none.
func ProcAddress(name string) unsafe.Pointer {
	b := append([]byte(name), 0)
	return C.getProc((*C.char)(unsafe.Pointer(&b[0])))
}

// Close destroys the context. It must be called on the thread that opened it.
func (c *Context) Close() {
	displays.Lock()
	defer displays.Unlock()
	C.closeContext(c.display, c.context)
	if displays.contexts[c.display]--; displays.contexts[c.display] == 0 {
		C.closeDisplay(c.display)
	}
}
