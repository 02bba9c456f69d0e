package cli

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"tumble/sim"
	"tumble/sim/bridge"
	"tumble/sim/outfile"
	"tumble/sim/scene"
	"tumble/sim/spell"
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
//
// It returns what a person should know of how the scene was understood.
func saveScene(name string, set []string, path string) ([]string, error) {
	if ext := strings.ToLower(filepath.Ext(path)); ext != ".yaml" && ext != ".yml" {
		return nil, fmt.Errorf("--save-scene: must end in .yaml, got %s", spell.Quote(path))
	}
	spec, notices, err := readSpec(name, set)
	if err != nil {
		return nil, err
	}
	return notices, writeScene(spec, name, path)
}

// saveEdited writes a scene, with its settings and what was edited in its world, as a
// scene file.
func saveEdited(sc sim.Scene, set []string, path string) error {
	spec, _, err := readSpec(sc.Name, set)
	if err != nil {
		return err
	}
	var s bridge.Snapshot
	sc.World.Fill(&s)
	if err := spec.Edit(s.Params, s.Materials); err != nil {
		return err
	}
	return writeScene(spec, sc.Name, path)
}

// readSpec reads a scene of any kind as plain data, with what a person should know of how
// it was understood.
func readSpec(name string, set []string) (scene.Spec, []string, error) {
	if isScript(name) {
		return woo.ReadSpec(name, set)
	}
	spec, err := scene.ReadSpec(name, set)
	return spec, nil, err
}

// writeScene writes a scene that comes from a file, or is a built-in one, to another place.
func writeScene(spec scene.Spec, name, path string) error {
	from := "." // of a mesh that was opened by itself, and of a built-in scene with a mesh set
	switch strings.ToLower(filepath.Ext(name)) {
	case ".yaml", ".yml", ".py":
		from = filepath.Dir(name)
	}
	if err := spec.Move(from, filepath.Dir(path)); err != nil {
		return err
	}
	return outfile.Write(path, func(w io.Writer) error { return scene.WriteSpec(w, spec) })
}

// frozenScene returns a scene of any kind as a scene file that is the same in any folder.
func frozenScene(name string, set []string) ([]byte, error) {
	if !isScript(name) {
		return scene.Frozen(name, set)
	}
	spec, _, err := woo.ReadSpec(name, set)
	if err != nil {
		return nil, err
	}
	spec.Pin(filepath.Dir(name))
	var b bytes.Buffer
	err = scene.WriteSpec(&b, spec)
	return b.Bytes(), err
}
