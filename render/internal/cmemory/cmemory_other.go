//go:build !linux || !cgo

// Package cmemory makes the memory allocator of C give large blocks back to the system, and keep small ones; on
// this platform there is nothing to do.
package cmemory

// ReturnLarge does nothing on this platform.
func ReturnLarge(int, int) {}

// Trim does nothing on this platform.
func Trim() {}
