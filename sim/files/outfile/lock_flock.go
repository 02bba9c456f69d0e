//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package outfile

import "syscall"

// lock takes the lock of a file without waiting. The system frees the lock when the last descriptor
// of the open file is closed, also when the process is killed.
func (h handle) lock() lockState {
	if fault("lock", h.f.Name()) != nil {
		return unknown
	}
	for {
		switch err := syscall.Flock(int(h.f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err {
		case nil:
			return ours
		case syscall.EINTR:
		case syscall.EWOULDBLOCK:
			return taken
		default:
			return unknown // the file system has no locks
		}
	}
}
