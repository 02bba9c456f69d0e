//go:build headless

package cli

import (
	"context"
	"errors"

	"example.org/tumble/sim"
	"example.org/tumble/sim/batch"
	"example.org/tumble/sim/run"
	"example.org/tumble/ui/report/page"
)

// savePicture does nothing: sweeps go without pictures.
func savePicture(*pictureFlags, run.Scene, string) error { return nil }

// canDraw reports whether a picture can be drawn.
func canDraw() bool { return false }

// album keeps nothing: reports go without pictures, and say so.
type album struct{}

func openAlbum(*pictureFlags, run.Scene) (*album, error) { return &album{}, nil }

func (*album) Why() error      { return errors.New(noGraphics) }
func (*album) Close()          {}
func (*album) Take(*sim.World) {}

func (*album) Draw(context.Context, batch.Tell) ([]page.Picture, error) {
	return nil, errors.New(noGraphics)
}

// shotCommand and recordCommand are there to say what they would need.
var (
	shotCommand = command{name: "shot", args: "SCENE", does: "makes one picture (not in this program)", more: noGraphics,
		absent: noGraphics, example: "tumble shot bottle --at 2s"}
	recordCommand = command{name: "record", args: "SCENE", does: "makes a video (not in this program)", more: noGraphics,
		absent: noGraphics, example: "tumble record bottle"}
)
