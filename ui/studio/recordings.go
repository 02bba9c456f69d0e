//go:build !headless

package studio

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/video"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/remember"
)

// Values of Film.Shown in addition to the names of views.
const (
	ShownRun = "run" // the view as the person had it during the run
	ShownAll = "all" // a video of each stored view, and of ShownRun
)

// recording is one video of a run, from one camera.
type recording struct {
	name   string         // name of the view; empty: the view of the options
	seen   []runfile.View // stored views in the order of the steps; empty: the camera of the options
	output string
	out    *video.Writer
	blur   blur // mean of the pictures of one frame
}

// recordings returns the videos that Shown asks for.
func (f *Film) recordings(sc run.Scene) ([]recording, error) {
	if f.Shown == "" {
		return []recording{{output: f.Output}}, nil
	}
	var all []recording
	if sc.Past != nil {
		all = recordingsOf(sc.Past.On())
	}
	var names []string
	for _, t := range all {
		names = append(names, t.name)
	}
	switch i := slices.Index(names, f.Shown); {
	case len(all) == 0:
		return nil, about("view", fmt.Errorf("%s %w %s", sc.Name, ErrNoViews, spell.Quote(f.Shown)))
	case f.Shown == ShownAll:
		extension := filepath.Ext(f.Output)
		for i, name := range fileNames(names) {
			all[i].output = strings.TrimSuffix(f.Output, extension) + "-" + name + extension
		}
		return all, nil
	case i < 0:
		return nil, about("view", fmt.Errorf("%s keeps the views %s; got %s%s", sc.Name,
			strings.Join(append(names, ShownAll), ", "), spell.Quote(f.Shown), spell.DidYouMean(f.Shown, names)))
	default:
		all[i].output = f.Output
		return all[i : i+1], nil
	}
}

// recordingsOf returns a recording of each view and each video that a track keeps, without their files.
func recordingsOf(t *runfile.Track) (all []recording) {
	for _, v := range t.Views {
		if _, ok := remember.CameraOf(v.SavedView); !ok {
			continue
		}
		name := cmp.Or(spell.Line(v.Name), ShownRun)
		i := slices.IndexFunc(all, func(o recording) bool { return o.name == name })
		switch many := v.Name == "" || v.Film; {
		case i < 0:
			all = append(all, recording{name: name, seen: []runfile.View{v}})
		case many:
			all[i].seen = append(all[i].seen, v)
		default: // a view stored again replaces its earlier version
			all[i].seen[0] = v
		}
	}
	return all
}

// fileNames turns the names of views into parts of file names, of which no two are the same, also where case does not
// count.
func fileNames(names []string) (parts []string) {
	for _, name := range names {
		part := fileName(name)
		is := func(other string) bool { return strings.EqualFold(other, part) }
		for n := 2; slices.ContainsFunc(parts, is); n++ {
			part = fileName(name) + "-" + strconv.Itoa(n)
		}
		parts = append(parts, part)
	}
	return parts
}

// fileName turns the name of a view into a part of a file name.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, name)
}

// smooth is the time [s] below which two successive poses of a camera belong to one motion of the camera.
const smooth = 0.5

// at returns the view of a recording at a time. Between the stored poses the camera moves.
func (t *recording) at(v view.View, time float64, chosen view.Fields) view.View {
	i := max(0, lastBefore(t.seen, time))
	c, _ := remember.CameraOf(t.seen[i].SavedView)
	remember.Show(t.seen[i].SavedView, &v, chosen)
	if i+1 < len(t.seen) && time > t.seen[i].Time && t.seen[i+1].Time-t.seen[i].Time < smooth {
		next, _ := remember.CameraOf(t.seen[i+1].SavedView)
		c = between(c, next, float32((time-t.seen[i].Time)/(t.seen[i+1].Time-t.seen[i].Time)))
	}
	v.Camera = c
	return v
}

