package spell

import "testing"

// Contract: the nearest word is one that a slip of the fingers leads to, or none; swapped
// neighbours are one slip, and the first of equally near words wins.
func TestNearest(t *testing.T) {
	known := []string{"radius", "shaft", "orientation", "start"}
	for s, want := range map[string]string{
		"radis": "radius", "raduis": "radius", "Shaft": "shaft", "orientaton": "orientation", "stat": "start", "velocity": "",
		"": "",
	} {
		if got := Nearest(s, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", s, got, want)
		}
	}
	if d := distance("abcdef", "abdcef"); d != 1 {
		t.Errorf("a swap counts %d, want 1", d)
	}
}
