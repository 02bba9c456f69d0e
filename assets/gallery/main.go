// Command gallery makes the pictures of the built-in scenes that the scene picker shows.
// It asks the program for each picture, so that they are what a person will see. Run it in
// the root of the repository, with a program that has been built:
//
//	go run ./assets/gallery -tumble build/tumble
package main

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"example.org/tumble/sim/files/outfile"

	"golang.org/x/image/draw"
)

// The size of a picture, and how many times larger it is drawn before it is scaled down.
const (
	width, height = 192, 120
	oversampling  = 4
	colors        = 256 // of each picture: half the size, and no difference to be seen
)

// pictures say when each scene looks most like itself, and how much of the middle of the
// scene's own view is cut out.
var pictures = []struct {
	scene string
	at    string
	zoom  float64
}{
	{"bottle", "2.4s", 1.3}, {"box", "0.3s", 1}, {"bridge", "0.1s", 1}, {"capsule-on-wall", "0.3s", 1},
	{"clump", "0.5s", 1.1}, {"conveyor", "3s", 1}, {"drum", "2.5s", 1.1}, {"dzhanibekov", "3s", 1.1},
	{"facet-edge", "1.5s", 1.2}, {"hopper", "2s", 1}, {"newton-row", "0.5s", 1}, {"rain", "2s", 1},
	{"shaker", "3s", 1},
}

func main() {
	program := flag.String("tumble", "build/tumble", "`program` that draws")
	folder := flag.String("o", "assets/scenes", "`folder` of the scenes, to write to")
	flag.Parse()
	for _, p := range pictures {
		shot, err := draws(*program, p.scene, p.at)
		if err == nil {
			err = write(filepath.Join(*folder, p.scene+".png"), small(shot, p.zoom))
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "gallery: %s: %v\n", p.scene, err)
			os.Exit(1)
		}
	}
}

// draws returns a large picture of a scene.
func draws(program, scene, at string) (image.Image, error) {
	dir, err := os.MkdirTemp("", "gallery")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "shot.png")
	size := fmt.Sprintf("%dx%d", width*oversampling, height*oversampling)
	out, err := exec.Command(program, "shot", scene, "--at", at, "--size", size, "--overlays", "none", "-o",
		file).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, bytes.TrimSpace(out))
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return png.Decode(bytes.NewReader(data))
}

// small scales the middle of a picture down and gives it few colours.
func small(m image.Image, zoom float64) *image.Paletted {
	b := m.Bounds()
	w, h := int(float64(b.Dx())/zoom), int(float64(b.Dy())/zoom)
	corner := image.Pt(b.Min.X+(b.Dx()-w)/2, b.Min.Y+(b.Dy()-h)/2)
	full := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.CatmullRom.Scale(full, full.Bounds(), m, image.Rectangle{Min: corner, Max: corner.Add(image.Pt(w, h))}, draw.Src,
		nil)
	few := image.NewPaletted(full.Bounds(), medianCut(full, colors))
	draw.Draw(few, few.Bounds(), full, image.Point{}, draw.Src)
	return few
}

// write puts a picture in the named file.
func write(name string, m image.Image) error {
	return outfile.Write(name, func(w io.Writer) error {
		return (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(w, m)
	})
}
