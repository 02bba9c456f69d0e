package view

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// full returns a snapshot in which every quantity of its two bodies is known.
func full() *bridge.Snapshot {
	return &bridge.Snapshot{
		Revision: 7, Time: 3,
		Bodies: []bridge.Body{
			{Number: 11, Center: [3]float32{0, 0, 5}, Velocity: [3]float32{1, -2, 2}, Spin: [3]float32{2, 3, -6}, Mass: 0.5},
			{Number: 9, Center: [3]float32{1, 0, 0}},
		},
		Details:  []bridge.Detail{{Force: [3]float32{4, -4, 7}, Kinetic: 12, Born: 1, Start: [3]float32{3, 4, 5}}, {}},
		Capsules: []bridge.Capsule{{Radius: 1, Half: 1.0 / 3, Body: 0, Material: 2}, {Radius: 2, Body: 1}},
		Contacts: []bridge.Contact{{A: 0, B: 1, NormalForce: 2, Friction: 0.5, Tangential: [3]float32{0.3, 0.4, 0}},
			{A: 0, B: -1, NormalForce: 2, Friction: 0.5}},
		Comparison: bridge.Comparison{Distances: []float32{0.25, 0}},
	}
}

// TestQuantities: every quantity is what its name says.
func TestQuantities(t *testing.T) {
	want := map[string]float32{
		"shape": 0, "speed": 3, "spin": 7, "contacts": 2, "height": 5, "body": 3, "number": 11, "vx": 1, "vy": -2, "vz": 2,
		"spin-x": 2, "spin-y": 3, "spin-z": -6, "force": 9, "fx": 4, "fy": -4, "fz": 7, "friction": 0.5, "energy": 12,
		"mass": 0.5, "age": 2, "displacement": 5, "apart": 0.25, "material": 2, "size": float32(math.Cbrt(12)),
	}
	s := full()
	ofTriangles := map[string]float32{"pressure": 1, "shear-stress": 2, "wear": 6, "hits": 4, "erosion": 10}
	half := bridge.Mesh{Geometry: &bridge.MeshGeometry{Vertices: [][3]float32{{}, {1, 0, 0}, {0, 1, 0}},
		Triangles: [][3]int32{{0, 1, 2}}},
		Rubbed: &bridge.Rubbed{Since: 1, Sums: []bridge.Rub{{Normal: 1, Shear: 2, Archard: 3, Hits: 4, Finnie: 5}}}}
	for i := range Quantities {
		q := &Quantities[i]
		if want, ok := ofTriangles[q.Name]; ok || q.Triangle != nil {
			if got := q.Triangles(&half, 3, nil); len(got) != 1 || math.Abs(float64(got[0]-want)) > 1e-6 || q.Label == "" {
				t.Errorf("%s of a triangle is %v, want %g", q.Name, got, want)
			}
			continue
		}
		if got := q.Triangles(&half, 3, nil); got != nil {
			t.Errorf("%s of a triangle is %v", q.Name, got)
		}
		var g Gauge
		v := View{ColorBy: ColorBy(i)}
		for range 2 { // the second picture counts anew
			g.Begin(s, &v)
			x, known := want[q.Name]
			if got := g.Of(&s.Capsules[0]); !known || math.Abs(float64(got-x)) > 1e-6 {
				t.Errorf("%s is %g, want %g", q.Name, got, x)
			}
		}
		if q.Signed && !q.Log || q.Label == "" {
			t.Errorf("%s: the row is not complete", q.Name)
		}
		bare := *s
		bare.Details = nil
		if g.Begin(&bare, &v); q.Asks.Details && !math.IsNaN(float64(g.Of(&s.Capsules[0]))) {
			t.Errorf("%s is a number though the snapshot does not tell it", q.Name)
		}
		if stray := (bridge.Capsule{Body: 5}); !math.IsNaN(float64(g.Of(&stray))) {
			t.Errorf("%s of no body is a number", q.Name)
		}
	}
	for i, name := range map[ColorBy]string{ColorByShape: "shape", ColorBySpeed: "speed", ColorBySpin: "spin",
		ColorByContacts: "contacts", ColorByHeight: "height", ColorByBody: "body"} {
		if Quantities[i].Name != name {
			t.Errorf("row %d is %s, want %s", i, Quantities[i].Name, name)
		}
	}
}

