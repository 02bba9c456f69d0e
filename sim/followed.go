package sim

import (
	"fmt"
	"strconv"
	"strings"

	"tumble/sim/spell"
)

// CheckFollowed returns an error unless each name is that of one body, or the number of one
// that is there, was there or may yet come out of an inlet.
func (w *World) CheckFollowed(names []string) error {
	for i, name := range names {
		if err := w.checkFollowed(name); err != nil {
			return err
		}
		for _, before := range names[:i] {
			if before == name {
				return fmt.Errorf("must name each body once, got %s twice", spell.Quote(name))
			}
		}
	}
	return nil
}

func (w *World) checkFollowed(name string) error {
	const told = 5 // numbers in an error
	var numbers, known []string
	count := 0
	for _, n := range w.bodies.Created {
		info := &w.bodies.Info[n]
		if info.Name != name {
			known = append(known, info.Name)
			continue
		}
		if count++; count <= told {
			numbers = append(numbers, strconv.Itoa(int(info.ID)))
		}
	}
	if count > told {
		numbers = append(numbers, "…")
	}
	number, err := strconv.ParseInt(name, 10, 64)
	switch {
	case count == 1:
		return nil
	case count > 1:
		return fmt.Errorf("must be names of single bodies, or their numbers: %s are %d bodies (numbers %s)", spell.Quote(name), count, strings.Join(numbers, ", "))
	case err == nil && number >= 0 && (number < int64(w.bodies.Next) || len(w.flow.Inlets) > 0):
		return nil
	case err == nil:
		return fmt.Errorf("must be names or numbers of bodies: the last number is %d, got %s", w.bodies.Next-1, spell.Quote(name))
	}
	hint := ""
	if near := spell.Nearest(name, known); near != "" {
		hint = fmt.Sprintf(" (did you mean %s?)", near)
	}
	return fmt.Errorf("must be names or numbers of bodies: no body is called %s%s", spell.Quote(name), hint)
}
