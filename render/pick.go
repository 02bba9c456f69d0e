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

// pick returns what lies under the pixel (x, y), counted from the upper left one, of the picture that
// would be drawn. The front one wins, but a body seen through glass, a pane or a wall wins over those, and
// a mark of a contact over all else. Bodies thinner than a few pixels are hit beside them too.
func (t *tile) pick(s *bridge.Snapshot, v *view.View, width, height, x, y int) (view.Hit, error) {
	if width < 1 || height < 1 || x < 0 || y < 0 || x >= width || y >= height {
		return view.Hit{}, nil
	}
	if err := t.picker.open(&t.device.programs); err != nil {
		return view.Hit{}, fmt.Errorf("render: pick: %w", err)
	}
	stages := t.memory.stages // the picture's own is not to follow
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

// pickShown is pick for the last picture that was drawn of a size, or for one of a few before it,
// whatever the simulation and the camera have done since.
func (t *tile) pickShown(before, width, height, x, y int) (view.Hit, error) {
	if of := t.history.before(before, width, height); of != nil {
		return t.pick(&of.snap, &of.view, width, height, x, y)
	}
	return view.Hit{}, nil
}

// picker draws what may lie under a pixel into a target of that pixel alone.
type picker struct {
	draws  identity
	caps   *caps
	target *gpu.Target // nil before the first use
	rows   []numberedShape
	next   uint32 // number that is free
}

// numberedShape is a thing, or the triangles of a mesh, with its number or the first of them.
type numberedShape struct {
	number            uint32
	body, shape, mesh int32 // mesh: its index of the mesh, -1 for what is no mesh
}

// cutFace in place of the index of a mesh is for its cut faces, which no triangle is.
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

// number gives a shape of a body the next numbers, count of them, and returns the first.
func (p *picker) number(body, shape, mesh int32, count int) uint32 {
	n := p.next
	p.rows = append(p.rows, numberedShape{n, body, shape, mesh})
	p.next += uint32(max(count, 1))
	return n
}

// query is one question what lies under a pixel.
type query struct {
	*picker
	*frame
	x, y float32 // middle of the pixel, from the upper left corner [px]
	ray  [2]mgl32.Vec3
	size float32 // of a pixel: of orthographic ones [m], else for each metre of depth
}

// Sizes on the screen at scale 1 [px]: how far from a contact's mark the pointer may be, and from the
// axis of a thin body.
const (
	markReach = 5
	thinReach = 3
)

// find looks through the layers that the picture is made of, in the order in which they win.
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
	glass := q.View.Style != view.Solid || q.View.Opacity < solidFrom
	layers := []func(){
		func() { q.capsules(false); q.cylinders(false); q.surfaces(!glass); q.cutFaces() },
		func() { q.capsules(true) },
		func() { q.surfaces(glass); q.cylinders(true) },
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

// read returns what the target holds.
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

// at returns a thing that is hit at a depth before the eye [m].
func (q *query) at(t bridge.Thing, depth float32) view.Hit {
	along := depth
	if !q.Camera.Ortho {
		along /= -q.ray[1].Dot(q.Camera.Back())
	}
	return view.Hit{Thing: t, Point: q.ray[0].Add(q.ray[1].Mul(along)), Depth: depth}
}

// ahead returns the depth before the eye that a value of the depth buffer stands for [m].
func (q *query) ahead(z float32) float32 {
	l := lens(q.Camera)
	if q.Camera.Ortho {
		return (z - l[0]) / l[1]
	}
	return l[1] / (z - l[0])
}

// triangleOf returns the number of the n-th of the triangles of a geometry that are drawn.
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

// mark returns the contact whose mark is nearest the pixel, if any are shown and one is near.
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

// capsules draws those bodies that may lie under the pixel; thin ones as wide as a person aims.
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

// cylinders draws cylinders: what is solid of them, or the panes that the scene is seen through.
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

// surfaces draws the meshes if they are of the layer.
func (q *query) surfaces(these bool) {
	for i := range q.Meshes {
		if m := &q.Meshes[i]; these {
			q.draws.drawTriangles(q.frame, m, q.number(m.Body, m.Shape, int32(i), len(m.Geometry.Triangles)))
		}
	}
}

// cutFaces draws the cut faces of meshes, which are none of their triangles.
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

// sheets draws the walls that are of the layer.
func (q *query) sheets(these func(*sheet) bool) {
	for i := range q.Walls {
		if s := sheetOf(q.frame, &q.Walls[i]); !s.empty() && these(&s) {
			q.draws.drawSheet(q.frame, &s, q.number(s.wall.Body, 0, -1, 1))
		}
	}
}
