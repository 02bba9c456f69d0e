package sim_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The architecture note, which is the comment of package sim, names files, folders and declarations. Here is looked
// whether they are there.

// part returns the lines that are indented below a heading of the note, without what marks them as a comment.
func part(t *testing.T, heading string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, behind, found := strings.Cut(string(text), "\n// # "+heading+"\n")
	if !found {
		t.Fatalf("doc.go has no %q", heading)
	}
	for line := range strings.Lines(behind) {
		if strings.HasPrefix(line, "// #") {
			break
		}
		if line, ok := strings.CutPrefix(line, "//\t"); ok {
			lines = append(lines, strings.TrimRight(line, "\n"))
		}
	}
	if len(lines) < 20 {
		t.Fatalf("doc.go has %d lines in its part %q", len(lines), heading)
	}
	return lines
}

var quoted = regexp.MustCompile("`([^`]+)`")

// names returns what a text has in backquotes.
func names(text string) (list []string) {
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	return list
}

// placeholder is the part of a path that whoever adds something chooses.
var placeholder = regexp.MustCompile(`<[a-z]+>`)

// isPath reports whether a name is that of a file or folder.
func isPath(name string) bool {
	return strings.Contains(name, "/") || slices.Contains([]string{".go", ".md", ".yaml"}, filepath.Ext(name))
}

// isThere reports whether a path, or one in which each placeholder stands for something, exists.
func isThere(path string) bool {
	found, err := filepath.Glob(filepath.Join("..", placeholder.ReplaceAllString(path, "*")))
	return err == nil && len(found) > 0
}

// TestMapHasEveryPackage compares the map with the packages there are.
func TestMapHasEveryPackage(t *testing.T) {
	var mapped []string
	for _, line := range part(t, "Map") {
		name, _, _ := strings.Cut(line, " ") // none where a line goes on with the last row
		if name == "" {
			continue
		}
		if mapped = append(mapped, name); !isThere(name) {
			t.Errorf("the map has %s, which is not there", name)
		}
	}
	for _, path := range sortedPaths(program(t)) {
		folder := strings.TrimPrefix(path, "tumble/")
		if path == "tumble" || strings.HasPrefix(folder, "render/internal/") || strings.HasPrefix(folder, "ui/internal/") {
			continue
		}
		// Tools of who builds the program stand with what they make.
		if !slices.ContainsFunc(mapped, func(m string) bool {
			return m == folder || (m == "assets" || m == "sim/internal/wide") && strings.HasPrefix(folder, m+"/")
		}) {
			t.Errorf("the map lacks %s", folder)
		}
	}
}

// TestToAddSomethingIsTrue looks up all that the table of that name tells to write or to change.
func TestToAddSomethingIsTrue(t *testing.T) {
	t.Parallel()
	declared := declarations(t)
	rows := part(t, "To add something")
	for i := 0; i+2 < len(rows); i += 3 {
		what := rows[i]
		write, ok1 := strings.CutPrefix(rows[i+1], "\twrite   ")
		add, ok2 := strings.CutPrefix(rows[i+2], "\tadd to  ")
		if !ok1 || !ok2 || len(rows)%3 != 0 {
			t.Fatalf("%s: want a line that says what to write, and one that says what to add to", what)
		}
		for _, name := range names(write + add) {
			if command, ok := strings.CutPrefix(name, "go "); ok {
				name = strings.TrimPrefix(strings.Fields(command)[1], "./")
			}
			if isPath(name) && !isThere(name) {
				t.Errorf("%s: there is no %s", what, name)
			}
			if !isPath(name) && name != "package" && !declared[name] {
				t.Errorf("%s: nothing is called %s", what, name)
			}
		}
	}
}

// declarations returns what Go files declare, tests too, with and without the name of the package,
// methods by their own names.
func declarations(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for path, text := range sources(t) {
		if filepath.Ext(path) != ".go" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		add := func(id *ast.Ident) { all[id.Name], all[file.Name.Name+"."+id.Name] = true, true }
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				add(d.Name)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						add(s.Name)
					case *ast.ValueSpec:
						for _, id := range s.Names {
							add(id)
						}
					}
				}
			}
		}
	}
	return all
}
