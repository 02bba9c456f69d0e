package sim_test

import (
	"bytes"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// How the sources look, checked.

// sources are the texts of the project, by their path from its root: what people write, without
// generated files, test data and what others have written.
func sources(t *testing.T) map[string][]byte {
	t.Helper()
	texts := map[string][]byte{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			skipped := name == "testdata" || name == "three" || name == "build" || strings.HasPrefix(name, ".")
			if path != ".." && name != ".ci" && skipped {
				return fs.SkipDir
			}
			return nil
		}
		switch filepath.Ext(name) {
		case ".go", ".md", ".sh", ".vert", ".frag", ".glsl", ".js", ".css", ".html", ".py":
		default:
			if name != "dev" && filepath.Base(filepath.Dir(path)) != ".ci" {
				return nil
			}
		}
		text, err := os.ReadFile(path)
		if err == nil && !bytes.Contains(text, []byte("\n// Code generated ")) &&
			!bytes.HasPrefix(text, []byte("// Code generated ")) {
			texts[filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))] = text
		}
		return err
	})
	if err != nil || len(texts) < 100 {
		t.Fatalf("found %d sources: %v", len(texts), err)
	}
	return texts
}

// TestLineLengths keeps lines to a width at which two files stand side by side. A tab counts as one
// character; raw strings over several lines are data.
func TestLineLengths(t *testing.T) {
	t.Parallel()
	const limit = 120
	for path, text := range sources(t) {
		var data map[int]bool
		if strings.HasSuffix(path, ".go") {
			data = rawLines(text)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if n := utf8.RuneCountInString(line); n > limit && !data[i+1] {
				t.Errorf("%s:%d: %d characters, want at most %d", path, i+1, n, limit)
			}
		}
	}
}

// rawLines returns the lines of a Go file that are part of a raw string of several lines.
func rawLines(text []byte) map[int]bool {
	lines := map[int]bool{}
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			return lines
		}
		if n := strings.Count(literal, "\n"); tok == token.STRING && n > 0 {
			for i := range n + 1 {
				lines[file.Line(pos)+i] = true
			}
		}
	}
}

// TestTopLevel keeps what programs leave behind out of the root of the project.
func TestTopLevel(t *testing.T) {
	t.Parallel()
	list, err := exec.Command("git", "ls-files", "..").Output()
	if err != nil {
		t.Skipf("this is no checkout of Git: %v", err)
	}
	known := strings.Fields("README.md CHANGELOG.md LICENSE .gitignore dev go.mod go.sum main.go")
	for path := range strings.Lines(string(list)) {
		name, outside := strings.CutPrefix(strings.TrimSpace(path), "../")
		if outside && !strings.Contains(name, "/") && !slices.Contains(known, name) {
			t.Errorf("%s is in the root of the project", name)
		}
	}
}

// TestOriginsAreNamed keeps the name of what a rule follows to one that everybody can look up.
func TestOriginsAreNamed(t *testing.T) {
	t.Parallel()
	for path, text := range sources(t) {
		for i, line := range strings.Split(strings.ToLower(string(text)), "\n") {
			if strings.Contains(line, "of the "+"seeds") || strings.Contains(line, "seed "+"page") {
				t.Errorf("%s:%d: say “as in Woo's documentation”", path, i+1)
			}
		}
	}
}
