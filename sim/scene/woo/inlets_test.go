package woo

import (
	"fmt"
	"strings"
	"testing"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
)

// Contract: what an inlet does whose attempts are used up is what Woo does: with a massRate it is dead, tries again or
// ends the run with an error, as atMaxAttempts says, which is error if a script says nothing; without a massRate
// nobody asks. So a box that is to be filled once is filled once.
func TestInletAtMaxAttempts(t *testing.T) {
	for _, c := range []struct {
		rate, arguments, noRoom string
		said                    string
	}{
		{"1e10", "atMaxAttempts='dead'", "done", ""}, {"1e10", "atMaxAttempts=BoxInlet.maxAttDead", "done", ""},
		{"1e10", "", "error", ""}, {"1e10", "atMaxAttempts='error'", "error", ""},
		{"1e10", "atMaxAttempts=BoxInlet.maxAttError", "error", ""},
		{"1e10", "atMaxAttempts='silent'", "", ""}, {"1e10", "atMaxAttempts='ignore'", "", ""},
		{"1e10", "atMaxAttempts=''", "", ""}, {"1e10", "atMaxAttempts=CylinderInlet.maxAttSilent", "", ""},
		{"1e10", "atMaxAttempts='warn'", "", "line 4: BoxInlet.atMaxAttempts='warn': the inlet tries again"},
		{"0", "", "", ""}, {"0", "atMaxAttempts='dead'", "", ""}, {"-1", "atMaxAttempts='error'", "", ""},
		{"0", "atMaxAttempts='done'", "", ""},
	} {
		path := script(t, "box.py", head+fmt.Sprintf("S.dtSafety=.5; S.engines=S.engines+[BoxInlet(box=((-1,-1,2),(1,1,4)),"+
			"materials=[FrictMat(young=1e7)],massRate=%s,maxAttempts=100,generator=MinMaxSphereGenerator(dRange=(.4,.4)),"+
			"stepPeriod=10,%s)]", c.rate, c.arguments))
		r, err := ReadFile(path, scene.Options{})
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		if got := r.Spec.Inlets[0].NoRoom; got != c.noRoom {
			t.Errorf("%+v: noRoom %q", c, got)
		}
		if said := strings.Join(r.Notices, "\n"); c.said == "" && said != "" || !strings.Contains(said, c.said) {
			t.Errorf("%+v: said %s", c, said)
		}
		s, err := Load(path, scene.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		var snap bridge.Snapshot
		for s.World.Clock().Time < 0.7 && s.World.Log().Fault() == "" { // by then there is room for more
			s.World.Step()
		}
		s.World.Fill(&snap)
		in, fault := snap.Inlets[0], s.World.Log().Fault()
		if in.Done != (c.noRoom == "done") || (fault != "") != (c.noRoom == "error") {
			t.Errorf("%+v: done %v, fault %q", c, in.Done, fault)
		}
		if once := 30; in.Bodies < 5 || (in.Bodies > int64(once)) != (c.noRoom == "") {
			t.Errorf("%+v: %d bodies at %g s", c, in.Bodies, s.World.Clock().Time)
		}
		s.World.Close()
		if c.noRoom == "done" {
			sameAsSaved(t, path, 500)
		}
	}
}

// Contract: a DemField takes the particles that it begins with, as a list; later they are added.
func TestDemFieldBeginsWithParticles(t *testing.T) {
	const begin = "from woo.core import *; from woo.dem import *\n"
	r, err := try(begin + "S=Scene(fields=[DemField(gravity=(0,0,-9),par=[Wall.make(0,axis=2,sense=1)," +
		"Sphere.make((0,0,1),.5)])])\nprint(len(S.dem.par),S.dem.par[1].id,S.dem.par[1].pos)\n" +
		"S.dem.par.add(Sphere.make((0,0,3),.5))\n")
	if err != nil || strings.Join(r.Printed, "") != "2 1 Vector3(0,0,1)" || len(r.Spec.Bodies) != 3 {
		t.Fatalf("%v: printed %v", err, r)
	}
	for text, want := range map[string]string{
		"DemField(par=Sphere.make((0,0,1),.5))": "line 2: DemField.par must be a list of particles, got ",
		"DemField(par=[1])":                     "line 2: only particles can be added, got 1",
		"S=Scene(fields=[DemField()]); S.dem.par=[Sphere.make((0,0,1),.5)]": "line 2: DemField.par can be given when the " +
			"DemField is made, and only be read later: S.dem.par.add() adds particles",
	} {
		if _, err := try(begin + text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
