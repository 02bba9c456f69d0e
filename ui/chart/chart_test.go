package chart

import (
	"bytes"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/plot"
)

// someSeries is a series of an inlet's scene, in which kinetic energy is 1 J and what damping took grows.
func someSeries() bridge.Series {
	s := bridge.Series{Columns: series.General(), Every: 0.1}
	n := len(s.Columns)
	s.Columns = append(s.Columns, bridge.Column{Name: "feed bodies", Integer: true},
		bridge.Column{Name: "feed mass", Unit: "kg"}, bridge.Column{Name: "feed rate", Unit: "kg/s", RateOf: n + 2})
	for i := range 11 {
		m := bridge.Sample{Moment: bridge.Moment{Step: int64(10 * i), Time: 0.1 * float64(i)},
			Values: make([]float64, len(s.Columns))}
		set := func(name string, v float64) { m.Values[s.Find(name)] = v }
		set("kinetic energy", 1)
		set("potential energy", -3-float64(i))
		set("damping", 0.5*float64(i))
		set("contacts", float64(i*i))
		set("feed mass", 0.2*float64(i))
		s.Samples = append(s.Samples, m)
	}
	return s
}

// Charts show what the series has: energies one upon the other, potential energy from its lowest; rates as the table
// has them; a legend the values of a time, of now to the last contact; marks at round values. Their pictures hold them.
func TestChartsShowTheSeries(t *testing.T) {
	all := []bridge.Series{someSeries()}
	charts := All(all, nil, Lowest(all, "potential energy"))
	names := ""
	for _, l := range charts[0].Lines {
		names += l.Name + " "
	}
	if names != "Potential Kinetic Damping " {
		t.Errorf("the energies are %s", names)
	}
	if top, _, _ := sumOf(charts[0].Lines, 2, true, &all[0], 4); top != 10-4+1+2 {
		t.Errorf("the energies at 0.4 s are %g J together", top)
	}
	if _, high := Range(charts[0].Lines, true, all, 0, 1); high != 11 {
		t.Errorf("they go up to %g J", high)
	}
	rest := someSeries()
	rest.Samples[3].Values[rest.Find("kinetic energy")] = -1e-19 // as of bodies at rest
	if v, _, _ := charts[0].Lines[1].of(&rest, 3); v != 0 {
		t.Errorf("the kinetic energy at rest is %g J", v)
	}
	flow := charts[2].Lines
	if len(flow) != 1 || flow[0].Name != "feed" {
		t.Fatalf("flows %+v", flow)
	}
	surface := bridge.Series{Columns: []bridge.Column{{Name: "on lid work", Unit: "J"},
		{Name: "on lid power", Unit: "W", RateOf: 1}}}
	for i := range 3 {
		surface.Samples = append(surface.Samples, bridge.Sample{Moment: bridge.Moment{Step: int64(i), Time: float64(i) / 4},
			Values: []float64{float64(i * i), 0}})
	}
	kinds := bridge.SurfaceCharts()
	isPower := func(of []*bridge.SurfaceNumber) bool { return of[0].Name == "power" }
	on := OnSurface("lid", kinds[slices.IndexFunc(kinds, isPower)])
	mean, _, _ := on.Lines[0].of(&surface, 2)
	if sum, _, _ := on.Under[0].of(&surface, 2); mean != 12 || sum != 4 {
		t.Errorf("the surface gives %g W in the mean, %g J", mean, sum)
	}
	if list := All([]bridge.Series{surface}, nil, 0)[2].Lines; len(list) > 0 {
		t.Errorf("a surface has the flow %+v", list)
	}
	if text := flow[0].ValueText(&all[0], nil, 0.55); text != "2 kg/s" {
		t.Errorf("the feed at 0.55 s: %s", text)
	}
	now := all[0].Samples[10]
	now.Step, now.Time, now.Values = 123, 1.03, append([]float64(nil), now.Values...)
	now.Values[all[0].Find("contacts")] = 1234567
	if text := charts[1].Lines[0].ValueText(&all[0], &now, 1.03); text != "1234567" {
		t.Errorf("contacts now: %s", text)
	}
	if marks, _ := plot.Ticks(-900, 200, 2); len(marks) != 2 {
		t.Errorf("an axis has the marks %v", marks)
	}
	if marks, digits := plot.Ticks(-0.3, 4.1, 5); digits != 0 || len(marks) != 5 || marks[0] != 0 || marks[4] != 4 {
		t.Errorf("marks %v with %d digits", marks, digits)
	}
	d := Data{Series: all, Begin: 0, End: 1}
	twin := someSeries()
	d.Twin = &twin
	var svg, picture bytes.Buffer
	for i := range charts {
		if err := charts[i].Sheet(&d, "jar").WriteSVG(&svg); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"Kinetic", "Closure error", "time [s]", "Flow [kg/s]", "stroke-dasharray"} {
		if !strings.Contains(svg.String(), want) {
			t.Errorf("the picture has no %q", want)
		}
	}
	if err := (*plot.Sheet).WritePNG(charts[0].Sheet(&d, "jar"), &picture); err != nil {
		t.Fatal(err)
	}
	if m, err := png.Decode(&picture); err != nil || m.Bounds().Dx() < 1000 {
		t.Errorf("%v, %v", m, err)
	}
}

// Numbers of an axis are told apart and short, also where no prefix of a unit is small enough.
func TestAxisLabels(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0, 2.5, "0.0 0.5 1.0 1.5 2.0 2.5"},
		{-3e-12, 3e-12, "−2e−12 0 2e−12"},
		{0, 1e-17, "0 2e−18 4e−18 6e−18 8e−18 1e−17"},
		{0, 3e5, "0 100000 200000 300000"},
	} {
		marks, digits := plot.Ticks(c.low, c.high, 5)
		var labels []string
		for _, v := range marks {
			labels = append(labels, AxisLabel(v, digits))
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("%g to %g: %q, want %q", c.low, c.high, got, c.want)
		}
	}
	for _, v := range []float64{math.Copysign(0, -1), -1e-9} {
		if got := AxisLabel(v, 1); got != "0.0" {
			t.Errorf("%g is labelled %q", v, got)
		}
	}
}

// Contract: an axis of logarithms has marks at powers of ten, not more than there is room for, or between them where it
// is short.
func TestDecades(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		most      int
		want      string
	}{
		{-3.2, 0.4, 6, "1 mm/s, 10 mm/s, 100 mm/s, 1 m/s"}, {-9, 3, 4, "1 nm/s, 1 µm/s, 1 mm/s, 1 m/s, 1 km/s"},
		{0.1, 0.9, 6, "2 m/s, 5 m/s"}, {-0.2, 0.4, 5, "1 m/s, 2 m/s"},
	} {
		at, labels := decades(c.low, c.high, c.most, "m/s")
		if got := strings.Join(labels, ", "); got != c.want || len(at) != len(labels) {
			t.Errorf("from %g to %g: %s, want %s", c.low, c.high, got, c.want)
		}
	}
}

// Contract: each band of the energy chart has a colour of its own.
func TestEnergiesHaveTheirOwnColors(t *testing.T) {
	of := map[*imgui.Vec4]string{}
	for _, e := range energies {
		c := seriesColor(e.color)
		if of[c] != "" {
			t.Errorf("%s has the colour of %s", e.name, of[c])
		}
		of[c] = e.name
	}
}
