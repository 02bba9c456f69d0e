package ui

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/keymap"
	"example.org/tumble/ui/layout"
)

// painter is a drawer that writes the step it was asked to draw into its only pixel.
type painter struct {
	pixel         byte
	width, height int
	ramp          view.Ramp
}

func (p *painter) Shows(*bridge.Snapshot, *view.View, int, int) bool { return false }

func (p *painter) Layout() overlay.Layout { return overlay.Layout{Legend: view.Legend{Ramp: p.ramp}} }

func (p *painter) DrawUnless(s *bridge.Snapshot, _ *view.View, width, height int, _ func(float64) bool) (bool, error) {
	p.pixel, p.width, p.height = byte(s.Step), width, height
	return true, nil
}
func (p *painter) Outline(*bridge.Snapshot, *view.View, int, int) (bool, error) {
	return false, nil
}
func (p *painter) PickShown(int, int, int, int, int) (view.Hit, error) { return view.Hit{}, nil }
func (p *painter) Recall(int, int) bool                                { return true }
func (p *painter) Blit(int, int, int, int)                             {}
func (p *painter) Pixels([]byte) []byte                                { return []byte{p.pixel} }
func (p *painter) Close()                                              {}

// film is a recording that remembers its frames.
type film struct {
	frames []byte
	fail   int // frame whose writing fails, if > 0
	closed bool
}

func (f *film) Write(rgba []byte) error {
	if f.closed {
		return errors.New("written after it was closed")
	}
	f.frames = append(f.frames, rgba[0])
	if f.fail > 0 && len(f.frames) >= f.fail {
		return errors.New("disk is full")
	}
	return nil
}
func (f *film) Close() (string, error) { f.closed = true; return "out.mp4", nil }
func (f *film) Frames() int            { return len(f.frames) }

// deliver hands over a frame of a recording, as the simulation does, if there is room.
func (e *engine) deliver(step int) bool {
	select {
	case s := <-e.feed.Spare():
		e.state.Step = int64(step)
		*s = e.state
		e.feed.Frames <- s
		return true
	default:
		return false
	}
}

func recordingModel(t *testing.T) (*engine, *model, *film) {
	e, f := newEngine(16), &film{}
	m := newModel(Config{Feed: e.feed, Commands: e.commands, View: view.Default(), OutputDir: t.TempDir(),
		NewRecording: func(path string, width, height int, fps float64, _ [][2]string) (Recording, string, error) {
			if width%2 != 0 || height%2 != 0 || fps != 60 || !strings.HasSuffix(path, "tumble-bottle-1.mp4") {
				t.Errorf("recording %s, %d × %d at %g", path, width, height, fps)
			}
			return f, "", nil
		}})
	m.viewport.area = layout.Rect{Width: 961, Height: 721}
	e.publish()
	m.poll()
	return e, m, f
}

// Every frame that the simulation hands over is drawn at the size of the start and
// written once, in order, whatever is switched or resized meanwhile; each buffer goes
// back; and frames that come after the stop do not.
func TestRecordingWritesEveryFrame(t *testing.T) {
	e, m, f := recordingModel(t)
	p := new(painter)
	m.do(keymap.Record)
	m.out.flush()
	e.step(9)
	for i := 1; i <= 100; i++ {
		if !e.deliver(i) {
			t.Fatalf("frame %d: no buffer came back", i)
		}
		m.viewport.area.Width = float32(400 + 10*i)
		m.do([]keymap.Action{keymap.Forces, keymap.Style, keymap.Hide, keymap.ColorBy, keymap.Quality}[i%5])
		m.refresh(p, time.Second)
		if p.width != 960 || p.height != 720 {
			t.Fatalf("frame %d was drawn at %d × %d, want 960 × 720", i, p.width, p.height)
		}
		if m.pictured().Step != int64(i) {
			t.Fatalf("the window shows step %d with frame %d", m.pictured().Step, i)
		}
		m.out.flush() // how each frame was seen
		e.step(9)
	}
	e.deliver(101)
	m.do(keymap.Record)
	m.refresh(p, time.Second)
	if m.recorder.state != draining {
		t.Error("the recording ended before the simulation knew of it")
	}
	m.out.flush()
	e.step(9)
	e.publish()
	m.refresh(p, time.Second)
	if m.recorder.state != idle || m.recorder.held != nil {
		t.Error("the recording did not end")
	}
	m.closeVideos()
	if len(f.frames) != 100 || f.frames[0] != 1 || f.frames[99] != 100 || !f.closed {
		t.Errorf("got %d frames %v, closed %v", len(f.frames), f.frames, f.closed)
	}
	for i := 0; i < 3; i++ {
		select {
		case <-e.feed.Spare():
		default:
			t.Errorf("only %d of 3 buffers came back", i)
		}
	}
}