// lastBefore returns the last view at or before a time, -1 if there is none.
func lastBefore(seen []runfile.View, time float64) int {
	found := -1
	for i := range seen {
		if seen[i].Time <= time {
			found = i
		}
	}
	return found
}

// between returns a camera on the shorter way from one to another.
func between(a, b view.Camera, share float32) view.Camera {
	mix := func(x, y float32) float32 { return x + (y-x)*share }
	turn := func(x, y float32) float32 {
		return x + share*float32(math.Remainder(float64(y-x), 360))
	}
	c := a
	c.Pivot = a.Pivot.Add(b.Pivot.Sub(a.Pivot).Mul(share))
	c.Distance, c.Fov, c.Elevation = mix(a.Distance, b.Distance), mix(a.Fov, b.Fov), mix(a.Elevation, b.Elevation)
	c.Azimuth, c.Roll = turn(a.Azimuth, b.Azimuth), turn(a.Roll, b.Roll)
	return c
}

// openRecordings opens the files of all recordings.
func (f *Film) openRecordings(ctx context.Context, s *studio, all []recording) (err error) {
	if f.Partial {
		ctx = context.WithoutCancel(ctx)
	}
	origin := s.scene.Origin()
	for i := range all {
		var note string
		if all[i].out, note, err = video.OpenWithin(ctx, f.Most, all[i].output, f.Width, f.Height, f.FPS,
			origin.Fields()...); err != nil {
			closeRecordings(all[:i])
			return err
		}
		if note != "" && i == 0 && f.Note != nil {
			f.Note(note)
		}
	}
	return nil
}

// closeRecordings finishes the files of recordings; their outputs are then the paths that were written.
func closeRecordings(all []recording) (err error) {
	for i := range all {
		path, e := all[i].out.Close()
		all[i].output, err = path, errors.Join(err, e)
	}
	return err
}

// viewHeight is about the height of the view in which a person sees a run [pixels]. In higher videos marks and
// texts grow in proportion.
const viewHeight = 720

// frame draws a moment for each recording. shown is false for a moment between frames, which only adds to the
// blur.
func (f *Film) frame(ctx context.Context, s *studio, all []recording, pix []byte, shown bool) ([]byte, error) {
	kept := s.view
	defer func() { s.view = kept }()
	for i := range all {
		if len(all[i].seen) > 0 {
			s.view, s.framed = all[i].at(kept, s.scene.World.Clock().Time, f.Chosen), true
			s.view.Scale = max(1, float32(f.Height)/viewHeight)
			s.snapshot.Wanted = overlay.Wanted(&s.view)
		}
		s.view.FlatApart = f.Blur > 1
		if err := s.draw(ctx); err != nil {
			return pix, err
		}
		if len(all[i].seen) == 0 {
			kept = s.view // with the camera that was placed for the first picture
		}
		pix = s.renderer.Pixels(pix)
		if whole, err := f.blurred(ctx, s, &all[i], pix, shown); err != nil {
			return pix, err
		} else if !whole {
			continue
		}
		s.stamp(&image.RGBA{Pix: pix, Stride: 4 * f.Width, Rect: image.Rect(0, 0, f.Width, f.Height)})
		if err := all[i].out.Write(pix); err != nil {
			return pix, err
		}
	}
	return pix, nil
}

// blurred adds a picture without flat labels to the mean of the present frame. At the moment that is shown the
// frame is complete: then blurred writes the mean to pix and returns true.
func (f *Film) blurred(ctx context.Context, s *studio, t *recording, pix []byte, shown bool) (bool, error) {
	if f.Blur < 2 {
		return true, nil
	}
	t.blur.add(pix)
	if !shown {
		return false, nil
	}
	s.view.FlatApart = false
	if err := s.draw(ctx); err != nil {
		return false, err
	}
	s.flat = s.renderer.Pixels(s.flat)
	t.blur.mean(pix, s.flat)
	return true, nil
}
