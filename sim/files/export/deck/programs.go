package deck

import (
	"fmt"
	"io"
	"strings"

	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/spell"
)

// program is a program that decks are written for: how it takes the parts of a world that programs take in different
// ways. What refuses something names it.
type program struct {
	name    string // in --to, and in the names of files
	title   string // as people write it
	command string // that runs it

	types   int     // how many types of spheres it takes; more are written as grades
	least   float64 // least restitution of Hertz contacts
	dashpot string  // what it calls the number of a linear dashpot
	stiffer string  // how it is given the restitution of springs that stiffen
	springs func(*Deck)
	resists bool // it knows rolling and twisting friction, with linear springs

	flat    func(*Deck, *state.Body, *state.Shape) error // refuses a body without mass, or says how it is written
	clump   func(*Deck, *state.Body) error               // adds a body with a mass that is no single sphere
	feed    func(*Deck, *feed) error                     // refuses what an inlet makes, or says how it is written
	feeds   func(*Deck, bool) error                      // refuses inlets together; true: there are spheres
	motions func(*Deck, *state.State)                    // adds the motions, or refuses them
	outlets func(*Deck) error                            // refuses outlets
	space   func(*Deck)                                  // says what becomes of what leaves the box

	script func(*Deck) string
	files  func(*Deck) []file // beside those of every program
}

// file is a file in the folder that a program reads.
type file struct {
	name  string
	write func(io.Writer) error
}

var programs = []*program{&liggghts, &lammps}

// Programs are the programs that decks can be written for.
var Programs = programNames()

func programNames() (names []string) {
	for _, p := range programs {
		names = append(names, p.name)
	}
	return names
}

func programOf(name string) (*program, error) {
	for _, p := range programs {
		if p.name == name {
			return p, nil
		}
	}
	return nil, fmt.Errorf("export: the program must be one of %s, got %s", strings.Join(Programs, ", "),
		spell.Quote(name))
}
