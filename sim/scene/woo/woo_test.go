package woo

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/tumble/sim/scene"
)

// head makes the shortest scene; what follows is tried on it.
const head = "from woo.core import *; from woo.dem import *; from minieigen import *; import woo, math, woo.utils, " +
	"woo.gl\n" +
	"S=Scene(fields=[DemField(gravity=(0,0,-10))],engines=DemField.minimalEngines())\n" +
	"S.dem.par.add(Sphere.make((0,0,1),.5))\n"

func try(text string) (*Result, error) {
	return Run(context.Background(), []byte(text), Options{Name: "s.py", open: scene.Opener(os.TempDir(), scene.Options{}),
		steps: maxSteps / 20})
}

// Contract: every example runs without a fault, and as the scene file it is turned into;
// what it says itself about the outcome holds.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "assets", "examples", "*.py"))
	if err != nil || len(files) < 4 {
		t.Fatalf("%d examples: %v", len(files), err)
	}
	for _, path := range files {
		r, err := ReadFile(path, scene.Options{})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		for _, o := range r.Outs {
			if o.Printed != "" && !sameOutput(o.Text, o.Printed) {
				t.Errorf("%s: Out[%d] is %s, the example shows %s", path, o.Prompt, o.Text, o.Printed)
			}
		}
		sameAsSaved(t, path, 1500)
	}
}

// Contract: the dialect means what Python means.
func TestLanguage(t *testing.T) {
	for _, c := range [][2]string{
		{"print(7//2, -7//2, 7%3, -7%3, 7/2, 2**10, 2**-1, 1e3, .1+.2)", "3 -4 1 2 3.5 1024 0.5 1000.0 0.30000000000000004"},
		{"print(1<2<3, not 1, 1 and 0, 0 or 'a', 'b' in 'abc', 3 in [1,2], None is None, 1==1.0)",
			"True False 0 a True False True True"},
		{"a=b=[1,2]; b.append(3); print(a, len(a), a[-1], a[1:], a+[4], (1,), ())",
			"[1, 2, 3] 3 3 [2, 3] [1, 2, 3, 4] (1,) ()"},
		{"x,(y,z)=1,(2,3); x+=y; print(x,y,z)", "3 2 3"},
		{"d={'a':1}; d['b']=2; print(d, d['b'], d.get('c'), [k for k in d], d.items())",
			"{'a': 1, 'b': 2} 2 None ['a', 'b'] [('a', 1), ('b', 2)]"},
		{"def f(a,b=2,*c,**d): return (a,b,c,d)\nprint(f(1), f(1,3,4,e=5), f(*[1,2],**{'g':3}))",
			"(1, 2, (), {}) (1, 3, (4,), {'e': 5}) (1, 2, (), {'g': 3})"},
		{"g=lambda x,y=3: x*y\nprint(g(2), [g(i) for i in range(4) if i%2], sum(i*i for i in range(5)))", "6 [3, 9] 30"},
		{"n=0\nfor i in range(10):\n  if i==3: continue\n  if i==6: break\n  n+=i\nelse: n=-1\nprint(n)", "12"},
		{"n=5\nwhile n: n-=1\nelse: n='end'\nprint(n)", "end"},
		{"def f():\n  global q\n  q=4\n  def g(): return q+1\n  return g()\nprint(f(), q)", "5 4"},
		{"print('%5.2f|%-4d|%s|%r|%%' % (math.pi, 7, 'x', 'x'), '%d' % 3)", " 3.14|7   |x|'x'|% 3"},
		{"print(abs(-2), min(3,1,2), max([1,5]), round(2.5), round(1.234,2), int('7'), float('1e3'), str(1.5), " +
			"sorted([3,1,2]))", "2 1 5 2 1.23 7 1000.0 1.5 [1, 2, 3]"},
		{"print(list(zip([1,2],'ab')), list(enumerate('ab')), any([0,1]), all([0,1]), list(reversed([1,2])), " +
			"list(range(5,0,-2)))", "[(1, 'a'), (2, 'b')] [(0, 'a'), (1, 'b')] True False [2, 1] [5, 3, 1]"},
		{"print(','.join(['a','b']), 'a b'.split(), 'aB'.upper(), 'abc'[1], 'abc'[:2], 'ab'*2, [0]*3)",
			"a,b ['a', 'b'] AB b ab abab [0, 0, 0]"},
		{"v=Vector3(1,2,3); print(v, 2*v, v*2, v/2, v+Vector3(1,0,0), -v, v.dot(v), v.cross(Vector3.UnitX), v[1], len(v))",
			"Vector3(1,2,3) Vector3(2,4,6) Vector3(2,4,6) Vector3(0.5,1,1.5) Vector3(2,2,3) Vector3(-1,-2,-3) 14.0 " +
				"Vector3(0,3,-2) 2.0 3"},
		{"q=Quaternion((0,0,1),math.pi/2); print((q*Vector3(1,0,0))[1], (q*q.inverse()), " +
			"abs((q*q).toAxisAngle()[1]-math.pi)<1e-15)", "1.0 Quaternion((0,0,0),0) True"},
		{"print(math.sqrt(2), math.atan2(1,1)==math.pi/4, math.floor(-1.5), math.log(8,2), math.degrees(math.pi))",
			"1.4142135623730951 True -2 3.0 180.0"},
		{"S.run(100,True); e=S.energy; print(e['kinetic']>1, e['grav']<S.dem.par[0].mass*10, e['elast'], sorted(e.keys()))",
			"True True 0.0 ['elast', 'grav', 'kinetic', 'nonviscDamp', 'plast']"},
		{"print(1 if S.dem.par[0].shape.radius==.5 else 2, S.dem.par[0].mat.young, len(S.dem.par), S.time, S.step)",
			"1 10000000.0 1 0.0 0"},
	} {
		r, err := try(head + c[0])
		if err != nil {
			t.Errorf("%s: %v", c[0], err)
		} else if got := strings.Join(r.Printed, "\n"); got != c[1] {
			t.Errorf("%s\n gives %s\n want  %s", c[0], got, c[1])
		}
	}
}

