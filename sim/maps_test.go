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
	if len(lines) < 5 {
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

// layer is a part of the map: packages that may import what stands behind them in it, and what is in the layers that
// it sees.
type layer struct {
	name string
	sees map[string]bool // by name; true once an import has needed it
}

// place is where the map has a package.
type place struct {
	layer, row int
}

// mapped reads the map: the layers from the top down, and the place of each folder.
func mapped(t *testing.T) (layers []layer, places map[string]place) {
	t.Helper()
	places = map[string]place{}
	hidden := map[string]string{} // layers that a layer must not see, where it sees all others
	for row, line := range part(t, "Map") {
		if inside, ok := strings.CutPrefix(line, "\t"); ok {
			folder, about, _ := strings.Cut(inside, " ")
			if places[folder] = (place{len(layers) - 1, row}); about == "" || !isThere(folder) {
				t.Errorf("the map has %s, which is not there or of which it says nothing", folder)
			}
			continue
		}
		name, sees, _ := strings.Cut(line, " sees ")
		l := layer{name, map[string]bool{}}
		if but, ok := strings.CutPrefix(sees, "all but "); ok {
			hidden[name] = but
		} else if sees != "" {
			for _, other := range strings.Split(sees, ", ") {
				l.sees[other] = false
			}
		}
		layers = append(layers, l)
	}
	for i, l := range layers {
		for _, below := range layers[i+1:] {
			if but, ok := hidden[l.name]; ok && !slices.Contains(strings.Split(but, ", "), below.name) {
				l.sees[below.name] = true
			}
		}
	}
	return layers, places
}

// placeOf returns where the map has a package: itself, or the folder whose internal packages or tools it is among.
func placeOf(places map[string]place, path string) (place, bool) {
	folder := strings.TrimPrefix(path, "tumble/")
	if path == "tumble" {
		folder = "main.go"
	}
	if at, ok := places[folder]; ok {
		return at, true
	}
	for _, owner := range []string{"render/internal/", "ui/internal/", "sim/internal/wide/", "assets/"} {
		if strings.HasPrefix(folder, owner) {
			owner = strings.TrimSuffix(owner, "/")
			return places[strings.TrimSuffix(owner, "/internal")], true
		}
	}
	return place{}, false
}

// TestMapHasEveryPackage gives each package a place: one that has none must be put below all that imports it.
func TestMapHasEveryPackage(t *testing.T) {
	_, places := mapped(t)
	for _, path := range sortedPaths(program(t)) {
		if _, ok := placeOf(places, path); !ok {
			t.Errorf("the map in sim/doc.go lacks %s: give it a row below all that imports it", path)
		}
	}
}

// Contract: imports run down the map, within a layer or into one that it sees, and a layer sees no more than it uses.
// Tools of who builds the program are on no layer: nobody can import them.
func TestMapRunsDown(t *testing.T) {
	t.Parallel()
	layers, places := mapped(t)
	pkgs := program(t)
	for _, path := range sortedPaths(pkgs) {
		p := pkgs[path]
		from, ok := placeOf(places, path)
		if !ok || p.Name == "main" && path != "tumble" {
			continue
		}
		for _, imported := range p.Imports {
			to, ok := placeOf(places, imported)
			if !ok || !strings.HasPrefix(imported, "tumble/") {
				continue
			}
			l, below := layers[from.layer], layers[to.layer].name
			if _, sees := l.sees[below]; to.row < from.row {
				t.Errorf("%s imports %s, which the map has above it: imports run down", path, imported)
			} else if sees {
				l.sees[below] = true
			} else if from.layer != to.layer {
				t.Errorf("%s imports %s: forbidden, because layer %s does not see %s", path, imported, l.name, below)
			}
		}
	}
	for i, l := range layers {
		for name, used := range l.sees {
			if !slices.ContainsFunc(layers[i+1:], func(below layer) bool { return below.name == name }) {
				t.Errorf("layer %s sees %s, which is no layer below it", l.name, name)
			} else if !used {
				t.Errorf("layer %s sees %s, but imports nothing of it: take that away", l.name, name)
			}
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
