// Package appicon draws the sign of the program.
package appicon

import (
	"image"
	"image/color"
	"math"
)

// Draw returns the sign of the program, a red and white capsule lying across, in size times size pixels.
func Draw(size int) image.Image {
	const samples = 4
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := 0; y < size; y++ {
		for x := 0; x < size; x++ {
			var sum [4]float64
			for i := 0; i < samples*samples; i++ {
				u := (float64(x) + (float64(i%samples)+0.5)/samples) / float64(size)
				v := (float64(y) + (float64(i/samples)+0.5)/samples) / float64(size)
				for k, c := range capsuleAt(u-0.5, 0.5-v) {
					sum[k] += c / (samples * samples)
				}
			}
			if a := sum[3]; a > 0 {
				img.SetNRGBA(x, y, color.NRGBA{
					R: uint8(sum[0] / a), G: uint8(sum[1] / a), B: uint8(sum[2] / a), A: uint8(a * 255),
				})
			}
		}
	}
	return img
}

// capsuleAt returns the colour, times its opacity, and the opacity of the sign at a point
// of the unit square about the origin.
func capsuleAt(x, y float64) [4]float64 {
	const half, radius = 0.24, 0.2
	along, across := (x+y)*math.Sqrt2/2, (y-x)*math.Sqrt2/2
	end := math.Max(-half, math.Min(half, along))
	d := math.Hypot(along-end, across)
	if d > radius {
		return [4]float64{}
	}
	light := 0.72 + 0.28*math.Sqrt(1-d*d/(radius*radius)) + 0.12*across/radius
	c := [3]float64{0xF1, 0xEE, 0xE4}
	if along > 0 {
		c = [3]float64{0xB3, 0x12, 0x2A}
	}
	var out [4]float64
	for i := range c {
		out[i] = math.Min(255, c[i]*light)
	}
	out[3] = 1
	return out
}
