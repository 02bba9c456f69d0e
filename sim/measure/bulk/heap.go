package bulk

import (
	"math"

	"example.org/tumble/sim/internal/body"
	"example.org/tumble/sim/internal/contact"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
)

// Heap measures the free surface of the bodies in a region, up being against gravity [m/s²]. Bodies that touch nothing
// do not count: they fall or fly; see Touching.
//
// The surface is a point for each cell of a horizontal grid in which there are bodies: the uppermost point of the body
// that reaches highest, over the centre of mass of that body. Cells are squares two diameters of spheres wide, those
// that hold the bodies, in the mean; the first has a corner under the middle of the region.
//
// The height is the mean of the points above the lowest point of the region. The angle is that of a plane through the
// points by least squares of heights, or, in a cylinder that is more upright than not, of a cone about the vertical
// through the middle of the region, negative for a hollow. Its error is the standard one of the fit. Across a row of
// cells that is narrower than rowWidth the plane is level.
//
// All are NaN without gravity, bodies, or the body of the region, and so are angle and error where all cells lie within
// rowWidth, or no point is left to estimate the error.
func Heap(at *Placed, set *contact.Set, touching []bool, gravity vec.Vec3) bridge.Heap {
	h, _, _ := heap(at, set, touching, gravity)
	return h
}

// FitHeap is Heap with the surface and its fit, to be drawn.
func FitHeap(at *Placed, set *contact.Set, gravity vec.Vec3) (f bridge.HeapFit) {
	h, s, mean := heap(at, set, Touching(set), gravity)
	f.Heap = h
	for _, p := range s.points {
		f.Points = append(f.Points, s.global(p.Add(mean)))
	}
	if !math.IsNaN(h.Angle) {
		f.Lines = s.lines(mean)
	}
	return f
}

// heap returns what Heap does, and the surface, whose points count from their mean.
func heap(at *Placed, set *contact.Set, touching []bool, gravity vec.Vec3) (h bridge.Heap, s surface, mean vec.Vec3) {
	if !at.there || gravity.Norm2() == 0 {
		return bridge.NoHeap(), s, mean
	}
	s = surfaceOf(at, set, touching, gravity.Unit().Neg())
	if len(s.points) == 0 {
		return bridge.NoHeap(), s, mean
	}
	mean = s.center()
	lowest := at.frame.Origin.Dot(s.up) + at.Lowest(at.frame.Orientation.Unrotate(s.up))
	h.Height = mean.Z - lowest
	if axis, has := at.Axis(); has && math.Abs(at.frame.Orientation.Rotate(axis).Dot(s.up)) > math.Sqrt2/2 {
		h.Angle, h.AngleError = s.cone(mean)
	} else {
		h.Angle, h.AngleError = s.plane()
	}
	return h, s, mean
}

// surface is the free surface of bodies.
type surface struct {
	up     vec.Vec3
	cell   float64    // edge of a cell [m]
	points []vec.Vec3 // x and y horizontal from the middle of the region, later from that of the points, z up [m]
	fitted fitted

	middle, east, north vec.Vec3 // global: the point from which x and y count, and their directions
}

// fitted is the surface that was fitted: a cone, or a plane.
type fitted struct {
	cone   bool
	slopes [2]float64 // of a plane, along x and y; of a cone, outward [1]
	radius float64    // of a cone, in the mean of the points [m]
}

// Touching returns of each body whether it has contacts.
func Touching(set *contact.Set) []bool {
	touching := make([]bool, set.Bodies.Len())
	for k := range set.Listed {
		for n := range k.Contacts.N {
			row, l := k.Contacts.Row(n)
			touching[row.BodyA[l]], touching[row.BodyB[l]] = true, true
		}
	}
	return touching
}

