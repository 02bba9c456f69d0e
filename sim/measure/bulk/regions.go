// Package bulk measures what the bodies in a part of space do together: their mass, motion, contacts and stress.
package bulk

import (
	"math"
	"math/bits"
	"strconv"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Placed is a region where it is now. Several may be measured at once, each by one goroutine.
type Placed struct {
	Region   bridge.Region
	space    // the region itself, or the interior of the meshes of its body
	interior *mesh.Interior
	frame    bridge.BodyFrame
	body     int  // index of its body, -1 if it has none or that does not exist
	there    bool // its body exists

	low, high vec.Vec3 // of the global box round it [m]

	list   []int32 // see bodies
	listed bool
}

// space is a part of space, in the frame of a region.
type space interface {
	Volume() float64                     // [m³]
	Bounds() (low, high vec.Vec3)        // the box round it [m]
	Middle() vec.Vec3                    // [m]
	Lowest(up vec.Vec3) float64          // coordinate along a unit vector from which on it lies [m]
	Axis() (axis vec.Vec3, has bool)     // of a cylinder
	Holds(p vec.Vec3) bool               // whether a point is in it
	Depth(p vec.Vec3) (distance float64) // how far inside a point is, see bridge.Region.Depth [m]
}

// Place returns a region where it is now.
func Place(r bridge.Region, set *contact.Set) Placed {
	if r.Body == "" {
		return placed(r, set, -1, bridge.BodyFrame{Orientation: vec.Identity})
	}
	i := IndexOf(r.Body, set.Bodies)
	if i < 0 {
		return Placed{Region: r, body: -1}
	}
	return placed(r, set, i, FrameAt(i, set.Bodies))
}

// placed returns a region in the frame of the body with an index, -1: of the world.
func placed(r bridge.Region, set *contact.Set, i int, frame bridge.BodyFrame) (at Placed) {
	at.Region, at.frame, at.body = r, frame, i
	at.space = &at.Region
	if r.OfMesh() {
		var err error
		if at.interior, err = set.Shapes.Interior(set.Bodies.Template(i)); err != nil {
			return at // run.CheckRegions has refused it; a body of another make has its name now
		}
		at.space = at.interior
	}
	at.there = true
	low, high := at.Bounds()
	middle, half := at.frame.Of(low.Add(high).Scale(0.5)), high.Sub(low).Scale(0.5)
	var reach vec.Vec3
	for k := range 3 {
		edge := at.frame.Orientation.Rotate(vec.Vec3{}.WithComponent(k, half.Component(k)))
		reach = reach.Add(vec.New(math.Abs(edge.X), math.Abs(edge.Y), math.Abs(edge.Z)))
	}
	reach = reach.Scale(1 + 1e-9) // what is on a face is not beyond it by rounding
	at.low, at.high = middle.Sub(reach), middle.Add(reach)
	return at
}

// beyond reports whether a ball at a point is beyond the box round the region.
func (r *Placed) beyond(p vec.Vec3, radius float64) bool {
	return p.X < r.low.X-radius || p.X > r.high.X+radius || p.Y < r.low.Y-radius || p.Y > r.high.Y+radius ||
		p.Z < r.low.Z-radius || p.Z > r.high.Z+radius
}

// local returns a point in the frame of the region [m].
func (r *Placed) local(p vec.Vec3) vec.Vec3 {
	if r.Region.Body == "" {
		return p
	}
	return r.frame.In(p)
}

// Within reports whether a point in global coordinates is in the region.
func (r *Placed) Within(p vec.Vec3) bool {
	if r.interior != nil {
		return !r.beyond(p, 0) && r.interior.Holds(r.local(p))
	}
	return r.there && r.Region.Depth(r.local(p)) >= 0
}

// Room reports whether a point is in the region, and how far it is from the surface, at least [m].
func (r *Placed) Room(p vec.Vec3) (inside bool, room float64) {
	if !r.there {
		return false, math.Inf(1)
	}
	return r.Within(p), math.Abs(r.Depth(r.local(p)))
}

// bodies returns the indices of the bodies in the region that forces move, in the order of their numbers.
func (r *Placed) bodies(b *body.Set) []int32 {
	if r.listed || !r.there {
		return r.list
	}
	for _, i := range b.Created {
		if b.Kind[i] == body.Dynamic && r.Within(b.Pos[i]) {
			r.list = append(r.list, i)
		}
	}
	r.listed = true
	return r.list
}

// Measure returns the sums of what is in each of some regions. Bodies are added up in the order of their numbers, and
// contacts in contact order, so that the bits do not depend on the number of workers.
//
// The stress is that of Love and Weber, of the bodies in the region: -1/V Σ r ⊗ f over their contacts, with the arm
// r from a body's centre of mass to the contact and the force f on the body, and 1/V Σ m v' ⊗ v' of the velocities
// about their mean. Each body counts as a whole, so that a region should be several bodies wide. A region whose body is
// not there has nothing in it.
func Measure(places []Placed, set *contact.Set) []bridge.Measured {
	to, all := make([]bridge.Measured, len(places)), make([]sums, len(places))
	in := make([]regionSet, set.Bodies.Len())
	for k := range places {
		at := &places[k]
		to[k] = bridge.Nothing(at.Region)
		to[k].Frame = at.frame
		all[k].addBodies(at.bodies(set.Bodies), set.Bodies, &to[k])
		for _, i := range at.bodies(set.Bodies) {
			in[i] |= 1 << k
		}
	}
	addContacts(all, in, set)
	for k := range places {
		if to[k].Bodies > 0 {
			all[k].put(places[k].Volume(), &to[k])
		}
	}
	return to
}

// regionSet is a set of regions: a bit for each.
type regionSet uint16

const _ = -uint(bridge.MostRegions - 16) // or it has too few bits

// sums are what is added up over the bodies and contacts of a region.
type sums struct {
	contacts float64
	stress   tensor // times volume [J]
	fabric   tensor // times contacts
	elastic  float64
}

// addBodies adds the bodies of a region, and measures what does not depend on contacts.
func (s *sums) addBodies(list []int32, b *body.Set, to *bridge.Measured) {
	if len(list) == 0 {
		return
	}
	var momentum vec.Vec3
	for _, i := range list {
		to.Bodies, to.Mass = to.Bodies+1, to.Mass+b.Mass[i].Mass
		momentum = momentum.AddScaled(b.Mass[i].Mass, b.Vel[i])
	}
	to.Velocity = momentum.Scale(1 / to.Mass)
	for _, i := range list {
		v := b.Vel[i].Sub(to.Velocity)
		motion := dyad(v, v)
		s.stress.add(b.Mass[i].Mass, &motion)
		translation, rotation := b.Kinetic(int(i))
		to.Kinetic += translation + rotation
	}
	to.Temperature = (s.stress[0] + s.stress[1] + s.stress[2]) / (3 * to.Mass)
}

// addContacts adds all contacts to the sums of the regions in which their bodies are.
func addContacts(all []sums, in []regionSet, set *contact.Set) {
	b, c := set.Bodies, contact.Contact{}
	for k := range set.Listed {
		for n := range k.Contacts.N {
			if row, l := k.Contacts.Row(n); in[row.BodyA[l]]|in[row.BodyB[l]] == 0 {
				continue
			}
			k.Read(n, &c)
			share, sign := 1.0, -1.0 // of the force on the body
			if b.Kind[c.BodyA] == b.Kind[c.BodyB] {
				share = 0.5
			}
			normal, tangential, couple := set.ElasticIn(&c)
			elastic, force, fabric := share*(normal+tangential+couple), c.Force(), dyad(c.Normal, c.Normal)
			for _, i := range [2]int32{c.BodyA, c.BodyB} {
				stress := dyad(c.Point.Sub(b.Pos[i]), force)
				for some := in[i]; some != 0; some &= some - 1 {
					s := &all[bits.TrailingZeros16(uint16(some))]
					s.contacts++
					s.stress.add(sign, &stress)
					s.fabric.add(1, &fabric)
					s.elastic += elastic
				}
				sign = 1
			}
		}
	}
}

// put makes the measured numbers those of the sums of a region of a volume [m³].
func (s *sums) put(volume float64, to *bridge.Measured) {
	to.Contacts, to.Elastic = s.contacts/float64(to.Bodies), s.elastic
	for k := range s.stress {
		to.Stress[k], to.Fabric[k] = s.stress[k]/volume, s.fabric[k]/s.contacts
	}
}

// tensor is a symmetric tensor: xx, yy, zz, yz, xz, xy.
type tensor [6]float64

// dyad returns the symmetric part of a dyad.
func dyad(r, f vec.Vec3) tensor {
	return tensor{r.X * f.X, r.Y * f.Y, r.Z * f.Z, (r.Y*f.Z + r.Z*f.Y) / 2, (r.X*f.Z + r.Z*f.X) / 2,
		(r.X*f.Y + r.Y*f.X) / 2}
}

// add adds another tensor times a number.
func (t *tensor) add(by float64, o *tensor) {
	for k := range o {
		t[k] += by * o[k]
	}
}

// FrameOf returns where the frame lies in which the shapes of a body were given, by the body's name or number; without
// a name that of the world. There is false if the body does not exist.
func FrameOf(name string, b *body.Set) (p bridge.BodyFrame, there bool) {
	if name == "" {
		return bridge.BodyFrame{Orientation: vec.Identity}, true
	}
	i := IndexOf(name, b)
	if i < 0 {
		return p, false
	}
	return FrameAt(i, b), true
}

// IndexOf returns the index of the body with a name or number, or -1.
func IndexOf(name string, b *body.Set) int {
	i := b.ByName(name)
	if n, err := strconv.ParseInt(name, 10, 64); i < 0 && err == nil {
		i = b.Index(body.ID(n))
	}
	return i
}

// FrameAt is FrameOf the body with an index.
func FrameAt(i int, b *body.Set) bridge.BodyFrame { return frameOf(b.Template(i), b.Pos[i], b.Ori[i]) }

// frameOf is FrameOf a body in a pose.
func frameOf(t *body.Template, position vec.Vec3, orientation vec.Quat) (p bridge.BodyFrame) {
	p.Orientation = orientation.Mul(t.Axes.Conj()).Unit()
	p.Origin = position.Sub(p.Orientation.Rotate(t.Center))
	return p
}
