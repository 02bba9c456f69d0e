package ui

import (
	"fmt"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/ui/format"
)

// physics edits the settings and the materials of the world.
type physics struct {
	*shared
	scene     *scene
	questions *questions
	forecast  *forecast
	hard      float64 // the last largest overlap over the radius while contacts were not softened; 0: not known
}

// The edits of the physics that panels make. Each checks the value, sends one command and shows the value until a
// snapshot has it; an invalid value is refused with a reason, and no command is sent.

// materialKey returns the key of a number of a material, as --set names it.
func materialKey(material, field string) string { return "materials." + material + "." + field }

// material returns material i as the panel shows it: the values of the snapshot, with the edits that are still on
// their way.
func (ph *physics) material(i int) law.Material {
	have := ph.snap.Materials[i]
	for _, f := range law.Fields {
		v := f.Of(&have.Law)
		*v = shown(&ph.edits, materialKey(have.Name, f.Name), *v)
	}
	return have.Law
}

// confirm carries out an edit if it is usual, else asks the person first.
func (qs *questions) confirm(about string, usual bool, text, yes string, do func()) {
	qs.withdraw(about)
	if usual {
		do()
		return
	}
	qs.ask(question{about: about, text: text, yes: yes, do: do})
}

// wantMaterial changes one number of material i, after a question if it is unusual.
func (ph *physics) wantMaterial(i int, f law.Field, v float64) {
	w, name := wordOf(f), ph.snap.Materials[i].Name
	usual := v >= w.usual[0] && v <= w.usual[1] || f.Check(v) != nil // invalid values are refused
	ph.questions.confirm(materialKey(name, f.Name), usual,
		fmt.Sprintf("%s of %s for %s: usual are %s to %s. The step may become "+
			"very short, or bodies may pass through one another.", f.Word, format.Quantity(v, f.Unit, 4), name,
			format.Quantity(w.usual[0], f.Unit, 3), format.Quantity(w.usual[1], f.Unit, 3)),
		"Set it", func() { ph.setMaterial(i, f, v) })
}

// setMaterial changes one number of material i.
func (ph *physics) setMaterial(i int, f law.Field, v float64) {
	key := materialKey(ph.snap.Materials[i].Name, f.Name)
	if err := f.Check(v); err != nil {
		ph.refuse.Set(key, err.Error())
		return
	}
	next := ph.material(i)
	if *f.Of(&next) == v {
		ph.refuse.Forget(key)
		return
	}
	*f.Of(&next) = v
	ph.refuse.Forget("materials." + ph.snap.Materials[i].Name) // a refusal of the material as a whole
	ph.set(key, v, bridge.SetMaterial{Index: i, Material: next})
}

// componentKey returns the key of a number of a setting: for a vector the key of component i, since panels edit
// components one by one.
func componentKey(s *setting.Setting, i int) string {
	if s.IsVector() {
		return s.Key + "." + "xyz"[i:i+1]
	}
	return s.Key
}

// setting returns a setting as the panel shows it: the value of the snapshot, with the edits that are still on
// their way.
func (ph *physics) setting(s *setting.Setting) setting.Value {
	v := s.Value(&ph.snap.Params)
	v.Word = shown(&ph.edits, s.Key, v.Word)
	for i := range v.Numbers {
		v.Numbers[i] = shown(&ph.edits, componentKey(s, i), v.Numbers[i])
		if !s.IsVector() {
			break
		}
	}
	return v
}

// wantNumber changes a number of a setting, after a question if it is unusual.
func (ph *physics) wantNumber(s *setting.Setting, i int, x float64) {
	v := ph.setting(s)
	v.Numbers[i] = x
	usual := s.Usual == [2]float64{} || x >= s.Usual[0] && x <= s.Usual[1] || s.Check(v) != nil // invalid: refused
	ph.questions.confirm(s.Key, usual, fmt.Sprintf("%s of %s: usual are %s to %s. %s", wordFor(componentKey(s, i)),
		format.Quantity(x, s.Unit, 6), format.Quantity(s.Usual[0], s.Unit, 3), format.Quantity(s.Usual[1], s.Unit,
			3), s.Beyond), "Set it",
		func() { ph.setNumber(s, i, x) })
}

// setNumber changes a number of a setting.
func (ph *physics) setNumber(s *setting.Setting, i int, x float64) {
	v := ph.setting(s)
	was := v.Numbers[i]
	v.Numbers[i] = x
	if err := s.Check(v); err != nil {
		ph.refuse.Set(s.Key, err.Error())
		return
	}
	refused := ph.refuse.Of(s.Key) != ""
	ph.refuse.Forget(s.Key)
	if x != was || refused {
		ph.set(componentKey(s, i), x, bridge.Set{Key: s.Key, To: v})
	}
}

// setWord chooses the word of a setting.
func (ph *physics) setWord(s *setting.Setting, word string) {
	if word != ph.setting(s).Word {
		ph.set(s.Key, word, bridge.Word(s.Key, word))
	}
}
