//go:build !unix

package cli

import "os"

// broken are signals of writes that fail; here there are none.
var broken []os.Signal
