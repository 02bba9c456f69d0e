//go:build linux

package render

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
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
			benchmarkPictures(b, s, &v, func() {
				if x.name == "orbit" {
					x.edit(&v)
				} else {
					move(s)
				}
			})
		})
	}
}

// benchmarkPictures draws b.N pictures of 1280 x 720 and one before, which compiles. Change is called before each.
func benchmarkPictures(b *testing.B, s *bridge.Snapshot, v *view.View, change func()) {
	var begin time.Duration
	onGL(func() {
		for i := 0; i <= b.N; i++ {
			if i == 1 {
				b.ResetTimer()
				begin = processorTime()
			}
			change()
			if err := renderer.Draw(s, v, 1280, 720); err != nil {
				b.Fatal(err)
			}
			gpu.Finish()
		}
	})
	b.ReportMetric(float64((processorTime()-begin).Microseconds())/1000/float64(b.N), "cpu-ms/op")
}

// BenchmarkHeap draws a heap of 19,683 capsules, most of which others hide, as the camera turns round it, at 1280 x 720
// and with half as many columns and rows, as when pictures take long.
func BenchmarkHeap(b *testing.B) {
	s := lattice(27)
	drawings++
	s.Revision = drawings
	for _, resolution := range []float32{1, 0.5} {
		b.Run(fmt.Sprint(resolution), func(b *testing.B) {
			v := view.Default()
			v.Camera.Frame(s.Bounds.Core[0], s.Bounds.Core[1], 16./9)
			v.Quality, v.Resolution = view.Fast, resolution
			benchmarkPictures(b, s, &v, func() { v.Camera.Azimuth += 2 })
		})
	}
}

// lattice returns a cube of equal capsules in all directions, so many along each side.
func lattice(side int) *bridge.Snapshot {
	const radius = 0.005
	random := rand.New(rand.NewPCG(7, 8))
	s := &bridge.Snapshot{Bounds: bridge.Bounds{Grain: radius}}
	for i := range side * side * side {
		axis := vec.New(random.NormFloat64(), random.NormFloat64(), random.NormFloat64()).Unit()
		at := mgl32.Vec3{float32(i % side), float32(i / side % side), float32(i / side / side)}.Mul(2.6 * radius)
		s.Capsules = append(s.Capsules, bridge.Capsule{Center: at, Axis: axis.Float32(), Half: radius, Radius: radius,
			Side: axis.Perpendicular().Float32(), Body: int32(i),
			Colors: [2]bridge.RGBA{{240, 240, 230, 255}, {180, 20, 40, 255}}})
		s.Bodies = append(s.Bodies, bridge.Body{Number: int64(i), Center: at, Mass: 1})
	}
	end := 2.6 * radius * float32(side-1)
	s.Bounds.Core = [2][3]float32{{}, {end, end, end}}
	s.Bounds.All = s.Bounds.Core
	return s
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
