package contact

import (
	"unsafe"

	"example.org/tumble/sim/internal/narrow"
	"example.org/tumble/sim/internal/shape"
	"example.org/tumble/sim/internal/wide"
)

// meshMemory is what findOnMeshes keeps of the pairs of a chunk that it looks at, beside nearMemory.
type meshMemory struct {
	hulls   [ChunkSize]shape.Capsule             // of spheres
	locals  [ChunkSize + BlockSize]shape.Capsule // the capsules in the frames of their meshes
	ways    [ChunkSize + BlockSize]float64       // how far they have gone there [m]
	touches [ChunkSize]narrow.Touch
	faces   narrow.Faces
	kernel  wide.Local
	found   [ChunkSize]bool // the touch is known
}

// onMeshesInBatches reports whether there are kernels for the pairs of a list of spheres or capsules on meshes.
func (l *List) onMeshesInBatches() bool {
	round := l.KindB == shape.KindSphere || l.KindB == shape.KindCapsule
	return wide.InBatches() && l.KindA == shape.KindMesh && round && !l.line
}

// findOnMeshes is findTouching for a list of spheres or capsules on meshes.
func (set *Set) findOnMeshes(k *Chunk, space *Workspace) {
	near, on, q := &space.near, &space.onMeshes, set.ask(space)
	n := set.nearMeshes(k, space)
	clear(on.found[:n])
	for first := 0; first < n; {
		last, mesh := first+1, k.Pairs[near.pairs[first]].A
		for last < n && k.Pairs[near.pairs[last]].A == mesh {
			last++
		}
		set.touchFaces(k, space, first, last)
		first = last
	}
	hits := space.hits[:0]
	for i, pair := range near.pairs[:n] {
		c, before := &k.Pairs[pair], len(q.Contacts)
		if space.lookAt(k, int(pair)); on.found[i] {
			q.Contacts = append(q.Contacts, narrow.LineContact{Touch: on.touches[i]})
		} else if gap := set.findOnMesh(c, space, &on.locals[i], narrow.MeshCapsule); len(q.Contacts) == before {
			a, b := set.BodiesOf(k.List, c)
			c.Apart(set.Bodies.Travel[a]+set.Bodies.Travel[b], gap)
		}
		count := uint8(len(q.Contacts) - before)
		if count != 0 || q.Touched {
			hits = append(hits, hit{int32(pair), count})
		}
	}
	space.hits, space.Steady = hits, k.steady(hits)
	space.putTouches(q.Contacts, false)
}

// nearMeshes lists the pairs that may touch: their capsules, which are hulls if they are spheres, and views.
func (set *Set) nearMeshes(k *Chunk, space *Workspace) (n int) {
	near, x, spheres := &space.near, &space.onMeshes.kernel, k.List.KindB == shape.KindSphere
	if x.Capsules = wide.First(space.onMeshes.hulls[:]); !spheres {
		x.Capsules = wide.First(set.Shapes.Capsules)
	}
	travel, infosA, infosB := set.Bodies.Travel, set.Shapes.Infos[k.List.KindA], set.Shapes.Infos[k.List.KindB]
	for i := range k.Pairs {
		c := &k.Pairs[i]
		if k.Touches(i) || !(travel[infosA[c.A].Body]+travel[infosB[c.B].Body] < float64(c.Until)) {
			near.pairs[n] = uint8(i)
			near.a[n], near.b[n] = rowOfCapsule(c.B), rowOfView(k.States[i].view)
			if spheres {
				space.onMeshes.hulls[n] = set.Shapes.Spheres[c.B].Hull()
				near.a[n] = rowOfCapsule(int32(n))
			}
			n++
		}
	}
	clear(near.a[n : n+BlockSize])
	clear(near.b[n : n+BlockSize])
	return n
}

// rowOfCapsule and rowOfView return where a capsule, and the place and axis in a view, lie for kernels.
func rowOfCapsule(i int32) uintptr { return uintptr(i) * unsafe.Sizeof(shape.Capsule{}) }
func rowOfView(i int32) uintptr {
	return uintptr(i)*unsafe.Sizeof(view{}) + unsafe.Offsetof(view{}.center)
}

const _ = -(unsafe.Offsetof(view{}.axis) - unsafe.Offsetof(view{}.center) - 3*8) // no compile if they lie elsewhere

// touchFaces moves the views of the pairs [first, last) in space.near, which have one mesh, and finds the contacts of
// those that touch one face.
func (set *Set) touchFaces(k *Chunk, space *Workspace, first, last int) {
	near, on := &space.near, &space.onMeshes
	m := &set.Shapes.Meshes[k.Pairs[near.pairs[first]].A]
	x := &on.kernel
	x.Before = wide.First(set.views)
	x.Pos, x.Back = wide.Vector(m.Pos), wide.Quat(m.Ori.Conj())
	on.faces.Begin(m.Surface, m.Pos, m.Ori, on.locals[:])
	for ; first < last; first += wide.Lanes {
		x.Rows, x.BeforeRows = (*wide.Rows)(near.a[first:]), (*wide.Rows)(near.b[first:])
		x.Locals, x.Ways = wide.First(on.locals[first:]), wide.At(on.ways[:], first)
		wide.LocalKernel.Run(x, 0)
		for i := first; i < min(first+wide.Lanes, last); i++ {
			v := &set.views[k.States[near.pairs[i]].view]
			v.moveTo(&on.locals[i], on.ways[i])
			if v.until-v.Travel() >= 0 && on.faces.Add(i, &on.locals[i], &v.Watch) {
				on.faces.Find(on.touches[:], on.found[:])
			}
		}
	}
	on.faces.Find(on.touches[:], on.found[:])
}
