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
	stiffens, damped, line bool

	point, normal ir.Vec3
	overlap       ir.Float
	a, b          bodies

	// In the step before, with the tangential force; of those whose tangential force begins, as it is then.
	wasPoint, wasNormal, force ir.Vec3

	kn, kt ir.Float // stiffness of springs
	part   ir.Float // of the last step during which the bodies touched
	drag   ir.Float // force of dashpots
	begins ir.Mask  // their tangential force begins
	sizes  ir.Float // squares of all forces
}

// law is Set.ApplyLaw of package contact in lanes. The options select line contacts, springs that stiffen, and
// dashpots; with these, tangential forces may begin when bodies touch.
func law(f *wide.Law, options wide.Options) { applyLaw(f, options, false) }

// lawWithCouples is law with dashpots for contacts of which some oppose rolling or twisting.
func lawWithCouples(f *wide.Law, options wide.Options) { applyLaw(f, options|wide.Damped, true) }

func applyLaw(f *wide.Law, options wide.Options, couples bool) {
	c := contactsOf(f, options)
	c.stiffen()
	if c.damped {
		couple, drag := c.resistance()
		drag = c.addDashpot(drag)
		if couples {
			couple = c.addCouple(couple)
		}
		ir.PutInLine(f.Resistance, resistanceSize, 0, couple.X, couple.Y, couple.Z, drag)
	}
	c.addFriction()
}

func contactsOf(f *wide.Law, options wide.Options) *contacts {
	ir.Fetch(f.Next, blockLines)
	wasNormal, force := ir.Columns(f.Contact, normalColumn), ir.Columns(f.Contact, forceColumn)
	return &contacts{
		Law: f, stiffens: options&wide.Stiffens != 0, damped: options&wide.Damped != 0,
		line:  options&wide.LineContacts != 0,
		point: ir.GetVec3At(&f.Point), normal: ir.GetVec3At(&f.Normal), overlap: ir.Get(f.Overlap),
		a: bodiesOf(f.BodyA, f.Pos, f.Vel, f.Spin), b: bodiesOf(f.BodyB, f.Pos, f.Vel, f.Spin),
		wasPoint: ir.Columns(f.Contact, pointColumn), wasNormal: wasNormal,
		force: force.SubScaled(force.Dot(wasNormal), wasNormal),
		kn:    ir.Get(&f.Kn), kt: ir.Get(&f.Kt), sizes: ir.Get(&f.Sizes),
	}
}

// continues returns which contacts go on.
func (c *contacts) continues() ir.Mask {
	return c.wasNormal.Dot(c.normal).Greater(ir.Same(&c.Continues))
}

// resistance returns the couples and the forces of dashpots of the step before.
func (c *contacts) resistance() (couple ir.Vec3, drag ir.Float) {
	x, y, z, drag := ir.InLine(c.Resistance, resistanceSize, 0)
	return ir.Vec3{X: x, Y: y, Z: z}, drag
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
