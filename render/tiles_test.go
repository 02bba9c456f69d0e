package render

import (
	"bytes"
	"fmt"
	"image"
	"math"
	"strings"
	"testing"

	"example.org/tumble/render/glyph"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// twins are two worlds beside each other.
func twins() *bridge.Snapshot {
	s, o := pourScene(20, 118), pourScene(20, 60)
	drawings++
	s.Revision, o.Revision = drawings, drawings
	s.Comparison = bridge.Comparison{Others: []bridge.Snapshot{*o}, Label: "A", Distances: make([]float32, len(s.Bodies))}
	s.Comparison.Others[0].Comparison = bridge.Comparison{Place: 1, Label: "B", Distances: make([]float32, len(o.Bodies))}
	for i := range s.Bodies {
		s.Comparison.Distances[i] = 0.001 * float32(i)
	}
	return s
}

// TestTilesAreThePicturesOfTheirWorlds: each tile of a picture of two worlds is, but for the line between them, the
// picture of its world alone, and what lies under a pixel is a thing of the world that is seen there.
func TestTilesAreThePicturesOfTheirWorlds(t *testing.T) {
	const width, height, line = 300, 200, 100
	s := twins()
	onGL(func() {
		tiles, err := New()
		if err != nil {
			t.Error(err)
			return
		}
		defer tiles.Close()
		for _, wipe := range []bool{false, true} {
			v := sampleView()
			v.Split = view.Split{Wipe: wipe, Line: line / float32(width)}
			if err := tiles.Draw(s, &v, width, height); err != nil {
				t.Error(err)
			}
			whole := tiles.Image()
			for i, world := range []*bridge.Snapshot{s, &s.Comparison.Others[0]} {
				tile := v.Split.Tiles(2, width, height)[i]
				fresh, err := New()
				if err != nil {
					t.Error(err)
					return
				}
				alone := *world
				alone.Comparison.Others = nil
				shown := fresh.share([]Part{{&alone, &v}})
				fresh.tiles[0].beside.keysHanded = i == 0 && !wipe // the last one says it
				if _, err := fresh.tiles[0].draw(shown[0], &v, tile.Width, tile.Height, nil); err != nil {
					t.Error(err)
				}
				seen := image.Rect(0, 0, line-lineWidth, height)
				if i == 1 {
					seen = image.Rect(line+lineWidth, 0, width, height)
				}
				compareTile(t, whole, fresh.Image(), seen, image.Pt(tile.X, tile.Y))
				fresh.Close()
			}
			for _, x := range []int{line / 2, (line + width) / 2} {
				i, tile := v.Split.Under(2, width, height, x, height/2)
				got, err := tiles.PickShown(0, width, height, x, height/2)
				want, err2 := tiles.tiles[i].pickShown(0, tile.Width, tile.Height, x-tile.X, height/2)
				if err != nil || err2 != nil || got != want || (i == 0) != (x < line) {
					t.Errorf("wipe %v: under column %d lies %+v, want %+v of world %d", wipe, x, got, want, i)
				}
			}
		}
		if tiles.Draw(&s.Comparison.Others[0], new(view.View), 64, 48) != nil || tiles.count != 1 ||
			!tiles.Recall(64, 48) || tiles.Image().Bounds().Dx() != 64 {
			t.Error("a world alone is not drawn alone after two were")
		}
	})
}

// TestTilesSayOnceWhatGlyphsMean: counts stand in each tile, and what glyphs mean in the last one, in lines that are
// not wider than it.
func TestTilesSayOnceWhatGlyphsMean(t *testing.T) {
	onGL(func() {
		tiles, err := New()
		if err != nil {
			t.Error(err)
			return
		}
		defer tiles.Close()
		s, v := twins(), sampleView()
		v.Overlays = view.OverlayForces | view.OverlayGrid
		s.Wanted = overlay.Wanted(&v)
		s.Contacts = []bridge.Contact{{Normal: [3]float32{0, 0, 1}, NormalForce: 2}}
		s.Comparison.Others[0].Contacts = s.Contacts
		const width, height = 360, 300
		if err := tiles.Draw(s, &v, width, height); err != nil {
			t.Error(err)
		}
		var said [2][]string
		for i := range said {
			for _, e := range tiles.tiles[i].glyphs.sheet.Keys {
				said[i] = append(said[i], strings.Fields(e.Text)[0])
			}
		}
		if got := fmt.Sprint(said); got != "[[1] [normal friction grid 1]]" && got != "[[1] [1 normal friction grid]]" {
			t.Errorf("the tiles say %v", got)
		}
		// Text is beside the samples, in as many lines as it needs.
		card := tiles.tiles[1].glyphs.sheet
		lines := map[float32]bool{}
		for _, p := range card.Parts {
			if x := p.Points[0][0] + p.Advance; p.Kind == glyph.KindText && x > width/2 {
				t.Errorf("the line %q ends at %g in a tile of %d", p.Text, x, width/2)
			} else if p.Kind == glyph.KindText && p.Text != "B" {
				lines[p.Points[0][1]] = true
			}
		}
		if len(lines) <= len(said[1]) {
			t.Errorf("%d keys have %d lines", len(said[1]), len(lines))
		}
	})
}

// compareTile compares what is seen of a tile.
func compareTile(t *testing.T, whole, tile *image.RGBA, seen image.Rectangle, at image.Point) {
	t.Helper()
	for y := seen.Min.Y; y < seen.Max.Y; y++ {
		a := whole.Pix[whole.PixOffset(seen.Min.X, y):whole.PixOffset(seen.Max.X, y)]
		b := tile.Pix[tile.PixOffset(seen.Min.X-at.X, y-at.Y):tile.PixOffset(seen.Max.X-at.X, y-at.Y)]
		if !bytes.Equal(a, b) {
			t.Errorf("row %d of the tile at %v is not that of its world alone", y, at)
			return
		}
	}
}

// TestTilesShareRanges: colours and arrows mean the same in all tiles, and a body without a copy has a colour of its
// own.
func TestTilesShareRanges(t *testing.T) {
	s := twins()
	o := &s.Comparison.Others[0]
	o.Bodies[3].Velocity, o.Comparison.Distances[2] = [3]float32{9, 0, 0}, float32(math.Inf(1))
	onGL(func() {
		tiles, err := New()
		if err != nil {
			t.Error(err)
			return
		}
		defer tiles.Close()
		v := sampleView()
		v.ColorBy, v.Overlays = view.ColorBySpeed, view.OverlayVelocity
		if err := tiles.Draw(s, &v, 300, 200); err != nil {
			t.Error(err)
		}
		a, b := &tiles.tiles[0].memory.Range, &tiles.tiles[1].memory.Range
		if a.Hi != 9 || a.Ramp != b.Ramp {
			t.Errorf("the ranges are %+v and %+v, the fastest body has 9 m/s", a.Ramp, b.Ramp)
		}
		if bar := tiles.Layout().Legend; bar.X < 150 || bar.Width == 0 {
			t.Errorf("the legend is at %+v", bar)
		}
		v.ColorBy = view.ColorBy(quantityCalled("apart"))
		if err := tiles.Draw(s, &v, 300, 200); err != nil {
			t.Error(err)
		}
		for i := range o.Capsules {
			if lone := b.Color(i) == overlay.LoneTint; lone != (o.Capsules[i].Body == 2) {
				t.Errorf("capsule %d of body %d: drawn as one without a copy: %v", i, o.Capsules[i].Body, lone)
			}
		}
	})
}

func quantityCalled(name string) int {
	for i := range view.Quantities {
		if view.Quantities[i].Name == name {
			return i
		}
	}
	return -1
}
