package woo

import (
	"fmt"
	"strings"
	"testing"
)

// Contract: all that a script asks for and this program lacks is listed at once, each with its line and once, and
// nothing that only follows from it. What Woo has is said to be there; a guess is made for a slip only.
func TestAllThatIsMissing(t *testing.T) {
	for text, want := range map[string]string{
		"import woo.pack, numpy as np\nfrom woo.dem import Tracer\nm=IceMat(young=1,\n yung=2)\n" +
			"S.dem.par.add([Sphere.make((0,0,5),.5,mat=m,col=3),woo.pack.cone(1)])\n" +
			"S.engines=S.engines+[ArcInlet(),Tracer(num=3),BoxInlet(box=((0,0,0),(1,1,1)),hop=1,skip=np.array(3))]\n" +
			"S.dem.par[7].vel=np.ones(3)*2\nf=FrictMat(yung=1)\nclass A: pass\na=A()\na.x[3]=-a.y\n" +
			"p,q=np.zeros(2)\nprint('%d' % p, [q])\nS.periodic=True\nS.dem.par[0].mask=8\nS.saveTmp()\n": `
line 4: module woo: pack is not supported: Woo has it, Tumble does not yet
  line 4: import numpy: there is no such module here (there are math, minieigen, woo, woo.core, woo.dem, woo.gl, ` +
			`woo.triangulated, woo.utils)
  line 5: module woo.dem: Tracer is not supported: Woo has it, Tumble does not yet
  line 6: IceMat is not supported: Woo has it, Tumble does not yet
  line 9: ArcInlet is not supported: Woo has it, Tumble does not yet
  line 9: BoxInlet.hop is not supported
  line 9: BoxInlet.skip is not supported
  line 11: FrictMat.yung is not supported; did you mean young?
  line 12: class is not supported in scripts (see DIALECT.md of sim/scene/woo)
  line 17: Scene.periodic=True is not supported (there are no periodic scenes)
  line 18: Particle.mask=8 is not supported: everything collides with everything, but for walls and meshes among ` +
			`themselves`,
		"a=Cone()\nb=Rod()\nif a.x: FrictMat(yung=1)": `
line 4: Cone is not supported: Woo has it, Tumble does not yet
  line 5: Rod is not supported: Woo has it, Tumble does not yet
  (looked through up to line 6)`,
		"S.engines=S.engines+[BoxInlet(materials=[FrictMat()]),\n BoxOutlet(),3]\n" +
			"S.dem.par.addClumped([Wall.make(0,axis=2)],centralNode=Node())": `
line 4: BoxInlet.massRate must be given (0: as many as fit)
  line 5: BoxOutlet needs box
  line 4: S.engines: 3 is no engine
  line 6: a body can be made of spheres and capsules, of facets, or of one imported mesh; member 0 is a Wall`,
		"from numpy import *\nx=zeros(3)+ones(3)\nTracer()": `
line 4: import numpy: there is no such module here (there are math, minieigen, woo, woo.core, woo.dem, woo.gl, ` +
			`woo.triangulated, woo.utils)`,
	} {
		_, err := try(head + text)
		if got := strings.TrimPrefix(fmt.Sprint(err), "woo: s.py: "); got != want[1:] {
			t.Errorf("%s:\n got  %s\n want %s", text, got, want[1:])
		}
	}
	var many strings.Builder
	for i := range 2 * mostMissing {
		fmt.Fprintf(&many, "a%d=Nothing%d()\n", i, i)
	}
	_, err := try(head + many.String())
	if n := strings.Count(fmt.Sprint(err), "is not defined"); n != mostMissing {
		t.Errorf("%d of %d are told, want %d: %v", n, 2*mostMissing, mostMissing, err)
	}
}

// Contract: no name is both here and said to be of Woo only.
func TestNamesOfWooOnly(t *testing.T) {
	for name, m := range modules {
		if wooOnly[name] {
			t.Errorf("%s is here", name)
		}
		for _, k := range m.list {
			if wooOnly[k] && m.get != nil {
				t.Errorf("%s.%s is here", name, k)
			}
		}
	}
	for _, name := range []string{"ArcInlet", "IceMat", "Tracer", "woo.plot"} {
		if !wooOnly[name] {
			t.Errorf("%s is not known", name)
		}
	}
}
