package render

import (
	"testing"

	"example.org/tumble/sim/run/bridge"
)

// TestForecastIsSeenThrough: what would be is drawn over what is, and does not hide it; without a forecast, and where
// nothing would move, nothing is drawn.
func TestForecastIsSeenThrough(t *testing.T) {
	s := pourScene(20, 118)
	shapes := map[int32]int32{}
	for i := range s.Capsules { // two of each pill
		c := &s.Capsules[i]
		c.Shape = shapes[c.Body]
		shapes[c.Body]++
	}
	v := sampleView()
	plain := drawn(t, s, &v, 400, 300)
	s.Forecast = bridge.Forecast{Version: 1, Until: 0.3, Capsules: s.Capsules}
	v.NoLegend = true
	const rows = 220 // above the card of keys
	same := func(with []byte) bool {
		n := 0
		for i := range with[:4*400*rows] {
			if with[i] != plain.Pix[i] {
				n++
			}
		}
		return n == 0
	}
	if !same(drawn(t, s, &v, 400, 300).Pix) {
		t.Error("bodies that stay where they are have ghosts")
	}
	moved := make([]bridge.Capsule, len(s.Capsules))
	for i, c := range s.Capsules {
		if i%3 == 0 {
			c.Center[0] += 0.03
		}
		moved[i] = c
	}
	s.Forecast.Capsules = moved
	s.Forecast.Paths = []bridge.Path{{Body: s.Bodies[3].Number, Points: [][3]float32{s.Bodies[3].Center, {0, 0, 0.1}}}}
	with := drawn(t, s, &v, 400, 300)
	if same(with.Pix) {
		t.Fatal("nothing of the forecast is seen")
	}
	red, still := 0, 0
	for i := 0; i < 4*400*rows; i += 4 {
		if int(plain.Pix[i])-int(plain.Pix[i+1]) > 70 { // a red half of a pill
			red++
			if int(with.Pix[i])-int(with.Pix[i+1]) > 20 {
				still++
			}
		}
	}
	if still < red*7/10 {
		t.Errorf("of %d red points only %d are still seen to be red", red, still)
	}
}
