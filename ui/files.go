package ui

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/run/bridge"
)

// names gives out file names tumble-<scene>-<n> that no file has yet, whatever its ending.
type names struct {
	dir  string
	last int // highest number given out
}

// mostNumber ends the numbers that are looked at: a file of a larger one, which no window has made, does not keep those
// after it from being given out.
const mostNumber = 1 << 30

// next returns a path without ending, for a file about the scene.
func (n *names) next(scene string) string {
	stem := "tumble-" + fileStem(scene) + "-"
	entries, _ := os.ReadDir(cmp.Or(n.dir, ".")) // an unreadable folder fails at the write, with a reason
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), stem)
		if !ok {
			continue
		}
		digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
		if i, err := strconv.Atoi(digits); err == nil && i > n.last && i < mostNumber {
			n.last = i
		}
	}
	n.last++
	return filepath.Join(n.dir, fmt.Sprintf("%s%d", stem, n.last))
}

// sceneFile reports whether the name of a file is one of a scene of some kind.
func sceneFile(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".yaml", ".yml", ".py", ".stl", ".obj", ".ply", ".tumble":
		return true
	}
	return false
}

// fileStem turns the name of a scene, which may be a path, into a part of a file name.
func fileStem(scene string) string {
	s := strings.TrimSuffix(filepath.Base(scene), filepath.Ext(scene))
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, s)
	if strings.Trim(s, "-.") == "" {
		return "scene"
	}
	return s
}

// pictureTexts are what the file of a picture says of itself: where it comes from, of which moment it is, and the hash
// of that state, if it is known.
func pictureTexts(s *bridge.Snapshot) [][2]string {
	texts := append(slices.Clone(s.Origin), [2]string{"Time", fmt.Sprintf("%.9g s", s.Time)},
		[2]string{"Step", strconv.FormatInt(s.Step, 10)})
	if s.Readings.Hash != 0 && s.Readings.Step == s.Step {
		texts = append(texts, [2]string{"Hash", fmt.Sprintf("%016x", s.Readings.Hash)})
	}
	return texts
}
