// Package setting holds the settings of a world: the numbers and words that a scene gives for the whole world. It
// says which settings a person can change while the world runs. Numbers of materials are in law.Fields.
package setting

import (
	"fmt"
	"strings"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/vec"
)

// Params are the numbers of a world that are not tied to one body.
type Params struct {
	Gravity        vec.Vec3 // [m/s²]
	Damping        float64  // Cundall damping, in [0, 1)
	TimeStep       float64  // [s]; 0: from stiffness, see package timestep
	Soften         float64  // factor by which contacts are softer than their materials, at least 1 [1]
	FirstTimeStep  float64  // [s] to begin with, unless TimeStep is set; 0: from stiffness
	TimeStepSafety float64  // fraction of the critical time step, in (0, 1]
	TimeStepEvery  int      // steps between two estimates; 0: only before the first step
	CapsuleRule    string   // one of CapsuleRules; empty: the first
	Law            string   // row of law.Kinds; empty: the first
	Seed           uint64   // of all random streams
	Workers        int      // goroutines that share the work; 0 means 1
}

// Defaults are the parameters of a scene that gives none.
var Defaults = Params{
	Gravity:        vec.Vec3{Z: -10},
	TimeStepSafety: 0.5,
	TimeStepEvery:  100,
	Soften:         1,
	CapsuleRule:    CapsuleRules[0].Name,
	Law:            law.Kinds[0].Name,
}

// Setting describes one setting. Scene files and their reference, --set, the check of an edit, undo, saved states,
// the panel of the scene, labels of worlds side by side, reports, replays and the decks for other programs all
// read this description; one that cannot use a setting says so.
type Setting struct {
	Key     string // name in scene files, --set and refused edits
	Name    string // name for people
	Unit    string // SI; empty for a plain number or a word
	Meaning string
	Bound   string // allowed range; empty if a value shows by itself what is allowed

	// Live marks a setting that can be changed while a world runs.
	Live bool
	// Later marks a setting that worlds of older versions do not have. Saved states and hashes have it only if it
	// differs from the default, so that those of older versions stay valid.
	Later bool
	// Begins marks a setting that only determines how a run begins: saved states do not have it.
	Begins bool

	// Slider is the range of numbers that a slider offers; a typed number may be anywhere in the allowed range.
	Slider [2]float64
	// Usual is the range outside of which a person is asked whether a number is meant, and Beyond says what may
	// happen there. With an empty range, the program does not ask.
	Usual  [2]float64
	Beyond string
	// Idle says why the setting has no effect together with other parameters; empty if it has an effect. It may be
	// nil.
	Idle func(p *Params) string
	// Choices are the words that are allowed; nil for numbers.
	Choices func() []Choice

	// At returns the address of the value in parameters: a *float64, *vec.Vec3, *int or *string.
	At func(*Params) any

	check func(x float64) error
}

// Choice is one of the words that a setting accepts.
type Choice struct{ Name, About string }

// CapsuleRules are the rules by which contacts follow from the overlap of capsules; package contact describes
// them.
var CapsuleRules = []Choice{
	{"documented", "minimum distance, with point and normal weighted over all overlapping ends (as in the documentation " +
		"of Woo)"},
	{"integral", "overlap averaged along the shafts: continuous, and derived from a potential, so that energy is " +
		"conserved"},
}

func laws() (list []Choice) {
	for _, k := range law.Kinds {
		list = append(list, Choice{k.Name, k.About})
	}
	return list
}

