package main

import (
	"math"

	"example.org/tumble/sim/mesh"
	"example.org/tumble/sim/vec"
)

// hopper returns a round silo with a conical outlet, open at both ends, in millimetres: its
// axis is z, the orifice at z = 0.
func hopper() *mesh.Mesh {
	const segments = 48
	m := &mesh.Mesh{}
	ring := func(r, z float64) {
		for i := range segments {
			s, c := math.Sincos(2 * math.Pi * float64(i) / segments)
			m.Vertices = append(m.Vertices, vec.New(round(r*c), round(r*s), z))
		}
	}
	ring(29, 0)
	ring(90, 110) // 61° steep
	ring(90, 190)
	strips(m, 3, segments)
	return m
}

// drum returns the wall of a drum with six lifters, without ends, in millimetres: its axis
// is y, from -50 to 50.
func drum() *mesh.Mesh {
	const (
		radius, height = 100, 14 // of the wall and of the lifters above it
		width          = 0.08    // of a lifter [rad]
		lifters, steps = 6, 12   // and pieces of wall between two lifters
	)
	var outline [][2]float64
	at := func(r, angle float64) {
		s, c := math.Sincos(angle)
		outline = append(outline, [2]float64{round(r * c), round(r * s)})
	}
	for k := range lifters {
		begin := 2 * math.Pi * float64(k) / lifters
		at(radius, begin)
		at(radius-height, begin)
		at(radius-height, begin+width)
		for i := range steps {
			at(radius, begin+width+(2*math.Pi/lifters-width)*float64(i)/steps)
		}
	}
	m := &mesh.Mesh{}
	for _, y := range [2]float64{-50, 50} {
		for _, p := range outline {
			m.Vertices = append(m.Vertices, vec.New(p[0], y, p[1]))
		}
	}
	strips(m, 2, len(outline))
	return m
}

// strips joins closed rings of n vertices each, the vertices of the mesh in order.
func strips(m *mesh.Mesh, rings, n int) {
	for k := range rings - 1 {
		for i := range n {
			low, high := k*n, (k+1)*n
			a, b, c, d := int32(low+i), int32(low+(i+1)%n), int32(high+(i+1)%n), int32(high+i)
			m.Triangles = append(m.Triangles, [3]int32{a, b, c}, [3]int32{a, c, d})
		}
	}
}

// band returns a flat band of squares in the plane z = 0, each cut along the other diagonal
// than the one before, in millimetres: 40 squares of 100 along x, y from -50 to 50.
func band() *mesh.Mesh {
	const squares, side = 40, 100
	m := &mesh.Mesh{}
	for i := range squares + 1 {
		m.Vertices = append(m.Vertices, vec.New(float64(i*side), -side/2, 0), vec.New(float64(i*side), side/2, 0))
	}
	for i := range int32(squares) {
		a, b, c, d := 2*i, 2*i+2, 2*i+3, 2*i+1
		if i%2 == 0 {
			m.Triangles = append(m.Triangles, [3]int32{a, b, c}, [3]int32{a, c, d})
		} else {
			m.Triangles = append(m.Triangles, [3]int32{a, b, d}, [3]int32{b, c, d})
		}
	}
	return m
}
