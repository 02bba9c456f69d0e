// Package history keeps the way of a run, so that any moment of it can be had again: key frames, which are
// saved states, and the commands between them with the step that each fell on. From the last key frame
// before a moment a world takes the same steps again, with the same bits.
//
// A history has tracks. The first one begins with the scene; a command that is given in the past of a track
// begins a new one there, and the old future stays. A History knows no world: it is given saved
// states, and gives them back.
//
// It belongs to one goroutine, the goroutine of the simulation. Only the packing of key frames is left to another.
package history
