package limit

import "testing"

// Contract: what needs more memory than there is is refused with both sizes and with the way to have it all the same,
// which then lets it in.
func TestCheckWorld(t *testing.T) {
	was := Memory.Most
	defer func() { Memory.Most = was }()
	for _, c := range []struct {
		free           string
		bodies, shapes int
		want           string
	}{
		{"1.2GB", 1_000_000, 1_000_000, ""},
		{"1.2 GB", 3_000_000, 3_000_000,
			"3 000 000 bodies take about 2.7 GB of memory, 1.2 GB are free (TUMBLE_MEMORY=2.7GB lets them take so much)"},
		{"2.7GB", 3_000_000, 3_000_000, ""},
		{"90MB", 1, 200_000,
			"1 body of 200 000 shapes take about 120.1 MB of memory, 90 MB are free " +
				"(TUMBLE_MEMORY=120.1MB lets them take so much)"},
		{"9000000GB", Bodies.Most + 1, Bodies.Most + 1, Bodies.Check(Bodies.Most + 1).Error()},
	} {
		var err error
		if Memory.Most, err = ParseMemory(c.free); err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := CheckWorld(c.bodies, c.shapes); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%d bodies in %s: got %q, want %q", c.bodies, c.free, got, c.want)
		}
	}
	for _, bad := range []string{"", "GB", "-1GB", "1e300GB", "NaNGB", "5", "x MB"} {
		if n, err := ParseMemory(bad); err == nil {
			t.Errorf("%q is read as %d bytes", bad, n)
		}
	}
}
