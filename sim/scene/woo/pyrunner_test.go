package woo

import (
	"fmt"
	"strings"
	"testing"

	"example.org/tumble/sim/run"
	"example.org/tumble/sim/scene"
)

// Contract: PyRunners run while the script runs the scene, every so many steps or seconds
// and so often as they say; they see the moment, can end the run and cannot change the
// scene.
func TestPyRunner(t *testing.T) {
	for _, c := range []struct{ engine, after, want string }{
		{"PyRunner(3,'print(S.step)')", "S.run(8,True)", "0 3 6"},
		{"PyRunner('print(S.step)',3,initRun=False)", "S.run(8,True)", "3 6"},
		{"PyRunner(3,'print(S.step)',nDo=2)", "S.run(8,True); S.run(8,True)", "0 3"},
		{"PyRunner(3,'print(S.step)')", "S.run(4,True); S.run(4,True)", "0 3 6"},
		{"PyRunner(3,'print(S.step)',dead=True)", "S.run(4,True)", ""},
		{"PyRunner(virtPeriod=.02,command='print(S.step)')", "S.run(45,True)", "0 20 40"},
		{"PyRunner(5,'look(S)')", "def look(S):\n  if S.dem.par[0].pos[2]<1: S.stop()\nS.run(99,True); print(S.step)", "5"},
		{"PyRunner(1,'n=n+1 if S.step else 0')", "S.run(4,True); print(n)", "4"},
		{"PyRunner(10,'S.plot.addData(z=S.dem.par[0].pos[2])')", "S.plot.plots={'t':('z',)}; S.run(20,True); S.plot.plot()",
			""},
	} {
		r, err := try(head + "S.dt=1e-3; S.engines=[Leapfrog(),woo.core." + c.engine + "]\n" + c.after)
		if err != nil {
			t.Errorf("%s: %v", c.engine, err)
		} else if got := strings.Join(r.Printed, " "); got != c.want {
			t.Errorf("%s: printed %q, want %q", c.engine, got, c.want)
		}
	}
	for _, c := range []struct{ arguments, after, want string }{
		{"3,'S.dt=1'", "S.run(4,True)", "line 4: Scene.dt: a PyRunner can look, print and stop the run, but not change " +
			"the scene"},
		{"3,'S.dem.par.add(Sphere.make((0,0,9),1))'", "S.run(4,True)", "line 4: S.dem.par.add: a PyRunner can look, print " +
			"and stop the run, but not change the scene (an inlet adds bodies"},
		{"3,'S.run(4)'", "S.run(4,True)", "line 4: a doneHook or PyRunner cannot run the scene"},
		{"3,'while 1: pass'", "S.run(4,True)", "line 4: the script takes too long"},
		{"1,'open(1)'", "S.run(1,True)", "line 4: open is not supported in scripts"},
		{"3,'f('", "", "line 4: PyRunner 'f(' cannot be read as Python"},
		{"3", "", "line 4: PyRunner needs a command"},
		{"3,4,'x'", "", "line 4: PyRunner() takes a period and a command"},
		{"3,'x',virtPeriod=1", "", "line 4: PyRunner needs stepPeriod or virtPeriod, and not both"},
		{"command='x',realPeriod=1", "", "line 4: PyRunner.realPeriod=1 is not supported"},
		{"2,'1'", "S.stop()", "line 5: S.stop() ends S.run() from a PyRunner and nothing else"},
	} {
		_, err := try(head + "S.engines=S.engines+[woo.core.PyRunner(" + c.arguments + ")]\n" + c.after)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("PyRunner(%s), %s:\n got  %v\n want %s", c.arguments, c.after, err, c.want)
		}
	}
}

// Contract: in the scene a PyRunner that collects data is a table, at its own distance; any
// other runs with the scene of the script, and the person is told that a file has none.
func TestPyRunnerInScene(t *testing.T) {
	r, err := try(head + "S.engines=S.engines+[woo.core.PyRunner(20,'S.plot.autoData()'),VtkExport(out='a'," +
		"stepPeriod=7),\n woo.core.PyRunner(9,'print(1)')]\n")
	if err != nil {
		t.Fatal(err)
	}
	e := r.Spec.Export
	if e == nil || e.VTK == nil || e.VTK.EverySteps != 7 || e.CSV == nil || e.CSV.File != "-series.csv" ||
		e.CSV.EverySteps != 20 {
		t.Errorf("exports %+v", e)
	}
	says(t, r.Notices, "line 4: PyRunner: what S.plot collects is the table -series.csv")
	says(t, r.Notices, "line 5: PyRunner: the command runs with the script; a scene file made of it has no commands")
}

