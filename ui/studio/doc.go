// Package studio makes pictures and videos of scenes, of run files and of the dumps of other programs,
// without a window and without a command line: it prints nothing, and plain structs describe the work.
//
// A Shot is one picture, of one moment or of several as a contact sheet; a Film is a video; an Album
// keeps moments of a run and draws them at its end. Options describe how all of them draw:
//
//	shot := studio.Shot{Options: studio.Default(), At: []float64{2.4}, Output: "pouring.png"}
//	shot.View.ColorBy, shot.Chosen = view.ColorBySpeed, view.FieldColorBy
//	result, err := shot.Make(ctx, studio.Scene{Name: "bottle", Load: source.Load}, progress)
//
//	film := studio.Film{Options: studio.Default(), Output: "pouring.mp4", FPS: 60, Shown: "run"}
//	film.Width, film.Height, film.View.Quality = 3840, 2160, view.Best
//	from := studio.Scene{Name: "run.tumble", Options: scene.Options{Workers: 1}, Load: source.Load}
//	results, err := film.Make(ctx, from, progress)
//
// Of draws the present state of a world; Play draws dumps. Options.Chosen lists the fields of the view
// that a person has chosen; they override the wishes of the scene and the view stored in a run file.
// Options.Framed keeps the camera of Options.View.
//
// The functions may be called from any goroutine, several at once: each locks its thread while it has an
// OpenGL context there. Their context ends them soon, also while a picture is drawn or a film is encoded;
// its cause is then the error. Nothing is left of the file except complete numbered pictures, unless
// Film.Partial asks for the frames so far. The progress is reported from the goroutine of the caller.
//
// Invalid options give a batch.OptionError, which names the option.
package studio
