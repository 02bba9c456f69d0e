//go:build !headless

package studio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/scene"
)

// small are options of a small picture.
func small() Options {
	o := Default()
	o.Width, o.Height, o.View.Quality = 96, 54, view.Fast
	return o
}

// A short video of a scene as numbered pictures.
func ExampleFilm() {
	dir, err := os.MkdirTemp("", "film")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	film := Film{Options: Default(), FPS: 20, Until: 0.1, Output: filepath.Join(dir, "%d.png")}
	film.Width, film.Height, film.View.Quality = 160, 90, view.Fast
	var told batch.Progress
	results, err := film.Make(context.Background(), Scene{Name: "clump", Load: scene.Load},
		func(p batch.Progress) { told = p })
	if err != nil {
		fmt.Println(err)
		return
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.png"))
	fmt.Printf("%d frames of %d x %d in %d files, told: %s\n", results[0].Frames, results[0].Width, results[0].Height,
		len(files), told.About)
	// Output: 3 frames of 160 x 90 in 3 files, told: 2 frames
}

// frames returns the numbered pictures of a film.
func frames(t *testing.T, film Film, from Scene) (list [][]byte) {
	t.Helper()
	film.Output = filepath.Join(t.TempDir(), "%03d.png")
	results, err := film.Make(t.Context(), from, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range results[0].Frames {
		data, err := os.ReadFile(fmt.Sprintf(film.Output, i))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, data)
	}
	return list
}

// Contract: films and pictures are made in several goroutines at once, each as it would be alone.
func TestAtOnce(t *testing.T) {
	film := Film{Options: small(), FPS: 25, Until: 0.08}
	from := Scene{Name: "clump", Load: scene.Load}
	alone := frames(t, film, from)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			for i, data := range frames(t, film, from) {
				if !bytes.Equal(data, alone[i]) {
					t.Errorf("frame %d is another one beside other films", i)
				}
			}
		})
	}
	all.Wait()
}

// Contract: the end of the context ends a film soon, also while the scene runs to find the largest force. Its cause is
// the error, and nothing is left of the file; with Partial the frames until then are.
func TestCancelledFilm(t *testing.T) {
	enough := errors.New("enough")
	for name, c := range map[string]struct {
		film  Film
		after int // how often is told
		left  int
	}{
		"run":     {Film{Options: small(), Output: "a.avi", Until: 60}, 40, 0},
		"survey":  {Film{Options: small(), Output: "a.avi", Until: 60, Survey: true}, 2, 0},
		"partial": {Film{Options: small(), Output: "a.avi", Until: 60, Partial: true}, 40, 1},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			c.film.Output = filepath.Join(dir, c.film.Output)
			ctx, cancel := context.WithCancelCause(t.Context())
			told := 0
			results, err := c.film.Make(ctx, Scene{Name: "bottle", Load: scene.Load}, func(batch.Progress) {
				if told++; told == c.after {
					time.AfterFunc(50*time.Millisecond, func() { cancel(enough) })
				}
			})
			if left, _ := filepath.Glob(filepath.Join(dir, "*")); !errors.Is(err, enough) || len(left) != c.left ||
				len(results) != c.left {
				t.Errorf("%v, left %v, results %+v", err, left, results)
			}
			if hidden, _ := filepath.Glob(filepath.Join(dir, ".*")); len(hidden) > 0 {
				t.Errorf("left %v", hidden)
			}
		})
	}
}

