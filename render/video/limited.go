package video

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"example.org/tumble/sim/outfile"
)

// level is how much of a film an encoding keeps: the first of its levels is all that it can.
type level struct {
	quality string  // crf, or the number of colours of a GIF
	scale   float64 // of width and height
	rate    float64 // most frames per second; 0: those of the film
	weight  float64 // about how large the file is, of that of the first level
}

// String says what is given up.
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

// lossless is how a film is kept until it is known how small it has to become.
var lossless = encoding{ext: ".mkv", encoder: "ffv1", name: "FFV1", levels: []level{{scale: 1, weight: 1}},
	args: func(string) (string, []string) { return "format=bgr0", []string{"-c:v", "ffv1", "-f", "matroska"} }}

// limited keeps a film without loss in a hidden file beside the result, which goes as all such do, and encodes it at
// the end at the first level at which the result is not larger than a limit.
type limited struct {
	*piped  // of the film that is kept
	kind    *encoding
	program string
	most    int64 // [bytes]
	fps     float64
	says    about
	gave    string // what was given up
}

// within opens a recording whose file has at most so many bytes.
func (e *encoding) within(program, path string, width, height int, fps float64, most int64, says about) (*limited,
	error) {
	film, _, err := lossless.open(program, path, width, height, fps, says)
	if err != nil {
		return nil, err
	}
	return &limited{piped: film, kind: e, program: program, most: most, fps: fps, says: says}, nil
}

// finish makes the result of the film that is kept, also of one that was cut.
func (l *limited) finish() error {
	defer l.file.Discard()
	err := l.wait()
	if err == nil || errors.Is(err, errCut) {
		return errors.Join(err, l.fit())
	}
	return err
}

// fit tries one level after the other. Those that will not do, by the size of the last one, are passed over.
func (l *limited) fit() error {
	const hope = 1.5           // a level that seems to be so much too large may do
	size, per := int64(0), 0.0 // of the last file, and of a weight of 1 by that
	for i := range l.kind.levels {
		v := &l.kind.levels[i]
		if v.weight*per > hope*float64(l.most) && i < len(l.kind.levels)-1 {
			continue
		}
		var err error
		if size, err = l.squeeze(v); err != nil || size <= l.most {
			if i > 0 {
				l.gave = v.String()
			}
			return err
		}
		per = float64(size) / v.weight
	}
	return fmt.Errorf("size: the smallest that %s becomes is %s, more than %s: make a shorter film or a smaller picture",
		l.kind.name, Bytes(size), Bytes(l.most))
}

// arguments returns what ffmpeg is told to write the film at a level.
func (l *limited) arguments(v *level, to string) []string {
	filter, output := l.kind.args(v.quality)
	if v.scale < 1 {
		filter = fmt.Sprintf("scale=trunc(iw*%g/2)*2:trunc(ih*%g/2)*2:flags=area,", v.scale, v.scale) + filter
	} else if l.kind.even {
		filter = "crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0," + filter
	}
	if rate := cmp.Or(v.rate, l.kind.most); rate > 0 && rate < l.fps {
		filter = fmt.Sprintf("fps=%g,", rate) + filter
	}
	args := append([]string{"-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-i", "file:" + l.file.Part().Name(),
		"-filter_complex", filter, "-an"}, output...)
	return append(append(args, l.says.ffmpeg()...), "file:"+to)
}

// squeeze writes the film at a level, and returns the size of the file, which is there only if it is not too large.
func (l *limited) squeeze(v *level) (size int64, err error) {
	file, err := outfile.CreateSpooled(l.path)
	if err != nil {
		return 0, err
	}
	cmd := exec.Command(l.program, l.arguments(v, file.Part().Name())...)
	ownGroup(cmd, file.Part())
	var said tail
	cmd.Stdout, cmd.Stderr = &said, &said
	err = cmd.Run()
	if words := said.String(); err != nil || words != "" {
		words = strings.ReplaceAll(words, l.file.Part().Name(), "its film")
		err = failed(l.path, file.Part().Name(), words, cmp.Or(err, errTorn))
	} else if info, e := os.Stat(file.Part().Name()); e != nil {
		err = e
	} else if size = info.Size(); size <= l.most {
		return size, file.Commit()
	}
	file.Discard()
	return size, err
}

// Bytes is a size for people: 4.5 MB.
func Bytes(n int64) string {
	switch {
	case n >= 1e6:
		return fmt.Sprintf("%.3g MB", float64(n)/1e6)
	case n >= 1e3:
		return fmt.Sprintf("%.3g kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%d bytes", n)
}
