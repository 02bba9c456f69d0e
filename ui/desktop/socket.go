//go:build !headless

package desktop

import (
	"context"
	"fmt"
	"image"
	"math"
	"slices"
	"sync"

	"example.org/tumble/render/video"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui"
	"example.org/tumble/ui/serve"
)

// socket is the socket at which another program holds the window, while it is open. It is a ui.Socket.
type socket struct {
	access *run.Access
	asked  chan func(*bridge.Snapshot, *view.View)
	shown  chan ui.PictureRequest
	ended  chan struct{} // closed when the window has ended

	sync.Mutex
	opened *serve.Socket // nil: it is closed
}

func newSocket() *socket {
	return &socket{access: run.NewAccess(), asked: make(chan func(*bridge.Snapshot, *view.View), 1),
		shown: make(chan ui.PictureRequest, 1), ended: make(chan struct{})}
}

// Open makes the socket.
func (s *socket) Open() (err error) {
	s.Lock()
	defer s.Unlock()
	if s.opened == nil {
		s.opened, err = serve.Listen(serve.Window{Access: s.access, Sight: s.sight, Picture: s.picture})
	}
	return err
}

// Close removes the socket.
func (s *socket) Close() {
	s.Lock()
	defer s.Unlock()
	if o := s.opened; o != nil {
		s.opened = nil
		o.Close()
	}
}

// end removes the socket after the window has ended.
func (s *socket) end() {
	close(s.ended)
	s.Lock()
	defer s.Unlock()
	if s.opened != nil {
		s.opened.Close()
	}
}

// Disconnect sends the program away.
func (s *socket) Disconnect() {
	s.Lock()
	defer s.Unlock()
	if s.opened != nil {
		s.opened.Disconnect()
	}
}

// State returns whether the socket is open, and who holds the window.
func (s *socket) State() (open bool, holder string) {
	s.Lock()
	defer s.Unlock()
	if s.opened == nil {
		return false, ""
	}
	return true, s.opened.Holder()
}

// Asked delivers what the program asks of the view.
func (s *socket) Asked() <-chan func(*bridge.Snapshot, *view.View) { return s.asked }

// sight calls a function with what the person sees; see serve.Window.
func (s *socket) sight(ctx context.Context, do func(*serve.Sight) error) error {
	done := make(chan error, 1)
	ask := func(s *bridge.Snapshot, v *view.View) { done <- changeSight(s, v, do) }
	select {
	case s.asked <- ask:
	case <-s.ended:
		return run.ErrNoRun
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-done:
		return err
	case <-s.ended:
		return run.ErrNoRun
	}
}

// Pictures delivers requests for what the window shows.
func (s *socket) Pictures() <-chan ui.PictureRequest { return s.shown }

// picture writes what the window shows of a step into a PNG file; see serve.Window.
func (s *socket) picture(ctx context.Context, step int64, path string) error {
	type made struct {
		picture image.Image
		err     error
	}
	done := make(chan made, 1)
	select {
	case s.shown <- ui.PictureRequest{Step: step, Done: func(p image.Image, err error) { done <- made{p, err} }}:
	case <-s.ended:
		return run.ErrNoRun
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case m := <-done:
		if m.err != nil {
			return m.err
		}
		return video.PNG(ctx, path, m.picture, 0)
	case <-s.ended:
		return run.ErrNoRun
	case <-ctx.Done():
		return ctx.Err()
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