// Contract: a picture, also one of tiles, is abandoned when its context ends.
func TestCancelledDrawing(t *testing.T) {
	enough := errors.New("enough")
	ended, cancel := context.WithCancelCause(t.Context())
	cancel(enough)
	for _, beside := range []Comparison{{}, {Path: "view", Values: []string{"a", "b"}, Views: make([]Eye, 2)}} {
		sc, err := scene.Load("clump", scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer sc.World.Close()
		s, err := open(small(), &beside, sc)
		if err != nil {
			t.Fatal(err)
		}
		defer s.close()
		if err := s.draw(ended); err != enough {
			t.Errorf("%+v: %v", beside, err)
		}
		if err := s.draw(t.Context()); err != nil {
			t.Errorf("%+v, once more: %v", beside, err)
		}
	}
}

// Contract: a picture whose context has ended is not drawn, and its file not written.
func TestCancelledShot(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	shot := Shot{Options: small(), Output: filepath.Join(t.TempDir(), "a.png"), At: []float64{0.02}}
	_, err := shot.Make(ctx, Scene{Name: "clump", Load: scene.Load}, func(batch.Progress) { cancel() })
	if _, missing := os.Stat(shot.Output); !errors.Is(err, context.Canceled) || missing == nil {
		t.Errorf("%v, %v", err, missing)
	}
}

// Contract: a camera that is framed is the one of the view, and what was chosen of a view wins over the scene.
func TestFramed(t *testing.T) {
	sc, err := scene.Load("bottle", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer sc.World.Close()
	draw := func(name string, change func(*Options)) []byte {
		shot := Shot{Options: small(), Output: filepath.Join(t.TempDir(), name+".png")}
		change(&shot.Options)
		if _, err := shot.Of(t.Context(), sc); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(shot.Output)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	wished := draw("wished", func(*Options) {})
	framed := func(distance float32) func(*Options) {
		return func(o *Options) {
			o.Framed = true
			c := &o.View.Camera
			c.Azimuth, c.Elevation, c.Distance, c.Pivot = 30, 20, distance, [3]float32{0, 0, 0.1}
		}
	}
	near, far := draw("near", framed(0.4)), draw("far", framed(0.8))
	if bytes.Equal(near, far) || bytes.Equal(near, wished) {
		t.Error("the camera of the view is not the one of the picture")
	}
	axes := func(o *Options) { o.View.Overlays, o.Chosen = view.OverlayAxes, view.FieldOverlays }
	if bytes.Equal(draw("axes", axes), wished) {
		t.Error("the overlays that were chosen are not those of the picture")
	}
}

// Contract: an album has a picture of each moment, of the size that was asked for; a wrong option says which it is.
func TestAlbum(t *testing.T) {
	sc, err := scene.Load("clump", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer sc.World.Close()
	a, err := OpenAlbum(small(), sc)
	if err != nil || a.Why() != nil {
		t.Fatal(err, a.Why())
	}
	defer a.Close()
	for range 2 {
		a.Capture(sc.World)
		for range 200 {
			sc.World.Step()
		}
	}
	list, err := a.Draw(t.Context(), nil)
	if err != nil || len(list) != 2 || bytes.Equal(list[0].Data, list[1].Data) {
		t.Fatalf("%v, %d pictures", err, len(list))
	}
	if p, err := png.DecodeConfig(bytes.NewReader(list[1].Data)); err != nil || p.Width != 96 || p.Height != 54 {
		t.Errorf("%+v, %v", p, err)
	}
	trails := small()
	trails.Added = view.OverlayTrails
	_, err = OpenAlbum(trails, sc)
	var about *batch.OptionError
	if !errors.As(err, &about) || about.Option != "overlays" {
		t.Errorf("trails: %v", err)
	}
}

// Contract: what is wrong with options names the option, without the flags of a command line.
func TestOptionErrors(t *testing.T) {
	load := func(string, scene.Options) (run.Scene, error) { return run.Scene{}, errors.New("loaded") }
	shot := func(change func(*Shot)) error {
		s := Shot{Options: small(), Output: "a.png"}
		change(&s)
		_, err := s.Make(t.Context(), Scene{Load: load}, nil)
		return err
	}
	film := func(change func(*Film)) error {
		f := Film{Options: small(), Output: "a.avi"}
		change(&f)
		_, err := f.Make(t.Context(), Scene{Load: load}, nil)
		return err
	}
	for option, err := range map[string]error{
		"output": shot(func(s *Shot) { s.Output = "a.jpg" }),
		"size":   shot(func(s *Shot) { s.Width = 4 }),
		"paper":  shot(func(s *Shot) { s.Print.Paper = [2]float64{300, 200}; s.Print.DPI = 2400 }),
		"times":  shot(func(s *Shot) { s.Width, s.Print.Times = 4000, 8 }),
		"still":  film(func(f *Film) { f.Hold, f.FPS = 600, 1000 }),
		"view":   film(func(f *Film) { f.Path = &Path{Keys: []Key{{}}} }),
	} {
		var about *batch.OptionError
		if !errors.As(err, &about) || about.Option != option {
			t.Errorf("%s: %v", option, err)
		}
	}
}
