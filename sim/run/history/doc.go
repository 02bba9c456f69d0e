// Package history stores the course of a run, so that any moment of it can be restored: key frames, which
// are saved states, and the commands between them, each with its step. From the last key frame before a
// moment, a world repeats the same steps with the same bits.
//
// A history has tracks. The first one begins with the scene. A command in the past of a track begins a
// new track there, and the old future stays. A History has no world: callers pass it saved states, and it
// returns them.
//
// It belongs to one goroutine, the simulation's. Only the compression of key frames runs in another
// goroutine.
package history
