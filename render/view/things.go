package view

import (
	"slices"

	"example.org/tumble/sim/run/bridge"
)

// Things is a set of things. It does not change once it is made, so that two sets can be compared by
// their address. A nil set is empty.
type Things struct {
	list   []bridge.Thing
	bodies map[int64]bool
}

// NewThings returns the set of some things, in the order in which they were chosen; nil for none.
func NewThings(list ...bridge.Thing) *Things {
	s := &Things{bodies: map[int64]bool{}}
	seen := make(map[bridge.Thing]bool, len(list))
	for _, t := range list {
		if t.Kind == bridge.NoThing || seen[t] {
			continue
		}
		seen[t] = true
		s.list = append(s.list, t)
		if t.Kind == bridge.ThingBody {
			s.bodies[t.Body] = true
		}
	}
	if len(s.list) == 0 {
		return nil
	}
	return s
}

// Len returns the number of things.
func (s *Things) Len() int {
	if s == nil {
		return 0
	}
	return len(s.list)
}

// List returns the things in the order in which they were chosen, for reading only.
func (s *Things) List() []bridge.Thing {
	if s == nil {
		return nil
	}
	return s.list
}

// Last returns the thing that was chosen last, whose values panels show; Thing{} if the set is empty.
func (s *Things) Last() bridge.Thing {
	if s.Len() == 0 {
		return bridge.Thing{}
	}
	return s.list[len(s.list)-1]
}

// Has reports whether exactly this thing is in the set.
func (s *Things) Has(t bridge.Thing) bool { return s != nil && slices.Contains(s.list, t) }

// HasBody reports whether the body with a number is in the set, by any of its shapes.
func (s *Things) HasBody(number int64) bool { return s != nil && s.bodies[number] }

// With returns the set with more things.
func (s *Things) With(more ...bridge.Thing) *Things {
	return NewThings(append(slices.Clone(s.List()), more...)...)
}

// Without returns the set without a thing; a body is removed with all of its shapes.
func (s *Things) Without(t bridge.Thing) *Things {
	return NewThings(slices.DeleteFunc(slices.Clone(s.List()), func(have bridge.Thing) bool {
		return have == t || t.Kind == bridge.ThingBody && have.Kind == bridge.ThingBody && have.Body == t.Body
	})...)
}
