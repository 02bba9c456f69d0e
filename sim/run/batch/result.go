package batch

import (
	"fmt"
	"math"
	"strings"
	"time"

	"example.org/tumble/sim"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
)

// Result is the outcome of a run. SI units. Counts, energies and notices are counted since the first
// start, also if the run continued a saved state. The duration (wall and its rates), the rates of outlets
// and the largest overlap cover only the part that this program ran.
type Result struct {
	run.Origin
	Workers            int      `json:"workers"`
	Steps              int64    `json:"steps"`
	Time               float64  `json:"time"` // simulated [s]
	TimeStep           float64  `json:"dt"`   // of the last step [s]
	Bodies             int      `json:"bodies"`
	Contacts           int      `json:"contacts"`
	Hash               string   `json:"hash"`              // of the state, 16 hex digits
	Resumed            *Moment  `json:"resumed,omitempty"` // where this part began; nil: at the start of the scene
	Wall               float64  `json:"wall"`              // wall time of the steps [s]
	RealTimeFactor     float64  `json:"realTimeFactor"`
	StepsPerSecond     float64  `json:"stepsPerSecond"`
	BodyStepsPerSecond float64  `json:"bodyStepsPerSecond"` // counting the bodies of each step
	MaxOverlapRatio    float64  `json:"maxOverlapRatio"`    // the largest overlap in any step over the smaller radius
	Energy             Energy   `json:"energy"`
	Inlets             []Inlet  `json:"inlets"`
	Outlets            []Outlet `json:"outlets"`
	Notices            []string `json:"notices"`
	Regions            []Region `json:"regions,omitempty"` // what is in regions at the end

	Surfaces []Surface `json:"surfaces,omitempty"` // what contacts did to surfaces
	Planes   []Plane   `json:"planes,omitempty"`   // what went through named planes

	Collisions *Collisions `json:"collisions,omitempty"` // nil: they were not followed

	// The condition that ended the run, with the value that made it true.
	Stopped string `json:"stopped,omitempty"`
}

// Energy is the ledger [J].
type Energy struct {
	Kinetic      float64 `json:"kinetic"`
	Elastic      float64 `json:"elastic"`
	Potential    float64 `json:"potential"`
	Dissipated   float64 `json:"dissipated"`
	Work         float64 `json:"work"`
	ClosureError float64 `json:"closureError"`
}

// EnergyOf selects from the ledger the energies that files and the command line promise.
func EnergyOf(e bridge.Energy) Energy {
	return Energy{
		Kinetic: e.Kinetic, Elastic: e.Elastic, Potential: e.Potential,
		Dissipated: e.Dissipated, Work: e.Work, ClosureError: e.ClosureError,
	}
}

// Inlet counts the bodies that an inlet has made.
type Inlet struct {
	Name       string   `json:"name"`
	Bodies     int64    `json:"bodies"`
	Mass       float64  `json:"mass"`       // [kg]
	FinishedAt *float64 `json:"finishedAt"` // [s]; nil if it has not finished
}

// Outlet counts the bodies that an outlet has removed.
type Outlet struct {
	Name       string   `json:"name"`
	Bodies     int64    `json:"bodies"`
	Mass       float64  `json:"mass"`       // [kg]
	Rate       float64  `json:"rate"`       // mean over this part of the run [kg/s]
	FinishedAt *float64 `json:"finishedAt"` // [s]; nil if it still removes bodies
	Ages       Ages     `json:"ages"`
}

// Ages holds, in SI units, the numbers of bridge.AgeNumbers by their names, nil of no bodies, and the ages of bodies in
// columns of a histogram, those with bodies in ascending order.
type Ages struct {
	Numbers   map[string]*float64 `json:"numbers"`
	Histogram []AgeColumn         `json:"histogram"`
}

// AgeColumn counts the bodies of an age from one number on and below another [s].
type AgeColumn struct {
	From   float64 `json:"from"`
	To     float64 `json:"to"`
	Bodies int64   `json:"bodies"`
}

// agesOf returns the numbers and the histogram of ages.
func agesOf(s *bridge.Ages) Ages {
	r := Ages{map[string]*float64{}, []AgeColumn{}}
	for i := range bridge.AgeNumbers {
		n := &bridge.AgeNumbers[i]
		r.Numbers[n.Name] = nil
		if x := n.Of(s); !math.IsNaN(x) {
			r.Numbers[n.Name] = &x
		}
	}
	for _, c := range s.Histogram() {
		r.Histogram = append(r.Histogram, AgeColumn{c.From, c.To, c.Count})
	}
	return r
}

// Text writes the numbers in one line; nothing of no bodies.
func (r *Ages) Text() string {
	var list []string
	for i := range bridge.AgeNumbers {
		n := &bridge.AgeNumbers[i]
		if x := r.Numbers[n.Name]; x != nil && !n.Whole {
			list = append(list, fmt.Sprintf("%s %.5g %s", n.Name, *x, n.Unit))
		}
	}
	return strings.Join(list, ", ")
}

