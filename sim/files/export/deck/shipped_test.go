package deck_test

import (
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/tumble/sim/files/export/deck"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/playback"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/woo"
)

// shipped are the scenes that come with the program, and why a program cannot be told one: "" if it can.
var shipped = []struct{ scene, liggghts, lammps string }{
	{"bottle", "", "a mesh"},
	{"box", "reads no clumps", ""},
	{"bridge", "reads no clumps", ""},
	{"capsule-on-wall", "reads no clumps", ""},
	{"clump", "reads no clumps", ""},
	{"conveyor", "velocity or spin", "LAMMPS cannot take a clump out"},
	{"drum", "spheres and clumps together", "a mesh"},
	{"dzhanibekov", "reads no clumps", ""},
	{"facet-edge", "", "a mesh"},
	{"hopper", "rollingFriction", "a mesh"},
	{"newton-row", "", ""},
	{"rain", "a cylinder without end that moves", ""},
	{"shaker", "a wall that moves", ""},
	{"console.py", "", ""},
	{"direct-shear.yaml", "a wall that moves", "a mesh"},
	{"dumbbells.py", "velocity or spin", ""},
	{"column.yaml", "", "a mesh"},
	{"flat-silo.yaml", "", "a mesh"},
	{"heap.yaml", "rollingFriction", "a mesh"},
	{"gravel.yaml", "", "a mesh"},
	{"impact.yaml", "", ""},
	{"oedometer.yaml", "a wall that moves", "servo"},
	{"paddle-mixer.py", "thickness", "a mesh"},
	{"powder.yaml", "law: jkr", "law: jkr"},
	{"settling.yaml", "force liquid", "force liquid"},
	{"sieve.py", "outlet end", "outlet end"},
	{"silo.yaml", "", "a mesh"},
	{"tipped-cup.py", "a wall that moves", "LAMMPS pours only one type"},
	{"cell.yaml", "the side of a cylinder holds no load", "the side of a cylinder holds no load"},
	{"triaxial.yaml", "a wall that moves", "servo"},
	{"undrained.yaml", "a wall that moves", "servo"},
	{"paddle.yaml", "a hinge or slider", "a hinge or slider"},
	{"wheel.yaml", "a filled mesh", "a filled mesh"},
}

