package video

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"example.org/tumble/sim/files/outfile"
)

// encoding is a file format that ffmpeg writes.
type encoding struct {
	ext, encoder, name string
	even               bool    // width and height of pictures must be even
	most               float64 // greatest number of frames per second that players show; 0: any number
	twice              bool    // the encoder reads the film twice, so that the film is kept until its end
	// args returns the filter, which begins with first, and the arguments after it, for a quality.
	args   func(quality, first string) (filter string, output []string)
	levels []level // from the best quality to the lowest that is of use
}

// encodings lists all encodings. A new encoding needs only a row here.
var encodings = []encoding{
	{".mp4", "libx264", "H.264", true, 0, false, h264Args, []level{{"18", 1, 0, 1}, {"22", 1, 0, .6}, {"26", 1, 0, .37},
		{"30", 1, 0, .23}, {"34", 1, 0, .14}, {"34", .75, 0, .09}, {"36", .5, 30, .03}, {"38", .35, 24, .012},
		{"40", .25, 15, .005}}},
	{".webm", "libvpx-vp9", "VP9", true, 0, false, vp9Args, []level{{"24", 1, 0, 1}, {"32", 1, 0, .6}, {"40", 1, 0, .36},
		{"48", 1, 0, .2}, {"52", .75, 0, .1}, {"54", .5, 30, .04}, {"56", .35, 24, .015}, {"58", .25, 15, .006}}},
	// Times of a GIF are in hundredths of a second, and players show a frame of one hundredth for ten.
	{".gif", "gif", "GIF", false, 50, true, gifArgs, []level{{"256", 1, 0, 1}, {"256", 1, 25, .5}, {"128", 1, 20, .34},
		{"128", .75, 20, .2}, {"64", .75, 15, .12}, {"64", .5, 15, .055}, {"32", .5, 12, .035}, {"32", .35, 10, .015},
		{"16", .25, 10, .006}}},
}

// Endings lists the extensions of the names of videos. The last extension, .png, is for names with a number in
// them, with a file for each picture.
func Endings() (list []string) {
	for i := range encodings {
		list = append(list, encodings[i].ext)
	}
	return append(list, ".avi", ".png")
}

// encodingOf returns the encoding of an extension, nil if there is none.
func encodingOf(ext string) *encoding {
	for i := range encodings {
		if encodings[i].ext == ext {
			return &encodings[i]
		}
	}
	return nil
}

// piped sends raw frames to an ffmpeg process, which writes the file.
//
// If this program is killed, ffmpeg sees the end of its input and ends too. Until then ffmpeg holds the
// lock of the hidden file, so that no other process takes the file for an abandoned one.
type piped struct {
	file  *outfile.File
	path  string // the path that the file will have
	cmd   *exec.Cmd
	stdin io.WriteCloser
	said  tail // the last lines that ffmpeg wrote to its standard error
}

// find returns the ffmpeg program if it can write the encoding. If not, why names the missing part, and install
// the program to install.
func (e *encoding) find() (program, why, install string) {
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		return "", "ffmpeg is not installed", "ffmpeg"
	}
	// Some distributions ship an ffmpeg without libx264.
	out, err := exec.Command(program, "-hide_banner", "-loglevel", "error", "-h", "encoder="+e.encoder).Output()
	if err != nil || !bytes.Contains(out, []byte("Encoder "+e.encoder)) {
		return "", "the ffmpeg that is installed (" + program + ") has no " + e.encoder + " encoder",
			"an ffmpeg that has it"
	}
	return program, "", ""
}

// note returns a text about the parts of a film that the encoding leaves out: an odd last column or row if
// pictures must have even sizes (4:2:0), and frames that players would not show.
func (e *encoding) note(width, height int, fps float64) (note string) {
	if e.even && (width|height)&1 == 1 {
		note = fmt.Sprintf("%s needs even sizes: recording %dx%d of %dx%d, without the last %s", e.name, width&^1, height&^1,
			width, height, oddSides(width, height))
	}
	if e.most > 0 && fps > e.most {
		note = fmt.Sprintf("%s shows at most %g frames per second: recording so many of %g", e.name, e.most, fps)
	}
	return note
}

// open starts ffmpeg.
func (e *encoding) open(ctx context.Context, program, path string, width, height int, fps float64,
	meta metadata) (*piped, error) {
	file, err := outfile.CreateSpooled(path)
	if err != nil {
		return nil, err
	}
	s := &piped{file: file, path: path}
	first := ""
	if e.even {
		first = fmt.Sprintf("crop=%d:%d:0:0,", width&^1, height&^1)
	}
	filter, output := e.args(e.levels[0].quality, first)
	args := append([]string{
		"-hide_banner", "-loglevel", "error", "-nostdin", "-y",
		"-f", "rawvideo", "-pixel_format", "rgba",
		"-video_size", fmt.Sprintf("%dx%d", width, height),
		"-framerate", strconv.FormatFloat(fps, 'f', -1, 64), "-i", "pipe:0",
		"-filter_complex", filter, "-an",
	}, output...)
	args = append(append(args, meta.ffmpeg()...), "file:"+file.Part().Name())
	s.cmd = exec.CommandContext(ctx, program, args...)
	s.cmd.Stderr = &s.said
	ownGroup(s.cmd, file.Part())
	if s.stdin, err = s.cmd.StdinPipe(); err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		file.Discard()
		return nil, fmt.Errorf("start ffmpeg: %w", err)
	}
	return s, nil
}

