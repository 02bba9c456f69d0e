package video

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// An AVI file is a tree of RIFF chunks: a name of four bytes, a 32-bit little-endian
// length, the data, a zero byte after odd lengths. Its 32-bit lengths limit it to 4 GB, and
// many readers to 1 or 2 GB. OpenDML ("OpenDML AVI File Format Extensions", version 1.02,
// 1996) therefore adds more RIFF chunks of type AVIX after the first, an index of
// the frames in each, and one index of these indexes in the header:
//
//	RIFF AVI
//	  LIST hdrl  avih, LIST strl (strh, strf, indx), LIST odml (dmlh)
//	  LIST INFO  INAM, ISFT, ICMT
//	  LIST movi  00dc … 00dc ix00
//	  idx1       the older index, of this RIFF only
//	RIFF AVIX
//	  LIST movi  00dc … 00dc ix00
//	…
//
// The lengths and counts in the header are known only at the end and are written then.

// segmentLimit is the size of a RIFF chunk at which a new chunk begins; maxSegments is the
// number of chunks for whose indexes the header has room.
const (
	segmentLimit = 1 << 30 // [bytes]
	maxSegments  = 256
)

// headerSize is the length of the file before the first frame [bytes], without the list INFO; the
// method header writes this part.
const headerSize = 12 + 12 + (8 + 56) + 12 + (8 + 56) + (8 + 40) + (8 + 24 + 16*maxSegments) + 12 + (8 + 248) + 12

// aviFile writes a video stream of JPEG pictures to a file that starts empty.
type aviFile struct {
	file          io.WriteSeeker
	out           *bufio.Writer
	at            int64 // bytes written
	limit         int64 // greatest length of one segment [bytes]
	width, height int
	rate, scale   uint32 // frames per second as a fraction
	info          []byte // list INFO

	segments []segment
	largest  uint32 // size of the largest picture [bytes]
	bytes    int64  // sum of the sizes of all pictures
	frames   uint32
}

// segment is one RIFF chunk of the file.
type segment struct {
	start  int64        // position of the RIFF chunk in the file
	movi   int64        // position of the type "movi" of its list
	chunks []aviPicture // its frames
	index  int64        // position of its ix00 chunk
	end    int64        // end of its list
	size   int64        // length of the RIFF chunk
}

// aviPicture is the position and the size of the data of one frame.
type aviPicture struct {
	at   int64
	size uint32
}

// newAVI begins an AVI file. It writes zeros in place of the header, which finish writes.
func newAVI(file io.WriteSeeker, width, height int, fps float64, meta metadata) (*aviFile, error) {
	a := &aviFile{file: file, out: bufio.NewWriterSize(file, 1<<20), limit: segmentLimit, width: width, height: height,
		info: meta.riff()}
	a.rate, a.scale = fraction(fps)
	return a, a.put(make([]byte, headerSize+len(a.info)))
}

// fraction returns fps as a fraction that is exact for whole numbers, thousandths and
// the television rates n·1000/1001.
func fraction(fps float64) (rate, scale uint32) {
	for _, d := range []float64{1, 1001, 1000} {
		if n := math.Round(fps * d); n > 0 && math.Abs(n/d-fps) < 1e-4*fps/d {
			return uint32(n), uint32(d)
		}
	}
	return uint32(math.Round(fps * 1e4)), 1e4
}

func (a *aviFile) put(b []byte) error {
	n, err := a.out.Write(b)
	a.at += int64(n)
	return err
}

// add appends one JPEG picture.
func (a *aviFile) add(picture []byte) error {
	if len(a.segments) == 0 {
		a.segments = append(a.segments, segment{start: 0, movi: int64(headerSize + len(a.info) - 4)})
	}
	s := &a.segments[len(a.segments)-1]
	if n := len(s.chunks); n > 0 && a.at+int64(len(picture))-s.start > a.limit {
		if err := a.nextSegment(); err != nil {
			return err
		}
		s = &a.segments[len(a.segments)-1]
	}
	if err := a.put(chunkHead("00dc", len(picture))); err != nil {
		return err
	}
	s.chunks = append(s.chunks, aviPicture{a.at, uint32(len(picture))})
	a.frames++
	a.bytes += int64(len(picture))
	if n := uint32(len(picture)); n > a.largest {
		a.largest = n
	}
	return a.putPadded(picture)
}

// putPadded writes the data of a chunk and the zero byte that makes its length even.
func (a *aviFile) putPadded(b []byte) error {
	if err := a.put(b); err != nil || len(b)%2 == 0 {
		return err
	}
	return a.put([]byte{0})
}

// nextSegment ends the present RIFF chunk and begins one of type AVIX.
func (a *aviFile) nextSegment() error {
	if len(a.segments) == maxSegments {
		return fmt.Errorf("length: an AVI file must be at most %d GB", maxSegments*segmentLimit>>30)
	}
	if err := a.endSegment(); err != nil {
		return err
	}
	start := a.at
	var b []byte
	b = append(b, chunkHead("RIFF", 0)...)
	b = append(b, "AVIX"...)
	b = append(b, chunkHead("LIST", 0)...)
	a.segments = append(a.segments, segment{start: start, movi: start + int64(len(b))})
	return a.put(append(b, "movi"...))
}

// endSegment writes the indexes of the present RIFF chunk.
func (a *aviFile) endSegment() error {
	s := &a.segments[len(a.segments)-1]
	s.index = a.at
	if err := a.put(standardIndex(s)); err != nil {
		return err
	}
	s.end = a.at
	if s.start == 0 {
		if err := a.put(oldIndex(s)); err != nil {
			return err
		}
	}
	s.size = a.at - s.start - 8
	return nil
}

