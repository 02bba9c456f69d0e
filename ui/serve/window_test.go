//go:build unix

package serve

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
)

// shown is a window without a picture: a run with its person, and the line at which it is held.
type shown struct {
	*testing.T
	line     *Socket
	commands chan bridge.Command // of the person
	feed     *bridge.Feed
	snap     *bridge.Snapshot
	sight    Sight
	close    func() // closes the window
}

// hang is longer than anything takes.
const hang = time.Minute

// show opens a window on a scene, paused.
func show(t *testing.T, name string) *shown {
	t.Helper()
	t.Setenv("XDG_RUNTIME_DIR", privateDir(t))
	sc, err := scene.Load(name, scene.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	w := &shown{T: t, commands: make(chan bridge.Command, 8), feed: bridge.NewFeed()}
	r := run.New(sc, nil, w.feed, w.commands)
	r.SaveRunsWith(scene.WriteRun)
	access := run.NewAccess()
	r.Attach(access)
	w.commands <- bridge.Pause{}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.Run(ctx)
	}()
	w.line, err = Listen(Window{access, func(_ context.Context, do func(*Sight) error) error { return do(&w.sight) },
		func(_ context.Context, step int64, path string) error {
			return os.WriteFile(path, []byte(fmt.Sprint("step ", step)), 0o600)
		}})
	if err != nil {
		t.Fatal(err)
	}
	w.close = func() {
		cancel()
		<-ended
		w.line.Close()
		w.line.ended.Wait()
	}
	t.Cleanup(w.close)
	w.see("the pause", func(s *bridge.Snapshot) bool { return s.Paused })
	return w
}

// privateDir returns a folder as a run folder is.
func privateDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "r") // the paths of sockets are short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// see waits until the person sees something.
func (w *shown) see(what string, ok func(*bridge.Snapshot) bool) {
	w.Helper()
	for end := time.Now().Add(hang); ; time.Sleep(time.Millisecond) {
		if w.snap = w.feed.Latest(w.snap); w.snap != nil && ok(w.snap) {
			return
		}
		if time.Now().After(end) {
			w.Fatalf("nobody sees %s: step %d, paused: %v", what, w.snap.Step, w.snap.Paused)
		}
	}
}

// hold connects a program to the window.
func (w *shown) hold() *client {
	w.Helper()
	conn, err := net.Dial("unix", w.line.Path())
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(hang))
	return &client{T: w.T, to: conn, from: bufio.NewReader(conn), blocks: map[int64][]byte{}}
}

// refused sends a request and returns the text of its error.
func (c *client) refused(method, params string) string {
	c.Helper()
	c.send(method, params)
	a := c.receive()
	if a.Error == nil {
		c.Fatalf("%s {%s} is carried out: %s", method, params, a.Result)
	}
	return a.Error.Message
}

// Contract: a run that a program steps in a window, with reads between, has the bits of tumble run; the person sees
// its steps, and that it is paused after them.
func TestHeldRunHasTheSameBits(t *testing.T) {
	const end = 0.06
	want := bottleAt(t, end)
	w := show(t, "bottle")
	c := w.hold()
	var s status
	c.ask(&s, "until", `"world":1,"time":0.02`)
	for range 50 {
		var bodies struct{ Position array }
		c.ask(&s, "step", `"world":1,"steps":3`)
		c.ask(&bodies, "bodies", `"world":1,"arrays":["position"]`)
		if len(c.numbers(bodies.Position)) != 3*s.Bodies {
			t.Fatalf("%+v of %d bodies", bodies, s.Bodies)
		}
	}
	c.ask(&s, "until", fmt.Sprintf(`"world":1,"time":%g,"bodies":["force"]`, end))
	if got := c.hash(1); got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
	w.see("the end", func(v *bridge.Snapshot) bool { return v.Step == s.Step && v.Paused })
	c.ask(&s, "at", `"world":1,"time":0.03`)
	w.see("the way back", func(v *bridge.Snapshot) bool { return v.Step == s.Step && s.Time < 0.031 && v.Paused })
	c.ask(&s, "until", fmt.Sprintf(`"world":1,"time":%g`, end))
	if got := c.hash(1); got != want {
		t.Errorf("after going back: hash %s, want %s", got, want)
	}
	c.ask(&s, "play", `"world":1,"speed":0.5`)
	if s.Paused == nil || *s.Paused || *s.Speed != 0.5 {
		t.Errorf("it plays with %+v", s)
	}
	c.ask(&s, "pause", `"world":1`)
	w.see("the pause", func(v *bridge.Snapshot) bool { return v.Paused && v.Speed == 0.5 })
}

