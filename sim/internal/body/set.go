package body

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"unsafe"

	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// ID names one body for good: bodies are numbered in the order of their creation,
// and no number is used twice.
type ID int64

// Blocked is the set of degrees of freedom that forces do not change; a blocked one keeps
// its velocity. Rotations are about the global axes.
type Blocked uint8

// The degrees of freedom.
const (
	BlockX Blocked = 1 << iota
	BlockY
	BlockZ
	BlockRotX
	BlockRotY
	BlockRotZ
	BlockAll = BlockX | BlockY | BlockZ | BlockRotX | BlockRotY | BlockRotZ

	BlockRot = BlockRotX | BlockRotY | BlockRotZ
)

// BlockedLetters are the names of the degrees of freedom, as in Woo: small letters
// translate, capitals rotate.
const BlockedLetters = "xyzXYZ"

// ParseBlocked reads a set of degrees of freedom such as "xyzXYZ".
func ParseBlocked(s string) (Blocked, error) {
	var b Blocked
	for _, c := range s {
		i := strings.IndexRune(BlockedLetters, c)
		if i < 0 {
			return 0, fmt.Errorf("blocked degrees of freedom must be letters of %q, got %q", BlockedLetters, s)
		}
		b |= 1 << i
	}
	return b, nil
}

// String returns the letters of the degrees of freedom, as ParseBlocked reads them.
func (b Blocked) String() string {
	var letters []byte
	for i := range BlockedLetters {
		if b&(1<<i) != 0 {
			letters = append(letters, BlockedLetters[i])
		}
	}
	return string(letters)
}

// Set stores rigid bodies as parallel slices, one entry per body. Order sorts them so that bodies near each other
// in the slices are near each other in space.
type Set struct {
	Next    ID      // number of the next body
	Created []int32 // indices of all bodies in the order of their creation, and so of their numbers

	Pos    []vec.Vec3 // centre of mass [m]
	Ori    []vec.Quat // principal axes
	Vel    []vec.Vec3 // of the last half step [m/s]
	Spin   []vec.Vec3 // angular velocity of the last half step, global axes [rad/s]
	AngMom []vec.Vec3 // angular momentum of the last half step, global axes [kg·m²/s]; see AngularMomentum
	Wrench []Wrench
	Kind   []Kind
	Block  []Blocked

	Joints []Joint // of bodies that are joined to the world

	Travel []float64 // sum over all steps of how far any point can have moved [m]
	limit  []float32 // value of Travel above which the candidates must be found anew [m]

	number []uint32   // see ID; limit.Created bounds it
	Start  []vec.Vec3 // where the centre of mass was when the body came [m]
	born   []float64  // simulated time at which each came [s]; none while all came at time 0

	commons commons       // mass properties and names
	names   map[string]ID // the first body of each name; nil if bodies have come or gone since the map was made
	Recent  Recent        // template of the body that was added last
	leaving departure     // the bodies that leave, and the new indices of the others
}

// Wrench is the force and torque on a body. Vector kernels add one at a time.
type Wrench struct {
	Force  vec.Vec3 // [N]
	Torque vec.Vec3 // about the centre of mass [N·m]
}

// Spare returns memory that nobody needs from the end of a step until the next one sums forces: that of the wrenches.
func (b *Set) Spare() []int32 {
	return unsafe.Slice((*int32)(unsafe.Pointer(unsafe.SliceData(b.Wrench))), len(b.Wrench)*wrenchNumbers)
}

const wrenchNumbers = int(unsafe.Sizeof(Wrench{}) / 4) // of four bytes

// Mass holds the inertial properties of a body, with inverses; zero for bodies that
// forces do not move. Equal bodies share it.
type Mass struct {
	Mass, Inv           float64  // [kg], [1/kg]
	Inertia, InvInertia vec.Vec3 // principal [kg·m²], [1/(kg·m²)]
	Round               bool     // all principal moments are equal
	common              uint32   // number in commons.all, if it is there
	Reach               float64  // from the centre to the farthest segment end or mesh vertex [m]
	Template            *Template
}

