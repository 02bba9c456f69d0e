package bridge

import (
	"strings"
	"testing"
)

// Contract: regions are read as they are written; what is no region is refused with what is wrong.
func TestParseRegion(t *testing.T) {
	for _, good := range []string{"a=box/0,0,0/1,2,3", "a=box/1,2,3/0,0,0", "b-1=sphere/0,0,1/0.5",
		"c_2=cylinder/0,0,0/0,0,2/1e-3", "d=sphere/0,0,0/1@the bottle", "e=box/0,0,0/1,1,1@17",
		"f=box/0,0,0/1,1,1@17#8x1x1#x > 0 && name == '#'", "g=sphere/0,0,0/1#2x2x2#pill"} {
		if r, err := ParseRegion(good); err != nil || !(r.Volume() > 0) {
			t.Errorf("%s: %+v, %v", good, r, err)
		} else if again, err := ParseRegion(r.String()); err != nil || again != r {
			t.Errorf("%s is written as %s, and read as %+v, %v", good, r, again, err)
		}
	}
	if r, _ := ParseRegion("a=box/1,2,3/0,0,0"); r.Depth(r.Low.Add(r.High).Scale(0.5)) != 0.5 {
		t.Errorf("the middle of %+v is not half a metre inside", r)
	}
	for bad, why := range map[string]string{
		"":                                 regionSyntax,
		"box/0,0,0/1,1,1":                  regionSyntax,
		"a=cube/0,0,0/1,1,1":               regionSyntax,
		"a=box/0,0,0":                      regionSyntax,
		"a=box/0,0,0/1,1,1/2":              regionSyntax,
		"a=box/0,0/1,1,1":                  regionSyntax,
		"a=sphere/0,0,0/1,1,1":             regionSyntax,
		"a=sphere/0,0,0/x":                 regionSyntax,
		"a b=sphere/0,0,0/1":               regionSyntax,
		"a=box/0,0,0/0,1,1":                "volume must be > 0",
		"a=sphere/0,0,0/1@":                regionSyntax,
		"a=sphere/0,0,0/1#":                "the cells must be three numbers",
		"a=sphere/0,0,0/1#8":               "the cells must be three numbers",
		"a=sphere/0,0,0/1#8x8x":            "the cells must be whole numbers",
		"a=sphere/0,0,0/1#8x8x8":           regionSyntax,
		"a=sphere/0,0,0/1#8x8x8#":          regionSyntax,
		"a=sphere/0,0,0/1#0x8x8#red":       "1 to 1000 cells along each axis, got 0",
		"a=sphere/0,0,0/1#1001x1x1#red":    "1 to 1000 cells along each axis, got 1001",
		"a=sphere/0,0,0/1#1000x1000x2#red": "at most 1000000 cells, got 2000000",
		"a=sphere/0,0,0/1#8x8x8#" + strings.Repeat("b", 1001): "characters in an expression",
		"a=sphere/0,0,0/1@" + strings.Repeat("b", 201):        "the name of its body: ",
		"a=sphere/0,0,0/-1":                  "volume must be > 0",
		"a=sphere/0,0,0/0":                   "volume must be > 0",
		"a=cylinder/0,0,0/0,0,0/1":           "volume must be > 0",
		"a=cylinder/0,0,0/0,0,1/-1":          "volume must be > 0",
		"a=sphere/NaN,0,0/1":                 "within 1e+06 m",
		"a=sphere/0,0,0/1e9":                 "within 1e+06 m",
		strings.Repeat("a", 41) + "=box/0":   regionSyntax,
		"a=box/0,0,0/1,1,1,1" + "/" + "////": regionSyntax,
	} {
		if _, err := ParseRegion(bad); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, want %q", bad, err, why)
		}
	}
	if _, err := ParseRegions([]string{"a=sphere/0,0,0/1", "a=sphere/0,0,0/2"}); err == nil {
		t.Error("two regions of one name are taken")
	}
	if _, err := ParseRegions(make([]string, MostRegions+1)); err == nil {
		t.Error("too many regions are taken")
	}
}
