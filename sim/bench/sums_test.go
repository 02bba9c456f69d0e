package bench

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/kinematic"
	"example.org/tumble/sim/internal/motion"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/measure/collisions"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// BenchmarkSums measures what sums over the steps cost in settled piles of 20,000, which take minutes to settle, as a
// part of a step: times and losses in regions, also with all other numbers of these a hundred times a simulated second,
// flow through planes, the load on the floor, collisions. Two worlds with the same bits make each step in turn, one
// with sums and one without. Compared is the time that nine tenths of the steps took longer than, which what else runs
// disturbs least.
func BenchmarkSums(b *testing.B) {
	for _, capsules := range []bool{false, true} {
		p := Pile{Capsules: capsules, Count: 20_000, Workers: 1}
		w, err := p.Settle(nil)
		if err != nil {
			b.Fatal(err)
		}
		benchmarkSums(b, p, w)
		w.Close()
	}
}

// readEvery is how many steps there are from one moment at which regions are read to the next.
const readEvery = 0.01 / timeStep

func benchmarkSums(b *testing.B, p Pile, w *sim.World) {
	a := p.side() / 10
	state := turning(b, w, 5*a)
	boxes := func(mark string) (list []string) { // that share out the pile
		for i := range 10 {
			x, y := float64(i%5)*2*a, float64(i/5)*5*a
			list = append(list, fmt.Sprintf("r%d=box/%g,%g,%g/%g,%g,%g%s", i, x, y, 0., x+2*a, y+5*a, 10*a, mark))
		}
		return list
	}
	var planes []string
	for i := range 10 {
		planes = append(planes, fmt.Sprintf("p%d=disc/%g,%g,%g/0,0,1/%g", i, 5*a, 5*a, float64(i)*a, 5*a))
	}
	var carried []string // in the frame of the blade, which is above the pile
	for i := range 10 {
		carried = append(carried, fmt.Sprintf("t%d=rectangle/%g,0,%g/%g,0,0/0,0,%g@blade", i, float64(i-5)*a/2, -17*a, a/2,
			a))
	}
	for _, one := range []struct {
		name            string
		regions, planes []string
		surfaces        []string
		follow, read    bool
	}{
		{name: "nothing"}, {name: "time/1", regions: boxes("#time")[:1]}, {name: "time/10", regions: boxes("#time")},
		{name: "time/10-moving", regions: boxes("@0#time")},
		{name: "power/1", regions: boxes("#power")[:1]}, {name: "power/10", regions: boxes("#power")},
		{name: "power/10-read", regions: boxes("#power"), read: true},
		{name: "planes/1", planes: planes[4:5]}, {name: "planes/10", planes: planes},
		{name: "planes/1-turning", planes: carried[6:7]}, {name: "planes/10-turning", planes: carried},
		{name: "surface", surfaces: []string{"floor=@0"}}, {name: "collisions", follow: true},
	} {
		b.Run(p.Shape()+"/"+one.name, func(b *testing.B) {
			var worlds [2]*sim.World
			for k := range worlds {
				var err error
				if worlds[k], err = sim.Restore(state, p.Workers); err != nil {
					b.Fatal(err)
				}
				defer worlds[k].Close()
			}
			regions, bad := bridge.ParseRegions(one.regions)
			through, wrong := bridge.ParsePlanes(one.planes)
			surfaces, odd := bridge.ParseSurfaces(one.surfaces)
			build := worlds[1].Build()
			build.SetRegions(regions)
			for _, err := range []error{bad, wrong, odd, build.SetPlanes(through), build.SetSurfaces(surfaces)} {
				if err != nil {
					b.Fatal(err)
				}
			}
			sensor := collisions.Sensor{Ended: func(*collisions.Collision) {}}
			var took [2][]time.Duration
			var read bridge.Snapshot
			var reading []time.Duration
			for i := range regions {
				read.Regions = append(read.Regions, bridge.Measured{Region: regions[i]})
			}
			for i := 0; b.Loop(); i++ {
				if one.read && i%readEvery == 0 {
					begin := time.Now()
					worlds[1].FillNumbers(&read)
					reading = append(reading, time.Since(begin))
				}
				for k, w := range worlds {
					begin := time.Now()
					if w.Step(); k == 1 && one.follow {
						sensor.Observe(w.Inspect().Contacts)
					}
					took[k] = append(took[k], time.Since(begin))
				}
			}
			calm := func(list []time.Duration) float64 {
				slices.Sort(list)
				return list[len(list)/10].Seconds()
			}
			with := calm(took[1])
			if one.read {
				with += calm(reading) / readEvery
			}
			b.ReportMetric(100*(with/calm(took[0])-1), "%-of-a-step")
			b.ReportMetric(1e3*calm(took[0]), "ms-a-step")
		})
	}
}

// turning returns the state of a settled pile with a body above its middle that turns about the vertical, twice a
// second.
func turning(b *testing.B, w *sim.World, middle float64) []byte {
	one, err := sim.Restore(w.Checkpoint(), 1)
	if err != nil {
		b.Fatal(err)
	}
	defer one.Close()
	_, err = one.Build().AddBody(body.Def{Name: "blade", Blocked: body.BlockAll,
		Position: vec.New(middle, middle, 4*middle),
		Shapes:   []body.ShapeDef{{Kind: shape.KindSphere, Radius: 1e-6}}})
	if err == nil {
		err = one.Build().AddMotion(kinematic.Def{Name: "turn", Body: "blade",
			Path: motion.Constant{Spin: vec.New(0, 0, 4*math.Pi)}})
	}
	if err != nil {
		b.Fatal(err)
	}
	return one.Checkpoint()
}
