package widget

import (
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inkyblackness/imgui-go/v4"
)

// TestRectanglesOfAnyWidth: a rectangle whose width leaves less than a millionth of a pixel for round corners is drawn,
// where Dear ImGui by itself ends the program. It did in the panel of motions, once in hours.
func TestRectanglesOfAnyWidth(t *testing.T) {
	context := imgui.CreateContext(nil)
	defer context.Destroy()
	imgui.CurrentIO().SetIniFilename("")
	imgui.CurrentIO().SetDisplaySize(imgui.Vec2{X: 640, Y: 480})
	imgui.CurrentIO().Fonts().TextureDataRGBA32()
	imgui.NewFrame()
	defer imgui.EndFrame()
	list := imgui.WindowDrawList()
	for _, left := range []float32{0, 30.449446, 100, 500} {
		for _, width := range []float32{1, 2, 3, 4} {
			right := left + width
			for range 8 {
				lo := imgui.Vec2{X: left, Y: 10}
				for _, hi := range []imgui.Vec2{{X: right, Y: 40}, {X: left + 40, Y: 10 + right - left}} {
					Fill(list, lo, hi, ^imgui.PackedColor(0))
					FillRounded(list, lo, hi, ^imgui.PackedColor(0), 3, imgui.DrawFlagsRoundCornersAll)
					FillRounded(list, lo, hi, ^imgui.PackedColor(0), 3, imgui.DrawFlagsRoundCornersLeft)
					Outline(list, lo, hi, ^imgui.PackedColor(0), 3, 1)
				}
				right = math.Nextafter32(right, 1000)
			}
		}
	}
}

// TestOneFileDrawsRectangles: nothing else calls what may end the program.
func TestOneFileDrawsRectangles(t *testing.T) {
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasPrefix(filepath.Base(path), "rectangles") {
			return err
		}
		source, err := os.ReadFile(path)
		if strings.Contains(string(source), ".AddRect") {
			t.Errorf("%s draws a rectangle by itself; rectangles.go of package widget does that", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
