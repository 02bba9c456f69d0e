package view

// Vision is the colour vision with which a window shows its picture: an index into Visions. Saved pictures and
// videos always have the usual colours.
type Vision uint8

// Visions lists how people see red, green and blue; each row of See gives one seen channel from these three. The
// list has usual vision; vision without the cones for green, for red and for blue (G. Machado, M. Oliveira and L.
// Fernandes, "A physiologically-based model for simulation of color vision deficiency", 2009); and the luminance,
// as a printer without colours prints it.
var Visions = []struct {
	Name, Label string // for programs; for people
	See         [3][3]float32
}{
	{"usual", "as it is", [3][3]float32{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
	{"deutan", "without green cones (deuteranopia)", [3][3]float32{{0.367322, 0.860646, -0.227968},
		{0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
	{"protan", "without red cones (protanopia)", [3][3]float32{{0.152286, 1.052583, -0.204868},
		{0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
	{"tritan", "without blue cones (tritanopia)", [3][3]float32{{1.255528, -0.076749, -0.178779},
		{-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
	{"grey", "in greys", [3][3]float32{{0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}}},
}
