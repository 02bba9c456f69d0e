package render

import (
	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/render/internal/gpu"
	"example.org/tumble/render/view"
)

// vision shows a picture as people with another colour vision see it.
type vision struct {
	program *gpu.Program
	array   *gpu.VertexArray
}

func (v *vision) open(k *programs) (err error) {
	v.program, err = k.program("fullscreen.vert", "vision.frag")
	v.array = gpu.NewVertexArray()
	return err
}

// draw draws a picture over the whole bound target, with its colours as people with the given colour vision see
// them. It turns the picture upside down, because pictures hold their top row first and windows their bottom row.
func (v *vision) draw(picture *gpu.Texture, eyes view.Vision) {
	see := make([]mgl32.Vec4, 3)
	for k, row := range view.Visions[eyes].See {
		see[k] = mgl32.Vec3(row).Vec4(0)
	}
	gpu.State{}.Apply()
	v.program.Use()
	v.program.Int("picture", 0)
	v.program.Vec4s("see", see)
	picture.Bind(0)
	v.array.Triangles(3)
	gpu.Release()
}

func (v *vision) close() { v.array.Delete() }
