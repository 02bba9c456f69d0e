package insertion

import (
	"cmp"
	"example.org/tumble/sim/spell"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"example.org/tumble/sim/internal/notice"
	"example.org/tumble/sim/internal/schedule"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/vec"
)

// InletDef describes a source of bodies: a cylinder or box in which fresh bodies appear at random places wherever
// they fit (CylinderInlet, BoxInlet and their generators in Woo's documentation). A place is free if no box round
// a shape of the fresh body meets the box round another shape, a wall, a cylinder, or a triangle of a mesh.
type InletDef struct {
	Name      string
	Volume    Volume
	When      schedule.When
	Every     int     // steps between two activations
	Attempts  int     // trial positions before an activation gives up
	PerBody   int     // trial positions before a fresh body is drawn
	MassRate  float64 // [kg/s]; 0: as many as fit
	MaxMass   float64 // [kg]; 0: no limit. The last body may exceed it
	MaxBodies int     // 0: no limit
	Off       bool    // it makes nothing until it is switched on
	NoRoom    NoRoom  // what the inlet does when a body finds no place, if it has a mass rate

	// Fill makes the inlet do a single activation: it makes as many bodies as the attempts allow, and then it is
	// done. Instead of boxes the shapes themselves decide what fits, so that the filling gets denser.
	Fill bool

	// Products are the kinds of bodies that the inlet makes: for each body one is drawn by weight from the inlet's
	// random stream. A single product is not drawn.
	Products    []Product
	Orientation *vec.Quat // of the product's frame; nil: random
	Velocity    vec.Vec3  // [m/s]
}

// NoRoom is what an inlet with a mass rate does when the attempts of an activation are used up and no body has
// found a place. Without a mass rate each activation ends in this way.
type NoRoom uint8

// The values of NoRoom.
const (
	NoRoomWait  NoRoom = iota // it tries again at its next activation, and makes up for the mass that is missing
	NoRoomDone                // it is done
	NoRoomError               // the world stops
)

// NoRooms are the names of the values of NoRoom.
var NoRooms = [...]string{NoRoomWait: "wait", NoRoomDone: "done", NoRoomError: "error"}

// MostAttempts bounds how long one activation may search: some seconds.
const MostAttempts = 1_000_000

// check returns an error for the first number that is out of its range, but for those of
// the products.
func (d *InletDef) check() error {
	switch {
	case d.Volume.Kind == VolumeHalfSpace:
		return fmt.Errorf("a half-space has no end: use a box or a cylinder")
	case d.Every < 1 || d.Attempts < 1 || d.PerBody < 1:
		return fmt.Errorf("every, attempts and perBody must be ≥ 1, got %d, %d, %d", d.Every, d.Attempts, d.PerBody)
	case d.Attempts > MostAttempts:
		return fmt.Errorf("attempts must be ≤ %d, got %d", MostAttempts, d.Attempts)
	case len(d.Products) == 0:
		return fmt.Errorf("there must be at least one product")
	case int(d.NoRoom) >= len(NoRooms):
		return fmt.Errorf("noRoom must be one of %s, got number %d", strings.Join(NoRooms[:], ", "), d.NoRoom)
	}
	for i := range d.Products {
		if x := d.Products[i].Weight; len(d.Products) > 1 && !(x > 0 && x < 1e100) {
			return fmt.Errorf("product %d: weight must be > 0 and < 1e100, got %g", i+1, x)
		}
	}
	return cmp.Or(d.Flow().Check(), limit.Speed.CheckVector("velocity", d.Velocity), d.When.Check())
}

// setFlow changes the flow of the inlet; its numbers have been checked. If the inlet was done because of its
// limits and the new ones allow more, it goes on; it does not make up for the time between.
func (in *Inlet) setFlow(f setting.InletFlow, s *Site, now schedule.Now) {
	d := &in.Def
	if d.Off != f.Off || d.MassRate != f.MassRate {
		in.goal, in.last = in.Mass, now.Time
	}
	d.Off, d.MassRate, d.MaxMass, d.MaxBodies = f.Off, f.MassRate, f.MaxMass, f.MaxBodies
	if in.Done && !d.Fill && !in.full() {
		in.Done, in.DoneAt, in.goal, in.last = false, 0, in.Mass, now.Time
		s.Log.Add(notice.Info, "", "inlet %s goes on", d.Name)
	}
}

// Inlet is an inlet at work.
type Inlet struct {
	Def    InletDef
	Mass   float64 // made so far [kg]
	Bodies int64   // made so far
	Done   bool    // it makes no more ...
	DoneAt float64 // ... since this time [s]

	products  []product
	weight    float64 // of all products
	makes     string  // the products in words
	random    *rand.Rand
	source    *rand.PCG // source of random; a checkpoint stores its state
	goal      float64   // mass that the mass rate asks for by now [kg]
	last      float64   // time of the last activation [s]
	begun     bool
	rate      rate
	occupancy occupancy
	trial     trial
}

