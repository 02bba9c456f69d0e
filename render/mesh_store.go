package render

import (
	"math"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/overlay"
	"example.org/tumble/sim/run/bridge"
)

// meshStore keeps the asset that was made of each mesh geometry, by the address of the geometry, for as
// long as snapshots show it.
type meshStore struct {
	assets map[*bridge.MeshGeometry]*meshAsset
}

// meshAsset is a mesh geometry as the shaders read it.
type meshAsset struct {
	corners       [8]mgl32.Vec3 // of the box round the mesh, in the body's frame [m]
	indices       int
	closed        float32 // 1 for a closed mesh, -1 if its triangles look inwards; 0 for an open mesh
	edges         int
	surface, rims *gpu.VertexArray
	buffers       [3]*gpu.Buffer
	all           []meshEdge // nil if there are too many edges to pick from
	picked        []meshEdge
	seen          bool
}

// pickLimit is the number of edges of a mesh up to which the edges to draw are picked here and not by the
// shader. To pick takes some 15 ns for each edge; in software the shader takes 300 ns for an edge that it
// leaves out. On a graphics processor the shader is faster, but there so few edges take no time.
const pickLimit = 20000

type meshVertex struct{ position, normal mgl32.Vec3 }

// meshEdge is an edge with the normals of the faces on both sides, which decide whether the edge
// lies on the silhouette.
type meshEdge struct {
	from, to mgl32.Vec4 // from.w: 1 if the edge is drawn from every direction
	a, b     mgl32.Vec3
}

// of returns the asset of a geometry, and makes it first if the geometry is new.
func (m *meshStore) of(g *bridge.MeshGeometry) *meshAsset {
	a := m.assets[g]
	if a == nil {
		a = newMeshAsset(g)
		m.assets[g] = a
	}
	a.seen = true
	return a
}

// sweep frees the assets of geometries that were not asked for since the last sweep.
func (m *meshStore) sweep() {
	for g, a := range m.assets {
		if !a.seen {
			a.close()
			delete(m.assets, g)
		}
		a.seen = false
	}
}

func (m *meshStore) close() {
	for _, a := range m.assets {
		a.close()
	}
}

func newMeshAsset(g *bridge.MeshGeometry) *meshAsset {
	vertices, indices := surfaceOf(g)
	edges := edgesOf(g)
	a := &meshAsset{indices: len(indices), edges: len(edges), closed: closedness(g),
		surface: gpu.NewVertexArray(), rims: gpu.NewVertexArray()}
	if len(g.Vertices) > 0 {
		lo, hi := mgl32.Vec3(g.Vertices[0]), mgl32.Vec3(g.Vertices[0])
		for _, p := range g.Vertices {
			for k := range p {
				lo[k], hi[k] = min(lo[k], p[k]), max(hi[k], p[k])
			}
		}
		for i := range a.corners {
			a.corners[i] = overlay.Corner(lo, hi, i)
		}
	}
	a.buffers = [3]*gpu.Buffer{gpu.NewVertexBuffer(), gpu.NewVertexBuffer(), gpu.NewIndexBuffer()}
	gpu.Upload(a.buffers[0], vertices)
	gpu.Upload(a.buffers[1], edges)
	if len(edges) <= pickLimit {
		a.all = edges
	}
	gpu.Upload(a.buffers[2], indices)
	a.surface.Index(a.buffers[2])
	a.surface.Attach(a.buffers[0], unsafe.Sizeof(meshVertex{}), false,
		gpu.Attribute{Location: 0, Count: 3},
		gpu.Attribute{Location: 1, Count: 3, Offset: unsafe.Offsetof(meshVertex{}.normal)})
	a.rims.Attach(a.buffers[1], unsafe.Sizeof(meshEdge{}), true,
		gpu.Attribute{Location: 0, Count: 4},
		gpu.Attribute{Location: 1, Count: 4, Offset: unsafe.Offsetof(meshEdge{}.to)},
		gpu.Attribute{Location: 3, Count: 3, Offset: unsafe.Offsetof(meshEdge{}.a)},
		gpu.Attribute{Location: 4, Count: 3, Offset: unsafe.Offsetof(meshEdge{}.b)})
	return a
}

// pick uploads the edges that are drawn for an eye in the mesh's frame; for an orthographic camera
// the eye is a direction. Edges that are neither marked nor on the silhouette are left out, unless
// every is true. It returns the number of edges to draw.
func (a *meshAsset) pick(eye mgl32.Vec3, ortho, every bool) int {
	if a.all == nil {
		return a.edges
	}
	if every {
		gpu.Upload(a.buffers[1], a.all)
		return a.edges
	}
	a.picked = a.picked[:0]
	for i := range a.all {
		e := &a.all[i]
		v := eye
		if !ortho {
			for k := range v {
				v[k] -= 0.5 * (e.from[k] + e.to[k])
			}
		}
		if e.from[3] > 0.5 || e.a.Dot(v)*e.b.Dot(v) <= 0 {
			a.picked = append(a.picked, *e)
		}
	}
	gpu.Upload(a.buffers[1], a.picked)
	return len(a.picked)
}

func (a *meshAsset) close() {
	a.surface.Delete()
	a.rims.Delete()
	for _, b := range a.buffers {
		b.Delete()
	}
}

