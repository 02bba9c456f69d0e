package ui

import (
	"fmt"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// A preview softens contacts so that a run is as fast as real time; the window says so as long as they are
// softened.

// keyOfPreview is the setting that softens contacts.
const keyOfPreview = "soften"

// softened reports whether contacts are softened.
func (ph *physics) softened() bool { return ph.snap != nil && ph.snap.Params.Soften > 1 }

// receiveOverlap remembers the overlaps of contacts that are not softened.
func (ph *physics) receiveOverlap() {
	if s := ph.snap; s != nil && !ph.softened() {
		ph.hard = s.Stats.MaxOverlapRatio
	}
}

// overlaps says how large the largest overlap is, and how large it was before contacts were softened.
func (ph *physics) overlaps() string {
	text := "overlap " + format.Percent(ph.snap.Stats.MaxOverlapRatio)
	if ph.hard > 0 {
		text += ", was " + format.Percent(ph.hard)
	}
	return text
}

// previewText returns the text of the chip.
func (ph *physics) previewText() string {
	if !ph.softened() {
		return ""
	}
	return fmt.Sprintf("PREVIEW: softened ×%s, %s", format.Number(ph.snap.Params.Soften, 3), ph.overlaps())
}

// endPreview makes contacts as stiff as their materials again.
func (ph *physics) endPreview() { ph.soften(1) }

// realTime softens contacts so that the run is as fast as real time, judged by its present speed: the time step
// grows with the root of the factor, so the factor is the square of the missing speed. It is no larger than softest
// allows. The factor is sent once as an ordinary edit; measured speeds have no other influence on the run.
func (ph *physics) realTime() {
	soften, most := max(ph.snap.Params.Soften, 1), ph.softest()
	asked, real := ph.speed(), ph.snap.Stats.RealTimeFactor
	switch factor := soften / (real * real); {
	case ph.paused() || !(real > 0):
		ph.toasts.add(bridge.Refused, "Let the run go on for a second: its speed says how soft contacts must be.", ph.now)
	case real >= 0.95:
		ph.toasts.add(bridge.Info, "The run keeps up with real time already.", ph.now)
	case asked > 0 && real >= 0.9*asked:
		ph.toasts.add(bridge.Refused, "The run is as fast as you asked for: ask for real time first.", ph.now)
	case factor <= most:
		ph.soften(toTwoDigits(factor, math.Ceil))
	case most >= 2*soften:
		ph.soften(most)
		ph.toasts.add(bridge.Info, fmt.Sprintf("Softened ×%s: about ×%s of real time. Softer bodies would sink into "+
			"one another.", format.Number(most, 2), format.Number(real*math.Sqrt(most/soften), 2)), ph.now)
	default:
		ph.toasts.add(bridge.Refused, "Softer bodies would sink into one another: type a factor if that does not matter.",
			ph.now)
	}
}

// soften makes contacts softer than their materials by a factor.
func (ph *physics) soften(factor float64) { ph.setNumber(setting.Of(keyOfPreview), 0, factor) }

// previewOverlap is the largest overlap, over the smaller radius, that a heap at rest has once realTime has made it
// softer: overlaps there grow with the factor, and it still looks like a heap.
const previewOverlap = 0.2

// softest returns the largest factor that realTime chooses, of two significant digits.
func (ph *physics) softest() float64 {
	most := setting.Of(keyOfPreview).Usual[1]
	if overlap := ph.snap.Stats.MaxOverlapRatio; overlap > 0 {
		most = min(most, max(ph.snap.Params.Soften, 1)*previewOverlap/overlap)
	}
	return toTwoDigits(most, math.Floor)
}

// toTwoDigits rounds a positive number to two significant digits, up or down.
func toTwoDigits(x float64, round func(float64) float64) float64 {
	place := int(math.Floor(math.Log10(x))) - 1
	if place < 0 {
		return round(x*math.Pow10(-place)) / math.Pow10(-place)
	}
	return round(x/math.Pow10(place)) * math.Pow10(place)
}

// realTimeText is the name of the command realTime.
const realTimeText = "As fast as real time allows"

// previewRow shows below the setting a button that chooses the factor, and the overlap that results.
func (ph *physics) previewRow(u *widget.Context) {
	if ph.softened() {
		u.Reading("Largest overlap", format.Percent(ph.snap.Stats.MaxOverlapRatio), "Over the smaller radius: "+
			ph.overlaps()+". Softened contacts reach deeper into each other.")
	}
	if u.Button("realtime", realTimeText, "", imgui.ContentRegionAvail().X, u.RowHeight(), false) {
		ph.realTime()
	}
	u.Tip("Chooses once, by how fast the run goes now, how much softer contacts must be, if bodies do not sink into one " +
		"another, and makes that edit. For a look only: results are those of softer materials.")
}
