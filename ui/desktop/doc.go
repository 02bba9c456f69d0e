// Package desktop wires the window, the renderer and the engine together: it is what
// main does for tumble open, in a package of its own so that main builds without
// graphics too. It is the only place where all layers meet.
package desktop
