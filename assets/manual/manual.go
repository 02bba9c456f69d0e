// Package manual holds the manual of the program, topic by topic, as Markdown. The command line prints it and the
// window shows it.
package manual

import (
	"embed"
	"regexp"
	"strings"
	"text/tabwriter"
)

//go:embed *.md
var files embed.FS

// order is that in which topics are listed and read.
var order = []string{
	"window", "commands", "scene-files", "woo", "runs", "pictures", "formats", "measuring", "jobs",
	"sweeps", "clusters", "python", "library",
}

// Topic is a chapter of the manual.
type Topic struct {
	Name, Title, About string // what people ask for, the heading, and the sentence below it
	Source             string // as it stands in the file
	Blocks             []Block
}

// Block is a part of a topic. Text and cells may have words between backquotes and asterisks.
type Block struct {
	Kind Kind
	Text string     // without what marks its kind; lines end as in the file
	Rows [][]string // the cells of a table
}

// Kind says what a block is.
type Kind int

// The kinds of blocks.
const (
	Heading Kind = iota
	Paragraph
	Item
	Code
	Table
)

// Topics returns the topics in the order in which they are read.
func Topics() []Topic {
	list := make([]Topic, len(order))
	for i, name := range order {
		text, err := files.ReadFile(name + ".md")
		if err != nil {
			panic(err) // embedded by its name
		}
		b := Blocks(string(text))
		list[i] = Topic{name, b[0].Text, b[1].Text, string(text), b}
	}
	return list
}

// Blocks parses the forms of Markdown that texts of the program use; comments and pictures are left out.
func Blocks(text string) (list []Block) {
	fence, open := "", false // open: a paragraph or an item goes on with the next line
	add := func(k Kind, text string) {
		list, open = append(list, Block{Kind: k, Text: text}), k == Paragraph || k == Item
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch mark := strings.HasPrefix(line, "```"); {
		case fence != "" && mark:
			fence = ""
		case fence != "":
			list[len(list)-1].Text += line + "\n"
		case mark:
			fence = line
			add(Code, "")
		case line == "" || strings.HasPrefix(line, "![") || strings.HasPrefix(line, "<!--"):
			open = false
		case line[0] == '#':
			add(Heading, strings.TrimLeft(line, "# "))
		case line[0] == '|':
			list = row(list, line)
		case strings.HasPrefix(line, "- "):
			add(Item, line[2:])
		case open:
			list[len(list)-1].Text += "\n" + strings.TrimSpace(line)
		default:
			add(Paragraph, line)
		}
	}
	return list
}

// row adds a line of a table to the table that it belongs to.
func row(list []Block, line string) []Block {
	if list[len(list)-1].Kind != Table {
		list = append(list, Block{Kind: Table})
	}
	last := &list[len(list)-1]
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	if head := strings.Join(cells, ""); strings.Trim(head, "-") != "" { // else a rule, or a head without words
		last.Rows = append(last.Rows, cells)
	}
	return list
}

// Plain returns the topic as text for a terminal: code is indented, tables are aligned.
func (t *Topic) Plain() string {
	var s strings.Builder
	for i, b := range t.Blocks {
		if i > 0 && !(b.Kind == Item && t.Blocks[i-1].Kind == Item) {
			s.WriteString("\n")
		}
		switch b.Kind {
		case Heading:
			s.WriteString(strings.ToUpper(b.Text) + "\n")
		case Paragraph:
			s.WriteString(b.Text + "\n")
		case Item:
			s.WriteString("- " + strings.ReplaceAll(b.Text, "\n", "\n  ") + "\n")
		case Code:
			s.WriteString("    " + strings.TrimRight(strings.ReplaceAll(b.Text, "\n", "\n    "), " "))
		case Table:
			w := tabwriter.NewWriter(&s, 0, 0, 2, ' ', 0)
			for _, cells := range b.Rows {
				w.Write([]byte(strings.Join(cells, "\t") + "\n"))
			}
			w.Flush()
		}
	}
	return s.String()
}

// Span is a part of a word in one style.
type Span struct {
	Text  string
	Style Style
}

// Style says how a span is set.
type Style int

// The styles of spans.
const (
	Normal  Style = iota
	Literal       // between backquotes: what is typed or named
	Strong        // between asterisks
)

// styled finds the longest part of a text that has one style.
var styled = regexp.MustCompile("`[^`]*`|\\*+[^*`]+\\*+|[^`*]+|.")

// Words parts the text of a block, or a cell, at its spaces.
func Words(text string) (words [][]Span) {
	goesOn := false // the last word, with the next span
	for _, part := range styled.FindAllString(text, -1) {
		style := Normal
		switch part[0] {
		case '`':
			style, part = Literal, strings.Trim(part, "`")
		case '*':
			style, part = Strong, strings.Trim(part, "*")
		}
		for i, word := range strings.Fields(part) {
			if i > 0 || !goesOn || strings.IndexAny(part, " \n") == 0 {
				words = append(words, nil)
			}
			last := &words[len(words)-1]
			*last = append(*last, Span{word, style})
		}
		goesOn = part != "" && strings.LastIndexAny(part, " \n") < len(part)-1
	}
	return words
}
