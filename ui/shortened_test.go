package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/ui/internal/imguigl"
	"example.org/tumble/ui/layout"
)

// withoutTip are the functions that shorten a text with "…" and give it no tip themselves, and where it is whole.
var withoutTip = map[string]string{
	"Button":      "in the tip that the caller gives the button",
	"ListButton":  "in the tip that the caller gives the button",
	"Toggle":      "in the tip that the caller gives it",
	"Wrap":        "in what the caller was given",
	"chartLegend": "in the list Now, and in saved charts",
	"helpHead":    "on the page",
	"drawSheet":   "in the sheet of a wider window",
	"nothing":     "in a wider pane",
	"servoLine":   "in the help of its rows",
	"cell":        "in the inspector of the body, and in a wider column",
	"trackRow":    "in the field that Name opens",
	"Column":      "in the tip of the icon that opens the column",
	"menuRow":     "in the menu of a wider window",
}

// Contract: every text that may be shortened shows the whole of it in a tip, or is listed here with where it is.
func TestShortenedTextsHaveTheWhole(t *testing.T) {
	found := map[string]bool{}
	for _, folder := range []string{".", "widget"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				fits, tips := false, false
				ast.Inspect(f, func(n ast.Node) bool {
					if call, ok := n.(*ast.CallExpr); ok {
						if s, ok := call.Fun.(*ast.SelectorExpr); ok {
							fits = fits || s.Sel.Name == "Fit" && len(call.Args) == 3
							tips = tips || s.Sel.Name == "Tip"
						}
					}
					return true
				})
				if !fits {
					continue
				}
				found[f.Name.Name] = !tips
				if withoutTip[f.Name.Name] == "" && !tips {
					t.Errorf("%s: %s shortens a text, has no tip and is not listed", path, f.Name.Name)
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(withoutTip)) {
		if !found[name] {
			t.Errorf("%s is listed, and shortens nothing or has a tip", name)
		}
	}
}

// Contract: a text that is shortened is whole in the tip of its widget.
func TestTipHasTheWholeText(t *testing.T) {
	b := newBench(t)
	b.size(800, 500, 1)
	u := b.g.Context
	var short string
	letters := func() int {
		b.now = b.now.Add(time.Second)
		imgui.NewFrame()
		u.Begin(b.now, 800, 500)
		u.Pane("##pane", layout.Box(0, 0, 200, 100), imgui.Vec4{}, 0)
		u.Button("long", "A text that is far longer than its button", "", 80, 24, false)
		short = u.Fit(u.Fonts.Text, "A text that is far longer than its button", 76)
		u.Tip("Help")
		imgui.End()
		u.End()
		imgui.Render()
		return len(glyphs())
	}
	few := letters()
	imguigl.Feed(b.io, imguigl.Event{Kind: imguigl.Move, X: 20, Y: 15})
	many := 0
	for range 8 {
		many = letters()
	}
	const whole = len("Atextthatisfarlongerthanitsbutton") + len("Help")
	if many-few != whole || !strings.HasSuffix(short, "…") {
		t.Errorf("the tip of %q has %d letters, want %d", short, many-few, whole)
	}
}
