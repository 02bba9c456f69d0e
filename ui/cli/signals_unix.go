//go:build unix

package cli

import (
	"os"
	"syscall"
)

// broken are signals of writes that fail. Ignored, the error is that of the write, and other
// results are still written.
var broken = []os.Signal{syscall.SIGPIPE, syscall.SIGXFSZ}
