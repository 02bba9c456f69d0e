// Package bulk measures what the bodies in a part of space do together: their mass, motion, contacts and stress.
package bulk

import (
	"math"
	"strconv"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Measure returns the sums of what is in a region. Bodies are added up in the order of their numbers, and
// contacts in contact order, so that the bits do not depend on the number of workers.
//
// The stress is that of Love and Weber, of the bodies in the region: -1/V Σ r ⊗ f over their contacts, with the arm
// r from a body's centre of mass to the contact and the force f on the body, and 1/V Σ m v' ⊗ v' of the velocities
// about their mean. Each body counts as a whole, so that a region should be several bodies wide. A region whose body is
// not there has nothing in it.
func Measure(at bridge.Region, set *contact.Set) (to bridge.Measured) {
	b := set.Bodies
	r, there := placed(at, b)
	inside := func(i int32) bool { return b.Kind[i] == body.Dynamic && r.Depth(b.Pos[i]) >= 0 }
	to = bridge.Nothing(at)
	if !there {
		return to
	}
	var momentum vec.Vec3
	volume := r.Volume()
	for _, i := range b.Created {
		if inside(i) {
			to.Bodies, to.Mass = to.Bodies+1, to.Mass+b.Mass[i].Mass
			momentum = momentum.AddScaled(b.Mass[i].Mass, b.Vel[i])
		}
	}
	if to.Bodies == 0 {
		return to
	}
	to.Velocity = momentum.Scale(1 / to.Mass)
	var stress, fabric tensor // stress times volume [J], fabric times contacts
	for _, i := range b.Created {
		if inside(i) {
			v := b.Vel[i].Sub(to.Velocity)
			stress.add(b.Mass[i].Mass, v, v)
			translation, rotation := b.Kinetic(int(i))
			to.Kinetic += translation + rotation
		}
	}
	to.Temperature = (stress[0] + stress[1] + stress[2]) / (3 * to.Mass)
	contacts := 0.0
	for c := range set.All {
		share, sign := 1.0, -1.0 // of the force on the body
		if b.Kind[c.BodyA] == b.Kind[c.BodyB] {
			share = 0.5
		}
		for _, i := range [2]int32{c.BodyA, c.BodyB} {
			if inside(i) {
				contacts++
				stress.add(sign, c.Point.Sub(b.Pos[i]), c.Force())
				fabric.add(1, c.Normal, c.Normal)
				normal, tangential, couple := set.ElasticIn(c)
				to.Elastic += share * (normal + tangential + couple)
			}
			sign = 1
		}
	}
	to.Contacts = contacts / float64(to.Bodies)
	for k := range stress {
		to.Stress[k], to.Fabric[k] = stress[k]/volume, fabric[k]/contacts
	}
	return to
}

// Solid returns the part of a region that bodies fill, which forces move, added up in the order of their numbers; NaN
// if the body of the region does not exist.
func Solid(at bridge.Region, b *body.Set) (share float64) {
	r, there := placed(at, b)
	if !there {
		return math.NaN()
	}
	volume := r.Volume()
	for _, i := range b.Created {
		if b.Kind[i] == body.Dynamic {
			share += solidIn(&r, b, int(i)) / volume
		}
	}
	return share
}

// tensor is a symmetric tensor: xx, yy, zz, yz, xz, xy.
type tensor [6]float64

// add adds the symmetric part of a dyad times a number.
func (t *tensor) add(by float64, r, f vec.Vec3) {
	for k, v := range [6]float64{r.X * f.X, r.Y * f.Y, r.Z * f.Z, (r.Y*f.Z + r.Z*f.Y) / 2, (r.X*f.Z + r.Z*f.X) / 2,
		(r.X*f.Y + r.Y*f.X) / 2} {
		t[k] += by * v
	}
}

// region is a region at its place.
type region struct {
	bridge.Region
	frame bridge.BodyFrame
}

// placed returns a region where it is now; there is false if its body does not exist.
func placed(r bridge.Region, b *body.Set) (at region, there bool) {
	frame, there := FrameOf(r.Body, b)
	return region{r, frame}, there
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
func FrameAt(i int, b *body.Set) (p bridge.BodyFrame) {
	t := b.Template(i)
	p.Orientation = b.Ori[i].Mul(t.Axes.Conj()).Unit()
	p.Origin = b.Pos[i].Sub(p.Orientation.Rotate(t.Center))
	return p
}

// Depth is bridge.Region.Depth of a point in global coordinates [m].
func (r *region) Depth(p vec.Vec3) float64 {
	if r.Body != "" {
		p = r.frame.In(p)
	}
	return r.Region.Depth(p)
}

// solidIn returns the volume of a body that lies in a region [m³]. Of a sphere or capsule that a plane of the region
// cuts it is computed, of one that is cut by an edge or a round face it counts the points of a lattice, with sampled
// cells over its diameter.
func solidIn(r *region, b *body.Set, i int) float64 {
	t := b.Template(i)
	depth := r.Depth(b.Pos[i])
	switch reach := t.BoundingRadius(); {
	case depth >= reach:
		return t.Volume
	case depth <= -reach:
		return 0
	}
	inside, all := 0.0, 0.0
	for k := range t.Shapes {
		p := &t.Shapes[k]
		if !p.IsHull() {
			continue
		}
		c := p.Hull(b.Ori[i])
		c.Center = c.Center.Add(b.Pos[i])
		v := math.Pi * c.Radius * c.Radius * (2*c.Half + 4*c.Radius/3)
		all += v
		inside += v * shareIn(r, c, b.Ori[i].Rotate(p.Side))
	}
	if all == 0 {
		return 0
	}
	return t.Volume * inside / all
}

// sampled is the number of cells over the diameter of a body that an edge or a round face of a region cuts. The volume
// of such a sphere that is inside is then right within 0.5 % of the whole. Over a shaft there are at most longest
// cells, which are longer in needles.
const sampled, longest = 16, 20 * sampled

// shareIn returns the part of a capsule that lies in a region, 0 to 1; side is perpendicular to its axis.
func shareIn(r *region, c shape.Capsule, side vec.Vec3) float64 {
	d, reach := r.Depth(c.Center), c.Half+c.Radius
	switch {
	case d >= reach:
		return 1
	case d <= -reach:
		return 0
	}
	if normal, flat := r.flatNear(c.Center, d, reach); flat {
		return shareByPlane(c, d, normal)
	}
	axis := c.Axis
	if c.Half == 0 || axis.Norm2() == 0 {
		axis, side = vec.New(0, 0, 1), vec.New(1, 0, 0)
	}
	third := axis.Cross(side)
	cell := 2 * c.Radius / sampled
	along := sampled + int(math.Ceil(min(2*c.Half/cell, longest)))
	step := 2 * (c.Half + c.Radius) / float64(along)
	inside, all := 0.0, 0.0
	for i := range along {
		z := (float64(i)+0.5)*step - c.Half - c.Radius
		beyond := max(math.Abs(z)-c.Half, 0)
		for j := range sampled {
			y := (float64(j)+0.5)*cell - c.Radius
			for k := range sampled {
				x := (float64(k)+0.5)*cell - c.Radius
				if x*x+y*y+beyond*beyond > c.Radius*c.Radius {
					continue
				}
				all++
				p := c.Center.AddScaled(z, axis).AddScaled(y, side).AddScaled(x, third)
				inside += max(0, min(0.5+r.Depth(p)/cell, 1)) // the part of a cell that a face cuts
			}
		}
	}
	return inside / max(all, 1)
}

// flatNear reports whether the surface of a region is one plane as far as a ball about a point reaches, and returns the
// normal inward; depth is that of the point. Regions are convex, so that depths are concave: if they are linear along
// three perpendicular lines, they are linear in the octahedron between the ends of these, and the ball is within it.
func (r *region) flatNear(p vec.Vec3, depth, reach float64) (normal vec.Vec3, flat bool) {
	far := math.Sqrt(3) * reach
	for k := range 3 {
		step := vec.Vec3{}.WithComponent(k, far)
		up, down := r.Depth(p.Add(step))-depth, depth-r.Depth(p.Sub(step))
		if math.Abs(up-down) > 1e-9*far {
			return normal, false
		}
		normal = normal.WithComponent(k, up/far)
	}
	return normal.Unit(), true
}

// discs is the number of slices into which a capsule is cut across its axis. The volume to one side of a plane is then
// right within 0.2 % of the whole.
const discs = 32

// shareByPlane returns the part of a capsule that lies to the inner side of a plane, 0 to 1; depth is that of its
// centre, the normal points inward. Of spheres it is exact.
func shareByPlane(c shape.Capsule, depth float64, normal vec.Vec3) float64 {
	if c.Half == 0 {
		d := depth / c.Radius
		return (1 + d) * (1 + d) * (2 - d) / 4
	}
	along := c.Axis.Dot(normal)
	across := math.Sqrt(max(1-along*along, 0))
	thick := 2 * (c.Half + c.Radius) / discs
	inside, all := 0.0, 0.0
	for i := range discs {
		z := (float64(i)+0.5)*thick - c.Half - c.Radius
		beyond := max(math.Abs(z)-c.Half, 0)
		square := c.Radius*c.Radius - beyond*beyond
		radius, d := math.Sqrt(square), depth+along*z
		all += math.Pi * square
		switch tilt := across * radius; {
		case tilt <= math.Abs(along)*thick/2: // the plane leaves the disc within its thickness
			inside += math.Pi * square * max(0, min(0.5+d/max(math.Abs(along)*thick, 1e-300), 1))
		case d >= tilt:
			inside += math.Pi * square
		case d > -tilt:
			h := d / across
			inside += square*math.Acos(-h/radius) + h*math.Sqrt(square-h*h)
		}
	}
	return inside / all
}