// Born returns the simulated time at which a body came [s].
func (b *Set) Born(i int) float64 {
	if len(b.born) == 0 {
		return 0
	}
	return b.born[i]
}

// SetBorn says at which simulated time a body came [s].
func (b *Set) SetBorn(i int, at float64) {
	if len(b.born) == 0 {
		if at == 0 {
			return
		}
		b.born = expected(make([]float64, b.Len()), b.Len()/16)
	}
	b.born[i] = at
}

func (b *Set) Len() int { return len(b.Pos) }

// Add puts in a body made of a template; only the pose, twist, blocked degrees of freedom and name of d count.
func (b *Set) Add(t *Template, d *Def) ID {
	q := d.Orientation.Unit()
	id := b.Next
	b.Next++
	b.names = nil
	kind := Dynamic
	if t.Mass == 0 || d.Blocked == BlockAll {
		kind = Static
	}
	ori := q.Mul(t.Axes).Unit()
	m := t.MassOf()
	b.Pos = added(b.Pos, d.Position.Add(q.Rotate(t.Center)))
	b.Ori = added(b.Ori, ori)
	b.Vel = added(b.Vel, d.Velocity)
	b.Spin = added(b.Spin, d.Spin)
	b.Wrench = added(b.Wrench, Wrench{})
	b.commons.of = added(b.commons.of, 0)
	b.commons.put(b.Len()-1, common{m, d.Name})
	if len(b.AngMom) > 0 {
		b.AngMom = added(b.AngMom, vec.Vec3{})
	}
	b.setMomentum(b.Len()-1, m.Momentum(ori, d.Spin))
	b.Kind = added(b.Kind, kind)
	b.Block = added(b.Block, d.Blocked)
	b.Travel = added(b.Travel, 0)
	b.limit = added(b.limit, 0)
	b.number = added(b.number, uint32(id))
	b.Start = added(b.Start, b.Pos[b.Len()-1])
	if len(b.born) > 0 {
		b.born = added(b.born, 0)
	}
	b.Created = added(b.Created, int32(b.Len()-1))
	if d.Joint != nil {
		b.join(*d.Joint)
	}
	return id
}

// added is append for slices with one record per body or shape: its memory is for a sixteenth more records at
// most, and for those that vector kernels read beyond the last one.
func added[T any](records []T, one T) []T {
	if n := len(records); n+padding >= cap(records) {
		records = append(make([]T, 0, n+n/16+16), records...)
	}
	return append(records, one)
}

// Expect makes room for n more bodies.
func (b *Set) Expect(n int) {
	b.Pos, b.Ori, b.Vel, b.Spin = expected(b.Pos, n), expected(b.Ori, n), expected(b.Vel, n), expected(b.Spin, n)
	b.Wrench, b.commons.of = expected(b.Wrench, n), expected(b.commons.of, n)
	b.Kind, b.Block, b.Travel = expected(b.Kind, n), expected(b.Block, n), expected(b.Travel, n)
	b.limit, b.number, b.Start = expected(b.limit, n), expected(b.number, n), expected(b.Start, n)
	b.Created = expected(b.Created, n)
	if len(b.born) > 0 {
		b.born = expected(b.born, n)
	}
	if len(b.AngMom) > 0 {
		b.AngMom = expected(b.AngMom, n)
	}
}

// expected makes room for n more records.
func expected[T any](records []T, n int) []T {
	if n == 0 {
		return records
	}
	return append(make([]T, 0, len(records)+n+16), records...)
}

// padding is how many records vector kernels may read beyond the last one: they load eight numbers from where a
// record begins.
const padding = 2

// Template returns the template of a body.
func (b *Set) Template(i int) *Template { return b.Mass(i).Template }

// Unforced calls yield for the bodies that forces do not move, which are few: it checks eight bodies at a time.
func (b *Set) Unforced(yield func(i int) bool) {
	var dynamic [8]Kind
	n := len(b.Kind)
	for first := 0; first < n; first += 8 {
		if first+8 <= n && [8]Kind(b.Kind[first:]) == dynamic {
			continue
		}
		for i := first; i < min(first+8, n); i++ {
			if b.Kind[i] != Dynamic && !yield(i) {
				return
			}
		}
	}
}

