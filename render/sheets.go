package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/sim/run/bridge"
)

// sheet is the part of a wall that is drawn, along the axes (Axis+1)%3 and (Axis+2)%3.
type sheet struct {
	wall   *bridge.Wall
	lo, hi [2]float32 // [m]
	// closed marks the ends, low and high, that stop at another wall; the other ends are soft, to
	// show that the wall goes on.
	closed [2][2]bool
	side   float32 // side of the wall that the eye is on: +1 or -1
	front  bool    // the wall lies between the eye and the middle of the scene
}

// sheetOf returns the drawn part of a wall: the wall's own rectangle, or for a wall without one a rectangle
// over the scene that stops at the walls across it.
func sheetOf(f *frame, w *bridge.Wall) sheet {
	s := sheet{wall: w, lo: w.Lo, hi: w.Hi, side: eyeSide(f, w)}
	middle := f.light.center[w.Axis] - w.Position
	s.front = middle*s.side < 0
	free := !(w.Lo[0] < w.Hi[0] && w.Lo[1] < w.Hi[1])
	if free {
		s.lo, s.hi = overScene(f, w)
	}
	if w.Axis == 2 {
		s.widen(f)
	}
	for k := range s.lo {
		s.stop(f, k, free)
	}
	return s
}

// rimShare is the part of a sheet's shorter side over which a soft end fades, as in wall.vert.
const rimShare = 0.22

// widen makes a horizontal wall so large that its soft ends begin only beyond the farthest body.
func (s *sheet) widen(f *frame) {
	lo, hi := [2]float32{f.reach.lo[0], f.reach.lo[1]}, [2]float32{f.reach.hi[0], f.reach.hi[1]}
	rim := rimShare * min(s.hi[0]-s.lo[0], s.hi[1]-s.lo[1])
	for k := range lo {
		if lo[k]-rim >= s.lo[k] && hi[k]+rim <= s.hi[k] {
			continue
		}
		s.lo[k], s.hi[k] = min(s.lo[k], lo[k]), max(s.hi[k], hi[k])
		room := rimShare / (1 - 2*rimShare) * (s.hi[k] - s.lo[k])
		s.lo[k], s.hi[k] = min(s.lo[k], lo[k]-room), max(s.hi[k], hi[k]+room)
	}
}

// empty reports whether there is nothing to draw.
func (s *sheet) empty() bool { return !(s.lo[0] < s.hi[0] && s.lo[1] < s.hi[1]) }

// stop ends the sheet at the walls across its k-th direction, and marks as closed the ends that
// already lie at such a wall.
func (s *sheet) stop(f *frame, k int, free bool) {
	axis := (s.wall.Axis + 1 + int32(k)) % 3
	near := 1e-3 * (s.hi[k] - s.lo[k])
	for i := range f.Walls {
		w := &f.Walls[i]
		if w.Axis != axis {
			continue
		}
		below := w.Sense > 0 || w.Sense == 0 && w.Position < f.light.center[axis]
		switch {
		case below && (free && w.Position >= s.lo[k] || mgl32.Abs(w.Position-s.lo[k]) < near):
			s.lo[k], s.closed[k][0] = w.Position, true
		case !below && (free && w.Position <= s.hi[k] || mgl32.Abs(w.Position-s.hi[k]) < near):
			s.hi[k], s.closed[k][1] = w.Position, true
		}
	}
}

// overScene returns the rectangle that is drawn of a wall without a rectangle of its own. A horizontal wall
// reaches far beyond the scene. An upright wall is a little larger than the scene's own view, because that
// view does not move with the bodies.
func overScene(f *frame, w *bridge.Wall) (lo, hi [2]float32) {
	u, v := (w.Axis+1)%3, (w.Axis+2)%3
	if c, r := f.light.center, 2.5*f.light.radius; w.Axis == 2 {
		return [2]float32{c[u] - r, c[v] - r}, [2]float32{c[u] + r, c[v] + r}
	}
	low, high := [3]float32(f.light.lo), [3]float32(f.light.hi)
	if f.Snapshot.View.Given {
		low, high = f.Snapshot.View.Frame[0], f.Snapshot.View.Frame[1]
	}
	room := 0.3 * min(high[u]-low[u], high[v]-low[v])
	return [2]float32{low[u] - room, low[v] - room}, [2]float32{high[u] + room, high[v] + room}
}

// rim returns the corners of the visible edge of a sheet. At a soft end the edge lies where wall.vert leaves
// leastSheet of the opacity.
func (s *sheet) rim() (points [][3]float32) {
	const corners = 5
	soft := rimShare * min(s.hi[0]-s.lo[0], s.hi[1]-s.lo[1])
	u, v := (s.wall.Axis+1)%3, (s.wall.Axis+2)%3
	for _, end := range [4][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
		for i := range corners {
			// wall.vert multiplies the opacities of two soft ends: round a corner their product stays leastSheet,
			// while one goes from leastSheet to 1 and the other from 1 to leastSheet.
			share := [2]float64{math.Pow(leastSheet, float64(i)/(corners-1)), 0}
			share[1] = leastSheet / share[0]
			if end[0] == end[1] { // so that the corners follow each other in one sense round the sheet
				share[0], share[1] = share[1], share[0]
			}
			var p [3]float32
			p[s.wall.Axis] = s.wall.Position
			for k, axis := range [2]int32{u, v} {
				p[axis] = s.lo[k]
				inward := soft * float32(0.5-math.Sin(math.Asin(1-2*share[k])/3)) // the inverse of smoothstep
				if s.closed[k][end[k]] {
					inward = 0
				}
				if p[axis] += inward; end[k] == 1 {
					p[axis] = s.hi[k] - inward
				}
			}
			points = append(points, p)
		}
	}
	return points
}

// leastSheet is the opacity of a sheet's soft end below which the wall can no longer be picked, as in
// identity.frag.
const leastSheet = 0.05

// ends returns the closed ends in the form that the shaders need: 1 for a closed end, else 0; low ends first.
func (s *sheet) ends() (c mgl32.Vec4) {
	for k := range s.closed {
		for end, closed := range s.closed[k] {
			if closed {
				c[2*end+k] = 1
			}
		}
	}
	return c
}

// eyeSide returns +1 if the eye is on the positive side of a wall, else -1.
func eyeSide(f *frame, w *bridge.Wall) float32 {
	d := f.Camera.Back()[w.Axis]
	if !f.Camera.Ortho {
		d = f.Camera.Eye()[w.Axis] - w.Position
	}
	return float32(math.Copysign(1, float64(d)))
}
