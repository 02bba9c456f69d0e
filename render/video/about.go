package video

import (
	"encoding/binary"
	"hash/crc32"
	"strings"
)

// about is what a file says of itself: pairs of a name and a text. Formats know the names
// Title and Software; where they know no others these are lines of a comment.
type about [][2]string

// text returns the text of a name.
func (a about) text(name string) string {
	for _, p := range a {
		if p[0] == name {
			return p[1]
		}
	}
	return ""
}

// comment returns all but the title, a line each.
func (a about) comment() string {
	var lines []string
	for _, p := range a {
		if p[0] != "Title" && p[1] != "" {
			lines = append(lines, p[0]+": "+strings.ReplaceAll(p[1], "\n", " "))
		}
	}
	return strings.Join(lines, "\n")
}

// pngHead is the length of a PNG file up to the chunk IHDR and with it [bytes].
const pngHead = 8 + 4 + 4 + 13 + 4

// png puts the texts into a PNG file, behind its first chunk: as tEXt, or as iTXt where
// they have letters that are not in ASCII; and another chunk before them.
// (Source: PNG specification, third edition, 11.3.3.)
func (a about) png(file, chunk []byte) []byte {
	out := append(append(make([]byte, 0, len(file)+1024), file[:pngHead]...), chunk...)
	for _, p := range a {
		name, text := p[0], p[1]
		switch {
		case text == "":
		case strings.ContainsFunc(text, func(r rune) bool { return r > '~' }): // not compressed, of no language
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
func (a about) riff() []byte {
	var parts [][]byte
	for _, p := range [][2]string{{"INAM", a.text("Title")}, {"ISFT", a.text("Software")}, {"ICMT", a.comment()}} {
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

// ffmpeg returns the arguments of ffmpeg that put the texts into a file.
func (a about) ffmpeg() (args []string) {
	for _, p := range [][2]string{{"title", a.text("Title")}, {"comment", a.comment()}} {
		if p[1] != "" {
			args = append(args, "-metadata", p[0]+"="+strings.ReplaceAll(p[1], "\x00", ""))
		}
	}
	return args
}
