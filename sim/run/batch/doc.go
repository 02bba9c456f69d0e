// Package batch does runs without a window: it steps the world of a scene, or of a run file, to a goal,
// reports its progress, and writes the requested results. It knows no command line and prints nothing:
// the caller passes a context, which ends the work, and a function that receives the progress.
package batch
