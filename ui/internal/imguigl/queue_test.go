package imguigl

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// Imgui sees the state of a button once a frame: a press and a release that came in one
// poll must be two frames, and the pointer must be where the press happened.
func TestPressAndReleaseOfOnePollBothArrive(t *testing.T) {
	var q Queue
	in := []Event{
		{Kind: Move, X: 10, Y: 20},
		{Kind: Button, Code: 0, Down: true},
		{Kind: Button, Code: 0},
		{Kind: Move, X: 300, Y: 20},
	}
	for _, e := range in {
		q.Push(e)
	}
	want := [][]Event{in[0:2], in[2:3], in[3:4]}
	for i, w := range want {
		if got := q.Next(nil); !reflect.DeepEqual(got, w) {
			t.Errorf("frame %d: got %v, want %v", i, got, w)
		}
	}
	if !q.Empty() {
		t.Error("events are left")
	}
}

// Text and the keys between its letters keep their order: a, Backspace, b leaves b.
func TestKeysStayBetweenLetters(t *testing.T) {
	var q Queue
	for _, e := range []Event{
		{Kind: Key, Code: 65, Down: true}, {Kind: Char, Rune: 'a'}, {Kind: Key, Code: 65},
		{Kind: Key, Code: 259, Down: true}, {Kind: Key, Code: 259},
		{Kind: Key, Code: 66, Down: true}, {Kind: Char, Rune: 'b'}, {Kind: Key, Code: 66},
	} {
		q.Push(e)
	}
	for !q.Empty() {
		typed := false
		for _, e := range q.Next(nil) {
			if e.Kind == Char {
				typed = true
			} else if typed && e.Down {
				t.Fatal("a key is pressed in the frame of the letter before it")
			}
		}
	}
}

// No event but a joined move is lost or reordered, no button or key changes twice in a
// frame, and every frame makes progress, whatever comes.
func TestQueueKeepsEverythingInOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for run := 0; run < 200; run++ {
		var q Queue
		var in, out []Event
		for i := 0; i < 200; i++ {
			e := Event{Kind: Kind(r.IntN(5)), Code: r.IntN(3), Down: r.IntN(2) == 0, X: float32(i)}
			q.Push(e)
			if n := len(in); n > 0 && e.Kind == Move && in[n-1].Kind == Move {
				in[n-1] = e
			} else {
				in = append(in, e)
			}
		}
		for !q.Empty() {
			f := q.Next(nil)
			if len(f) == 0 {
				t.Fatal("a frame took no event")
			}
			seen := map[[2]int]bool{}
			for _, e := range f {
				if k := [2]int{int(e.Kind), e.Code}; e.Kind == Button || e.Kind == Key {
					if seen[k] {
						t.Fatalf("%v changes twice in a frame", e)
					}
					seen[k] = true
				}
			}
			out = append(out, f...)
		}
		if !reflect.DeepEqual(in, out) {
			t.Fatal("events were lost or reordered")
		}
	}
}
