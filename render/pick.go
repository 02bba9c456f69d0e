package render

import (
	"fmt"
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
)

// pick returns the thing under the pixel (x, y), counted from the upper left corner, of the picture that
// would be drawn of the snapshot. The thing in front wins, but a body seen through glass, a pane or a wall
// wins over these, and the mark of a contact wins over everything. A body thinner than a few pixels is also
// hit by a pixel close to it.
func (t *tile) pick(s *bridge.Snapshot, v *view.View, width, height, x, y int) (view.Hit, error) {
	if width < 1 || height < 1 || x < 0 || y < 0 || x >= width || y >= height {
		return view.Hit{}, nil
	}
	if err := t.picker.open(&t.device.programs); err != nil {
		return view.Hit{}, fmt.Errorf("render: pick: %w", err)
	}
	stages := t.memory.stages // a copy, because newFrame changes the stages and those of the tile must stay
	f := newFrame(visible(s, v), v, width, height, &t.meshes, &stages)
	f.shared = f.uniforms([2]int{width, height})
	q := query{picker: &t.picker, frame: f, x: float32(x) + 0.5, y: float32(y) + 0.5}
	t.device.block.Rebind(frameBlock)
	hit := q.find(t.device.block)
	gpu.Release()
	if e := gpu.Error(); e != 0 {
		return view.Hit{}, fmt.Errorf("render: pick: the driver reports error 0x%x", e)
	}
	return hit, nil
}

// pickShown is pick for the last picture of a size, or for the picture that was drawn so many pictures
// before. It does not matter how bodies and camera have moved since.
func (t *tile) pickShown(before, width, height, x, y int) (view.Hit, error) {
	if of := t.history.before(before, width, height); of != nil {
		return t.pick(&of.snap, &of.view, width, height, x, y)
	}
	return view.Hit{}, nil
}

// picker draws the things that may lie under a pixel into a target of one pixel.
type picker struct {
	draws  identity
	caps   *caps
	target *gpu.Target // nil before the first use
	rows   []numberedShape
	next   uint32 // the next free number
}

// numberedShape is a shape with its number, or a mesh with the number of its first triangle.
type numberedShape struct {
	number            uint32
	body, shape, mesh int32 // mesh: index of the mesh, -1 for a shape that is no mesh, or cutFace
}

// cutFace replaces the index of the mesh for the cut faces of a mesh, because these are none of its triangles.
const cutFace = -2

func (p *picker) open(k *programs) error {
	if p.target != nil {
		return nil
	}
	if err := p.draws.open(k); err != nil {
		return err
	}
	var err error
	if p.caps, err = openCaps(k); err != nil {
		return err
	}
	t, err := gpu.NewTarget(gpu.NewTexture(gpu.Color, 1, 1, nil), gpu.NewTexture(gpu.Depth, 1, 1, nil))
	p.target = t
	return err
}

func (p *picker) close() {
	if p.target != nil {
		p.draws.close()
		p.caps.close()
		p.target.Delete()
	}
}

// number gives a shape of a body the next count numbers, and returns the first of them.
func (p *picker) number(body, shape, mesh int32, count int) uint32 {
	n := p.next
	p.rows = append(p.rows, numberedShape{n, body, shape, mesh})
	p.next += uint32(max(count, 1))
	return n
}

// query is one search for the thing under a pixel.
type query struct {
	*picker
	*frame
	x, y float32 // middle of the pixel, from the upper left corner [px]
	ray  [2]mgl32.Vec3
	size float32 // size of a pixel: with an orthographic camera [m], else [m per m of depth]
}

// Greatest distances of the pointer on the screen at scale 1 [px] from the mark of a contact, and from
// the axis of a thin body.
const (
	markReach = 5
	thinReach = 3
)

// find searches the layers of the picture for the thing under the pixel. The first layer with a hit wins.
func (q *query) find(block *gpu.Buffer) view.Hit {
	w, h := float32(q.Width), float32(q.Height)
	nx, ny := 2*q.x/w-1, 1-2*q.y/h
	q.ray[0], q.ray[1] = q.Camera.Ray(nx, ny, q.Aspect())
	q.size = q.shared.back[3]
	if hit := q.mark(); hit.Depth != 0 {
		return hit
	}
	u := q.shared
	u.viewProj = mgl32.Scale3D(w, h, 1).Mul4(mgl32.Translate3D(-nx, ny, 0)).Mul4(u.viewProj)
	u.screen[0], u.screen[1] = 1, 1
	gpu.Upload(block, []uniforms{u})
	layers := []func(){
		func() { q.capsules(false); q.cylinders(false); q.surfaces(false); q.cutFaces() },
		func() { q.capsules(true) },
		func() { q.surfaces(true); q.cylinders(true) },
		func() { q.sheets(func(s *sheet) bool { return opaque(q.frame, s.wall) }) },
		func() { q.sheets(func(s *sheet) bool { return !s.front }) },
		func() { q.sheets(func(s *sheet) bool { return s.front }) },
	}
	for _, draw := range layers {
		q.rows, q.next = q.rows[:0], 1
		q.target.Bind()
		gpu.State{}.Apply()
		gpu.Clear(0, 0, 0, 0)
		draw()
		if len(q.rows) == 0 {
			continue
		}
		if hit := q.read(); hit.Depth != 0 {
			return hit
		}
	}
	return view.Hit{}
}

