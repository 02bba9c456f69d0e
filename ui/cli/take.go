//go:build !headless

package cli

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

	"example.org/tumble/render/video"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/bridge"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/runfile"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/remember"
)

// The views of a run file that --view takes beside those that a person has stored there.
const (
	viewRun = "run" // what the person saw
	viewAll = "all" // a video of each
)

// take is one video of a run, from one camera.
type take struct {
	name   string         // of the view; empty: that of the flags
	seen   []runfile.View // in the order of the steps; empty: the camera of the flags
	output string
	out    *video.Writer
	gave   string // what was given up for --max-size
	mean   blur   // of the pictures of a frame
}

// takes returns the videos that are asked for.
func (r *recordFlags) takes(sc run.Scene, output string) ([]take, error) {
	wanted := r.look.named
	if wanted == "" {
		return []take{{output: output}}, nil
	}
	var all []take
	if sc.Past != nil {
		all = takesOf(sc.Past.On())
	}
	var names []string
	for _, t := range all {
		names = append(names, t.name)
	}
	switch i := slices.Index(names, wanted); {
	case len(all) == 0:
		return nil, fmt.Errorf("--view: %s keeps no view %s: %v", sc.Name, spell.Quote(wanted), badLook(wanted))
	case wanted == viewAll:
		extension := filepath.Ext(output)
		for i := range all {
			all[i].output = strings.TrimSuffix(output, extension) + "-" + fileName(all[i].name) + extension
		}
		return all, nil
	case i < 0:
		return nil, fmt.Errorf("--view: %s keeps the views %s; got %s%s", sc.Name,
			strings.Join(append(names, viewAll), ", "), spell.Quote(wanted), spell.DidYouMean(wanted, names))
	default:
		all[i].output = output
		return all[i : i+1], nil
	}
}

// takesOf returns a take of each view and each video that a track keeps, without their files.
func takesOf(t *runfile.Track) (all []take) {
	for _, v := range t.Views {
		if _, ok := remember.CameraOf(v.Look); !ok {
			continue
		}
		name := cmp.Or(spell.Line(v.Name), viewRun)
		i := slices.IndexFunc(all, func(o take) bool { return o.name == name })
		switch many := v.Name == "" || v.Film; {
		case i < 0:
			all = append(all, take{name: name, seen: []runfile.View{v}})
		case many:
			all[i].seen = append(all[i].seen, v)
		default: // stored again
			all[i].seen[0] = v
		}
	}
	return all
}

// fileName makes a part of a file's name of the name of a view.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, name)
}

// parseSlow reads a stretch of time and the speed that it has, as in 0.5s..0.8s:0.1, or none.
func parseSlow(s string) (*bridge.SetSlow, error) {
	var slow bridge.SetSlow
	if s == "none" {
		return &slow, nil
	}
	stretch, speed, ok := strings.Cut(s, ":")
	from, to, both := strings.Cut(stretch, "..")
	var errs [3]error
	if from != "0" && from != "0s" {
		slow.Begin, errs[0] = parseTime(from)
	}
	slow.End, errs[1] = parseTime(to)
	slow.Speed, errs[2] = strconv.ParseFloat(speed, 64)
	if !ok || !both || errors.Join(errs[:]...) != nil || slow.End <= slow.Begin {
		return nil, fmt.Errorf("must be none, or a stretch of time and its speed, as in 0.5s..0.8s:0.1, got %s",
			spell.Quote(s))
	}
	return &slow, slow.Check()
}

// smooth is between which times two poses of a camera are ends of one motion of it [s].
const smooth = 0.5

// at returns the view of a take at a time: the camera moves between the poses that were kept.
func (t *take) at(v view.View, time float64, given func(string) bool) view.View {
	i := max(0, lastBefore(t.seen, time))
	c, _ := remember.CameraOf(t.seen[i].Look)
	remember.Show(t.seen[i].Look, &v, given)
	if i+1 < len(t.seen) && time > t.seen[i].Time && t.seen[i+1].Time-t.seen[i].Time < smooth {
		next, _ := remember.CameraOf(t.seen[i+1].Look)
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

// openTakes opens the files of all takes.
func (r *recordFlags) openTakes(c *call, s *studio, all []take) (err error) {
	for i := range all {
		var note string
		if all[i].out, note, err = video.OpenWithin(context.Background(), r.most, all[i].output, r.width, r.height, r.fps,
			s.texts()...); err != nil {
			return errors.Join(err, closeTakes(all[:i]))
		}
		if note != "" && i == 0 {
			fmt.Fprintf(c.note(), "tumble: %s\n", note)
		}
	}
	return nil
}

// closeTakes finishes the files of takes; their outputs are then the paths that were written.
func closeTakes(all []take) (err error) {
	for i := range all {
		path, e := all[i].out.Close()
		all[i].output, all[i].gave, err = path, all[i].out.Gave(), errors.Join(err, e)
	}
	return err
}

// viewHeight is how high a view is about in which a person sees a run [pixels]: marks and texts of larger videos grow
// with them.
const viewHeight = 720

// frame draws what is to be seen of a moment, for each take; shown is false for those between that only blur.
func (r *recordFlags) frame(s *studio, all []take, pix []byte, shown bool) ([]byte, error) {
	kept := s.view
	defer func() { s.view = kept }()
	for i := range all {
		if len(all[i].seen) > 0 {
			s.view, s.framed = all[i].at(kept, s.scene.World.Clock().Time, r.pictureFlags.flags.given), true
			s.view.Scale = max(1, float32(r.height)/viewHeight)
			s.snapshot.Wanted = s.view.Wanted()
		}
		s.view.FlatApart = r.blur > 0
		if err := s.draw(); err != nil {
			return pix, err
		}
		if len(all[i].seen) == 0 {
			kept = s.view // with the camera that the first picture has placed
		}
		pix = s.renderer.Pixels(pix)
		if whole, err := r.blurred(s, &all[i], pix, shown); err != nil {
			return pix, err
		} else if !whole {
			continue
		}
		s.stamp(&image.RGBA{Pix: pix, Stride: 4 * r.width, Rect: image.Rect(0, 0, r.width, r.height)})
		if err := all[i].out.Write(pix); err != nil {
			return pix, err
		}
	}
	return pix, nil
}

// blurred takes a picture, which was drawn without what lies flat over it, into the mean of the frame that is made, and
// is true with that mean in pix where the frame is whole: at the moment that is shown.
func (r *recordFlags) blurred(s *studio, t *take, pix []byte, shown bool) (bool, error) {
	if r.blur == 0 {
		return true, nil
	}
	t.mean.add(pix)
	if !shown {
		return false, nil
	}
	s.view.FlatApart = false
	if err := s.draw(); err != nil {
		return false, err
	}
	r.flat = s.renderer.Pixels(r.flat)
	t.mean.mean(pix, r.flat)
	return true, nil
}
