package woo

import (
	"strings"
	"testing"
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
		{"PyRunner(10,'S.plot.addData(z=S.dem.par[0].pos[2])')", "S.plot.plots={'t':('z',)}; S.run(20,True); S.plot.plot()", ""},
	} {
		r, err := try(head + "S.dt=1e-3; S.engines=[Leapfrog(),woo.core." + c.engine + "]\n" + c.after)
		if err != nil {
			t.Errorf("%s: %v", c.engine, err)
		} else if got := strings.Join(r.Printed, " "); got != c.want {
			t.Errorf("%s: printed %q, want %q", c.engine, got, c.want)
		}
	}
	for _, c := range []struct{ arguments, after, want string }{
		{"3,'S.dt=1'", "S.run(4,True)", "line 4: Scene.dt: after S.run() the scene can be looked at, but not changed"},
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

// Contract: in the scene a PyRunner that collects data is a table, at its own distance; of
// any other the person is told that it is left behind.
func TestPyRunnerInScene(t *testing.T) {
	r, err := try(head + "S.engines=S.engines+[woo.core.PyRunner(20,'S.plot.autoData()'),VtkExport(out='a',stepPeriod=7),\n woo.core.PyRunner(9,'print(1)')]\n")
	if err != nil {
		t.Fatal(err)
	}
	e := r.Spec.Export
	if e == nil || e.VTK == nil || e.VTK.EverySteps != 7 || e.CSV == nil || e.CSV.File != "-series.csv" || e.CSV.EverySteps != 20 {
		t.Errorf("exports %+v", e)
	}
	says(t, r.Notices, "line 4: PyRunner: what S.plot collects is the table -series.csv")
	says(t, r.Notices, "line 5: PyRunner: 'print(1)' runs while the script itself runs the scene")
}
