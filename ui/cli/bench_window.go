package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
)

// windowResult is one line of "tumble bench --window".
type windowResult struct {
	Program string `json:"program"`
	Scene   string `json:"scene"`
	Size    string `json:"window"`
	Workers int64  `json:"workers"`
	windowPart
	Parts []windowPart `json:"parts"`
}

// windowPart counts the steps and pictures of a window during a part of a run.
type windowPart struct {
	Time              float64 `json:"time"` // simulated, at the end of the part [s]
	Wall              float64 `json:"wall"` // [s]
	Steps             int64   `json:"steps"`
	Pictures          int     `json:"pictures"`
	RealTimeFactor    float64 `json:"realTimeFactor"`
	StepsPerSecond    float64 `json:"stepsPerSecond"`
	PicturesPerSecond float64 `json:"picturesPerSecond"`
}

// moment is the progress that a window reports with a frame.
type moment struct {
	wall     time.Time
	time     float64 // simulated [s]
	step     int64
	pictures int
}

// since returns the steps and pictures between two moments.
func (m moment) since(before moment) windowPart {
	p := windowPart{Time: m.time, Wall: m.wall.Sub(before.wall).Seconds(), Steps: m.step - before.step,
		Pictures: m.pictures - before.pictures}
	if p.Wall > 0 {
		p.RealTimeFactor = (m.time - before.time) / p.Wall
		p.StepsPerSecond = float64(p.Steps) / p.Wall
		p.PicturesPerSecond = float64(p.Pictures) / p.Wall
	}
	return p
}

// partLength is the simulated time of a part [s].
const partLength = 0.5

// watch measures a window: add is called with each moment in turn.
type watch struct {
	first, part, last moment
	started           bool
	parts             []windowPart
}

func (w *watch) add(m moment) {
	if !w.started {
		w.first, w.part, w.started = m, m, true
	}
	w.last = m
	if m.time >= w.part.time+partLength {
		w.parts = append(w.parts, m.since(w.part))
		w.part = m
	}
}

// runWindow measures a scene beside the window that shows it, until the scene ends or the
// window is closed.
func (b *benchFlags) runWindow(c *call) error {
	if b.pile != "" {
		return &usageError{"bench", "bench: --window shows a scene, not a pile"}
	}
	if c.env.Open == nil {
		return errors.New(noGraphics)
	}
	if b.scene == "" {
		b.scene = defaultScene
	}
	first, err := batch.Load(c, func() (run.Scene, error) { return b.load(b.scene) })
	if err != nil {
		return err
	}
	var seen watch
	r := OpenRequest{First: first, Load: b.loadSeed, View: view.Default(), Width: 1280, Height: 720}
	overlay.Follow(&r.View, first.View)
	r.Watch = func(at float64, step int64, pictures int) bool {
		seen.add(moment{time.Now(), at, step, pictures})
		return first.End == 0 || at < first.End
	}
	r.Stop = c.Done()
	if err := errors.Join(c.env.Open(r), batch.Interrupted(c)); err != nil {
		return err
	}
	line, err := json.Marshal(windowResult{
		Program: "tumble", Scene: first.Name, Size: fmt.Sprintf("%dx%d", r.Width, r.Height), Workers: b.workers,
		windowPart: seen.last.since(seen.first), Parts: seen.parts,
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(c.env.Stdout, string(line)+"\n")
	return err
}
