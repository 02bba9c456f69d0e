package sim_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maySwitch lists the files that may tell commands apart by their types.
var maySwitch = map[string]string{
	"sim/run/command.go":           "the runner carries commands out",
	"sim/run/controls/controls.go": "runners and players have what is about time in common: controls carry that out",
	"sim/run/playback/player.go":   "dumps have happened: a player opens another run, and refuses the rest",
}

// Contract: commands are told apart in one place of each that carries them out, and edits nowhere: what there is to
// know of an edit its methods say. Each place of its own would have to know of the next command, too.
func TestCommandsAreToldApartOnce(t *testing.T) {
	t.Parallel()
	commands := receiversOf(t, "run/bridge/*.go", "command")
	found := map[string]int{}
	for _, dir := range []string{"../sim", "../ui", "../render"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				if n := switchesOver(t, path, commands); n > 0 {
					found[filepath.ToSlash(strings.TrimPrefix(path, "../"))] = n
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(found)) {
		if maySwitch[file] == "" {
			t.Errorf("%s tells commands apart by their types: forbidden, because only %v may", file,
				slices.Sorted(maps.Keys(maySwitch)))
		} else if found[file] != 1 {
			t.Errorf("%s has %d switches over commands, want one", file, found[file])
		}
	}
	if len(found) != len(maySwitch) {
		t.Errorf("%d files tell commands apart, %d may", len(found), len(maySwitch))
	}
}

// Contract: what lists commands and edits has all of them: by the source of package bridge, not by a list that can be
// short.
func TestCommandsAreComplete(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ method, path, list string }{
		{"command", "run/command_test.go", "everyCommand"}, // each of which a test carries out
		{"Apply", "run/bridge/edit.go", "edits"},           // which files are read by
	} {
		listed := listOf(t, c.path, c.list)
		for name := range receiversOf(t, "run/bridge/*.go", c.method) {
			if !listed[name] {
				t.Errorf("%s of %s has no %s", c.list, c.path, name)
			}
		}
	}
}

// listOf returns the types of the values in a list of a file.
func listOf(t *testing.T, path, list string) map[string]bool {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]bool{}
	ast.Inspect(f, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if !ok || spec.Names[0].Name != list {
			return true
		}
		for _, e := range spec.Values[0].(*ast.CompositeLit).Elts {
			switch e := e.(type) {
			case *ast.CompositeLit:
				types[nameOf(e.Type)] = true
			case *ast.CallExpr: // of Number, which makes a Set
				types["Set"] = types["Set"] || nameOf(e.Fun) == "Number"
			}
		}
		return false
	})
	return types
}

// nameOf returns the name of a type or function without its package.
func nameOf(e ast.Expr) string {
	if sel, ok := e.(*ast.SelectorExpr); ok {
		return sel.Sel.Name
	}
	return e.(*ast.Ident).Name
}

// receiversOf returns the types that have a method, of the files of a pattern.
func receiversOf(t *testing.T, pattern, method string) map[string]bool {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %d files, %v", pattern, len(paths), err)
	}
	names := map[string]bool{}
	for _, path := range paths {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv != nil && d.Name.Name == method {
				names[d.Recv.List[0].Type.(*ast.Ident).Name] = true
			}
		}
	}
	return names
}

// switchesOver counts the type switches of a file that have a case for one of the types of package bridge, and the
// assertions of one.
func switchesOver(t *testing.T, path string, types map[string]bool) (n int) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	isOne := func(e ast.Expr) bool {
		sel, ok := e.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		from, ok := sel.X.(*ast.Ident)
		return ok && from.Name == "bridge" && types[sel.Sel.Name]
	}
	ast.Inspect(f, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.TypeSwitchStmt:
			for _, c := range node.Body.List {
				if slices.ContainsFunc(c.(*ast.CaseClause).List, isOne) {
					n++
					return true
				}
			}
		case *ast.TypeAssertExpr:
			if node.Type != nil && isOne(node.Type) {
				n++
			}
		}
		return true
	})
	return n
}
