//go:build linux

package cli

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// pageBudget is the largest size of the page of the bottle with its engine [bytes]: a page must come by a slow network.
const pageBudget = 5_000_000

// Contract: the page of the bottle with its engine, at the usual number of poses, is within its budget; in browsers the
// runs of the bottle, the hopper and the drum are reproduced to their ends. The log says how large the pages are, when
// the first picture is there, and how many seconds a simulated second takes in a browser and in the program:
//
//	./dev test --long -v -run SpeedOfPages ./ui/cli
func TestSpeedOfPages(t *testing.T) {
	if os.Getenv("TUMBLE_LONG") == "" {
		t.Skip("it takes minutes: TUMBLE_LONG is not set")
	}
	buildEngine(t)
	dir := t.TempDir()
	for _, scene := range []string{"bottle", "hopper", "drum"} {
		page := filepath.Join(dir, scene+".html")
		if o := tumble("replay", scene, "--live", "-o", page); o.status != 0 {
			t.Fatal(o)
		}
		info, err := os.Stat(page)
		if err != nil {
			t.Fatal(err)
		}
		if scene == "bottle" && info.Size() > pageBudget {
			t.Errorf("the page of the %s has %d bytes, at most %d", scene, info.Size(), pageBudget)
		}
		native := runJSON(t, scene, "--workers", "1")
		t.Logf("%s: a page of %.2f MB; the program takes %.2f s for a simulated second, on one core", scene,
			float64(info.Size())/1e6, native.Wall/native.Time)
		inBrowsers(t, func(b *browser) {
			b.most = 30 * time.Minute
			b.openRun(page, "")
			var drawn, took float64 // [ms]
			b.wait("the first picture is there", "return document.body.dataset.drawn !== undefined")
			b.script("return Number(document.body.dataset.drawn)", &drawn)
			b.script("replay.play(false)", nil) // nothing is drawn while the run is computed
			b.tap("mouse", "live")
			b.checks(native.Hash)
			b.script("return performance.now() - replay.live.began", &took)
			b.t.Logf("%s: the first picture after %.2f s; %.2f s for a simulated second", scene, drawn/1e3,
				took/1e3/native.Time)
		})
	}
}