// Table lists all settings. Saved states have those that are not Later in this order.
var Table = []Setting{
	{
		Key: "gravity", Name: "Gravity", Unit: "m/s²", Live: true, Meaning: "gravitational acceleration of all bodies",
		Slider: [2]float64{-20, 20},
		// Some fifty times the gravity of the Earth, which a person exceeds by one or two digits too many.
		Usual: [2]float64{-500, 500}, Beyond: "Bodies may fall through one another and through walls in a few steps.",
		At:    func(p *Params) any { return &p.Gravity },
		check: func(x float64) error { return limit.Acceleration.Check("gravity", x) },
	},
	{
		Key: "damping", Name: "Damping", Live: true,
		Meaning: "Cundall damping: the share of each force and torque that is subtracted where the force does work, and " +
			"added where it resists the motion; damping slows free fall too, and 0.1 reduces the flow of a hopper by a " +
			"quarter; the restitution of a material dissipates energy in contacts only",
		Bound: "0 ≤ damping < 1", Slider: [2]float64{0, 0.9},
		Usual: [2]float64{0, 0.9}, Beyond: "Of each force that does work so much is taken that bodies hardly fall any more.",
		At:    func(p *Params) any { return &p.Damping },
		check: within("damping", "in [0, 1)", func(x float64) bool { return x >= 0 && x < 1 }),
	},
	{
		Key: "timeStep.fixed", Name: "Fixed time step", Unit: "s",
		Meaning: "a time step that never changes; 0: the time step follows from masses and stiffnesses",
		At:      func(p *Params) any { return &p.TimeStep },
		check:   within("timeStep", "in [0, 1) s", func(x float64) bool { return x >= 0 && x < 1 }),
	},
	{
		Key: "timeStep.safety", Name: "Step safety", Live: true,
		Meaning: "time step over the critical one, which follows from masses and contact stiffnesses; " +
			"above about 0.8 a pile may become unstable",
		Bound: "0 < safety ≤ 1", Slider: [2]float64{0.05, 1}, Idle: fixedStep,
		At:    func(p *Params) any { return &p.TimeStepSafety },
		check: within("timeStep.safety", "in (0, 1]", func(x float64) bool { return x > 0 && x <= 1 }),
	},
	{
		Key: "timeStep.every", Name: "Steps between estimates",
		Meaning: "steps between two estimates; 0: only the first",
		At:      func(p *Params) any { return &p.TimeStepEvery },
		check:   within("timeStep.every", "≥ 0 steps", func(x float64) bool { return x >= 0 }),
	},
	{
		Key: "capsuleRule", Name: "Capsule rule", Live: true, Meaning: "how capsules touch",
		Choices: func() []Choice { return CapsuleRules },
		At:      func(p *Params) any { return &p.CapsuleRule },
	},
	{
		Key: "law", Name: "Contact law", Live: true, Meaning: "contact law",
		Choices: laws,
		At:      func(p *Params) any { return &p.Law },
	},
	{
		Key: "soften", Name: "Preview: soften", Live: true, Later: true,
		Meaning: "divides the stiffness of all contacts by this factor, for a preview: the time step grows with the root " +
			"of the factor; restitution, friction and the pull-off force of jkr stay the same, and overlaps grow",
		Bound: "1 ≤ soften ≤ 1e6", Slider: [2]float64{1, 1000},
		Usual: [2]float64{1, 1000}, Beyond: "Bodies may sink into one another and through thin walls.",
		At:    func(p *Params) any { return &p.Soften },
		check: within("soften", "in [1, 1e6]", func(x float64) bool { return x >= 1 && x <= 1e6 }),
	},
	{
		Key: "timeStep.initial", Name: "First time step", Unit: "s", Begins: true,
		Meaning: "time step of the first steps, until the first estimate that differs from it; 0: the first estimate",
		At:      func(p *Params) any { return &p.FirstTimeStep },
		check:   within("timeStep.initial", "in [0, 1) s", func(x float64) bool { return x >= 0 && x < 1 }),
	},
}

// fixedStep says that the scene chooses the time step itself, if it does.
func fixedStep(p *Params) string {
	if p.TimeStep > 0 {
		return "The scene fixes the time step; it is not recomputed."
	}
	return ""
}

// within returns the check of a number that must be in a range; bound describes this range in words.
func within(key, bound string, ok func(x float64) bool) func(x float64) error {
	return func(x float64) error {
		if ok(x) {
			return nil
		}
		return fmt.Errorf("%s must be %s, got %g", key, bound, x)
	}
}

// Of returns the setting with a key, or nil.
func Of(key string) *Setting {
	for i := range Table {
		if Table[i].Key == key {
			return &Table[i]
		}
	}
	return nil
}

