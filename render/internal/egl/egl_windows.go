//go:build cgo

// Package egl opens an OpenGL context for drawing into memory. Windows has no EGL: the context belongs to a window
// that is never shown.
package egl

/*
#cgo LDFLAGS: -lgdi32 -lopengl32
#include <windows.h>

enum { OK, NO_WINDOW, NO_OPENGL, NO_CONTEXT };

typedef HGLRC(WINAPI *createFn)(HDC, HGLRC, const int *);

// openContext first makes an old-style context current: without one Windows does not give the function that makes
// a context of version 4.1.
static int openContext(void **window, void **device, void **context) {
	static const int version[] = {0x2091, 4, 0x2092, 1, 0x2094, 2, 0x9126, 1, 0}; // 4.1 core, forward compatible
	PIXELFORMATDESCRIPTOR format = {
		.nSize = sizeof format,
		.nVersion = 1,
		.dwFlags = PFD_DRAW_TO_WINDOW | PFD_SUPPORT_OPENGL | PFD_DOUBLEBUFFER,
		.iPixelType = PFD_TYPE_RGBA,
		.cColorBits = 32,
	};
	HWND hidden = CreateWindowExW(0, L"STATIC", L"", WS_POPUP, 0, 0, 1, 1, NULL, NULL, GetModuleHandleW(NULL), NULL);
	if (!hidden) return NO_WINDOW;
	*window = hidden;
	HDC dc = GetDC(hidden);
	*device = dc;
	int chosen = ChoosePixelFormat(dc, &format);
	if (!chosen || !SetPixelFormat(dc, chosen, &format)) return NO_OPENGL;
	HGLRC old = wglCreateContext(dc);
	if (!old || !wglMakeCurrent(dc, old)) return NO_OPENGL;
	createFn create = (createFn)(void *)wglGetProcAddress("wglCreateContextAttribsARB");
	HGLRC made = create ? create(dc, NULL, version) : NULL;
	wglMakeCurrent(NULL, NULL);
	wglDeleteContext(old);
	if (!made) return NO_CONTEXT;
	*context = made;
	return wglMakeCurrent(dc, made) ? OK : NO_CONTEXT;
}

static void closeContext(void *window, void *device, void *context) {
	wglMakeCurrent(NULL, NULL);
	if (context) wglDeleteContext(context);
	if (device) ReleaseDC(window, device);
	if (window) DestroyWindow(window);
}

// Functions of OpenGL 1.1 are in the library itself: for these wglGetProcAddress fails, in some drivers with a
// small number in place of NULL.
static void *procAddress(const char *name) {
	void *found = (void *)wglGetProcAddress(name);
	if ((INT_PTR)found > 3 || (INT_PTR)found < -1) return found;
	return (void *)GetProcAddress(GetModuleHandleW(L"opengl32.dll"), name);
}
*/
import "C"

import (
	"errors"
	"unsafe"
)

// Context is a current OpenGL 4.1 core context of a hidden window.
type Context struct{ window, device, context unsafe.Pointer }

// Open creates a context and makes it current on the calling thread, which must stay locked until Close. The error
// names the part that the driver lacks.
func Open() (*Context, error) {
	c := new(Context)
	status := C.openContext(&c.window, &c.device, &c.context)
	if status == C.OK {
		return c, nil
	}
	c.Close()
	switch status {
	case C.NO_WINDOW:
		return nil, errors.New("egl: open: no window can be made in this session")
	case C.NO_OPENGL:
		return nil, errors.New("egl: open: there is no driver with OpenGL")
	}
	return nil, errors.New("egl: open: the driver has no OpenGL 4.1 core context")
}

// ProcAddress returns the address of an OpenGL function, nil if there is none.
func ProcAddress(name string) unsafe.Pointer {
	b := append([]byte(name), 0)
	return C.procAddress((*C.char)(unsafe.Pointer(&b[0])))
}

// Close destroys the context and its window. It must be called on the thread that opened it.
func (c *Context) Close() { C.closeContext(c.window, c.device, c.context) }
