package video

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"path/filepath"
	"regexp"
)

// pngEncoder uses the fastest level: a 1280x720 picture of a scene takes a quarter of
// the time of the default level (0.1 s) for a seventh more bytes. Its buffers are shared.
var pngEncoder = png.Encoder{CompressionLevel: png.BestSpeed}

// PNG writes a picture to path: beside it first, then renamed, so that there is a whole
// file or none. It carries the texts, each with its name before it; Title and Software are
// such names.
func PNG(path string, img *image.RGBA, texts ...[2]string) error {
	var data bytes.Buffer
	if err := pngEncoder.Encode(&data, img); err != nil {
		return fmt.Errorf("video: write %s: %w", path, err)
	}
	sweep(path)
	file, err := newPart(path)
	if err == nil {
		if _, err = file.Write(about(texts).png(data.Bytes())); err != nil {
			file.discard()
		} else {
			err = file.commit()
		}
	}
	if err != nil {
		return fmt.Errorf("video: write %s: %w", path, err)
	}
	return nil
}

// sequence writes each frame to a PNG file of its own.
type sequence struct {
	dir, pattern  string // folder; name with one verb for the number
	width, height int
	next          int
	says          about
}

// number is the place of the frame's number in a name.
var number = regexp.MustCompile(`%(0?[1-9])?d`)

// newSequence checks the pattern; frames count from 0.
func newSequence(path string, width, height int, says about) (*sequence, error) {
	dir, pattern := filepath.Split(path)
	if n := len(number.FindAllString(pattern, -1)); n != 1 {
		return nil, fmt.Errorf("name: a recording as PNG files needs one number such as %%04d in the name, got %d", n)
	}
	s := &sequence{dir: dir, pattern: pattern, width: width, height: height, says: says}
	probe, err := newPart(s.name(0))
	if err != nil {
		return nil, err
	}
	probe.discard()
	return s, nil
}

// name returns the name of a frame. Other percent signs of the pattern stay as they are.
func (s *sequence) name(i int) string {
	return s.dir + number.ReplaceAllStringFunc(s.pattern, func(verb string) string { return fmt.Sprintf(verb, i) })
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
	file, err := newPart(s.name(s.next))
	if err != nil {
		return err
	}
	s.next++
	if _, err := file.Write(s.says.png(f.data.Bytes())); err != nil {
		file.discard()
		return err
	}
	return file.commit()
}

func (s *sequence) finish() error { return nil }

// abort keeps the files that are there: each is whole.
func (s *sequence) abort() {}