func oddSides(width, height int) string {
	switch {
	case width&1 == 1 && height&1 == 1:
		return "column and row"
	case width&1 == 1:
		return "column"
	}
	return "row"
}

// toBT709 is the filter that converts colours with the matrix of BT.709, and saysBT709 are the arguments that name
// this matrix in the file. Players assume BT.709 for pictures of these sizes, while ffmpeg's default is BT.601;
// without the filter reds would shift.
const toBT709 = "scale=out_color_matrix=bt709:out_range=tv:" +
	"flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp,format=yuv420p"

var saysBT709 = []string{
	"-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
}

// h264Args returns the arguments for H.264. With crf 18, the first level, flat shaded surfaces show no blocks. The
// preset veryfast takes half a core at 30 frames per second of 720p. With aq-mode 3 dark gradients get the bits
// that their grain, which prevents bands, needs; files become a quarter larger. +faststart puts the index in
// front, so that a browser plays the file while it loads.
func h264Args(crf, first string) (filter string, output []string) {
	return first + toBT709, slices.Concat([]string{"-c:v", "libx264", "-preset", "veryfast", "-crf", crf, "-aq-mode", "3",
		"-aq-strength", "1.4"}, saysBT709,
		[]string{"-movflags", "+faststart", "-f", "mp4"})
}

// vp9Args returns the arguments for VP9. Its crf 24 looks like crf 18 of H.264.
func vp9Args(crf, first string) (filter string, output []string) {
	return first + toBT709, slices.Concat([]string{"-c:v", "libvpx-vp9", "-crf", crf, "-b:v", "0", "-deadline", "good",
		"-cpu-used", "5", "-row-mt", "1"}, saysBT709, []string{"-f", "webm"})
}

// gifArgs returns the arguments for GIF: one palette for the whole film, so that colours do not flicker, and error
// diffusion against bands. The film is read twice, first for the palette and then for the pictures: with a single
// reading that is split for both, ffmpeg would keep all pictures in memory.
func gifArgs(colors, first string) (filter string, output []string) {
	return fmt.Sprintf("[0:v]%spalettegen=stats_mode=full:max_colors=%s[palette];", first, colors) +
			fmt.Sprintf("[1:v]%snull[all];[all][palette]paletteuse=dither=sierra2_4a", first),
		[]string{"-loop", "0", "-f", "gif"}
}

func (s *piped) encode(*frame) error { return nil }

func (s *piped) add(f *frame) error {
	if _, err := s.stdin.Write(f.pix); err != nil {
		s.stdin.Close()
		exit := s.cmd.Wait()
		if s.cut() {
			return errCut
		}
		return s.died(exit, err)
	}
	return nil
}

// cut reports whether ffmpeg has ended on a signal, such as all processes get when a machine shuts
// down: ffmpeg then completes the file and writes no error message.
func (s *piped) cut() bool {
	return s.cmd.ProcessState != nil && s.cmd.ProcessState.ExitCode() == 255 && s.said.String() == ""
}

// died returns the error of an ffmpeg that took no more frames.
func (s *piped) died(exit, cause error) error {
	return failed(s.path, s.file.Part().Name(), s.said.String(), cmp.Or(exit, cause))
}

// failed returns the error of an ffmpeg that has not made a file, with ffmpeg's own message if there is one. In
// this message the name of the file replaces the name of the hidden file that ffmpeg wrote.
func failed(path, part, words string, err error) error {
	switch {
	case strings.Contains(words, "No space left on device"):
		return &outfile.Error{Name: path, Err: syscall.ENOSPC}
	case words != "":
		return fmt.Errorf("ffmpeg: %w: %s", err, strings.ReplaceAll(words, "file:"+part, path))
	}
	return fmt.Errorf("ffmpeg: %w", err)
}

// errTorn is for an ffmpeg that has failed but exited with the status of success: it may only write an error
// message.
var errTorn = errors.New("the file is not whole")

func (s *piped) finish() error {
	err := s.wait()
	if err == nil || errors.Is(err, errCut) {
		return errors.Join(err, s.file.Commit())
	}
	return err
}

// wait waits until ffmpeg has written the hidden file. If the file is not whole, wait removes it and returns an
// error.
func (s *piped) wait() error {
	err := s.stdin.Close()
	var exit error
	if s.cmd.ProcessState == nil {
		exit = s.cmd.Wait()
	}
	info, unknown := s.file.Part().Stat()
	written := unknown == nil && info.Size() > 0
	switch {
	case written && s.cut():
		return errCut
	case exit != nil || err != nil:
		err = s.died(exit, err)
	case !written || s.said.String() != "":
		err = s.died(nil, errTorn)
	default:
		return nil
	}
	s.file.Discard()
	return err
}

func (s *piped) abort() {
	s.stdin.Close()
	if s.cmd.ProcessState == nil {
		s.cmd.Process.Kill()
		s.cmd.Wait()
	}
	s.file.Discard()
}

// tail keeps the last kilobyte written to it.
type tail struct{ b []byte }

func (t *tail) Write(p []byte) (int, error) {
	const keep = 1024
	t.b = append(t.b, p...)
	if len(t.b) > keep {
		t.b = append(t.b[:0], t.b[len(t.b)-keep:]...)
	}
	return len(p), nil
}

// String returns the kept lines as one line.
func (t *tail) String() string {
	return strings.Join(strings.FieldsFunc(strings.TrimSpace(string(t.b)),
		func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}
