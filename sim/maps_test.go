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

// The maps of the README name files, folders and declarations. Here is looked whether they are there.

// table returns the rows of the table behind a line of the README, cell by cell.
func table(t *testing.T, heading string) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, behind, found := strings.Cut(string(text), "\n"+heading+"\n")
	if !found {
		t.Fatalf("the README has no %q", heading)
	}
	for _, line := range strings.Split(behind, "\n") {
		if strings.HasPrefix(line, "#") {
			break
		}
		if strings.HasPrefix(line, "|") {
			rows = append(rows, strings.Split(strings.Trim(line, "|"), "|"))
		}
	}
	if len(rows) < 10 {
		t.Fatalf("the README has a table of %d lines behind %q", len(rows), heading)
	}
	return rows[2:] // without the head
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

// TestMapHasEveryPackage compares the map of the README with the packages there are.
func TestMapHasEveryPackage(t *testing.T) {
	var mapped []string
	for _, row := range table(t, "## Map") {
		for _, name := range names(row[0]) {
			if mapped = append(mapped, name); !isThere(name) {
				t.Errorf("the map of the README has %s, which is not there", name)
			}
		}
	}
	for _, path := range sortedPaths(program(t)) {
		folder := strings.TrimPrefix(path, "tumble/")
		if path == "tumble" || strings.Contains(folder, "internal/") {
			continue
		}
		if !slices.ContainsFunc(mapped, func(m string) bool {
			return m == folder || m != "sim" && m != "ui" && m != "ui/cli" && m != "render" && strings.HasPrefix(folder, m+"/")
		}) {
			t.Errorf("the map of the README lacks %s", folder)
		}
	}
}

// TestToAddSomethingIsTrue looks up all that the README's table of that name tells to write or to change.
func TestToAddSomethingIsTrue(t *testing.T) {
	t.Parallel()
	declared := declarations(t)
	for _, row := range table(t, "### To add something") {
		what := strings.TrimSpace(row[0])
		if len(row) != 3 {
			t.Errorf("%s: %d cells, want 3", what, len(row))
			continue
		}
		for _, name := range slices.Concat(names(row[1]), names(row[2])) {
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
