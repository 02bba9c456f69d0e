package body

import (
	"fmt"
	"sync"

	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/vec"
)

// interior is what is known of the space that the meshes of a template enclose.
type interior struct {
	of  *mesh.Interior
	err error
}

// interiors are those that were asked for.
type interiors struct {
	sync.Mutex
	found map[*Template]interior
}

// Interior returns the space that the meshes of a template enclose together, in the frame in which its shapes were
// given. It is found once for each template, and may be asked for by workers.
//
// Errors: there is no mesh, it is not closed, or its triangles do not face the same way.
func (s *Shapes) Interior(t *Template) (*mesh.Interior, error) {
	s.interiors.Lock()
	defer s.interiors.Unlock()
	if known, there := s.interiors.found[t]; there {
		return known.of, known.err
	}
	var all mesh.Mesh
	corners := map[vec.Vec3]int32{} // meshes that meet share them
	for k := range t.Shapes {
		m := t.Shapes[k].Def.Mesh
		if m == nil {
			continue
		}
		for _, triangle := range m.Triangles {
			for i, v := range triangle {
				p := m.Vertices[v]
				n, there := corners[p]
				if !there {
					n = int32(len(all.Vertices))
					corners[p], all.Vertices = n, append(all.Vertices, p)
				}
				triangle[i] = n
			}
			all.Triangles = append(all.Triangles, triangle)
		}
	}
	found := interior{}
	if found.of, found.err = mesh.NewInterior(&all); found.err != nil {
		found.err = fmt.Errorf("it has no inside: %w", found.err)
	}
	if s.interiors.found == nil {
		s.interiors.found = map[*Template]interior{}
	}
	s.interiors.found[t] = found
	return found.of, found.err
}
