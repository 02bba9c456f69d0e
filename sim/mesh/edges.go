package mesh

import (
	"cmp"
	"slices"
)

// edge is an undirected edge between the vertices a < b with the half edges that lie on
// it, in ascending order. Half edge 3 i + k is the side of triangle i from its corner k
// to the next.
type edge struct {
	a, b   int32
	halves []int32
}

// edges returns all edges ordered by a, then b. Half edges are counted into one bucket
// per lower vertex and each bucket is sorted, so that the cost is linear for meshes
// whose vertices have few neighbours, and never quadratic.
func (m *Mesh) edges() []edge {
	type entry struct{ to, half int32 }
	start := make([]int32, len(m.Vertices)+1)
	m.eachHalf(func(_, a, _ int32) { start[a+1]++ })
	for v := range m.Vertices {
		start[v+1] += start[v]
	}
	entries := make([]entry, 3*len(m.Triangles))
	fill := slices.Clone(start)
	m.eachHalf(func(half, a, b int32) {
		entries[fill[a]] = entry{b, half}
		fill[a]++
	})

	halves := make([]int32, len(entries))
	edges := make([]edge, 0, len(entries)/2)
	for a := range m.Vertices {
		bucket := entries[start[a]:start[a+1]]
		slices.SortFunc(bucket, func(p, q entry) int {
			return cmp.Or(cmp.Compare(p.to, q.to), cmp.Compare(p.half, q.half))
		})
		for i := 0; i < len(bucket); {
			first, begin := i, int(start[a])+i
			for ; i < len(bucket) && bucket[i].to == bucket[first].to; i++ {
				halves[int(start[a])+i] = bucket[i].half
			}
			end := int(start[a]) + i
			edges = append(edges, edge{int32(a), bucket[first].to, halves[begin:end:end]})
		}
	}
	return edges
}

// eachHalf calls f for every half edge with its two vertices in ascending order.
func (m *Mesh) eachHalf(f func(half, a, b int32)) {
	for i, t := range m.Triangles {
		for k := range 3 {
			a, b := t[k], t[next[k]]
			if a > b {
				a, b = b, a
			}
			f(int32(3*i+k), a, b)
		}
	}
}

// next maps each corner of a triangle to the next one.
var next = [3]int{1, 2, 0}

// sameDirection reports whether two half edges of one edge have the same direction. They do
// if their triangles disagree about which side is outside.
func (m *Mesh) sameDirection(h, g int32) bool {
	return m.Triangles[h/3][h%3] == m.Triangles[g/3][g%3]
}

// opposite returns the vertex opposite to a half edge in its triangle.
func (m *Mesh) opposite(half int32) int32 {
	return m.Triangles[half/3][next[next[half%3]]]
}

// union is a forest of disjoint sets with path halving.
type union []int32

func newUnion(n int) union {
	u := make(union, n)
	for i := range u {
		u[i] = int32(i)
	}
	return u
}

func (u union) find(i int32) int32 {
	for u[i] != i {
		u[i] = u[u[i]]
		i = u[i]
	}
	return i
}

// join unites two sets under the lower root and reports whether they were different sets.
func (u union) join(i, j int32) bool {
	i, j = u.find(i), u.find(j)
	if i == j {
		return false
	}
	if i > j {
		i, j = j, i
	}
	u[j] = i
	return true
}
