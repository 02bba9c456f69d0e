// Package page writes reports: one HTML file that opens offline and prints well.
//
// A Page is the content of a report, in order. Write puts it into the page of assets/report, with styles,
// scripts, pictures and films inside, and escapes all texts of people. The package knows nothing about
// simulations; package report fills pages.
package page

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"

	"example.org/tumble/assets"
)

// Page is a report.
type Page struct {
	Title    string
	Subtitle string // its subject
	Made     string // the program that made it, for the foot and for the source of the page
	Facts    []Fact
	Remarks  []string // what a reader must know first, such as that a run ended early
	Sections []Section
}

// Fact is a number in large type at the top.
type Fact struct{ Name, Value string }

// Section is a part of a report. It shows its fields in this order, and leaves out empty ones.
type Section struct {
	Title    string
	Text     []string
	Small    bool // pictures and charts are in many columns
	Pictures []Picture
	Moving   *Moving
	Checks   []Check
	Charts   []Chart
	Legend   []Entry // of all charts
	Code     []Code
	Tables   []Table
}

// Picture is a raster.
type Picture struct {
	Type    string // image/png
	Data    []byte
	Alt     string // description of the picture for people who cannot see it
	Caption string
}

// Moving is a replay or a film, which the reader starts. It is not printed.
type Moving struct {
	Replay  []byte   // a page
	Film    *Picture // of a type such as video/mp4
	Poster  *Picture // shown until it starts
	Caption string
}

// Check is a number that says whether a run can be trusted.
type Check struct {
	Name, Value string
	Level       int    // 0: good, 1: needs attention, 2: cannot be trusted
	About       string // what it means, and which values are good
}

// Chart is a drawing.
type Chart struct {
	Title  string
	SVG    string // an element svg, made by package plot
	Legend []Entry
	About  string
	Wide   bool // it takes the whole width
}

// Entry is a colour of a chart with its meaning.
type Entry struct {
	Color string // in the form of CSS: #0072b2
	Text  string
	Line  bool // otherwise an area
}

// Table is a table. Cells with numbers below a head of numbers are aligned at the right.
type Table struct {
	Title string
	Head  []string
	Rows  [][]string
	About string
	Sort  bool // a click on a head sorts
	Words int  // number of text columns at the left
}

// Code is text for machines, such as a command.
type Code struct{ Title, Text string }

// Number reports whether a column holds numbers.
func (t Table) Number(column int) bool { return column >= t.Words }

// Dense reports whether a table is printed in small letters, because it has many columns.
func (t Table) Dense() bool { return len(t.Head) > 8 }

// Landscape reports whether a section is printed on landscape pages, because a table has too many columns for
// portrait ones.
func (s Section) Landscape() bool {
	return slices.ContainsFunc(s.Tables, func(t Table) bool { return len(t.Head) > 14 })
}

// Short reports whether a table is printed without a page break.
func (t Table) Short() bool { return len(t.Rows) < 8 }

// Source returns the attribute of a picture that contains it; base64 needs no escapes.
func (p *Picture) Source(attribute string) template.HTMLAttr {
	return template.HTMLAttr(attribute + `="data:` + p.Type + ";base64," + base64.StdEncoding.EncodeToString(p.Data) + `"`)
}

// Drawing returns the SVG of a chart without escapes.
func (c Chart) Drawing() template.HTML { return template.HTML(c.SVG) }

// Swatch returns the colour for a CSS attribute.
func (e Entry) Swatch() template.CSS { return template.CSS(e.Color) }

// Word names the level of a check.
func (c Check) Word() string { return [...]string{"good", "look", "bad"}[c.Level] }

// Label is the level in words for people.
func (c Check) Label() string {
	return [...]string{"Good", "Look at this", "Not to be trusted"}[c.Level]
}

// Packed returns the page of a replay, deflated, as text.
//
// Errors are ignored: writing to a buffer does not fail, and the level is valid.
func (m *Moving) Packed() template.HTML {
	var b bytes.Buffer
	to64 := base64.NewEncoder(base64.StdEncoding, &b)
	z, _ := zlib.NewWriterLevel(to64, zlib.BestCompression)
	z.Write(m.Replay)
	z.Close()
	to64.Close()
	return template.HTML(b.String())
}

// shell is the text of all reports.
var shell = template.Must(template.New("page").Parse(read("page.html")))

// read returns a shipped text.
func read(name string) string {
	text, err := assets.Report.ReadFile("report/" + name)
	if err != nil {
		panic(err) // the file is built into the program
	}
	return string(text)
}

// Style returns the styles of the page.
func (p *Page) Style() template.CSS { return template.CSS(read("page.css")) }

// Script returns the script of the page.
func (p *Page) Script() template.JS { return template.JS(read("page.js")) }

// Write writes the report.
func (p *Page) Write(w io.Writer) error {
	if err := shell.Execute(w, p); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}