// closedness returns 1 for a closed mesh, -1 for a closed mesh whose triangles look inwards, and 0 for an open
// mesh. In a closed mesh each edge has as many triangles on one side as on the other. Vertices at the same place
// count as one.
func closedness(g *bridge.MeshGeometry) float32 {
	at, first := map[[3]float32]int32{}, make([]int32, len(g.Vertices))
	for i, p := range g.Vertices {
		if _, ok := at[p]; !ok {
			at[p] = int32(i)
		}
		first[i] = at[p]
	}
	sides, volume := map[[2]int32]int{}, float64(0)
	for _, t := range g.Triangles {
		if !inRange(g, t) {
			continue
		}
		for k := range t {
			a, b := first[t[k]], first[t[(k+1)%3]]
			if a < b {
				sides[[2]int32{a, b}]++
			} else if a > b {
				sides[[2]int32{b, a}]--
			}
		}
		p, q, r := mgl32.Vec3(g.Vertices[t[0]]), mgl32.Vec3(g.Vertices[t[1]]), mgl32.Vec3(g.Vertices[t[2]])
		volume += float64(p.Dot(q.Cross(r)))
	}
	for _, n := range sides {
		if n != 0 {
			return 0
		}
	}
	switch {
	case volume > 0:
		return 1
	case volume < 0:
		return -1
	}
	return 0
}

// creaseCosine is the cosine of the greatest angle between two faces whose common edge looks round: 28°,
// a little more than the 25° from which mesh.Geometry lists an edge as sharp.
const creaseCosine = 0.883

// surfaceOf returns the corners of the triangles, each with a normal that is smooth across
// edges below the crease angle: the mean of the normals of the faces round the vertex, weighted by
// their angles at the vertex (Thürmer and Wüthrich, J. Graphics Tools 3 (1998) 43). A vertex on a
// crease comes several times, once for each normal. Triangles with an index out of range are left out.
func surfaceOf(g *bridge.MeshGeometry) (vertices []meshVertex, indices []uint32) {
	normals := faceNormals(g)
	around := facesAround(g)
	made := make([][]uint32, len(g.Vertices)) // for each vertex of g, the indices of its copies in vertices
	for i, t := range g.Triangles {
		if !inRange(g, t) {
			continue
		}
		for _, v := range t {
			var n mgl32.Vec3
			for _, a := range around[v] {
				if m := normals[a.triangle]; m.Dot(normals[i]) >= creaseCosine {
					n = n.Add(m.Mul(a.angle))
				}
			}
			if n.Dot(n) == 0 {
				n = normals[i]
			}
			n = n.Normalize()
			at := -1
			for _, k := range made[v] {
				if vertices[k].normal.Dot(n) > 0.99999 {
					at = int(k)
				}
			}
			if at < 0 {
				at = len(vertices)
				vertices = append(vertices, meshVertex{mgl32.Vec3(g.Vertices[v]), n})
				made[v] = append(made[v], uint32(at))
			}
			indices = append(indices, uint32(at))
		}
	}
	return vertices, indices
}

// faceCorner is one triangle at a vertex, with the triangle's angle at this vertex [rad].
type faceCorner struct {
	triangle int32
	angle    float32
}

// facesAround returns the triangles round each vertex.
func facesAround(g *bridge.MeshGeometry) [][]faceCorner {
	around := make([][]faceCorner, len(g.Vertices))
	for i, t := range g.Triangles {
		if !inRange(g, t) {
			continue
		}
		for k := range t {
			p := mgl32.Vec3(g.Vertices[t[k]])
			u, v := mgl32.Vec3(g.Vertices[t[(k+1)%3]]).Sub(p), mgl32.Vec3(g.Vertices[t[(k+2)%3]]).Sub(p)
			if l := u.Len() * v.Len(); l > 0 {
				angle := float32(math.Acos(float64(mgl32.Clamp(u.Dot(v)/l, -1, 1))))
				around[t[k]] = append(around[t[k]], faceCorner{int32(i), angle})
			}
		}
	}
	return around
}

func inRange(g *bridge.MeshGeometry, t [3]int32) bool {
	n := int32(len(g.Vertices))
	return t[0] >= 0 && t[1] >= 0 && t[2] >= 0 && t[0] < n && t[1] < n && t[2] < n
}

// faceNormals returns the unit normal of each triangle; for a triangle without area or with an index out of
// range it is along z.
func faceNormals(g *bridge.MeshGeometry) []mgl32.Vec3 {
	out := make([]mgl32.Vec3, len(g.Triangles))
	for i, t := range g.Triangles {
		out[i] = mgl32.Vec3{0, 0, 1}
		if !inRange(g, t) {
			continue
		}
		a := mgl32.Vec3(g.Vertices[t[0]])
		n := mgl32.Vec3(g.Vertices[t[1]]).Sub(a).Cross(mgl32.Vec3(g.Vertices[t[2]]).Sub(a))
		if l := n.Len(); l > 0 {
			out[i] = n.Mul(1 / l)
		}
	}
	return out
}

// edgesOf returns every edge of a mesh once, in the order of the triangles. It marks the edges to be drawn
// from every direction: edges with only one face, and the edges that the geometry lists.
func edgesOf(g *bridge.MeshGeometry) []meshEdge {
	normals := faceNormals(g)
	key := func(a, b int32) [2]int32 { return [2]int32{min(a, b), max(a, b)} }
	index := map[[2]int32]int{}
	var out []meshEdge
	var faces []int
	for i, t := range g.Triangles {
		if !inRange(g, t) {
			continue
		}
		for k := range t {
			e := key(t[k], t[(k+1)%3])
			if at, ok := index[e]; ok {
				out[at].b = normals[i]
				faces[at]++
				continue
			}
			index[e] = len(out)
			out = append(out, meshEdge{mgl32.Vec3(g.Vertices[e[0]]).Vec4(0), mgl32.Vec3(g.Vertices[e[1]]).Vec4(0), normals[i],
				normals[i]})
			faces = append(faces, 1)
		}
	}
	for i, n := range faces {
		if n == 1 {
			out[i].from[3] = 1
		}
	}
	for _, e := range g.Edges {
		if at, ok := index[key(e[0], e[1])]; ok {
			out[at].from[3] = 1
		}
	}
	return out
}
