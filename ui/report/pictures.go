package report

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	_ "image/png"
	"os"
	"slices"

	"golang.org/x/image/draw"

	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/source"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/report/page"
	"example.org/tumble/ui/sweep"
)

// Small pictures: their width, their largest number, and the largest side of their sources.
const (
	thumbWidth = 480 // [pixels]
	mostThumbs = 240
	mostSide   = 16384 // [pixels]
)

// pictures is the section with a small picture of each row: the sweep's own picture, or a picture of the
// requested moment.
func (s *swept) pictures(ctx context.Context, o *Options, progress batch.ProgressFunc) (page.Section, error) {
	section := page.Section{Title: "Pictures", Small: true}
	every := (s.done + mostThumbs - 1) / mostThumbs
	if every > 1 {
		section.Text = append(section.Text, fmt.Sprintf("Of every %dth row.", every))
	}
	why, seen := "", 0
	for i, result := range s.results {
		if result == nil {
			continue
		}
		if seen++; (seen-1)%every != 0 {
			continue
		}
		if err := batch.Interrupted(ctx); err != nil {
			return section, err
		}
		progress.Of(batch.Progress{Done: float64(i) / float64(len(s.lines)),
			About: fmt.Sprintf("row %d of %d", i+1, len(s.lines))})
		p, reason, err := s.picture(ctx, o, i)
		if err != nil {
			return section, err
		}
		if why = reason; why != "" {
			break
		}
		p.Alt = s.describe(i)
		p.Caption = p.Alt + p.Caption
		section.Pictures = append(section.Pictures, p)
	}
	switch {
	case why != "":
		section.Text = append(section.Text, "Without pictures: "+why+".")
	case len(o.At) > 0:
		section.Text = append(section.Text, fmt.Sprintf("Each row at %s.", spell.Time(o.At[0])))
	default:
		section.Text = append(section.Text, "Each row as it ended.")
	}
	return section, nil
}

// picture returns the picture of a row, or why there is none.
func (s *swept) picture(ctx context.Context, o *Options, i int) (p page.Picture, why string, err error) {
	if len(o.At) > 0 {
		data, why, err := s.rowAt(ctx, o, i)
		if err != nil || why != "" {
			return p, why, err
		}
		p, err = thumb(fmt.Sprintf("row %s", s.lines[i][0]), data)
		return p, "", err
	}
	file := s.file(i, "picture.png")
	data, err := input.Read(file, limit.DataBytes)
	if errors.Is(err, os.ErrNotExist) {
		if why = s.results[i].PictureError; why == "" {
			why = "the sweep was run by a program without graphics; --at makes pictures where a program has them"
		}
		return p, why, nil
	} else if err != nil {
		return p, "", err
	}
	p, err = thumb(file, data)
	return p, "", err
}

// rowAt runs a row again until the requested moment, and returns its picture, or why there is none.
func (s *swept) rowAt(ctx context.Context, o *Options, i int) (data []byte, why string, err error) {
	file, at := s.file(i, "scene.yaml"), o.At[0]
	fail := func(err error) error { return fmt.Errorf("row %s: %w", s.lines[i][0], err) }
	if end := s.results[i].Time; at > end*(1+1e-6) {
		return nil, "", &batch.OptionError{Option: "at", Err: fail(fmt.Errorf("the row ended at %s, got %s", spell.Time(end),
			spell.Time(at)))}
	}
	options := scene.Options{Seed: s.results[i].Seed, Workers: o.Workers,
		AllowRead: slices.Concat(o.AllowRead, sweep.Allowed(file))}
	sc, err := batch.Load(ctx, func() (run.Scene, error) { return source.Load(file, options) })
	if err != nil {
		return nil, "", fail(err)
	}
	defer sc.World.Close()
	a, err := o.album(sc)
	if err != nil {
		return nil, "", err
	}
	defer a.Close()
	if why := a.Why(); why != nil {
		return nil, why.Error(), nil
	}
	g, err := batch.At(sc, at)
	if err != nil {
		return nil, "", &batch.OptionError{Option: "at", Err: fail(err)}
	}
	if err := batch.March(ctx, sc.World, g, g, nil, nil); err != nil {
		return nil, "", fail(err)
	}
	a.Capture(sc.World)
	list, err := a.Draw(ctx, nil)
	if err != nil {
		return nil, "", fail(err)
	}
	return list[0].Data, "", nil
}

// thumb makes a small picture from a large one.
func thumb(name string, data []byte) (p page.Picture, err error) {
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err == nil && (size.Width > mostSide || size.Height > mostSide || size.Width < 1 || size.Height < 1) {
		err = fmt.Errorf("must have from 1 to %d pixels a side, got %d x %d", mostSide, size.Width, size.Height)
	}
	if err != nil {
		return p, fmt.Errorf("%s: %w", name, err)
	}
	from, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return p, fmt.Errorf("%s: %w", name, err)
	}
	width := min(thumbWidth, size.Width)
	to := image.NewRGBA(image.Rect(0, 0, width, max(1, width*size.Height/size.Width)))
	draw.CatmullRom.Scale(to, to.Bounds(), from, from.Bounds(), draw.Src, nil)
	var out bytes.Buffer
	err = jpeg.Encode(&out, to, &jpeg.Options{Quality: 90})
	return page.Picture{Type: "image/jpeg", Data: out.Bytes()}, err
}
