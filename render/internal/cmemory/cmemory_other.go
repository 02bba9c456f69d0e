//go:build !linux || !cgo

// Package cmemory makes the memory allocator of C give large blocks back to the system; on this
// platform there is nothing to do.
package cmemory

// ReturnLarge does nothing on this platform.
func ReturnLarge(int) {}

// Trim does nothing on this platform.
func Trim() {}
