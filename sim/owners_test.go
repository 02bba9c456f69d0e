package sim_test

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Which files of a package use the state of which types, checked. A type may be as large as its task: what matters is
// that no method reaches what only another file needs, and that nobody changes a type from outside.

// structType is a struct of a package, with what uses it there.
type structType struct {
	name    string       // as sim.World
	file    string       // that declares it
	fields  []*types.Var // in the order of the struct
	methods int
	files   map[string]bool // that have its methods, and the one that declares it
	uses    map[*types.Var]map[string]bool

	typeFile map[*types.Var]string // where the type of a field is declared, if in the same package
}

// noPackages stands for all imports: the types of a package are known without those of others.
type noPackages struct{}

func (noPackages) Import(name string) (*types.Package, error) {
	p := types.NewPackage(name, path.Base(name))
	p.MarkComplete()
	return p, nil
}

// structTypes returns the structs of the program that have methods: first those with the most fields and methods.
func structTypes(t *testing.T) (list []*structType) {
	t.Helper()
	pkgs := program(t)
	for _, path := range sortedPaths(pkgs) {
		if !matches([]string{"tumble/sim/...", "tumble/ui/...", "tumble/render/..."}, path) {
			continue
		}
		list = append(list, structsOf(t, pkgs[path])...)
	}
	slices.SortStableFunc(list, func(a, b *structType) int {
		return cmp.Compare(len(b.fields)+b.methods, len(a.fields)+a.methods)
	})
	if len(list) < 200 || list[0].methods < 30 {
		t.Fatalf("found %d structs with methods", len(list))
	}
	return list
}

// structsOf returns the structs of a package that have methods.
func structsOf(t *testing.T, p *pkg) []*structType {
	t.Helper()
	fset := token.NewFileSet()
	files := map[string]*ast.File{}
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = f
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	ignore := func(error) {} // what other packages have is not known
	conf := types.Config{Importer: noPackages{}, FakeImportC: true, Error: ignore}
	checked, _ := conf.Check(p.ImportPath, fset, slices.Collect(maps.Values(files)), info)

	byName, owner := map[string]*structType{}, map[*types.Var]*structType{}
	for _, name := range checked.Scope().Names() {
		named, ok := checked.Scope().Lookup(name).(*types.TypeName)
		if !ok || named.IsAlias() {
			continue
		}
		fields, ok := named.Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		file := filepath.Base(fset.Position(named.Pos()).Filename)
		s := &structType{name: strings.TrimPrefix(p.ImportPath, "tumble/") + "." + name, file: file,
			files: map[string]bool{file: true}, uses: map[*types.Var]map[string]bool{},
			typeFile: map[*types.Var]string{}}
		byName[name] = s
		for f := range fields.Fields() {
			s.fields = append(s.fields, f)
			s.uses[f] = map[string]bool{}
			of := f.Type()
			if p, ok := of.(*types.Pointer); ok {
				of = p.Elem()
			}
			if named, ok := of.(*types.Named); ok && named.Obj().Pkg() == checked {
				s.typeFile[f] = filepath.Base(fset.Position(named.Obj().Pos()).Filename)
			}
			owner[f] = s
		}
	}
	for name, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv == nil {
					break
				}
				if s := byName[receiver(n)]; s != nil {
					s.methods++
					s.files[name] = true
				}
			case *ast.Ident:
				field, ok := info.Uses[n].(*types.Var)
				if s := owner[field]; ok && s != nil {
					s.uses[field][name] = true
				}
			}
			return true
		})
	}
	return slices.DeleteFunc(slices.Collect(maps.Values(byName)), func(s *structType) bool { return s.methods == 0 })
}

