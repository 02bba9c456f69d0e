package scene

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// Copies repeat a body on a lattice or in a ring; the body itself is the first copy. The copies are called
// name-1, name-2 and so on; a motion of the body moves each copy.
type Copies struct {
	Lattice *Lattice `yaml:"lattice,omitempty,flow"` // copies on a lattice
	Ring    *Ring    `yaml:"ring,omitempty,flow"`    // copies around an axis, instead of a lattice
	// largest random displacement of each copy along x, y and z, drawn with the seed [m]
	Jitter float64 `yaml:"jitter,omitempty" unit:"m"`
	Turned bool    `yaml:"turned,omitempty"` // true: each copy has a random orientation, drawn with the seed
}

// Lattice repeats a unit cell; the body is at the first corner of the first cell.
type Lattice struct {
	// unit cell and its number of bodies: cubic (1, if not given), bcc (2), fcc (4), hcp (4)
	Cell   string `yaml:"cell,omitempty"`
	Counts [3]int `yaml:"counts,flow"` // numbers of cells along x, y and z
	// lengths of the edges of a cell; hcp with neighbours at distance d: d, d √3, d √(8/3) [m]
	Spacing Vector `yaml:"spacing,flow" unit:"m"`
}

// Ring repeats the body around an axis; each copy is turned about the axis as well.
type Ring struct {
	Count  int    `yaml:"count"`                         // number of bodies in the ring, including the first
	Axis   Vector `yaml:"axis,flow"`                     // direction of the axis
	Center Vector `yaml:"center,omitzero,flow" unit:"m"` // centre of the ring, a point of the axis [m]
	// angle of the arc over which the bodies are spread; 360° if not given [deg]
	Sector float64 `yaml:"sector,omitempty" unit:"deg"`
}

// lattices are the positions of bodies in a cell, as fractions of its edges.
var lattices = map[string][]vec.Vec3{
	"cubic": {{}},
	"bcc":   {{}, {X: 0.5, Y: 0.5, Z: 0.5}},
	"fcc":   {{}, {X: 0.5, Y: 0.5}, {X: 0.5, Z: 0.5}, {Y: 0.5, Z: 0.5}},
	"hcp":   {{}, {X: 0.5, Y: 0.5}, {X: 0.5, Y: 5. / 6, Z: 0.5}, {Y: 1. / 3, Z: 0.5}},
}

// latticeNames are the keys of lattices.
var latticeNames = []string{"cubic", "bcc", "fcc", "hcp"}

// placement is the pose of a copy relative to the body: a rotation about the origin, then a shift.
type placement struct {
	turn vec.Quat
	move vec.Vec3
}

// placements returns the placements of all copies of a body, the body itself first.
//
// Errors name the key and its bound.
func (c *Copies) placements() ([]placement, error) {
	switch {
	case (c.Lattice == nil) == (c.Ring == nil):
		return nil, fmt.Errorf("must have exactly one of lattice, ring")
	case !(c.Jitter >= 0):
		return nil, fmt.Errorf("jitter must be ≥ 0 m, got %g", c.Jitter)
	case c.Ring != nil:
		return c.Ring.placements()
	}
	return c.Lattice.placements()
}

func (l *Lattice) placements() ([]placement, error) {
	name := l.Cell
	if name == "" {
		name = latticeNames[0]
	}
	cell, ok := lattices[name]
	if !ok {
		return nil, fmt.Errorf("lattice.cell must be one of %s, got %q", strings.Join(latticeNames, ", "), name)
	}
	total := float64(len(cell))
	for i, n := range l.Counts {
		if n < 1 {
			return nil, fmt.Errorf("lattice.counts must be ≥ 1, got %d", n)
		}
		if total *= float64(n); total > float64(limit.Copies.Most) {
			return nil, limit.Copies.Exceeded()
		}
		if n > 1 && !(math.Abs(l.Spacing[i]) > 0) {
			return nil, fmt.Errorf("lattice.spacing must not be 0 m along an axis with several cells, got %g", l.Spacing[i])
		}
	}
	if err := limit.CheckWorld(int(total), int(total)); err != nil {
		return nil, err
	}
	all := make([]placement, 0, int(total))
	for z := range l.Counts[2] {
		for y := range l.Counts[1] {
			for x := range l.Counts[0] {
				for _, at := range cell {
					all = append(all, placement{vec.Identity, vec.Vec3{
						X: (float64(x) + at.X) * l.Spacing[0],
						Y: (float64(y) + at.Y) * l.Spacing[1],
						Z: (float64(z) + at.Z) * l.Spacing[2],
					}})
				}
			}
		}
	}
	return all, nil
}

