package export

import (
	"encoding/json"
	"io"
	"path/filepath"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
)

// originLines returns the origin as lines, none if there is none to tell.
func originLines(o run.Origin) (lines []string) {
	if o.Version == "" {
		return nil
	}
	for _, f := range o.Fields()[1:] { // the title is the scene
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

// metadataEnd is what is appended to the name of a table to name its metadata.
const metadataEnd = "-metadata.json"

// MetadataOf returns the name of the file that tells where a table comes from.
func MetadataOf(table string) string { return table + metadataEnd }

// WriteMetadata writes where a CSV file comes from into FILE-metadata.json, as "CSV on the
// Web" defines it: a file beside the table, not a comment above it, which spreadsheets
// and pandas.read_csv would take for the header. Streams get none.
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