// receiver returns the name of the type of which a function is a method.
func receiver(f *ast.FuncDecl) string {
	of := f.Recv.List[0].Type
	if p, ok := of.(*ast.StarExpr); ok {
		of = p.X
	}
	if generic, ok := of.(*ast.IndexExpr); ok {
		of = generic.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}

// memoryOf lists the types of which a file alone uses several fields, and why they are no type of their own.
var memoryOf = map[string]string{
	"sim/internal/narrow.profile <- mesh_capsule_integral.go": "all that one search needs lies together",
	"sim/internal/narrow.profile <- node.go":                  "the same",
}

// Contract: fields that a single file uses of a type that another declares are a type of that file, too: two or more
// that only it needs would lie open to all methods of the type.
func TestFilesOwnWhatTheyAloneUse(t *testing.T) {
	t.Parallel()
	unused, seen := maps.Clone(memoryOf), map[string]int{}
	for _, s := range structTypes(t) {
		third, _, _ := strings.Cut(s.name, "/")
		third, _, _ = strings.Cut(third, ".")
		if seen[third]++; seen[third] <= 5 {
			t.Logf("one of the five largest of %s: %s, %d fields, %d methods in %d files", third, s.name, len(s.fields),
				s.methods, len(s.files))
		}
		alone := map[string][]string{} // fields by the only file that uses them
		for _, f := range s.fields {
			for file := range s.uses[f] {
				if len(s.uses[f]) == 1 && !f.Exported() && s.typeFile[f] != file {
					alone[file] = append(alone[file], f.Name())
				}
			}
		}
		for file, fields := range alone {
			if file == s.file || len(fields) < 2 {
				continue
			}
			use := s.name + " <- " + file
			if delete(unused, use); memoryOf[use] == "" {
				t.Errorf("%s: %s are used by %s alone: give them a type there", s.name, strings.Join(fields, ", "), file)
			}
		}
	}
	for use := range unused {
		t.Errorf("%s is so no more: remove its row", use)
	}
}

// mayChange lists which packages change what other packages own, beside the owner: the flow of data in a step.
var mayChange = map[string]string{
	"body.Set.Wrench <- contact":         "what acts on a body is summed up in it",
	"body.Set.Wrench <- grab":            "the same, for the force of the hand",
	"body.Set.Pos <- kinematic":          "a prescribed motion says where its body is, and how it moves",
	"body.Set.Ori <- kinematic":          "the same",
	"body.Set.Vel <- kinematic":          "the same",
	"body.Set.Spin <- kinematic":         "the same",
	"body.Set.Kind <- kinematic":         "a body that gets a motion is no longer moved by forces",
	"body.Set.Travel <- neighbour":       "it begins anew where the lists do",
	"ledger.Ledger.Inlets <- insertion":  "the energy that bodies bring",
	"ledger.Ledger.Outlets <- insertion": "the energy that bodies take along",
	"ledger.Ledger.Edits <- sim":         "the energy that an edit of the world changes",
	"neighbour.Search.Stale <- sim":      "an edit of what touches what makes the lists stale",
	"contact.Clock.Dt <- sim":            "the step says how long it is",
	"contact.Set.Law <- sim":             "the world binds its parts together: the law of its settings",
	"contact.Set.Move <- sim":            "the same: what becomes of bodies once their forces are known",
}

// Contract: what the note lists under "Who owns what" is changed by the package that owns it, and by nobody else but
// for the rows above.
func TestWhoChangesWhat(t *testing.T) {
	t.Parallel()
	owned := map[string]bool{}
	for _, line := range part(t, "Who owns what") {
		list, _, _ := strings.Cut(line, "  ")
		for _, name := range strings.Split(list, ", ") {
			owned[name] = true
		}
	}
	pkgs, err := engine()
	if err != nil {
		t.Fatal(err)
	}
	unused, owners := maps.Clone(mayChange), map[string]bool{}
	for _, p := range pkgs {
		for _, f := range p.files {
			ast.Inspect(f, func(n ast.Node) bool {
				for _, e := range assigned(n) {
					owner, field := ownedField(p.info, e, owned)
					if field == nil {
						continue
					}
					if owners[owner] = true; short(field.Pkg().Path()) == p.path {
						continue
					}
					change := owner + "." + field.Name() + " <- " + path.Base(p.path)
					if delete(unused, change); mayChange[change] == "" {
						t.Errorf("%v: %s: forbidden, because its owner changes it", positions.Position(e.Pos()), change)
					}
				}
				return true
			})
		}
	}
	for change := range unused {
		t.Errorf("nobody does %s any more: remove its row", change)
	}
	if len(owned) < 10 || len(owners) < 10 {
		t.Errorf("%d of %d owners change what they have: the test sees nothing", len(owners), len(owned))
	}
}

// assigned returns what a statement assigns to.
func assigned(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return n.Lhs
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	}
	return nil
}

// ownedField returns the outermost field of an owned type of which an expression is a part, and the type: body.Set and
// Pos for w.bodies.Pos[i].X.
func ownedField(info *types.Info, e ast.Expr, owned map[string]bool) (owner string, field types.Object) {
	for {
		switch part := e.(type) {
		case *ast.IndexExpr:
			e = part.X
		case *ast.SelectorExpr:
			if s := info.Selections[part]; s != nil && s.Kind() == types.FieldVal {
				of := s.Recv()
				if p, ok := of.(*types.Pointer); ok {
					of = p.Elem()
				}
				if named, ok := of.(*types.Named); ok && named.Obj().Pkg() != nil {
					if owner = named.Obj().Pkg().Name() + "." + named.Obj().Name(); owned[owner] {
						return owner, s.Obj()
					}
				}
			}
			e = part.X
		default:
			return "", nil
		}
	}
}
