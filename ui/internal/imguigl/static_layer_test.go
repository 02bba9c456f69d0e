package imguigl

import "testing"

// What lies over the picture is drawn over what stands still, and so is all that lies above it: a list is
// kept apart only where nothing below it is drawn later.
func TestStillKeepsTheOrder(t *testing.T) {
	var s staticLayer
	s.begin(100, 100, part{20, 20, 80, 80})
	for _, c := range []struct {
		what string
		box  box
		want bool
	}{
		{"a column beside the picture", box{0, 0, 20, 100}, true},
		{"a menu over column and picture", box{10, 40, 30, 50}, false},
		{"a tip over the menu, beside the picture", box{5, 45, 15, 60}, false},
		{"what lies over that tip", box{0, 55, 8, 70}, false},
		{"a pane elsewhere", box{80, 0, 100, 100}, true},
		{"over the picture alone", box{30, 30, 40, 40}, false},
	} {
		if got := s.holds(c.box); got != c.want {
			t.Errorf("%s: kept apart %v, want %v", c.what, got, c.want)
		}
	}
}
