package woo

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.org/tumble/sim/limit"
)

// source is a script made ready to be parsed. It has as many lines as the file, so that
// lines mean the same in both.
type source struct {
	text    string
	prompts map[int]int    // numbers of console prompts, by their line
	printed map[int]string // texts that the console printed, by the number of their prompt
	notices []string
}

var (
	promptLine  = regexp.MustCompile(`^Woo *\[(\d+)\]: ?(.*)$`)
	outLine     = regexp.MustCompile(`^ *(?:->|Out) *\[(\d+)\]: ?(.*)$`)
	blankPrompt = regexp.MustCompile(`^ *\.\.\.: ?(.*)$`)
)

// prepare reads the text of a script: any line ends, an optional byte order mark, tabs,
// text indented as a whole (as cut out of a page), console sessions with their prompts,
// and a function that lost its indentation.
func prepare(data []byte) (*source, error) {
	if err := limit.ScriptBytes.Check(len(data)); err != nil {
		return nil, err
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	text := strings.ReplaceAll(strings.ReplaceAll(string(data), "\r\n", "\n"), "\r", "\n")
	for i, line := range strings.Split(text, "\n") {
		if strings.ContainsRune(line, 0) || !utf8.ValidString(line) {
			return nil, &Error{Line: i + 1, Text: "is not text (UTF-8 without zero bytes)"}
		}
	}
	s := &source{prompts: map[int]int{}, printed: map[int]string{}}
	lines := strings.Split(text, "\n")
	s.dedent(lines)
	s.readPrompts(lines)
	if err := s.mend(lines); err != nil {
		return nil, err
	}
	// There are as many lines as in the file, and the parser always sees a last line end.
	s.text = strings.Join(lines, "\n") + "\n"
	return s, nil
}

func (s *source) notice(format string, args ...any) {
	s.notices = append(s.notices, fmt.Sprintf(format, args...))
}

// dedent takes away the indentation that all lines share.
func (s *source) dedent(lines []string) {
	common, found := "", false
	for _, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if !found {
			common, found = indent, true
		}
		for !strings.HasPrefix(indent, common) {
			common = common[:len(common)-1]
		}
	}
	if common == "" {
		return
	}
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, common)
	}
	s.notice("all lines are indented by the same %d characters, which are taken away", len(common))
}

// readPrompts turns a console session into a script: "Woo[n]: " is taken away, and what
// the console printed is kept to be compared. Without any prompt nothing happens.
func (s *source) readPrompts(lines []string) {
	session := false
	for _, line := range lines {
		session = session || promptLine.MatchString(line)
	}
	if !session {
		return
	}
	out := 0 // prompt whose output these lines are
	code := false
	more := map[int][]string{} // lines of an output after its first, by the number of its prompt
	for i, line := range lines {
		lines[i] = ""
		if m := promptLine.FindStringSubmatch(line); m != nil {
			s.prompts[i+1], _ = strconv.Atoi(m[1])
			lines[i], code, out = m[2], true, 0
		} else if m := blankPrompt.FindStringSubmatch(line); m != nil && code {
			lines[i] = m[1]
		} else if m := outLine.FindStringSubmatch(line); m != nil {
			out, _ = strconv.Atoi(m[1])
			s.printed[out], more[out], code = m[2], nil, false
		} else if out > 0 {
			more[out] = append(more[out], line)
		}
	}
	for _, out := range slices.Sorted(maps.Keys(more)) {
		s.printed[out] = strings.TrimSpace(s.printed[out] + "\n" + strings.Join(more[out], "\n"))
	}
}

var defLine = regexp.MustCompile(`^def\s+(\w+)\s*\(.*\)\s*:\s*(?:#.*)?$`)

// opensBlock matches a line after which Python wants more indentation.
var opensBlock = regexp.MustCompile(`^(?:def|class|if|elif|else|for|while|with|try|except|finally)\b.*:\s*(?:#.*)?$`)

// mend indents the body of a function that lost its indentation, by this rule: if the
// first line after a "def" at the left margin is not indented, the lines up to the next
// empty one or the end are its body. If one of these opens a block, nobody can know what
// belongs to it, and the script is refused.
func (s *source) mend(lines []string) error {
	for i := 0; i < len(lines); i++ {
		m := defLine.FindStringSubmatch(lines[i])
		if m == nil {
			continue
		}
		first := i + 1
		if body := firstCode(lines[first:]); body == "" || body[0] == ' ' || body[0] == '\t' {
			continue
		}
		last := first
		for last < len(lines) && strings.TrimSpace(lines[last]) != "" {
			last++
		}
		for k := first; k < last; k++ {
			if opensBlock.MatchString(lines[k]) {
				return &Error{Line: k + 1, Text: fmt.Sprintf("function %s has lost its indentation, and this line opens a "+
					"block: where it ends cannot be known", m[1])}
			}
			lines[k] = "    " + lines[k]
		}
		s.notice("line %d: the body of function %s is not indented: lines %d to %d, up to the next empty line, are "+
			"taken for it", i+1, m[1], first+1, last)
		i = last - 1
	}
	return nil
}

// firstCode returns the first line that is not a comment, nothing if an empty one comes
// before.
func firstCode(lines []string) string {
	for _, l := range lines {
		if t := strings.TrimSpace(l); t == "" || t[0] != '#' {
			return strings.TrimRight(l, " \t")
		}
	}
	return ""
}
