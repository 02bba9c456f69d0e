package ui

import (
	"example.org/tumble/sim/spell"
	"fmt"
	"time"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// readings shows the numbers of the whole world, and the time that a step and a picture take.
type readings struct {
	*shared
	shell   *shell
	rates   rates
	plainer string // quality that the last picture gave up to be faster; empty: none
}

// statsPanel shows counts, energies and the times of the simulation.
type statsPanel struct{ *readings }

func (rd statsPanel) draw(u *widget.Context) {
	s := rd.snap
	st := s.Stats
	u.Reading("Bodies", spell.Grouped(st.Bodies), "")
	u.Reading("Contacts", spell.Grouped(st.Contacts), "Pairs that touch.")
	u.Reading("Candidates", spell.Grouped(st.Candidates),
		fmt.Sprintf("Pairs near enough to be looked at in each "+
			"step. The lists were built %s times.", spell.Grouped(st.Rebuilds)))
	u.Reading("Steps per second", spell.Grouped(int64(st.StepsPerSecond)), "Of wall time.")
	speed := format.Speed(st.RealTimeFactor)
	if rd.paused() {
		speed = "paused"
	}
	u.Reading("Speed", speed, "Simulated seconds per second of wall time.")
	u.Reading("Largest overlap", format.Percent(st.MaxOverlapRatio),
		"Largest overlap over the smaller radius. Settled piles "+
			"should stay below 5 %.")
	u.Reading("Workers", fmt.Sprint(st.Workers), "Goroutines that share a step.")
	u.Reading("Frames per second", fmt.Sprintf("%.0f", rd.rates.fps),
		"Of this window; a picture takes "+format.Quantity(rd.rates.draw.Seconds(), "s", 2)+".")
	rd.stages(u, st.Stages)
	rd.energy(u, s.Readings.Energy)
}

// stages shows the time of each part of a step as a bar.
func (rd *readings) stages(u *widget.Context, t [bridge.NumStages]float64) {
	total, most := 0.0, 0.0
	for _, x := range t {
		total += x
		if x > most {
			most = x
		}
	}
	u.Heading("Time of a step", format.Quantity(total, "s", 3))
	for i, x := range t {
		p := imgui.CursorScreenPos()
		w, h := imgui.ContentRegionAvail().X, u.Px(18)
		widget.Clickable("stage "+bridge.StageNames[i], w, h)
		u.TextAt(u.Fonts.Small, widget.ColorSecondary, p.X, p.Y+h/2, bridge.StageNames[i])
		left, right := u.Px(84), u.Px(72)
		share := 0.0
		if most > 0 {
			share = x / most
		}
		u.Bar(imgui.Vec2{X: p.X + left, Y: p.Y + h/2 - u.Px(2)}, w-left-right, u.Px(5), share, widget.ColorAccent)
		s := format.Quantity(x, "s", 3)
		u.TextAt(u.Fonts.Mono, widget.ColorText, p.X+w-widget.TextWidth(u.Fonts.Mono, s), p.Y+h/2, s)
		if total > 0 {
			u.Tip(fmt.Sprintf("%s: %.1f %% of a step", bridge.StageNames[i], 100*x/total))
		}
	}
}

func (rd *readings) energy(u *widget.Context, e bridge.Energy) {
	u.Heading("Energy", "")
	for _, r := range []struct {
		name  string
		value float64
		help  string
	}{
		{"Kinetic", max(e.Kinetic, 0), entries("Of bodies that move.", entry{"translation", e.Translation},
			entry{"rotation", e.Rotation})},
		{"Elastic", e.Elastic, entries("Stored in contacts.", entry{"normal", e.ElasticNormal},
			entry{"shear", e.ElasticShear}, entry{"rolling and twisting", e.ElasticRolling})},
		{"Potential", e.Potential, "In gravity."},
		{"Dissipated", e.Dissipated, entries("Turned into heat.", entry{"damping", e.Damping}, entry{"sliding", e.Friction},
			entry{"dashpots", e.Viscous}, entry{"rolling and twisting", e.Rolling},
			entry{"adhesion", e.Adhesion}, entry{"drag", e.Drag})},
		{"Work", e.Work, entries("Brought from outside.", entry{"inlets", e.Inlets}, entry{"outlets", -e.Outlets},
			entry{"motions and hand", e.Imposed}, entry{"forces from outside", e.External}, entry{"edits", e.Edits},
			entry{"contact rule", e.ContactRule})},
	} {
		u.Reading(r.name, format.Quantity(r.value, "J", 4), r.help)
	}
	u.Reading("Closure error", closureText(&e), closureHelp)
}

// entry is one term of a sum of energies [J].
type entry struct {
	name  string
	value float64
}

// entries lists the terms of a sum of energies below a sentence.
func entries(about string, list ...entry) string {
	for _, p := range list {
		about += "\n" + p.name + " " + format.Quantity(p.value, "J", 4)
	}
	return about
}

// rates measures the frames of the window.
type rates struct {
	fps    float64
	draw   time.Duration // time to draw a picture, smoothed
	frames int
	since  time.Time
}

// count adds a picture that took time d.
func (r *rates) count(now time.Time, d time.Duration) {
	if r.draw == 0 {
		r.draw = d
	}
	r.draw += (d - r.draw) / 8
	r.frames++
	if r.since.IsZero() {
		r.since = now
		r.frames = 0
	}
	if t := now.Sub(r.since); t >= 500*time.Millisecond {
		r.fps = float64(r.frames) / t.Seconds()
		r.frames, r.since = 0, now
	}
}
