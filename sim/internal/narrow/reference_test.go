package narrow

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/vec"
)

// number is a float64 that the reference files may write as the string "nan" or "inf".
type number float64

func (n *number) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case `"nan"`, `"-nan"`:
		*n = number(math.NaN())
	case `"inf"`:
		*n = number(math.Inf(1))
	case `"-inf"`:
		*n = number(math.Inf(-1))
	default:
		return json.Unmarshal(b, (*float64)(n))
	}
	return nil
}

type triple [3]number

func (t triple) vec() vec.Vec3 {
	return vec.Vec3{X: float64(t[0]), Y: float64(t[1]), Z: float64(t[2])}
}

func (t triple) isNaN() bool {
	return math.IsNaN(float64(t[0])) || math.IsNaN(float64(t[1])) || math.IsNaN(float64(t[2]))
}

// solid is one shape of a reference file.
type solid struct {
	Shape     string     `json:"shape"`
	Pos       triple     `json:"pos"`
	Ori       [4]float64 `json:"ori"` // x, y, z, w
	Radius    float64    `json:"radius"`
	Shaft     float64    `json:"shaft"`
	Axis      int        `json:"axis"`
	Sense     int        `json:"sense"`
	Position  float64    `json:"position"`
	Vertices  [3]triple  `json:"vertices"`
	HalfThick float64    `json:"halfThick"`
}

func (s solid) sphere() shape.Sphere { return shape.Sphere{Center: s.Pos.vec(), Radius: s.Radius} }

func (s solid) wall() shape.Wall {
	return shape.Wall{Axis: s.Axis, Sense: s.Sense, Position: s.Position}
}

func (s solid) capsule() shape.Capsule {
	q := vec.Quat{W: s.Ori[3], X: s.Ori[0], Y: s.Ori[1], Z: s.Ori[2]}
	return shape.Capsule{Center: s.Pos.vec(), Axis: q.Rotate(vec.AxisX).Unit(), Half: s.Shaft / 2, Radius: s.Radius}
}

// row is one contact of a reference file. Un is negative for an overlap, the normal
// points away from the shape named First.
type row struct {
	Label       string `json:"label"`
	A           solid  `json:"A"`
	B           solid  `json:"B"`
	First       string `json:"first"`
	Detected    bool   `json:"detected"`
	Un          number `json:"uN"`
	Normal      triple `json:"normal"`
	Point       triple `json:"point"`
	EndOverlaps int    `json:"endOverlaps"`
}

// readReference decodes a file of the reference folder beside the project, or skips the
// test where that folder is absent.
func readReference(t *testing.T, name string, into any) {
	t.Helper()
	folder := filepath.Join("..", "..", "..", "..", "shared", "reference")
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("reference numbers are not here: %v", err)
	}
	b, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// readContacts returns the cases of a contact file with the first shape in A.
func readContacts(t *testing.T, name string) []row {
	t.Helper()
	var file struct{ Cases []row }
	readReference(t, name, &file)
	for i := range file.Cases {
		if r := &file.Cases[i]; r.First == "B" {
			r.A, r.B = r.B, r.A
		}
	}
	if len(file.Cases) == 0 {
		t.Fatalf("%s: no cases", name)
	}
	return file.Cases
}

// tally counts the compared numbers and keeps the worst errors, relative to max(1, scale of the case);
// all scales of the reference files are below 10.
type tally struct {
	t                      *testing.T
	cases, apart           int
	overlap, normal, point float64
}

func (y *tally) check(what string, overlap, normal, point float64) {
	y.t.Helper()
	y.cases++
	if !(overlap <= 1e-9) || !(normal <= 1e-9) || !(point <= 1e-9) {
		y.t.Errorf("%s: error of overlap %.2g, normal %.2g, point %.2g", what, overlap, normal, point)
	}
	y.overlap, y.normal, y.point = math.Max(y.overlap, overlap), math.Max(y.normal, normal), math.Max(y.point, point)
}

// compare checks one of our contacts against the reference. The reference also has numbers where nothing
// touches; there our gap must not be larger.
func (y *tally) compare(what string, r row, t Touch, gap float64, pointToo, normalToo bool) {
	y.t.Helper()
	un := float64(r.Un)
	if un > 1e-12 || gap > 0 && un > -1e-12 { // where they just touch, rounding decides
		y.apart++
		if gap <= 0 || gap > un+1e-9 {
			y.t.Errorf("%s: gap %g, reference %g", what, gap, un)
		}
		return
	}
	normal, point := 0., 0.
	if normalToo && !r.Normal.isNaN() {
		normal = t.Normal.Sub(r.Normal.vec()).Norm()
	}
	if pointToo && !r.Point.isNaN() {
		point = t.Point.Sub(r.Point.vec()).Norm()
	}
	y.check(what, math.Abs(t.Overlap+un), normal, point)
}

