package ui

import (
	"os"
	"path/filepath"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/keymap"
)

// Contract: Ctrl+S asks what to save under a name that no file has; what is typed gets the ending that belongs to it,
// and a file that is there is replaced only after a question.
func TestSaveDialog(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("tumble-pile-1.png", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	m := newModel(Config{Commands: make(chan bridge.Command, 9)})
	m.snap = &bridge.Snapshot{Scene: "pile"}
	m.do(keymap.Save)
	if m.saver.dialog == nil || m.saver.dialog.name != "tumble-pile-2" {
		t.Fatalf("asks with %+v", m.saver.dialog)
	}
	m.saver.dialog.name = "mine.yaml"
	m.saver.save(2)
	if n := len(m.out.waiting); n != 1 || filepath.Base(m.out.waiting[0].(bridge.SaveScene).Path) != "mine.yaml" {
		t.Errorf("sends %+v", m.out.waiting)
	}
	if err := os.WriteFile("mine.tumble", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	m.do(keymap.Save)
	m.saver.dialog.name = "mine"
	if m.saver.save(0); m.saver.picturing != nil || len(m.questions.list) != 1 {
		t.Fatal("replaces a file without a question")
	}
	if m.questions.answer(true); m.saver.picturing == nil || filepath.Base(m.saver.picturing.Path) != "mine.tumble" ||
		m.saver.picturing.Moment {
		t.Errorf("after the answer: %+v", m.saver.picturing)
	}
	m.do(keymap.Save)
	if m.do(keymap.Cancel); m.saver.dialog != nil {
		t.Error("Escape does not close it")
	}
}
