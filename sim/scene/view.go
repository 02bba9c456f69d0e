package scene

import (
	"encoding/hex"
	"fmt"
	"strings"

	"example.org/tumble/sim/measure/fields"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
)

// hint returns how a scene wants to be seen; without a view that is left to whoever shows it.
func (v *View) hint() bridge.ViewHint {
	if v == nil {
		return bridge.ViewHint{}
	}
	h := bridge.ViewHint{
		Given: !v.Frame.IsZero(), Azimuth: float32(v.Azimuth), Elevation: float32(v.Elevation),
		Frame: [2][3]float32{v.Frame[0].Vec().Float32(), v.Frame[1].Vec().Float32()},
		Style: v.Style, ColorBy: v.ColorBy, GlyphScale: float32(v.GlyphScale),
	}
	if v.Overlays != nil {
		h.Overlays = strings.Join(append([]string{"none"}, v.Overlays...), ",")
	}
	h.Slice, _ = v.slice() // it was checked
	return h
}

// slice returns the slice that the view shows.
func (v *View) slice() (of bridge.SliceOf, err error) {
	if err = of.UnmarshalText([]byte(v.Slice)); err == nil {
		err = fields.CheckSlice(of)
	}
	return of, err
}

// colors reads "#rrggbb" or "#rrggbbaa", or two of them for the two halves of a capsule.
func colors(s string) ([2]bridge.RGBA, error) {
	var out [2]bridge.RGBA
	parts := strings.Fields(s)
	if len(parts) == 0 {
		return out, nil
	}
	if len(parts) > 2 {
		return out, fmt.Errorf("color must be one or two of #rrggbb, got %s", spell.Quote(s))
	}
	for i, p := range parts {
		data, err := hex.DecodeString(strings.TrimPrefix(p, "#"))
		if err != nil || p[0] != '#' || len(data) != 3 && len(data) != 4 {
			return out, fmt.Errorf("color must be #rrggbb or #rrggbbaa, got %s", spell.Quote(p))
		}
		out[i] = bridge.RGBA{data[0], data[1], data[2], 255}
		if len(data) == 4 {
			out[i][3] = data[3]
		}
	}
	if len(parts) == 1 {
		out[1] = out[0]
	}
	return out, nil
}
