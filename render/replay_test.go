package render

import (
	"fmt"
	"strings"
	"testing"

	"example.org/tumble/assets"
	"example.org/tumble/render/glyph"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
)

// Contract: replays look as pictures do: their script names the colours and the light of this package.
func TestReplaysLookAsPictures(t *testing.T) {
	data, err := assets.Replay.ReadFile("replay/look.js")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	wants := func(what, value string) {
		if !strings.Contains(text, value) {
			t.Errorf("look.js does not have %s: %s", what, value)
		}
	}
	color := func(c glyph.RGBA) string { return fmt.Sprintf("0x%02x%02x%02x", c[0], c[1], c[2]) }
	for i, name := range []string{"dark", "light"} {
		own := overlay.ThemeOf(&view.View{Theme: []view.Theme{view.Dark, view.Light}[i]})
		wants(name, fmt.Sprintf("top: %s, bottom: %s, floor: %s, wall: %s, wallOpacity: %.2f, ink: %s,",
			color(own.Top), color(own.Bottom), color(own.Floor), color(own.Wall), float64(own.Wall[3])/255, color(own.Ink)))
		wants(name, fmt.Sprintf("glass: %s, exposure: %.2f,", color(own.Glass), own.Exposure))
	}
	wants("tones of bodies", fmt.Sprintf("tones = [%s, %s]", color(overlay.ToneCap), color(overlay.ToneBody)))
	wants("tints of forces", fmt.Sprintf("normalTint = %s, tangentialTint = %s", color(overlay.NormalTint),
		color(overlay.TangentialTint)))
	wants("the key light", fmt.Sprintf("keyTangent = %.3f", keyTangent))
	wants("opacity", fmt.Sprintf("opacity = %.2f", view.Default().Opacity))
	var list []string
	for _, c := range view.Maps[0].Colors {
		list = append(list, fmt.Sprintf("0x%02x%02x%02x", c[0], c[1], c[2]))
	}
	if !strings.Contains(strings.Join(strings.Fields(text), ""), strings.Join(list, ",")) {
		t.Errorf("look.js does not have the colours of %s", view.Maps[0].Name)
	}
}
