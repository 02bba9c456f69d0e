//go:build unix

package serve

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// isOwn reports whether a file belongs to the user of this process.
func isOwn(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}

// lives reports whether there is a process with a number.
func lives(number int) bool { return !errors.Is(syscall.Kill(number, 0), syscall.ESRCH) }