// Contract: edits of a program are edits of the window: a person sees them and takes them back, the saved run has
// them, and those that are refused are refused to both.
func TestHeldRunIsEdited(t *testing.T) {
	w := show(t, "bottle")
	c := w.hold()
	var s status
	var v struct{ Value any }
	c.ask(&s, "step", `"world":1,"steps":100`)
	c.ask(&s, "set", `"world":1,"set":["materials.pill.tanPhi=0.125"]`)
	w.see("the edit", func(v *bridge.Snapshot) bool {
		i := slices.IndexFunc(v.Materials, func(m bridge.Material) bool { return m.Name == "pill" })
		return i >= 0 && v.Materials[i].Law.TanPhi == 0.125
	})
	if said := c.refused("set", `"world":1,"set":["damping=7"]`); !strings.Contains(said, "damping must be in [0, 1)") {
		t.Errorf("refused with %s", said)
	}
	c.ask(&s, "step", `"world":1,"steps":100`)
	file := filepath.Join(t.TempDir(), "run.tumble")
	c.ask(&v, "save", fmt.Sprintf(`"world":1,"what":"run","path":%q`, file))
	r, err := scene.ReadRecorded(file)
	if err != nil {
		t.Fatal(err)
	}
	same, err := r.Reproduce(1, func(_, _ int64) error { return nil })
	if got := c.hash(1); err != nil || !same.Reproduced || fmt.Sprintf("%016x", same.End.Hash) != got {
		t.Errorf("%+v, %v, want hash %s", same, err, got)
	}
	w.commands <- bridge.Undo{}
	w.see("the undo", func(v *bridge.Snapshot) bool { return len(v.Notices) > 0 && v.Applied == 2 })
	if c.ask(&v, "get", `"world":1,"path":"materials.pill.tanPhi"`); v.Value == 0.125 {
		t.Error("the person cannot take it back")
	}
	var undone struct{ Text string }
	if c.ask(&undone, "redo", `"world":1`); !strings.Contains(undone.Text, "0.125") {
		t.Errorf("made again: %q", undone.Text)
	}
}

// Contract: what a person does to the run ends what a program waits for, with the reason; the same holds for the
// cancel of the program.
func TestPersonStopsHeldRun(t *testing.T) {
	w := show(t, "bottle")
	c := w.hold()
	id := c.send("until", `"world":1,"when":"bodies > 1e6"`)
	w.see("steps", func(v *bridge.Snapshot) bool { return v.Step > 100 && !v.Paused })
	w.commands <- bridge.Pause{}
	a := c.receive()
	if a.Error != nil || *a.ID != id || !bytes.Contains(a.Result, []byte("paused in the window")) {
		t.Errorf("%+v: %s", a.Error, a.Result)
	}
	id = c.send("step", `"world":1,"steps":9223372036854775807`)
	w.see("more steps", func(v *bridge.Snapshot) bool { return !v.Paused })
	c.send("cancel", fmt.Sprintf(`"id":%d`, id))
	for range 2 {
		if a := c.receive(); *a.ID == id && (a.Error == nil || a.Error.Code != codeInterrupted) {
			t.Errorf("the cancelled request is answered with %+v", a)
		}
	}
	w.see("the pause", func(v *bridge.Snapshot) bool { return v.Paused })
	line := fmt.Sprintf("step > %d", w.snap.Step+20)
	w.commands <- bridge.SetBreakpoints{Lines: line}
	w.see("the breakpoint", func(v *bridge.Snapshot) bool { return len(v.Breakpoints) == 1 })
	var s status
	c.ask(&s, "step", `"world":1,"steps":100000`)
	if s.Step != w.snap.Step+21 || !strings.HasPrefix(s.Stopped, line) {
		t.Errorf("at a breakpoint %s: %+v", line, s)
	}
}

