//go:build !linux || !cgo

// Package cmemory makes C's memory give back what is large; on this platform there is nothing
// to do.
package cmemory

// ReturnLarge does nothing here.
func ReturnLarge(int) {}

// Trim does nothing here.
func Trim() {}
