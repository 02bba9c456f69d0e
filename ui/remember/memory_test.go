package remember

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/layout"
)

// What is written is read again, every field of it; a file that is not there is a first start; one that is damaged
// is an error that names it, and a first start.
func TestMemoryIsKept(t *testing.T) {
	name := filepath.Join(t.TempDir(), "new", "window.json")
	if m, err := Read(name); err != nil || !reflect.DeepEqual(m, Memory{}) {
		t.Errorf("a first start: %+v, %v", m, err)
	}
	v := view.Default()
	v.Overlays, v.Style, v.Theme, v.Camera.Distance, v.Opacity = view.OverlayForces, view.Wire, view.Print, 3, 0.5
	v.Marks = view.MarkStrong
	v.Measured = view.Measured{Flow: true, Plane: bridge.Plane{Axis: 1, Negative: true, At: 0.25}, Through: true, Part: 1,
		Regions: true, Region: 2, Chart: 3}
	var err error
	if v.Measured.Slice, err = bridge.ParseSlice("a=box/0,0,0/1,1,1#4x1x4#lucy/0.5#stress.xy#arrows"); err != nil {
		t.Fatal(err)
	}
	want := Memory{Greeted: true, Width: 1600, Height: 900, Scale: 1.1, Sections: map[string]bool{"View": false},
		Layout: layout.Shell{Dock: "View", Inspector: true, Drawer: true, Front: true, DockWidth: 250, InspectorWidth: 400,
			DrawerHeight: 99}}
	want.Opened("bottle", true)
	want.Opened("some/scene.yaml", false)
	want.Keep(&v)
	if err := want.Write(name); err != nil {
		t.Fatal(err)
	}
	got, err := Read(name)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\ngot  %+v\nwant %+v", err, got, want)
	}
	again := view.Default()
	got.Give(&again, true, 0)
	if again != v {
		t.Errorf("the view is %+v, want %+v", again, v)
	}
	again = view.Default()
	got.Give(&again, false, 0)
	if again.Theme != view.Print || again.Style != view.Solid || again.Camera.Distance != 1 {
		t.Errorf("another scene is drawn as %+v", again)
	}
	for _, damaged := range []string{"", "{", `{"Width": "x"}`, `{"Width": -5}`, `{"Layout": {"DockWidth": 1e9}}`,
		`{"View": {"Opacity": 7}}`, strings.Repeat("x", 2<<20)} {
		os.WriteFile(name, []byte(damaged), 0o644)
		if m, err := Read(name); err == nil || !strings.Contains(err.Error(), "window.json") ||
			!reflect.DeepEqual(m, Memory{}) {
			t.Errorf("%.20q: %+v, %v", damaged, m, err)
		}
	}
}

// Files that were opened are kept as whole paths, newest first, none twice and not too many.
func TestRecentFiles(t *testing.T) {
	var m Memory
	for _, f := range strings.Fields("a b c d e f g h i j b") {
		m.Opened("/x/"+f, false)
	}
	m.Opened("bottle", true)
	m.Opened("-", false)
	if got := strings.Join(m.Recent, " "); got != "/x/b /x/j /x/i /x/h /x/g /x/f /x/e /x/d" || m.Scene != "bottle" {
		t.Errorf("recent %s, last %s", got, m.Scene)
	}
	if !m.IsLastScene("bottle") || m.IsLastScene("/x/b") {
		t.Error("the last scene is another one")
	}
}

// The file lies where the XDG specification says; relative folders are ignored.
func TestFileFollowsXDG(t *testing.T) {
	t.Setenv("HOME", "/home/me")
	t.Setenv("XDG_STATE_HOME", "/state")
	if f, err := File(); err != nil || f != "/state/tumble/window.json" {
		t.Errorf("%s, %v", f, err)
	}
	t.Setenv("XDG_STATE_HOME", "state")
	if f, err := File(); err != nil || f != "/home/me/.local/state/tumble/window.json" {
		t.Errorf("%s, %v", f, err)
	}
}
