package sim_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maySwitch lists the files that tell the members of a family apart, and where: in how many switches, and why there.
// What there is to know of a member stands in its row of a table, or its methods say it.
var maySwitch = []struct {
	family, file string
	switches     int
	why          string
}{
	{"command", "sim/run/command.go", 1, "the runner carries commands out"},
	{"command", "sim/run/controls/controls.go", 1, "what runners and players have in common: controls carry that out"},
	{"command", "sim/run/playback/player.go", 1, "dumps have happened: a player opens another run, and refuses the rest"},
	{"command", "sim/run/bridge/edit.go", 7, "an edit reads its own inverse"},
	{"command", "sim/run/bridge/edit_bodies.go", 1, "the same, for edits of single bodies"},
	{"command", "sim/run/bridge/encode.go", 1, "a file may set only what can be set as a world runs"},

	{"shape", "sim/internal/body/shapes.go", 2, "spheres and capsules have arrays of their own, for the batches"},
	{"shape", "sim/measure/inspect/body.go", 1, "meshes and walls have no size: what is told in its place"},
	{"shape", "sim/measure/inspect/ruler_parts.go", 1, "distances to what has no volume, each by its own geometry"},
	{"shape", "sim/run/playback/scenery.go", 1, "of a scene, a dump can be shown with its walls and meshes"},
	{"shape", "sim/files/export/deck/bodies.go", 1, "other programs have walls of other kinds"},
	{"shape", "sim/files/export/deck/lammps.go", 1, "the same, for LAMMPS"},

	{"motion", "sim/internal/kinematic/archive.go", 7, "a saved state has a number for each, and what it keeps of it"},
	{"motion", "sim/internal/kinematic/kinematic.go", 2, "only keys can be edited, and only servos need forces"},
	{"motion", "sim/internal/kinematic/impose.go", 2, "what edits impose is a constant motion"},
	{"motion", "sim/scene/servo.go", 1, "what a servo holds can be set as a world runs"},
	{"motion", "sim/internal/publish/moved.go", 1, "a snapshot says of which kind a motion is"},
	{"motion", "sim/files/export/deck/stages.go", 3, "other programs know some motions, and others part by part"},
	{"motion", "sim/files/export/deck/sways.go", 4, "the same"},

	{"law", "sim/files/export/deck/rows.go", 1, "other programs have laws of other names"},
}

// Contract: commands (edits are some of them), shapes, motions and laws are told apart where maySwitch says: each
// further place would have to know of the next member, too.
func TestCommandsAreToldApartOnce(t *testing.T) {
	t.Parallel()
	families := map[string]family{
		"command": {"bridge", receiversOf(t, "run/bridge/*.go", "command")},
		"motion":  {"motion", receiversOf(t, "internal/motion/*.go", "At")},
		"shape":   {"shape", constantsOf(t, "internal/shape/shape.go", "Kind")},
		"law":     {"law", constantsOf(t, "law/kinds.go", "Kind")},
	}
	found := map[string]int{}
	for path, text := range sources(t) {
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for name, members := range families {
			if n := members.switches(f); n > 0 {
				found[name+" in "+path] = n
			}
		}
	}
	for _, may := range maySwitch {
		place := may.family + " in " + may.file
		if n := found[place]; n != may.switches {
			t.Errorf("%s: %d places tell members apart, want %d", place, n, may.switches)
		}
		delete(found, place)
	}
	for _, place := range slices.Sorted(maps.Keys(found)) {
		t.Errorf("%s: told apart by a switch: forbidden, because a second place must know of the next member, too; "+
			"let its table or a method say it", place)
	}
}

