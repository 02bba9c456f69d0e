package scene

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/goccy/go-yaml"
)

// WriteSpec writes a scene as YAML. Load reads the same scene from it: numbers are written with
// all their digits.
//
// Errors: those of w.
func WriteSpec(w io.Writer, spec Spec) error {
	doc, err := spec.document()
	var data []byte
	if err == nil {
		data, err = yaml.MarshalWithOptions(doc, yaml.IndentSequence(true))
	}
	if err == nil {
		_, err = w.Write(data)
	}
	if err != nil {
		return fmt.Errorf("scene: write: %w", err)
	}
	return nil
}

// Move changes the file names in a scene that moves from one folder to another, and returns the files that the
// scene may not read by itself from there, since they are not below its folder.
//
// Errors: a file that has no path relative to the new folder.
func (s *Spec) Move(from, to string) (outside []string, err error) {
	for _, file := range s.files() {
		if *file == "" {
			continue
		}
		at := locate(*file, from)
		if at == *file && !filepath.IsAbs(at) {
			continue // a shipped file
		}
		moved, err := relative(to, at)
		if err != nil {
			return nil, fmt.Errorf("scene: write: %w", err)
		}
		if !filepath.IsAbs(*file) {
			*file = moved
		}
		if !filepath.IsLocal(moved) {
			outside = append(outside, *file)
		}
	}
	return outside, nil
}

// Pin replaces the names of files beside the scene, which is in the folder dir, by their absolute paths, so that
// the scene is the same in any folder.
func (s *Spec) Pin(dir string) {
	for _, file := range s.files() {
		if *file != "" {
			*file = locate(*file, dir)
		}
	}
}

// files returns pointers to all file names in the scene.
func (s *Spec) files() (list []*string) {
	list = append(list, &s.State)
	grain := func(g *Grain) {
		if g.Multisphere != nil {
			list = append(list, &g.Multisphere.File)
		}
	}
	for i := range s.Bodies {
		list = append(list, &s.Bodies[i].Mesh)
		grain(&s.Bodies[i].Grain)
	}
	for i := range s.Inlets {
		grain(&s.Inlets[i].Grain)
		for k := range s.Inlets[i].Products {
			grain(&s.Inlets[i].Products[k].Grain)
		}
	}
	if s.Particles != nil {
		list = append(list, &s.Particles.File)
	}
	for i := range s.Motions {
		list = append(list, s.Motions[i].Path.tables()...)
	}
	return list
}

// tables returns pointers to the tables of a path, and of the paths that it sums; "" where there is none.
func (p *Path) tables() []*string {
	list := []*string{&p.Table}
	for i := range p.Sum {
		list = append(list, p.Sum[i].tables()...)
	}
	return list
}

// relative returns the path of a file as seen from a folder.
func relative(folder, file string) (string, error) {
	a, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	b, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	r, err := filepath.Rel(a, b)
	return filepath.ToSlash(r), err
}
