package manual

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Contract: every topic is in the order, begins with a title and one sentence, and uses only the forms that this
// package reads.
func TestTopics(t *testing.T) {
	found, err := filepath.Glob("*.md")
	if err != nil || len(found) != len(order) {
		t.Errorf("%d files of topics, %d in the order (%v)", len(found), len(order), err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	other := regexp.MustCompile(`(?m)^(\* |\d+\. |> |    \S|\t)|\]\(http`)
	for _, topic := range Topics() {
		b := topic.Blocks
		if b[0].Kind != Heading || b[1].Kind != Paragraph || b[2].Kind == Paragraph && topic.About == "" {
			t.Errorf("%s begins with %v", topic.Name, b[:2])
		}
		if strings.Contains(topic.About, "\n") || !strings.HasSuffix(topic.About, ".") {
			t.Errorf("%s: %q is not one sentence on one line", topic.Name, topic.About)
		}
		if !strings.Contains(string(readme), "(assets/manual/"+topic.Name+".md)") {
			t.Errorf("the README does not tell of %s", topic.Name)
		}
		if len(topic.About) > 100 {
			t.Errorf("%s: %q is too long for a list", topic.Name, topic.About)
		}
		for _, block := range b {
			if block.Kind != Code && other.MatchString(block.Text) {
				t.Errorf("%s: %q", topic.Name, block.Text)
			}
		}
	}
}

// Each form is read, and printed for a terminal.
func TestPlain(t *testing.T) {
	topic := Topic{Blocks: Blocks("# Title\n\nOne\nsentence.\n\n![picture](x.png)\n\n" +
		"- an item\n  of two lines\n- another\n\n```sh\na  b\n\n  c\n```\n\n" +
		"<!-- mark -->\n| | |\n|---|---|\n| `k` | key |\n| long | row |\n<!-- /mark -->\n")}
	var kinds []Kind
	for _, b := range topic.Blocks {
		kinds = append(kinds, b.Kind)
	}
	if want := []Kind{Heading, Paragraph, Item, Item, Code, Table}; !slices.Equal(kinds, want) {
		t.Errorf("kinds %v, want %v", kinds, want)
	}
	want := "TITLE\n\nOne\nsentence.\n\n- an item\n  of two lines\n- another\n\n    a  b\n    \n      c\n\n" +
		"`k`   key\nlong  row\n"
	if got := topic.Plain(); got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}

// Words keep together what no space parts, whatever its styles.
func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"a b\nc":             "a| b| c|",
		"(`--hide`, *View*)": "(`--hide`,| *View*)|",
		"`a b` **c d**.":     "`a`| `b`| *c*| *d*.|",
		"x`*`":               "x`*`|",
	} {
		var got strings.Builder
		for i, word := range Words(text) {
			if i > 0 {
				got.WriteString(" ")
			}
			for _, s := range word {
				mark := [...]string{Normal: "", Literal: "`", Strong: "*"}[s.Style]
				got.WriteString(mark + s.Text + mark)
			}
			got.WriteString("|")
		}
		if got.String() != want {
			t.Errorf("%q: %s, want %s", text, &got, want)
		}
	}
}
