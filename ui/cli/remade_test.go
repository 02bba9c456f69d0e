//go:build !headless

package cli

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/ui/remember"
	"example.org/tumble/ui/studio"
)

// Contract: a video that is made again of a run file shows the sensors that were on the screen: regions, the slice and
// the plane of flow, each of them.
func TestVideosAreMadeAgainWithSensors(t *testing.T) {
	if !studio.CanDraw() {
		t.Skip("no picture can be drawn here")
	}
	dir := t.TempDir()
	regions, err := bridge.ParseRegions([]string{"core=box/-0.03,-0.03,0/0.03,0.03,0.02"})
	if err != nil {
		t.Fatal(err)
	}
	slice, err := bridge.ParseSlice("cut=box/-0.05,-0.01,0/0.05,0.01,0.1#20x1x20#gaussian/0.01#density")
	if err != nil {
		t.Fatal(err)
	}
	picture := func(name string, m view.Measured) []byte {
		t.Helper()
		sc, err := scene.Load("box", scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		v := view.Default()
		v.Camera.Frame([3]float32{-0.05, -0.05, 0}, [3]float32{0.05, 0.05, 0.1}, 16./9)
		v.Measured = m
		saved, file := remember.SavedViewOf(&v), filepath.Join(dir, name)
		saved.Name, saved.Film = "film", true
		drive(t, sc, []bridge.Command{bridge.SetRegions{Regions: regions}, bridge.StepOnce{N: 2000},
			bridge.SaveView{View: saved}, bridge.StepOnce{N: 1}, bridge.SaveRun{Path: file + ".tumble"}})
		if err := os.Mkdir(file, 0o755); err != nil {
			t.Fatal(err)
		}
		if o := tumble("record", file+".tumble", "--view", "film", "--size", "320x180", "--quality", "fast", "--fps", "1",
			"-o", filepath.Join(file, "a%04d.png")); o.status != 0 {
			t.Fatal(o)
		}
		list, err := filepath.Glob(filepath.Join(file, "*.png"))
		if err != nil || len(list) == 0 {
			t.Fatalf("%v: %q", err, list)
		}
		data, err := os.ReadFile(list[len(list)-1])
		if err != nil {
			t.Fatal(err)
		}
		shown, err := png.Decode(bytes.NewReader(data)) // the files name their commands, too
		if err != nil {
			t.Fatal(err)
		}
		pixels := image.NewRGBA(shown.Bounds())
		draw.Draw(pixels, pixels.Rect, shown, image.Point{}, draw.Src)
		return pixels.Pix
	}
	plain := picture("plain", view.Measured{})
	for name, m := range map[string]view.Measured{"regions": {Regions: true}, "slice": {Slice: slice},
		"plane": {Flow: true, Plane: bridge.Plane{Axis: 2, At: 0.02}}} {
		if bytes.Equal(picture(name, m), plain) {
			t.Errorf("%s: the picture is as without", name)
		}
	}
}
