//go:build headless

package desktop

import "example.org/tumble/ui/cli"

// Open is nil in a program without graphics; the command line then says so.
var Open func(cli.OpenRequest) error
