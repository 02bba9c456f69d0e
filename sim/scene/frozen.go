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
	for _, item := range doc {
		switch v := item.Value.(type) {
		case []any:
			for _, entry := range v {
				pinEntry(item.Key, entry, dir)
			}
		case yaml.MapSlice:
			if item.Key == "particles" {
				pin(v, "file", dir)
			}
		}
	}
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

// pinEntry replaces the names of files in an entry of a list of the scene.
func pinEntry(list, entry any, dir string) {
	m, ok := entry.(yaml.MapSlice)
	switch {
	case ok && list == "bodies":
		pin(m, "mesh", dir)
	case ok && (list == "motions" || list == "sum"):
		pin(m, "table", dir)
		for _, item := range m {
			parts, _ := item.Value.([]any)
			for _, part := range parts {
				pinEntry(item.Key, part, dir)
			}
		}
	}
}

// pin replaces the file name under a key by its absolute path.
func pin(m yaml.MapSlice, key, dir string) {
	for i := range m {
		if file, ok := m[i].Value.(string); ok && m[i].Key == key {
			m[i].Value = locate(file, dir)
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