// Contract: selection and camera are those of the person, within bounds.
func TestSightOfHeldWindow(t *testing.T) {
	w := show(t, "bottle")
	w.sight = Sight{Bodies: []int64{3}, Camera: Camera{Distance: 2, Azimuth: 1}}
	c := w.hold()
	var s struct {
		Bodies []int64
		Camera Camera
	}
	c.ask(&s, "sight", `"world":1`)
	if !slices.Equal(s.Bodies, []int64{3}) || s.Camera != w.sight.Camera {
		t.Errorf("got %+v", s)
	}
	c.ask(&s, "select", `"world":1,"numbers":[5,1]`)
	c.ask(&s, "look", `"world":1,"pivot":[1,2,3],"azimuth":0.5,"ortho":true`)
	want := Camera{Pivot: [3]float64{1, 2, 3}, Distance: 2, Azimuth: 0.5, Ortho: true}
	if !slices.Equal(s.Bodies, []int64{5, 1}) || s.Camera != want || w.sight.Camera != want {
		t.Errorf("got %+v, the person sees %+v", s, w.sight)
	}
	for params, text := range map[string]string{
		`"elevation":2`: "elevation must be in", `"distance":0`: "distance must be in", `"pivot":[1]`: "3 numbers",
		`"pivot":[1,2,1e99]`: "pivot must be within",
	} {
		if said := c.refused("look", `"world":1,`+params); !strings.Contains(said, text) {
			t.Errorf("%s: %s", params, said)
		}
	}
}

// Contract: a picture of a window is that of the present step, in the size of its view, as PNG.
func TestPictureOfHeldWindow(t *testing.T) {
	w := show(t, "bottle")
	c := w.hold()
	var result map[string]any
	c.ask(&result, "step", `"world":1,"steps":7`)
	path := filepath.Join(t.TempDir(), "shot.png")
	c.ask(&result, "shot", fmt.Sprintf(`"world":1,"path":%q`, path))
	if got, err := os.ReadFile(path); string(got) != "step 7" {
		t.Errorf("the picture is of %s, %v", got, err)
	}
	for params, text := range map[string]string{
		`"path":"a.png","width":100`: "leave width and height out", `"path":"a.svg"`: "must end in .png",
		"": "name of a file",
	} {
		if said := c.refused("shot", strings.TrimSuffix(`"world":1,`+params, ",")); !strings.Contains(said, text) {
			t.Errorf("%s: %s", params, said)
		}
	}
}

// Contract: a window has one run and one holder. A second program is refused by name, until the first one goes or is
// sent away; what belongs to a server without a window is refused, and the other way round.
func TestWindowHasOneHolder(t *testing.T) {
	w := show(t, "bottle")
	first := w.hold()
	var s status
	first.ask(&s, "status", `"world":1`)
	if !strings.Contains(w.line.Holder(), "serve.test") && !strings.Contains(w.line.Holder(), someProgram) {
		t.Errorf("the holder is %q", w.line.Holder())
	}
	if said := w.hold().refused("about", ""); said != "the window is held already by "+w.line.Holder() {
		t.Errorf("the second is refused with %q", said)
	}
	for method, params := range map[string]string{"load": `"scene":"box"`, "fork": `"world":1`, "close": `"world":1`} {
		if said := first.refused(method, params); !strings.HasPrefix(said, method+": a window that is held") {
			t.Errorf("%s: %s", method, said)
		}
	}
	var bodies map[string]any
	first.ask(&bodies, "bodies", `"world":1`)
	w.line.Disconnect()
	if _, err := first.from.ReadByte(); err == nil {
		t.Error("the program that was sent away is still connected")
	}
	w.free()
	w.hold().ask(&s, "status", `"world":1`)
	other := begin(t)
	other.ask(&s, "load", `"scene":"box"`)
	for _, method := range []string{"play", "pause", "sight", "select", "look"} {
		if said := other.refused(method, `"world":1`); !strings.Contains(said, method+": there is no window") {
			t.Errorf("%s: %s", method, said)
		}
	}
}

// free waits until nobody holds the window.
func (w *shown) free() {
	w.Helper()
	for end := time.Now().Add(hang); w.line.Holder() != ""; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			w.Fatal("the window is held by ", w.line.Holder())
		}
	}
}

