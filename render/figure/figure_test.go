package figure

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/render/glyph"
)

// sample is a figure of 300 x 200 pixels, 25.4 mm wide, with one part of each kind.
func sample() *Figure {
	ink, pale := glyph.RGBA{20, 30, 40, 255}, glyph.RGBA{255, 255, 255, 230}
	m := image.NewNRGBA(image.Rect(0, 0, 300, 200))
	for i := range m.Pix {
		m.Pix[i] = uint8(i * 7)
	}
	return &Figure{Picture: m, DPI: 300, Texts: [][2]string{{"Title", "pour <a> & \x00b"}, {"Software", "Tumble 1"},
		{"Hash", "0123456789abcdef"}, {"Empty", ""}}, Flat: []glyph.Part{
		{Kind: glyph.KindText, Points: [4][2]float32{{20, 40}}, Text: "Geschwindigkeit < 3 µm/s", Size: 20, Advance: 200,
			Color: ink, Halo: pale, HaloWidth: 2},
		{Kind: glyph.KindLine, Points: [4][2]float32{{10, 150}, {110, 150}}, Width: 3, Color: ink},
		{Kind: glyph.KindArrow, Points: [4][2]float32{{20, 100}, {60, 100}}, Width: 4, Head: 10, Color: ink, Halo: pale,
			HaloWidth: 1},
		{Kind: glyph.KindArea, Points: [4][2]float32{{5, 5}, {9, 5}, {9, 9}, {5, 5}}, Color: pale},
		{Kind: glyph.KindGradient, Points: [4][2]float32{{250, 20}, {270, 180}}, Ramp: []glyph.RGBA{{253, 231, 37, 255},
			{33, 145, 140, 255}, {68, 1, 84, 255}}},
		{Kind: glyph.KindCircle, Points: [4][2]float32{{60, 90}}, Radius: 7, Color: ink, Halo: pale, HaloWidth: 2},
		{Kind: glyph.KindCircle, Points: [4][2]float32{{90, 90}}, Radius: 9, Width: 4, Color: ink, Halo: pale, HaloWidth: 1},
	}}
}

// TestSVG: the file has its size on paper, the picture to the bit, all texts as text, and the very colours of a ramp.
func TestSVG(t *testing.T) {
	f := sample()
	path := filepath.Join(t.TempDir(), "a.svg")
	if err := f.Write(path); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(path)
	texts, stops, attributes := map[string]string{}, "", map[string]string{}
	element := ""
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, data)
		}
		switch x := token.(type) {
		case xml.CharData:
			texts[element] += string(x)
		case xml.StartElement:
			element = x.Name.Local
			for _, a := range x.Attr {
				attributes[element+" "+a.Name.Local] = a.Value
				if a.Name.Local == "stop-color" {
					stops += a.Value
				}
			}
		}
	}
	for what, want := range map[string]string{"svg width": "25.4mm", "svg height": "16.933mm",
		"svg viewBox": "0 0 300 200", "line x2": "110", "line stroke-width": "3", "text textLength": "200",
		// The last circle is a ring, of which a circle is the middle.
		"circle cx": "90", "circle r": "7", "circle stroke-width": "4"} {
		if attributes[what] != want {
			t.Errorf("%s is %q, want %q", what, attributes[what], want)
		}
	}
	if stops != "#fde725#21918c#440154" || strings.TrimSpace(texts["text"]) != "Geschwindigkeit < 3 µm/s" ||
		!strings.Contains(texts["title"], "pour <a> &  b") || !strings.Contains(texts["desc"], "Hash: 0123456789abcdef") {
		t.Errorf("%s, %q", stops, texts)
	}
	raster, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(attributes["image href"], "data:image/png;base64,"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(raster))
	if n, ok := m.(*image.NRGBA); err != nil || !ok || !bytes.Equal(n.Pix, f.Picture.(*image.NRGBA).Pix) {
		t.Errorf("the picture is another: %v", err)
	}
}

// TestPDF: the page has the size on paper; where Poppler is installed, it finds each text once and what the file says
// of itself, and draws the ramp in its colours.
func TestPDF(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.pdf")
	if err := sample().Write(path); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(path)
	if !bytes.HasPrefix(data, []byte("%PDF-1.")) || !bytes.HasSuffix(bytes.TrimSpace(data), []byte("%%EOF")) ||
		!regexp.MustCompile(`/MediaBox \[0 0 72\.00 48\.00\]`).Match(data) {
		t.Errorf("no PDF of 72 x 48 points")
	}
	if dates := regexp.MustCompile(`Date \(D:(\d{8})`).FindAllSubmatch(data, -1); len(dates) == 0 ||
		slices.ContainsFunc(dates, func(d [][]byte) bool { return string(d[1]) != "19700101" }) {
		t.Errorf("the file has the dates %q", dates)
	}
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("Poppler is not installed")
	}
	out, err := exec.Command("pdftotext", path, "-").Output()
	if err != nil || strings.Count(string(out), "Geschwindigkeit < 3 µm/s") != 1 {
		t.Errorf("%v, text %q", err, out)
	}
	out, err = exec.Command("pdfinfo", path).Output()
	for _, want := range []string{"pour <a> &  b", "Hash: 0123456789abcdef", "Tumble 1"} {
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%v, no %q in\n%s", err, want, out)
		}
	}
	out, err = exec.Command("pdftoppm", "-r", "300", "-png", path, filepath.Join(dir, "a")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	file, err := os.Open(filepath.Join(dir, "a-1.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	m, err := png.Decode(file)
	if err != nil || m.Bounds().Dx() != 300 || m.Bounds().Dy() != 200 {
		t.Fatalf("%v, %v", err, m.Bounds())
	}
	for y, want := range map[int]color.NRGBA{22: {253, 231, 37, 255}, 100: {33, 145, 140, 255}, 178: {68, 1, 84, 255}} {
		r, g, b, _ := m.At(260, y).RGBA()
		for k, pair := range [3][2]int{{int(r >> 8), int(want.R)}, {int(g >> 8), int(want.G)}, {int(b >> 8), int(want.B)}} {
			if d := pair[0] - pair[1]; d < -8 || d > 8 {
				t.Errorf("row %d, channel %d is %d, want %d", y, k, pair[0], pair[1])
			}
		}
	}
}

// TestWriteErrors: a name or a size that cannot be says so, and nothing is left under the name.
func TestWriteErrors(t *testing.T) {
	dir := t.TempDir()
	f := sample()
	if err := f.Write(filepath.Join(dir, "a.eps")); err == nil || !strings.Contains(err.Error(), ".svg or .pdf") {
		t.Error(err)
	}
	if err := f.Write(filepath.Join(dir, "no", "a.pdf")); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Error(err)
	}
	f.DPI = 0
	if err := f.Write(filepath.Join(dir, "a.svg")); err == nil || !strings.Contains(err.Error(), "must be > 0") {
		t.Error(err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}
