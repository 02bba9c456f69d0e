package scene

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"

	"example.org/tumble/assets"
	"example.org/tumble/sim"
	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/spell"
)

// Options are the inputs of a run that are not part of a scene.
type Options struct {
	Seed    uint64
	Workers int
	Set     []string // PATH=VALUE each, as --set takes them

	// AllowRead names folders below which a scene or script may read meshes and tables,
	// besides its own.
	AllowRead []string

	// At, if not nil, is the time of a recorded run to load [s]. The end of the run is loaded if it is nil or
	// later.
	At *float64

	// OnRead, if not nil, is called with the name of each mesh and table that is read.
	OnRead func(file string)
}

// Info names a built-in scene.
type Info struct{ Name, Title, About string }

// folder is the folder of the built-in scenes in assets.FS.
const folder = "scenes"

// List returns the built-in scenes by name.
//
// Errors: a shipped scene that cannot be read, which a test rules out.
func List() ([]Info, error) {
	entries, err := fs.ReadDir(assets.FS, folder)
	if err != nil {
		return nil, fmt.Errorf("scene: list: %w", err)
	}
	var list []Info
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".yaml")
		if !ok {
			continue // a picture
		}
		s, err := read(name, Options{})
		if err != nil {
			return nil, err
		}
		list = append(list, Info{name, s.spec.Title, s.spec.About})
	}
	return list, nil
}

// Picture returns the picture of a built-in scene, a PNG.
//
// Errors: a name that is not in List.
func Picture(name string) ([]byte, error) {
	data, err := fs.ReadFile(assets.FS, path.Join(folder, name+".png"))
	if err != nil {
		return nil, fmt.Errorf("scene: picture: %w", err)
	}
	return data, nil
}

// source is a scene with the function that opens the files it names.
type source struct {
	name  string
	spec  Spec
	open  func(file string) ([]byte, error)
	lines map[string]int // line of the file where each entry begins, by its path
}

// Load makes the world of a built-in scene (by name), of a scene file (.yaml, or - for
// standard input), of a mesh (.stl and others that sim/mesh reads) or of a saved state
// (.tumble).
//
// Errors name the file with line and column, or the value and its bound.
func Load(name string, o Options) (run.Scene, error) {
	if IsSaved(name) {
		return open(name, o)
	}
	s, err := read(name, o)
	if err != nil {
		return run.Scene{}, err
	}
	return s.build(o)
}

// LoadText makes the world of a scene file whose text is given. The scene may read files in the present folder.
//
// Errors: those of Load; name stands for the name of the file.
func LoadText(name string, text []byte, o Options) (run.Scene, error) {
	err := limit.SceneBytes.Check(len(text))
	if err == nil {
		text, err = plainText(name, text)
	}
	if err != nil {
		return run.Scene{}, fmt.Errorf("scene: %w", err)
	}
	s := &source{name: name, open: Opener(".", o)}
	if s.spec, s.lines, err = parse(name, text, o.Set); err != nil {
		return run.Scene{}, err
	}
	return s.build(o)
}

// Build makes the world of a scene that is not in a file; open reads the meshes that the scene names, as Opener
// does. The world is the same, bit for bit, as the world that Load makes from the output of WriteSpec.
//
// Errors name the value and its bound.
func Build(name string, spec Spec, open func(file string) ([]byte, error), o Options) (run.Scene, error) {
	spec, err := spec.With(o.Set)
	if err != nil {
		return run.Scene{}, err
	}
	return (&source{name: name, spec: spec, open: open}).build(o)
}

// ReadSpec reads a scene as plain data; see Load.
func ReadSpec(name string, set []string) (Spec, error) {
	s, err := read(name, Options{Set: set})
	if err != nil {
		return Spec{}, err
	}
	return s.spec, nil
}

