package ui

import (
	"example.org/tumble/render/view"
	"example.org/tumble/ui/layout"
)

// viewport is the part of the window that shows the scene: where it lies, and what lies where in it.
type viewport struct {
	*shared
	area       layout.Rect // in units of the window
	pixelScale float32     // pixels per unit of the window
	uiScale    float32     // of text and widgets, as the person wants it
	uiRoom     float32     // the largest scale that has room in the window
	worldUnder int         // index of the world that the pointer is over, or was when its button was pressed

	// pick returns what was under a place of the window, when a picture was shown.
	pick func(picture int, x, y float32) view.Hit
}
