package woo

import (
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/scene"
)

// Contract: the table of a run has what the capsule script of the seed collects with the names of the documentation,
// however it says so: the bodies are followed, and the person is told how columns are called and which are dropped.
func TestPlotsOfTheSeed(t *testing.T) {
	seed := capsuleScript(t)
	const runner = "\tS.engines=S.engines+[woo.core.PyRunner(10,'%s')]\n"
	for _, c := range []struct {
		command, plots, said string
		bodies               []string
		told                 []string
	}{
		{"S.plot.autoData()", "{'S.time': ('S.dem.par[0].pos[2]',)}", "", []string{"capsule"},
			[]string{"S.plot: in the table S.dem.par[0].pos[2] is 'capsule position z'"}},
		{"S.plot.autoData()", "{'t=S.time':('$z_1$=S.dem.par[0].pos[2]','$z_0$=S.dem.par[1].pos[2]'," +
			"'x=S.dem.par[1].pos[0]',None,'$E_k$=S.dem.par[0].Ek'), " +
			"' t=S.time':('**S.energy',r'$\\sum$=S.energy.total()',None,('e=S.energy.relErr()'," +
			"'g--'))}", "", []string{"capsule", "wall"},
			[]string{"S.plot: in the table $z_1$ is 'capsule position z', $z_0$ is 'wall position z'",
				"S.plot: dropped: x, $E_k$, $\\sum$, e;"}},
		{"S.plot.addData(t=S.time,i=S.step,z=S.dem.par[0].pos[2],v=S.dem.par[0].vel,k=S.energy[\"kinetic\"],**S.energy)",
			"{'t':('z',)}", "", []string{"capsule"}, []string{"S.plot: in the table z is 'capsule position z', v is " +
				"'capsule velocity', k is 'kinetic energy'"}},
		{"keep(S)", "{'t':('z1',None,('Ek','r.-')),'i':('unbalanced',)}", "\tdef keep(S):\n\t\tu=3*S.step\n" +
			"\t\tS.plot.addData(t=S.time,i=S.step,z1=S.dem.par[0].pos[1],Ek=S.dem.par[0].Ek,u=u)\n", []string{"capsule"},
			[]string{"S.plot: in the table z1 is 'capsule position y'", "S.plot: dropped: Ek, u;",
				"the command runs with the script"}},
		{"S.plot.addData(t=S.time,n=S.dem.par[99].pos[2],w=S.dem.par[0].pos[3],q=S.dem.par[0].ori[0],x=1+)", "{}", "", nil,
			nil}, // no Python
		{"S.plot.addData(n=S.dem.par[99].pos[2],w=S.dem.par[0].pos[3],q=S.dem.par[0].ori[0],x=foo.pos[1])", "{'t':'n'}", "",
			nil, []string{"S.plot: dropped: n, w, q, x;"}},
	} {
		text := seed + c.said + strings.Replace(runner, "%s", c.command, 1) + "\tS.plot.plots=" + c.plots + "\n"
		r, err := ReadFile(script(t, "p.py", text), scene.Options{})
		if c.told == nil {
			if err == nil || !strings.Contains(err.Error(), "cannot be read as Python") {
				t.Errorf("%s: %v", c.command, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.command, err)
			continue
		}
		if x := r.Spec.Export; x == nil || x.CSV == nil || !slices.Equal(x.CSV.Bodies, c.bodies) || x.CSV.EverySteps != 10 {
			t.Errorf("%s: exports %+v", c.command, x)
		}
		says(t, r.Notices, c.told...)
		if dropped := strings.Contains(strings.Join(r.Notices, "\n"), "dropped"); dropped != strings.Contains(
			strings.Join(c.told, "\n"), "dropped") {
			t.Errorf("%s: notices %v", c.command, r.Notices)
		}
	}
}
