// Package render draws a bridge.Snapshot as a view.View asks, with OpenGL 4.1.
//
// A Renderer always draws into a framebuffer object of its own: a window copies it to the
// screen with Blit, a picture or a film reads it with Pixels, and OpenOffscreen provides a
// context where there is no display at all.
//
// A picture has a tile for each world. A tile draws its scene (bodies, walls, meshes: the table
// in drawers.go, in that order), over it the glyphs of overlays, which package overlay makes
// without OpenGL, then outlines, and last the flat parts that lie over the picture, such as text.
//
// Words used here: a pass is one drawing of everything from one place of the eye and the
// light (the best quality averages many passes); the light's maps are three pictures seen from the
// key light: one of depth for shadows on bodies, one of soft shadow for the floor, and a coarse one
// of the light that meshes leave on the floor (the veil).
//
// Much of a picture is the same as in the picture before, and is kept: the backdrop (gradient,
// floor, walls behind the scene) while the camera stands still, the light's maps while bodies
// stand still, the whole picture while nobody could see a difference (Shows). The stage is the
// box that the light's maps and the floor are fitted to; it stands still while the bodies move
// about in it.
//
// A Renderer and all its objects belong to the one thread that holds its OpenGL context;
// renderers of other threads, each with a context of its own, draw at the same time and share
// nothing with it. No object of this package keeps a snapshot after the call that passed it,
// except for mesh geometry, which is immutable.
package render
