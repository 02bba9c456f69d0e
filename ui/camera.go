package ui

import "example.org/tumble/ui/remember"

// camera moves the eye: flights, following a body, views that are stored.
type camera struct {
	*shared
	viewport *viewport
	photo    *photo
	observer *observer

	flight     flight
	following  following
	zoomed     [2]float32 // where the wheel was turned last, in units of the window
	views      []remember.Named
	viewName   string // that is being typed
	navigation int    // index into keymap.Navigations
}
