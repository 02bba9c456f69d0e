package series

import "example.org/tumble/sim/run/bridge"

// ofRegion are the columns of each region.
var ofRegion = []struct {
	name, unit string
	whole      bool
	of         func(*bridge.Measured) float64
}{
	{"bodies", "", true, func(m *bridge.Measured) float64 { return float64(m.Bodies) }},
	{"mass", "kg", false, func(m *bridge.Measured) float64 { return m.Mass }},
	{"solid fraction", "", false, func(m *bridge.Measured) float64 { return m.Solid }},
	{"velocity x", "m/s", false, func(m *bridge.Measured) float64 { return m.Velocity.X }},
	{"velocity y", "m/s", false, func(m *bridge.Measured) float64 { return m.Velocity.Y }},
	{"velocity z", "m/s", false, func(m *bridge.Measured) float64 { return m.Velocity.Z }},
	{"granular temperature", "m²/s²", false, func(m *bridge.Measured) float64 { return m.Temperature }},
	{"coordination", "", false, func(m *bridge.Measured) float64 { return m.Contacts }},
	{"stress xx", "Pa", false, func(m *bridge.Measured) float64 { return m.Stress[0] }},
	{"stress yy", "Pa", false, func(m *bridge.Measured) float64 { return m.Stress[1] }},
	{"stress zz", "Pa", false, func(m *bridge.Measured) float64 { return m.Stress[2] }},
	{"stress yz", "Pa", false, func(m *bridge.Measured) float64 { return m.Stress[3] }},
	{"stress xz", "Pa", false, func(m *bridge.Measured) float64 { return m.Stress[4] }},
	{"stress xy", "Pa", false, func(m *bridge.Measured) float64 { return m.Stress[5] }},
	{"pressure", "Pa", false, (*bridge.Measured).Pressure},
	{"deviator", "Pa", false, (*bridge.Measured).Deviator},
}

func regionColumns(list []bridge.Column, regions []bridge.Region) []bridge.Column {
	for _, r := range regions {
		for _, c := range ofRegion {
			list = append(list, bridge.Column{Name: "in " + r.Name + " " + c.name, Unit: c.unit, Integer: c.whole})
		}
	}
	return list
}

func (r *Reader) addRegions(values []float64) []float64 {
	for i := range r.now.Regions {
		for _, c := range ofRegion {
			values = append(values, c.of(&r.now.Regions[i]))
		}
	}
	return values
}
