//go:build !headless

package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/ui/studio"
)

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
	var r studio.Result
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
