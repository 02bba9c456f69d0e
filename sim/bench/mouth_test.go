package bench

import (
	"slices"
	"testing"
	"time"

	"example.org/tumble/sim"
	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/insertion"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// BenchmarkFullMouth measures what an inlet costs that looks for a place in every step and finds none, beside the
// same bodies without it, in turn: piles at rest, and loose ones that are on their way to it.
func BenchmarkFullMouth(b *testing.B) {
	for _, c := range []struct {
		name string
		Pile
		loose bool
	}{
		{"sphere/rest", Pile{}, false}, {"capsule/rest", Pile{Capsules: true}, false}, {"sphere/loose", Pile{}, true},
	} {
		c.Count, c.Workers = 4452, 1
		var w *sim.World // made when it is asked for, and once
		b.Run(c.name, func(b *testing.B) {
			if w == nil {
				var err error
				if w, err = c.mouth(c.loose); err != nil {
					b.Fatal(err)
				}
			}
			inTurn(b, w)
		})
		if w != nil {
			w.Close()
		}
	}
}

// mouth returns a pile, or the loose bodies that it is made of, with an inlet in the lower part.
func (p Pile) mouth(loose bool) (w *sim.World, err error) {
	if loose {
		w, err = p.world(p.side(), p.lattice(0.25), timeStep, damping)
	} else {
		w, err = p.Settle(nil)
	}
	if err != nil {
		return nil, err
	}
	height := 0.
	for _, g := range p.bodiesOf(w) {
		height = max(height, g.position.Z)
	}
	size := vec.New(p.side(), p.side(), 0.8*height).Scale(0.5)
	def := body.ShapeDef{Kind: shape.KindSphere, Radius: radius}
	if p.Capsules {
		def.Kind, def.Shaft = shape.KindCapsule, shaft
	}
	return w, w.Build().AddInlet(insertion.InletDef{
		Name: "in", Every: 1, Attempts: 5000, PerBody: 1000, Products: []insertion.Product{{Shapes: []body.ShapeDef{def}}},
		Volume: insertion.Volume{Kind: insertion.VolumeBox, Origin: size, Half: size},
	})
}

// inTurn measures pairs of fifty steps with and without the inlet, and tells how much longer the former take in the
// middle one of all pairs.
func inTurn(b *testing.B, w *sim.World) {
	bodies := w.NumBodies()
	var ratios []float64
	for range b.N {
		var took [2]time.Duration
		for i := range took {
			bridge.MakeEdit(w, bridge.SetInlet{Flow: bridge.InletFlow{Off: i == 1}})
			begin := time.Now()
			for range 50 {
				w.Step()
			}
			took[i] = time.Since(begin)
		}
		ratios = append(ratios, float64(took[0])/float64(took[1]))
	}
	slices.Sort(ratios)
	if n := w.NumBodies() - bodies; n > 0 {
		b.Fatalf("it finds places for %d bodies", n)
	}
	b.ReportMetric(ratios[len(ratios)/2], "times-without")
}
