package replay

import (
	"encoding/binary"
	"math"
)

// Quantum holds the steps to which a replay rounds values; the error of a value is at most half a step.
type Quantum struct {
	Position float64 `json:"position"` // [m]
	Speed    float64 `json:"speed"`    // [m/s]
	Spin     float64 `json:"spin"`     // [rad/s]
	Force    float64 `json:"force"`    // [N]
}

// orientationSteps is the number of steps of a component of an orientation from 0 to 1/√2: with its sign it
// has 13 bits. A body is turned by at most 6e-4 rad too far: a quarter of a pixel at 400 pixels from its middle.
const orientationSteps = 4095

// rateSteps is the number of steps of a speed or spin up to the largest: 12 bits, sixteen steps for each of the 256
// colours in which a page shows speeds.
const rateSteps = 4095

// plan finds the quanta of a recording, and the first and last moment of each body.
func (r *Recording) plan() (q Quantum) {
	for i := range r.tracks {
		r.tracks[i].first, r.tracks[i].last = len(r.moments), -1
	}
	var reach, speed, spin, force float64
	for i := range r.moments {
		m := &r.moments[i]
		for k := range m.poses {
			p := &m.poses[k]
			t := &r.tracks[p.track]
			t.first, t.last = min(t.first, i), i
			for _, x := range p.position {
				reach = max(reach, math.Abs(float64(x)))
			}
			speed, spin = max(speed, float64(p.speed)), max(spin, float64(p.spin))
		}
		for k := range m.forces {
			f := &m.forces[k]
			for axis := range f.point {
				reach = max(reach, math.Abs(float64(f.point[axis])))
				force = max(force, math.Abs(float64(f.normal[axis])), math.Abs(float64(f.shear[axis])))
			}
		}
	}
	r.grain = math.Inf(1)
	for i := range r.tracks {
		for k := range r.tracks[i].shapes {
			if h := &r.tracks[i].shapes[k]; h.Radius > 0 && h.Def.Kind.Solid() {
				r.grain = min(r.grain, h.Radius)
			}
		}
	}
	if math.IsInf(r.grain, 1) {
		r.grain = max(reach/64, 1e-3)
	}
	q.Position = max(r.grain/512, reach/math.MaxInt32*1.001)
	q.Speed, q.Spin = orOne(speed)/rateSteps, orOne(spin)/rateSteps
	q.Force = orOne(force) / math.MaxInt16
	return q
}

func orOne(x float64) float64 {
	if x > 0 {
		return x
	}
	return 1
}

// quantized is a pose as whole numbers.
type quantized struct {
	position [3]int32
	smallest [3]uint16 // components of the orientation except the largest, in their order
	largest  uint8     // index of the largest component
	speed    uint16
	spin     uint16
}

// quantize returns a pose as whole numbers.
func (p *pose) quantize(q Quantum) (z quantized) {
	for k, x := range p.position {
		z.position[k] = int32(math.Round(float64(x) / q.Position))
	}
	for k, x := range p.orientation {
		if math.Abs(float64(x)) > math.Abs(float64(p.orientation[z.largest])) {
			z.largest = uint8(k)
		}
	}
	sign := math.Copysign(1, float64(p.orientation[z.largest]))
	n := 0
	for k, x := range p.orientation {
		if k != int(z.largest) {
			step := math.Round(sign * float64(x) * math.Sqrt2 * orientationSteps)
			z.smallest[n] = uint16(int32(max(-orientationSteps, min(step, orientationSteps))) + orientationSteps)
			n++
		}
	}
	z.speed = uint16(math.Round(float64(p.speed) / q.Speed))
	z.spin = uint16(math.Round(float64(p.spin) / q.Spin))
	return z
}

// planes are lists of bytes, one list per byte of a record. Bytes of the same meaning thus stand together: they
// are similar, and deflate well.
type planes [][]byte

// posePlanes is the number of planes of a pose: four bytes of each coordinate, two of each small component of the
// orientation, one for the index of the largest component, two of the speed and two of the spin.
const posePlanes = 3*4 + 3*2 + 1 + 2 + 2

// forcePlanes is the number of planes of a contact: four bytes of each coordinate, two of each component of the
// normal and the tangential force, and one that says which bodies forces move.
const forcePlanes = 3*4 + 6*2 + 1

