package video

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"example.org/tumble/sim/files/outfile"
)

// level is a quality of an encoding. The first level of an encoding is its best quality.
type level struct {
	quality string  // crf, or the number of colours of a GIF
	scale   float64 // of width and height
	rate    float64 // greatest number of frames per second; 0: as many as the film has
	weight  float64 // rough size of the file, as a part of the size at the first level
}

// String returns the quality, frame rate and size of the level for people.
func (l *level) String() string {
	text := "quality " + l.quality
	if l.rate > 0 {
		text += fmt.Sprintf(", at most %g frames per second", l.rate)
	}
	if l.scale < 1 {
		text += fmt.Sprintf(", %g %% of the width and height", 100*l.scale)
	}
	return text
}

// lossless is the encoding in which a film is kept until its final level is known.
var lossless = encoding{ext: ".mkv", encoder: "ffv1", name: "FFV1", levels: []level{{scale: 1, weight: 1}},
	args: func(_, first string) (string, []string) {
		return first + "format=bgr0", []string{"-c:v", "ffv1", "-f", "matroska"}
	}}

// kept keeps a film without loss in a hidden file beside the result, which is removed like all hidden files of
// package outfile, and encodes the film at the end: under a limit of size at the first level whose result is
// within the limit, for a palette of all colours in a second reading.
type kept struct {
	*piped    // writes the kept film
	ctx       context.Context
	kind      *encoding
	program   string
	most      int64 // greatest size of the result [bytes]
	fps       float64
	meta      metadata
	reduction string // description of the lower level that was used, if any
}

// keep opens a recording that is encoded at its end, to a file of at most so many bytes.
func (e *encoding) keep(ctx context.Context, program, path string, width, height int, fps float64, most int64,
	meta metadata) (*kept, error) {
	film, err := lossless.open(ctx, program, path, width, height, fps, meta)
	if err != nil {
		return nil, err
	}
	return &kept{piped: film, ctx: ctx, kind: e, program: program, most: most, fps: fps, meta: meta}, nil
}

// finish makes the result from the kept film, also if the film was cut off.
func (k *kept) finish() error {
	defer k.file.Discard()
	err := k.wait()
	if err == nil || errors.Is(err, errCut) {
		return errors.Join(err, k.fit())
	}
	return err
}

// fit tries one level after the other until the file is small enough. It skips levels that will be too large
// according to the size of the last file.
func (k *kept) fit() error {
	const hope = 1.5           // weights are rough: a level whose estimate is so much too large is still tried
	size, per := int64(0), 0.0 // size of the last file, and the estimate from it for a weight of 1
	for i := range k.kind.levels {
		v := &k.kind.levels[i]
		if v.weight*per > hope*float64(k.most) && i < len(k.kind.levels)-1 {
			continue
		}
		var err error
		if size, err = k.squeeze(v); err != nil || size <= k.most {
			if i > 0 {
				k.reduction = v.String()
			}
			return err
		}
		per = float64(size) / v.weight
	}
	return fmt.Errorf("size: the smallest that %s becomes is %s, more than %s: make a shorter film or a smaller picture",
		k.kind.name, Bytes(size), Bytes(k.most))
}

// arguments returns the arguments with which ffmpeg writes the film at a level.
func (k *kept) arguments(v *level, to string) []string {
	first := ""
	if rate := cmp.Or(v.rate, k.kind.most); rate > 0 && rate < k.fps {
		first = fmt.Sprintf("fps=%g,", rate)
	}
	if v.scale < 1 {
		first += fmt.Sprintf("scale=trunc(iw*%g/2)*2:trunc(ih*%g/2)*2:flags=area,", v.scale, v.scale)
	} else if k.kind.even {
		first += "crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0,"
	}
	args := []string{"-hide_banner", "-loglevel", "error", "-nostdin", "-y"}
	film := []string{"-i", "file:" + k.file.Part().Name()}
	if args = append(args, film...); k.kind.twice {
		args = append(args, film...)
	}
	filter, output := k.kind.args(v.quality, first)
	args = append(append(args, "-filter_complex", filter, "-an"), output...)
	return append(append(args, k.meta.ffmpeg()...), "file:"+to)
}

// squeeze writes the film at a level and returns the size of the file. It keeps the file only if it is not too
// large.
func (k *kept) squeeze(v *level) (size int64, err error) {
	file, err := outfile.CreateSpooled(k.path)
	if err != nil {
		return 0, err
	}
	cmd := exec.CommandContext(k.ctx, k.program, k.arguments(v, file.Part().Name())...)
	ownGroup(cmd, file.Part())
	var said tail
	cmd.Stdout, cmd.Stderr = &said, &said
	err = cmd.Run()
	if words := said.String(); err != nil || words != "" {
		words = strings.ReplaceAll(words, k.file.Part().Name(), "its film")
		err = failed(k.path, file.Part().Name(), words, cmp.Or(err, errTorn))
	} else if info, e := os.Stat(file.Part().Name()); e != nil {
		err = e
	} else if size = info.Size(); size <= k.most {
		return size, file.Commit()
	}
	file.Discard()
	return size, err
}

// Bytes writes a size for people, such as 4.5 MB.
func Bytes(n int64) string {
	switch {
	case n >= 1e6:
		return fmt.Sprintf("%.3g MB", float64(n)/1e6)
	case n >= 1e3:
		return fmt.Sprintf("%.3g kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%d bytes", n)
}
