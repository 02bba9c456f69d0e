package video

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"io"
	"path/filepath"
	"regexp"

	"example.org/tumble/sim/files/outfile"
)

// pngEncoder uses the fastest level: a 1280x720 picture of a scene takes a quarter of
// the time of the default level (0.1 s) for a seventh more bytes. Its buffers are shared.
var pngEncoder = png.Encoder{CompressionLevel: png.BestSpeed}

// PNG writes a picture to path, whole or not at all; to "-", which is standard output, a
// device or a pipe as well. It carries the texts, each with its name before it; Title and
// Software are such names; and how many pixels go to an inch of paper, if that is not 0. When the context ends before,
// nothing is written.
func PNG(ctx context.Context, path string, img image.Image, dpi float64, texts ...[2]string) error {
	var data bytes.Buffer
	err := pngEncoder.Encode(heard{ctx, &data}, img)
	if err == nil {
		err = outfile.WriteBytes(path, about(texts).png(data.Bytes(), density(dpi)))
	}
	if err != nil {
		return cmp.Or(context.Cause(ctx), fmt.Errorf("video: %w", err))
	}
	return nil
}

// heard takes nothing more when its context has ended.
type heard struct {
	context.Context
	io.Writer
}

func (h heard) Write(p []byte) (int, error) {
	if h.Err() != nil {
		return 0, context.Cause(h)
	}
	return h.Writer.Write(p)
}

// density returns the chunk pHYs of a PNG file, or nothing for 0. (Source: PNG specification, third edition, 11.3.4.3.)
func density(dpi float64) []byte {
	if !(dpi > 0) {
		return nil
	}
	perMetre := binary.BigEndian.AppendUint32(nil, uint32(dpi/0.0254+0.5))
	return pngChunk("pHYs", append(append(perMetre, perMetre...), 1))
}

// sequence writes each frame to a PNG file of its own.
type sequence struct {
	pattern       string // with one verb for the number
	files         *outfile.Set
	width, height int
	next          int
	says          about
}

// number is the place of the frame's number in a name.
var number = regexp.MustCompile(`%(0?[1-9])?d`)

// newSequence checks the pattern, and removes the pictures of the last recording of that
// name; frames count from 0.
func newSequence(path string, width, height int, says about) (*sequence, error) {
	dir, pattern := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	if n := len(number.FindAllString(pattern, -1)); n != 1 {
		return nil, fmt.Errorf("name: a recording as PNG files needs one number such as %%04d in the name, got %d", n)
	}
	files, err := outfile.OpenSet(dir, pattern)
	if err != nil {
		return nil, err
	}
	return &sequence{pattern: pattern, files: files, width: width, height: height, says: says}, nil
}

// name returns the name of a frame. Other percent signs of the pattern stay as they are.
func (s *sequence) name(i int) string {
	return number.ReplaceAllStringFunc(s.pattern, func(verb string) string { return fmt.Sprintf(verb, i) })
}

func (s *sequence) encode(f *frame) error {
	f.data.Reset()
	return pngEncoder.Encode(&f.data, f.image(s.width, s.height))
}

// image is the frame as a picture that shares its pixels.
func (f *frame) image(width, height int) *image.RGBA {
	return &image.RGBA{Pix: f.pix, Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}
}

func (s *sequence) add(f *frame) error {
	err := s.files.WriteBytes(s.name(s.next), s.says.png(f.data.Bytes(), nil))
	s.next++
	return err
}

func (s *sequence) finish() error { return s.files.Close() }

// abort keeps the files that are there: each is whole.
func (s *sequence) abort() { s.files.Close() }
