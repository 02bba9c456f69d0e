package replay

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/law"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
)

// MaxPoses is the largest number of poses in a recording: a page with more would not open. If a run exceeds it,
// every other moment is left out, so that a long run has fewer pictures per second but is recorded to its end.
const MaxPoses = 4_000_000

// Recording is a run as poses of bodies. The zero value is not ready for use; see New.
type Recording struct {
	Title  string // title of the scene, for people
	Origin run.Origin
	View   bridge.ViewHint
	Forces bool // contact forces are kept, too
	Light  bool // the page begins with a light ground

	Charts bool // energies and the mass that has left are kept, for charts

	Regions []bridge.Region // that are drawn, with the bodies in them

	Live *run.Live // what the page computes the run from; nil: it only plays

	most    int // largest number of poses
	every   int // one moment in this number of moments is kept
	skipped int // moments since the last one that was kept
	poses   int // number of poses that are kept

	// Of slices: the largest number of cells, the number that is kept, one moment in how many that are kept has one, and
	// moments since the last one that has.
	mostSliceCells, sliceCells, sliceEvery, unsliced int

	moments []moment
	tracks  []track
	index   map[body.ID]int32 // index of each body in tracks
	meshes  []*mesh.Mesh
	last    bridge.Snapshot // the last moment kept, for its parameters; Add reuses its memory
	numbers bridge.Snapshot // what is in the regions; Add reuses its memory
	hash    string
	names   []string // names of materials
	grain   float64  // smallest radius [m]
}

// track is one body. Tracks have the order in which their bodies appeared.
type track struct {
	id     body.ID
	name   string
	kind   string
	shapes []state.Shape
	mass   float64
	// The first and the last moment with the body; last < first if no moment has it.
	first, last int
}

// moment is one moment of a recording.
type moment struct {
	time   float64 // [s]
	step   int64
	core   [2][3]float32 // box around the bodies that the camera should show [m]
	poses  []pose        // in the order of tracks
	forces []force

	hash    uint64
	kinetic float64  // [J]
	whole   float64  // kinetic, potential and elastic energy [J]
	left    float64  // mass that outlets have removed [kg]
	sensed  []sensor // of each of Recording.sensors
	slice   *slice   // nil: it shows that of the moment before
}

// pose is the position, orientation, speed and spin of a body.
type pose struct {
	track       int32
	position    [3]float32 // of the centre of mass [m]
	orientation [4]float32 // w, x, y, z
	speed, spin float32    // [m/s], [rad/s]
}

// force holds the forces of one contact.
type force struct {
	point  [3]float32 // contact point [m]
	normal [3]float32 // normal force on the first body [N]
	shear  [3]float32 // tangential force on the first body [N]
	moves  uint8      // bit 0: forces move the first body, bit 1: the second
}

// New returns an empty recording.
func New(title string, origin run.Origin, view bridge.ViewHint, forces bool) *Recording {
	return &Recording{Title: title, Origin: origin, View: view, Forces: forces, most: MaxPoses, every: 1,
		mostSliceCells: MaxSliceCells, sliceEvery: 1, index: map[body.ID]int32{}}
}

// Add adds a moment of a world, which must be later than all moments before.
func (r *Recording) Add(w state.Source) error {
	if r.skipped++; len(r.moments) > 0 && r.skipped < r.every {
		return nil
	}
	r.skipped = 0
	s := w.State()
	w.Fill(&r.last)
	r.hash, r.names = s.Hash, s.Materials
	m := moment{time: s.Time, step: s.Step, core: r.last.Bounds.Core, poses: make([]pose, 0, len(s.Bodies))}
	if r.Charts {
		e := w.Energy()
		m.kinetic, m.whole = e.Kinetic, e.Kinetic+e.Potential+e.Elastic
		for i := range r.last.Outlets {
			m.left += r.last.Outlets[i].Mass
		}
	}
	m.sensed, m.slice = r.sense(w), r.slice(&s)
	m.hash, _ = strconv.ParseUint(s.Hash, 16, 64) // dumps of other programs have none
	if r.Forces {
		m.forces = forcesOf(&s)
	}
	for i := range s.Bodies {
		b := &s.Bodies[i]
		p, err := poseOf(b)
		if err != nil {
			return err
		}
		p.track = r.trackOf(b)
		m.poses = append(m.poses, p)
	}
	// The order of bodies in a state may differ from the order of tracks: other programs number the bodies of
	// their dumps freely, and a body that appears later may have a smaller number.
	slices.SortFunc(m.poses, func(a, b pose) int { return int(a.track - b.track) })
	r.moments = append(r.moments, m)
	r.poses += len(m.poses)
	for r.poses > r.most && len(r.moments) > 2 {
		r.thin()
	}
	for r.sliceCells > r.mostSliceCells && r.sliceEvery < len(r.moments) {
		r.thinSlices()
	}
	return nil
}

