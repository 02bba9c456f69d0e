package ui

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

// rooms are the parts of the window, from the ground up, each with its files. What a room needs it finds in rooms
// before it; what must be known the other way round has a row in upward.
var rooms = []struct {
	name, about string
	files       string
}{
	{"config", "what the window is wired to: the interfaces of renderer and recorder, and tasks for others",
		"config task"},
	{"shared", "snapshot, view, selection, and the ways to simulation, person and clipboard", "shared edit files toasts"},
	{"words", "what people call the numbers of materials and settings", "words"},
	{"viewport", "where the scene is shown, and what lies where in it", "viewport"},
	{"shell", "what is open round the view, and where it lies", "shell"},
	{"questions", "what a person is asked before something is done", "questions"},
	{"messages", "what is said to the person, and the bell that keeps it", "messages"},
	{"observer", "tells the simulation what the person sees", "observer"},
	{"scene", "the scene that is loaded, what it began with, and its seed", "scene"},
	{"forecast", "tries edits before they are made", "forecast"},
	{"physics", "edits settings and materials", "physics preview panel_scene panel_materials"},
	{"motions", "edits prescribed motions, servos and hinges", "motions panel_motion servo joints"},
	{"forces", "edits forces from outside", "panel_forces"},
	{"inlets", "edits inlets", "inlets"},
	{"jobs", "makes files of the run beside the window", "job"},
	{"pages", "replays and reports", "panel_pages"},
	{"export", "runs and moments for other programs", "panel_export"},
	{"pictures", "pictures and figures", "pictures panel_picture"},
	{"recorder", "videos", "recorder clocks remake panel_record"},
	{"camera", "flights, following, stored views", "camera flight panel_views"},
	{"groups", "groups of bodies that are drawn in other ways", "groups panel_groups"},
	{"search", "finds bodies by what a person writes", "search"},
	{"selection", "selects bodies and contacts", "selection"},
	{"breaks", "conditions at which the run pauses", "panel_breakpoints"},
	{"drawing", "style, colours and legend, cuts", "drawing choices panel_view panel_colors panel_cuts"},
	{"notebook", "the program that holds the window", "notebook"},
	{"handles", "what handles in the view are, and which they may be", "handle"},
	{"plane", "the plane through which flow is counted", "plane"},
	{"regions", "the regions whose bodies are measured", "regions panel_regions"},
	{"flows", "the discs and rectangles through which flow is counted", "flows panel_flows"},
	{"slice", "the slice in which a field is shown", "slice panel_slice"},
	{"surfaces", "the surfaces on which loads are measured", "surfaces panel_surfaces"},
	{"hand", "drags bodies", "hand"},
	{"grips", "handles of cuts, key frames, the plane and regions", "grips"},
	{"timeline", "the time of the run: play, step, seek, tracks", "timeline"},
	{"table", "the bodies as rows of a table, and how their quantities are spread",
		"table table_rows table_plots table_save"},
	{"collisions", "how fast bodies met and what they lost", "collisions panel_collisions"},
	{"profile", "the field of the slice along a direction", "profile"},
	{"charts", "what was read of the run, over its time, and the drawer", "charts chart_save"},
	{"receipt", "whether a run that was opened is the same when it is done again", "receipt"},
	{"saver", "saves the run, the moment or the scene", "saver"},
	{"inspector", "numbers of what is selected", "inspector panel_body panel_explain explain_text panel_history"},
	{"memory", "what is kept of each scene from one start to the next", "memory"},
	{"picker", "the scenes that can be opened", "picker"},
	{"help", "keys, manual, and the card of the first start", "help help_keys help_topic greet"},
	{"readings", "numbers of the whole", "panel_stats panel_watch"},
	{"twin", "two worlds beside each other", "twin"},
	{"stories", "what the scene says to who opens it, and steps that it has done", "stories panel_guide story_card"},
	{"model", "all rooms together: snapshots, actions and input go to the room that they are for",
		"model docks layers palette commands actions input thing_menu remember closing"},
	{"frame", "what imgui draws round the view and over it: bars, columns, cards",
		"gui floats panels rail topbar strip status lane lamps chips end_card"},
	{"window", "the loop: events, pictures when they are due, files of pictures", "window loop save_picture keep doc"},
}