// IsFixed reports whether a body has no mass and never moves: no stage of a step needs the force on it.
func (b *Set) IsFixed(i int) bool {
	return b.Kind[i] == Static && b.Mass(i).Mass == 0 && b.Vel[i] == (vec.Vec3{}) && b.Spin[i] == (vec.Vec3{})
}

// Index returns the index of a body in the slices, or -1.
func (b *Set) Index(id ID) int {
	n, ok := slices.BinarySearchFunc(b.Created, id, func(i int32, id ID) int { return cmp.Compare(b.ID(int(i)), id) })
	if !ok {
		return -1
	}
	return int(b.Created[n])
}

// ByName returns the first body of that name, or -1. Many calls in a row are fast, since a map of the names is
// kept.
func (b *Set) ByName(name string) int {
	if b.names == nil {
		b.names = make(map[string]ID, len(b.commons.all))
		for _, i := range slices.Backward(b.Created) {
			b.names[b.Name(int(i))] = b.ID(int(i))
		}
	}
	id, ok := b.names[name]
	if !ok {
		return -1
	}
	return b.Index(id)
}

// Spread returns the mean position of the bodies that forces move, and their standard
// deviation from it [m].
func (b *Set) Spread() (mean vec.Vec3, deviation float64) {
	var square vec.Vec3
	n := 0.0
	for i := range b.Pos {
		if b.Kind[i] == Dynamic {
			mean, square = mean.Add(b.Pos[i]), square.Add(b.Pos[i].Mul(b.Pos[i]))
			n++
		}
	}
	mean, square = mean.Scale(1/math.Max(n, 1)), square.Scale(1/math.Max(n, 1))
	return mean, math.Sqrt(math.Max(square.Sub(mean.Mul(mean)).Dot(vec.New(1, 1, 1)), 0))
}

// Pace returns how fast any point of a body can move [m/s].
func (b *Set) Pace(i int) float64 { return b.Vel[i].Norm() + b.Spin[i].Norm()*b.Mass(i).Reach }

// Margin returns how far a body may still go until the next rebuild [m].
func (b *Set) Margin(i int32) float64 { return b.Limit(i) - b.Travel[i] }

// Limit returns the value of Travel of a body above which the candidates must be found anew [m].
func (b *Set) Limit(i int32) float64 { return float64(b.limit[i]) }

// SetMargin lets a body go so far until the next rebuild, or slightly farther: see Margin [m].
func (b *Set) SetMargin(i int32, margin float64) {
	to := b.Travel[i] + margin
	b.limit[i] = float32(min(to, math.MaxFloat32))
	if b.Limit(i) < to { // a body that may not go at all must not be beyond its limit
		b.limit[i] = math.Nextafter32(b.limit[i], math.MaxFloat32)
	}
}

// BeyondMargin reports whether one of the bodies [first, last) has used up its margin.
func (b *Set) BeyondMargin(first, last int) bool {
	limits := b.limit[first:last]
	for i, way := range b.Travel[first:last] {
		if way > float64(limits[i]) {
			return true
		}
	}
	return false
}

// VelocityAt returns the velocity of the point of body i that is at p [m/s].
func (b *Set) VelocityAt(i int32, p vec.Vec3) vec.Vec3 {
	return b.Vel[i].Add(b.Spin[i].Cross(p.Sub(b.Pos[i])))
}

// Spin returns the angular velocity of a body with orientation q and angular momentum l,
// all in global axes [rad/s].
func (m *Mass) Spin(q vec.Quat, l vec.Vec3) vec.Vec3 {
	if m.Round {
		return l.Mul(m.InvInertia)
	}
	return q.Rotate(q.Unrotate(l).Mul(m.InvInertia))
}

// AngularMomentum returns the angular momentum of the last half step of a body, in global axes [kg·m²/s]. That of a
// round body follows from its spin, so AngMom has zeros for those, and is empty while there are no others.
func (b *Set) AngularMomentum(i int) vec.Vec3 {
	if m := b.Mass(i); m.Round || len(b.AngMom) == 0 {
		return b.Spin[i].Mul(m.Inertia)
	}
	return b.AngMom[i]
}