// standardIndex is the OpenDML index of the frames of one segment.
func standardIndex(s *segment) []byte {
	b := chunkHead("ix00", 24+8*len(s.chunks))
	b = le16(b, 2)   // entries of two 32-bit words
	b = append(b, 0) // sub-type: frames
	b = append(b, 1) // type: index of chunks
	b = le32(b, uint32(len(s.chunks)))
	b = append(b, "00dc"...)
	b = le64(b, uint64(s.movi)) // base of the offsets
	b = le32(b, 0)
	for _, c := range s.chunks {
		b = le32(b, uint32(c.at-s.movi), c.size) // bit 31 clear: a key frame
	}
	return b
}

// oldIndex is the idx1 chunk of the first segment.
func oldIndex(s *segment) []byte {
	const keyFrame = 0x10
	b := chunkHead("idx1", 16*len(s.chunks))
	for _, c := range s.chunks {
		b = append(b, "00dc"...)
		b = le32(b, keyFrame, uint32(c.at-8-s.movi), c.size)
	}
	return b
}

// finish writes the last indexes, the lengths and the header.
func (a *aviFile) finish() error {
	if err := a.endSegment(); err != nil {
		return err
	}
	if err := a.out.Flush(); err != nil {
		return err
	}
	for i := range a.segments {
		if s := &a.segments[i]; s.start > 0 {
			if err := a.patch(s.start+4, uint32(s.size)); err != nil {
				return err
			}
			if err := a.patch(s.movi-4, uint32(s.end-s.movi)); err != nil {
				return err
			}
		}
	}
	if _, err := a.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := a.file.Write(a.header())
	return err
}

// patch replaces a zero in the file with a 32-bit length.
func (a *aviFile) patch(at int64, v uint32) error {
	if _, err := a.file.Seek(at, io.SeekStart); err != nil {
		return err
	}
	_, err := a.file.Write(le32(nil, v))
	return err
}

// header returns the part of the file before the first frame.
func (a *aviFile) header() []byte {
	first := &a.segments[0]
	strf := bitmapHeader(a.width, a.height)
	strl := list("strl", chunk("strh", a.streamHeader()), chunk("strf", strf), chunk("indx", a.superIndex()))
	dmlh := make([]byte, 248)
	binary.LittleEndian.PutUint32(dmlh, a.frames)
	hdrl := list("hdrl", chunk("avih", a.mainHeader()), strl, list("odml", chunk("dmlh", dmlh)))

	b := chunkHead("RIFF", int(first.size))
	b = append(b, "AVI "...)
	b = append(append(b, hdrl...), a.info...)
	b = append(b, chunkHead("LIST", int(first.end-first.movi))...)
	return append(b, "movi"...)
}

// mainHeader is the avih chunk. It counts only the frames of the first segment, because it is for
// readers that do not know OpenDML and see only this segment.
func (a *aviFile) mainHeader() []byte {
	const hasIndex = 0x10
	second := float64(a.rate) / float64(a.scale)
	mean := float64(a.bytes) / float64(a.frames) * second
	b := le32(nil,
		uint32(math.Round(1e6/second)), // microseconds per frame
		uint32(math.Min(mean, math.MaxUint32)),
		0, hasIndex, uint32(len(a.segments[0].chunks)), 0,
		1, // one stream
		a.largest+8, uint32(a.width), uint32(a.height))
	return le32(b, 0, 0, 0, 0)
}

func (a *aviFile) streamHeader() []byte {
	b := append([]byte(nil), "vidsMJPG"...)
	b = le32(b, 0, 0, 0, a.scale, a.rate, 0, a.frames, a.largest+8,
		math.MaxUint32, // the quality is not given
		0)              // pictures differ in size
	return le16(b, 0, 0, uint16(a.width), uint16(a.height))
}

func bitmapHeader(width, height int) []byte {
	b := le32(nil, 40, uint32(width), uint32(height))
	b = le16(b, 1, 24)
	b = append(b, "MJPG"...)
	return le32(b, uint32(3*width*height), 0, 0, 0, 0)
}

// superIndex is the index of the segments' indexes, with room for maxSegments.
func (a *aviFile) superIndex() []byte {
	b := le16(nil, 4) // entries of four 32-bit words
	b = append(b, 0)  // sub-type: frames
	b = append(b, 0)  // type: index of indexes
	b = le32(b, uint32(len(a.segments)))
	b = append(b, "00dc"...)
	b = le32(b, 0, 0, 0)
	for _, s := range a.segments {
		b = le64(b, uint64(s.index))
		b = le32(b, uint32(s.end-s.index), uint32(len(s.chunks)))
	}
	return append(b, make([]byte, 16*(maxSegments-len(a.segments)))...)
}

func chunkHead(name string, size int) []byte {
	return le32(append(make([]byte, 0, 8), name...), uint32(size))
}

func chunk(name string, data []byte) []byte { return append(chunkHead(name, len(data)), data...) }

func list(name string, chunks ...[]byte) []byte {
	data := []byte(name)
	for _, c := range chunks {
		data = append(data, c...)
	}
	return chunk("LIST", data)
}

func le16(b []byte, values ...uint16) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	return b
}

func le32(b []byte, values ...uint32) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}

func le64(b []byte, v uint64) []byte { return binary.LittleEndian.AppendUint64(b, v) }
