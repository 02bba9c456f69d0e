package view

// ColorMap chooses a colour map: 0 lets the quantity choose, another value is one more than an
// index into Maps.
type ColorMap uint8

// MapKind is the purpose of a colour map.
type MapKind uint8

// Sequential maps go from low to high values, Diverging maps from one side through a middle to the
// other; the colours of Categorical maps have no order.
const (
	Sequential MapKind = iota
	Diverging
	Categorical
)

// RGB is a colour in sRGB.
type RGB [3]uint8

// Map is a colour map.
type Map struct {
	Name   string // as in --color-map
	Kind   MapKind
	Safe   bool  // values a quarter of the range apart differ by a ΔE of 8, also with a colour vision deficiency
	Colors []RGB // at equal steps; in a categorical map the separate colours
}

// Maps lists the colour maps for numbers. Quantities choose the first map of a kind.
//
// Viridis, plasma and inferno are by S. van der Walt, N. Smith and E. Firing (2015, CC0), cividis by
// J. Nuñez, C. Anderton and R. Renslow (PLOS ONE 13(7), e0199239, 2018, CC0). Coolwarm follows the
// formula of K. Moreland, "Diverging color maps for scientific visualization" (2009); blue-orange
// and grey were made for this program, along lines in CIE L*a*b*.
var Maps = []Map{
	{Name: "viridis", Kind: Sequential, Safe: true, Colors: unpack(
		0x440154, 0x470D60, 0x48186A, 0x482374, 0x472D7B, 0x453681, 0x424086, 0x3F4989, 0x3B528B, 0x375A8D, 0x33638D,
		0x2F6A8E, 0x2C728E, 0x297A8E, 0x26818E, 0x23898E, 0x21908C, 0x1F988B, 0x1F9F88, 0x21A685, 0x28AE80, 0x31B57B,
		0x3EBC74, 0x4CC26C, 0x5DC963, 0x6ECE58, 0x82D34C, 0x96D83F, 0xABDC32, 0xC0DF24, 0xD5E21A, 0xEAE51A, 0xFDE725)},
	{Name: "plasma", Kind: Sequential, Safe: true, Colors: unpack(
		0x0D0887, 0x220690, 0x310596, 0x3F049C, 0x4C02A1, 0x5901A5, 0x6600A7, 0x7201A8, 0x7E03A8, 0x8909A6, 0x9511A2,
		0x9F1A9C, 0xA92396, 0xB22C8E, 0xBB3587, 0xC33E80, 0xCB4778, 0xD25071, 0xD9596A, 0xE06263, 0xE66C5C, 0xEB7555,
		0xF07F4F, 0xF48A48, 0xF89441, 0xFB9F3A, 0xFDAB33, 0xFEB72D, 0xFDC328, 0xFCD025, 0xF9DD25, 0xF5EB27, 0xF0F921)},
	{Name: "inferno", Kind: Sequential, Safe: true, Colors: unpack(
		0x000004, 0x040312, 0x0B0724, 0x150B37, 0x210C4A, 0x2E0A5A, 0x3C0965, 0x4A0C6B, 0x57106D, 0x63146E, 0x70196E,
		0x7D1E6D, 0x89226A, 0x962766, 0xA32B61, 0xAF315C, 0xBB3755, 0xC63E4D, 0xD14644, 0xDB4F3B, 0xE35932, 0xEB6528,
		0xF1711E, 0xF67F14, 0xF98D0A, 0xFB9C06, 0xFCAB0F, 0xFBBA1F, 0xF9CA32, 0xF5D949, 0xF2E865, 0xF3F586, 0xFCFFA4)},
	{Name: "cividis", Kind: Sequential, Safe: true, Colors: unpack(
		0x00204D, 0x00265A, 0x002C68, 0x00306F, 0x05366E, 0x1E3C6D, 0x2C426C, 0x37476B, 0x414D6B, 0x4A536B, 0x52596C,
		0x595E6D, 0x61646F, 0x686A71, 0x6F7073, 0x757676, 0x7C7B78, 0x848279, 0x8C8879, 0x948E78, 0x9C9477, 0xA49B76,
		0xACA174, 0xB4A872, 0xBDAF6F, 0xC5B66C, 0xCEBD68, 0xD7C463, 0xE0CB5E, 0xE9D358, 0xF2DA50, 0xFBE248, 0xFFEA46)},
	{Name: "grey", Kind: Sequential, Safe: true, Colors: unpack(
		0x1F1F1F, 0x252525, 0x2A2A2A, 0x303030, 0x363636, 0x3C3C3C, 0x414141, 0x474747, 0x4E4E4E, 0x545454, 0x5A5A5A,
		0x606060, 0x676767, 0x6D6D6D, 0x747474, 0x7A7A7A, 0x818181, 0x888888, 0x8F8F8F, 0x959595, 0x9C9C9C, 0xA3A3A3,
		0xAAAAAA, 0xB1B1B1, 0xB9B9B9, 0xC0C0C0, 0xC7C7C7, 0xCECECE, 0xD6D6D6, 0xDDDDDD, 0xE4E4E4, 0xECECEC, 0xF3F3F3)},
	{Name: "blue-orange", Kind: Diverging, Safe: true, Colors: unpack(
		0x002383, 0x00308D, 0x003E98, 0x004BA2, 0x0059AD, 0x0067B8, 0x0075C3, 0x0083CC, 0x0C91D3, 0x3C9FD8, 0x57ADDC,
		0x6DBCE1, 0x81CBE5, 0x9AD8E9, 0xBAE2EA, 0xD9EAEA, 0xF0EDE3, 0xF8E6CE, 0xF9D9B1, 0xF7CC96, 0xF5BD80, 0xF2AD6D,
		0xEE9C5C, 0xE98B4A, 0xE47A39, 0xDC6B2A, 0xD05E23, 0xC3521F, 0xB6471C, 0xA93C19, 0x9C3015, 0x8F2512, 0x83170F)},
	{Name: "coolwarm", Kind: Diverging, Safe: true, Colors: unpack(
		0x3B4CC0, 0x445ACC, 0x4E68D7, 0x5875E1, 0x6282EA, 0x6C8EF1, 0x779AF7, 0x82A5FB, 0x8DB0FE, 0x98B9FF, 0xA3C2FF,
		0xAEC9FD, 0xB8D0F9, 0xC2D5F4, 0xCCD9EE, 0xD5DBE6, 0xDDDDDD, 0xE5D8D1, 0xECD3C6, 0xF1CCB9, 0xF5C4AD, 0xF7BBA0,
		0xF7B194, 0xF7A687, 0xF49A7B, 0xF18D6F, 0xEC7F63, 0xE57057, 0xDE614C, 0xD55042, 0xCB3E38, 0xC0282F, 0xB40426)},
}

