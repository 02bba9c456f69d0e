//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package outfile

// lock returns unknown: this system cannot report whether a file is in use.
func (h handle) lock() lockState { return unknown }
