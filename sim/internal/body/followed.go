package body

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/spell"
)

// CheckFollowed returns an error unless each name is the name of one body, or the number of a body
// that is there, was there or, if the set grows, may yet come.
func (b *Set) CheckFollowed(names []string, grows bool) error {
	for i, name := range names {
		if err := b.checkFollowed(name, grows); err != nil {
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

func (b *Set) checkFollowed(name string, grows bool) error {
	const listed = 5 // numbers in an error
	var numbers, known []string
	count := 0
	for _, n := range b.Created {
		if own := b.Name(int(n)); own != name {
			known = append(known, own)
			continue
		}
		if count++; count <= listed {
			numbers = append(numbers, strconv.Itoa(int(b.ID(int(n)))))
		}
	}
	if count > listed {
		numbers = append(numbers, "…")
	}
	number, err := strconv.ParseInt(name, 10, 64)
	switch {
	case count == 1:
		return nil
	case count > 1:
		return fmt.Errorf("must be names of single bodies, or their numbers: %s are %d bodies (numbers %s)",
			spell.Quote(name), count, strings.Join(numbers, ", "))
	case err == nil && number >= 0 && (number < int64(b.Next) || grows):
		return nil
	case err == nil:
		return fmt.Errorf("must be names or numbers of bodies: the last number is %d, got %s",
			b.Next-1, spell.Quote(name))
	}
	hint := ""
	if near := spell.Nearest(name, known); near != "" {
		hint = fmt.Sprintf(" (did you mean %s?)", near)
	}
	return fmt.Errorf("must be names or numbers of bodies: no body is called %s%s", spell.Quote(name), hint)
}

// CheckBodyNames returns an error unless a body of each name or number exists, or may still come out of an inlet,
// whose bodies have its name. An empty name is any body.
func (b *Set) CheckBodyNames(names, inlets []string) error {
	known := append([]string{""}, inlets...)
	for _, n := range b.Created {
		known = append(known, b.Name(int(n)))
	}
	for _, name := range names {
		number, err := strconv.ParseInt(name, 10, 64)
		switch {
		case slices.Contains(known, name) || err == nil && number >= 0 && len(inlets) > 0:
		case err == nil && (number < 0 || number >= int64(b.Next)):
			return fmt.Errorf("no body has the number %d: the last one is %d", number, b.Next-1)
		case err != nil:
			hint := ""
			if near := spell.Nearest(name, known); near != "" {
				hint = fmt.Sprintf(" (did you mean %s?)", near)
			}
			return fmt.Errorf("no body or inlet is called %s%s", spell.Quote(name), hint)
		}
	}
	return nil
}