// LiveKeys lists the keys of the settings that can be changed while a world runs.
func LiveKeys() (keys []string) {
	for i := range Table {
		if Table[i].Live {
			keys = append(keys, Table[i].Key)
		}
	}
	return keys
}

// IsVector reports whether a value has three numbers.
func (s *Setting) IsVector() bool {
	_, yes := s.At(&Params{}).(*vec.Vec3)
	return yes
}

// IsWord reports whether a value is a word.
func (s *Setting) IsWord() bool { return s.Choices != nil }

// Value returns the value of the setting in the parameters.
func (s *Setting) Value(p *Params) (v Value) {
	switch at := s.At(p).(type) {
	case *float64:
		v.Numbers[0] = *at
	case *int:
		v.Numbers[0] = float64(*at)
	case *vec.Vec3:
		v.Numbers = [3]float64{at.X, at.Y, at.Z}
	case *string:
		v.Word = *at
	}
	return v
}

// Put sets the value of the setting in the parameters, without a check.
func (s *Setting) Put(p *Params, v Value) {
	switch at := s.At(p).(type) {
	case *float64:
		*at = v.Numbers[0]
	case *int:
		*at = int(v.Numbers[0])
	case *vec.Vec3:
		*at = vec.New(v.Numbers[0], v.Numbers[1], v.Numbers[2])
	case *string:
		*at = v.Word
	}
}

// Check returns an error, which names the value and the bound, unless the value is allowed.
func (s *Setting) Check(v Value) error {
	if s.IsWord() {
		return s.checkWord(v)
	}
	if v.Word != "" || !s.IsVector() && (v.Numbers[1] != 0 || v.Numbers[2] != 0) {
		return fmt.Errorf("%s must be %s, got %s", s.Key, s.kind(), v)
	}
	for _, x := range v.Numbers {
		if err := s.check(x); err != nil {
			return err
		}
		if !s.IsVector() {
			break
		}
	}
	return nil
}

func (s *Setting) checkWord(v Value) error {
	var names []string
	for _, c := range s.Choices() {
		if v == Word(c.Name) {
			return nil
		}
		names = append(names, c.Name)
	}
	return fmt.Errorf("%s must be one of %s, got %s", s.Key, strings.Join(names, ", "), v)
}

// kind says in words how many numbers a value has.
func (s *Setting) kind() string {
	if s.IsVector() {
		return "three numbers"
	}
	return "a number"
}

// Listed reports whether reports and replays list the setting. They list a setting that can be changed while a
// world runs, unless it is Later, and every setting that differs from its default.
func (s *Setting) Listed(p *Params) bool { return s.Live && !s.Later || s.Value(p) != s.Default() }

// Default returns the value of the setting in a scene that does not give it.
func (s *Setting) Default() Value { return s.Value(&Defaults) }

// Check returns an error that names the first number or word that is not allowed.
func (p *Params) Check() error {
	for i := range Table {
		if err := Table[i].Check(Table[i].Value(p)); err != nil {
			return err
		}
	}
	if p.Workers < 0 {
		return fmt.Errorf("workers must be ≥ 0, got %d", p.Workers)
	}
	return limit.Workers.Check(p.Workers)
}

// Forget resets the parameters that only determine how a run begins or how it is computed. The other parameters
// are the same in a world and in its restored copy.
func (p *Params) Forget() {
	p.Workers = 0
	for i := range Table {
		if s := &Table[i]; s.Begins {
			s.Put(p, s.Default())
		}
	}
}

// Completed returns the parameters with the default for each empty word, and with Soften 1 if it is 0. No world
// can have Soften 0, so 0 means that no number was given, and contacts are as stiff as their materials.
func (p Params) Completed() Params {
	if p.Soften == 0 {
		p.Soften = Defaults.Soften
	}
	for i := range Table {
		if s := &Table[i]; s.IsWord() && s.Value(&p).Word == "" {
			s.Put(&p, s.Default())
		}
	}
	return p
}
