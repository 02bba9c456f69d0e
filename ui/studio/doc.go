// Package studio makes pictures and videos of scenes, of run files and of the dumps of other programs, without a window
// and without a command line: it prints nothing, and what it makes is asked for by plain structs.
//
// A Shot is one picture, of one moment or of several as a contact sheet; a Film is a video; an Album keeps moments of a
// run while it goes on, and draws them when it is over. All of them draw as Options say:
//
//	shot := studio.Shot{Options: studio.Default(), At: []float64{2.4}, Output: "pouring.png"}
//	shot.View.ColorBy, shot.Chosen = view.ColorBySpeed, view.FieldColorBy
//	result, err := shot.Make(ctx, studio.Scene{Name: "bottle", Load: source.Load}, tell)
//
//	film := studio.Film{Options: studio.Default(), Output: "pouring.mp4", FPS: 60, Shown: "run"}
//	film.Width, film.Height, film.View.Quality = 3840, 2160, view.Best
//	from := studio.Scene{Name: "run.tumble", Options: scene.Options{Workers: 1}, Load: source.Load}
//	results, err := film.Make(ctx, from, tell)
//
// Of draws a world that is there already, as it is now; Play draws dumps. What a person has chosen of a view is in
// Options.Chosen, and wins over what the scene wishes and over how a run file shows it. A camera that is to be as it is
// in Options.View goes with Options.Framed.
//
// The functions may be called from any goroutine, several at once: each locks its thread while it has an OpenGL context
// there. The context that they are given ends them soon, also while a picture is drawn or a film is encoded. Its cause
// is then the error. Nothing is left of the file but numbered pictures that were whole, unless Film.Partial asks for
// the frames until then. What is told of the progress is told from the goroutine of the caller.
//
// What is wrong with what was asked for is a batch.OptionError, which says which option it is about.
package studio
