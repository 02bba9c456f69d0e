package scene

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/spell"
)

// Defaults of inlets and outlets that do not give these numbers.
const (
	defaultEvery    = 100  // steps between two activations of an inlet, or two checks of an outlet
	defaultAttempts = 5000 // trial positions before an activation gives up
	defaultPerBody  = 50   // trial positions before a fresh body is drawn
)

func (w When) when() schedule.When {
	return schedule.When{Start: w.Start, After: w.After, Delay: w.Delay}
}

func (b *builder) addInlet(d Inlet) error {
	products, err := b.products(&d)
	if err != nil {
		return err
	}
	v := insertion.Volume{Origin: d.Origin.Vec(), Axis: d.Axis.Vec(), Radius: d.Radius, Height: d.Height}
	if d.Box != nil {
		if v, err = d.Box.volume(); err != nil {
			return err
		}
	}
	in := insertion.InletDef{
		Name: d.Name, Volume: v, When: d.when(), Fill: d.Fill,
		Every: or(d.Every, defaultEvery), Attempts: or(d.Attempts, defaultAttempts), PerBody: or(d.PerBody, defaultPerBody),
		MassRate: d.MassRate, MaxMass: d.MaxMass, MaxBodies: d.MaxBodies, Off: d.Off,
		Products: products, Velocity: d.Velocity.Vec(),
	}
	if in.NoRoom, err = d.noRoom(); err != nil {
		return err
	}
	if d.Orientation != nil {
		q, err := d.Orientation.quat()
		if err != nil {
			return fmt.Errorf("orientation: %w", err)
		}
		in.Orientation = &q
	}
	return b.world.Build().AddInlet(in)
}

// noRoom returns what an inlet does when its attempts find no place for a body.
func (d *Inlet) noRoom() (insertion.NoRoom, error) {
	i := slices.Index(insertion.NoRooms[:], d.NoRoom)
	switch {
	case d.NoRoom == "":
		return insertion.NoRoomWait, nil
	case i < 0:
		return 0, fmt.Errorf("noRoom must be one of %s, got %s", strings.Join(insertion.NoRooms[:], ", "),
			spell.Quote(d.NoRoom))
	case d.MassRate == 0:
		return 0, fmt.Errorf("noRoom is for an inlet with a massRate: without one it makes as many bodies as fit")
	}
	return insertion.NoRoom(i), nil
}

// or returns n, or instead if n is zero.
func or(n, instead int) int {
	if n == 0 {
		return instead
	}
	return n
}

// products returns the products that an inlet makes.
func (b *builder) products(d *Inlet) ([]insertion.Product, error) {
	if d.Products == nil {
		p, err := b.product(&d.Product, d.Product.Material)
		return []insertion.Product{p}, err
	}
	if n := d.Product.given(); n > 0 || d.Sampling != 0 || d.Sizes != nil || !d.ShaftRatio.IsZero() || d.Color != "" {
		return nil, fmt.Errorf("products: what is made, its sampling, sizes, shaftRatio and color belong to each product")
	}
	var out []insertion.Product
	for i := range d.Products {
		share := &d.Products[i]
		material := share.Material
		if material == "" {
			material = d.Material
		}
		p, err := b.product(&share.Product, material)
		if err != nil {
			return nil, fmt.Errorf("product %d: %w", i+1, err)
		}
		if p.Weight = share.Weight; p.Weight == 0 {
			p.Weight = 1
		}
		out = append(out, p)
	}
	return out, nil
}

// given counts the keys that are given of those that say what a product is made of.
func (p *Product) given() int {
	n := len(p.Solid.shapes()) + p.Grain.given()
	if p.Pill != nil {
		n++
	}
	return n
}

// product returns a product in the engine's form.
func (b *builder) product(d *Product, material string) (insertion.Product, error) {
	if n := d.given(); n != 1 {
		return insertion.Product{}, fmt.Errorf("must have exactly one of pill, %s, clump, multisphere, got %d",
			solidNames(", "), n)
	}
	grain := d.Grain
	switch {
	case d.Pill != nil:
		var err error
		if grain.Clump, err = d.Pill.members(); err != nil {
			return insertion.Product{}, err
		}
	case d.Grain.given() == 0:
		grain.Clump = []Member{{Solid: d.Solid, Color: d.Color}}
	}
	shapes, err := b.grain(&grain, material, d.Color)
	if err != nil {
		return insertion.Product{}, err
	}
	sizes, err := d.Sizes.sizes()
	return insertion.Product{Shapes: shapes, Sampling: grain.Sampling, Sizes: sizes, ShaftRatio: d.ShaftRatio}, err
}

func (s *Sizes) sizes() (*insertion.Sizes, error) {
	if s == nil {
		return nil, nil
	}
	if s.By != "" && s.By != "mass" && s.By != "number" {
		return nil, fmt.Errorf("sizes.by must be mass or number, got %s", spell.Quote(s.By))
	}
	return &insertion.Sizes{ByNumber: s.By == "number", Diameters: s.Diameters, Passing: s.Passing}, nil
}

