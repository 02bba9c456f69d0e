//go:build !headless

package studio

import "math"

// blur is the mean of several pictures, in linear light instead of pixel values: the effect of a camera's
// shutter.
type blur struct {
	sum   []float32 // linear light of red, green and blue
	count int
}

// light maps the values of a pixel to linear light, 0 to 1 (IEC 61966-2-1).
var light = func() (table [256]float32) {
	for i := range table {
		x := float64(i) / 255
		if x <= 0.04045 {
			x /= 12.92
		} else {
			x = math.Pow((x+0.055)/1.055, 2.4)
		}
		table[i] = float32(x)
	}
	return table
}()

// add adds a picture of RGBA with 8 bits to the mean.
func (b *blur) add(pix []byte) {
	if len(b.sum) != len(pix)/4*3 {
		b.sum = make([]float32, len(pix)/4*3)
	}
	if b.count == 0 {
		clear(b.sum)
	}
	b.count++
	for i, j := 0, 0; i < len(pix); i, j = i+4, j+3 {
		b.sum[j] += light[pix[i]]
		b.sum[j+1] += light[pix[i+1]]
		b.sum[j+2] += light[pix[i+2]]
	}
}

// mean writes the mean over pix, a picture without flat labels. Where pix differs from flat, the same picture with
// labels, it copies flat, so that labels stay sharp. The next picture starts a new mean.
func (b *blur) mean(pix, flat []byte) {
	scale := 1 / float32(b.count)
	for i, j := 0, 0; i < len(pix); i, j = i+4, j+3 {
		if pix[i] != flat[i] || pix[i+1] != flat[i+1] || pix[i+2] != flat[i+2] {
			copy(pix[i:i+4], flat[i:i+4])
			continue
		}
		for k := range 3 {
			pix[i+k] = number(b.sum[j+k] * scale)
		}
	}
	b.count = 0
}

// number returns the pixel value nearest to a linear light.
func number(x float32) byte {
	lo, hi := 0, 255
	for lo < hi { // find the first value that is not darker
		if mid := (lo + hi) / 2; light[mid] < x {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo > 0 && x-light[lo-1] < light[lo]-x {
		lo--
	}
	return byte(lo)
}
