package figure

import "image"

// Matte returns a picture with a transparent ground, from two pictures that differ in their ground alone:
// view.GroundBlack and view.GroundWhite. The difference of the two is the part of the ground that glass and
// shadows let through, and gives the opacity of each pixel. Coloured glass lets different parts of red, green and
// blue through, but a pixel has only one opacity: Matte uses their mean, with which the picture looks right on a
// ground halfway between black and white. (Source: A. R. Smith and J. F. Blinn, "Blue Screen Matting", 1996, two
// backings.)
func Matte(onBlack, onWhite *image.RGBA) *image.NRGBA {
	out := image.NewNRGBA(onBlack.Rect)
	for i := 0; i+3 < len(out.Pix); i += 4 {
		b, w, to := onBlack.Pix[i:i+3], onWhite.Pix[i:i+3], out.Pix[i:i+4]
		var through [3]int // 0 to 255
		sum := 0
		for k := range through {
			through[k] = max(int(w[k])-int(b[k]), 0)
			sum += through[k]
		}
		alpha := 255 - float32(sum)/3
		if alpha < 0.5 {
			continue
		}
		for k := range through {
			light := float32(b[k]) + 0.5*(float32(through[k])-float32(sum)/3)
			to[k] = uint8(min(max(255*light/alpha+0.5, 0), 255))
		}
		to[3] = uint8(alpha + 0.5)
	}
	return out
}