// members returns the two capsules of a pharmaceutical capsule, along x, the body at -x and the cap at +x. With
// the radii re of the cap and ri of the body, the step between them is over = √(re² - ri²); the fraction cut
// (cutCorrection) of this step is taken off the cap:
//
//	body: shaft = length - capLength - ri,       centre at -shaft/2
//	cap:  shaft = capLength - re - cut over,     centre at shaft/2 + cut over
func (p *PharmaCapsule) members() ([]Member, error) {
	re, ri := p.CapDiameter/2, p.BodyDiameter/2
	if !(ri > 0 && re >= ri) {
		return nil, fmt.Errorf("pill: bodyDiameter must be > 0 and ≤ capDiameter, got %g and %g m", p.BodyDiameter,
			p.CapDiameter)
	}
	cut := p.CutCorrect * math.Sqrt(re*re-ri*ri)
	body, cap := p.Length-p.CapLength-ri, p.CapLength-re-cut
	if !(body >= 0 && cap >= 0) {
		return nil, fmt.Errorf("pill: length %g m and capLength %g m leave no shaft for radii %g and %g m", p.Length,
			p.CapLength, ri, re)
	}
	return []Member{
		{Solid: Solid{Capsule: &Capsule{Radius: ri, Shaft: body}}, Position: Vector{-body / 2}, Color: p.BodyColor},
		{Solid: Solid{Capsule: &Capsule{Radius: re, Shaft: cap}}, Position: Vector{cap/2 + cut}, Color: p.CapColor},
	}, nil
}

func (b *builder) addOutlet(d Outlet) error {
	given := 0
	var v insertion.Volume
	if c := d.Cylinder; c != nil {
		given++
		v = insertion.Volume{Kind: insertion.VolumeCylinder, Origin: c.Origin.Vec(), Axis: c.Axis.Vec(), Radius: c.Radius,
			Height: c.Height}
	}
	if d.Box != nil {
		given++
		var err error
		if v, err = d.Box.volume(); err != nil {
			return err
		}
	}
	if h := d.HalfSpace; h != nil {
		given++
		v = insertion.Volume{Kind: insertion.VolumeHalfSpace, Origin: h.Point.Vec(), Axis: h.Normal.Vec()}
	}
	if given != 1 {
		return fmt.Errorf("must have exactly one of cylinder, box, halfSpace, got %d", given)
	}
	return b.world.Build().AddOutlet(insertion.OutletDef{
		Name: d.Name, Volume: v, When: d.when(), Keep: d.Inside != nil && !*d.Inside, Every: or(d.Every, defaultEvery),
		MaxMass: d.MaxMass, MaxBodies: d.MaxBodies,
	})
}

func (b *Box) volume() (insertion.Volume, error) {
	orientation, err := b.Orientation.quat()
	if err != nil {
		return insertion.Volume{}, fmt.Errorf("box.orientation: %w", err)
	}
	return insertion.Volume{Kind: insertion.VolumeBox, Origin: b.Center.Vec(), Half: b.Size.Vec().Scale(0.5),
		Orientation: orientation}, nil
}

func (b *builder) addMotion(d Motion, add func(kinematic.Def) error) error {
	poses, err := b.withPoses(d.Path)
	if err != nil {
		return err
	}
	path, err := poses.motion()
	if err != nil {
		return err
	}
	names, bodies, err := b.moved(&d)
	if err != nil {
		return err
	}
	for i := range names {
		def := kinematic.Def{Name: names[i], Body: bodies[i], Path: path, When: d.when(), Duration: d.Duration}
		if err := add(def); err != nil {
			return err
		}
	}
	return nil
}

// motion returns the one motion that is given.
func (p *Path) motion() (motion.Motion, error) {
	var all []motion.Motion
	if p.Keys != nil {
		var m motion.Interpolated
		for _, k := range p.Keys {
			orientation, err := k.Orientation.quat()
			if err != nil {
				return nil, fmt.Errorf("keys: orientation: %w", err)
			}
			m.Times = append(m.Times, k.Time)
			m.Poses = append(m.Poses, motion.Pose{Position: k.Position.Vec(), Orientation: orientation})
		}
		all = append(all, m)
	}
	if h := p.Harmonic; h != nil {
		m := motion.Harmonic{Shift: h.Shift.Vec(), Frequency: h.Frequency, Phase: h.PhaseDegrees * math.Pi / 180}
		if h.Turn != nil {
			if h.Turn.Axis == nil || h.Turn.Degrees == nil {
				return nil, fmt.Errorf("harmonic.turn must have axis and degrees")
			}
			m.Turn = h.Turn.Axis.Vec().Unit().Scale(*h.Turn.Degrees * math.Pi / 180)
		}
		all = append(all, m)
	}
	if c := p.Constant; c != nil {
		m := motion.Constant{Velocity: c.Velocity.Vec(), Spin: c.Spin.Vec()}
		if c.About != nil {
			about := c.About.Vec()
			m.About = &about
		}
		all = append(all, m)
	}
	if p.Sum != nil {
		var sum motion.Sum
		for i := range p.Sum {
			if p.Sum[i].Servo != nil {
				return nil, fmt.Errorf("sum: a servo cannot be part of it, since its body goes where the load leads it")
			}
			m, err := p.Sum[i].motion()
			if err != nil {
				return nil, err
			}
			sum = append(sum, m)
		}
		all = append(all, sum)
	}
	if p.Servo != nil {
		m, err := p.Servo.motion()
		if err != nil {
			return nil, fmt.Errorf("servo: %w", err)
		}
		all = append(all, m)
	}
	n := len(all)
	if p.Table != "" {
		n++ // beside keys, so that it was not read
	}
	if n != 1 {
		return nil, fmt.Errorf("must have exactly one of keys, table, harmonic, constant, sum, servo, got %d", n)
	}
	return all[0], nil
}
