// Package render draws a bridge.Snapshot as a view.View asks, with OpenGL 4.1.
//
// A Renderer always draws into a framebuffer object of its own: a window copies it to the
// screen with Blit, a picture or a film reads it with Pixels, and OpenOffscreen provides a
// context where there is no display at all.
//
// A picture has a tile for each world. A tile draws its scene (bodies, walls, meshes: the table
// in drawers.go, in that order), over it the glyphs of overlays, which package overlay makes
// without OpenGL, then outlines, and last what lies flat over the picture, such as text.
//
// Words used here: a pass is one drawing of everything from one place of the eye and the
// light (the best quality adds many up); the light's maps are two pictures seen from the
// key light, one of depth for shadows on bodies, one of soft shadow for the floor.
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
