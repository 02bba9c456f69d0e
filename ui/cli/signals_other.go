//go:build !unix

package cli

import "os"

// broken are the signals that a failed write sends; this system has none.
var broken []os.Signal