// Len returns the number of moments that are kept.
func (r *Recording) Len() int { return len(r.moments) }

// thin leaves out every other moment, and from now on keeps half as many new moments.
func (r *Recording) thin() {
	r.every, r.poses = 2*r.every, 0
	n := 0
	for i := 0; i < len(r.moments); i += 2 {
		r.moments[n] = r.moments[i]
		r.poses += len(r.moments[n].poses)
		n++
	}
	clear(r.moments[n:])
	r.sliceCells = 0
	for i := range n {
		if at := r.moments[i].slice; at != nil {
			r.sliceCells += len(at.values)
		}
	}
	r.skipped = (len(r.moments) - 1) % 2 * (r.every / 2)
	r.moments = r.moments[:n]
}

// shown is by what share of a radius two cylinders look alike.
const shown = 1e-3

// trackOf returns the number of a body's track, which it begins if the body is new. A cylinder whose side moves has a
// track for each of its radii, since a track tells of one shape.
func (r *Recording) trackOf(b *state.Body) int32 {
	radius := b.Shapes[0].Radius
	if t, ok := r.index[b.ID]; ok && math.Abs(r.tracks[t].shapes[0].Radius-radius) <= shown*radius {
		return t
	}
	t := int32(len(r.tracks))
	r.index[b.ID] = t
	r.tracks = append(r.tracks, track{id: b.ID, name: b.Name, kind: b.Kind, shapes: b.Shapes, mass: b.Mass})
	return t
}

// poseOf reads the pose of a body.
//
// Errors: a number that is not finite.
func poseOf(b *state.Body) (p pose, err error) {
	sum := 0.0
	for k := range p.position {
		p.position[k] = float32(b.Position[k])
		sum += b.Position[k]
	}
	for k := range p.orientation {
		p.orientation[k] = float32(b.Orientation[k])
		sum += b.Orientation[k]
	}
	speed, spin := length(b.Velocity), length(b.Spin)
	p.speed, p.spin = float32(speed), float32(spin)
	if sum += speed + spin; sum-sum != 0 {
		return p, fmt.Errorf("body %d is at no finite place or speed", b.ID)
	}
	// The pose of a wall is the position of its plane, without an orientation: head.go does not repeat that
	// position.
	if len(b.Shapes) == 1 && b.Shapes[0].Def.Kind == shape.KindWall {
		for k, x := range b.Shapes[0].Position {
			p.position[k] = float32(x)
		}
		p.orientation = [4]float32{1}
	}
	return p, nil
}

func length(v [3]float64) float64 { return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]) }

// forcesOf reads the forces of all contacts.
func forcesOf(s *state.State) []force {
	moves := make(map[body.ID]bool, len(s.Bodies))
	for i := range s.Bodies {
		moves[s.Bodies[i].ID] = s.Bodies[i].Mass > 0
	}
	list := make([]force, 0, len(s.Contacts))
	for i := range s.Contacts {
		c := &s.Contacts[i]
		var f force
		for k := range f.point {
			f.point[k] = float32(c.Point[k])
			f.normal[k] = float32(-c.NormalForce * c.Normal[k])
			f.shear[k] = float32(c.Force[k] + c.NormalForce*c.Normal[k])
		}
		if moves[c.BodyA] {
			f.moves |= 1
		}
		if moves[c.BodyB] {
			f.moves |= 2
		}
		list = append(list, f)
	}
	return list
}

// parameters returns the numbers of the run as names, values and units.
func (r *Recording) parameters() (list [][3]string) {
	p := &r.last.Params
	add := func(name string, value any, unit string) {
		list = append(list, [3]string{name, fmt.Sprint(value), unit})
	}
	for i := range setting.Table {
		if s := &setting.Table[i]; s.Listed(p) {
			add(strings.ToLower(s.Name), s.Text(s.Value(p)), s.Unit)
		}
	}
	add("time step", fmt.Sprintf("%.4g", r.last.TimeStep), "s")
	for i := range r.last.Materials {
		m := &r.last.Materials[i]
		for _, f := range law.Fields {
			if x := *f.Of(&m.Law); x != 0 {
				add(m.Name+" "+f.Name, fmt.Sprintf("%g", x), f.Unit)
			}
		}
	}
	return list
}
