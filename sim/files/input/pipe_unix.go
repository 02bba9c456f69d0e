//go:build unix

package input

import (
	"io/fs"
	"os"
	"syscall"
)

// Flags are those with which a file must be opened for From: the opening does not wait
// until another program writes into a pipe.
const Flags = os.O_RDONLY | syscall.O_NONBLOCK

// pipeOf tells which pipe a file is.
func pipeOf(info fs.FileInfo, name string) (key pipe, known bool) {
	s, known := info.Sys().(*syscall.Stat_t)
	if known {
		key = pipe{name, uint64(s.Dev), s.Ino}
	}
	return key, known
}
