package sim_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"testing"
)

// TestOneWriter keeps to sim/files/outfile what makes, changes or renames files: what one place
// promises of a file, that it is whole or not there, holds of all.
func TestOneWriter(t *testing.T) {
	t.Parallel()
	makers := []string{"os.Create", "os.CreateTemp", "os.WriteFile", "os.Rename", "os.Mkdir", "os.MkdirAll",
		"os.Truncate", "os.Link", "os.Symlink", "os.NewFile"}
	pkgs := program(t)
	seen := 0
	for _, path := range sortedPaths(pkgs) {
		p := pkgs[path]
		for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
			for _, call := range calls(t, filepath.Join(p.Dir, name), makers) {
				if seen++; path != "tumble/sim/files/outfile" {
					t.Errorf("%s/%s: %s: forbidden, because files are written by sim/files/outfile", path, name, call)
				}
			}
		}
	}
	if seen == 0 {
		t.Error("not even sim/files/outfile was seen to write")
	}
}

// readers are the calls by which a program looks into files and folders.
var readers = []string{"os.Open", "os.OpenFile", "os.OpenInRoot", "os.OpenRoot", "os.DirFS", "os.ReadFile",
	"os.ReadDir", "os.Stat", "os.Lstat", "os.Readlink", "os.CopyFS", "filepath.Glob", "filepath.Walk",
	"filepath.WalkDir",
	"ioutil.ReadFile", "ioutil.ReadDir", "syscall.Open"}

// looks lists who looks into files and folders itself, beside sim/files/input, which bounds what it reads.
var looks = []struct{ pkg, call, why string }{
	{"tumble/assets/gallery", "os.ReadFile", "a tool of who builds the program: it reads what it has just made"},
	{"tumble/assets/licences", "os.ReadDir", "a tool of who builds the program: of the modules that are built in"},
	{"tumble/assets/licences", "os.ReadFile", "a tool of who builds the program: of the modules that are built in"},
	{"tumble/render/video", "os.Stat", "the size of a film that it has just written"},
	{"tumble/sim/files/dump", "filepath.Glob", "which files a pattern stands for: names alone"},
	{"tumble/sim/files/dump", "os.ReadDir", "which files may be dumps: names alone"},
	{"tumble/sim/files/dump", "os.Stat", "whether a name is that of a folder"},
	{"tumble/sim/files/export", "os.OpenRoot", "what a scene would overwrite: regular files, the first kB"},
	{"tumble/sim/files/export/deck", "os.ReadDir", "whether a folder may be replaced: names alone"},
	{"tumble/sim/files/outfile", "os.Lstat", "what is there already"},
	{"tumble/sim/files/outfile", "os.OpenFile", "to write, and the lists of what it wrote"},
	{"tumble/sim/files/outfile", "os.Readlink", "where a link leads that a person named"},
	{"tumble/sim/files/outfile", "os.Stat", "what is there already"},
	{"tumble/sim/scene", "os.OpenRoot", "the folder of a scene, which it cannot leave; input.From reads what is in it"},
	{"tumble/sim/scene", "os.Stat", "whether a file is in the folder of a scene"},
	{"tumble/sim/scene/source", "os.Stat", "whether a folder of dumps says what scene it was exported from"},
	{"tumble/ui", "os.Lstat", "whether a file would be replaced"},
	{"tumble/ui", "os.ReadDir", "which names are taken"},
	{"tumble/ui/cli", "os.Stat", "whether a name is that of a folder or of another name's file, how large a result is"},
	{"tumble/ui/serve", "filepath.Glob", "the sockets of processes that were killed: names alone"},
	{"tumble/ui/serve", "os.Lstat", "whose the folder of sockets is"},
	{"tumble/ui/serve", "os.ReadFile", "the name of the process at the other end of a socket"},
	{"tumble/ui/desktop", "os.ReadDir", "the autosaves of this user: names alone"},
}

// TestOneReader keeps to sim/files/input what reads files: its bounds hold of all that a person opens. Who looks
// elsewhere has a row with a reason.
func TestOneReader(t *testing.T) {
	t.Parallel()
	pkgs, used := program(t), map[[2]string]bool{}
	for _, path := range sortedPaths(pkgs) {
		if p := pkgs[path]; path != "tumble/sim/files/input" {
			for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
				for _, call := range calls(t, filepath.Join(p.Dir, name), readers) {
					used[[2]string{path, call}] = true
				}
			}
		}
	}
	for _, l := range looks {
		if !used[[2]string{l.pkg, l.call}] {
			t.Errorf("%s no longer calls %s: remove its row", l.pkg, l.call)
		}
		delete(used, [2]string{l.pkg, l.call})
	}
	for use := range used {
		t.Errorf("%s: %s: forbidden, because files are read by sim/files/input, which bounds what it reads; or give "+
			"a reason in looks", use[0], use[1])
	}
}

// calls returns which functions of packages, as "os.Open", a file uses.
func calls(t *testing.T, path string, wanted []string) (list []string) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if pkg, ok := sel.X.(*ast.Ident); ok && slices.Contains(wanted, pkg.Name+"."+sel.Sel.Name) {
				list = append(list, pkg.Name+"."+sel.Sel.Name)
			}
		}
		return true
	})
	return list
}
