//go:build !(linux || windows) || !cgo

// Package egl opens an OpenGL context that needs no display server; on this platform this is not
// possible.
package egl

import (
	"errors"
	"unsafe"
)

// Context is a current OpenGL context without a surface.
type Context struct{}

// Open always fails on this platform.
func Open() (*Context, error) {
	return nil, errors.New("egl: open: drawing without a display needs Linux or Windows, and cgo")
}

// ProcAddress returns nil on this platform.
func ProcAddress(string) unsafe.Pointer { return nil }

// Close does nothing on this platform.
func (c *Context) Close() {}
