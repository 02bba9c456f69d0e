package kernel

import (
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// Columns of a block of contacts.
const (
	normalColumn = 0
	forceColumn  = 3
	pointColumn  = 7 // after the bodies
)

// blockLines returns in how many cache lines a block of contacts lies: central ones keep no point.
func blockLines(geometry wide.Options) int {
	if geometry >= wide.Central {
		return pointColumn
	}
	return pointColumn + 3
}

// contacts are eight contacts while the law is applied to them.
type contacts struct {
	*wide.Law
	stiffens, damped, resists bool
	line, central             bool // one of the geometries, or none

	point, normal ir.Vec3 // a central contact has no point
	overlap       ir.Float
	a, b          bodies // ... nor have its bodies positions

	// In the step before, with the tangential force; of those whose tangential force begins, as it is then.
	wasPoint, wasNormal, force ir.Vec3
	wasOverlap                 ir.Float // of a central contact

	kn, kt ir.Float // stiffness of springs
	grades
	part   ir.Float // of the last step during which the bodies touched
	drag   ir.Float // force of dashpots
	begins ir.Mask  // their tangential force begins
	sizes  ir.Float // squares of all forces

	friction          sticking
	rolling, twisting yielding
}

// grades are the grades of springs that stiffen, in the step before and now.
type grades struct {
	before, now ir.Float
	lower       ir.Float // over the higher one
	softer      ir.Float // that, or 1 where springs have become stiffer: the factor on their forces
	changes     ir.Mask
}

// law is Set.ApplyLaw of package contact in lanes. The options select line contacts, springs that stiffen,
// dashpots, with which tangential forces may begin when bodies touch, and couples against rolling and twisting.
//
// What few contacts do comes last: the kernel ends before it if none of the eight slides or gives way.
func law(f *wide.Law, options wide.Options) {
	c := contactsOf(f, options)
	c.stiffen()
	if c.damped {
		c.addDashpot()
	}
	if c.resists {
		c.addCouple()
	}
	c.addFriction()
	late := c.friction.slides
	if c.resists {
		late = late.Or(c.rolling.gives).Or(c.twisting.gives)
	}
	ir.LeaveUnless(late)
	c.slide()
	if c.resists {
		c.giveWay()
	}
}

func contactsOf(f *wide.Law, options wide.Options) *contacts {
	geometry := options / wide.LawGeometry
	ir.Fetch(f.Next, blockLines(geometry))
	wasNormal, force := ir.Columns(f.Contact, normalColumn), ir.Columns(f.Contact, forceColumn)
	pull := force.Dot(wasNormal)
	c := &contacts{
		Law: f, stiffens: options&wide.Stiffens != 0, damped: options&wide.Damped != 0, resists: options&wide.Resists != 0,
		line: geometry == wide.LineContacts, central: geometry == wide.Central,
		normal: ir.GetVec3At(&f.Normal), overlap: ir.Get(f.Overlap),
		a: bodiesOf(f.BodyA, f.Vel, f.Spin), b: bodiesOf(f.BodyB, f.Vel, f.Spin),
		wasNormal: wasNormal, force: force.SubScaled(pull, wasNormal),
		kn: ir.Get(&f.Kn), kt: ir.Get(&f.Kt), sizes: ir.Get(&f.Sizes),
	}
	switch {
	case !c.central:
		c.point, c.wasPoint = ir.GetVec3At(&f.Point), ir.Columns(f.Contact, pointColumn)
		c.a.pos, c.b.pos = ir.VectorsOf(f.BodyA, f.Pos), ir.VectorsOf(f.BodyB, f.Pos)
	case c.stiffens || c.damped:
		c.wasOverlap = ir.Get(f.Overlaps)
	default:
		c.wasOverlap = pull.Neg().Mul(ir.Get(&f.Softness))
	}
	return c
}

// midArms is Set.midArms of package contact in lanes.
func (c *contacts) midArms() (armA, armB ir.Vec3) {
	half := ir.Same(&c.Half)
	if !c.central {
		mid := c.wasPoint.Add(c.point).Scale(ir.Number(0.5))
		return mid.Sub(c.a.pos).AddScaled(half, c.a.vel), mid.Sub(c.b.pos).AddScaled(half, c.b.vel)
	}
	was, is := c.wasOverlap.Mul(ir.Number(0.5)), c.overlap.Mul(ir.Number(0.5))
	ra, rb := ir.Get(&c.RadiusA), ir.Get(&c.RadiusB)
	armA = c.wasNormal.Scale(ra.Sub(was)).AddScaled(ra.Sub(is), c.normal).Scale(ir.Number(0.5))
	armB = c.wasNormal.Scale(was.Sub(rb)).AddScaled(is.Sub(rb), c.normal).Scale(ir.Number(0.5))
	return armA, armB
}

// closing is Set.closing of package contact in lanes.
func (c *contacts) closing() ir.Float {
	if c.central {
		return c.a.vel.Sub(c.b.vel).Dot(c.normal)
	}
	closing := c.a.velocityAt(c.point).Sub(c.b.velocityAt(c.point)).Dot(c.normal)
	if c.line {
		closing = closing.Mul(ir.Get(c.Share)).Add(c.a.spin.Sub(c.b.spin).Dot(ir.GetVec3At(&c.Arm)))
	}
	return closing
}

// continues returns which contacts go on.
func (c *contacts) continues() ir.Mask { return sameWay(c.Law, c.wasNormal, c.normal) }

// continues says which contacts go on.
func continues(f *wide.Law, _ wide.Options) {
	ir.SetTo(&f.GoesOn, sameWay(f, ir.Columns(f.Contact, normalColumn), ir.GetVec3At(&f.Normal)))
}

// sameWay reports which normals have hardly turned since the step before.
func sameWay(f *wide.Law, was, now ir.Vec3) ir.Mask {
	return was.Dot(now).Greater(ir.Same(&f.Continues))
}

// bodies holds the values of the bodies that their contacts need.
type bodies struct{ pos, vel, spin ir.Vec3 }

func bodiesOf(x *wide.Index, vel, spin wide.Records) bodies {
	return bodies{vel: ir.VectorsOf(x, vel), spin: ir.VectorsOf(x, spin)}
}

// velocityAt returns the velocities of the points of the bodies that are at p.
func (b *bodies) velocityAt(p ir.Vec3) ir.Vec3 { return b.vel.Add(b.spin.Cross(p.Sub(b.pos))) }