// setMomentum keeps the angular momentum of a body, whose spin is known.
func (b *Set) setMomentum(i int, l vec.Vec3) {
	m := b.Mass(i)
	if len(b.AngMom) == 0 {
		if m.Round || m.Mass == 0 {
			return
		}
		b.AngMom = expected(make([]vec.Vec3, b.Len()), b.Len()/16)
	}
	if b.AngMom[i] = l; m.Round {
		b.AngMom[i] = vec.Vec3{}
	}
}

// Momentum returns the angular momentum of a body with orientation q and angular velocity s,
// all in global axes [kg·m²/s].
func (m *Mass) Momentum(q vec.Quat, s vec.Vec3) vec.Vec3 {
	if m.Round {
		return s.Mul(m.Inertia)
	}
	return q.Rotate(q.Unrotate(s).Mul(m.Inertia))
}

// Place returns the position of a body [m]: its centre of mass, or the point that it turns about; for a wall this
// point, moved into the plane.
func (b *Set) Place(i int) vec.Vec3 {
	t, at := b.Template(i), b.Pos[i]
	if p := &t.Shapes[0]; p.Def.Kind == shape.KindWall {
		k := p.Def.Wall.Axis
		return at.WithComponent(k, at.Component(k)+(p.Def.Wall.Position-t.Center.Component(k)))
	}
	return at
}

// Part returns what a shape is in the template of its body.
func (b *Set) Part(info *ShapeInfo) *Part { return &b.Mass(int(info.Body)).Template.Shapes[info.Part] }

// CenterOf returns the position of the centre of a shape [m]. The only shape of a body has the centre of the body.
func (b *Set) CenterOf(info *ShapeInfo) vec.Vec3 {
	local := b.Part(info).Local
	if local == (vec.Vec3{}) {
		return b.Pos[info.Body]
	}
	return b.Pos[info.Body].Add(b.Ori[info.Body].Rotate(local))
}

// SetVelocity gives a body that forces move another velocity [m/s] and angular velocity about the global axes [rad/s].
// A blocked degree of freedom keeps them.
//
// Errors: a body that is not there or that forces do not move, numbers beyond all bounds.
func (b *Set) SetVelocity(id ID, velocity, spin vec.Vec3) error {
	i := b.Index(id)
	switch {
	case i < 0:
		return fmt.Errorf("there is no body %d", id)
	case b.Kind[i] != Dynamic:
		return fmt.Errorf("body %d (%s) is not moved by forces, so its velocity cannot be set", id, b.Name(i))
	}
	err := cmp.Or(limit.Speed.CheckVector("velocity", velocity), limit.Spin.CheckVector("spin", spin))
	if err == nil {
		b.Vel[i], b.Spin[i] = velocity, spin
		b.setMomentum(i, b.Mass(i).Momentum(b.Ori[i], spin))
	}
	return err
}

// SetTemplate gives a body other mass properties; its shapes stay where they are.
func (b *Set) SetTemplate(i int, t *Template) {
	old := b.Template(i)
	shift, turn := old.Axes.Unrotate(t.Center.Sub(old.Center)), old.Axes.Conj().Mul(t.Axes)
	b.Pos[i] = b.Pos[i].Add(b.Ori[i].Rotate(shift))
	b.Ori[i] = b.Ori[i].Mul(turn).Unit()
	b.setMass(i, t.MassOf())
	b.setMomentum(i, b.Mass(i).Momentum(b.Ori[i], b.Spin[i]))
}

// Shape returns the reference of shape k of body i, counted from 0 as in its template.
func (b *Set) Shape(s *Shapes, i, k int) ShapeRef {
	all := b.Template(i).Shapes
	kind := all[k].Def.Kind
	infos := s.Infos[kind]
	index := sort.Search(len(infos), func(n int) bool { return int(infos[n].Body) >= i })
	for n := range all[:k] {
		if all[n].Def.Kind == kind {
			index++
		}
	}
	return ShapeRef{Kind: kind, Index: int32(index)}
}
