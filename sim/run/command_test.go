package run

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/bridge"
)

// everyCommand has a value of every kind of command.
var everyCommand = []bridge.Command{
	bridge.Pause{}, bridge.Resume{}, bridge.StepOnce{}, bridge.RunToEvent{}, bridge.SetSpeed{}, bridge.Reset{},
	bridge.LoadScene{}, bridge.Undo{}, bridge.Redo{}, bridge.TryEdits{}, bridge.MakeTried{}, bridge.DropTried{},
	bridge.Seek{}, bridge.SeekTime{}, bridge.StepBack{}, bridge.ChooseTrack{}, bridge.NameTrack{}, bridge.DropTrack{},
	bridge.SetHistoryBudget{}, bridge.SetLoop{}, bridge.SetSlow{},
	bridge.BeginTwin{}, bridge.ChooseTwin{}, bridge.EndTwin{}, bridge.SetPartingBound{},
	bridge.SetWanted{}, bridge.SetBreakpoints{}, bridge.SetPlane{}, bridge.ReadPast{}, bridge.Saw{},
	bridge.StartRecording{}, bridge.StopRecording{}, bridge.StartExport{}, bridge.StopExport{}, bridge.AllowExport{},
	bridge.SaveScene{}, bridge.SaveRun{}, bridge.SaveSeries{},
	bridge.Set{}, bridge.SetMaterial{}, bridge.SetMotionKey{}, bridge.AddMotionKey{}, bridge.RemoveMotionKey{},
	bridge.SetInlet{}, bridge.SetSeed{}, bridge.Grab{}, bridge.Release{},
}

// Contract: every type that is a command is carried out: by the source of package bridge, not by a list that can be
// short.
func TestEveryCommandIsCarriedOut(t *testing.T) {
	notTest := func(f fs.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }
	pkgs, err := parser.ParseDir(token.NewFileSet(), "../bridge", notTest, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range pkgs["bridge"].Files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv != nil && d.Name.Name == "command" {
				names = append(names, d.Recv.List[0].Type.(*ast.Ident).Name)
			}
		}
	}
	var have []string
	for _, c := range everyCommand {
		have = append(have, reflect.TypeOf(c).Name())
	}
	slices.Sort(names)
	slices.Sort(have)
	if !slices.Equal(names, have) {
		t.Errorf("the commands are\n%q, tried are\n%q", names, have)
	}
	for _, c := range everyCommand {
		r := still(t)
		r.apply(c) // panics where it does not know the command
	}
}