func (y *tally) report() {
	y.t.Logf("%d contacts, %d apart; worst error of overlap %.1e, normal %.1e, point %.1e",
		y.cases, y.apart, y.overlap, y.normal, y.point)
}

func TestSphereSphereReference(t *testing.T) {
	y := tally{t: t}
	for i, r := range readContacts(t, "contact_sphere_sphere.json") {
		c, gap := touchOf(SphereSphere, r.A.sphere(), r.B.sphere())
		y.compare(fmt.Sprint(i, " ", r.Label), r, c, gap, true, true)
	}
	y.report()
}

func TestSphereCapsuleReference(t *testing.T) {
	y := tally{t: t}
	for i, r := range readContacts(t, "contact_sphere_capsule.json") {
		c, gap := touchOf(SphereCapsule, r.A.sphere(), r.B.capsule())
		y.compare(fmt.Sprint(i, " ", r.Label), r, c, gap, true, true)
	}
	y.report()
}

func TestWallSphereReference(t *testing.T) {
	y := tally{t: t}
	for i, r := range readContacts(t, "contact_wall_sphere.json") {
		c, gap := touchOnWall(WallSphere, r.A.wall(), r.B.sphere(), referenceSide(r))
		y.compare(fmt.Sprint(i, " ", r.Label), r, c, gap, true, true)
	}
	y.report()
}

func TestWallCapsuleReference(t *testing.T) {
	y := tally{t: t}
	for i, r := range readContacts(t, "contact_wall_capsule.json") {
		c, gap := touchOnWall(WallCapsule, r.A.wall(), r.B.capsule(), referenceSide(r))
		y.compare(fmt.Sprint(i, " ", r.Label), r, c, gap, true, true)
		if side, _ := sideOf(r.A.wall(), r.B.capsule()); r.Detected && side != referenceSide(r) {
			t.Errorf("%d %s: side %d of a new contact, reference %d", i, r.Label, side, referenceSide(r))
		}
	}
	y.report()
}

// referenceSide is the side of a wall contact whose evaluation was forced: the sense, or
// the side of the centre.
func referenceSide(r row) int {
	switch {
	case r.A.Sense != 0:
		return r.A.Sense
	case r.A.wall().Height(r.B.Pos.vec()) > 0:
		return 1
	}
	return -1
}

// The reference always takes the normal of the nearest points, and omits some of three or four
// overlapping ends. So normal and point are compared only if at most one end overlaps.
//
// Axes within 1e-4 rad count as parallel in the reference. Its distance is then the distance of parallel
// axes. The tilt of the true axes changes this distance by at most the sine of their angle times both
// half lengths. The nearest points may leave the normal by as much, and where the capsules lie side by
// side they may be anywhere along the axes.
func TestCapsuleCapsuleReference(t *testing.T) {
	y := tally{t: t}
	tilted, worst := 0, 0.
	for i, r := range readContacts(t, "contact_capsule_capsule.json") {
		a, b := r.A.capsule(), r.B.capsule()
		c, gap := touchOf(CapsuleCapsule, a, b)
		what, geometric := fmt.Sprint(i, " ", r.Label), r.EndOverlaps < 2
		if sine := a.Axis.Cross(b.Axis).Norm(); sine > 1e-12 && sine < 1.5e-4 {
			tilted++
			un, bound := float64(r.Un), sine*(a.Half+b.Half)
			off, turned := math.Abs(gap-un), 0.
			if gap <= 0 && geometric {
				turned = c.Normal.Sub(r.Normal.vec()).Norm()
			}
			worst = math.Max(worst, off/bound)
			if most := bound / (a.Radius + b.Radius + un); off > bound+1e-12 || turned > most+1e-9 {
				t.Errorf("%s: gap %g, reference %g; normal %g off; axes %g rad apart allow %g and %g", what, gap, un, turned,
					sine, bound, most)
			}
			continue
		}
		y.compare(what, r, c, gap, geometric, geometric)
	}
	y.report()
	t.Logf("%d nearly parallel, at worst %.2g of what their tilt allows", tilted, worst)
}
