//go:build headless

package studio

import (
	"context"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/ui/report/page"
)

// CanDraw reports whether a picture can be drawn.
func CanDraw() bool { return false }

// Album keeps nothing in a program without graphics.
type Album struct{}

// OpenAlbum begins an album that keeps nothing.
func OpenAlbum(Options, run.Scene) (*Album, error) { return &Album{}, nil }

// Why returns the reason why there will be no pictures.
func (*Album) Why() error { return ErrNoGraphics }

// Close does nothing.
func (*Album) Close() {}

// Capture keeps nothing.
func (*Album) Capture(*sim.World) {}

// Draw returns the reason why there are no pictures.
func (*Album) Draw(context.Context, batch.ProgressFunc) ([]page.Picture, error) {
	return nil, ErrNoGraphics
}
