package video

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"strings"

	"example.org/tumble/sim/files/outfile"
)

// MaxSide is the greatest width and height of a frame [pixels], which a JPEG picture and
// level 6.2 of H.264 can hold.
const MaxSide = 16384

// Writer writes one recording. Its methods must be called from one goroutine. Other goroutines
// encode, so that Write costs only a copy of the frame unless the encoder falls behind.
type Writer struct {
	ctx           context.Context // of the whole recording
	path          string
	width, height int
	frames        int
	sink          sink

	pool  chan *frame   // unused frames
	work  chan *frame   // to the encoding goroutines
	order chan *frame   // the same frames to the goroutine that puts them into the file
	ended chan struct{} // closed when the goroutine that reads order has returned

	failed chan struct{} // closed after err has been set
	err    error         // contains the name of the file

	closed bool
}

// frame is one picture on its way through a Writer.
type frame struct {
	pix     []byte       // RGBA rows, top row first
	data    bytes.Buffer // the encoded picture, in formats that encode each by itself
	encoded chan error   // outcome of encoding; capacity 1
}

// sink writes one file format. Its methods return errors without the name of the package, which Writer adds.
type sink interface {
	// encode fills f.data from f.pix; it may be called for several frames at once.
	encode(f *frame) error
	// add puts an encoded frame into the file. Frames come in order, from one goroutine.
	add(f *frame) error
	// finish completes the file and gives it its name.
	finish() error
	// abort ends the recording and leaves no file, except for numbered pictures.
	abort()
}

// Open starts a recording of frames of the given size at fps frames per second. The
// name gives the format: .mp4 for H.264, .webm for VP9, .gif, .avi for Motion JPEG, and a name such as
// frame-%04d.png for numbered pictures. If ffmpeg, or its H.264 encoder, is not installed, a
// recording with the name .mp4 becomes an .avi, and a recording with the name .webm or .gif is an
// error. The note reports this change, and also an odd row or column and frames that the format leaves out.
// Close returns the name of the file. The file contains the texts as in PNG. Standard output ("-"), a device or
// a pipe gets H.264 unless the name ends in .avi.
//
// When the context ends, Write and Close return its cause as their error, and the program that writes the file
// ends. No file is left except for the numbered pictures that were whole.
//
// Errors: a name or a size that no format allows, a folder that does not exist or is not
// writable, an ffmpeg that does not start.
func Open(ctx context.Context, path string, width, height int, fps float64, texts ...[2]string) (w *Writer,
	note string, err error) {
	return OpenWithin(ctx, 0, path, width, height, fps, texts...)
}

// OpenWithin is Open for a file of at most so many bytes; with 0 there is no limit. First the quality, then the
// rate and the size of the pictures are lowered until the file is small enough, and Reduction describes this after
// Close. A limit is possible only for formats that ffmpeg writes.
func OpenWithin(ctx context.Context, most int64, path string, width, height int, fps float64,
	texts ...[2]string) (w *Writer, note string, err error) {
	if width < 2 || height < 2 || width > MaxSide || height > MaxSide {
		return nil, "", fmt.Errorf("video: open %s: size: must be 2 to %d pixels each way, got %dx%d", path, MaxSide, width,
			height)
	}
	if !(fps >= 0.01 && fps <= 1000) || math.IsNaN(fps) {
		return nil, "", fmt.Errorf("video: open %s: frame rate: must be 0.01 to 1000 frames per second, got %g", path, fps)
	}
	s, path, note, err := openSink(ctx, path, width, height, fps, most, texts)
	if err != nil {
		return nil, "", fail("open", path, err)
	}
	return newWriter(ctx, s, path, width, height), note, nil
}

// openSink chooses the format, and returns the path that will be written, which may have another extension.
func openSink(ctx context.Context, path string, width, height int, fps float64, most int64, meta metadata) (s sink,
	actual, note string, err error) {
	ext := strings.ToLower(filepath.Ext(path))
	stream := outfile.IsStream(path)
	if stream && ext != ".avi" {
		ext = ".mp4"
	}
	if most > 0 && encodingOf(ext) == nil {
		return nil, path, "", fmt.Errorf("size: can be limited of .mp4, .webm and .gif, got %q", ext)
	}
	switch ext {
	case ".png":
		s, err = newSequence(path, width, height, meta)
		return s, path, "", err
	case ".avi":
		s, err = newMotionJPEG(path, width, height, fps, meta)
		return s, path, "", err
	}
	e := encodingOf(ext)
	if e == nil {
		all := Endings()
		return nil, path, "", fmt.Errorf("name: must end in %s or, with a number such as %%04d in it, %s, got %q",
			strings.Join(all[:len(all)-1], ", "), all[len(all)-1], ext)
	}
	program, why, install := e.find()
	switch {
	case program != "" && (most > 0 || e.twice):
		s, err = e.keep(ctx, program, path, width, height, fps, cmp.Or(most, math.MaxInt64), meta)
		return s, path, e.note(width, height, fps), err
	case most > 0:
		return nil, path, "", fmt.Errorf("%s: install %s for a file of limited size", why, install)
	case program != "":
		s, err = e.open(ctx, program, path, width, height, fps, meta)
		return s, path, e.note(width, height, fps), err
	case ext != ".mp4":
		return nil, path, "", fmt.Errorf("%s: install %s for %s", why, install, e.name)
	case !stream:
		path = strings.TrimSuffix(path, filepath.Ext(path)) + ".avi"
	}
	s, err = newMotionJPEG(path, width, height, fps, meta)
	return s, path, why + ": writing MJPEG AVI; install " + install + " for " + e.name, err
}

