package woo

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/scene"
)

// everyEngine is a scene with one of everything that has an attribute without effect.
const everyEngine = "from woo.core import *; from woo.dem import *; import woo, woo.gl\n" +
	"m=FrictMat(young=1e6)\n" +
	"S=Scene(fields=[DemField(gravity=(0,0,-10),par=[Wall.make(0,axis=2,sense=1,mat=m),Sphere.make((0,0,.12),.1,mat=m)," +
	"Capsule.make((0,0,.4),.1,.1,mat=m),InfCylinder.make((.5,0,0),.1,axis=1,mat=m)," +
	"Facet.make(((-1,-1,-1),(1,-1,-1),(0,1,-1)),mat=m)])])\n" +
	"box=BoxInlet(box=((-.5,-.5,.6),(.5,.5,1)),materials=[m],massRate=1e9,atMaxAttempts='dead',maxAttempts=50," +
	"generator=MinMaxSphereGenerator(dRange=(.1,.2)),stepPeriod=5)\n" +
	"tube=CylinderInlet(node=Node(pos=(0,2,0)),radius=.5,height=1,materials=[m],massRate=0,maxNum=3,maxAttempts=50," +
	"generator=MinMaxSphereGenerator(dRange=(.1,.2)),stepPeriod=5)\n" +
	"out=BoxOutlet(box=((-2,-2,-2),(2,4,.95)),stepPeriod=10)\n" +
	"vtk=VtkExport(stepPeriod=9)\n" +
	"S.engines=DemField.minimalEngines(damping=.2)+[box,tube,out,vtk]\n"

// objects are where the scene has an object of each class.
var objects = map[string]string{
	"FrictMat": "m", "Sphere": "S.dem.par[1].shape", "Capsule": "S.dem.par[2].shape", "Wall": "S.dem.par[0].shape",
	"InfCylinder": "S.dem.par[3].shape", "Facet": "S.dem.par[4].shape", "InsertionSortCollider": "S.engines[1]",
	"BoxInlet": "box", "CylinderInlet": "tube", "BoxOutlet": "out", "VtkExport": "vtk", "Scene": "S",
	"Master": "woo.master", "Plot": "S.plot",
}

// Contract: an attribute that has no effect here changes no bit of the run of a scene that has one of everything,
// and the person is told of it. An attribute that would change what is in the world must be done or refused: a new one
// without effect comes by here.
func TestMutedAttributesChangeNothing(t *testing.T) {
	run := func(text string) (string, []string) {
		r, err := try(text)
		if err != nil {
			return err.Error(), nil
		}
		s, err := scene.Build("s.py", r.Spec, nil, scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return ends(t, s, nil, 60), r.Notices
	}
	want, _ := run(everyEngine)
	classes := append(slices.Clone(viewClasses), sceneClass, masterClass, plotClass)
	for _, v := range demContent() {
		classes = append(classes, v.(*class))
	}
	n := 0
	for _, c := range classes {
		at := objects[c.name]
		if slices.Contains(viewClasses, c) {
			at = "woo.gl." + c.name
		}
		for _, f := range c.fields {
			if f.mute == "" {
				continue
			}
			n++
			if at == "" {
				t.Errorf("%s.%s has no effect, and the scene has no %s", c.name, f.name, c.name)
				continue
			}
			tried := 0
			for _, v := range []string{"True", "False", "3", ".25", "'x'", "{}"} {
				got, notices := run(everyEngine + fmt.Sprintf("%s.%s=%s\n", at, f.name, v))
				switch {
				case strings.Contains(got, " must be "): // of another type
					continue
				case got != want:
					t.Errorf("%s.%s=%s: %s, want hash %s", c.name, f.name, v, got, want)
				}
				tried++
				says(t, notices, fmt.Sprintf("%s.%s has no effect: %s", c.name, f.name, f.mute))
			}
			if tried == 0 {
				t.Errorf("%s.%s: no value was tried", c.name, f.name)
			}
		}
	}
	if n < 30 {
		t.Errorf("%d attributes: the test sees nothing", n)
	}
}

// Contract: what would change what is in the world, and is not done, is refused.
func TestWorldIsNotChangedInSilence(t *testing.T) {
	inlet := "S.engines=S.engines+[BoxInlet(box=((-1,-1,2),(1,1,3)),materials=[FrictMat()],massRate=%s," +
		"generator=MinMaxSphereGenerator(dRange=(.1,.2)),%s)]"
	for _, c := range [][2]string{
		{fmt.Sprintf(inlet, "0", "initRun=False"), "BoxInlet.initRun=False is not supported"},
		{"S.engines=S.engines+[BoxOutlet(box=((0,0,0),(1,1,1)),initRun=False)]", "BoxOutlet.initRun=False is not supported"},
		{"S.engines[3].initRun=False", "DynDt.initRun=False is not supported"},
		{fmt.Sprintf(inlet, "1", "atMaxAttempts='done'"), "BoxInlet.atMaxAttempts='done' is not supported"},
		{fmt.Sprintf(inlet, "1", "atMaxAttempts='dead',doneHook='pass'"),
			"BoxInlet.atMaxAttempts='dead' ends the inlet without its doneHook"},
		{fmt.Sprintf(inlet, "1", "atMaxAttempts='gone'"), "BoxInlet.atMaxAttempts must be 'error', 'dead', 'warn'"},
		{fmt.Sprintf(inlet, "1", "atMaxAttempts=5"), "BoxInlet.atMaxAttempts must be 'error', 'dead', 'warn'"},
		{fmt.Sprintf(inlet, "1", "maxAttempts=1e7"), "BoxInlet.maxAttempts must be a whole number from 1 to 1000000"},
		{fmt.Sprintf(inlet, "1", "attemptPar=.5"), "BoxInlet.attemptPar must be a whole number from 1 to 1000000"},
		{"S.dem.par.add(Sphere.make((0,0,3),.5),nodes=False)", "par.add(): nodes=False is not supported"},
		{"S.dem.par.addClumped([Sphere.make((0,0,3),.5)],nodes=0)", "par.addClumped(): nodes=0 is not supported"},
		{"DemField(par=[Sphere.make((0,0,3),.5)],parNodes=False)", "DemField.parNodes=False is not supported"},
		{"S.engines=[InsertionSortCollider(),ContactLoop()]", "S.engines has no Leapfrog"},
		{"S.dem.par.add(Sphere.make((0,0,3),.5)); S.engines=[Leapfrog()]", "S.engines has no InsertionSortCollider"},
		{"S.dem.par.add(Sphere.make((0,0,3),.5)); S.engines=[Leapfrog(),InsertionSortCollider()]",
			"S.engines has no ContactLoop"},
	} {
		if _, err := try(head + c[0]); err == nil || !strings.Contains(err.Error(), "line 4: "+c[1]) {
			t.Errorf("%s:\n got  %v\n want %s", c[0], err, c[1])
		}
	}
}
