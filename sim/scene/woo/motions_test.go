package woo

import (
	"strings"
	"testing"

	"example.org/tumble/sim/scene"
)

// feed is an inlet with a hook; what follows in the hook is tried. It stands in line 4.
const feed = "S.dem.par.add(Capsule.make((0,0,3),radius=.1,shaft=.2,fixed=True)); " +
	"S.dem.par.add(InfCylinder.make((0,0,-2),radius=.5,axis=1))\n" +
	"S.engines=S.engines+[BoxInlet(box=((0,0,0),(1,1,1)),massRate=0,maxNum=3,materials=[FrictMat()]," +
	"generator=MinMaxSphereGenerator(dRange=(.1,.1)),label='feed',doneHook='HOOK')]\n"

// Contract: what scripts impose on bodies, at the start and in a doneHook, is the motion
// that Woo makes of it: a swing keeps the velocity and spin it says nothing about, a hook
// changes what it sets.
func TestMotions(t *testing.T) {
	pill, roll := "S.dem.par[1].", "S.dem.par[2]."
	for _, c := range []struct{ before, hook, want string }{
		{roll + "impose=HarmonicOscillation(freq=2,amp=.1,dir=(0,0,3),t0=.125)", "",
			"- name: move-cylinder\n    body: cylinder\n    harmonic: {shift: [0.0, 0.0, 0.1], frequency: 2.0, phaseDegrees: " +
				"-90.0}\n"},
		{roll + "angVel=(0,3,0)\n" + roll + "impose=AlignedHarmonicOscillations(amps=(.1,float('nan'),.2),freqs=(1,2,3))", "",
			"- name: move-cylinder\n    body: cylinder\n    sum:\n      - harmonic: {shift: [0.1, 0.0, 0.0], frequency: 1.0}\n" +
				"      - harmonic: {shift: [0.0, 0.0, 0.2], frequency: 3.0}\n      - constant: {spin: [0.0, 3.0, 0.0]}\n"},
		{"", roll + "angVel=(0,4,0)",
			"- name: move-cylinder\n    body: cylinder\n    after: feed\n    constant: {spin: [0.0, 4.0, 0.0]}\n"},
		{pill + "vel=(1,0,0)", pill + "angVel=(0,4,0); " + pill + "vel=(0,0,0)",
			"- name: move-capsule\n    body: capsule\n    constant: {velocity: [1.0, 0.0, 0.0]}\n" +
				"  - name: move-capsule2\n    body: capsule\n    after: feed\n    constant: {spin: [0.0, 4.0, 0.0]}\n"},
		{pill + "vel=(1,2,0)", pill + "angVel=(0,4,0)",
			"- name: move-capsule\n    body: capsule\n    constant: {velocity: [1.0, 2.0, 0.0]}\n" +
				"  - name: move-capsule2\n    body: capsule\n    after: feed\n    constant: {velocity: [1.0, 2.0, 0.0], spin: " +
				"[0.0, 4.0, 0.0]}\n"},
		{roll + "impose=HarmonicOscillation(freq=2,amp=.1)", roll + "impose=HarmonicOscillation(freq=1,amp=.1,t0=S.time-.25)",
			"- name: move-cylinder\n    body: cylinder\n    harmonic: {shift: [0.1, 0.0, 0.0], frequency: 2.0}\n" +
				"  - name: move-cylinder2\n    body: cylinder\n    after: feed\n    harmonic: {shift: [0.1, 0.0, 0.0], " +
				"frequency: 1.0, phaseDegrees: 90.0}\n"},
	} {
		r, err := try(head + strings.Replace(feed, "HOOK", c.hook, 1) + c.before)
		if err != nil {
			t.Errorf("%s, hook %s: %v", c.before, c.hook, err)
			continue
		}
		var b strings.Builder
		if err := scene.WriteSpec(&b, scene.Spec{Motions: r.Spec.Motions}); err != nil {
			t.Fatal(err)
		}
		if _, got, _ := strings.Cut(b.String(), "motions:\n  "); got != c.want {
			t.Errorf("%s, hook %s: makes\n  %swant\n  %s", c.before, c.hook, got, c.want)
		}
		built, err := scene.Build("s.py", r.Spec, scene.Opener(t.TempDir(), scene.Options{}), scene.Options{})
		if err != nil {
			t.Errorf("%s, hook %s: %v", c.before, c.hook, err)
			continue
		}
		built.World.Close()
	}
}

// Contract: what a motion or a hook cannot do is refused with its line.
func TestMotionRefusals(t *testing.T) {
	for _, c := range []struct{ before, hook, want string }{
		{"", "S.dem.par[0].angVel=(0,0,1)", "line 5: sphere is moved by forces: only a body with blocked='xyzXYZ' can be " +
			"given a motion"},
		{"", "S.dem.par[1].impose=None", "line 5: a doneHook cannot end a motion"},
		{"", "S.dem.par[1].impose=HarmonicOscillation(freq=1,amp=1)", "line 5: t0 of a motion that a doneHook starts must " +
			"be S.time"},
		{"", "S.dem.par[1].impose=AlignedHarmonicOscillations(freqs=(1,1,1),amps=(1,1,1))",
			"line 5: AlignedHarmonicOscillations cannot be started by a doneHook"},
		{"", "S.dem.par[1].mask=1", "line 5: Particle.mask: a doneHook can start a motion"},
		{"HarmonicOscillation(freq=1)", "", "line 6: HarmonicOscillation needs freq and amp"},
		{"HarmonicOscillation(freq=1,amp=1,dir=(0,0,0))", "", "line 6: HarmonicOscillation.dir must not be zero"},
		{"HarmonicOscillation(freq=1,amp=1,perpFree=True)", "", "line 6: HarmonicOscillation.perpFree=True is not supported"},
		{"AlignedHarmonicOscillations(freqs=(1,1))", "", "line 6: AlignedHarmonicOscillations.freqs must be three numbers"},
		{"S.dem.par[1].impose=3", "", "line 6: DemData.impose must be a motion (InterpolatedMotion, HarmonicOscillation, " +
			"AlignedHarmonicOscillations), got 3"},
		{"from woo.dem import ConstantForce", "", "line 6: module woo.dem: ConstantForce is not supported"},
	} {
		_, err := try(head + strings.Replace(feed, "HOOK", c.hook, 1) + c.before)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, hook %s:\n got  %v\n want %s", c.before, c.hook, err, c.want)
		}
	}
}