// Contract: what cannot be run is refused with its line (the fourth, behind head) and a
// reason that names what is wrong.
func TestRefusals(t *testing.T) {
	for _, c := range [][2]string{
		{"open('/etc/passwd')", "line 4: open is not supported in scripts: a script cannot read or write files"},
		{"import os", "line 4: import os: there is no such module here (there are math, minieigen, woo, woo.core, " +
			"woo.dem, woo.gl, woo.triangulated, woo.utils)"},
		{"from sys import *", "line 4: import sys: there is no such module"},
		{"from woo.dem import Ellipsoid", "line 4: module woo.dem: Ellipsoid is not supported"},
		{"__import__('os')", "line 4: __import__ is not supported"},
		{"eval('1')", "line 4: eval is not supported"},
		{"woo.utils.importSTL('/etc/passwd')", "line 4: importSTL(): '/etc/passwd' is no mesh (.stl, .obj or .ply)"},
		{"woo.utils.importSTL('../a.stl')", "line 4: importSTL(): ../a.stl: is outside the folder of the scene"},
		{"woo.utils.importSTL('/etc/passwd/../../a.stl')", "line 4: importSTL(): /etc/passwd/../../a.stl: is outside the " +
			"folder of the scene"},
		{"woo.utils.importSTL('nowhere.stl')", "line 4: importSTL(): there is no file 'nowhere.stl'"},
		{"S.dem.par.add(Sphere.make((0,0,0),radius=-1))", "line 4: Sphere.make(): radius must be > 0, got -1.0"},
		{"S.dem.par.add(\n 3)", "line 4: only particles can be added, got 3"},
		{"x=[1,\n 2,\n  S.dem.part]", "line 6: DemField.part is not supported; did you mean par?"},
		{"S.dem.par[0].colour=1", "line 4: Particle.colour is not supported"},
		{"S.dem.par[7]", "line 4: index 7 is out of range: there are 1 elements"},
		{"m=FrictMat(yung=1)", "line 4: FrictMat.yung is not supported; did you mean young?"},
		{"m=FrictMat(young='stiff')", "line 4: FrictMat.young must be a number, got 'stiff'"},
		{"S.engines=[3]", "line 4: S.engines: 3 is no engine"},
		{"S.periodic=True", "line 4: Scene.periodic=True is not supported (there are no periodic scenes)"},
		{"woo.gl.Renderer.alowFast=False", "line 4: Renderer.alowFast is not supported; did you mean allowFast?"},
		{"try:\n  1\nexcept: pass", "line 4: try is not supported"},
		{"class A: pass", "line 4: class is not supported"},
		{"def f(): yield 1\nf()", "line 4: yield is not supported"},
		{"x = 1 +", "line 4: invalid syntax: x = 1 +"},
		{"print(f'{1}')", "line 4: invalid syntax: print(f'{1}') (f-strings are not supported"},
		{"S.dem.par.apend(1)", "line 4: ParticleContainer.apend is not supported; did you mean append?"},
		{"Ellipsoid.make((0,0,0),(1,2,3))", "line 4: Ellipsoid is not supported: Woo has it, Tumble does not yet"},
		{"print 3", "print is a function"},
		{"nothing", "line 4: name nothing is not defined"},
		{"1/0", "line 4: division by zero"},
		{"assert 1==2, 'sums'", "line 4: assertion failed: sums"},
		{"raise ValueError('no')", "line 4: "},
		{"S.run(10,True)\nS.dt=1", "line 5: Scene.dt: after S.run() the scene can be looked at, but not changed"},
		{"S.engines=S.engines+[CylinderInlet(node=Node(),radius=1,height=1,materials=[FrictMat()]," +
			"generator=PharmaCapsuleGenerator(),massRate=0,\n doneHook='S.dt=3')]",
			"line 5: Scene.dt: a doneHook can start a motion"},
		{"S.engines=S.engines+[CylinderInlet(node=Node(),radius=1,height=1,materials=[FrictMat()]," +
			"generator=PharmaCapsuleGenerator(),massRate=0,doneHook='f(')]", "line 4: doneHook 'f(' cannot be read"},
		{"S.engines=S.engines+[BoxInlet(materials=[FrictMat()])]", "line 4: BoxInlet.massRate must be given"},
		{"def f(n): return f(n)\nf(1)", "line 4: calls, blocks or brackets are nested more than 1000 deep"},
		{"while True: pass", "line 4: the script takes too long"},
		{"x=9**99", "line 4: 9 ** 99 is too large"},
		{"x=10000000000000000000", "is too large: it must be less than 2**63"},
		{"S.dem.par[0].mask=8", "line 4: Particle.mask=8 is not supported"},
		{"InterpolatedMotion(poss=[(0,0,0)],oris=[],times=[0])", "line 4: InterpolatedMotion must have as many poss and " +
			"oris as times"},
		{"S.dem.par.add(S.dem.par[0])", "line 4: the particle was added before, as number 0"},
		{"S=Scene(); S.dem", "line 4: the scene has no DemField"},
	} {
		_, err := try(head + c[0])
		if err == nil || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%s:\n got  %v\n want %s", c[0], err, c[1])
			continue
		}
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v is no *Error", c[0], err)
		}
	}
	for text, want := range map[string]string{"": "makes no scene", "\x00": "line 1: is not text",
		"x='\xff'": "line 1: is not text"} {
		if _, err := try(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// Contract: no script takes long, needs much memory or ends the program.
func TestBounds(t *testing.T) {
	for _, text := range []string{
		"while 1: pass",
		"x=[0]\nwhile 1: x+=x",
		"x='a'\nwhile 1: x=x+x",
		"x=[0]*10**12", "x='%1000000000d' % 1", "x=list(range(10**12))", "x=sum(range(10**15))",
		"x=[1]\nfor i in range(99): x=[x,x]\nprint(x)",
		"x=[1];y=[1]\nfor i in range(99): x=[x,x];y=[y,y]\nx==y",
		"x=[1]\nfor i in range(5000): x=[x]\nstr(x)",
		"x=[]; x.append(x)\nprint(x)",
		"f=lambda f: f(f)\nf(f)",
		"x=[0]*1000000\nwhile 1: x.pop(0); x.append(1)",
		"x=" + strings.Repeat("[", 5000) + strings.Repeat("]", 5000),
		"x=" + strings.Repeat("-", 50000) + "1",
		"x=1" + strings.Repeat("+1", 50000),
		"x=[i for a in range(10**9) for b in range(10**9) for i in range(10**9)]",
		"for i in range(10**9): S.dem.par.add(Sphere.make((0,0,i),.5))",
		"S.run(10**9,True)",
		"S.dem.par.add([Sphere.make((0,0,.1*k),.5) for k in range(300)]); S.run(1000000,True)",
	} {
		began := time.Now()
		ctx, stop := context.WithTimeout(context.Background(), time.Second)
		_, err := Run(ctx, []byte(head+text), Options{Name: "s.py", steps: maxSteps / 20})
		stop()
		if err == nil {
			t.Errorf("%.60s: is accepted", text)
		}
		// Half a million steps and a second of clock are what it may take; the rest is
		// what a slow machine may add.
		if d := time.Since(began); d > 20*time.Second {
			t.Errorf("%.60s: took %v", text, d)
		}
	}
}

// Contract: a function that lost its indentation is mended up to the next empty line, if
// nothing in it opens a block; other text is not touched.
func TestMending(t *testing.T) {
	r, err := try(head + "def f(a):\n# why\nx=a\nprint(x)\n\nf(3)\n")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Join(r.Printed, "") != "3" {
		t.Errorf("printed %v", r.Printed)
	}
	says(t, r.Notices, "line 4: the body of function f is not indented: lines 5 to 7, up to the next empty line, are "+
		"taken for it")
	for text, want := range map[string]string{
		"def f(a):\nif a:\nprint(a)\n":   "line 5: function f has lost its indentation, and this line opens a block",
		"for i in range(3):\nprint(i)\n": "line 5: invalid syntax: print(i)",
		"def f(a):\n":                    "unexpected EOF",
		"x=1\n  y=2\n":                   "line 5: invalid syntax: y=2",
	} {
		if _, err := try(head + text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	if r, err := try(head + "def f():\n\treturn 4\nprint(f())\r\n"); err != nil || len(r.Notices) != 0 ||
		r.Printed[0] != "4" {
		t.Errorf("tabs and line ends: %v, %v", r, err)
	}
}

// Contract: Woo's older and newer spellings make the same scene.
func TestSpellings(t *testing.T) {
	older := "import woo, woo.core, woo.dem, woo.utils, woo.gl\n" +
		"S=woo.master.scene=woo.core.Scene(fields=[woo.dem.DemField(gravity=(0,0,-9))])\n" +
		"m=woo.dem.FrictMat(young=1e6)\nS.dem.par.append([woo.utils.sphere((0,0,1),radius=.5,mat=m),woo.utils.wall(0," +
		"axis=2,sense=1,mat=m)])\n" +
		"S.dem.collectNodes()\nS.engines=woo.utils.defaultEngines(damping=.3,dynDtPeriod=50)\n" +
		"woo.gl.Renderer.allowFast=False\nwoo.gl.Gl1_DemField.cPhys=True\n"
	newer := "from woo.core import *; from woo.dem import *; import woo\nS=Scene(fields=[DemField(gravity=(0,0,-9))])\n" +
		"m=FrictMat(young=1e6)\n" +
		"S.dem.par.add(Sphere.make((0,0,1),.5,mat=m)); S.dem.par.add(Wall.make(0,axis=2,sense=1,mat=m))\n" +
		"S.engines=DemField.minimalEngines(damping=.3,dynDtPeriod=50)\nS.gl.renderer.fast='never'\n" +
		"S.gl.demField.cPhys=True\nwoo.master.scene=S\n"
	var texts [2]string
	for i, text := range []string{older, newer} {
		r, err := try(text)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Notices) > 0 {
			t.Errorf("notices %v", r.Notices)
		}
		var b strings.Builder
		if err := scene.WriteSpec(&b, r.Spec); err != nil {
			t.Fatal(err)
		}
		texts[i] = b.String()
	}
	if texts[0] != texts[1] {
		t.Errorf("the older spelling makes\n%s\nthe newer\n%s", texts[0], texts[1])
	}
}

// FuzzScript: whatever a file holds, it makes a scene or an error, in bounded time.
func FuzzScript(f *testing.F) {
	files, _ := filepath.Glob(filepath.Join("..", "..", "..", "assets", "examples", "*.py"))
	for _, path := range files {
		if data, err := os.ReadFile(path); err == nil {
			f.Add(string(data))
		}
	}
	f.Add(head + "def f(a,*b,c=1,**d):\n\treturn [x for x in a if x]\nprint(f((1,2),3,c=4,e=5)[0:1], {'a':1}['a'], " +
		"'%d' % 3)\n")
	f.Add("Woo[1]: from woo.core import *\nOut[1]: 3\n   ...: x\n")
	f.Fuzz(func(t *testing.T, text string) {
		ctx, stop := context.WithTimeout(context.Background(), time.Second)
		defer stop()
		began := time.Now()
		r, err := Run(ctx, []byte(text), Options{Name: "fuzz.py", steps: maxSteps / 20,
			open: func(string) ([]byte, error) { return nil, os.ErrNotExist }})
		if (r == nil) == (err == nil) {
			t.Errorf("result %v and error %v", r, err)
		}
		if d := time.Since(began); d > 20*time.Second {
			t.Errorf("took %v", d)
		}
	})
}
