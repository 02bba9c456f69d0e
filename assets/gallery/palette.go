package main

import (
	"image"
	"image/color"
	"slices"
)

// medianCut chooses n colours for a picture (Heckbert, SIGGRAPH 1982): the box of colours
// with the widest channel is cut at the median of that channel until there are n, and each
// gives its mean.
func medianCut(m *image.RGBA, n int) color.Palette {
	var pixels [][3]uint8
	for i := 0; i < len(m.Pix); i += 4 {
		pixels = append(pixels, [3]uint8(m.Pix[i:i+3]))
	}
	boxes := [][][3]uint8{pixels}
	for len(boxes) < n {
		which, channel, widest := 0, 0, 0
		for i, box := range boxes {
			if c, w := widestChannel(box); w > widest {
				which, channel, widest = i, c, w
			}
		}
		if widest == 0 {
			break // no colour is left to tell apart
		}
		box := boxes[which]
		slices.SortFunc(box, func(a, b [3]uint8) int { return int(a[channel]) - int(b[channel]) })
		cut := len(box) / 2
		boxes[which] = box[:cut]
		boxes = append(boxes, box[cut:])
	}
	var p color.Palette
	for _, box := range boxes {
		p = append(p, mean(box))
	}
	return p
}

// widestChannel returns the channel in which the colours differ most, and by how much.
func widestChannel(box [][3]uint8) (channel, width int) {
	for c := range 3 {
		lo, hi := 255, 0
		for _, p := range box {
			lo, hi = min(lo, int(p[c])), max(hi, int(p[c]))
		}
		if hi-lo > width {
			channel, width = c, hi-lo
		}
	}
	return channel, width
}

func mean(box [][3]uint8) color.RGBA {
	var sum [3]int
	for _, p := range box {
		for c := range 3 {
			sum[c] += int(p[c])
		}
	}
	half := len(box) / 2
	return color.RGBA{
		uint8((sum[0] + half) / len(box)), uint8((sum[1] + half) / len(box)), uint8((sum[2] + half) / len(box)), 255,
	}
}
