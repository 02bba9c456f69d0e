//go:build headless

package cli

import (
	"context"
	"example.org/tumble/sim/run"
	"example.org/tumble/ui/studio"
)

// shotCommand and recordCommand exist to say that they need a program with graphics.
var (
	shotCommand = command{name: "shot", args: "SCENE", does: "makes one picture (not in this program)", more: noGraphics,
		absent: noGraphics, example: "tumble shot bottle --at 2s"}
	recordCommand = command{name: "record", args: "SCENE", does: "makes a video (not in this program)", more: noGraphics,
		absent: noGraphics, example: "tumble record bottle"}
)

// drawing returns nil, since this program cannot draw.
func drawing(studio.Options) func(context.Context, run.Scene, string) error { return nil }
