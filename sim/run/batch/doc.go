// Package batch does runs without a window: it steps the world of a scene, or of a run file, to a goal, tells how far
// it has come, and writes what is asked for. It knows no command line and prints nothing: whoever calls it passes a
// context, which ends the work, and a function that is told of the progress.
package batch