// Categories are the colours of quantities that are names (M. Okabe and K. Ito, "Color Universal Design",
// 2008), without grey, which marks things that are not chosen.
var Categories = Map{Name: "okabe-ito", Kind: Categorical, Safe: true, Colors: unpack(
	0x56B4E9, 0xE69F00, 0x009E73, 0xF0E442, 0x0072B2, 0xD55E00, 0xCC79A7, 0xFFFFFF)}

func unpack(packed ...uint32) (list []RGB) {
	for _, c := range packed {
		list = append(list, RGB{uint8(c >> 16), uint8(c >> 8), uint8(c)})
	}
	return list
}

// At returns the colour at x, clamped to 0..1. For a NaN it returns magenta, which no colour map
// contains.
func (m *Map) At(x float32) RGB {
	if x != x {
		return RGB{255, 0, 255}
	}
	last := len(m.Colors) - 1
	x = max(0, min(x, 1)) * float32(last)
	i := min(int(x), last-1)
	a, b, t := m.Colors[i], m.Colors[i+1], x-float32(i)
	var c RGB
	for k := range c {
		c[k] = uint8(float32(a[k])*(1-t) + float32(b[k])*t + 0.5)
	}
	return c
}

// Category returns the colour of the i-th name.
func (m *Map) Category(i int) RGB { return m.Colors[i%len(m.Colors)] }

// ColorMapNames returns the values of --color-map, in the order of ColorMap.
func ColorMapNames() []string {
	return append([]string{"auto"}, names(Maps, func(m *Map) string { return m.Name })...)
}

// Map returns the colour map of the bodies: the chosen map, else the first map that suits the
// quantity and its scale.
func (v *View) Map() *Map {
	kind := Sequential
	switch chosen := int(v.ColorMap); {
	case v.Quantity().Categorical:
		return &Categories
	case chosen > 0 && chosen <= len(Maps):
		return &Maps[chosen-1]
	case v.Balanced():
		kind = Diverging
	}
	for i := range Maps {
		if Maps[i].Kind == kind {
			return &Maps[i]
		}
	}
	return &Maps[0]
}

// ColorScale says how a range of numbers is spread over a colour map.
type ColorScale uint8

// ScaleAuto starts at 0 for magnitudes and has 0 in the middle for signed quantities; ScaleLinear
// goes from the smallest value to the largest; ScaleLog is logarithmic, for signed quantities on both
// sides of 0; ScaleSymmetric has 0 in the middle.
const (
	ScaleAuto ColorScale = iota
	ScaleLinear
	ScaleLog
	ScaleSymmetric
	NumColorScales
)

// ColorScaleNames are the scales as the command line and menus name them.
var ColorScaleNames = [NumColorScales]string{"auto", "linear", "log", "symmetric"}

// Logarithmic reports whether the scale of colours is logarithmic.
func (v *View) Logarithmic() bool { return v.ColorScale == ScaleLog && v.Quantity().Log }

// Balanced reports whether the range has 0 in its middle.
func (v *View) Balanced() bool {
	switch v.ColorScale {
	case ScaleLinear:
		return false
	case ScaleSymmetric:
		return true
	}
	return v.Quantity().Signed
}
