package main

import (
	"math"

	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/vec"
)

// Sizes of the bottle [mm], heights above its base.
const (
	bodyRadius   = 30.0
	footRadius   = 6.5 // fillet between floor and body
	floorSlope   = 10  // slope of the domed floor where it meets the foot [degrees]
	bodyTop      = 89.0
	shoulderOut  = 7.5 // radius of the bulging arc of the shoulder
	shoulderIn   = 4.5 // radius of the hollow arc under the neck
	neckRadius   = 21.0
	lipRadius    = 2.2
	mouthHeight  = 113.0
	axisX, axisZ = -56.0, 10.0
	baseY        = -27.0
)

// Numbers of triangles. Rings of the floor have six segments more than the next ring
// inwards, so that all its triangles are nearly equilateral; the outermost has around.
const (
	floorRings = 6
	around     = 6 * floorRings // segments of every ring of the wall: 0.11 mm sag
)

// bottle returns the pill bottle: one surface without thickness, open only at the mouth, in
// millimetres, its axis along +y through x = -56, z = 10 and its base at y = -27. Pills
// ride on its inside, so the profile has no grooves: a floor domed by two millimetres, a
// rounded foot, a straight body, a shoulder that swings into the neck, and a lip that
// flares outwards to the rim.
func bottle() *mesh.Mesh { return turn(profile()) }

// point is a place on the profile: distance from the axis and height above the base [mm].
type point struct{ r, y float64 }

// path is a profile under construction, from the foot to the mouth.
type path []point

// line goes straight to p in equal parts.
func (l *path) line(p point, parts int) {
	from := (*l)[len(*l)-1]
	for i := 1; i <= parts; i++ {
		t := float64(i) / float64(parts)
		*l = append(*l, point{from.r + t*(p.r-from.r), from.y + t*(p.y-from.y)})
	}
}

// arc goes along a circle in equal parts, from one angle to another [rad], measured from
// the outward direction towards the mouth.
func (l *path) arc(center point, radius, from, to float64, parts int) {
	for i := 1; i <= parts; i++ {
		s, c := math.Sincos(from + (to-from)*float64(i)/float64(parts))
		*l = append(*l, point{center.r + radius*c, center.y + radius*s})
	}
}

// profile returns the wall from the foot to the rim. Every piece leaves in the direction
// in which the one before it arrived.
func profile() path {
	// Two arcs of opposite bend that lead from vertical to vertical span the step
	// between body and neck: (out + in)(1 - cos turn) = step.
	turn := math.Acos(1 - (bodyRadius-neckRadius)/(shoulderOut+shoulderIn))
	neckBegin := bodyTop + (shoulderOut+shoulderIn)*math.Sin(turn)

	wall := path{{bodyRadius - footRadius, 0}}
	wall.arc(point{bodyRadius - footRadius, footRadius}, footRadius, -math.Pi/2, 0, 5)
	wall.line(point{bodyRadius, bodyTop}, 6)
	wall.arc(point{bodyRadius - shoulderOut, bodyTop}, shoulderOut, 0, turn, 5)
	wall.arc(point{neckRadius + shoulderIn, neckBegin}, shoulderIn, math.Pi+turn, math.Pi, 3)
	wall.line(point{neckRadius, mouthHeight - lipRadius}, 2)
	wall.arc(point{neckRadius + lipRadius, mouthHeight - lipRadius}, lipRadius, math.Pi, math.Pi/2, 3)
	return wall
}

// turn rotates the wall about the axis and closes it with the floor.
func turn(wall path) *mesh.Mesh {
	m := &mesh.Mesh{}
	for _, p := range wall {
		addRing(m, p, around)
	}
	for i := 1; i < len(wall); i++ {
		addBand(m, int32((i-1)*around), int32(i*around))
	}
	addFloor(m, wall[0].r)
	return m
}

// addRing appends n vertices on a circle about the axis and returns the first.
func addRing(m *mesh.Mesh, p point, n int) int32 {
	first := int32(len(m.Vertices))
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		m.Vertices = append(m.Vertices, vec.New(
			round(axisX+p.r*c), round(baseY+p.y), round(axisZ-p.r*s)))
	}
	return first
}

// round rounds to a tenth of a micrometre, so that the file is the same whatever the last
// bits of a machine's sines are.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// addBand joins two rings of the wall. Each quadrangle is flat, so that the diagonal is
// not an edge that a pill could feel.
func addBand(m *mesh.Mesh, low, high int32) {
	for i := range int32(around) {
		j := (i + 1) % around
		m.Triangles = append(m.Triangles,
			[3]int32{low + i, low + j, high + j},
			[3]int32{low + i, high + j, high + i})
	}
}

// addFloor closes the ring of the foot, the first of the mesh, by a cap of a sphere that
// leaves it with floorSlope.
func addFloor(m *mesh.Mesh, footRing float64) {
	sphere := footRing / math.Sin(floorSlope*math.Pi/180)
	dome := func(r float64) float64 {
		return math.Sqrt(sphere*sphere-r*r) - math.Sqrt(sphere*sphere-footRing*footRing)
	}
	outer := int32(0)
	for k := floorRings; k > 0; k-- {
		r := footRing * float64(k-1) / floorRings
		inner := addRing(m, point{r, dome(r)}, max(1, 6*(k-1)))
		addFloorRing(m, outer, inner, int32(k))
		outer = inner
	}
}

// addFloorRing joins a ring of 6 k vertices to the next inwards of 6 (k-1), or to the
// single vertex of the middle, in six equal sectors.
func addFloorRing(m *mesh.Mesh, outer, inner, k int32) {
	at := func(first, size, i int32) int32 { return first + i%max(1, size) }
	for sector := range int32(6) {
		for i := range k {
			a := at(outer, 6*k, sector*k+i)
			b := at(outer, 6*k, sector*k+i+1)
			c := at(inner, 6*(k-1), sector*(k-1)+i)
			m.Triangles = append(m.Triangles, [3]int32{b, a, c})
			if i < k-1 {
				d := at(inner, 6*(k-1), sector*(k-1)+i+1)
				m.Triangles = append(m.Triangles, [3]int32{b, c, d})
			}
		}
	}
}
