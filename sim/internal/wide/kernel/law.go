package kernel

import (
	"example.org/tumble/sim/internal/wide"
	"example.org/tumble/sim/internal/wide/ir"
)

// blockLines is in how many cache lines a block of contacts lies.
const blockLines = 10

// Columns of a block of contacts.
const (
	pointColumn  = 0
	normalColumn = 3
	forceColumn  = 6
)

// contacts are eight contacts while the law is applied to them.
type contacts struct {
	*wide.Law
	stiffens, damped, line, resists bool

	point, normal ir.Vec3
	overlap       ir.Float
	a, b          bodies

	// In the step before, with the tangential force; of those whose tangential force begins, as it is then.
	wasPoint, wasNormal, force ir.Vec3

	kn, kt ir.Float // stiffness of springs
	grades
	part   ir.Float // of the last step during which the bodies touched
	drag   ir.Float // force of dashpots
	begins ir.Mask  // their tangential force begins
	sizes  ir.Float // squares of all forces

	kept              ir.Float // of the dashpots, in Resistance
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
	if c.damped || c.resists {
		couple, drag := c.resistance()
		if c.damped {
			c.kept = c.addDashpot(drag)
		}
		if c.resists {
			couple = c.addCouple(couple)
		}
		c.keepResistance(couple)
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
	ir.Fetch(f.Next, blockLines)
	wasNormal, force := ir.Columns(f.Contact, normalColumn), ir.Columns(f.Contact, forceColumn)
	return &contacts{
		Law: f, stiffens: options&wide.Stiffens != 0, damped: options&wide.Damped != 0,
		line: options&wide.LineContacts != 0, resists: options&wide.Resists != 0,
		point: ir.GetVec3At(&f.Point), normal: ir.GetVec3At(&f.Normal), overlap: ir.Get(f.Overlap),
		a: bodiesOf(f.BodyA, f.Pos, f.Vel, f.Spin), b: bodiesOf(f.BodyB, f.Pos, f.Vel, f.Spin),
		wasPoint: ir.Columns(f.Contact, pointColumn), wasNormal: wasNormal,
		force: force.SubScaled(force.Dot(wasNormal), wasNormal),
		kn:    ir.Get(&f.Kn), kt: ir.Get(&f.Kt), sizes: ir.Get(&f.Sizes),
	}
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

// resistance returns the couples and the forces of dashpots of the step before.
func (c *contacts) resistance() (couple ir.Vec3, drag ir.Float) {
	x, y, z, drag := ir.InLine(c.Resistance, resistanceSize, 0)
	return ir.Vec3{X: x, Y: y, Z: z}, drag
}

// keepResistance keeps couples and the forces of dashpots.
func (c *contacts) keepResistance(couple ir.Vec3) {
	ir.PutInLine(c.Resistance, resistanceSize, 0, couple.X, couple.Y, couple.Z, c.kept)
}

// resistanceSize is the size of contact.Resistance.
const resistanceSize = 32

// bodies holds the values of the bodies that their contacts need.
type bodies struct{ pos, vel, spin ir.Vec3 }

func bodiesOf(x *wide.Index, pos, vel, spin wide.Records) bodies {
	return bodies{ir.VectorsOf(x, pos), ir.VectorsOf(x, vel), ir.VectorsOf(x, spin)}
}

// velocityAt returns the velocities of the points of the bodies that are at p.
func (b *bodies) velocityAt(p ir.Vec3) ir.Vec3 { return b.vel.Add(b.spin.Cross(p.Sub(b.pos))) }
