package bench

import (
	"maps"
	"runtime"
	"slices"
	"time"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run/bridge"
)

// Result is one line of "tumble bench".
type Result struct {
	Program            string             `json:"program"`
	Scene              string             `json:"scene"`
	Shape              string             `json:"shape"`
	Bodies             int                `json:"n"`
	Workers            int                `json:"workers"`
	Steps              int64              `json:"steps"`
	Wall               float64            `json:"wall"` // [s]
	StepsPerSecond     float64            `json:"stepsPerSecond"`
	BodyStepsPerSecond float64            `json:"bodyStepsPerSecond"`
	Contacts           int                `json:"contacts"`
	Candidates         int                `json:"candidates"`
	TimeStep           float64            `json:"dt"` // [s]
	Rebuilds           int64              `json:"rebuilds"`
	AllocsPerStep      float64            `json:"allocsPerStep"`
	BytesPerBody       float64            `json:"bytesPerBody"`
	Memory             map[string]float64 `json:"memory"` // the arrays of the world [B per body]
	Stages             map[string]float64 `json:"stages"` // [s]
}

// Measure steps a world and returns its speed. Bodies are the bodies that forces move; walls do not count.
// BytesPerBody is the whole heap over the number of bodies, so only one world should exist while it is measured.
// The map Memory of the result has the arrays that take at least one byte per body; see the function Memory.
func Measure(w *sim.World, scene, shapes string, steps int64) Result {
	var before, after bridge.Snapshot
	w.Fill(&before)
	before = bridge.Snapshot{Stats: before.Stats} // drop its bodies, which are not memory of the engine
	stages := w.Profile()
	var heap, end runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&heap)

	begin := time.Now()
	first := w.Clock().Step
	for w.Clock().Step < first+steps && w.Log().Fault() == "" {
		w.Step()
	}
	wall := time.Since(begin).Seconds()

	runtime.ReadMemStats(&end)
	w.Fill(&after)
	r := Result{
		Program: "tumble", Scene: scene, Shape: shapes, Workers: after.Stats.Workers,
		Steps: w.Clock().Step - first, Wall: wall,
		Contacts: after.Stats.Contacts, Candidates: after.Stats.Candidates, TimeStep: w.Clock().Dt,
		Rebuilds: after.Stats.Rebuilds - before.Stats.Rebuilds, Stages: map[string]float64{},
		Memory: map[string]float64{},
	}
	for i := range after.Bodies {
		if after.Bodies[i].Kind == bridge.Dynamic {
			r.Bodies++
		}
	}
	r.StepsPerSecond = float64(r.Steps) / wall
	r.BodyStepsPerSecond = r.StepsPerSecond * float64(r.Bodies)
	r.AllocsPerStep = float64(end.Mallocs-heap.Mallocs) / float64(r.Steps)
	r.BytesPerBody = float64(heap.HeapAlloc) / float64(r.Bodies)
	bytes := Memory(w)
	for _, array := range slices.Sorted(maps.Keys(bytes)) {
		if per := float64(bytes[array]) / float64(r.Bodies); per >= 1 {
			r.Memory[array] = per
		}
	}
	for i, name := range bridge.StageNames {
		r.Stages[name] = w.Profile()[i] - stages[i]
	}
	return r
}