// surfaceOf returns the free surface of the bodies in a region that touch others, with points in the order of their
// first bodies.
func surfaceOf(r *Placed, set *contact.Set, touching []bool, up vec.Vec3) surface {
	s, b := surface{up: up}, set.Bodies
	var inside []int32
	for _, i := range r.bodies(set) {
		if touching[i] {
			inside = append(inside, i)
			s.cell += b.Template(int(i)).BoundingRadius()
		}
	}
	s.cell *= 4 / float64(len(inside))
	middle, east := r.frame.Of(r.Middle()), up.Perpendicular()
	north := up.Cross(east)
	s.middle, s.east, s.north = middle, east, north
	filled := map[[2]int32]int{} // cells with their points
	for _, i := range inside {
		p := b.Pos[i].Sub(middle)
		p = vec.New(p.Dot(east), p.Dot(north), b.Pos[i].Dot(up)+b.Template(int(i)).BoundingRadius())
		cell := [2]int32{int32(math.Floor(p.X / s.cell)), int32(math.Floor(p.Y / s.cell))}
		k, there := filled[cell]
		if there && p.Z < s.points[k].Z { // however it lies
			continue
		}
		p.Z = top(b, int(i), up)
		if !there {
			filled[cell] = len(s.points)
			s.points = append(s.points, p)
		} else if p.Z > s.points[k].Z {
			s.points[k] = p
		}
	}
	return s
}

// top returns how high a body reaches along a direction [m].
func top(b *body.Set, i int, up vec.Vec3) float64 {
	t := b.Template(i)
	reach := math.Inf(-1)
	for k := range t.Shapes {
		switch p := &t.Shapes[k]; {
		case p.IsHull():
			c := p.Hull(b.Ori[i])
			reach = max(reach, b.Pos[i].Add(c.Center).Dot(up)+c.Half*math.Abs(c.Axis.Dot(up))+c.Radius)
		case p.Def.Mesh != nil:
			frame := FrameAt(i, b)
			for _, v := range p.Def.Mesh.Vertices {
				reach = max(reach, frame.Of(v).Dot(up))
			}
		}
	}
	return reach
}

// center makes coordinates count from the mean of the points, which it returns.
func (s *surface) center() (mean vec.Vec3) {
	for _, p := range s.points {
		mean = mean.AddScaled(1/float64(len(s.points)), p)
	}
	for i := range s.points {
		s.points[i] = s.points[i].Sub(mean)
	}
	return mean
}

// plane returns the inclination of a plane through the points, and its error [deg].
func (s *surface) plane() (angle, off float64) {
	var xx, xy, yy float64
	for _, p := range s.points {
		xx, xy, yy = xx+p.X*p.X, xy+p.X*p.Y, yy+p.Y*p.Y
	}
	// Along their principal axes the points are not correlated, so that each slope is fitted by itself.
	sin, cos := math.Sincos(math.Atan2(2*xy, xx-yy) / 2)
	var along, across []float64
	for _, p := range s.points {
		along, across = append(along, cos*p.X+sin*p.Y), append(across, cos*p.Y-sin*p.X)
	}
	slopes, errors := s.fit(along, across)
	s.fitted.slopes = [2]float64{slopes[0]*cos - slopes[1]*sin, slopes[0]*sin + slopes[1]*cos}
	steepest := math.Hypot(slopes[0], slopes[1])
	if steepest == 0 {
		return degrees(0, errors[0])
	}
	return degrees(steepest, math.Hypot(slopes[0]*errors[0], slopes[1]*errors[1])/steepest)
}

// cone returns the inclination of a cone about the vertical through a region's middle, from which that of the points
// lies at mean, and its error [deg].
func (s *surface) cone(mean vec.Vec3) (angle, off float64) {
	var radii []float64
	middle := 0.0
	for _, p := range s.points {
		r := math.Hypot(p.X+mean.X, p.Y+mean.Y)
		radii, middle = append(radii, r), middle+r/float64(len(s.points))
	}
	for i := range radii {
		radii[i] -= middle
	}
	slopes, errors := s.fit(radii)
	s.fitted = fitted{true, [2]float64{slopes[0]}, middle}
	return degrees(-slopes[0], errors[0])
}

// rowWidth is the least width over which a slope is fitted, in cells: bodies spread evenly over a row of single cells
// are less wide, those over two rows are wider.
const rowWidth = 1.5