// newInlet prepares an inlet, which is number n of a world.
//
// Errors: numbers out of their range, products that make no body with a mass.
func newInlet(d InletDef, n int, s *Site) (in Inlet, err error) {
	if d.Volume, err = d.Volume.Checked(); err != nil {
		return in, err
	}
	if err = cmp.Or(limit.CheckName(d.Name), d.check()); err != nil {
		return in, err
	}
	in.Def = d
	for i := range d.Products {
		p, err := newProduct(&d.Products[i], s)
		if err != nil && len(d.Products) > 1 {
			err = fmt.Errorf("product %d: %w", i+1, err)
		}
		if err != nil {
			return in, err
		}
		in.products = append(in.products, p)
		in.weight += p.def.Weight
	}
	in.makes = in.describe()
	in.source = rand.NewPCG(s.Seed, uint64(n))
	in.random = rand.New(in.source)
	return in, nil
}

// describe returns the products in words: "capsule", or "sphere 25 %, clump of 3 75 %".
func (in *Inlet) describe() string {
	var list []string
	for i := range in.products {
		d := &in.products[i].def
		text := d.Shapes[0].Kind.String()
		if n := len(d.Shapes); n > 1 {
			text = fmt.Sprintf("clump of %d", n)
		}
		if len(in.products) > 1 {
			text += fmt.Sprintf(" %.3g %%", 100*d.Weight/in.weight)
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// event returns the inlet as an event, for those that wait for its end.
func (in *Inlet) event() schedule.Event {
	d := &in.Def
	return schedule.Event{
		Kind: "inlet", Name: d.Name, After: d.When.After,
		Ends: d.MaxMass > 0 || d.MaxBodies > 0 || d.Fill || d.MassRate > 0 && d.NoRoom == NoRoomDone,
		Cure: "maxMass, maxBodies or fill", Done: in.Done, At: in.DoneAt,
	}
}

// largest returns the edge of a box that holds any body of the inlet [m].
func (in *Inlet) largest() (edge float64) {
	for i := range in.products {
		edge = math.Max(edge, in.products[i].largest())
	}
	return edge
}

// slack returns how far bodies may go before the inlet collects all shapes anew [m]: far less than the size of a
// fresh body. It is 0 for an inlet that fills its volume, which collects them once.
func (in *Inlet) slack() float64 {
	if in.Def.Fill {
		return 0
	}
	least := math.Inf(1)
	for i := range in.products {
		p := &in.products[i]
		least = math.Min(least, p.template.SmallestRadius()*p.shrink)
	}
	return slackShare * least
}

// slackShare is the slack of an inlet, in smallest radii of its products.
const slackShare = 0.3

// checkFit logs a warning if bodies find no room even in an empty volume, in as many attempts as an activation
// usually has.
func (in *Inlet) checkFit(s *Site) {
	const most = 5000
	spots := in.Def.Volume.spots()
	source := rand.NewPCG(0, 0) // the inlet's own stream stays as it is
	random := rand.New(source)
	var t trial
	for range most {
		t.draw(in, random, s.Density)
		if t.fits(&in.Def.Volume, spots.place(spots.draw(source, t.padding))) {
			return
		}
	}
	s.Log.Add(notice.Warning, "", "inlet %s: none of %d bodies fits into its volume, even where nothing else is: "+
		"they are up to %.3g m long", in.Def.Name, most, in.largest())
}

// feedIfDue does an activation if one is due in this step.
func (in *Inlet) feedIfDue(s *Site, now schedule.Now) {
	if in.Done || in.Def.Off || now.Step%int64(in.Def.Every) != 0 {
		return
	}
	if !in.begun {
		at := in.Def.When.Begins(s.Times)
		if now.Time < at {
			return
		}
		in.begun, in.last = true, at
	}
	before, since := in.Mass, now.Time-in.last
	in.feed(s, now, since)
	in.rate.add(in.Mass-before, since)
}

// feed is one activation: fresh bodies are tried at random places until one does not fit in all its attempts, the
// mass rate is met, or the inlet is done. since is the time since the last activation [s].
func (in *Inlet) feed(s *Site, now schedule.Now, since float64) {
	d := &in.Def
	in.goal += d.MassRate * since
	in.last = now.Time
	in.updateOccupancy(s)
	ends := d.Fill
	for !in.full() {
		if d.MassRate > 0 && in.Mass >= in.goal {
			return
		}
		if err := in.checkRoom(s); err != nil {
			s.Log.Stop("inlet %s: %v: give it maxBodies or maxMass, or make its volume smaller", d.Name, err)
			return
		}
		if !in.feedOne(s, now) {
			ends = ends || in.outOfRoom(s)
			break
		}
	}
	if in.full() || ends {
		in.Done, in.DoneAt = true, now.Time
		s.Log.Add(notice.Info, "", "inlet %s is done: %s, %.6g kg", d.Name,
			spell.Count(in.Bodies, "body", "bodies"), in.Mass)
	}
}

// updateOccupancy collects the shapes that are in the way, unless those collected before still hold. Where there
// was almost no room until now, most likely there is almost none now, and it takes less time to prove that than to
// try all places.
func (in *Inlet) updateOccupancy(s *Site) {
	o := &in.occupancy
	slack := in.slack()
	lasts := !in.Def.Fill && o.lasts(s, slack)
	if o.held = lasts && o.slack > 0; o.held {
		o.rounds++
		o.stale = true
		return
	}
	s.Place()
	if o.rounds == 0 && !lasts { // bodies go so far between two activations that a slack is of no use
		slack = 0
	}
	few, core := o.openings.few, o.cover.core
	o.collect(s, &in.Def.Volume, in.largest(), slack)
	if few {
		o.mark(core)
		in.judge()
	}
}

// judge finds the openings, where bodies may have room until the shapes are collected anew.
func (in *Inlet) judge() { in.occupancy.judge(&in.Def.Volume, in.largest()/2) }

// checkRoom returns an error if one body more would be above a bound.
func (in *Inlet) checkRoom(s *Site) (err error) {
	for i := range in.products {
		err = cmp.Or(err, s.Bodies.CheckRoom(s.Shapes, in.products[i].template))
	}
	return err
}

// outOfRoom reports whether an inlet whose attempts are used up is done. It stops the world if the inlet asks for
// that.
func (in *Inlet) outOfRoom(s *Site) (ends bool) {
	d := &in.Def
	if d.MassRate > 0 && d.NoRoom == NoRoomError {
		s.Log.Stop("inlet %s: no body found a place in %d attempts, and it owes %.6g kg: give it a larger volume, a smaller "+
			"massRate, or noRoom: wait", d.Name, d.Attempts, in.goal-in.Mass)
	}
	return d.MassRate > 0 && d.NoRoom == NoRoomDone
}

// endsWithoutRoom reports whether the inlet does anything but wait if there is no room.
func (in Inlet) endsWithoutRoom() bool { return in.Def.NoRoom != NoRoomWait }

// full reports whether the inlet has made all that it is to make.
func (in *Inlet) full() bool {
	d := &in.Def
	return d.MaxMass > 0 && in.Mass >= d.MaxMass || d.MaxBodies > 0 && in.Bodies >= int64(d.MaxBodies)
}

// feedOne adds one body, or reports that none would fit.
func (in *Inlet) feedOne(s *Site, now schedule.Now) bool {
	d, o := &in.Def, &in.occupancy
	for n := 0; n < d.Attempts; n += d.PerBody {
		in.trial.draw(in, in.random, s.Density)
		tries := min(d.PerBody, d.Attempts-n)
		if o.closed(&in.trial) {
			skip(in.source, draws*tries)
			continue
		}
		if o.stale {
			s.Place()
			o.stale = false
		}
		if p, ok := in.findPlace(s, n, tries); ok {
			in.insert(s, now, p)
			return true
		}
	}
	if o.held { // else shapes are likely collected anew next time, and openings are of no use
		in.judge()
	}
	return false
}

// findPlace draws places for the body that is tried, and returns the first that has room; after is the number of
// earlier attempts of the activation.
func (in *Inlet) findPlace(s *Site, after, tries int) (p vec.Vec3, ok bool) {
	t, v, o, spots := &in.trial, &in.Def.Volume, &in.occupancy, in.Def.Volume.spots()
	for n := range tries {
		spot := spots.draw(in.source, t.padding)
		look := after+n >= coverAfter || o.cover.core > 0 // else cells are not marked yet
		if look && !in.Def.Fill && o.covers(spots.nearly(spot), t.core) {
			continue
		}
		p = spots.place(spot)
		if t.fits(v, p) && !t.blocked(o, s.Shapes, p, in.Def.Fill) {
			return p, true
		}
	}
	return p, false
}

// insert adds the body that is tried at p.
func (in *Inlet) insert(s *Site, now schedule.Now, p vec.Vec3) {
	t := &in.trial
	s.insert(t.template, t.def(&in.Def, p), now)
	for i := range t.parts {
		box, hull := t.parts[i].at(p)
		in.occupancy.add(box, hull, shape.KindSphere, -1)
	}
	in.Bodies++
	in.Mass += t.template.Mass
}

// pick draws the product of the next body.
func (in *Inlet) pick(random *rand.Rand) *product {
	last := len(in.products) - 1
	if last == 0 {
		return &in.products[0]
	}
	x := random.Float64() * in.weight
	for i := range in.products[:last] {
		if x -= in.products[i].def.Weight; x < 0 {
			return &in.products[i]
		}
	}
	return &in.products[last]
}

// orientation returns the orientation of the next body.
func (d *InletDef) orientation(random *rand.Rand) vec.Quat {
	if d.Orientation != nil {
		return *d.Orientation
	}
	return vec.FromUniform(random.Float64(), random.Float64(), random.Float64())
}

// Rate returns the mass that the inlet makes per time, an exponential mean over rateMemory [kg/s].
func (in *Inlet) Rate() float64 { return in.rate.value }

// Makes returns the products in words, with their shares if there are several.
func (in *Inlet) Makes() string { return in.makes }

// Flow returns the flow of the inlet: its rate and limits, and whether it is off.
func (d *InletDef) Flow() setting.InletFlow {
	return setting.InletFlow{Off: d.Off, MassRate: d.MassRate, MaxMass: d.MaxMass, MaxBodies: d.MaxBodies}
}
