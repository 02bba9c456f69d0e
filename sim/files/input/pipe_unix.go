//go:build unix

package input

import (
	"io/fs"
	"os"
	"syscall"
)

// Flags are the flags with which a file must be opened for From. With O_NONBLOCK, opening a pipe
// does not wait until another program writes into it.
const Flags = os.O_RDONLY | syscall.O_NONBLOCK

// pipeOf identifies a pipe by its name, device and inode number.
func pipeOf(info fs.FileInfo, name string) (key pipe, known bool) {
	s, known := info.Sys().(*syscall.Stat_t)
	if known {
		key = pipe{name, uint64(s.Dev), s.Ino}
	}
	return key, known
}
