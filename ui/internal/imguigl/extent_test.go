package imguigl

import "testing"

// resized is a window that has the next of its sizes whenever it is asked, and keeps the last.
type resized struct {
	sizes [][2]int
	dense int // pixels per unit
}

func (r *resized) GetSize() (width, height int) {
	now := r.sizes[0]
	if len(r.sizes) > 1 {
		r.sizes = r.sizes[1:]
	}
	return now[0], now[1]
}

func (r *resized) GetFramebufferSize() (width, height int) {
	width, height = r.GetSize()
	return width * r.dense, height * r.dense
}

// Contract: the sizes in units and in pixels are those of one moment, whenever the window is resized; without such a
// moment, and for sizes of which no frame can be, there is none.
func TestMeasure(t *testing.T) {
	small, large := [2]int{1, 1}, [2]int{1280, 720}
	changing := [][2]int{}
	for range 100 {
		changing = append(changing, small, large)
	}
	for _, c := range []struct {
		name  string
		w     resized
		ok    bool
		scale float32
	}{
		{"at rest", resized{[][2]int{large}, 1}, true, 1},
		{"dense screen", resized{[][2]int{large}, 2}, true, 2},
		{"one unit", resized{[][2]int{small}, 1}, true, 1},
		{"resized before the pixels", resized{[][2]int{small, large}, 1}, true, 1},
		{"resized after the pixels", resized{[][2]int{small, small, large}, 1}, true, 1},
		{"resized twice", resized{[][2]int{small, large, {800, 600}}, 2}, true, 2},
		{"there and back", resized{[][2]int{small, large, small}, 1}, false, 1},
		{"always resized", resized{changing, 1}, false, 1},
		{"icon", resized{[][2]int{{0, 0}}, 1}, false, 1},
		{"no height", resized{[][2]int{{1280, 0}}, 1}, false, 1},
		{"no pixels", resized{[][2]int{large}, 0}, false, 0},
		{"no such screen", resized{[][2]int{large}, 1280}, false, 1280},
	} {
		e, ok := Measure(&c.w)
		if ok != c.ok || ok && e.Scale() != c.scale {
			t.Errorf("%s: %+v, %v, scale %g; want %v, scale %g", c.name, e, ok, e.Scale(), c.ok, c.scale)
		}
	}
}
