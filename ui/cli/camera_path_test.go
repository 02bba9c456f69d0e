//go:build !headless

package cli

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/bridge"
)

// placed returns a path of --view over the times 1 to 5 of a scene of a cube.
func placed(t *testing.T, text string, turn float64) *cameraPath {
	t.Helper()
	p := turning(look{given: true, axis: -1, azimuth: 10, elevation: 20})
	if text != "" {
		var err error
		if p, err = parsePath(text); err != nil {
			t.Fatal(err)
		}
	}
	p.begin, p.end = 1, 5
	n := &bridge.Snapshot{}
	n.Bounds.Core = [2][3]float32{{-1, -2, -1}, {1, 2, 1}}
	flags := &pictureFlags{width: 320, height: 180}
	flags.view.Camera.Fov = 35
	if err := p.place(flags, n, turn); err != nil {
		t.Fatal(err)
	}
	return p
}

// Contract: the eye is where a key frame says at its time, azimuths are not taken the shorter way round, names are; it
// does not overshoot between keys, and stands still before the first and after the last one.
func TestCameraPath(t *testing.T) {
	near := func(text string, time float64, turn float64, azimuth, elevation float32) {
		t.Helper()
		c := placed(t, text, turn).at(time)
		if math.Abs(float64(c.Azimuth-azimuth)) > 1e-3 || math.Abs(float64(c.Elevation-elevation)) > 1e-3 {
			t.Errorf("%q at %g: %g, %g, want %g, %g", text, time, c.Azimuth, c.Elevation, azimuth, elevation)
		}
	}
	near("0..360,15..45", 1, 0, 0, 15)
	near("0..360,15..45", 2, 0, 90, 22.5)
	near("0..360,15..45", 5, 0, 360, 45)
	near("", 3, 720, 370, 20)
	near("1s:30,20;2s:120,30;4s:-300,10", 2, 0, 120, 30)
	near("1s:30,20;2s:120,30;4s:-300,10", 0, 0, 30, 20)
	near("1s:30,20;2s:120,30;4s:-300,10", 9, 0, -300, 10)
	near("0:170,0;1s:left", 1, 0, 180, 0)   // not -180
	near("0:-170,0;1s:left", 1, 0, -180, 0) // and not 180
	p := placed(t, "1s:0,0;2s:10,10;3s:10,10;5s:90,0", 0)
	for i := range 400 {
		if c := p.at(1 + float64(i)/100); c.Azimuth < -1e-3 || c.Azimuth > 90.001 || c.Elevation > 10.001 {
			t.Fatalf("overshoots: %+v", c)
		}
	}
	// A turntable is as far away as its widest side needs: the cube is 4 m along y and 2 m along x.
	if c := placed(t, "", 360); c.at(1).Distance != c.at(3).Distance || c.at(1).Distance < 4 {
		t.Errorf("distances %g, %g", c.at(1).Distance, c.at(3).Distance)
	}
}

// Contract: paths that make no sense are refused with what would be one.
func TestCameraPathErrors(t *testing.T) {
	for text, want := range map[string]string{
		"0..x,15":              "azimuth,elevation",
		"0..360":               "azimuth,elevation",
		"0..360,95":            "-90 ≤ elevation ≤ 90",
		"1s:front":             "at least two key frames",
		"1s:front;1s:back":     "times must grow",
		"1s:front;back":        "TIME:VIEW",
		"1s:front;2parsec:top": "must be a time",
		"1s:front;2s:behind":   "must be right",
	} {
		if _, err := parsePath(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	for args, want := range map[string]string{
		"--turn 0":                          "--turn: must be an angle",
		"--turn 90 --view 0..360,15":        "give one of them",
		"--turn 90 --beside view=front;top": "--beside view",
		"--still 1s --until 2s":             "--until and --steps",
		"--still 1s --speed 2":              "--speed",
		"--still 10min --fps 1000":          "at most",
		"--turn 90 --steps 10":              "give --until",
		"--still 1s --turn 90 --view run":   "their own eye",
	} {
		got := tumble(append([]string{"record", "capsule-on-wall", "-o", t.TempDir() + "/a.avi"}, strings.Fields(args)...)...)
		if got.status == 0 || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %d, %s, want %s", args, got.status, got.stderr, want)
		}
	}
}

// Contract: a world that stands still is filmed at one step, from other sides.
func TestRecordStill(t *testing.T) {
	dir := t.TempDir()
	got := tumble("record", "capsule-on-wall", "--from", "20ms", "--still", "0.2s", "--turn", "180", "--fps", "10",
		"--size", "64x36", "-o", filepath.Join(dir, "f-%d.png"), "--json")
	if got.status != 0 {
		t.Fatal(got)
	}
	var r PictureResult
	if err := json.Unmarshal([]byte(got.stdout), &r); err != nil || r.Frames != 2 || r.Time < 0.02 || r.Time > 0.03 {
		t.Errorf("%+v, %v", r, err)
	}
	names, _ := filepath.Glob(filepath.Join(dir, "f-*.png"))
	if len(names) != 2 {
		t.Fatal(names)
	}
	a, _ := os.ReadFile(names[0])
	b, err := os.ReadFile(names[1])
	if err != nil || bytes.Equal(a, b) {
		t.Errorf("the eye has not moved: %v", err)
	}
}
