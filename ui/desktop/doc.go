// Package desktop wires the window, the renderer and the engine together: it carries out the command tumble open.
// It is a package of its own so that main can be built without graphics, too, and it is the only place where all
// layers meet.
package desktop
