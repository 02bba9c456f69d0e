package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
)

// Window is a window that another program may hold: its run, and what the person sees of it.
type Window struct {
	Access *run.Access
	// Sight calls a function with what the person sees. What it changes is shown by the next picture.
	//
	// Errors: those of the function, bodies that are not there, the context's end, the end of the window.
	Sight func(ctx context.Context, do func(*Sight) error) error
	// Picture writes what the person sees of the run, at a step or later, into a PNG file.
	//
	// Errors: a file that cannot be written, no picture, the context's end, the end of the window.
	Picture func(ctx context.Context, step int64, path string) error
}

// Sight is what a person sees of a run, and has selected.
type Sight struct {
	Bodies   []int64    // the selected bodies, in the order in which they were selected
	Contacts [][2]int64 // the selected contacts, as the numbers of their bodies
	Camera   Camera
}

// Camera is a camera that looks at a point, z up.
type Camera struct {
	Pivot     [3]float64 `json:"pivot"`     // the point [m]
	Distance  float64    `json:"distance"`  // from the eye to the point [m]
	Azimuth   float64    `json:"azimuth"`   // of the eye as seen from the point, about z, 0 = +x [rad]
	Elevation float64    `json:"elevation"` // of the eye above the horizon [rad]
	Roll      float64    `json:"roll"`      // about the viewing direction [rad]
	Ortho     bool       `json:"ortho"`
}

// windowWorld is the number of the world of a window.
const windowWorld = 1

// ServeWindow answers requests about the run of a window, which is world 1, until the connection or the context ends,
// and closes the connection. Then nothing of what was asked goes on: steps end, and the run is paused.
//
// Errors: those of Serve.
func ServeWindow(ctx context.Context, c io.ReadWriteCloser, w Window) error {
	s := newServer(c, c, Options{})
	s.window = &w
	s.worlds.Lock()
	held := s.worlds.add()
	held.leader = &inWindow{world: held, Window: w, ended: make(chan struct{})}
	s.worlds.Unlock()
	err := s.answer(ctx)
	c.Close() // an answer may wait until it is received
	s.worlds.Lock()
	s.worlds.drop(held)
	s.worlds.Unlock()
	<-held.leader.(*inWindow).ended
	return err
}

// inWindow is a world that a window leads.
type inWindow struct {
	*world
	Window
	held  *run.Held     // while the world stands still
	ended chan struct{} // closed after the last request
}

func (h *inWindow) still(ctx context.Context, do func() error) (err error) {
	asked := h.Access.Ask(ctx, func(held *run.Held) {
		defer func() { h.held, h.scene, h.past = nil, run.Scene{}, nil }()
		h.held, h.scene, h.past = held, held.Scene(), held.Past()
		err = do()
	})
	if ctx.Err() != nil && asked != nil {
		return batch.ErrInterrupted
	}
	if asked != nil {
		return asked
	}
	return err
}

func (h *inWindow) march(ctx context.Context, to goal) (stopped string, err error) {
	return h.await(ctx, func(done func(string, error)) { h.held.March(to.over, done) })
}

func (h *inWindow) goTo(ctx context.Context, to bridge.Moment) error {
	_, err := h.await(ctx, func(done func(string, error)) { h.held.Seek(seek(to), done) })
	return err
}

// seek returns the command that goes to the earlier of a step and a time.
func seek(to bridge.Moment) bridge.Command {
	if to.Time < math.Inf(1) {
		return bridge.SeekTime{Time: to.Time}
	}
	return bridge.Seek{Step: to.Step}
}

// await begins something, and waits until it calls done.
func (h *inWindow) await(ctx context.Context, begin func(done func(stopped string, err error))) (string, error) {
	type end struct {
		stopped string
		err     error
	}
	ended := make(chan end, 1)
	err := h.still(ctx, func() error {
		begin(func(stopped string, err error) { ended <- end{stopped, err} })
		return nil
	})
	if err != nil {
		return "", err
	}
	select {
	case e := <-ended:
		return e.stopped, e.err
	case <-ctx.Done():
	}
	// The end of the run ends what was begun, too.
	h.still(context.WithoutCancel(ctx), func() error {
		h.held.Halt()
		return nil
	})
	<-ended
	return "", batch.ErrInterrupted
}

func (h *inWindow) edit(e bridge.Edit) error {
	_, err := h.held.Do(e)
	if err != nil {
		return fmt.Errorf("%s: %w", e.Field(h.past.World), err)
	}
	return nil
}