// TestManualNamesQuantities: the manual has every quantity, map and scale.
func TestManualNamesQuantities(t *testing.T) {
	data, err := os.ReadFile("../../assets/manual/pictures.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Concat(ColorByNames(), ColorMapNames(), ColorScaleNames[:]) {
		if !strings.Contains(string(data), "`"+name+"`") {
			t.Errorf("the manual does not name %s", name)
		}
	}
}

// TestDisplacementFromReference: the reference is the moment at which the view asks for another one; of
// bodies that came later, and after the scene has begun anew, where they came.
func TestDisplacementFromReference(t *testing.T) {
	s, v := full(), View{}
	for i := range Quantities {
		if Quantities[i].Name == "displacement" {
			v.ColorBy = ColorBy(i)
		}
	}
	var g Gauge
	look := func(want float32) {
		t.Helper()
		g.Begin(s, &v)
		if got := g.Of(&s.Capsules[0]); got != want {
			t.Errorf("displacement %g, want %g", got, want)
		}
	}
	look(5)
	v.Reference = 1
	look(0)
	s.Bodies[0].Center[2] += 2
	look(2)
	s.Bodies[0], s.Bodies[1] = s.Bodies[1], s.Bodies[0] // numbers tell bodies, not places
	s.Details[0], s.Details[1] = s.Details[1], s.Details[0]
	s.Capsules[0].Body = 1
	look(2)
	s.Bodies[1].Number, s.Bodies[1].Center = 12, [3]float32{3, 4, 6} // a new one
	look(1)
	s.Revision++
	s.Bodies[1].Number = 11
	look(1)
}

// TestRamps: numbers and places are two sides of one thing, on every scale; what is dragged is under the pointer.
func TestRamps(t *testing.T) {
	for _, r := range []Ramp{{Lo: 0, Hi: 2}, {Lo: -3, Hi: 5}, {Lo: 1e-4, Hi: 10, Least: 1e-4},
		{Lo: -4, Hi: 4, Balanced: true}, {Lo: -4, Hi: 4, Least: 1e-3, Balanced: true}} {
		if r.At(r.Lo) != 0 || math.Abs(float64(r.At(r.Hi)-1)) > 1e-6 || !(r.At(r.Hi*2) > 1) ||
			r.At(unknown) == r.At(unknown) {
			t.Errorf("%+v: ends at %g and %g", r, r.At(r.Lo), r.At(r.Hi))
		}
		if r.Balanced && r.At(0) != 0.5 {
			t.Errorf("%+v: 0 is at %g", r, r.At(0))
		}
		for _, at := range []float32{0.05, 0.3, 0.7, 0.95} {
			x := r.Value(at)
			if got := r.At(x); math.Abs(float64(got-at)) > 1e-5 {
				t.Errorf("%+v: %g is at %g, want %g", r, x, got, at)
			}
			for _, to := range []float32{at - 0.04, at + 0.04} {
				d := r
				ends := r.Dragged(at, to)
				d.Lo, d.Hi = ends[0], ends[1]
				if got := d.At(x); math.Abs(float64(got-to)) > 1e-4 {
					t.Errorf("%+v: %g was dragged from %g to %g and is at %g", r, x, at, to, got)
				}
				stays := at >= 0.5 && d.Lo == r.Lo || at < 0.5 && d.Hi == r.Hi
				if r.Balanced == stays || r.Balanced && d.Lo != -d.Hi {
					t.Errorf("%+v: dragged at %g to %v", r, at, ends)
				}
			}
			if ends := r.Dragged(at, 5*at-2); !(ends[0] < ends[1]) {
				t.Errorf("%+v: dragged far from %g to %v", r, at, ends)
			}
		}
	}
	empty := Ramp{Balanced: true}
	if empty.At(0) != 0.5 {
		t.Error("nothing is not in the middle")
	}
}
