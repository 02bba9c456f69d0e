package video

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	imagegif "image/gif"
	"image/jpeg"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/tumble/sim/files/outfile"
)

// picture is a frame whose left half tells its number: grey rises by 2 a frame, so that
// a reader of the file can see the order; the right half is red, to see the colours.
func picture(i, width, height int) []byte {
	pix := make([]byte, 4*width*height)
	for y := 0; y < height; y++ {
		for x := 0; x < width; x++ {
			c := color.RGBA{uint8(20 + 2*i), uint8(20 + 2*i), uint8(20 + 2*i), 255}
			if x >= width/2 {
				c = color.RGBA{200, 30, 30, 255}
			}
			copy(pix[4*(y*width+x):], []byte{c.R, c.G, c.B, c.A})
		}
	}
	return pix
}

func record(t *testing.T, path string, width, height, frames int, fps float64) (final, note string) {
	t.Helper()
	w, note, err := Open(t.Context(), path, width, height, fps)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < frames; i++ {
		if err := w.Write(picture(i, width, height)); err != nil {
			t.Fatal(err)
		}
	}
	if w.Frames() != frames {
		t.Errorf("Frames() = %d, want %d", w.Frames(), frames)
	}
	final, err = w.Close()
	if err != nil {
		t.Fatal(err)
	}
	return final, note
}

// files lists a folder.
func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