// newWriter starts the goroutines of a recording: one encoder for each core, and one that writes frames
// in order. There are three frames more than encoders, so that all encoders are busy while one frame is
// copied in and one goes into the file, with one in reserve.
func newWriter(ctx context.Context, s sink, path string, width, height int) *Writer {
	encoders := runtime.GOMAXPROCS(0)
	switch s.(type) {
	case *piped, *kept:
		encoders = 1 // ffmpeg has threads of its own
	}
	depth := encoders + 3
	w := &Writer{
		ctx: ctx, path: path, width: width, height: height, sink: s,
		pool:   make(chan *frame, depth),
		work:   make(chan *frame, depth),
		order:  make(chan *frame, depth),
		ended:  make(chan struct{}),
		failed: make(chan struct{}),
	}
	for i := 0; i < depth; i++ {
		w.pool <- &frame{pix: make([]byte, 4*width*height), encoded: make(chan error, 1)}
	}
	for i := 0; i < encoders; i++ {
		go func() {
			for f := range w.work {
				f.encoded <- s.encode(f)
			}
		}()
	}
	go w.drain()
	return w
}

// drain puts frames into the file in the order of Write. After an error it still receives frames, so
// that no other goroutine waits for it forever.
func (w *Writer) drain() {
	defer close(w.ended)
	for f := range w.order {
		err := <-f.encoded
		if err == nil && w.err == nil {
			err = w.sink.add(f)
		}
		if err != nil && w.err == nil {
			w.err = fail("write", w.path, err)
			close(w.failed)
		}
		w.pool <- f
	}
}

// Write appends one frame of 4·width·height bytes, which it copies. It waits while the
// encoder is more than a few frames behind. Its error may belong to an earlier frame; it ends
// the recording, and only Close may be called after it.
func (w *Writer) Write(rgba []byte) error {
	if w.closed {
		return fmt.Errorf("video: write %s: recording is closed", w.path)
	}
	if want := 4 * w.width * w.height; len(rgba) != want {
		return fmt.Errorf("video: write %s: frame: must be %d bytes (%dx%d RGBA), got %d", w.path, want, w.width, w.height,
			len(rgba))
	}
	if w.ctx.Err() != nil { // checked first, because select chooses at random if the pool has frames too
		return context.Cause(w.ctx)
	}
	select {
	case <-w.ctx.Done():
		return context.Cause(w.ctx)
	case <-w.failed:
		return w.err
	case f := <-w.pool:
		copy(f.pix, rgba)
		w.work <- f
		w.order <- f
		w.frames++
		return nil
	}
}

// fail adds the operation and the path to an error, unless the error names the file already.
func fail(what, path string, err error) error {
	var named *outfile.Error
	if errors.As(err, &named) {
		return fmt.Errorf("video: %w", err)
	}
	return fmt.Errorf("video: %s %s: %w", what, path, err)
}

// Frames returns the number of frames written so far.
func (w *Writer) Frames() int { return w.frames }

// Reduction describes the lower quality that was needed for the limit of size; empty for the best quality. It is known
// after Close.
func (w *Writer) Reduction() string {
	if k, ok := w.sink.(*kept); ok {
		return k.reduction
	}
	return ""
}

// Path returns the name that the recording will have.
func (w *Writer) Path() string { return w.path }

// errNoFrames is the outcome of a recording that was closed at once.
var errNoFrames = errors.New("no frame was written, so there is no file")

// errCut means that an encoder ended before the recording, but has completed a file of the frames until
// then.
var errCut = errors.New("ffmpeg was told to end: the video holds the frames until then")

// Close waits for the frames written, completes the file, flushes it to the disk, gives it its
// name, and returns this name. On an error, and if no frame was written, no file is left except for
// the numbered pictures that were whole. A second Close returns the same values as the first.
func (w *Writer) Close() (path string, err error) {
	if !w.closed {
		w.closed = true
		close(w.work)
		close(w.order)
		<-w.ended
		if w.err == nil && w.frames == 0 {
			w.err = fail("close", w.path, errNoFrames)
		}
		w.err = w.end()
	}
	if w.err != nil {
		return "", w.err
	}
	return w.path, nil
}

// end completes the file, or removes it and returns the reason.
func (w *Writer) end() error {
	if w.ctx.Err() != nil || w.err != nil && !errors.Is(w.err, errCut) {
		w.sink.abort()
		return cmp.Or(context.Cause(w.ctx), w.err)
	}
	if err := w.sink.finish(); err != nil {
		return cmp.Or(context.Cause(w.ctx), fail("close", w.path, err))
	}
	return nil
}
