package render

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// heap returns a cube of n capsules and spheres of many sizes, in any direction, that overlap, above a floor.
func heap(n int) *bridge.Snapshot {
	random := rand.New(rand.NewPCG(3, 4))
	s := &bridge.Snapshot{Bodies: []bridge.Body{{Kind: bridge.Static}}, Walls: []bridge.Wall{{Axis: 2, Sense: 1,
		Lo: [2]float32{0, 0}, Hi: [2]float32{0.1, 0.1}}}}
	for i := range n {
		at := vec.New(random.Float64(), random.Float64(), random.Float64()).Scale(0.1)
		axis := vec.New(random.NormFloat64(), random.NormFloat64(), random.NormFloat64()).Unit()
		c := bridge.Capsule{Center: at.Float32(), Axis: axis.Float32(), Side: axis.Perpendicular().Float32(),
			Radius: 0.001 + 0.004*random.Float32(), Body: int32(i + 1),
			Colors: [2]bridge.RGBA{{uint8(i), 90, 200, 255}, {200, uint8(i / 7), 90, 255}}}
		if i%3 > 0 {
			c.Half = 0.01 * random.Float32()
		}
		s.Capsules = append(s.Capsules, c)
		s.Bodies = append(s.Bodies, bridge.Body{Number: int64(i + 1), Center: c.Center, Mass: 1})
	}
	box := [2][3]float32{{0, 0, 0}, {0.1, 0.1, 0.1}}
	s.Bounds = bridge.Bounds{All: box, Core: box, Grain: 0.002}
	return s
}

// TestCullingIsNotSeen: pictures without the capsules that are hidden, or beside the picture, are those with all of
// them: from everywhere, from within, however large, in each quality, style and resolution. Only what shines through a
// soft edge may differ (see culling), here in at most 23 of 76,800 pixels; a capsule that is missed is hundreds. Where
// capsules are large enough to hide others, at least a third of a heap is left out.
func TestCullingIsNotSeen(t *testing.T) {
	const width, height = 320, 240
	s := heap(2000)
	s.Capsules[7].Center[1] = float32(math.NaN())
	s.Capsules[8].Center[2] = float32(math.Inf(1))
	s.Capsules[9].Radius = 0
	drawings++
	s.Revision = drawings
	random := rand.New(rand.NewPCG(5, 6))
	for i := range 16 {
		v := view.Default()
		v.Camera.Azimuth, v.Camera.Elevation = 360*random.Float32(), 180*random.Float32()-90
		v.Camera.Roll, v.Camera.Ortho = 90*random.Float32(), i%3 == 0
		v.Camera.Frame(s.Bounds.Core[0], s.Bounds.Core[1], 4.0/3)
		near := 2 - 5*random.Float64() // also from within
		v.Camera.Distance *= float32(math.Exp2(near))
		v.Camera.Pivot = v.Camera.Pivot.Add(mgl32.Vec3{0.05, 0.02, 0}.Mul(random.Float32()))
		v.Quality = view.Quality(i) % view.NumQualities
		if v.Quality == view.Best && i > 4 {
			v.Quality = view.Good // it takes long
		}
		v.Style = view.Solid
		switch i % 5 {
		case 1:
			v.Style = view.HiddenLine
		case 2:
			v.ColorBy = view.ColorByHeight
		case 3:
			v.Resolution = 0.7
		}
		var pictures [2][]byte
		left := 0
		onGL(func() {
			if err := renderer.Draw(s, &v, width, height); err != nil { // which also finds the range of colours
				t.Fatal(err)
			}
			tile := renderer.tiles[0]
			c := tile.capsules()
			left = len(s.Capsules) - len(c.culling.order) + c.unseen
			for k := range pictures {
				f, err := tile.begin(s, &v, width, height, nil)
				if k == 1 {
					c.culling.sort(f)
					c.unseen = 0
					c.fill(f)
				}
				if err == nil {
					err = tile.compose(f)
				}
				if err != nil {
					t.Fatal(err)
				}
				pictures[k] = make([]byte, 4*width*height)
				tile.pictures.picture.Read(pictures[k])
			}
			gpu.Release()
		})
		name := fmt.Sprintf("view %d: %v %v", i, v.Quality, v.Style)
		differ := 0
		for k := 0; k < len(pictures[0]); k += 4 {
			if !bytes.Equal(pictures[0][k:k+4], pictures[1][k:k+4]) {
				differ++
			}
		}
		if differ > width*height/1000 {
			t.Errorf("%s: %d pixels are not those with all capsules", name, differ)
		}
		if near < 0 && left < len(s.Capsules)/3 {
			t.Errorf("%s: only %d of %d capsules are left out", name, left, len(s.Capsules))
		}
	}
}

// capsules returns what draws capsules.
func (t *tile) capsules() *capsules {
	for _, d := range t.scene.drawers {
		if c, ok := d.(*capsules); ok {
			return c
		}
	}
	return nil
}
