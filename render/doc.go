// Package render draws a bridge.Snapshot as a view.View asks, with OpenGL 4.1.
//
// A Renderer always draws into a framebuffer object of its own: a window copies it to the
// screen with Blit, a picture or a film reads it with Pixels, and OpenOffscreen provides a
// context where there is no display at all.
//
// What is drawn, and in which order, is the table in drawers.go. A new overlay is one file
// with a type that implements drawer, one row of that table and one bit in package view.
//
// Words used here: a pass is one drawing of everything from one place of the eye and the
// light (the best quality adds many up); the light's maps are two pictures seen from the
// key light, one of depth for shadows on bodies, one of soft shadow for the floor; marks
// are lines, dots and tubes whose size is given in pixels; the key is the list at the lower
// right that says what marks mean.
//
// Much of a picture is the same as in the one before, and kept: the backdrop (gradient, floor,
// walls behind the scene) while the camera stands still, the light's maps while bodies do,
// the whole picture while nobody could see a difference (Shows). The stage is the box that
// all of that is fitted to; it stands still while what it holds moves about in it.
//
// A Renderer with all it has belongs to the one thread that holds its OpenGL context; renderers
// of other threads, each with a context of its own, draw beside it and share nothing with it.
// Nothing here keeps a snapshot beyond the call that got it, but for mesh geometry, which is
// immutable.
package render
