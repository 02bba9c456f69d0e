package woo

import (
	"math"
	"strings"
	"testing"

	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/vec"
)

// welded returns the bodies of facets that a script makes, as meshes.
func welded(t *testing.T, text string) (meshes []mesh.Mesh, bodies []scene.Body) {
	t.Helper()
	r, err := try(head + "from woo.triangulated import *\n" + text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	for _, b := range r.Spec.Bodies {
		if b.Facets == nil {
			continue
		}
		var soup mesh.Soup
		for _, f := range b.Facets.Triangles {
			var corners [3]vec.Vec3
			for k, n := range f {
				corners[k] = b.Facets.Points[n].Vec()
			}
			soup.Triangles = append(soup.Triangles, corners)
		}
		m, _ := mesh.Weld(soup, mesh.DefaultTolerance)
		meshes, bodies = append(meshes, m), append(bodies, b)
	}
	built, err := scene.Build("s.py", r.Spec, scene.Opener(t.TempDir(), scene.Options{}), scene.Options{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	built.World.Close()
	return meshes, bodies
}

// Contract: the surfaces of woo.triangulated have the area they should have, and where
// they are closed the volume, seen from outside.
func TestTriangulated(t *testing.T) {
	// A regular polygon of n corners on a circle of radius r.
	const n, r = 19, 0.5
	section, side := n/2.*r*r*math.Sin(2*math.Pi/n), 2*n*r*math.Sin(math.Pi/n)
	for _, c := range []struct {
		text         string
		area, volume float64 // volume 0: not closed
		triangles    int
	}{
		{"S.dem.par.add(box((1,2,3),(4,5,6)))", 22, 6, 12},
		{"S.dem.par.add(box((1,2,3),Node(pos=(1,0,0),ori=((1,2,3),1))))", 22, 6, 12},
		{"S.dem.par.add(box((1,2,3),(4,5,6),which=(1,1,1,1,1,0)))", 20, 0, 10},
		{"S.dem.par.add(cylinder(Vector3(1,2,3),Vector3(3,2,3),radius=.5))", 2 * side, 0, 2 * n},
		{"S.dem.par.add(cylinder((1,2,3),(3,2,3),.5,capA=True,capB=True,axDiv=3))", 2*side + 2*section, 2 * section, 8 * n},
		{"S.dem.par.add(cylinder((1,2,3),(1,2,1),.5,capA=True,capB=True))", 2*side + 2*section, 2 * section, 4 * n},
		{"S.dem.par.add(quadrilateral((0,0,0),(1,0,0),(0,2,0),(1,2,0)))", 2, 0, 2},
		{"S.dem.par.add(quadrilateral((0,0,0),(1,0,0),(0,2,0),(1,2,0),size=.5))", 2, 0, 16},
		{"S.dem.par.add(quadrilateral((0,0,0),(1,0,0),(0,2,0),(1,2,0),div=(3,2)))", 2, 0, 12},
		{"for a in range(3): S.dem.par.add(Facet.make(((0,0,0),(1,a,0),(1,a+1,0))))", 1.5, 0, 3},
	} {
		meshes, _ := welded(t, c.text)
		if len(meshes) != 1 {
			t.Errorf("%s: %d bodies, want 1", c.text, len(meshes))
			continue
		}
		m := &meshes[0]
		if len(m.Triangles) != c.triangles || math.Abs(m.Area()-c.area) > 1e-12 {
			t.Errorf("%s: %d triangles of %g m², want %d of %g m²", c.text, len(m.Triangles), m.Area(), c.triangles, c.area)
		}
		if c.volume > 0 && math.Abs(m.Volume()-c.volume) > 1e-12 {
			t.Errorf("%s: encloses %g m³, want %g m³", c.text, m.Volume(), c.volume)
		}
	}
}

// Contract: facets that follow each other and are alike are one body; others are bodies of
// their own; a clump of them turns about its central node; walls can close a tube.
func TestFacetBodies(t *testing.T) {
	const one = "Facet.make(((0,0,0),(1,0,0),(0,1,0))"
	_, bodies := welded(t, "m=FrictMat(young=1e6)\n"+
		"S.dem.par.add(["+one+"),"+one+",halfThick=.1),"+one+",mat=m),"+one+",mat=m,color=.5)])\n"+
		"S.dem.par.add(Sphere.make((0,0,5),.1)); ids=S.dem.par.add(["+one+"),"+one+")]); assert ids==[6,7]; "+
		"S.lab.paddle=Node(pos=(1,2,3))\n"+
		"S.dem.par.addClumped([Facet.make((Node(pos=(0,0,0)),(1,0,0),(0,1,0)))],centralNode=S.lab.paddle)\n"+
		"assert len(S.dem.par[1].nodes)==3 and S.dem.par[1].nodes[1].pos==Vector3(1,0,0) and "+
		"S.dem.par[2].shape.halfThick==.1")
	var names []string
	for _, b := range bodies {
		names = append(names, b.Name)
	}
	if got := strings.Join(names, " "); got != "facets facets2 facets3 facets4 facets5 paddle" {
		t.Errorf("bodies %s", got)
	}
	if bodies[1].Thickness != 0.2 || bodies[4].Facets.Triangles[1] != bodies[4].Facets.Triangles[0] ||
		bodies[5].Center != (scene.Vector{1, 2, 3}) {
		t.Errorf("bodies %+v", bodies)
	}
	r, err := try(head + "import woo.triangulated\nS.dem.par.add(woo.triangulated.cylinder((0,0,2),(0,0,1),.1," +
		"capA=True,capB=True,wallCaps=True))")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []scene.Wall{{Axis: "z", Position: 2, Sense: -1}, {Axis: "z", Position: 1, Sense: 1}} {
		w := *r.Spec.Bodies[1+i].Wall
		if w.Rectangle == nil || *w.Rectangle != [2][2]float64{{-.1, -.1}, {.1, .1}} {
			t.Errorf("wall %d is drawn over %v", i, w.Rectangle)
		}
		if w.Rectangle = nil; w != want {
			t.Errorf("wall %d is %+v, want %+v", i, w, want)
		}
	}
}

// Contract: what facets cannot be is refused with its line.
func TestFacetRefusals(t *testing.T) {
	const one = "Facet.make(((0,0,0),(1,0,0),(0,1,0))"
	for _, c := range [][2]string{
		{"Facet.make(((0,0,0),(1,0,0)))", "line 4: Facet.make(): vertices must be three points, got 2"},
		{one + ",fixed=False)", "line 4: Facet.make(): fixed=False is not supported (facets do not deform; addClumped()"},
		{one + ",fakeVel=(1,0,0))", "is not supported (surfaces move with their body"},
		{one + ",halfThick=-1)", "line 4: Facet.make(): halfThick must be ≥ 0"},
		{"S.dem.par.add(" + one + ")); S.dem.par[1].angVel=(0,0,1)", "line 4: a Facet has no angVel of its own: its " +
			"corners are nodes[0]"},
		{"S.dem.par.add(" + one + ")); S.dem.par[1].nodes[0].dem.vel=(0,0,1)",
			"line 4: the corners of a facet cannot move by themselves"},
		{"S.dem.par.add(" + one + ")); S.run(1,True); S.dem.par[1].f", "line 4: the force on one facet is not known"},
		{"S.dem.par.addClumped([" + one + ")],centralNode=Node(dem=ClumpData(blocked='')))",
			"line 4: blocked='': a mesh has no mass, and forces cannot move it"},
		{"n=Node(); n.dem=ClumpData()\nn.dem.blocked='xy'\nS.dem.par.addClumped([" + one + ")],centralNode=n)",
			"line 5: blocked='xy': a mesh"},
		{"S.dem.par.addClumped([" + one + ")])", "line 4: a clump without mass needs a centralNode"},
		{"S.dem.par.addClumped([" + one + "),Sphere.make((0,0,0),1)],centralNode=Node())",
			"line 4: a body can be made of spheres and capsules, of facets, or of one imported mesh"},
		{"S.dem.par.addClumped([Sphere.make((0,0,0),1)," + one + ")],centralNode=Node())",
			"line 4: a body can be made of spheres and capsules, of facets, or of one imported mesh"},
		{"S.dem.par.addClumped([" + one + ")," + one + ",halfThick=1)],centralNode=Node())",
			"line 4: facets of one body must have the same material, colour and thickness"},
		{"S.dem.par.add(" + "Facet.make(((0,0,0),(1,0,0),(2,0,0))))", "there is no triangle but such as have no area"},
		{"woo.triangulated.cylinder((0,0,0),(0,0,1),1,angVel=2)", "line 4: cylinder(): angVel=2 is not supported (the " +
			"facets stay where they are"},
		{"woo.triangulated.cylinder((0,0,0),(0,0,0),1)", "line 4: cylinder(): A and B must be two points"},
		{"woo.triangulated.cylinder((0,0,0),(0,0,1),1,div=3)", "line 4: cylinder(): div must be ≥ 4, got 3"},
		{"woo.triangulated.cylinder((0,0,0),(0,0,1),1,div=1e9)", "line 4: cylinder(): div must be a whole number from 1 " +
			"to 2000"},
		{"woo.triangulated.cylinder((0,0,0),(0,1,1),1,capA=1,wallCaps=1)", "line 4: cylinder(): wallCaps are for a " +
			"cylinder along x, y or z"},
		{"woo.triangulated.quadrilateral((0,0,0),(1,0,0),(0,1,0),(1,1,0),size=1,div=(1,1))",
			"line 4: quadrilateral(): give size or div, not both"},
		{"woo.triangulated.quadrilateral((0,0,0),(1,0,0),(0,1,0),(1,1,0),size=1e-9)",
			"line 4: quadrilateral(): number of divisions must be a whole number from 1 to 2000"},
		{"woo.triangulated.box((1,1,1),(0,0,0),which=(1,1))", "line 4: box(): which must be six numbers"},
		{"woo.triangulated.ribbedMill()", "line 4: module woo.triangulated: ribbedMill is not supported"},
	} {
		r, err := try(head + c[0])
		if err == nil {
			_, err = scene.Build("s.py", r.Spec, scene.Opener(t.TempDir(), scene.Options{}), scene.Options{})
		}
		if err == nil || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%s:\n got  %v\n want %s", c[0], err, c[1])
		}
	}
}