// read returns the thing whose number the target holds.
func (q *query) read() view.Hit {
	var b [4]byte
	var d [1]float32
	q.target.Read(b[:])
	n := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
	if n == 0 || n >= q.next {
		return view.Hit{}
	}
	q.target.ReadDepth(d[:])
	row := &q.rows[sort.Search(len(q.rows), func(i int) bool { return q.rows[i].number > n })-1]
	triangle := int32(0)
	if row.mesh == cutFace {
		triangle = -1
	} else if row.mesh >= 0 {
		triangle = triangleOf(q.Meshes[row.mesh].Geometry, int(n-row.number))
	}
	return q.at(q.BodyThing(row.body, row.shape, triangle), q.ahead(d[0]))
}

// at returns the hit of a thing at a depth before the eye [m].
func (q *query) at(t bridge.Thing, depth float32) view.Hit {
	along := depth
	if !q.Camera.Ortho {
		along /= -q.ray[1].Dot(q.Camera.Back())
	}
	return view.Hit{Thing: t, Point: q.ray[0].Add(q.ray[1].Mul(along)), Depth: depth}
}

// ahead returns the depth before the eye [m] that belongs to a value of the depth buffer.
func (q *query) ahead(z float32) float32 {
	l := lens(q.Camera)
	if q.Camera.Ortho {
		return (z - l[0]) / l[1]
	}
	return l[1] / (z - l[0])
}

// triangleOf returns the index of the n-th drawn triangle of a geometry. Triangles with an index out of range are
// not drawn and thus have no number.
func triangleOf(g *bridge.MeshGeometry, n int) int32 {
	for i, t := range g.Triangles {
		if inRange(g, t) {
			if n == 0 {
				return int32(i)
			}
			n--
		}
	}
	return 0
}

// mark returns the contact whose mark is nearest to the pixel, if contacts are shown and this mark is near enough.
func (q *query) mark() (best view.Hit) {
	if !overlay.ShowsContacts(q.View) {
		return best
	}
	nearest := float32(markReach) * q.Scale
	var shown overlay.Marks
	shown.Follow(&q.Frame)
	for i := range shown.List {
		c := shown.List[i].Contact
		x, y, depth, ok := q.Screen(c.Point)
		if !ok {
			continue
		}
		if d := float32(math.Hypot(float64(x-q.x), float64(y-q.y))); d < nearest {
			nearest = d
			best = view.Hit{Thing: q.NameContact(c), Point: c.Point, Depth: depth}
		}
	}
	return best
}

// capsules draws the capsules that may lie under the pixel. With thin it draws only thin capsules, made as wide as
// a person can point at.
func (q *query) capsules(thin bool) {
	for i := range q.Capsules {
		c := &q.Capsules[i]
		from := mgl32.Vec3(c.Center).Sub(q.ray[0])
		along := from.Dot(q.ray[1])
		reach := c.Half + c.Radius
		pixel := q.size
		if !q.Camera.Ortho {
			pixel *= max(along+reach, 0)
		}
		most, radius := reach+2*pixel, c.Radius
		if thin {
			if radius = thinReach * q.Scale * pixel; !(radius > c.Radius) {
				continue
			}
			most += radius
		}
		if !(from.Dot(from)-along*along < most*most) {
			continue
		}
		q.draws.add(c, radius, q.number(c.Body, c.Shape, -1, 1))
	}
	q.draws.drawCapsules()
}

// cylinders draws the solid parts of cylinders, or with panes the halves that the scene is seen through.
func (q *query) cylinders(panes bool) {
	for i := range q.Cylinders {
		c := &q.Cylinders[i]
		cull := gpu.CullNone
		switch through := seenThrough(q.frame, c); {
		case panes && !through:
			continue
		case panes:
			cull = gpu.CullBack
		case through:
			cull = gpu.CullFront
		}
		q.draws.drawCylinder(q.frame, c, cull, q.number(c.Body, 0, -1, 1))
	}
}

// surfaces draws the meshes through which one sees, or the others.
func (q *query) surfaces(glass bool) {
	for i := range q.Meshes {
		m := &q.Meshes[i]
		if glass == (q.View.Style != view.Solid || q.opacity(m) < solidFrom) {
			q.draws.drawTriangles(q.frame, m, q.number(m.Body, m.Shape, int32(i), len(m.Geometry.Triangles)))
		}
	}
}

// cutFaces draws the cut faces of meshes.
func (q *query) cutFaces() {
	for i := range q.Meshes {
		m := &q.Meshes[i]
		if !q.capped(m) || !q.caps.resize(1, 1) {
			continue
		}
		q.caps.fill(q.frame, m)
		q.target.Bind()
		number := numberColor(q.number(m.Body, m.Shape, cutFace, 1)).Vec4()
		q.caps.faces(q.caps.number, q.frame, [3]mgl32.Vec3{q.ray[1]}, number)
	}
}

// sheets draws the walls that belong to the layer.
func (q *query) sheets(these func(*sheet) bool) {
	for i := range q.Walls {
		if s := sheetOf(q.frame, &q.Walls[i]); !s.empty() && these(&s) {
			q.draws.drawSheet(q.frame, &s, q.number(s.wall.Body, 0, -1, 1))
		}
	}
}
