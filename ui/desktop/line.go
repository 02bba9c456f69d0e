//go:build !headless

package desktop

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/serve"
)

// line is the socket at which another program holds the window, while it is open. It is a ui.Line.
type line struct {
	door  *run.Door
	asked chan func(*bridge.Snapshot, *view.View)
	ended chan struct{} // closed when the window has ended

	sync.Mutex
	socket *serve.Line // nil: the line is closed
}

func newLine() *line {
	return &line{door: run.NewDoor(), asked: make(chan func(*bridge.Snapshot, *view.View), 1), ended: make(chan struct{})}
}

// Open makes the socket.
func (l *line) Open() (err error) {
	l.Lock()
	defer l.Unlock()
	if l.socket == nil {
		l.socket, err = serve.Listen(serve.Window{Door: l.door, Sight: l.sight})
	}
	return err
}

// Close removes the socket.
func (l *line) Close() {
	l.Lock()
	defer l.Unlock()
	if s := l.socket; s != nil {
		l.socket = nil
		s.Close()
	}
}

// end removes the socket after the window has ended.
func (l *line) end() {
	close(l.ended)
	l.Lock()
	defer l.Unlock()
	if l.socket != nil {
		l.socket.Close()
	}
}

// Disconnect sends the program away.
func (l *line) Disconnect() {
	l.Lock()
	defer l.Unlock()
	if l.socket != nil {
		l.socket.Disconnect()
	}
}

// State returns whether the line is open, and who holds the window.
func (l *line) State() (open bool, holder string) {
	l.Lock()
	defer l.Unlock()
	if l.socket == nil {
		return false, ""
	}
	return true, l.socket.Holder()
}

// Asked delivers what the program asks of the view.
func (l *line) Asked() <-chan func(*bridge.Snapshot, *view.View) { return l.asked }

// sight calls a function with what the person sees; see serve.Window.
func (l *line) sight(ctx context.Context, do func(*serve.Sight) error) error {
	done := make(chan error, 1)
	ask := func(s *bridge.Snapshot, v *view.View) { done <- changeSight(s, v, do) }
	select {
	case l.asked <- ask:
	case <-l.ended:
		return run.ErrNoRun
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-done:
		return err
	case <-l.ended:
		return run.ErrNoRun
	}
}

// changeSight lets a function change a view of a snapshot.
func changeSight(s *bridge.Snapshot, v *view.View, do func(*serve.Sight) error) error {
	if s == nil {
		return fmt.Errorf("the window has no picture yet")
	}
	was := sightOf(v)
	now := serve.Sight{Bodies: slices.Clone(was.Bodies), Contacts: slices.Clone(was.Contacts), Camera: was.Camera}
	if err := do(&now); err != nil {
		return err
	}
	if !slices.Equal(now.Bodies, was.Bodies) || !slices.Equal(now.Contacts, was.Contacts) {
		var list []bridge.Thing
		for _, number := range now.Bodies {
			i := s.FindBody(number)
			if i < 0 {
				return fmt.Errorf("there is no body %d", number)
			}
			list = append(list, s.BodyThing(int32(i), 0, 0))
		}
		v.Selected = view.NewThings(list...)
	}
	if k, to := &v.Camera, now.Camera; to != was.Camera {
		for i, x := range to.Pivot {
			k.Pivot[i] = float32(x)
		}
		k.Distance, k.Ortho = float32(to.Distance), to.Ortho
		k.Azimuth, k.Elevation, k.Roll = degrees(to.Azimuth), degrees(to.Elevation), degrees(to.Roll)
	}
	return nil
}

// sightOf returns what a view shows.
func sightOf(v *view.View) (s serve.Sight) {
	for _, t := range v.Selected.List() {
		if t.Kind == bridge.ThingContact {
			s.Contacts = append(s.Contacts, [2]int64{t.Body, t.Other})
		} else if !slices.Contains(s.Bodies, t.Body) {
			s.Bodies = append(s.Bodies, t.Body)
		}
	}
	k := &v.Camera
	s.Camera = serve.Camera{Distance: float64(k.Distance), Ortho: k.Ortho, Azimuth: radians(k.Azimuth),
		Elevation: radians(k.Elevation), Roll: radians(k.Roll)}
	for i, x := range k.Pivot {
		s.Camera.Pivot[i] = float64(x)
	}
	return s
}

func radians(degrees float32) float64 { return float64(degrees) * math.Pi / 180 }

func degrees(radians float64) float32 { return float32(radians * 180 / math.Pi) }
