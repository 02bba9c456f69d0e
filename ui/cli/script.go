package cli

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"tumble/sim"
	"tumble/sim/export"
	"tumble/sim/scene"
	"tumble/sim/woo"
)

// isScript reports whether a scene is a Woo script.
func isScript(name string) bool { return strings.EqualFold(filepath.Ext(name), ".py") }

// loadScene makes the world of a scene of any kind.
func loadScene(name string, o scene.Options) (sim.Scene, error) {
	if isScript(name) {
		return woo.Load(name, o)
	}
	return scene.Load(name, o)
}

// saveScene writes a scene of any kind, with its settings, as a scene file. What it names
// beside itself is named from the place of the new file.
func saveScene(name string, set []string, path string) error {
	if ext := strings.ToLower(filepath.Ext(path)); ext != ".yaml" && ext != ".yml" {
		return fmt.Errorf("--save-scene: must end in .yaml, got %q", path)
	}
	var spec scene.Spec
	var err error
	if isScript(name) {
		spec, err = woo.ReadSpec(name, set)
	} else {
		spec, err = scene.ReadSpec(name, set)
	}
	if err != nil {
		return err
	}
	if err := spec.Move(filepath.Dir(name), filepath.Dir(path)); err != nil {
		return err
	}
	return export.WriteFile(path, func(w io.Writer) error { return scene.WriteSpec(w, spec) })
}

// frozenScene returns a scene of any kind as a scene file that is the same in any folder.
func frozenScene(name string, set []string) ([]byte, error) {
	if !isScript(name) {
		return scene.Frozen(name, set)
	}
	spec, err := woo.ReadSpec(name, set)
	if err != nil {
		return nil, err
	}
	spec.Pin(filepath.Dir(name))
	var b bytes.Buffer
	err = scene.WriteSpec(&b, spec)
	return b.Bytes(), err
}
