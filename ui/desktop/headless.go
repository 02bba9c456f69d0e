//go:build headless

package desktop

import "example.org/tumble/ui/cli"

// Open is nil in a program without graphics; the command line then reports that there are no graphics.
var Open func(cli.OpenRequest) error