// fit returns the slopes of heights over coordinates, which are not correlated with each other and have the mean 0, by
// least squares, with their standard errors. A slope over too small a width is 0 with the error 0, but NaN if it is the
// first.
func (s *surface) fit(coordinates ...[]float64) (slopes, errors [2]float64) {
	n := float64(len(s.points))
	free := n - 1
	var squares [2]float64
	for k, x := range coordinates {
		product := 0.0
		for i, p := range s.points {
			squares[k] += x[i] * x[i]
			product += x[i] * p.Z
		}
		if math.Sqrt(12*squares[k]/n) >= rowWidth*s.cell { // the width over which points are spread evenly
			slopes[k] = product / squares[k]
			free--
		} else if squares[k] = math.Inf(1); k == 0 {
			slopes[k] = math.NaN()
		}
	}
	rest := 0.0
	for i, p := range s.points {
		d := p.Z
		for k, x := range coordinates {
			d -= slopes[k] * x[i]
		}
		rest += d * d
	}
	if free < 1 {
		return [2]float64{math.NaN()}, errors
	}
	for k := range coordinates {
		errors[k] = math.Sqrt(rest / free / squares[k])
	}
	return slopes, errors
}

// global returns a point of the surface in global coordinates [m].
func (s *surface) global(p vec.Vec3) vec.Vec3 {
	rise := p.Z - s.middle.Dot(s.up)
	return s.middle.AddScaled(p.X, s.east).AddScaled(p.Y, s.north).AddScaled(rise, s.up)
}

// lines returns lines that show what was fitted to points about a mean: first the steepest, with a level one from its
// foot, then others.
func (s *surface) lines(mean vec.Vec3) (list [][]vec.Vec3) {
	line := func(points ...vec.Vec3) {
		for i := range points {
			points[i] = s.global(points[i])
		}
		list = append(list, points)
	}
	if s.fitted.cone {
		slope, far := s.fitted.slopes[0], 0.0
		for _, p := range s.points {
			far = max(far, math.Hypot(p.X+mean.X, p.Y+mean.Y))
		}
		at := func(angle, r float64) vec.Vec3 {
			sin, cos := math.Sincos(angle)
			return vec.New(r*cos, r*sin, mean.Z+slope*(r-s.fitted.radius))
		}
		tip, rim := at(0, 0), at(0, far)
		if level := vec.New(0, 0, rim.Z); slope <= 0 {
			line(tip, rim, level, tip)
		} else { // a hollow
			line(rim, tip, vec.New(far, 0, tip.Z), rim)
		}
		const sides, ways = 48, 8
		for _, r := range []float64{far, far / 2} {
			var circle []vec.Vec3
			for i := range sides + 1 {
				circle = append(circle, at(2*math.Pi*float64(i)/sides, r))
			}
			line(circle...)
		}
		for i := 1; i < ways; i++ {
			line(tip, at(2*math.Pi*float64(i)/ways, far))
		}
		return list
	}
	steepest := math.Hypot(s.fitted.slopes[0], s.fitted.slopes[1])
	dx, dy := 1.0, 0.0
	if steepest > 0 {
		dx, dy = s.fitted.slopes[0]/steepest, s.fitted.slopes[1]/steepest
	}
	var low, high [2]float64 // along the steepest way upward, and across it
	for _, p := range s.points {
		for k, x := range [2]float64{p.X*dx + p.Y*dy, p.Y*dx - p.X*dy} {
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
	}
	at := func(up, side float64) vec.Vec3 {
		return mean.Add(vec.New(up*dx-side*dy, up*dy+side*dx, up*steepest))
	}
	side := (low[1] + high[1]) / 2
	foot, top := at(low[0], side), at(high[0], side)
	line(top, foot, vec.New(top.X, top.Y, foot.Z), top)
	line(at(low[0], low[1]), at(high[0], low[1]), at(high[0], high[1]), at(low[0], high[1]), at(low[0], low[1]))
	return list
}

// degrees returns the angle of a slope, and the error of the angle for that of the slope [deg].
func degrees(slope, off float64) (angle, angleOff float64) {
	const degree = math.Pi / 180
	return math.Atan(slope) / degree, off / (1 + slope*slope) / degree
}
