//go:build !unix && !windows

package woo

import "time"

// processorTime returns 0: the system does not say what processor time the program has used, so no script is ended.
func processorTime() time.Duration { return 0 }