// A video that cannot be written ends with a message, not with the window.
func TestRecordingSurvivesItsFile(t *testing.T) {
	e, m, f := recordingModel(t)
	f.fail = 3
	m.do(keymap.Record)
	for i := 1; i <= 5; i++ {
		e.deliver(i)
		m.refresh(new(painter), time.Second)
	}
	if m.recorder.state == recording || len(f.frames) != 3 {
		t.Errorf("still recording after %d frames", len(f.frames))
	}
	last := m.toasts.list[len(m.toasts.list)-1]
	if last.level != bridge.Warning || !strings.Contains(last.text, "disk is full") {
		t.Errorf("got the message %q", last.text)
	}
	m.closeVideos()
}

// File names count up past what is there, whatever its ending, and stay in their folder
// even where the scene is a path.
func TestNamesNeverOverwrite(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []string{"tumble-bottle-1.png", "tumble-bottle-7.avi", "tumble-bottle-x.png",
		"tumble-bottle-9223372036854775807.png"} {
		if err := os.WriteFile(filepath.Join(dir, n), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	n := names{dir: dir}
	for _, want := range []string{"tumble-bottle-8", "tumble-bottle-9"} {
		if got := filepath.Base(n.next("bottle")); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := n.next("/etc/my scene.yaml"); filepath.Dir(got) != dir ||
		!strings.HasPrefix(filepath.Base(got), "tumble-my-scene-") {
		t.Errorf("got %s", got)
	}
	if got := fileStem("../.."); got != "scene" {
		t.Errorf("got %s, want scene", got)
	}
}

// The range of the colours stays as the first frame that has one shows it while a video is made, for each quantity; a
// person unlocks it, and after the video it follows the data again. One that a person has fixed stays.
func TestRangeIsLockedForVideo(t *testing.T) {
	e, m, _ := recordingModel(t)
	d := &painter{}
	m.drawing.setColorBy(view.ColorBySpeed)
	m.recorder.toggleRecording()
	frame := func(lo, hi float32, want [2]float32, filmed bool) {
		t.Helper()
		d.ramp = view.Ramp{Lo: lo, Hi: hi}
		e.deliver(1)
		m.refresh(d, time.Minute)
		if m.view.ColorRange != want || m.view.Filmed != filmed {
			t.Errorf("range %v, locked for the video: %v, want %v, %v", m.view.ColorRange, m.view.Filmed, want, filmed)
		}
	}
	frame(0, 0, [2]float32{}, false)
	frame(0, 2, [2]float32{0, 2}, true)
	frame(0, 5, [2]float32{0, 2}, true)
	m.drawing.setColorBy(view.ColorBySpin)
	frame(0, 7, [2]float32{0, 7}, true)
	m.drawing.lockRange()
	frame(0, 9, [2]float32{}, false)
	m.recorder.unlocked = false
	frame(0, 9, [2]float32{0, 9}, true)
	m.recorder.stopRecording()
	if m.view.ColorRange != [2]float32{} || m.view.Filmed {
		t.Error("the range stays locked after the video")
	}
}

// Contract: the ending of a video says the format that was chosen, and so does what the window says.
func TestRecordingFormats(t *testing.T) {
	for i, want := range []string{"tumble-bottle-1.mp4 H.264", "tumble-bottle-1.webm VP9", "tumble-bottle-1.gif GIF"} {
		_, m, _ := recordingModel(t)
		got := ""
		m.config.NewRecording = func(path string, _, _ int, _ float64, _ [][2]string) (Recording, string, error) {
			got = filepath.Base(path)
			return &film{}, "", nil
		}
		m.recorder.format = i
		m.do(keymap.Record)
		if got += " " + m.recorder.note; got != want {
			t.Errorf("recorded %q, want %q", got, want)
		}
	}
}
