package sim_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
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
		case ".go", ".md", ".sh", ".vert", ".frag", ".glsl", ".js", ".css", ".html":
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

// TestFileSizes keeps files readable: over the limit, split by noun.
func TestFileSizes(t *testing.T) {
	const limit = 600 // lines; 450 is what to aim at
	for path, text := range sources(t) {
		if n := bytes.Count(text, []byte("\n")); n > limit && filepath.Ext(path) != ".md" {
			t.Errorf("%s: %d lines, want at most %d", path, n, limit)
		}
	}
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

// longFunctions may have more lines than others, for a reason.
var longFunctions = map[string]string{
	"sim/internal/wide/kernel.motion":  "a kernel: one straight line of arithmetic",
	"sim/internal/wide/kernel.prepare": "the same",
	"sim/run.apply":                    "the one switch over commands: a line or two for each",
}

// TestFunctionLengths keeps functions short: half of them at most 9 lines with their heads and ends, nine
// of ten at most 25, and none above 60 but those of longFunctions.
func TestFunctionLengths(t *testing.T) {
	t.Parallel()
	const median, ninth, most = 9, 25, 60
	var lengths []int
	seen := map[string]bool{}
	for path, text := range sources(t) {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			n := fset.Position(f.End()).Line - fset.Position(f.Pos()).Line + 1
			lengths = append(lengths, n)
			name := filepath.ToSlash(filepath.Dir(path)) + "." + f.Name.Name
			if seen[name] = true; n > most && longFunctions[name] == "" {
				t.Errorf("%s:%d: %s has %d lines, want at most %d", path, fset.Position(f.Pos()).Line, f.Name.Name, n, most)
			}
		}
	}
	for name := range longFunctions {
		if !seen[name] {
			t.Errorf("longFunctions has %s, which is not there", name)
		}
	}
	slices.Sort(lengths)
	half, nine := lengths[len(lengths)/2], lengths[len(lengths)*9/10]
	t.Logf("%d functions: half have at most %d lines, nine of ten at most %d", len(lengths), half, nine)
	if half > median || nine > ninth {
		t.Errorf("half of the functions have up to %d lines and nine of ten up to %d, want %d and %d", half, nine, median,
			ninth)
	}
}

// TestWorldConducts keeps package sim small. What is owned by others is theirs to change: a World that is
// full gives data and methods to the package that has the rest of what they work on.
func TestWorldConducts(t *testing.T) {
	const mostFields, mostMethods, mostFiles = 15, 40, 20
	var fields, methods []string
	files := 0
	for path, text := range sources(t) {
		if filepath.Ext(path) != ".go" || filepath.Dir(path) != "sim" || strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files++
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if world, ok := n.Type.(*ast.StructType); ok && n.Name.Name == "World" {
					for _, f := range world.Fields.List {
						for _, name := range f.Names {
							fields = append(fields, name.Name)
						}
						if f.Names == nil {
							fields = append(fields, "embedded")
						}
					}
				}
			case *ast.FuncDecl:
				if n.Recv != nil && receiver(n) == "World" {
					methods = append(methods, n.Name.Name)
				}
				return false
			}
			return true
		})
	}
	slices.Sort(methods)
	if n := len(fields); n < 10 || n > mostFields {
		t.Errorf("sim.World has %d fields, want at most %d: %v", n, mostFields, fields)
	}
	if n := len(methods); n < 20 || n > mostMethods {
		t.Errorf("sim.World has %d methods, want at most %d: %v", n, mostMethods, methods)
	}
	if files < 5 || files > mostFiles {
		t.Errorf("sim has %d files, want at most %d", files, mostFiles)
	}
}

// receiver returns the name of the type of which a function is a method.
func receiver(f *ast.FuncDecl) string {
	of := f.Recv.List[0].Type
	if p, ok := of.(*ast.StarExpr); ok {
		of = p.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}
