package scene

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/goccy/go-yaml"
)

// Frozen returns a scene as one YAML document, with the settings put in, that gives the same world from any
// folder: files beside the scene or in the working folder are named by their absolute path.
//
// Errors are those of ReadSpec.
func Frozen(name string, set []string) ([]byte, error) {
	data, dir, err := readText(name)
	if err != nil {
		return nil, err
	}
	if _, _, err := parse(name, data, set); err != nil {
		return nil, err
	}
	if data, err = applySets(data, set); err != nil {
		return nil, fmt.Errorf("scene: %s: %w", name, err)
	}
	var doc yaml.MapSlice
	if err := yaml.UnmarshalWithOptions(data, &doc, yaml.UseOrderedMap()); err != nil {
		return nil, fmt.Errorf("scene: %s: %w", name, err)
	}
	pin("", doc, dir)
	return yaml.MarshalWithOptions(doc, yaml.IndentSequence(true))
}

// Named returns the files that a frozen scene names, except shipped ones.
func Named(frozen []byte) (files []string, err error) {
	spec, _, err := decode(frozen)
	if err != nil {
		return nil, err
	}
	for _, file := range spec.files() {
		if *file != "" && filepath.IsAbs(*file) {
			files = append(files, *file)
		}
	}
	return files, nil
}

// fileKeys are the keys of a scene that name files, by the key of the part of the scene in which they are.
var fileKeys = map[string]string{"": "state", "bodies": "mesh", "multisphere": "file", "particles": "file",
	"motions": "table", "sum": "table"}

// pin replaces the names of files in a part of a scene by their absolute paths.
func pin(key string, part any, dir string) {
	switch part := part.(type) {
	case []any:
		for _, entry := range part {
			pin(key, entry, dir)
		}
	case yaml.MapSlice:
		for i := range part {
			name, _ := part[i].Key.(string)
			if file, ok := part[i].Value.(string); ok && name != "" && name == fileKeys[key] {
				part[i].Value = locate(file, dir)
			} else {
				pin(name, part[i].Value, dir)
			}
		}
	}
}

// locate returns the absolute path of the file that Opener finds, or the name of a shipped file unchanged.
func locate(file, dir string) string {
	if dir != "" && !filepath.IsAbs(file) {
		if _, err := os.Stat(filepath.Join(dir, file)); err == nil {
			file = filepath.Join(dir, file)
		}
	}
	if whole, err := filepath.Abs(file); err == nil && !shipped(file) {
		return whole
	}
	return file
}
