package export

import (
	"encoding/json"
	"io"
	"path/filepath"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
)

// originLines returns the origin of a run as lines of text, or nil if the origin is not known.
func originLines(o run.Origin) (lines []string) {
	if o.Version == "" {
		return nil
	}
	for _, f := range o.Fields()[1:] { // the first field, Title, repeats the field Scene
		lines = append(lines, f[0]+": "+f[1])
	}
	for _, note := range state.Notes {
		lines = append(lines, "Note: "+note)
	}
	return lines
}

// metadata describes a table. (Source: Metadata Vocabulary for Tabular Data, W3C, 2015.)
type metadata struct {
	Context string     `json:"@context"`
	URL     string     `json:"url"`
	Title   string     `json:"dc:title"`
	Notes   []string   `json:"dc:description"`
	Creator string     `json:"dc:creator"`
	Origin  run.Origin `json:"dc:provenance"`
}

// metadataEnd is the suffix that turns the name of a table into the name of its metadata file.
const metadataEnd = "-metadata.json"

// MetadataOf returns the name of the file with the origin of a table.
func MetadataOf(table string) string { return table + metadataEnd }

// WriteMetadata writes the origin of a CSV file into FILE-metadata.json, as "CSV on the Web"
// defines it. This is a file beside the table and not a comment above it, because spreadsheets
// and pandas.read_csv would take such a comment for the header. A stream gets no such file.
func WriteMetadata(csv string, o run.Origin) error {
	if o.Version == "" || outfile.IsStream(csv) {
		return nil
	}
	return outfile.Write(MetadataOf(csv), func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(metadata{"http://www.w3.org/ns/csvw", filepath.Base(csv), o.Scene, state.Notes, o.Program.String(),
			o})
	})
}
