package mesh

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// plyKind is the type of a number in a PLY file; 0 means no type.
type plyKind int8

const (
	plyInt8 plyKind = iota + 1
	plyUint8
	plyInt16
	plyUint16
	plyInt32
	plyUint32
	plyFloat32
	plyFloat64
)

// plyKinds maps the names of the types, old and new ones, to the types.
var plyKinds = map[string]plyKind{
	"char": plyInt8, "uchar": plyUint8, "short": plyInt16, "ushort": plyUint16,
	"int": plyInt32, "uint": plyUint32, "float": plyFloat32, "double": plyFloat64,
	"int8": plyInt8, "uint8": plyUint8, "int16": plyInt16, "uint16": plyUint16,
	"int32": plyInt32, "uint32": plyUint32, "float32": plyFloat32, "float64": plyFloat64,
}

// plySize is the size of each type [byte].
var plySize = [...]int{plyInt8: 1, plyUint8: 1, plyInt16: 2, plyUint16: 2, plyInt32: 4, plyUint32: 4, plyFloat32: 4,
	plyFloat64: 8}

// plySource yields the numbers of the data one after the other. Every type of PLY fits a
// float64 exactly.
type plySource interface {
	begin() error                    // begins a record
	number(plyKind) (float64, error) // returns the next number of the record
	end() error                      // ends the record
	where() string                   // says where the record is
	left() int                       // number of bytes after the last record, without white space of a text
}

func newPLYSource(h plyHeader, data []byte) plySource {
	switch h.kind {
	case "binary_little_endian":
		return &plyBytes{data: data, at: h.body, order: binary.LittleEndian}
	case "binary_big_endian":
		return &plyBytes{data: data, at: h.body, order: binary.BigEndian}
	}
	return &plyText{words: &words{text: string(data), at: h.body, line: h.line, sure: true}}
}

// plyText reads the records of a text file, one in each line.
type plyText struct {
	words  *words
	line   int
	fields []string
	used   int
}

func (t *plyText) begin() error {
	first := t.words.next()
	t.line = t.words.line
	if first == "" {
		t.fields = nil
		return errors.New("the file ends here")
	}
	t.fields = append(append(t.fields[:0], first), strings.Fields(t.words.rest())...)
	t.used = 0
	return nil
}

func (t *plyText) number(plyKind) (float64, error) {
	if t.used == len(t.fields) {
		return 0, fmt.Errorf("the line ends after %s", plural(t.used, "number"))
	}
	word := t.fields[t.used]
	t.used++
	x, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return 0, t.words.notNumber(word)
	}
	return x, nil
}

func (t *plyText) end() error {
	if extra := len(t.fields) - t.used; extra > 0 {
		return fmt.Errorf("%s too many on the line", plural(extra, "number"))
	}
	return nil
}

func (t *plyText) where() string { return fmt.Sprintf("line %d", t.line) }

func (t *plyText) left() int { return len(strings.TrimSpace(t.words.text[t.words.at:])) }

// plyBytes reads binary records.
type plyBytes struct {
	data   []byte
	at     int
	record int // offset of the present record
	order  binary.ByteOrder
}

func (b *plyBytes) begin() error {
	b.record = b.at
	return nil
}

func (b *plyBytes) number(kind plyKind) (float64, error) {
	size := plySize[kind]
	if len(b.data)-b.at < size {
		return 0, fmt.Errorf("the file ends here, at %d bytes", len(b.data))
	}
	raw := b.data[b.at : b.at+size]
	b.at += size
	switch kind {
	case plyInt8:
		return float64(int8(raw[0])), nil
	case plyUint8:
		return float64(raw[0]), nil
	case plyInt16:
		return float64(int16(b.order.Uint16(raw))), nil
	case plyUint16:
		return float64(b.order.Uint16(raw)), nil
	case plyInt32:
		return float64(int32(b.order.Uint32(raw))), nil
	case plyUint32:
		return float64(b.order.Uint32(raw)), nil
	case plyFloat32:
		return float64(math.Float32frombits(b.order.Uint32(raw))), nil
	}
	return math.Float64frombits(b.order.Uint64(raw)), nil
}

func (b *plyBytes) end() error { return nil }

func (b *plyBytes) where() string { return fmt.Sprintf("byte %d", b.record) }

func (b *plyBytes) left() int { return len(b.data) - b.at }