// Contract: a column that a script collects and the table of a run has not is named as
// dropped: when the scene is made, when the script runs it, and by a function when the scene runs.
func TestDroppedColumns(t *testing.T) {
	const want = "S.plot: dropped: z, vz; the table of a run has times, energies and contacts"
	for _, text := range []string{
		"S.engines=S.engines+[woo.core.PyRunner(20,'S.plot.addData(i=S.step,t=S.time,z=1,vz=2)')]",
		"S.plot.addData(t=S.time,z=1,vz=2)",
	} {
		r, err := try(head + text + "\n")
		if err != nil {
			t.Fatal(err)
		}
		says(t, r.Notices, "line 4: "+want)
	}
	r, err := try(head + "S.engines=S.engines+[woo.core.PyRunner(20,'S.plot.addData(i=S.step,t=S.time)')]\n")
	if err != nil || strings.Contains(fmt.Sprint(r.Notices), "dropped") {
		t.Errorf("%v, %v", r.Notices, err)
	}
	s, err := Load(script(t, "d.py", head+"S.engines=S.engines+[woo.core.PyRunner(1,'look(S)')]\n"+
		"def look(S): S.plot.addData(z=1,vz=2)\n"), scene.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	said := 0
	for range 3 {
		if err := s.Watch(s.World); err != nil {
			t.Fatal(err)
		}
		s.World.Step()
	}
	for _, n := range s.World.Log().All() {
		if strings.Contains(n.Text, "line 5: "+want) {
			said++
		}
	}
	if said != 1 {
		t.Errorf("said %d times in %v, want once", said, s.World.Log().All())
	}
}

// Contract: a VtkExport writes what it says, as often as it says.
func TestVtkExport(t *testing.T) {
	for arguments, want := range map[string]string{
		"out='a',stepPeriod=7":                    "{a 0 7 [] }",
		"virtPeriod=.02,ascii=True":               "{export 0.02 0 [] ascii}",
		"stepPeriod=7,what=VtkExport.all":         "{export 0 7 [] }",
		"stepPeriod=7,what=VtkExport.mesh":        "{export 0 7 [meshes walls] }",
		"stepPeriod=7,what=VtkExport.tri|8":       "{export 0 7 [surfaces contacts] }",
		"stepPeriod=7,what=VtkExport.spheres":     "{export 0 7 [particles] }",
		"stepPeriod=7,virtPeriod=1":               "line 4: VtkExport needs stepPeriod or virtPeriod, and not both",
		"stepPeriod=7,what=0":                     "line 4: VtkExport.what must be made of VtkExport.spheres",
		"stepPeriod=7,what=VtkExport.spheresTypo": "line 4: VtkExport.spheresTypo is not supported",
		"stepPeriod=.5":                           "line 4: VtkExport.stepPeriod must be a whole number ≥ 1, got 0.5",
	} {
		r, err := try(head + "S.engines=S.engines+[VtkExport(" + arguments + ")]")
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprint(*r.Spec.Export.VTK)
		}
		if !strings.Contains(got, want) {
			t.Errorf("VtkExport(%s) gives %s, want %s", arguments, got, want)
		}
	}
}

// watched runs the scene of a script with its commands for so many steps, and returns what
// they print, the hash and how it ended.
func watched(t *testing.T, text string, steps int64) (prints []string, hash uint64, err error) {
	t.Helper()
	s, err := Load(script(t, "w.py", text), scene.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	if s.Watch == nil {
		t.Fatal("nobody watches")
	}
	err = s.Watch(s.World)
	for err == nil && s.World.Clock().Step < steps {
		s.World.Step()
		err = s.Watch(s.World)
	}
	for _, n := range s.World.Log().All() {
		if line, ok := strings.CutPrefix(n.Text, printed); ok {
			prints = append(prints, line)
		}
	}
	return prints, s.World.Hash(), err
}

// Contract: the commands of a script run with its scene, see it as it is, and change no
// bit of it; they can stop it; one that fails, or takes too long, says so with its line.
func TestCommandsRunWithScene(t *testing.T) {
	engines := "S.dt=1e-3; S.engines=[Leapfrog(damping=0),woo.core.PyRunner(10,'look(S)')]\n"
	look := "def look(S):\n  global n\n  n+=1\n  print(S.step, n, round(S.dem.par[0].pos[2],6))\nn=0\n"
	prints, hash, err := watched(t, head+engines+look, 25)
	// Released at rest, step n ends at 1 - g dt² n (n + 1)/2.
	if got := strings.Join(prints, ";"); err != nil || got != "0 1 1.0;10 2 0.99945;20 3 0.9979" {
		t.Errorf("printed %s, error %v", got, err)
	}
	s, err := Load(script(t, "p.py", head+"S.dt=1e-3; S.engines=[Leapfrog(damping=0)]\n"), scene.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.World.Close()
	for s.World.Clock().Step < 25 {
		s.World.Step()
	}
	if s.World.Hash() != hash {
		t.Errorf("hash %x with commands, %x without", hash, s.World.Hash())
	}
	if _, _, err := watched(t, head+engines+"def look(S):\n  if S.step>=20: S.stop()\n", 99); err != run.ErrEnough {
		t.Errorf("S.stop() gives %v", err)
	}
	prints, _, err = watched(t, head+engines+look+"S.run(15,True)\n", 5)
	if got := strings.Join(prints, ";"); err != nil || got != "0 1 1.0;10 2 0.99945;0 3 1.0" {
		t.Errorf("after a run of the script's own: printed %s, error %v", got, err)
	}
	for command, want := range map[string]string{
		"while 1: pass": "w.py: PyRunner at 0 s: line 6: the script takes too long",
		"S.dem.par.add(Sphere.make((0,0,9),1))": "line 6: S.dem.par.add: a PyRunner can look, print and stop the run, but " +
			"not change the scene (an inlet adds bodies",
		"S.dem.par[3]": "line 6: index 3 is out of range",
	} {
		if _, _, err := watched(t, head+engines+"def look(S):\n  "+command, 5); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", command, err, want)
		}
	}
	prints, _, err = watched(t, head+engines+"def look(S):\n  for i in range(150): print(i)\n", 25)
	if err != nil || len(prints) != commandPrints {
		t.Errorf("%d lines printed, want %d: %v", len(prints), commandPrints, err)
	}
}
