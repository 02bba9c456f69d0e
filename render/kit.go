package render

import (
	"fmt"
	"sort"

	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/shaders"
)

// kit makes what drawers need and keeps it: each program is compiled once, when it is
// first asked for.
type kit struct {
	programs map[string]*gpu.Program
}

// program returns the program of two shaders with macros defined in both.
func (k *kit) program(vertex, fragment string, macros ...string) (*gpu.Program, error) {
	id := fmt.Sprint(vertex, fragment, macros)
	if p := k.programs[id]; p != nil {
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
	k.programs[id] = p
	return p, nil
}

func (k *kit) close() {
	ids := make([]string, 0, len(k.programs))
	for id := range k.programs {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	for _, id := range ids {
		k.programs[id].Delete()
	}
}