// Contract: a program that dies leaves a paused run and a free window; one that receives nothing does not stop the
// run; a window that closes ends a request that waits.
func TestEndsOfHeldWindow(t *testing.T) {
	w := show(t, "bottle")
	c := w.hold()
	c.send("until", `"world":1,"when":"bodies > 1e6"`)
	w.see("steps", func(v *bridge.Snapshot) bool { return !v.Paused })
	c.to.Close()
	w.see("the pause", func(v *bridge.Snapshot) bool { return v.Paused })
	w.free()

	deaf := w.hold()
	go func() { // until the answers fill the socket
		for i := range 5000 {
			text := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"bodies","params":{"world":1}}`, i)
			if _, err := io.WriteString(deaf.to, frame(text)); err != nil {
				return
			}
		}
	}()
	w.see("nobody in the way", func(v *bridge.Snapshot) bool { return w.line.Holder() != "" })
	w.commands <- bridge.Resume{}
	step := w.snap.Step
	w.see("steps in spite of it", func(v *bridge.Snapshot) bool { return v.Step > step+1000 })
	w.line.Disconnect()
	w.free()
	w.commands <- bridge.Pause{}
	w.see("the second pause", func(v *bridge.Snapshot) bool { return v.Paused })

	c = w.hold()
	c.send("until", `"world":1,"when":"bodies > 1e6"`)
	w.see("steps again", func(v *bridge.Snapshot) bool { return !v.Paused })
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		w.close()
	}()
	if rest, err := io.ReadAll(c.from); err != nil || len(rest) > 0 && !bytes.Contains(rest, []byte(`"error"`)) {
		t.Errorf("the window closes: %v, %s", err, rest)
	}
	<-closed
	if _, err := os.Stat(w.line.Path()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket stays: %v", err)
	}
}

// Contract: the socket is in a folder that is the user's own, and open to nobody else; those of processes that were
// killed are replaced.
func TestFolderOfSockets(t *testing.T) {
	run := privateDir(t)
	folder := filepath.Join(run, socketFolder)
	listen := func(want string) {
		t.Helper()
		l, err := Listen(Window{})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		if err != nil {
			return
		}
		for path, mode := range map[string]os.FileMode{folder: 0o700 | os.ModeDir, l.Path(): 0o600 | os.ModeSocket} {
			if info, err := os.Stat(path); err != nil || info.Mode() != mode {
				t.Errorf("%s: %v, %v", path, info.Mode(), err)
			}
		}
		if left, _ := filepath.Glob(filepath.Join(folder, "*")); !slices.Equal(left, []string{l.Path()}) {
			t.Errorf("there are %v", left)
		}
		l.Close()
	}
	set := func(dir string) { t.Setenv("XDG_RUNTIME_DIR", dir) }
	set("")
	listen("XDG_RUNTIME_DIR is not set")
	set("run")
	listen("must be an absolute path")
	set(filepath.Join(run, "none"))
	listen("no such file")
	set(run)
	listen("")
	dead := exec.Command("true")
	if err := dead.Run(); err != nil {
		t.Skip(err)
	}
	for _, number := range []int{os.Getpid(), dead.Process.Pid} { // as a kill leaves them
		s, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(folder, fmt.Sprintf("window-%d.sock", number))})
		if err != nil {
			t.Fatal(err)
		}
		s.SetUnlinkOnClose(false)
		s.Close()
	}
	listen("")
	os.Chmod(folder, 0o750)
	listen("is open to others (mode 0750)")
	os.Chmod(folder, 0o700)
	os.Chmod(run, 0o777)
	listen("is open to others (mode 0777)")
	os.Chmod(run, 0o700)
	os.Rename(folder, folder+"2")
	os.Symlink(folder+"2", folder)
	listen("is no folder")
	if os.Geteuid() == 0 {
		os.Remove(folder)
		os.Rename(folder+"2", folder)
		os.Chown(folder, 12345, 12345)
		listen("belongs to somebody else")
	}
}

// Contract: hostile frames get the answers of tumble serve, and end the connection, not the window.
func TestHostileFramesOfHolder(t *testing.T) {
	w := show(t, "bottle")
	for _, f := range badFrames {
		if f.want == "" {
			continue
		}
		c := w.hold()
		go func() {
			io.WriteString(c.to, f.sent)
			c.to.(*net.UnixConn).CloseWrite()
		}()
		if rest, err := io.ReadAll(c.from); err == nil && len(rest) > 0 {
			t.Errorf("%.60q is answered with %s", f.sent, rest)
		}
		w.free()
	}
	c := w.hold()
	var s status
	c.ask(&s, "status", `"world":1`)
	for _, r := range badRequests {
		if _, err := io.WriteString(c.to, frame(r.content)); err != nil {
			t.Fatal(err)
		}
		a := c.receive()
		if a.Error == nil || a.Error.Code != r.code || !strings.Contains(a.Error.Message, r.want) &&
			!strings.Contains(a.Error.Message, "a window that is held") {
			t.Errorf("%.80s: %+v, want %d %s", r.content, a.Error, r.code, r.want)
		}
	}
	if c.ask(&s, "status", `"world":1`); s.Step != 0 {
		t.Errorf("the run went on to step %d", s.Step)
	}
}