// With returns the scene with values put in, each given as PATH=VALUE.
func (s Spec) With(set []string) (Spec, error) {
	if len(set) == 0 {
		return s, nil
	}
	doc, err := s.document()
	var data []byte
	if err == nil {
		data, err = yaml.Marshal(doc)
	}
	if err != nil {
		return s, fmt.Errorf("scene: %w", err)
	}
	changed, _, err := parse(s.Title, data, set)
	return changed, err
}

// read reads a scene without building it; see Load.
func read(name string, o Options) (*source, error) {
	data, dir, err := readText(name)
	if err != nil {
		return nil, err
	}
	s := &source{name: name, open: Opener(dir, o)}
	if mesh.IsName(name) {
		s.open = o.readData
	}
	if s.spec, s.lines, err = parse(name, data, o.Set); err != nil {
		return nil, err
	}
	return s, nil
}

// readText returns the YAML of a scene and its folder, which is empty for a built-in scene or a mesh.
func readText(name string) (data []byte, dir string, err error) {
	switch ext := strings.ToLower(filepath.Ext(name)); ext {
	case ".yaml", ".yml":
		data, err = input.Read(name, limit.SceneBytes)
		dir = filepath.Dir(name)
	case ".stl", ".obj", ".ply":
		data, err = yaml.Marshal(meshSpec(name))
	case "":
		if name == input.Standard {
			data, err = input.Read(name, limit.SceneBytes)
			dir = "."
			break
		}
		data, err = fs.ReadFile(assets.FS, path.Join(folder, name+".yaml"))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, "", unknown(name)
		}
	default:
		return nil, "", fmt.Errorf("scene: %s: cannot read %s files (allowed: .yaml, .stl, .tumble, or a name of `tumble "+
			"scenes`)", name, ext)
	}
	if err == nil {
		data, err = plainText(name, data)
	}
	if err != nil {
		return nil, "", fmt.Errorf("scene: %w", err)
	}
	return data, dir, nil
}

// plainText returns the text of a file without the byte order mark that some editors put at its beginning.
//
// Errors: other encodings than UTF-8.
func plainText(name string, data []byte) ([]byte, error) {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return nil, fmt.Errorf("%s: is UTF-16 text: save it as UTF-8", name)
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	for i, line := range bytes.Split(data, []byte("\n")) {
		if !utf8.Valid(line) || bytes.IndexByte(line, 0) >= 0 {
			return nil, fmt.Errorf("%s: line %d: is not text (UTF-8 without zero bytes)", name, i+1)
		}
	}
	return data, nil
}

// defaultTimeStep is the time step of a scene that does not give one.
var defaultTimeStep = TimeStep{Safety: sim.DefaultParams.TimeStepSafety, Every: sim.DefaultParams.TimeStepEvery}

// IsBuiltIn reports whether a name means a built-in scene; ./NAME is a path and does not.
func IsBuiltIn(name string) bool {
	return name == path.Base(name) && shipped(path.Join(folder, name+".yaml"))
}

// shipped reports whether a file comes with the program.
func shipped(file string) bool {
	_, err := fs.Stat(assets.FS, filepath.ToSlash(file))
	return err == nil
}

func unknown(name string) error {
	list, err := List()
	if err != nil {
		return err
	}
	var names []string
	for _, i := range list {
		names = append(names, i.Name)
	}
	hint := ""
	if near := spell.Nearest(name, names); near != "" {
		hint = fmt.Sprintf(": did you mean %s?", near)
	}
	return fmt.Errorf("scene: no built-in scene %s%s (there are %s; or give a .yaml or .stl file)", spell.Quote(name),
		hint, strings.Join(names, ", "))
}

// meshSpec is the scene of a bare mesh file: the mesh, fixed, to look at.
func meshSpec(file string) Spec {
	return Spec{
		Title:     filepath.Base(file),
		Gravity:   Vector{0, 0, -10},
		TimeStep:  defaultTimeStep,
		Materials: []Material{{Name: "mesh"}},
		Bodies:    []Body{{Name: "mesh", Mesh: file}},
	}
}
