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
func (ph *physics) endPreview() { ph.setNumber(setting.Of(keyOfPreview), 0, 1) }

// realTime softens contacts so that the run is as fast as real time, judged by its present speed: the time step
// grows with the root of the factor, so the factor is the square of the missing speed. The factor is sent once as
// an ordinary edit; measured speeds have no other influence on the run.
func (ph *physics) realTime() {
	asked, real := ph.speed(), ph.snap.Stats.RealTimeFactor
	switch {
	case ph.paused() || !(real > 0):
		ph.toasts.add(bridge.Refused, "Let the run go on for a second: its speed says how soft contacts must be.", ph.now)
	case real >= 0.95:
		ph.toasts.add(bridge.Info, "The run keeps up with real time already.", ph.now)
	case asked > 0 && real >= 0.9*asked:
		ph.toasts.add(bridge.Refused, "The run is as fast as you asked for: ask for real time first.", ph.now)
	default:
		ph.wantNumber(setting.Of(keyOfPreview), 0, roundUp(max(ph.snap.Params.Soften, 1)/(real*real)))
	}
}

// roundUp rounds a positive number up to two significant digits.
func roundUp(x float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	return math.Ceil(x/unit) * unit
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
	u.Tip("Chooses once, by how fast the run goes now, how much softer contacts must be, and makes that edit. For a " +
		"look only: results are those of softer materials.")
}
