//go:build !headless

package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/studio"
)

// comparisonFlags list the worlds, or the views of one world; a picture shows each in a tile of its own.
type comparisonFlags struct{ studio.Comparison }

func (b *comparisonFlags) declare(f *flags) {
	f.text("beside", "PATH=V,V", "2 to 6 worlds side by side on one clock, each with another value of a setting as --set "+
		"has it, of seed, or of view; semicolons part values that have commas: view=front;top;-60,30",
		func(text string) (err error) {
			b.Path, b.Values, b.Views, err = parseComparison(text)
			return err
		})
	f.time("fork", "simulated time at which the worlds of --beside begin to differ; the setting must be one that can be "+
		"edited as a scene runs (their start)", &b.Fork)
	f.toggle("wipe", "shows two worlds of --beside one over the other, each on its side of a line", &b.Wipe)
}

// parseComparison reads "materials.pill.tanPhi=0.2,0.5".
func parseComparison(text string) (path string, values []string, views []studio.Eye, err error) {
	s, err := parseSetting(text)
	if err != nil {
		return "", nil, nil, err
	}
	separator := ","
	if strings.Contains(s.value, ";") {
		separator = ";"
	}
	for _, v := range strings.Split(s.value, separator) {
		v = strings.TrimSpace(v)
		if v == "" || slices.Contains(values, v) {
			return "", nil, nil, fmt.Errorf("must have values that differ from each other, got %s", spell.Quote(s.value))
		}
		values = append(values, v)
		switch s.path {
		case "view":
			eye, err := parseEye(v)
			if err != nil {
				return "", nil, nil, err
			}
			views = append(views, eye)
		case "seed":
			if _, err := strconv.ParseUint(v, 10, 63); err != nil {
				return "", nil, nil, fmt.Errorf("seed must be a whole number ≥ 0, got %s", spell.Quote(v))
			}
		}
	}
	if len(values) < 2 || len(values) > studio.MostTiles {
		return "", nil, nil, fmt.Errorf("must have 2 to %d values, got %d", studio.MostTiles, len(values))
	}
	return s.path, values, views, nil
}

// check refuses flags that do not go together.
func (b *comparisonFlags) check(command, name string) error {
	bad := func(text string) error { return &usageError{command, command + ": " + text} }
	switch {
	case b.Path == "" && (b.Fork > 0 || b.Wipe):
		return bad("--fork and --wipe go with --beside")
	case b.Wipe && len(b.Values) != 2:
		return bad(fmt.Sprintf("--wipe is for two worlds, --beside has %d", len(b.Values)))
	case b.Fork > 0 && b.Path == "view":
		return bad("--fork is for settings: views are of one world")
	case b.Worlds() > 1 && name == input.Standard:
		return bad("--beside reads the scene once for each world, which standard input cannot give: save it as a file")
	case b.Path == "seed" && scene.IsSaved(name) && b.Fork == 0:
		return bad("--beside seed: the random streams of a saved state go on where they were; --fork TIME gives other " +
			"seeds from then on")
	}
	return nil
}

// refuseWorlds refuses several worlds side by side, because dumps are of one world. Several views of it are
// possible.
func (b *comparisonFlags) refuseWorlds(command string) error {
	if b.Worlds() > 1 || b.Fork > 0 {
		return &usageError{command, command + ": dumps are of one world: --beside takes views alone"}
	}
	return nil
}
