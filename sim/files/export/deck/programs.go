package deck

import (
	"fmt"
	"io"
	"strings"

	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/spell"
)

// program describes a program for which decks are written. It holds the functions for those parts of a world that
// the programs take in different ways. "Describes" means that the function adds rows of the mapping (see
// Deck.row); an error of a function refuses the part and is shown to people.
type program struct {
	name    string // name in --to and in file names
	title   string // name as people write it
	command string // shell command that runs the program

	types   int     // largest number of types of spheres; more are written as grades
	least   float64 // smallest restitution of Hertz contacts
	dashpot string  // name of the constant of a linear dashpot in this program
	stiffer string  // how the restitution of Hertz contacts is written
	springs func(*Deck)
	resists bool // the program has rolling and twisting friction, with linear springs
	groups  bool // the deck has a group of atoms for each type

	flat    func(*Deck, *state.Body, *state.Shape) error // refuses or describes a body without mass
	clump   func(*Deck, *state.Body) error               // adds a body with mass that is no single sphere
	feed    func(*Deck, *feed) error                     // refuses or describes an inlet
	feeds   func(*Deck, bool) error                      // refuses all inlets together; true: single spheres exist
	motions func(*Deck, *state.State)                    // adds or refuses the motions
	outlets func(*Deck) error                            // refuses outlets
	space   func(*Deck)                                  // describes what happens to bodies that leave the box

	script func(*Deck) string
	files  func(*Deck) []file // further files, beside those that every program gets
}

// file is a file in the exported folder that the program reads.
type file struct {
	name  string
	write func(io.Writer) error
}

var programs = []*program{&liggghts, &lammps}

// Programs are the names of the programs for which decks can be written.
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