func (h *inWindow) undo(back bool) (string, error) {
	c := bridge.Command(bridge.Redo{})
	if back {
		c = bridge.Undo{}
	}
	said, err := h.held.Do(c)
	return lastOf(said), err
}

// lastOf returns the text of the last notice, empty without one.
func lastOf(said []bridge.Notice) string {
	if len(said) == 0 {
		return ""
	}
	return said[len(said)-1].Text
}

func (h *inWindow) save(what, path string) (note string, err error) {
	if path, err = filepath.Abs(path); err != nil {
		return "", err
	}
	c := bridge.Command(bridge.SaveScene{Path: path})
	if what != "scene" {
		c = bridge.SaveRun{Path: path, Moment: what == "moment"}
	}
	said, err := h.held.Do(c)
	return lastOf(said), err
}

func (h *inWindow) describe(s *status) {
	paused, speed := h.held.Pace()
	s.Paused, s.Speed = &paused, &speed
	s.about(h.scene)
}

func (h *inWindow) end() { close(h.ended) }

func pause(h *inWindow, _ *About) error {
	_, err := h.held.Do(bridge.Pause{})
	return err
}

func play(h *inWindow, p *playing) error {
	if p.Speed != nil {
		if _, err := h.held.Do(bridge.SetSpeed{Factor: *p.Speed}); err != nil {
			return err
		}
	}
	_, err := h.held.Do(bridge.Resume{})
	return err
}

func (h *inWindow) draw(c *call, path string, width, height int) error {
	if width != 0 || height != 0 {
		return errors.New("the picture of a window has the size of its view: leave width and height out")
	}
	if !strings.EqualFold(filepath.Ext(path), ".png") {
		return fmt.Errorf("path must end in .png, got %s", spell.Quote(path))
	}
	var step int64
	err := h.still(c, func() error { step = h.past.World.Clock().Step; return nil })
	if err == nil {
		err = h.Picture(c, step, path)
	}
	return err
}

// sighted returns the row of a method about what the person of a window sees.
func sighted[P any](m method, do func(s *Sight, p *P) error) method {
	m.of, m.Result = windows, "`bodies`, the numbers of those that are selected; `contacts`, pairs of numbers of "+
		"bodies; `camera`, with `pivot` [m], `distance` [m], `azimuth`, `elevation`, `roll` [rad] and `ortho`"
	return whileRunning(m, func(c *call, h *world, p *P) (any, error) {
		var s Sight
		err := h.leader.(*inWindow).Sight(c, func(now *Sight) error {
			err := do(now, p)
			s = *now
			return err
		})
		return struct {
			Bodies   []int64    `json:"bodies"`
			Contacts [][2]int64 `json:"contacts"`
			Camera   Camera     `json:"camera"`
		}{append([]int64{}, s.Bodies...), append([][2]int64{}, s.Contacts...), s.Camera}, err
	})
}

func selectBodies(s *Sight, p *selecting) error {
	s.Bodies, s.Contacts = p.Numbers, nil
	return nil
}

// ofWindow returns the row of a method about the world of a window, which stands still meanwhile.
func ofWindow[P any](m method, do func(h *inWindow, p *P) error) method {
	m.of, m.Result = windows, statusText
	return inWorld(m, func(_ *call, h *world, p *P) (any, error) {
		err := do(h.leader.(*inWindow), p)
		return h.status(), err
	})
}

// most is the largest size of coordinates and distances of a camera [m], and of its angles [rad].
const most = 1e6

func look(s *Sight, p *looking) error {
	k := &s.Camera
	for _, set := range []struct {
		name        string
		to, from    *float64
		least, most float64
	}{
		{"distance", &k.Distance, p.Distance, 1 / most, most},
		{"azimuth", &k.Azimuth, p.Azimuth, -most, most},
		{"elevation", &k.Elevation, p.Elevation, -math.Pi / 2, math.Pi / 2},
		{"roll", &k.Roll, p.Roll, -most, most},
	} {
		if set.from == nil {
			continue
		}
		if x := *set.from; !(x >= set.least && x <= set.most) {
			return fmt.Errorf("%s must be in [%.6g, %.6g], got %g", set.name, set.least, set.most, x)
		}
		*set.to = *set.from
	}
	if n := len(p.Pivot); n != 0 && n != len(k.Pivot) {
		return fmt.Errorf("pivot must have 3 numbers, got %d", n)
	}
	for i, x := range p.Pivot {
		if !(math.Abs(x) <= most) {
			return fmt.Errorf("pivot must be within %g m, got %g", most, x)
		}
		k.Pivot[i] = x
	}
	if p.Ortho != nil {
		k.Ortho = *p.Ortho
	}
	return nil
}
