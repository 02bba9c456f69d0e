// Package source reads and writes scenes of every kind: built-in ones, scene files, saved states and run files, and Woo
// scripts.
package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/packed"
	"example.org/tumble/sim/scene/woo"
	"example.org/tumble/sim/spell"
)

func init() { scene.OpenParquet = packed.Open }

// ErrName is the error for an output file whose name is not the name of a scene file.
var ErrName = errors.New("must end in .yaml")

// IsScript reports whether a scene is a Woo script.
func IsScript(name string) bool { return strings.EqualFold(filepath.Ext(name), ".py") }

// Load makes the world of a scene of any kind.
func Load(name string, o scene.Options) (run.Scene, error) {
	if IsScript(name) {
		return woo.Load(name, o)
	}
	return scene.Load(name, o)
}

// Save writes a scene of any kind, with its settings, as a scene file. The names of other files in the scene are
// changed so that they are relative to the new file.
//
// It returns what a person should know of how the scene was understood.
func Save(name string, o scene.Options, path string) ([]string, error) {
	if ext := strings.ToLower(filepath.Ext(path)); ext != ".yaml" && ext != ".yml" && !outfile.IsStream(path) {
		return nil, fmt.Errorf("%w, got %s", ErrName, spell.Quote(path))
	}
	spec, notices, err := readSpec(name, o)
	if err != nil {
		return nil, err
	}
	note, err := writeScene(spec, name, path)
	if note != "" {
		notices = append(notices, note)
	}
	return notices, err
}

// SaveEdited writes a scene, with its settings and what was edited in its world, as a
// scene file; see run.Saver.
func SaveEdited(sc run.Scene, o scene.Options, path string) (note string, err error) {
	spec, _, err := readSpec(sc.Name, o)
	if err != nil {
		return "", err
	}
	var s bridge.Snapshot
	sc.World.Fill(&s)
	if err := spec.Edit(&s); err != nil {
		return "", err
	}
	spec.Regions = nil
	for _, r := range sc.Regions {
		spec.Regions = append(spec.Regions, r.String())
	}
	spec.Fields = nil
	for _, f := range sc.Fields {
		spec.Fields = append(spec.Fields, f.String())
	}
	spec.Planes = nil
	for i := range s.Through {
		spec.Planes = append(spec.Planes, s.Through[i].Plane.String())
	}
	spec.Surfaces = nil
	for i := range s.Surfaces {
		spec.Surfaces = append(spec.Surfaces, s.Surfaces[i].Surface.String())
	}
	if text := sc.View.Slice.String(); spec.View != nil || text != "" {
		v := scene.View{}
		if spec.View != nil {
			v = *spec.View
		}
		v.Slice = text
		spec.View = &v
	}
	return writeScene(spec, sc.Name, path)
}

// readSpec reads a scene of any kind as plain data, with what a person should know of how
// it was understood.
func readSpec(name string, o scene.Options) (scene.Spec, []string, error) {
	if IsScript(name) {
		return woo.ReadSpec(name, o)
	}
	spec, err := scene.ReadSpec(name, o.Set)
	return spec, nil, err
}

// writeScene writes a scene that comes from a file, or is a built-in one, to another place.
// It returns what a person should know of the files that it names.
func writeScene(spec scene.Spec, name, path string) (note string, err error) {
	from := "." // for a mesh that was opened by itself, and for a built-in scene with a mesh set
	switch strings.ToLower(filepath.Ext(name)) {
	case ".yaml", ".yml", ".py":
		from = filepath.Dir(name)
	}
	outside, err := spec.Move(from, filepath.Dir(path))
	if err != nil {
		return "", err
	}
	if len(outside) > 0 {
		note = fmt.Sprintf("%s reads %s, which is outside its folder: open it with --allow-read DIR", filepath.Base(path),
			strings.Join(outside, ", "))
	}
	return note, outfile.Write(path, func(w io.Writer) error { return scene.WriteSpec(w, spec) })
}

// Frozen returns a scene of any kind as a scene file that is the same in any folder.
func Frozen(name string, o scene.Options) ([]byte, error) {
	if !IsScript(name) {
		return scene.Frozen(name, o.Set)
	}
	spec, _, err := woo.ReadSpec(name, o)
	if err != nil {
		return nil, err
	}
	spec.Pin(filepath.Dir(name))
	var b bytes.Buffer
	err = scene.WriteSpec(&b, spec)
	return b.Bytes(), err
}