// Tally counts values of a world for the result while the world runs.
type Tally struct {
	began     time.Time
	begin     Moment
	taken     []float64 // removed by outlets before this part [kg]
	steps     int64     // counted steps
	bodySteps int64     // number of bodies, summed over steps
	overlap   float64   // largest over the smaller radius
}

// Region holds the numbers of what is in a region, in SI units, by their names in bridge.RegionNumbers; nil where there
// is nothing of which there could be one.
type Region struct {
	Name    string              `json:"name"`
	Numbers map[string]*float64 `json:"numbers"`
}

// regionOf returns the numbers of what is in a region at a time [s].
func regionOf(m *bridge.Measured, time float64) Region {
	m.Added.Power = m.Added.Lost / (time - m.Added.Since)
	r := Region{m.Region.Name, map[string]*float64{}}
	for i := range bridge.RegionNumbers {
		n := &bridge.RegionNumbers[i]
		r.Numbers[n.Name] = nil
		if x := n.Of(m); !math.IsNaN(x) {
			r.Numbers[n.Name] = &x
		}
	}
	return r
}

// Text writes the numbers in one line.
func (r *Region) Text() string {
	var list []string
	for i := range bridge.RegionNumbers {
		n := &bridge.RegionNumbers[i]
		if x := r.Numbers[n.Name]; x != nil {
			list = append(list, strings.TrimSpace(fmt.Sprintf("%s %.5g %s", n.Name, *x, n.Unit)))
		}
	}
	return fmt.Sprintf("in %s: %s\n", r.Name, strings.Join(list, ", "))
}

// Surface holds, in SI units, the numbers of bridge.SurfaceNumbers by their names: rates as means from the moment on at
// which the sums began, and these sums; nil where there is no area.
type Surface struct {
	Name    string              `json:"name"`
	Since   float64             `json:"since"` // when the sums began [s]
	Numbers map[string]*float64 `json:"numbers"`
}

// surfaceOf returns the numbers of a surface at a time [s].
func surfaceOf(p *bridge.Pressed, time float64) Surface {
	r, mean := Surface{p.Surface.Name, p.Since, map[string]*float64{}}, p.Mean(time)
	put := func(name string, x float64) {
		if r.Numbers[name] = nil; !math.IsNaN(x) {
			r.Numbers[name] = &x
		}
	}
	for i := range bridge.SurfaceNumbers {
		n := &bridge.SurfaceNumbers[i]
		put(n.Name, n.Of(p, &mean))
		put(n.Sum, n.Of(p, &p.Sum))
	}
	return r
}

// Text writes the means in one line.
func (r *Surface) Text() string {
	var list []string
	for i := range bridge.SurfaceNumbers {
		n := &bridge.SurfaceNumbers[i]
		if x := r.Numbers[n.Name]; x != nil {
			list = append(list, strings.TrimSpace(fmt.Sprintf("%s %.5g %s", n.Name, *x, n.Unit)))
		}
	}
	return fmt.Sprintf("on %s, in the mean: %s\n", r.Name, strings.Join(list, ", "))
}

// Plane holds the numbers of what went through a named plane, in SI units, by their names in bridge.PassedNumbers; nil
// where there is none.
type Plane struct {
	Name    string              `json:"name"`
	Since   float64             `json:"since"` // when counting began [s]
	Numbers map[string]*float64 `json:"numbers"`
}

// planeOf returns the numbers of a named plane.
func planeOf(p *bridge.Passed) Plane {
	r := Plane{p.Plane.Name, p.Since, map[string]*float64{}}
	for i := range bridge.PassedNumbers {
		n := &bridge.PassedNumbers[i]
		if r.Numbers[n.Name] = nil; !math.IsNaN(n.Of(p)) {
			x := n.Of(p)
			r.Numbers[n.Name] = &x
		}
	}
	return r
}

// Text writes the numbers in one line.
func (r *Plane) Text() string {
	var list []string
	for i := range bridge.PassedNumbers {
		n := &bridge.PassedNumbers[i]
		if x := r.Numbers[n.Name]; x != nil {
			list = append(list, strings.TrimSpace(fmt.Sprintf("%s %.5g %s", n.Name, *x, n.Unit)))
		}
	}
	return fmt.Sprintf("through %s: %s\n", r.Name, strings.Join(list, ", "))
}

// NewTally begins to count at the present moment of a scene.
func NewTally(sc *run.Scene) *Tally {
	w := sc.World
	t := &Tally{began: time.Now(), begin: Now(w), steps: w.Clock().Step}
	var s bridge.Snapshot
	w.FillNumbers(&s)
	for _, o := range s.Outlets {
		t.taken = append(t.taken, o.Mass)
	}
	return t
}

// Add counts a step. It may see a moment twice.
func (t *Tally) Add(w *sim.World) {
	t.bodySteps += int64(w.NumBodies()) * (w.Clock().Step - t.steps)
	t.steps = w.Clock().Step
	t.overlap = max(t.overlap, w.Contacts().MaxOverlapRatio())
}