// consumers lists what must know each member of a family, or the row of each: a declaration, and the members of which
// it need not say anything. Consumers that walk through a table need no row, they miss nothing; nor do those that
// TestEveryKindIsComplete and its like try with each row.
var consumers = []struct {
	family, file, declaration string
	but                       []string
	why                       string
}{
	{"command", "run/command_test.go", "everyCommand", nil, "a test carries each out"},
	{"edit", "run/bridge/edit.go", "edits", []string{"Set"}, "files are read by it; a Number is a Set"},

	{"shape", "internal/shape/shape.go", "Kinds", nil, "all others read its rows"},
	{"shape", "internal/body/kinds.go", "kinds", nil, "what bodies need to know"},
	{"shape", "internal/contact/rules.go", "nearest", nil, "what touches what"},
	{"shape", "internal/neighbour/rebuild.go", "findPairs", []string{"KindSphere", "KindCapsule"},
		"what may touch soon; shapes with a mass are found together"},
	{"shape", "files/export/surfaces.go", "endless", []string{"KindSphere", "KindCapsule", "KindMesh"},
		"what is drawn of shapes without an end"},

	{"motion", "internal/kinematic/archive.go", "archivePath", nil, "saved states"},
	{"motion", "internal/publish/moved.go", "fillMotion", []string{"Interpolated", "Rerouted"},
		"snapshots; the two have keys"},
	{"kind of motion", "../ui/panel_motion.go", "motionKinds", nil, "the panel of motions"},

	{"law", "law/kinds.go", "Kinds", nil, "all others read its rows"},

	{"overlay", "../render/overlay/table.go", "Table", nil, "menus, --overlays, legends, and what draws each"},
	{"overlay", "../ui/panel_view.go", "overlayActs", nil, "the key of each"},
}

// Contract: what has a row or a case for each member of a family has all of them: by the source of the family, not by a
// list that can be short.
func TestCommandsAndKindsReachTheirConsumers(t *testing.T) {
	t.Parallel()
	families := map[string]map[string]bool{
		"command":        receiversOf(t, "run/bridge/*.go", "command"),
		"edit":           receiversOf(t, "run/bridge/*.go", "Apply"),
		"motion":         receiversOf(t, "internal/motion/*.go", "At"),
		"kind of motion": constantsOf(t, "run/bridge/snapshot.go", "MotionKind"),
		"shape":          constantsOf(t, "internal/shape/shape.go", "Kind"),
		"law":            constantsOf(t, "law/kinds.go", "Kind"),
		"overlay":        constantsOf(t, "../render/view/view.go", "Overlay"),
	}
	for _, c := range consumers {
		named := namesIn(t, c.file, c.declaration)
		for name := range families[c.family] {
			if known, excused := named[name], slices.Contains(c.but, name); known == excused {
				t.Errorf("%s of %s has %s: %v, and is said to need it: %v (%s)", c.declaration, c.file, name, known, !excused,
					c.why)
			}
		}
	}
}

// namesIn returns the names in a declaration of a file.
func namesIn(t *testing.T, path, declaration string) map[string]bool {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	collect := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				names[id.Name] = true
			}
			return true
		})
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Name.Name == declaration {
				collect(n.Body)
			}
		case *ast.ValueSpec:
			if n.Names[0].Name == declaration {
				collect(n.Values[0])
			}
		}
		return true
	})
	if len(names) == 0 {
		t.Fatalf("%s declares no %s", path, declaration)
	}
	return names
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

// constantsOf returns the constants of a type that a file declares.
func constantsOf(t *testing.T, path, of string) map[string]bool {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, d := range f.Decls {
		group, ok := d.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		first, _ := group.Specs[0].(*ast.ValueSpec).Type.(*ast.Ident)
		for _, spec := range group.Specs {
			if first != nil && first.Name == of {
				names[spec.(*ast.ValueSpec).Names[0].Name] = true
			}
		}
	}
	if len(names) < 3 {
		t.Fatalf("%s has %d constants of type %s", path, len(names), of)
	}
	return names
}

// family is a set of types or constants of a package.
type family struct {
	pkg     string
	members map[string]bool
}

// switches counts the places in a file that tell members apart: switches with a case for one, and assertions of one.
func (m family) switches(f *ast.File) (n int) {
	isOne := func(e ast.Expr) bool {
		sel, ok := e.(*ast.SelectorExpr)
		if !ok {
			id, ok := e.(*ast.Ident) // inside of the package itself
			return ok && f.Name.Name == m.pkg && m.members[id.Name]
		}
		from, ok := sel.X.(*ast.Ident)
		return ok && from.Name == m.pkg && m.members[sel.Sel.Name]
	}
	ofCases := func(cases *ast.BlockStmt) {
		for _, c := range cases.List {
			if slices.ContainsFunc(c.(*ast.CaseClause).List, isOne) {
				n++
				return
			}
		}
	}
	ast.Inspect(f, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.TypeSwitchStmt:
			ofCases(node.Body)
		case *ast.SwitchStmt:
			ofCases(node.Body)
		case *ast.TypeAssertExpr:
			if node.Type != nil && isOne(node.Type) {
				n++
			}
		}
		return true
	})
	return n
}
