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

// names gives out file names tumble-<scene>-<n> that no file has yet, with any extension.
type names struct {
	dir  string
	last int // highest number given out
}

// mostNumber bounds the numbers of existing files that are counted: a file with a larger number was not made by a
// window and must not use up all numbers.
const mostNumber = 1 << 30

// next returns a path without extension, for a file about the scene.
func (n *names) next(scene string) string {
	stem := "tumble-" + fileStem(scene) + "-"
	entries, _ := os.ReadDir(cmp.Or(n.dir, ".")) // if the folder is unreadable, writing the file fails with a reason
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

// sceneFile reports whether a file name has the extension of a scene, a mesh or a run file.
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

// pictureTexts returns the texts that are stored in the file of a picture: its origin, the moment that it shows,
// and the hash of the state at that moment, if it is known.
func pictureTexts(s *bridge.Snapshot) [][2]string {
	texts := append(slices.Clone(s.Origin), [2]string{"Time", fmt.Sprintf("%.9g s", s.Time)},
		[2]string{"Step", strconv.FormatInt(s.Step, 10)})
	if s.Readings.Hash != 0 && s.Readings.Step == s.Step {
		texts = append(texts, [2]string{"Hash", fmt.Sprintf("%016x", s.Readings.Hash)})
	}
	return texts
}