// Result returns the outcome of the run of a scene.
func (t *Tally) Result(sc run.Scene) Result {
	var s bridge.Snapshot
	for _, region := range sc.Regions {
		s.Regions = append(s.Regions, bridge.Measured{Region: region})
	}
	w := sc.World
	w.FillNumbers(&s)
	r := Result{
		Origin: sc.Origin(), Workers: s.Stats.Workers, Steps: s.Step, Time: s.Time, TimeStep: s.TimeStep,
		Bodies: s.Stats.Bodies, Contacts: s.Stats.Contacts, Hash: fmt.Sprintf("%016x", w.Hash()),
		Wall: time.Since(t.began).Seconds(), MaxOverlapRatio: t.overlap,
		Energy: EnergyOf(w.Energy()), Inlets: []Inlet{}, Outlets: []Outlet{}, Notices: []string{},
	}
	if t.begin.Steps > 0 {
		r.Resumed = &t.begin
	}
	if r.Wall > 0 {
		r.RealTimeFactor = (r.Time - t.begin.Time) / r.Wall
		r.StepsPerSecond = float64(r.Steps-t.begin.Steps) / r.Wall
		r.BodyStepsPerSecond = float64(t.bodySteps) / r.Wall
	}
	for _, in := range s.Inlets {
		out := Inlet{Name: in.Name, Bodies: in.Bodies, Mass: in.Mass}
		if in.Done {
			out.FinishedAt = &in.DoneAt
		}
		r.Inlets = append(r.Inlets, out)
	}
	for i, o := range s.Outlets {
		out := Outlet{Name: o.Name, Bodies: o.Bodies, Mass: o.Mass, Ages: agesOf(&o.Ages)}
		if while := r.Time - t.begin.Time; while > 0 {
			out.Rate = (o.Mass - t.taken[i]) / while
		}
		if o.Done {
			out.FinishedAt = &o.DoneAt
		}
		r.Outlets = append(r.Outlets, out)
	}
	for i := range s.Regions {
		r.Regions = append(r.Regions, regionOf(&s.Regions[i], r.Time))
	}
	for i := range s.Surfaces {
		r.Surfaces = append(r.Surfaces, surfaceOf(&s.Surfaces[i], r.Time))
	}
	for i := range s.Through {
		r.Planes = append(r.Planes, planeOf(&s.Through[i]))
	}
	r.Collisions = collidedOf(&s.Collisions)
	for _, n := range w.Log().All() {
		r.Notices = append(r.Notices, n.Text)
	}
	return r
}

// Text writes the result for a person, one line for each fact.
func (r Result) Text() string {
	text := fmt.Sprintf("%s, seed %d: %s in %s of %s\n", r.Scene, r.Seed, spell.Time(r.Time),
		spell.Count(r.Steps, "step", "steps"), spell.Time(r.TimeStep))
	if r.Resumed != nil {
		text += fmt.Sprintf("went on from a saved state at %s, step %d\n", spell.Time(r.Resumed.Time), r.Resumed.Steps)
	}
	text += fmt.Sprintf("%s, %s, largest overlap %.2g %% of the radius\n", spell.Count(r.Bodies, "body", "bodies"),
		spell.Count(r.Contacts, "contact", "contacts"), 100*r.MaxOverlapRatio)
	for _, in := range r.Inlets {
		text += fmt.Sprintf("inlet %s: %s, %.5g kg", in.Name, spell.Count(in.Bodies, "body", "bodies"), in.Mass)
		if in.FinishedAt != nil {
			text += ", finished at " + spell.Time(*in.FinishedAt)
		}
		text += "\n"
	}
	for _, o := range r.Outlets {
		text += fmt.Sprintf("outlet %s: %s, %.5g kg, %.3g kg/s in the mean", o.Name, spell.Count(o.Bodies, "body", "bodies"),
			o.Mass, o.Rate)
		if o.FinishedAt != nil {
			text += ", finished at " + spell.Time(*o.FinishedAt)
		}
		text += "\n"
		if ages := o.Ages.Text(); ages != "" {
			text += "outlet " + o.Name + ": " + ages + "\n"
		}
	}
	for i := range r.Regions {
		text += r.Regions[i].Text()
	}
	for i := range r.Surfaces {
		text += r.Surfaces[i].Text()
	}
	for i := range r.Planes {
		text += r.Planes[i].Text()
	}
	if r.Collisions != nil {
		text += r.Collisions.Text()
	}
	text += fmt.Sprintf("took %.3g s: %.3gx real time, %.4g steps/s on %s\n", r.Wall, r.RealTimeFactor,
		r.StepsPerSecond, spell.Count(r.Workers, "worker", "workers"))
	for _, n := range r.Notices {
		text += "notice: " + n + "\n"
	}
	if text += "hash " + r.Hash + "\n"; r.Stopped != "" {
		text += "stopped: " + r.Stopped + "\n"
	}
	return text
}
