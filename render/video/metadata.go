package video

import (
	"encoding/binary"
	"hash/crc32"
	"strings"
)

// metadata is what a file says about itself: pairs of a name and a text. Formats have fields for the names Title
// and Software; in formats without fields for other names the other pairs are lines of a comment.
type metadata [][2]string

// text returns the text with a name, empty if there is none.
func (m metadata) text(name string) string {
	for _, p := range m {
		if p[0] == name {
			return p[1]
		}
	}
	return ""
}

// comment returns all pairs except the title, one line for each.
func (m metadata) comment() string {
	var lines []string
	for _, p := range m {
		if p[0] != "Title" && p[1] != "" {
			lines = append(lines, p[0]+": "+strings.ReplaceAll(p[1], "\n", " "))
		}
	}
	return strings.Join(lines, "\n")
}

// pngHead is the length of a PNG file up to the end of the chunk IHDR [bytes].
const pngHead = 8 + 4 + 4 + 13 + 4

// png returns a PNG file with the given chunk and then the texts inserted after its first chunk. A text
// becomes a chunk tEXt, or iTXt if it has characters outside ASCII.
// (Source: PNG specification, third edition, 11.3.3.)
func (m metadata) png(file, chunk []byte) []byte {
	out := append(append(make([]byte, 0, len(file)+1024), file[:pngHead]...), chunk...)
	for _, p := range m {
		name, text := p[0], p[1]
		switch {
		case text == "":
		case strings.ContainsFunc(text, func(r rune) bool { return r > '~' }): // not compressed, without a language
			out = append(out, pngChunk("iTXt", []byte(name+"\x00\x00\x00\x00\x00"+text))...)
		default:
			out = append(out, pngChunk("tEXt", []byte(name+"\x00"+text))...)
		}
	}
	return append(out, file[pngHead:]...)
}

// pngChunk returns a chunk of a PNG file.
func pngChunk(kind string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(append(out, kind...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// riff returns the list INFO of a RIFF file. (Source: RIFF, "Multimedia Programming Interface
// and Data Specifications 1.0", 1991.)
func (m metadata) riff() []byte {
	var parts [][]byte
	for _, p := range [][2]string{{"INAM", m.text("Title")}, {"ISFT", m.text("Software")}, {"ICMT", m.comment()}} {
		if p[1] != "" {
			text := append([]byte(p[1]), 0)
			if parts = append(parts, chunk(p[0], text)); len(text)%2 == 1 {
				parts = append(parts, []byte{0})
			}
		}
	}
	if parts == nil {
		return nil
	}
	return list("INFO", parts...)
}

// ffmpeg returns the arguments with which ffmpeg puts the texts into a file.
func (m metadata) ffmpeg() (args []string) {
	for _, p := range [][2]string{{"title", m.text("Title")}, {"comment", m.comment()}} {
		if p[1] != "" {
			args = append(args, "-metadata", p[0]+"="+strings.ReplaceAll(p[1], "\x00", ""))
		}
	}
	return args
}
