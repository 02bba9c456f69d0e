//go:build !headless

package studio

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/tumble/sim/scene"
)

// Contract: a picture of a scene with regions shows them if it is asked to; of a scene without any it is refused.
func TestSensorsAreDrawn(t *testing.T) {
	if !CanDraw() {
		t.Skip("no picture can be drawn here")
	}
	draw := func(sensors bool, set ...string) ([]byte, error) {
		shot := Shot{Options: small(), Output: filepath.Join(t.TempDir(), "a.png")}
		shot.View.Measured.Regions = sensors
		if _, err := shot.Make(context.Background(), Scene{Name: "clump", Options: scene.Options{Set: set},
			Load: scene.Load}, nil); err != nil {
			return nil, err
		}
		return os.ReadFile(shot.Output)
	}
	if _, err := draw(true); err == nil || !strings.Contains(err.Error(), "no regions") {
		t.Errorf("without regions: %v", err)
	}
	const region = `regions=["core=sphere/0,0,0/0.02"]`
	plain, err := draw(false, region)
	if err != nil {
		t.Fatal(err)
	}
	if shown, err := draw(true, region); err != nil || bytes.Equal(shown, plain) {
		t.Errorf("with a region: %v; the picture is the same: %v", err, bytes.Equal(shown, plain))
	}
}
