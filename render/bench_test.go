//go:build linux

package render

import (
	"syscall"
	"testing"
	"time"

	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// BenchmarkDraw draws the pouring bottle at 1280 x 720: 316 capsules, a mesh of 1,200
// triangles, a floor with shadows, and waits until the driver has really drawn it. The bodies
// and the bottle move from picture to picture, so that of the scene only what stands still is
// kept; in "orbit" the camera moves instead. In software the processor time per picture, over
// all threads, is the number to trust.
func BenchmarkDraw(b *testing.B) {
	s := pourScene(158, 118)
	wall, mesh := int32(len(s.Bodies)), int32(len(s.Bodies)+1)
	s.Walls[0].Body, s.Meshes[0].Body = wall, mesh
	s.Bodies = append(s.Bodies, bridge.Body{Number: int64(wall)}, bridge.Body{Number: int64(mesh)})
	hover := func(body int32) func(v *view.View) {
		return func(v *view.View) {
			v.Quality, v.Hover = view.Fast, bridge.Thing{Kind: bridge.ThingBody, Body: s.Bodies[body].Number}
		}
	}
	for _, x := range []struct {
		name string
		edit func(*view.View)
	}{
		{"fast", func(v *view.View) { v.Quality = view.Fast }},
		{"hover body", hover(s.Capsules[100].Body)},
		{"hover mesh", hover(mesh)},
		{"hover wall", hover(wall)},
		{"good", func(v *view.View) {}},
		{"orbit", func(v *view.View) { v.Camera.Azimuth += 0.1 }},
		{"best", func(v *view.View) { v.Quality = view.Best }},
		{"hidden-line", func(v *view.View) { v.Style = view.HiddenLine }},
		{"network", func(v *view.View) { v.Overlays |= view.OverlayNetwork }},
	} {
		b.Run(x.name, func(b *testing.B) {
			v := sampleView()
			x.edit(&v)
			var begin time.Duration
			onGL(func() {
				for i := 0; i <= b.N; i++ {
					if i == 1 { // the first picture compiles
						b.ResetTimer()
						begin = processorTime()
					}
					if x.name == "orbit" {
						x.edit(&v)
					} else {
						move(s)
					}
					if err := renderer.Draw(s, &v, 1280, 720); err != nil {
						b.Fatal(err)
					}
					gpu.Finish()
				}
			})
			b.ReportMetric(float64((processorTime()-begin).Microseconds())/1000/float64(b.N), "cpu-ms/op")
		})
	}
}

// move moves bodies and meshes by next to nothing.
func move(s *bridge.Snapshot) {
	for i := range s.Capsules {
		s.Capsules[i].Center[2] += 1e-7
	}
	for i := range s.Meshes {
		s.Meshes[i].Position[2] += 1e-7
	}
}

// processorTime returns the time that all threads of the process have computed.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
