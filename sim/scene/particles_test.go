package scene

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/files/export"
	"example.org/tumble/sim/measure/state"
)

// ofTable builds a scene with a table beside it.
func ofTable(t *testing.T, table string) (state.State, error) {
	t.Helper()
	dir := t.TempDir()
	text := "title: t\ngravity: [0, 0, -10]\nmaterials: [{name: m}, {name: pill}, {name: steel, density: 8000}]\n" +
		"particles: {file: p.csv, name: grain, color: \"#102030\"}\n"
	for name, data := range map[string]string{"s.yaml": text, "p.csv": table} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Load(filepath.Join(dir, "s.yaml"), Options{})
	if err != nil {
		return state.State{}, err
	}
	defer s.World.Close()
	return s.World.State(), nil
}

// Contract: a table makes spheres, capsules and clumps, in units of its own, in the order
// of its lines.
func TestParticles(t *testing.T) {
	s, err := ofTable(t, "\ufeffX [mm];y;z; R [mm];shaft [cm];ax;ay;az;vx [mm/s];wz [deg/s];material;clump;name;kind\r\n"+
		"200;0;1;5;;;;;;;;;;\r\n"+
		"0;0;2;5;1;0;0;-3;100;180;steel;;rod;static\r\n"+
		"0;0;3;5;0;;;;0;0;pill;a;;\r\n"+
		"0;0;9;5;0;;;;0;0;pill;;;\r\n"+
		"0;0;3.02;5;1;0;1;0;0;0;pill;a;;\r\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Bodies) != 4 {
		t.Fatalf("%d bodies, want 4", len(s.Bodies))
	}
	ball, rod, clump := s.Bodies[0], s.Bodies[1], s.Bodies[2]
	if ball.Position != [3]float64{0.2, 0, 1} || ball.Name != "grain" || ball.Material != "m" ||
		ball.Shapes[0].Kind != "sphere" ||
		ball.Shapes[0].Radius != 0.005 || ball.Shapes[0].Def.Colors[0] != [4]uint8{16, 32, 48, 255} {
		t.Errorf("ball: %+v", ball)
	}
	if rod.Name != "rod" || rod.Kind != "static" || rod.Shapes[0].Kind != "capsule" || rod.Shapes[0].Shaft != 0.01 ||
		rod.Material != "steel" ||
		rod.Velocity != [3]float64{0.1, 0, 0} || rod.Spin != [3]float64{0, 0, math.Pi} {
		t.Errorf("rod: %+v", rod)
	}
	// The shortest rotation from x to -z is a quarter turn about y.
	if q := rod.Orientation; math.Abs(q[0]-math.Sqrt2/2) > 1e-15 || math.Abs(q[2]-math.Sqrt2/2) > 1e-15 {
		t.Errorf("rod turned by %v", q)
	}
	if len(clump.Shapes) != 2 || math.Abs(clump.Shapes[0].Position[2]-3) > 1e-15 || clump.Position[2] < 3.01 ||
		s.Bodies[3].Position[2] != 9 {
		t.Errorf("clump: %+v", clump)
	}
}