// put appends the lowest bytes of a number, one to each of the planes from index from on, and returns the index of
// the next plane.
func (p planes) put(from, bytes int, x uint32) int {
	for k := range bytes {
		p[from+k] = append(p[from+k], byte(x>>(8*k)))
	}
	return from + bytes
}

func (p planes) join() (all []byte) {
	for _, plane := range p {
		all = append(all, plane...)
	}
	return all
}

// zigzag turns a signed number into one whose high bytes are zero when it is small.
func zigzag(x int32) uint32 { return uint32(x)<<1 ^ uint32(x>>31) }

// zigzag16 does the same for a difference of 16-bit numbers, which wraps around.
func zigzag16(x uint16) uint32 { return uint32(x<<1 ^ uint16(int16(x)>>15)) }

// encodePoses writes all poses: for each moment the poses of the bodies that exist then, in the order of tracks.
func (r *Recording) encodePoses(q Quantum) []byte {
	out := make(planes, posePlanes)
	before := make([][2]quantized, len(r.tracks)) // previous two poses of each body, the last one first
	for i := range r.moments {
		for k := range r.moments[i].poses {
			p := &r.moments[i].poses[k]
			z, old := p.quantize(q), &before[p.track]
			age := i - r.tracks[p.track].first
			out.pose(&z, &old[0], &old[1], age)
			old[1], old[0] = old[0], z
		}
	}
	return out.join()
}

// pose appends the difference between a pose z and its extrapolation from the previous two poses, a (the last one)
// and b. age is the number of moments since the body appeared: at 0 and 1, fewer than two poses exist.
func (p planes) pose(z, a, b *quantized, age int) {
	at := 0
	for k := range z.position {
		at = p.put(at, 4, zigzag(z.position[k]-expected(a.position[k], b.position[k], age)))
	}
	for k := range z.smallest {
		guess := uint16(orientationSteps)
		switch {
		case age == 0 || z.largest != a.largest:
		case age > 1 && a.largest == b.largest:
			guess = 2*a.smallest[k] - b.smallest[k]
		default:
			guess = a.smallest[k]
		}
		at = p.put(at, 2, zigzag16(z.smallest[k]-guess))
	}
	at = p.put(at, 1, uint32(z.largest^a.largest))
	at = p.put(at, 2, zigzag16(z.speed-a.speed))
	p.put(at, 2, zigzag16(z.spin-a.spin))
}

// expected extrapolates a coordinate linearly from its previous two values, a (the last one) and b. Results wrap
// around in 32 bits.
func expected(a, b int32, age int) int32 {
	switch age {
	case 0:
		return 0
	case 1:
		return a
	}
	return 2*a - b
}

// encodeForces writes the forces of all moments. A contact point is written as the difference to that of the
// contact before it in the list.
func (r *Recording) encodeForces(q Quantum) []byte {
	out := make(planes, forcePlanes)
	for i := range r.moments {
		var last [3]int32
		for k := range r.moments[i].forces {
			f := &r.moments[i].forces[k]
			at := 0
			for axis, x := range f.point {
				step := int32(math.Round(float64(x) / q.Position))
				at = out.put(at, 4, zigzag(step-last[axis]))
				last[axis] = step
			}
			for _, v := range [2][3]float32{f.normal, f.shear} {
				for _, x := range v {
					at = out.put(at, 2, zigzag16(uint16(int16(math.Round(float64(x)/q.Force)))))
				}
			}
			out.put(at, 1, uint32(f.moves))
		}
	}
	return out.join()
}

// encodeMeshes writes each mesh: its vertices in single precision, then its triangles and its edges worth drawing
// in 32 bits. The head has the number of each.
func (r *Recording) encodeMeshes() (data []byte) {
	for _, m := range r.meshes {
		for _, v := range m.Vertices {
			for _, x := range [3]float64{v.X, v.Y, v.Z} {
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(x)))
			}
		}
		for _, t := range m.Triangles {
			for _, i := range t {
				data = binary.LittleEndian.AppendUint32(data, uint32(i))
			}
		}
		for _, e := range m.FeatureEdges(creaseAngle) {
			for _, i := range e {
				data = binary.LittleEndian.AppendUint32(data, uint32(i))
			}
		}
	}
	return data
}

// creaseAngle is the angle between two faces above which their common edge is worth drawing [rad], as in
// snapshots.
const creaseAngle = 25 * math.Pi / 180