func (r *Ring) placements() ([]placement, error) {
	axis := r.Axis.Vec().Unit()
	switch {
	case r.Count < 1:
		return nil, fmt.Errorf("ring.count must be ≥ 1, got %d", r.Count)
	case axis == vec.Vec3{}:
		return nil, fmt.Errorf("ring.axis must not be zero")
	case !(math.Abs(r.Sector) <= 360):
		return nil, fmt.Errorf("ring.sector must be in [-360, 360]°, got %g", r.Sector)
	}
	if err := cmp.Or(limit.Copies.Check(r.Count), limit.CheckWorld(r.Count, r.Count)); err != nil {
		return nil, err
	}
	sector := r.Sector
	if sector == 0 {
		sector = 360
	}
	step := sector / float64(r.Count)
	if math.Abs(sector) < 360 && r.Count > 1 {
		step = sector / float64(r.Count-1) // an arc has a body at either end
	}
	center := r.Center.Vec()
	var all []placement
	for k := range r.Count {
		q := vec.FromAxisAngle(axis, float64(k)*step*math.Pi/180)
		all = append(all, placement{q, center.Sub(q.Rotate(center))})
	}
	return all, nil
}

// addCopies adds a body and its copies.
func (b *builder) addCopies(name string, c *Copies, d body.Def) error {
	if d.Shapes[0].Kind == shape.KindWall || d.Shapes[0].Kind == shape.KindCylinder {
		return fmt.Errorf("copies: a %v cannot be copied: each is a body of its own", d.Shapes[0].Kind)
	}
	all, err := c.placements()
	if err != nil {
		return fmt.Errorf("copies: %w", err)
	}
	h := fnv.New64a()
	h.Write([]byte(name))
	random := rand.New(rand.NewPCG(b.seed, h.Sum64())) // a stream for each name: other bodies do not change it
	for i, p := range all {
		one := d
		one.Name = copyName(name, i)
		one.Position = p.turn.Rotate(d.Position).Add(p.move)
		one.Orientation = p.turn.Mul(d.Orientation)
		one.Velocity, one.Spin = p.turn.Rotate(d.Velocity), p.turn.Rotate(d.Spin)
		if c.Turned {
			one.Orientation = vec.FromUniform(random.Float64(), random.Float64(), random.Float64())
		}
		if c.Jitter > 0 {
			for axis := range 3 {
				x := one.Position.Component(axis)
				one.Position = one.Position.WithComponent(axis, x+c.Jitter*(2*random.Float64()-1))
			}
		}
		if _, err := b.world.Build().AddBody(one); err != nil {
			return fmt.Errorf("copy %d: %w", i+1, reasonOf(err))
		}
	}
	b.copies[name] = len(all)
	return nil
}

// copyName returns the name of copy i of a body; i counts from 0, the name counts from 1.
func copyName(name string, i int) string { return fmt.Sprintf("%s-%d", name, i+1) }

// moved returns the motions that a motion of the scene stands for, and the bodies that they move: its body, or all
// copies of the body with one motion each. The first motion keeps the name in the scene.
func (b *builder) moved(d *Motion) (names, bodies []string, err error) {
	n := b.copies[d.Body]
	if n == 0 {
		return []string{d.Name}, []string{d.Body}, nil
	}
	if d.hasKeys() {
		return nil, nil, fmt.Errorf("keys: %d copies of %q cannot have one pose: give each a body and a motion of its own",
			n, d.Body)
	}
	for i := range n {
		names, bodies = append(names, copyName(d.Name, i)), append(bodies, copyName(d.Body, i))
	}
	names[0] = d.Name
	return names, bodies, nil
}

// hasKeys reports whether a path, or a path that it sums, has key frames.
func (p *Path) hasKeys() bool {
	return p.Keys != nil || p.Table != "" || slices.ContainsFunc(p.Sum, func(q Path) bool { return q.hasKeys() })
}
