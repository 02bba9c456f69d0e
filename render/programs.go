package render

import (
	"fmt"
	"sort"

	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/shaders"
)

// programs compiles each shader program once, when it is first asked for, and keeps it.
type programs struct{ compiled map[string]*gpu.Program }

// program returns the program of two shaders with macros defined in both.
func (k *programs) program(vertex, fragment string, macros ...string) (*gpu.Program, error) {
	id := fmt.Sprint(vertex, fragment, macros)
	if p := k.compiled[id]; p != nil {
		return p, nil
	}
	vs, err := shaders.Text(vertex, macros...)
	if err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	fs, err := shaders.Text(fragment, macros...)
	if err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	p, err := gpu.NewProgram(gpu.Source{Name: vertex, Text: vs}, gpu.Source{Name: fragment, Text: fs})
	if err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	p.Block("Frame", frameBlock)
	k.compiled[id] = p
	return p, nil
}

func (k *programs) close() {
	ids := make([]string, 0, len(k.compiled))
	for id := range k.compiled {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	for _, id := range ids {
		k.compiled[id].Delete()
	}
}
