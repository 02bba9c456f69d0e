package run

import (
	"time"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/profile"
	"example.org/tumble/sim/run/bridge"
)

// pace ties simulated time to wall time: it knows at which time the world should be now.
type pace struct {
	started bool
	wall    time.Time
	time    float64 // simulated time at wall [s]
	speed   float64 // requested speed [simulated s / s]
	goal    float64 // simulated time up to which the present batch may run [s]
}

// lagAllowed is how far the world may lag behind before the pace gives up catching up: after a slow
// stretch it continues at the requested speed instead of racing.
const lagAllowed = 100 * time.Millisecond

// restart makes the pace start again from the present time.
func (p *pace) restart() { p.started = false }

// ahead returns how long the world at time t must wait, 0 for not at all.
func (p *pace) ahead(t, speed float64, free bool) time.Duration {
	p.goal = t + 1e9
	if free || speed == 0 {
		return 0
	}
	now := time.Now()
	if !p.started {
		p.started, p.wall, p.time = true, now, t
	}
	target := p.time + speed*now.Sub(p.wall).Seconds()
	if lag := target - t; lag > speed*lagAllowed.Seconds() {
		p.wall, p.time, target = now, t, t
	}
	// Wait at least one millisecond, to avoid busy waiting.
	if wait := time.Duration((t - target) / speed * float64(time.Second)); wait > 0 {
		if wait > publishEvery {
			wait = publishEvery
		}
		return wait
	}
	p.goal = target + speed*1e-3
	return 0
}

// reached reports whether the batch has reached its goal.
func (p *pace) reached(t float64) bool { return t >= p.goal }

// meter measures steps and simulated seconds per second of wall time, and the shares of the stages of a
// step.
type meter struct {
	since    time.Time
	step     int64
	time     float64                   // simulated time at since [s]
	timed    int64                     // step up to which stages are timed
	spent    [bridge.NumStages]float64 // time of each stage in all steps up to timed [s]
	revision uint64

	rate   float64                   // [steps/s]
	factor float64                   // [simulated s / s]
	stages [bridge.NumStages]float64 // mean time of each stage in a step [s]
}

// read updates the rates twice a second, or as soon as there is a step to measure.
func (m *meter) read(w *sim.World, revision uint64) {
	if m.revision != revision {
		*m = meter{revision: revision, timed: w.Clock().Step, spent: w.Profile()}
		m.restart(w)
		return
	}
	steps, d := float64(w.Clock().Step-m.step), time.Since(m.since).Seconds()
	if d < 0.5 || steps == 0 && d < 10 {
		return
	}
	m.rate, m.factor = steps/d, (w.Clock().Time-m.time)/d
	m.restart(w)
	if steps := w.Clock().Step - m.timed; steps >= profile.Every {
		spent := w.Profile()
		for i := range m.stages {
			m.stages[i] = (spent[i] - m.spent[i]) / float64(steps)
		}
		m.timed, m.spent = w.Clock().Step, spent
	}
}

// restart measures rates from now on, because the world was paused.
func (m *meter) restart(w *sim.World) {
	m.since, m.step, m.time = time.Now(), w.Clock().Step, w.Clock().Time
}
