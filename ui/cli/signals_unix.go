//go:build unix

package cli

import (
	"os"
	"syscall"
)

// broken are the signals that a failed write sends. The program ignores them: then the write itself returns an
// error, and other results are still written.
var broken = []os.Signal{syscall.SIGPIPE, syscall.SIGXFSZ}
