package mesh

import (
	"fmt"
	"math"
)

// Describe returns lines that describe a mesh for a person: its size, whether it encloses
// a volume, and each of its defects. The first line begins with name. Lengths are in the
// unit of the mesh.
func Describe(name string, r Report) []string {
	size := r.Box.Hi.Sub(r.Box.Lo)
	lines := []string{fmt.Sprintf("%s: %s, %d vertices, %d edges, %s", name,
		plural(r.Triangles, "triangle"), r.Vertices, r.Edges, plural(r.Components, "component"))}
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if r.Triangles > 0 {
		add("box (%.6g, %.6g, %.6g) to (%.6g, %.6g, %.6g), size %.6g x %.6g x %.6g, area %.6g",
			r.Box.Lo.X, r.Box.Lo.Y, r.Box.Lo.Z, r.Box.Hi.X, r.Box.Hi.Y, r.Box.Hi.Z,
			size.X, size.Y, size.Z, r.Area)
	}
	switch {
	case r.Closed && r.Convex:
		add("closed and convex, volume %.6g", math.Abs(r.Volume))
	case r.Closed && r.FlippedEdges == 0:
		add("closed, not convex, volume %.6g", math.Abs(r.Volume))
	case r.Closed:
		add("closed; no volume, because the triangles disagree about the outside")
	case r.OpenEdges > 0:
		add("open: %s in %s", plural(r.OpenEdges, "open edge"), plural(r.Rims, "rim"))
	}
	if r.Volume < 0 {
		add("inside out: the triangles face inwards")
	}
	if r.FlippedEdges > 0 {
		add("%s with triangles that disagree about the outside", plural(r.FlippedEdges, "edge"))
	}
	if r.NonManifoldEdges > 0 {
		add("%s with more than two triangles", plural(r.NonManifoldEdges, "edge"))
	}
	if dropped := r.Degenerate + r.Duplicates; dropped > 0 {
		add("dropped %d of %s: %d degenerate, %d duplicate (corners closer than %.3g joined)",
			dropped, plural(r.Facets, "facet"), r.Degenerate, r.Duplicates, r.Tolerance)
	}
	return lines
}
