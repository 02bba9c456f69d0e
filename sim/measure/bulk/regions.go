// Package bulk measures what the bodies in a part of space do together: their mass, motion, contacts and stress.
package bulk

import (
	"math"
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

	faces // see bridge.Region.Faces, once they were asked for
	found // bodies in it, once they were looked for
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

// Measure returns the sums of what is in each of some regions, which the workers share. Bodies that are in the same
// regions form a bin. In it they are added up in the order of their numbers, and their contacts in contact order, so
// that the bits do not depend on the number of workers.
//
// The stress is that of Love and Weber, of the bodies in the region: -1/V Σ r ⊗ f over their contacts, with the arm
// r from a body's centre of mass to the contact and the force f on the body, and 1/V Σ m v' ⊗ v' of the velocities
// about their mean. Each body counts as a whole, so that a region should be several bodies wide. A region whose body is
// not there has nothing in it. It is quicker to look for the parts of bodies, see Solid, at the same time.
func Measure(places []Placed, set *contact.Set, parts bool) []bridge.Measured {
	list := make([]*Placed, len(places))
	for k := range places {
		list[k] = &places[k]
	}
	find(list, set, parts)
	all := binned(list, set.Bodies)
	each := (len(all.bins) + set.Team.Workers() - 1) / set.Team.Workers()
	set.Team.Run(len(all.bins), each, perBin, nil, func(_, first, last int) { all.add(first, last, set) })
	to := make([]bridge.Measured, len(places))
	for k := range places {
		to[k] = bridge.Nothing(places[k].Region)
		to[k].Frame = places[k].frame
		all.put(k, &places[k], &to[k])
	}
	return to
}

// perBin is the work to add up what is in a bin [ns]; see parallel.Team.Run.
const perBin = 1e5

// regionSet is a set of regions: a bit for each.
type regionSet uint16

const _ = -uint(bridge.MostRegions - 16) // or it has too few bits

// bins are the bodies in regions by the sets of regions in which they are.
type bins struct {
	of   []int32 // number of the bin of each body; -1: it is in no region
	bins []bin
}

// bin is what the bodies in the same regions do.
type bin struct {
	in   regionSet
	list []int32 // bodies, in the order of their numbers

	mass, kinetic     float64  // [kg], [J]
	momentum          vec.Vec3 // [kg m/s]
	motion            tensor   // Σ m v' ⊗ v' about the mean velocity [J]
	contacts, elastic float64  // each contact once for each of its bodies in the bin, energy [J]
	stress            tensor   // of contacts, times volume [J]
	fabric            tensor   // times contacts
}

// binned sorts the bodies in regions into bins.
func binned(places []*Placed, b *body.Set) (all bins) {
	in := make([]regionSet, b.Len())
	for k, r := range places {
		for _, i := range r.list {
			in[i] |= 1 << k
		}
	}
	numbers := make([]int32, 1<<16) // of bins by regions, from 1 on
	all.of = make([]int32, b.Len())
	for _, i := range b.Created {
		n := &numbers[in[i]]
		if in[i] == 0 {
			all.of[i] = -1
			continue
		} else if *n == 0 {
			all.bins = append(all.bins, bin{in: in[i]})
			*n = int32(len(all.bins))
		}
		of := &all.bins[*n-1]
		of.list, all.of[i] = append(of.list, i), *n-1
	}
	return all
}

// add adds up bodies of some of the bins, and their contacts.
func (all *bins) add(first, last int, set *contact.Set) {
	for k := first; k < last; k++ {
		all.bins[k].addBodies(set.Bodies)
	}
	some := all.bins[first:last]
	b, c := set.Bodies, contact.Contact{}
	for k := range set.Listed {
		for n := range k.Contacts.N {
			row, l := k.Contacts.Row(n)
			to := [2]uint{uint(int(all.of[row.BodyA[l]]) - first), uint(int(all.of[row.BodyB[l]]) - first)}
			if to[0] >= uint(len(some)) && to[1] >= uint(len(some)) {
				continue
			}
			k.Read(n, &c)
			share, sign := 1.0, -1.0 // of the force on the body
			if b.Kind[c.BodyA] == b.Kind[c.BodyB] {
				share = 0.5
			}
			normal, tangential, couple := set.ElasticIn(&c)
			elastic, force, fabric := share*(normal+tangential+couple), c.Force, dyad(c.Normal, c.Normal)
			for side, i := range [2]int32{c.BodyA, c.BodyB} {
				if to[side] < uint(len(some)) {
					of := &some[to[side]]
					stress := dyad(c.Point.Sub(b.Pos[i]), force)
					of.stress.add(sign, &stress)
					of.fabric.add(1, &fabric)
					of.contacts, of.elastic = of.contacts+1, of.elastic+elastic
				}
				sign = 1
			}
		}
	}
}

// addBodies adds up what does not depend on contacts.
func (of *bin) addBodies(b *body.Set) {
	for _, i := range of.list {
		m := b.Mass(int(i)).Mass
		of.mass, of.momentum = of.mass+m, of.momentum.AddScaled(m, b.Vel[i])
		translation, rotation := b.Kinetic(int(i))
		of.kinetic += translation + rotation
	}
	mean := of.momentum.Scale(1 / of.mass)
	for _, i := range of.list {
		v := b.Vel[i].Sub(mean)
		motion := dyad(v, v)
		of.motion.add(b.Mass(int(i)).Mass, &motion)
	}
}

// put makes the measured numbers those of the region of a number.
func (all *bins) put(region int, at *Placed, to *bridge.Measured) {
	var sum bin
	for k := range all.bins {
		if of := &all.bins[k]; of.in>>region&1 != 0 {
			to.Bodies += int64(len(of.list))
			sum.mass, sum.kinetic, sum.momentum = sum.mass+of.mass, sum.kinetic+of.kinetic, sum.momentum.Add(of.momentum)
			sum.contacts, sum.elastic = sum.contacts+of.contacts, sum.elastic+of.elastic
			sum.stress.add(1, &of.stress)
			sum.fabric.add(1, &of.fabric)
		}
	}
	if to.Bodies == 0 {
		return
	}
	to.Mass, to.Velocity, to.Kinetic = sum.mass, sum.momentum.Scale(1/sum.mass), sum.kinetic
	for k := range all.bins {
		if of := &all.bins[k]; of.in>>region&1 != 0 {
			v := of.momentum.Scale(1 / of.mass).Sub(to.Velocity) // the bodies move about the mean of the bin, and this moves
			shift := dyad(v, v)
			sum.motion.add(1, &of.motion)
			sum.motion.add(of.mass, &shift)
		}
	}
	to.Temperature = (sum.motion[0] + sum.motion[1] + sum.motion[2]) / (3 * sum.mass)
	to.Contacts, to.Elastic = sum.contacts/float64(to.Bodies), sum.elastic
	volume := at.Volume()
	for k := range sum.stress {
		to.Stress[k], to.Fabric[k] = (sum.stress[k]+sum.motion[k])/volume, sum.fabric[k]/sum.contacts
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
