package scene

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run/bridge"
)

const auditScene = `
title: audit
gravity: [0, 0, -10]
timeStep: {safety: 0.5, every: 100}
materials:
  - {name: m, young: 1.0e+7, density: 1000}
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 0}}
  - {name: ball, sphere: {radius: 0.01}, position: [0, 0, 0.05]}
inlets:
  - name: feed
    box: {center: [0, 0, 0.5], size: [0.1, 0.1, 0.1]}
    sphere: {radius: 0.01}
    maxBodies: 2
`

const auditMesh = `
  - name: funnel
    facets: {points: [[-60, -60, 90], [60, -60, 90], [0, 60, 90], [0, 0, 10]], triangles: [[0, 1, 3], [1, 2, 3], [2, 0, 3]]}
    blocked: xyzXYZ
inlets:`

// Contract: what makes results wrong, or a scene one that cannot be meant, is told, with what is to
// blame; where nothing is left to believe, the world stops.
func TestWhatCannotBeMeantIsTold(t *testing.T) {
	for _, c := range []struct {
		change      [2]string // in the scene, if not empty
		set         string
		told, fault string // in a warning, in the fault; empty for none
	}{
		{set: ""},
		{set: "timeStep.fixed=0.0002", told: "times the critical one of the first contact of a ball"},
		{set: "timeStep.fixed=0.5", told: "body 1 (ball) moves by"},
		{set: "timeStep.fixed=0.0005", fault: "came from nowhere: nothing is left to believe. Body"},
		{set: "materials.m.young=1", told: "body 1 (ball) moves by 25 radii in a step"},
		{set: "bodies.ball.velocity=0,0,-2000", told: "body 1 (ball) moves by 10 radii in a step"},
		{set: "bodies.ball.spin=1e12,0,0", told: "body 1 (ball) turns by 5e+07 rad in a step"},
		{set: "bodies.floor.wall.position=1", told: "body 1 (ball) falls for ever"},
		{set: "inlets.feed.box.size=0.1,0.1,0.019", told: "inlet feed: none of 5000 bodies fits into its volume"},
		{change: [2]string{"\ninlets:", auditMesh}, told: "the mesh of funnel is 120 m long, 6e+03 times the largest " +
			"particle: is its file in mm"},
		{change: [2]string{"\ninlets:", auditMesh}, set: "bodies.funnel.scale=0.001"},
	} {
		text := auditScene
		if c.change[0] != "" {
			text = strings.Replace(text, c.change[0], c.change[1], 1)
		}
		file := filepath.Join(t.TempDir(), "audit.yaml")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		sc, err := Load(file, Options{Workers: 1, Set: strings.Fields(c.set)})
		if err != nil {
			t.Fatalf("%s: %v", c.set, err)
		}
		for range 12000 {
			sc.World.Step()
		}
		sc.World.Audit()
		warnings := warningsOf(sc.World)
		told := slices.ContainsFunc(warnings, func(s string) bool { return strings.Contains(s, c.told) })
		if c.told != "" && !told || c.told == "" && c.fault == "" && len(warnings) > 0 {
			t.Errorf("%s: told %q, want %q", c.set, warnings, c.told)
		}
		if fault := sc.World.Log().Fault(); !strings.Contains(fault, c.fault) || c.fault == "" && fault != "" {
			t.Errorf("%s: fault %q, want %q", c.set, fault, c.fault)
		}
		sc.World.Close()
	}
}

// warningsOf returns the warnings of a world but for those of deep overlaps.
func warningsOf(w *sim.World) (all []string) {
	for _, n := range w.Log().All() {
		if n.Level == bridge.Warning && !strings.Contains(n.Text, "contact laws are meant for") {
			all = append(all, n.Text)
		}
	}
	return all
}

// Contract: no audit has anything to say of the scenes that come with the program.
func TestShippedScenesPassAudits(t *testing.T) {
	list, err := List()
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range list {
		sc, err := Load(info.Name, Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		w := sc.World
		for w.Log().Fault() == "" && w.Clock().Time < sc.End && (w.Clock().Step < 4000 || os.Getenv("TUMBLE_LONG") != "") {
			w.Step()
		}
		w.Audit()
		if told := warningsOf(w); len(told) > 0 || w.Log().Fault() != "" {
			t.Errorf("%s: %q, fault %q", info.Name, told, w.Log().Fault())
		}
		w.Close()
	}
}
