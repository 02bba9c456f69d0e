package video

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"

	"example.org/tumble/sim/outfile"
)

// h264 hands raw frames to an ffmpeg process, which writes H.264 in MP4.
//
// If this program is killed, ffmpeg sees the end of its input and ends too; until then the
// lock of the hidden file is its own, so that no other process takes the file for an abandoned one.
type h264 struct {
	file  *outfile.File
	cmd   *exec.Cmd
	stdin io.WriteCloser
	said  tail // what ffmpeg wrote to its standard error
}

// findEncoder returns the ffmpeg program if it can write H.264; if not, reason says what
// will be written instead and what to install.
func findEncoder() (program, reason string) {
	const instead = ": writing MJPEG AVI; install ffmpeg for H.264"
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		return "", "ffmpeg is not installed" + instead
	}
	// Some distributions ship an ffmpeg without libx264.
	out, err := exec.Command(program, "-hide_banner", "-loglevel", "error", "-h", "encoder=libx264").Output()
	if err != nil || !bytes.Contains(out, []byte("Encoder libx264")) {
		return "", "the ffmpeg that is installed (" + program + ") has no libx264 encoder: writing MJPEG AVI; install an " +
			"ffmpeg that has it for H.264"
	}
	return program, ""
}

// newH264 starts ffmpeg. 4:2:0 pictures have even sizes: an odd last column or row is
// left out, and note says so.
func newH264(program, path string, width, height int, fps float64, says about) (s *h264, note string, err error) {
	w, h := width&^1, height&^1
	if w != width || h != height {
		note = fmt.Sprintf("H.264 needs even sizes: recording %dx%d of %dx%d, without the last %s", w, h, width, height,
			oddSides(width, height))
	}
	file, err := outfile.CreateSpooled(path)
	if err != nil {
		return nil, "", err
	}
	s = &h264{file: file}
	s.cmd = exec.Command(program, h264Args(file.Part().Name(), width, height, w, h, fps, says)...)
	s.cmd.Stderr = &s.said
	ownGroup(s.cmd, file.Part())
	if s.stdin, err = s.cmd.StdinPipe(); err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		file.Discard()
		return nil, "", fmt.Errorf("start ffmpeg: %w", err)
	}
	return s, note, nil
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

// h264Args are ffmpeg's arguments. crf 18 shows no blocks on flat shaded surfaces;
// veryfast costs half a core at 30 frames per second of 720p. The colour matrix is that
// of BT.709, and said so in the file, because players assume it at these sizes while
// ffmpeg's default is BT.601: reds would shift. +faststart puts the index in front, so
// that a browser plays the file while it loads.
func h264Args(name string, width, height, w, h int, fps float64, says about) []string {
	filter := fmt.Sprintf("crop=%d:%d:0:0,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", w, h)
	args := []string{
		"-hide_banner", "-loglevel", "error", "-nostdin", "-y",
		"-f", "rawvideo", "-pixel_format", "rgba",
		"-video_size", fmt.Sprintf("%dx%d", width, height),
		"-framerate", strconv.FormatFloat(fps, 'f', -1, 64), "-i", "pipe:0",
		"-vf", filter, "-an",
		"-c:v", "libx264", "-preset", "veryfast", "-crf", "18",
		"-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
		"-movflags", "+faststart", "-f", "mp4",
	}
	return append(append(args, says.ffmpeg()...), "file:"+name)
}

func (s *h264) encode(*frame) error { return nil }

func (s *h264) add(f *frame) error {
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

// cut reports whether ffmpeg has ended because it was told to, as all processes are when a
// machine shuts down: it completes the file and says nothing.
func (s *h264) cut() bool {
	return s.cmd.ProcessState != nil && s.cmd.ProcessState.ExitCode() == 255 && s.said.String() == ""
}

// died tells why ffmpeg took no more frames: its own words where it said any.
func (s *h264) died(exit, cause error) error {
	if exit == nil {
		exit = cause
	}
	if words := s.said.String(); words != "" {
		return fmt.Errorf("ffmpeg: %w: %s", exit, words)
	}
	return fmt.Errorf("ffmpeg: %w", exit)
}

func (s *h264) finish() error {
	err := s.stdin.Close()
	var exit error
	if s.cmd.ProcessState == nil {
		exit = s.cmd.Wait()
	}
	info, unknown := s.file.Part().Stat()
	written := unknown == nil && info.Size() > 0
	if written && s.cut() {
		return errors.Join(errCut, s.file.Commit())
	}
	if exit != nil || err != nil {
		s.file.Discard()
		return s.died(exit, err)
	}
	// ffmpeg may end with status 0 on a full disk, saying so only in words.
	if !written || s.said.String() != "" {
		s.file.Discard()
		return s.died(nil, errors.New("the file is not whole"))
	}
	return s.file.Commit()
}

func (s *h264) abort() {
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

// String returns the lines kept as one.
func (t *tail) String() string {
	return strings.Join(strings.FieldsFunc(strings.TrimSpace(string(t.b)),
		func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}
