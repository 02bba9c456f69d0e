package video

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

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

// limited keeps a film without loss in a temporary folder, and encodes it at the end at the first level at which the
// file is not larger than a limit.
type limited struct {
	*piped  // of the film that is kept
	kind    *encoding
	program string
	path    string // of the result
	film    string
	most    int64 // [bytes]
	fps     float64
	says    about
	gave    string // what was given up
}

// within opens a recording whose file has at most so many bytes.
func (e *encoding) within(program, path string, width, height int, fps float64, most int64, says about) (*limited,
	error) {
	part, err := outfile.Create(path) // a name that cannot be written is found now
	if err != nil {
		return nil, err
	}
	part.Discard()
	folder, err := os.MkdirTemp("", "tumble-film-")
	if err != nil {
		return nil, err
	}
	l := &limited{kind: e, program: program, path: path, film: filepath.Join(folder, "film.mkv"), most: most, fps: fps,
		says: says}
	if l.piped, _, err = lossless.open(program, l.film, width, height, fps, says); err != nil {
		os.RemoveAll(folder)
		return nil, err
	}
	return l, nil
}

func (l *limited) abort() {
	l.piped.abort()
	os.RemoveAll(filepath.Dir(l.film))
}

// finish tries one level after the other. Those that will not do, by the size of the last one, are passed over.
func (l *limited) finish() error {
	defer os.RemoveAll(filepath.Dir(l.film))
	if err := l.piped.finish(); err != nil {
		return err
	}
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
	args := append([]string{"-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-i", "file:" + l.film,
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
