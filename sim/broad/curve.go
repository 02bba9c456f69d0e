package broad

// curveBits is the number of bits of a coordinate along the curve.
const curveBits = 21

// CurveSide is how many cells the curve of Along has along each axis.
const CurveSide = 1 << curveBits

// Along returns where a cell lies on Hilbert's curve, which visits every cell of a cube once
// and goes from each to one beside it: cells that follow each other are near. Coordinates
// are less than CurveSide.
//
// From the cube of half the size down, each bit of the coordinates tells an octant; what the
// curve does in the octants before it mirrors the ones after. Bits are then in Gray code.
// (J. Skilling, Programming the Hilbert curve, AIP Conference Proceedings 707, 2004, p. 381)
func Along(cell [3]uint32) (place uint64) {
	x := cell
	for bit := uint32(CurveSide / 2); bit > 1; bit /= 2 {
		lower := bit - 1
		for i := range x {
			if x[i]&bit != 0 {
				x[0] ^= lower
			} else {
				differ := (x[0] ^ x[i]) & lower
				x[0] ^= differ
				x[i] ^= differ
			}
		}
	}
	x[1] ^= x[0]
	x[2] ^= x[1]
	var flip uint32
	for bit := uint32(CurveSide / 2); bit > 1; bit /= 2 {
		if x[2]&bit != 0 {
			flip ^= bit - 1
		}
	}
	for bit := curveBits - 1; bit >= 0; bit-- {
		for i := range x {
			place = place<<1 | uint64((x[i]^flip)>>bit&1)
		}
	}
	return place
}