type probed struct {
	Codec  string `json:"codec_name"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Rate   string `json:"r_frame_rate"`
	Frames string `json:"nb_read_frames"`
	Pixels string `json:"pix_fmt"`
	Matrix string `json:"color_space"`
}

func ffprobe(t *testing.T, path string) probed {
	t.Helper()
	cmd := exec.Command("ffprobe", "-v", "error", "-count_frames", "-show_streams", "-of", "json", path)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("ffprobe %s: %v", path, err)
	}
	var p struct{ Streams []probed }
	if err := json.Unmarshal(out, &p); err != nil || len(p.Streams) != 1 {
		t.Fatalf("ffprobe %s: one stream expected: %v\n%s", path, err, out)
	}
	return p.Streams[0]
}

func needFFmpeg(t *testing.T) {
	t.Helper()
	for _, p := range []string{"ffmpeg", "ffprobe"} {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("%s is not installed; it is optional, and the AVI tests run without it", p)
		}
	}
}

// withoutFFmpeg makes this process find no ffmpeg, or the script given.
func withoutFFmpeg(t *testing.T, script string) {
	t.Helper()
	dir := t.TempDir()
	if script != "" {
		if runtime.GOOS == "windows" {
			t.Skip("needs a POSIX shell")
		}
		text := "#!/bin/sh\nPATH=/usr/bin:/bin\ncase \"$*\" in *-h*encoder=libx264*) echo 'Encoder libx264'; exit 0;; " +
			"esac\n" + script
		if err := os.WriteFile(filepath.Join(dir, "ffmpeg"), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
}

// A recording as MP4 is H.264 of the frames that were written, at their rate, with
// the colours and the order they had.
func TestH264(t *testing.T) {
	needFFmpeg(t)
	dir := t.TempDir()
	final, note := record(t, filepath.Join(dir, "a.mp4"), 64, 48, 40, 30)
	if note != "" || final != filepath.Join(dir, "a.mp4") {
		t.Errorf("final %q, note %q", final, note)
	}
	got := ffprobe(t, final)
	want := probed{"h264", 64, 48, "30/1", "40", "yuv420p", "bt709"}
	if got != want {
		t.Errorf("ffprobe: got %+v, want %+v", got, want)
	}
	raw, err := exec.Command("ffmpeg", "-v", "error", "-i", final, "-f", "rawvideo", "-pix_fmt", "rgba", "-").Output()
	if err != nil || len(raw) != 40*64*48*4 {
		t.Fatalf("decoding: %v, %d bytes", err, len(raw))
	}
	for _, i := range []int{0, 17, 39} {
		frame := raw[i*64*48*4:]
		grey, red := frame[4*(24*64+8)], frame[4*(24*64+56):]
		// 8 levels: rounding to limited range and quantisation at crf 18.
		if d := int(grey) - (20 + 2*i); d < -8 || d > 8 {
			t.Errorf("frame %d: grey %d, want %d", i, grey, 20+2*i)
		}
		if red[0] < 185 || red[0] > 215 || red[1] > 50 || red[2] > 50 {
			t.Errorf("frame %d: red half is %v, want about [200 30 30]", i, red[:3])
		}
	}
	if names := files(t, dir); len(names) != 1 {
		t.Errorf("left in the folder: %v", names)
	}
}

// A recording as .webm is VP9 with the colours of BT.709, one as .gif loops for ever and keeps odd sizes; both have the
// frames that were written, and without ffmpeg they are errors that name it.
func TestWebMAndGIF(t *testing.T) {
	needFFmpeg(t)
	dir := t.TempDir()
	webm, note := record(t, filepath.Join(dir, "a.webm"), 64, 48, 20, 25)
	got, want := ffprobe(t, webm), probed{"vp9", 64, 48, "25/1", "20", "yuv420p", "bt709"}
	if note != "" || got != want {
		t.Errorf("note %q, got %+v, want %+v", note, got, want)
	}
	gif, note := record(t, filepath.Join(dir, "a.gif"), 65, 49, 20, 25)
	f, err := os.Open(gif)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	film, err := imagegif.DecodeAll(f)
	if err != nil {
		t.Fatal(err)
	}
	if note != "" || len(film.Image) != 20 || film.Config.Width != 65 || film.Config.Height != 49 || film.LoopCount != 0 ||
		film.Delay[3] != 4 {
		t.Errorf("note %q, %d pictures of %dx%d, loop count %d, %d hundredths each", note, len(film.Image), film.Config.Width,
			film.Config.Height, film.LoopCount, film.Delay[3])
	}
	// 12 levels: one palette of 256 for all greys, reds and what lies between, dithered.
	if r, g, _, _ := film.Image[0].At(60, 24).RGBA(); r>>8 < 188 || g>>8 > 42 {
		t.Errorf("the red half is %d, %d", r>>8, g>>8)
	}
	fast, note := record(t, filepath.Join(dir, "fast.gif"), 64, 48, 30, 60)
	f, err = os.Open(fast)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if film, err = imagegif.DecodeAll(f); err != nil {
		t.Fatal(err)
	}
	if slices.Min(film.Delay) < 2 || !strings.Contains(note, "at most 50 frames per second") {
		t.Errorf("60 frames per second: delays %v, note %q", film.Delay, note)
	}
	withoutFFmpeg(t, "")
	for _, name := range []string{"b.webm", "b.gif"} {
		_, _, err := Open(t.Context(), filepath.Join(dir, name), 64, 48, 25)
		if err == nil || !strings.Contains(err.Error(), "install ffmpeg") {
			t.Errorf("%s without ffmpeg: %v", name, err)
		}
	}
}

// H.264 takes even sizes only; the recording says what it leaves out.
func TestH264OddSize(t *testing.T) {
	needFFmpeg(t)
	final, note := record(t, filepath.Join(t.TempDir(), "odd.mp4"), 65, 49, 3, 29.97)
	if !strings.Contains(note, "64x48 of 65x49, without the last column and row") {
		t.Errorf("note: %q", note)
	}
	got := ffprobe(t, final)
	if got.Width != 64 || got.Height != 48 || got.Rate != "2997/100" {
		t.Errorf("ffprobe: %+v", got)
	}
}

// Without ffmpeg the recording becomes an AVI, and the note says what to install.
func TestWithoutFFmpeg(t *testing.T) {
	withoutFFmpeg(t, "")
	dir := t.TempDir()
	final, note := record(t, filepath.Join(dir, "a.mp4"), 33, 21, 5, 25)
	if final != filepath.Join(dir, "a.avi") {
		t.Errorf("final %q", final)
	}
	if want := "ffmpeg is not installed: writing MJPEG AVI; install ffmpeg for H.264"; note != want {
		t.Errorf("note %q, want %q", note, want)
	}
	if a := parseAVI(t, final); len(a.frames) != 5 || a.width != 33 || a.height != 21 {
		t.Errorf("got %d frames of %dx%d", len(a.frames), a.width, a.height)
	}
}

// An ffmpeg that dies is reported with its own words, by a Write or at the latest by
// Close; nobody hangs, and no file is left.
func TestFFmpegDies(t *testing.T) {
	for name, script := range map[string]string{
		"at once":      "echo 'out of luck' >&2; exit 3\n",
		"half-way":     "head -c 100000 >/dev/null; echo 'out of luck' >&2; exit 1\n",
		"at the end":   "cat >/dev/null; echo 'out of luck' >&2; exit 1\n",
		"with words":   "cat >/dev/null; echo 'out of luck' >&2; exit 0\n",
		"empty result": "cat >/dev/null; exit 0\n",
	} {
		t.Run(name, func(t *testing.T) {
			withoutFFmpeg(t, script)
			dir := t.TempDir()
			w, _, err := Open(t.Context(), filepath.Join(dir, "a.mp4"), 64, 64, 30)
			if err != nil {
				t.Fatal(err)
			}
			pix := picture(0, 64, 64)
			for i := 0; i < 100 && err == nil; i++ {
				err = w.Write(pix)
			}
			if name == "half-way" && err == nil {
				t.Error("100 frames were taken by an ffmpeg that ended after 7")
			}
			if err == nil || name == "at once" { // then either of both may be the first to see it
				_, err = w.Close()
			} else if path, cerr := w.Close(); cerr == nil {
				t.Errorf("Close gave %q after a failed Write", path)
			}
			if err == nil || (name != "empty result" && !strings.Contains(err.Error(), "out of luck")) {
				t.Errorf("error %v, want ffmpeg's words", err)
			}
			if names := files(t, dir); len(names) != 0 {
				t.Errorf("left in the folder: %v", names)
			}
		})
	}
}

// Contract: a full disk, which ffmpeg may tell in words only, is that error, of the name that was asked for.
func TestFFmpegOnAFullDisk(t *testing.T) {
	withoutFFmpeg(t, `cat >/dev/null; for last; do true; done; echo "Error closing $last: No space left on device" >&2`)
	path := filepath.Join(t.TempDir(), "a.mp4")
	w, _, err := Open(t.Context(), path, 64, 64, 30)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(picture(0, 64, 64)); err != nil {
		t.Fatal(err)
	}
	_, err = w.Close()
	if !errors.Is(err, syscall.ENOSPC) || err.Error() != "video: write "+path+": no space left on device" {
		t.Errorf("Close: %v", err)
	}
}

// What cannot be recorded is refused by Open, with what would be allowed.
func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "taken.avi"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name          string
		width, height int
		fps           float64
		want          string
	}{
		{"no/such/folder.avi", 64, 64, 30, "no such file"},
		{"no/such/folder.mp4", 64, 64, 30, "no such file"},
		{"file/%d.png", 64, 64, 30, "not a directory"},
		{"a.mov", 64, 64, 30, `must end in .mp4, .webm, .gif, .avi or`},
		{"a", 64, 64, 30, `must end in .mp4, .webm, .gif, .avi or`},
		{"a.png", 64, 64, 30, "needs one number such as %04d"},
		{"%d-%d.png", 64, 64, 30, "needs one number such as %04d"},
		{"taken.avi", 64, 64, 30, "is a folder"},
		{"a.avi", 0, 64, 30, "must be 2 to 16384 pixels"},
		{"a.avi", 64, 20000, 30, "must be 2 to 16384 pixels"},
		{"a.avi", 64, 64, 0, "must be 0.01 to 1000"},
	} {
		w, _, err := Open(t.Context(), filepath.Join(dir, c.name), c.width, c.height, c.fps)
		if err == nil {
			w.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Open(%q, %d, %d, %g): %v, want %q", c.name, c.width, c.height, c.fps, err, c.want)
		}
	}
	if names := files(t, dir); len(names) != 2 {
		t.Errorf("left in the folder: %v", names)
	}
}

// A frame of the wrong size and a Write after Close are errors; a recording without
// frames leaves nothing.
func TestWriteErrors(t *testing.T) {
	dir := t.TempDir()
	w, _, err := Open(t.Context(), filepath.Join(dir, "a.avi"), 8, 8, 30)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(make([]byte, 5)); err == nil || !strings.Contains(err.Error(), "must be 256 bytes") {
		t.Errorf("short frame: %v", err)
	}
	if _, err := w.Close(); !errors.Is(err, errNoFrames) {
		t.Errorf("Close: %v", err)
	}
	if err := w.Write(make([]byte, 256)); err == nil {
		t.Error("a closed recording took a frame")
	}
	if names := files(t, dir); len(names) != 0 {
		t.Errorf("left in the folder: %v", names)
	}
}

// An error of the disk comes out of a later Write or of Close, names the file and leaves
// what was there; nobody hangs.
func TestDiskError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.avi")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	outfile.Fault = func(call, name string) error {
		if call == "write" {
			return syscall.ENOSPC
		}
		return nil
	}
	defer func() { outfile.Fault = nil }()
	w, _, err := Open(t.Context(), path, 256, 256, 30)
	if err != nil {
		t.Fatal(err)
	}
	pix := make([]byte, 4*256*256)
	for i := range pix {
		pix[i] = byte(i * i >> 3) // noise, to fill the file's buffer soon
	}
	for i := 0; i < 200 && err == nil; i++ {
		err = w.Write(pix)
	}
	full := func(err error) bool {
		return errors.Is(err, syscall.ENOSPC) && err.Error() == "video: write "+path+": no space left on device"
	}
	if !full(err) {
		t.Errorf("Write: %v, want the disk's error", err)
	}
	if _, err := w.Close(); !full(err) {
		t.Errorf("Close: %v, want the disk's error", err)
	}
	if got, err := os.ReadFile(path); string(got) != "old" || len(files(t, filepath.Dir(path))) != 1 {
		t.Errorf("the file is now %q, %v, beside %v", got, err, files(t, filepath.Dir(path)))
	}
}

// Contract: an ffmpeg that was told to end, as when a machine shuts down, leaves a whole
// file, which stays, and the recording says so.
func TestEncoderToldToEnd(t *testing.T) {
	if program, reason, _ := encodingOf(".mp4").find(); program == "" {
		t.Skip(reason)
	}
	for _, c := range []struct{ after, most int }{{after: 0}, {after: 300}, {most: 1 << 20}} {
		after := c.after // frames: before Close, before Write
		path := filepath.Join(t.TempDir(), "a.mp4")
		w, _, err := OpenWithin(t.Context(), int64(c.most), path, 64, 64, 30)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 100 {
			if err := w.Write(picture(i, 64, 64)); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(300 * time.Millisecond)
		film, ok := w.sink.(*piped)
		if !ok {
			film = w.sink.(*kept).piped
		}
		film.cmd.Process.Signal(syscall.SIGTERM)
		for i := 0; i < after && err == nil; i++ {
			time.Sleep(5 * time.Millisecond)
			err = w.Write(picture(i%100, 64, 64))
		}
		if after > 0 && !errors.Is(err, errCut) {
			t.Errorf("Write: %v", err)
		}
		if _, err := w.Close(); !errors.Is(err, errCut) {
			t.Errorf("Close: %v", err)
		}
		if said, err := exec.Command("ffmpeg", "-v", "error", "-i", path, "-f", "null", "-").CombinedOutput(); err != nil ||
			len(said) > 0 {
			t.Errorf("the file: %v %s", err, said)
		}
		if left := files(t, filepath.Dir(path)); len(left) != 1 {
			t.Errorf("left: %v", left)
		}
	}
}

// Contract: the end of the context ends Write and Close with its cause, also while an encoder is at work at the end.
// Then nothing is left of the file, and a picture is not written either.
func TestCancelled(t *testing.T) {
	enough := errors.New("enough")
	for name, closing := range map[string]bool{"a.mp4": false, "b.gif": true, "c.avi": false} {
		if program, _, _ := encodingOf(".gif").find(); program == "" && closing {
			continue
		}
		dir := t.TempDir()
		ctx, cancel := context.WithCancelCause(t.Context())
		w, _, err := Open(ctx, filepath.Join(dir, name), 640, 480, 30)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 60 {
			if err := w.Write(picture(i%100, 640, 480)); err != nil {
				t.Fatal(err)
			}
		}
		if closing {
			time.AfterFunc(50*time.Millisecond, func() { cancel(enough) })
		} else if cancel(enough); w.Write(picture(0, 640, 480)) != enough {
			t.Errorf("%s: Write goes on", name)
		}
		if _, err := w.Close(); err != enough {
			t.Errorf("%s: Close: %v", name, err)
		}
		if err := PNG(ctx, filepath.Join(dir, "a.png"), image.NewGray(image.Rect(0, 0, 9, 9)), 0); err != enough {
			t.Errorf("PNG: %v", err)
		}
		if left := files(t, dir); len(left) > 0 {
			t.Errorf("%s: left: %v", name, left)
		}
	}
}

// Contract: to a pipe goes what would have become a file; H.264 unless .avi is asked for.
func TestToPipe(t *testing.T) {
	dir := t.TempDir()
	for name, head := range map[string]string{"x.avi": "RIFF", "x": ""} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o666); err != nil {
			t.Skip(err)
		}
		outfile.Follow(filepath.Join(dir, name))
		read := make(chan []byte)
		go func() {
			data, _ := os.ReadFile(filepath.Join(dir, name))
			read <- data
		}()
		final, _ := record(t, filepath.Join(dir, name), 32, 32, 3, 30)
		data := <-read
		if filepath.Base(final) != name || len(data) < 1000 || !bytes.HasPrefix(data, []byte(head)) {
			t.Errorf("%s as %s: %d bytes", name, final, len(data))
		}
		program, _, _ := encodingOf(".mp4").find()
		if head == "" && program != "" && !bytes.HasPrefix(data[4:], []byte("ftyp")) {
			t.Errorf("%s: no MP4: %q", name, data[:12])
		}
	}
	if left := files(t, dir); len(left) != 2 {
		t.Errorf("in the folder: %v", left)
	}
}

// greyOf returns the left half's grey of a JPEG frame made by picture.
func greyOf(t *testing.T, data []byte) int {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	b := img.Bounds()
	r, _, _, _ := img.At(b.Min.X+b.Dx()/8, b.Min.Y+b.Dy()/2).RGBA()
	return int(r >> 8)
}
