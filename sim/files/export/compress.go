package export

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
)

// blockSize is the number of bytes that are compressed together, as in files of VTK's own writer.
const blockSize = 32768

// compressor packs bytes as VTK's XML files do. First comes a header of 64-bit numbers: the number
// of blocks, the size of a block, the size of the last block if that is shorter (else 0), and the
// compressed size of each block. The blocks follow, each as a zlib stream. The header is one base64
// text, and all blocks together are another.
type compressor struct {
	writer *zlib.Writer
	packed bytes.Buffer
}

// append appends the packed data to b, as text.
func (c *compressor) append(b, data []byte) []byte {
	if c.writer == nil {
		// The only possible error is an unknown level. The fastest level is three times faster
		// than the default level, and the files are a tenth larger.
		c.writer, _ = zlib.NewWriterLevel(&c.packed, zlib.BestSpeed)
	}
	c.packed.Reset()
	var sizes []uint64
	for rest := data; len(rest) > 0; {
		block := rest[:min(blockSize, len(rest))]
		rest = rest[len(block):]
		before := c.packed.Len()
		c.writer.Reset(&c.packed)
		c.writer.Write(block) // writing to a buffer cannot fail
		c.writer.Close()
		sizes = append(sizes, uint64(c.packed.Len()-before))
	}
	var head []byte
	for _, n := range append([]uint64{uint64(len(sizes)), blockSize, uint64(len(data) % blockSize)}, sizes...) {
		head = binary.LittleEndian.AppendUint64(head, n)
	}
	return code.AppendEncode(code.AppendEncode(b, head), c.packed.Bytes())
}
