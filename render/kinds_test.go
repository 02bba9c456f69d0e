package render

import (
	"bytes"
	"reflect"
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Contract: every list of shapes that a snapshot has is drawn: one shape in it changes the picture. A
// new list fails here until there is a sample of it, and a drawer.
func TestEveryListOfShapesIsDrawn(t *testing.T) {
	blue := bridge.RGBA{0, 0, 255, 255}
	corner := &bridge.MeshGeometry{
		Name: "corner", Vertices: [][3]float32{{-1, -1, 0.5}, {1, -1, 0.5}, {0, 1, 0.5}}, Triangles: [][3]int32{{0, 1, 2}},
	}
	samples := bridge.Snapshot{
		Capsules: []bridge.Capsule{{
			Half: 0.5, Axis: [3]float32{1, 0, 0}, Side: [3]float32{0, 1, 0}, Radius: 0.5, Colors: [2]bridge.RGBA{blue, blue},
		}},
		Walls:  []bridge.Wall{{Axis: 2, Sense: 1, Lo: [2]float32{-1, -1}, Hi: [2]float32{1, 1}, Color: blue}},
		Meshes: []bridge.Mesh{{Geometry: corner, Rotation: [4]float32{1, 0, 0, 0}, Color: blue}},
		Cylinders: []bridge.Cylinder{{
			Axis: [3]float32{1, 0, 0}, Side: [3]float32{0, 1, 0}, Radius: 0.5, Half: 1, Color: blue,
		}},
		Joints: []bridge.Joint{{JointNumbers: bridge.JointNumbers{Axis: vec.New(1, 0, 0), Way: 1}}},
	}
	empty := func() *bridge.Snapshot {
		box := [2][3]float32{{-1, -1, -1}, {1, 1, 1}}
		return &bridge.Snapshot{Bodies: []bridge.Body{{Mass: 1}}, Bounds: bridge.Bounds{All: box, Core: box, Grain: 0.5}}
	}
	v := view.Default()
	v.Overlays |= view.OverlayMotions // which has those of joints
	v.Camera.Frame([3]float32{-1, -1, -1}, [3]float32{1, 1, 1}, 1)
	nothing := bytes.Clone(drawn(t, empty(), &v, 64, 64).Pix)
	of := reflect.TypeOf(samples)
	for i := range of.NumField() {
		f := of.Field(i)
		if f.Type.Kind() != reflect.Slice || f.Type.Elem().Kind() != reflect.Struct {
			continue
		}
		if _, isShape := f.Type.Elem().FieldByName("Body"); !isShape {
			continue
		}
		one := reflect.ValueOf(samples).Field(i)
		if one.Len() == 0 {
			t.Errorf("Snapshot.%s: no sample of it to test with", f.Name)
			continue
		}
		s := empty()
		reflect.ValueOf(s).Elem().Field(i).Set(one)
		if bytes.Equal(drawn(t, s, &v, 64, 64).Pix, nothing) {
			t.Errorf("Snapshot.%s: no drawer draws it", f.Name)
		}
	}
}
