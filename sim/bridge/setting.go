package bridge

// Setting is what a scene says of all its bodies together and a person can change while it
// runs. Numbers of materials stand in law.Fields.
type Setting struct {
	Key     string // as --set and the fields of the window have it
	Meaning string
	Bound   string // what is allowed; empty if the reader sees it from the value itself
}

// Settings lists them. The tips of the window and the reference of scene files read this table.
var Settings = []Setting{
	{"gravity", "acts on all bodies at once", ""},
	{"damping", "Cundall damping: the share of each force and torque that is taken where it does work, and given where " +
		"it resists; it slows free fall too, and at 0.1 takes a quarter off the flow of a hopper: " +
		"restitution of a material loses energy in contacts only", "0 ≤ damping < 1"},
	{"timeStep.safety", "time step over the critical one, which follows from masses and contact stiffnesses; " +
		"above about 0.8 a pile may become unstable", "0 < safety ≤ 1"},
	{"law", "contact law", ""},
	{"capsuleRule", "how capsules touch", ""},
}

// SettingOf returns the setting with a key, and whether there is one.
func SettingOf(key string) (Setting, bool) {
	for _, s := range Settings {
		if s.Key == key {
			return s, true
		}
	}
	return Setting{}, false
}

// Choice is one of the words that a setting takes, such as a rule or a law.
type Choice struct{ Name, About string }