// TestShippedScenes runs all scenes that come with the program and that another program can be told: for a hundred
// steps, with dumps.
func TestShippedScenes(t *testing.T) {
	for _, c := range shipped {
		for program, why := range map[string]string{"liggghts": c.liggghts, "lammps": c.lammps} {
			t.Run(c.scene+", "+program, func(t *testing.T) {
				t.Parallel()
				sc := ship(t, c.scene)
				d, err := short(sc, program)
				if why != "" {
					if err == nil || !strings.Contains(err.Error(), why) {
						t.Errorf("%v, want %q", err, why)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				dumped(t, d, sc)
			})
		}
	}
	names := scenesAndExamples(t)
	for _, c := range shipped {
		names = slices.DeleteFunc(names, func(s string) bool { return s == c.scene })
	}
	if len(names) > 0 {
		t.Errorf("not in the table: %v", names)
	}
}

// shortSteps is how long the decks of these tests run, and how often they dump; the last step is dumped by itself.
const (
	shortSteps = 250
	shortEvery = 100
)

// short makes a deck of a scene that ends soon.
func short(sc run.Scene, program string) (*deck.Deck, error) {
	dt := sc.World.Plan().Step
	return newDeck(sc, deck.Options{Program: program, Until: sc.World.Clock().Time + shortSteps*dt,
		DumpEvery: shortEvery * dt, DampingAsRestitution: true})
}

// dumped runs a deck that short made, and returns the bodies of its last dump.
func dumped(t *testing.T, d *deck.Deck, sc run.Scene) int {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "run")
	if err := d.Write(folder, saved(sc)); err != nil {
		t.Fatal(err)
	}
	execute(t, d.Program, folder)
	for _, step := range []int{0, shortEvery, 2 * shortEvery, shortSteps} {
		if _, err := os.Stat(filepath.Join(folder, "post", fmt.Sprintf("atoms.%d.txt", step))); err != nil {
			t.Error(err)
		}
	}
	r, err := playback.Open(folder, playback.Options{TimeStep: 1e-5})
	if err != nil {
		t.Fatal(err)
	}
	if r.Len() != 4 {
		t.Errorf("%d dumps, want 4", r.Len())
	}
	m, err := r.Read(r.Len() - 1)
	if err != nil {
		t.Fatal(err)
	}
	return len(m.Bodies)
}

// examples is where scenes are that are shipped as files.
const examples = "../../../../assets/examples"

// ship loads a scene that comes with the program.
func ship(t *testing.T, name string) run.Scene {
	t.Helper()
	if filepath.Ext(name) != ".py" {
		if filepath.Ext(name) != "" {
			name = filepath.Join(examples, name)
		}
		return load(t, name)
	}
	sc, err := woo.Load(filepath.Join(examples, name), scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(sc.World.Close)
	return sc
}

// scenesAndExamples lists the scenes that come with the program, files with their endings.
func scenesAndExamples(t *testing.T) (names []string) {
	t.Helper()
	list, err := scene.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range list {
		names = append(names, info.Name)
	}
	files, err := os.ReadDir(examples)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		names = append(names, f.Name())
	}
	return names
}

// mixture is an inlet of so many products.
const mixture = `
title: Mixture
gravity: [0, 0, -9.81]
timeStep: {fixed: 1e-5}
materials:
  - {name: a, young: 1e7, ktDivKn: 0.3, tanPhi: 0.3, density: 2000, restitution: 0.6}
bodies:
  - {name: floor, wall: {axis: z, position: 0, sense: 1, rectangle: [[-0.1, -0.1], [0.1, 0.1]]}}
inlets:
  - name: mixed
    box: {center: [0, 0, 0.08], size: [0.1, 0.1, 0.1]}
    maxBodies: 40
    HOW
    products:
`

// mixtureOf returns a scene with an inlet of so many products, which are capsules or spheres of many sizes.
func mixtureOf(products int, how string, capsules bool) string {
	text := strings.Replace(mixture, "HOW", how, 1)
	for k := range products {
		shape, r := "sphere: {radius: %.3g}", 3e-3+1e-4*float64(k)
		if capsules {
			shape = "capsule: {radius: %.3g, shaft: 0.004}"
		}
		text += fmt.Sprintf("      - {"+shape+", weight: 1}\n", r)
	}
	return text
}

// TestProducts runs decks with inlets of one to twelve products, which make them in each way there is. Without
// TUMBLE_LONG it runs those of five, which once had a seed twice, and of twelve.
func TestProducts(t *testing.T) {
	for products := 1; products <= 12; products++ {
		if products != 5 && products != 12 && os.Getenv("TUMBLE_LONG") == "" {
			continue
		}
		for _, c := range []struct {
			program, how string
			capsules     bool
		}{
			{"liggghts", "fill: true", true}, {"liggghts", "massRate: 5", true}, {"liggghts", "", false},
			{"lammps", "massRate: 5", true}, {"lammps", "massRate: 5", false},
		} {
			t.Run(fmt.Sprintf("%d, capsules %v, %s, %s", products, c.capsules, c.program, c.how), func(t *testing.T) {
				t.Parallel()
				sc := load(t, write(t, mixtureOf(products, c.how, c.capsules)))
				d, err := short(sc, c.program)
				if err != nil {
					t.Fatal(err)
				}
				if n := dumped(t, d, sc); n < 12 {
					t.Errorf("there are %d bodies", n)
				}
			})
		}
	}
}

// nothingLeft is a ball that is out of the box long before the end.
const nothingLeft = nothingMoves + `  - name: falls
    sphere: {radius: 0.01}
    position: [0.03, 0, 0]
    velocity: [0, 0, -5]
outlets:
  - {name: below, halfSpace: {point: [0, 0, -0.02], normal: [0, 0, 1]}}
`

// TestNothingLeft runs a deck whose bodies are all out before its last dump.
func TestNothingLeft(t *testing.T) {
	sc := load(t, write(t, nothingLeft))
	d, err := short(sc, "liggghts")
	if err != nil {
		t.Fatal(err)
	}
	if n := dumped(t, d, sc); n > 0 {
		t.Errorf("%d bodies are there", n)
	}
}

// seedWords find the seeds in decks: of templates, distributions and inlets of LIGGGHTS, and of pour and deposit.
var seedWords = regexp.MustCompile(`particletemplate/\S+ (\d+)|numberbased (\d+)|seed (\d+)|` +
	`pour \d+ 0 (\d+)|deposit \d+ 0 \d+ (\d+)`)

// seedsOf lists the seeds of a deck of a scene.
func seedsOf(t *testing.T, text, program string, seed uint64) (list []string) {
	t.Helper()
	sc, err := scene.Load(write(t, text), scene.Options{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	defer sc.World.Close()
	d, err := short(sc, program)
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "run")
	if err := d.Write(folder, saved(sc)); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(folder, "in."+program))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range seedWords.FindAllStringSubmatch(string(data), -1) {
		list = append(list, strings.Join(m[1:], ""))
	}
	return list
}

// TestSeeds checks that all seeds of a deck are unlike each other, primes above 10000 as LIGGGHTS asks for, the same
// for the same seed of the scene, and others for another.
func TestSeeds(t *testing.T) {
	text := mixtureOf(20, "massRate: 5", true)
	for _, program := range deck.Programs {
		var all []string
		for seed := range uint64(3) {
			list := seedsOf(t, text, program, seed)
			if !slices.Equal(list, seedsOf(t, text, program, seed)) {
				t.Errorf("%s: other seeds from the same seed %d", program, seed)
			}
			if len(list) < 20 {
				t.Fatalf("%s: the seeds %v of 20 products", program, list)
			}
			for _, s := range list {
				if n, ok := new(big.Int).SetString(s, 10); !ok || !n.ProbablyPrime(0) || n.Int64() <= 10000 || n.Int64() >= 1<<30 {
					t.Errorf("%s: the seed %s", program, s)
				}
			}
			slices.Sort(list)
			if n := len(slices.Compact(list)); n < len(list) {
				t.Errorf("%s: %d seeds, but %d unlike ones", program, len(list), n)
			}
			all = append(all, list...)
		}
		slices.Sort(all)
		if n := len(slices.Compact(slices.Clone(all))); n < len(all)*9/10 {
			t.Errorf("%s: %d seeds of 3 scenes, but %d unlike ones", program, len(all), n)
		}
	}
}
