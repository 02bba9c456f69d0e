// Package packed reads Parquet files for scenes. It is no part of package scene, since scripts use that and must not
// depend on what the library imports, and since a page that holds the engine need not read such files.
package packed

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/spell"
)

// table is a table of particles in a Parquet file.
type table struct {
	*parquet.File
	names []string
}

// Open opens a Parquet file, and checks how much memory its rows take.
//
// Errors: a file that is no Parquet file or is damaged, a column with several values in a row, a longer description or
// more bytes to unpack than there may be.
func Open(data []byte) (scene.Table, error) {
	t := &table{}
	err := checkFooter(data)
	if err != nil {
		return nil, err
	}
	err = guarded(func() (err error) {
		t.File, err = parquet.OpenFile(bytes.NewReader(data), int64(len(data)), parquet.SkipPageIndex(true),
			parquet.SkipBloomFilters(true))
		if err != nil {
			return damaged(err)
		}
		return nil
	})
	if err == nil {
		err = t.readSchema()
	}
	if err == nil {
		err = t.checkPages(data)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// Names returns the names of the columns, with units.
func (t *table) Names() []string { return t.names }

// Count returns the number of rows.
func (t *table) Count() int { return int(max(t.NumRows(), 0)) }

// checkFooter returns an error if the description at the end of a file is too long. The library reads descriptions in
// one another by recursion, and an overflow of the stack ends the program.
func checkFooter(data []byte) error {
	const tail = 8 // the length of the description, and PAR1
	if len(data) < tail {
		return errDamaged
	}
	return limit.PackedHead.Check(int(binary.LittleEndian.Uint32(data[len(data)-tail:])))
}

var errDamaged = errors.New("the Parquet file is damaged")

// damaged returns an error for what the library says of a file, which can be long.
func damaged(why any) error { return fmt.Errorf("%w: %.200s", errDamaged, fmt.Sprint(why)) }

// guarded calls the library, which stops the program at some damages of a file.
func guarded(do func() error) (err error) {
	defer func() {
		if wrong := recover(); wrong != nil {
			err = damaged(wrong)
		}
	}()
	return do()
}

// readSchema reads the names of the columns, and their units in the metadata.
func (t *table) readSchema() error {
	units := map[string]string{}
	if text, ok := t.Lookup("units"); ok {
		if err := json.Unmarshal([]byte(text), &units); err != nil {
			return fmt.Errorf("units: %w", err)
		}
	}
	for i, c := range t.Root().Columns() {
		if !c.Leaf() || c.Repeated() {
			return fmt.Errorf("column %d: must have one value in each row, %s has parts", i+1, spell.Quote(c.Name()))
		}
		name := apart(c.Name())
		if unit := units[c.Name()]; unit != "" {
			name += " [" + unit + "]"
		}
		t.names = append(t.names, name)
	}
	return nil
}

// apart writes a name as tables of text do: positionX as position x.
func apart(name string) string {
	if i := len(name) - 1; i > 0 && unicode.IsUpper(rune(name[i])) && unicode.IsLower(rune(name[i-1])) {
		return name[:i] + " " + strings.ToLower(name[i:])
	}
	return name
}

// checkPages returns an error if unpacking the rows of a table takes too much memory: pages of a few bytes may say
// that they are large. Of each column, one page is unpacked at a time.
func (t *table) checkPages(data []byte) error {
	return guarded(func() error {
		groups := t.Metadata().RowGroups
		for i := range groups {
			unpacked := 0
			for k := range groups[i].Columns {
				n, err := unpackedBytes(data, &groups[i].Columns[k].MetaData)
				if unpacked += n; err == nil {
					err = limit.Unpacked.Check(unpacked)
				}
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// unpackedBytes returns how much memory the largest page of a column takes, with the dictionary of the column.
func unpackedBytes(data []byte, m *format.ColumnMetaData) (bytesOfBoth int, err error) {
	const perValue = 24 // a value as it is read
	begin := m.DataPageOffset
	if d := m.DictionaryPageOffset; d > 0 && d < begin {
		begin = d
	}
	all, size := int64(len(data)), m.TotalCompressedSize
	if begin < 0 || begin > all || size < 0 || size > all-begin {
		return 0, fmt.Errorf("%w: a column lies outside of it", errDamaged)
	}
	dictionary, largest := 0, 0
	for rest := data[begin : begin+size]; len(rest) > 0; {
		var h format.PageHeader
		head := rest[:min(len(rest), limit.PackedHead.Most)]
		in := bytes.NewReader(head)
		if err := thrift.NewDecoder(new(thrift.CompactProtocol).NewReader(in)).Decode(&h); err != nil {
			return 0, damaged(err)
		}
		values := max(h.DataPageHeader.V.NumValues, h.DataPageHeaderV2.V.NumValues, h.DictionaryPageHeader.V.NumValues)
		size := int(h.UncompressedPageSize) + perValue*int(values)
		if h.Type == format.DictionaryPage {
			dictionary = max(dictionary, size)
		} else {
			largest = max(largest, size)
		}
		rest = rest[len(head)-in.Len():]
		if h.CompressedPageSize < 0 || int(h.CompressedPageSize) > len(rest) {
			return 0, fmt.Errorf("%w: a page ends behind its column", errDamaged)
		}
		rest = rest[h.CompressedPageSize:]
	}
	return dictionary + largest, nil
}

// Each calls yield for each row, which lies in the same memory until the next.
func (t *table) Each(yield func([]scene.Cell) error) error {
	buffer, cells := make([]parquet.Row, 256), make([]scene.Cell, len(t.names))
	for _, group := range t.RowGroups() {
		rows := group.Rows()
		defer rows.Close()
		for ended := false; !ended; {
			var n int
			err := guarded(func() (err error) {
				n, err = rows.ReadRows(buffer)
				return err
			})
			if ended = n == 0 || errors.Is(err, io.EOF); err != nil && !errors.Is(err, io.EOF) {
				return damaged(err)
			}
			for _, row := range buffer[:n] {
				if len(row) != len(cells) {
					return fmt.Errorf("%w: columns have different numbers of rows", errDamaged)
				}
				for i, v := range row {
					cells[i] = cellOf(v)
				}
				if err := yield(cells); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// cellOf returns a value as scenes read it.
func cellOf(v parquet.Value) scene.Cell {
	switch {
	case v.IsNull():
		return scene.Cell{}
	case v.Kind() == parquet.Double:
		return scene.Cell{Number: v.Double(), Bits: 64}
	case v.Kind() == parquet.Float:
		return scene.Cell{Number: float64(v.Float()), Bits: 32}
	}
	return scene.Cell{Text: v.String()}
}