// Contract: what a run writes of its particles, a scene reads: the same shapes in the same
// places, moving in the same way, with the same mass.
func TestParticlesComeBack(t *testing.T) {
	first, err := Load("bottle", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer first.World.Close()
	for range 3000 {
		first.World.Step()
	}
	want := first.World.State()
	var table bytes.Buffer
	if err := export.WriteParticles(&table, &want); err != nil {
		t.Fatal(err)
	}
	got, err := ofTable(t, table.String())
	if err != nil {
		t.Fatal(err)
	}
	pills := want.Bodies[2:] // behind floor and bottle
	if len(got.Bodies) != len(pills) || len(pills) < 10 {
		t.Fatalf("%d bodies, want %d", len(got.Bodies), len(pills))
	}
	near := func(a, b [3]float64, scale float64) bool {
		return math.Abs(a[0]-b[0])+math.Abs(a[1]-b[1])+math.Abs(a[2]-b[2]) < 1e-12*scale
	}
	for i, b := range pills {
		g := got.Bodies[i]
		// Mass properties are summed again, from places that were rounded.
		if g.Name != b.Name || g.Material != b.Material || !near(g.Position, b.Position, 1) || g.Velocity != b.Velocity ||
			g.Spin != b.Spin ||
			math.Abs(g.Mass-b.Mass) > 1e-15*b.Mass || !near(g.Inertia, b.Inertia, b.Inertia[2]) {
			t.Errorf("body %d: %+v, want %+v", i, g, b)
		}
		for k, h := range b.Shapes {
			o := g.Shapes[k]
			if o.Kind != h.Kind || o.Radius != h.Radius || o.Shaft != h.Shaft || !near(o.Position, h.Position, 1) ||
				o.Def.Colors != h.Def.Colors {
				t.Errorf("body %d, shape %d: %+v, want %+v", i, k, o, h)
			}
		}
	}
}

// Contract: what is wrong with a table is said with line and column, the value and what
// would be allowed.
func TestBadParticles(t *testing.T) {
	for _, c := range []struct{ table, want string }{
		{"", "p.csv: line 1: must name the columns"},
		{"x,y,z,radius\n", "line 2: there must be at least one particle"},
		{"x,y,z\n1,2,3\n", "line 1: there must be columns x, y, z and radius, got no radius"},
		{"x,y,z,radius,mas\n", `line 1, column 5: there is no column "mas" (allowed: x, y, z, radius, shaft,`},
		{"x,y,z,x,radius\n", `line 1, column 4: "x" is there twice`},
		{"x,y,z [inch],radius\n", `line 1, column 3: the unit of z must be one of m, mm, cm, um, µm, got "[inch]"`},
		{"x,y,z,radius,qw\n", "line 1: there must be all of qw, qx, qy, qz or none"},
		{"x,y,z,radius,qw,qx,qy,qz,ax,ay,az\n", "not both"},
		{"x,y,z,radius\n0,0,0,1\n0,zero,0,1\n", `line 3, column 2 (y): must be a finite number, got "zero"`},
		{"x,y,z,radius\n0,NaN,0,1\n", `line 2, column 2 (y): must be a finite number, got "NaN"`},
		{"x,y,z,radius\n0,,0,1\n", `line 2, column 2 (y): must be a finite number, got ""`},
		{"x,y,z,r [mm]\n0,0,0,-1\n", `line 2, column 4 (radius): must be > 0, got "-1"`},
		{"x,y,z,r,shaft\n0,0,0,1,-1\n", `line 2, column 5 (shaft): must be ≥ 0, got "-1"`},
		{"x,y,z,r\n0,0,0\n", "line 2: must have 4 columns, as the first line has, got 3"},
		{"x,y,z,r,shape\n0,0,0,1,wall\n", `line 2, column 5 (shape): must be sphere or capsule, got "wall"`},
		{"x,y,z,r,shape,shaft\n0,0,0,1,sphere,1\n", "line 2: the shaft of a sphere must be 0 m, got 1"},
		{"x,y,z,r,material\n0,0,0,1,m\n0,0,0,1,wood\n", `line 3: material: no "wood" (there are m, pill, steel)`},
		{"x,y,z,r,color\n0,0,0,1,red\n", "line 2: color must be #rrggbb"},
		{"x,y,z,r,ax,ay,az\n0,0,0,1,0,0,0\n", "line 2: ax, ay, az must be a direction, got [0 0 0]"},
		{"x,y,z,r,qw,qx,qy,qz\n0,0,0,1,1,,0,0\n", "line 2: an orientation must have all its numbers or none"},
		{"x,y,z,r,clump,vx\n0,0,0,1,a,0\n0,0,1,1,b,1\n0,0,2,1,a,1\n",
			`line 4: velocity, spin and kind must be those of line 2: both are of clump "a"`},
		{"x,y,z,r\n0,0,0,\"1\n", "line 2, character"},
	} {
		if _, err := ofTable(t, c.table); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:\n  %v\n  want %q", c.table, err, c.want)
		}
	}
}

// Contract: no table brings the reader down, and what it takes makes bodies of finite
// places and positive sizes, or an error.
func FuzzParticles(f *testing.F) {
	f.Add("x,y,z,r,qw,qx,qy,qz,clump\n0,0,0,1,1,0,0,0,a\n1,0,0,1e-3,0,1,0,0,a\n")
	f.Add("x [mm];y;z;radius;ax;ay;az;color\n1;2;3;4;0;0;1;#fff\n")
	f.Add("\ufeffx\ty\tz\tr\n1e308\t-1e308\t0\t5e-324\n")
	f.Fuzz(func(t *testing.T, table string) {
		n := 0
		err := particleTable.readText([]byte(table), func(p *record) error {
			n++
			if !p.vector(columnX).IsFinite() || !(p.numbers[columnRadius] > 0) || !(p.numbers[columnShaft] >= 0) {
				t.Errorf("%+v", p)
			}
			if q, err := p.orientation(); err == nil && math.Abs(q.Dot(q)-1) > 1e-9 {
				t.Errorf("line %d: rotation %v", p.line, q)
			}
			return nil
		})
		if err == nil && n == 0 {
			t.Error("no particle, no error")
		}
	})
}

// Contract: the names that exports write and the short ones mean the same, and so does what
// older exports have in the column shape.
func TestParticleNames(t *testing.T) {
	short, err := ofTable(t, "x [m],y,z,radius,shaft,qw,qx,qy,qz,vx,vy,vz [m/s],wx,wy,wz,fx,shape,id\n"+
		"1,2,3,.1,.2,1,0,0,1,4,5,6,7,8,9,0,capsule,3\n")
	if err != nil {
		t.Fatal(err)
	}
	long, err := ofTable(t, "id,body,shape,shape kind,position x [m],position y [m],position z [m],radius [m],shaft "+
		"[m],orientation w,orientation x,orientation y,orientation z,"+
		"velocity x [m/s],velocity y,velocity z,spin x [rad/s],spin y,spin z,force x [N],force y,force z,torque x "+
		"[N·m],torque y,torque z,mass [kg]\n"+
		"1000000003,3,1,capsule,1,2,3,.1,.2,1,0,0,1,4,5,6,7,8,9,0,0,0,0,0,0,2\n")
	if err != nil {
		t.Fatal(err)
	}
	if short.Hash != long.Hash {
		t.Errorf("hash %s by short names, %s by long ones", short.Hash, long.Hash)
	}
	for table, want := range map[string]string{
		"x,position x,y,z,radius\n": `"x" is there twice`, "x,y,z,radius,shape\n0,0,0,1,box\n": "must be sphere or capsule",
		"position x,position y,z,radius,spin q\n": `no column "spin q"`,
	} {
		if _, err := ofTable(t, table); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", table, err, want)
		}
	}
}