// upward lists the arrows that run from a room to one after it, and why.
var upward = map[string]string{}

// nothing stands for all imports: what a package has is known without them.
type nothing struct{}

func (nothing) Import(name string) (*types.Package, error) {
	p := types.NewPackage(name, path.Base(name))
	p.MarkComplete()
	return p, nil
}

// Contract: each file is in a room, and uses what its own room and rooms before it have. An arrow that runs up has a
// reason in the table above, and a reason has an arrow.
func TestRoomsLookDown(t *testing.T) {
	floor, inRooms := map[string]int{}, map[string]bool{}
	for i, r := range rooms {
		for _, f := range strings.Fields(r.files) {
			floor[f+".go"], inRooms[f+".go"] = i, true
		}
	}
	fset := token.NewFileSet()
	parsed, err := parser.ParseDir(fset, ".", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for name, f := range parsed["ui"].Files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if files = append(files, f); !inRooms[name] {
			t.Errorf("%s is in no room", name)
		}
		delete(inRooms, name)
	}
	for name := range inRooms {
		t.Errorf("%s is in a room, but not there", name)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	ignore := func(error) {} // what other packages have is not known
	conf := types.Config{Importer: nothing{}, FakeImportC: true, Error: ignore}
	pkg, _ := conf.Check("ui", fset, files, info)

	unused, arrows := maps.Clone(upward), map[string]string{}
	for id, o := range info.Uses {
		if o.Pkg() != pkg || o.Parent() != nil && o.Parent() != pkg.Scope() {
			continue // of another package, or local
		}
		from, placed := floor[fset.Position(id.Pos()).Filename]
		to := floor[fset.Position(o.Pos()).Filename]
		if to <= from || !placed {
			continue
		}
		arrow := rooms[from].name + " -> " + rooms[to].name
		if delete(unused, arrow); upward[arrow] == "" {
			arrows[arrow] += fmt.Sprintf("\n\t%v: %s", fset.Position(id.Pos()), id.Name)
		}
	}
	for _, arrow := range slices.Sorted(maps.Keys(arrows)) {
		t.Errorf("%s runs up, without a reason:%s", arrow, arrows[arrow])
	}
	for arrow := range unused {
		t.Errorf("%s is there no more: remove its reason", arrow)
	}
	rowsOfPanels(t, pkg)
	if len(info.Uses) < 10000 {
		t.Errorf("%d uses: the test sees nothing", len(info.Uses))
	}
}

// rowsOfPanels checks that each type that draws itself as a panel has a row among those of a dock or of the inspector.
func rowsOfPanels(t *testing.T, pkg *types.Package) {
	m, rows := newModel(Config{}), map[string]bool{}
	for _, p := range panels {
		rows[strings.TrimLeft(fmt.Sprintf("%T", p.of(m)), "*")] = true
	}
	for _, p := range inspectors {
		rows[strings.TrimLeft(fmt.Sprintf("%T", p.of(&m.inspector)), "*")] = true
	}
	for _, name := range pkg.Scope().Names() {
		named, ok := pkg.Scope().Lookup(name).Type().(*types.Named)
		if !ok {
			continue
		}
		for f := range named.Methods() {
			if f.Name() == "draw" && strings.HasPrefix(f.Signature().Params().String(), "(u ") &&
				f.Signature().Params().Len() == 1 &&
				f.Signature().Recv() != nil && !rows["ui."+name] {
				t.Errorf("%s draws itself, but has no row among panels or inspectors", name)
			}
		}
	}
}
