package render

import (
	"flag"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

var gallery = flag.String("gallery", "", "write pictures of the sample scene, to be looked at, into this folder")

// galleryPictures are the pictures a person should look at after a change of the looks.
var galleryPictures = []struct {
	name string
	edit func(*view.View)
}{
	{"solid", func(v *view.View) {}},
	{"fast", func(v *view.View) { v.Quality = view.Fast }},
	{"best", func(v *view.View) { v.Quality = view.Best; v.Caption = true }},
	{"close", func(v *view.View) { v.Camera.Distance *= 0.35; v.Camera.Pivot = [3]float32{0, -0.06, 0.01} }},
	{"above", func(v *view.View) { v.Camera.Elevation = 55 }},
	{"wire", func(v *view.View) { v.Style = view.Wire }},
	{"hidden-line", func(v *view.View) { v.Style = view.HiddenLine }},
	{"hidden-line-print", func(v *view.View) { v.Style = view.HiddenLine; v.Theme = view.Print }},
	{"light", func(v *view.View) { v.Theme = view.Light }},
	{"speed", func(v *view.View) { v.ColorBy = view.ColorBySpeed }},
	{"speed-log-contacts", func(v *view.View) {
		v.ColorBy, v.ColorScale, v.Overlays = view.ColorBySpeed, view.ScaleLog, v.Overlays|view.OverlayContacts
	}},
	{"signed-light", func(v *view.View) { v.ColorBy, v.Theme = 7, view.Light }},
	{"height-fast-locked", func(v *view.View) {
		v.ColorBy, v.Quality, v.ColorRange = view.ColorByHeight, view.Fast, [2]float32{0.01, 0.08}
	}},
	{"opaque", func(v *view.View) { v.Opacity = 1 }},
	{"contacts", func(v *view.View) { v.Overlays |= view.OverlayContacts }},
	{"forces", func(v *view.View) { v.Overlays |= view.OverlayForces }},
	{"network", func(v *view.View) { v.Overlays |= view.OverlayNetwork }},
	{"velocity", func(v *view.View) { v.Overlays |= view.OverlayVelocity; v.Caption = true }},
	{"inlets", func(v *view.View) { v.Overlays |= view.OverlayInlets }},
}

func TestGallery(t *testing.T) {
	if *gallery == "" {
		t.Skip("pictures for looking at are written with -gallery FOLDER only")
	}
	pour, stand := pourScene(158, 118), pourScene(158, 0)
	for _, p := range galleryPictures {
		v := sampleView()
		p.edit(&v)
		write(t, p.name, pour, &v)
	}
	drum := drumScene()
	for _, p := range galleryPictures {
		switch p.name {
		case "solid", "best", "wire", "hidden-line-print", "light", "opaque":
			v := sampleView()
			v.Camera.Azimuth = -70
			v.Camera.Frame(drum.View.Frame[0], drum.View.Frame[1], 16.0/9)
			p.edit(&v)
			write(t, "drum-"+p.name, drum, &v)
		}
	}
	v := sampleView()
	write(t, "standing", stand, &v)
	v.Overlays |= view.OverlayNetwork
	write(t, "standing-network", stand, &v)
}

func write(t *testing.T, name string, s *bridge.Snapshot, v *view.View) {
	onGL(func() {
		begin := time.Now()
		if err := renderer.Draw(s, v, 1280, 720); err != nil {
			t.Error(name, err)
			return
		}
		img := renderer.Image()
		t.Logf("%s: %v", name, time.Since(begin).Round(time.Millisecond))
		file, err := os.Create(filepath.Join(*gallery, name+".png"))
		if err != nil {
			t.Error(err)
			return
		}
		defer file.Close()
		if err := png.Encode(file, img); err != nil {
			t.Error(err)
		}
	})
}
