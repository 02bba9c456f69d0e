package replay

import (
	"math"
	"slices"
	"testing"

	"example.org/tumble/sim/measure/fields"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/vec"
)

// sensed records a drum that turns, with settings of the scene, at moments some steps apart, and calls each with the
// scene at each of them.
func sensed(t *testing.T, prepare func(*Recording), each func(*run.Scene), set ...string) *Recording {
	t.Helper()
	sc, err := scene.Load("drum", scene.Options{Workers: 2, Set: append(set, "motions.turn.delay=0.01")})
	if err != nil {
		t.Fatal(err)
	}
	defer sc.World.Close()
	r := New(sc.Title, sc.Origin(), sc.View, false)
	r.Regions = sc.Regions
	prepare(r)
	for range 7 {
		for range 700 {
			sc.World.Step()
		}
		if err := r.Add(sc.World); err != nil {
			t.Fatal(err)
		}
		each(&sc)
	}
	return r
}

// Contract: a page has the outlines of regions and named planes, and their counts in each moment, which are those of
// tables. With the pose that the page has of its body, the outline of a region that moves with it lies where the region
// is, to what poses are rounded.
func TestPagesHaveSensors(t *testing.T) {
	var counts [][]int64
	var frames []bridge.BodyFrame
	r := sensed(t, func(*Recording) {}, func(sc *run.Scene) {
		s := bridge.Snapshot{Regions: []bridge.Measured{{Region: sc.Regions[0]}, {Region: sc.Regions[1]}}}
		sc.World.FillNumbers(&s)
		counts = append(counts, []int64{s.Regions[0].Bodies, s.Regions[1].Bodies, s.Through[0].Forward.Bodies,
			s.Through[1].Forward.Bodies})
		frames = append(frames, s.Regions[1].Frame)
	}, `regions=["low=box/-0.1,-0.05,-0.1/0.1,0.05,0","part=box/0.02,-0.03,-0.08/0.08,0.04,0@drum"]`,
		`planes=["gate=disc/0,0,-0.02/0,0,-1/0.1","vane=rectangle/0,0.01,-0.05/0,0.02,0/0,0,0.05@drum"]`)
	got := r.sensors()
	if len(got) != 4 {
		t.Fatalf("%d sensors", len(got))
	}
	for i, want := range []struct {
		name  string
		lines int
	}{{"low", 6}, {"part", 6}, {"gate", 2}, {"vane", 2}} {
		var values []int64
		for _, c := range counts {
			values = append(values, c[i])
		}
		if s := got[i]; s.Name != want.name || !slices.Equal(s.Values, values) || len(s.Lines) != want.lines ||
			(s.Body != nil) != (i%2 == 1) {
			t.Errorf("sensor %d is %+v, want %+v with %v", i, s, want, values)
		}
	}
	if c := counts; slices.Equal(c[0], c[len(c)-1]) || frames[0] == frames[len(frames)-1] {
		t.Fatal("nothing moves")
	}
	q := r.plan()
	for m := range r.moments {
		for k := range r.moments[m].poses {
			p := &r.moments[m].poses[k]
			if p.track != *got[1].Body {
				continue
			}
			lines := append(r.Regions[1].Outline(), r.last.Through[1].Plane.Part.Outline())
			for i, line := range lines {
				for n, point := range line {
					l := got[3].Lines[0][min(n, 4)]
					if i < len(got[1].Lines) {
						l = got[1].Lines[i][n]
					}
					o := p.orientation
					at := vec.Quat{W: float64(o[0]), X: float64(o[1]), Y: float64(o[2]), Z: float64(o[3])}.Rotate(
						vec.New(float64(l[0]), float64(l[1]), float64(l[2]))).Add(vec.New(float64(p.position[0]),
						float64(p.position[1]), float64(p.position[2])))
					if off := at.Sub(frames[m].Of(point)).Norm(); off > q.Position {
						t.Fatalf("moment %d: a corner is %g m off", m, off)
					}
				}
			}
		}
	}
}

// Contract: a page has the field in the slice of the scene in each moment, to a 508th of the range of its numbers and
// to a 254th of the largest speed of its arrows, and shows nothing where there are no bodies. If all slices have more
// cells than they may, every other moment shows the slice before it.
func TestPagesHaveSlices(t *testing.T) {
	const set = `view.slice="cut=box/-0.12,-0.03,-0.12/0.12,0.03,0.12#20x1x24#gaussian/0.012#velocity.z#arrows"`
	for _, every := range []int{1, 2, 4} {
		var want []bridge.Slice
		r := sensed(t, func(r *Recording) {
			if every > 1 {
				r.mostSliceCells = 480 * 8 / every
			}
		}, func(sc *run.Scene) {
			s := sc.World.State()
			want = append(want, fields.Slice(sc.View.Slice, s.Matter()))
		}, set)
		data, err := r.Data()
		h := r.sliceHead()
		if err != nil || h.Title != "velocity z" || h.Unit != "m/s" || h.Cells != [2]int{24, 20} || len(h.Of) != 7 ||
			len(h.Arrows) != 8*7 || h.Corner != [3]float32{-0.12, 0, -0.12} {
			t.Fatalf("%v: the head is %+v", err, h)
		}
		size := 480 + 3*len(h.Arrows)
		if len(data.Slices) != size*len(h.Times) || len(h.Times) != (7+every-1)/every {
			t.Fatalf("%d bytes of %d slices", len(data.Slices), len(h.Times))
		}
		shown := 0
		for m := range want {
			if h.Of[m] != m/every || h.Times[h.Of[m]] != r.moments[m-m%every].time {
				t.Fatalf("moment %d shows slice %d", m, h.Of[m])
			}
			of, got, arrow := &want[m-m%every], data.Slices[size*h.Of[m]:], 480
			has := map[int]bool{}
			for cell := range of.Shown {
				has[cell] = true
			}
			for cell, x := range of.Values {
				i, k := of.Of.Cell(cell)
				b := got[24*k+i]
				if is := h.Span[0] + float64(int(b)-1)*(h.Span[1]-h.Span[0])/254; (b > 0) != has[cell] ||
					b > 0 && !(math.Abs(is-float64(x)) <= (h.Span[1]-h.Span[0])/507) {
					t.Fatalf("moment %d, cell %d: %d is %g, want %g", m, cell, b, is, x)
				}
				if b > 0 {
					shown++
				}
				if !of.Of.HasArrow(cell) {
					continue
				}
				for axis := range 3 {
					v := 0.0
					if has[cell] {
						v = float64(of.Velocity[cell][axis])
					}
					if is := float64(int8(got[arrow])) * h.Speed / 127; !(math.Abs(is-v) <= h.Speed/253) {
						t.Fatalf("moment %d, cell %d: an arrow has %g, want %g", m, cell, is, v)
					}
					arrow++
				}
			}
		}
		if shown < 500 {
			t.Fatalf("%d cells are shown", shown)
		}
	}
}
